"""The left-hand side of an equation: which symbol or function it defines, with which parameters and script letters."""

from __future__ import annotations

from dataclasses import dataclass

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.letters import Words
from vault_tools.compiler.resolve.nodes import arguments, scripts_moved_out, unwrap, walk, word
from vault_tools.compiler.resolve.scripts import is_symbol, is_transpose_mark, letters_of, pieces
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Ellipsis_,
    Fence,
    Letters,
    Name,
    Node,
    Scripted,
    Sequence,
    Styled,
)


@dataclass(frozen=True, slots=True)
class Head:
    """`symbol` is the defined symbol with its scripts (None: the left side is an expression)."""

    symbol: Node | None
    parameters: tuple[Node, ...] | None
    letters: tuple[str, ...]
    """Canonical names of all script letters on the left, in order: candidates for free indices."""
    parameter_letters: tuple[str, ...] = ()
    """Parameters that are bare letters (`P(i)`, `a_t(s)`): indices if the right side uses them as such."""
    base: str = ""
    """Canonical name of the defined symbol without scripts."""

    @property
    def is_function(self) -> bool:
        """Defines a function of named parameters."""
        return self.parameters is not None and self.symbol is not None


def read_head(side: Node, words: Words) -> Head:
    """Take a left-hand side apart; `symbol` None where it is an expression."""
    atoms = words.atoms(scripts_moved_out(side))
    first = scripts_moved_out(atoms[0])
    base = unwrap(first.base) if isinstance(first, Scripted) else first
    symbolic = is_symbol(first) and not isinstance(base, BigOperator) and not _has_transpose(first) and not _is_power_of_e(first)
    if symbolic and len(atoms) == 1:
        return Head(first, None, script_letters(first), base=canonical(base))
    if symbolic and len(atoms) >= 2:
        head = _function_head(first, base, atoms[1:], words)
        if head is not None:
            return head
    if len(atoms) == 2 and all(isinstance(atom, Fence) for atom in atoms):
        second = atoms[1]
        assert isinstance(second, Fence)
        bare = tuple(canonical(a) for a in arguments(second) if word(a) is not None or _is_index_name(a))
        return Head(None, None, (), bare)
    return Head(None, None, script_letters(side))


def _has_transpose(node: Node) -> bool:
    return isinstance(node, Scripted) and node.sup is not None and is_transpose_mark(node.sup)


def _is_power_of_e(node: Node) -> bool:
    """`e^{-0.44}` is computed, never defined."""
    return isinstance(node, Scripted) and node.sub is None and node.sup is not None and word(unwrap(node.base)) == "e"


def _function_head(first: Node, base: Node, rest: list[Node], words: Words) -> Head | None:
    """`f(x)`, `P(y_i | x)`, `Attn(Q,K,V)_i`, `A[i][j]`."""
    brackets: list[Node] = []
    outer: list[Node] = []
    square = False
    for atom in rest:
        fence = unwrap(atom.base) if isinstance(atom, Scripted) else unwrap(atom)
        if not isinstance(fence, Fence) or fence.opener not in "([":
            return None
        brackets.extend(arguments(fence))
        square = square or fence.opener == "["
        if isinstance(atom, Scripted) and atom.sub is not None:
            outer.append(atom)
    letters = dict.fromkeys(script_letters(first))
    bare: list[str] = []
    for parameter in brackets:
        if isinstance(parameter, Ellipsis_):
            continue
        if not is_symbol(parameter):
            if word(first) is None or words.is_function(word(first) or ""):
                return None
            continue
        if word(parameter) is not None or _is_index_name(parameter):
            bare.append(canonical(parameter))
        if word(parameter) is None:
            letters.update(dict.fromkeys(script_letters(scripts_moved_out(parameter))))
    if not brackets or (square and not all(word(b) for b in brackets)):
        return None
    for atom in outer:
        letters.update(dict.fromkeys(script_letters(atom, inside=False)))
    parameters = tuple(brackets) if all(is_symbol(b) for b in brackets) else ()
    return Head(first, parameters, tuple(letters), tuple(bare), base=canonical(base))


def _is_index_name(parameter: Node) -> bool:
    """`c_{out}`, `s'`: one name of an index, not a symbol with an index."""
    if not isinstance(parameter, Scripted):
        return False
    if parameter.sub is None:
        return parameter.sup is None
    return parameter.sup is None and len(word(parameter.sub) or "") > 1


def script_letters(node: Node, *, inside: bool = True) -> tuple[str, ...]:
    """Names of letters that stand in scripts: candidates for indices (`c_{out}` as a subscript is one name)."""
    found: dict[str, None] = {}
    nodes = walk(node) if inside else (node,)
    for scripted in nodes:
        if isinstance(scripted, Scripted):
            for script in (scripted.sub, scripted.sup):
                if script is not None:
                    for piece in pieces(script):
                        found.update(dict.fromkeys(_names(piece)))
    return tuple(found)


def _names(piece: Node) -> tuple[str, ...]:
    piece = unwrap(piece)
    if isinstance(piece, Scripted):
        return (canonical(piece),)
    text = word(piece)
    if text is not None:
        if text in ("T", "top", "intercal", ":"):
            return ()
        single = tuple(canonical(letter) for letter in letters_of(piece)) if isinstance(piece, Letters | Styled) and len(text) > 1 else ()
        if isinstance(piece, Name) and len(text) == 2 and text.isalpha():
            single = tuple(text)
        return (*single, canonical(piece)) if len(text) > 1 else (canonical(piece),)
    if isinstance(piece, Sequence):
        return tuple(name for item in piece.items for name in _names(item))
    return ()
