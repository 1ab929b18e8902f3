"""The left-hand side of an equation: which symbol or function it defines, with which parameters and script letters."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import TRANSPOSES, is_symbol, is_transposed
from vault_tools.compiler.resolve.writing.nodes import arguments, base_of, every, is_euler, number_of, scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.writing.pieces import given_pair, is_primed, letters_of, pieces
from vault_tools.compiler.resolve.writing.statements.euler import is_quantity
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Ellipsis_,
    Fence,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Relation,
    Scripted,
    Sequence,
    Styled,
)

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.letters import Words


SPACED = frozenset("ijklmnpqrstuv")
"""Letters that count where more than two of them stand in a script with spaces between."""
LOGARITHMS = frozenset({"log", "lg", "ln"})
TWO_LETTERS = frozenset({"in", "to", "on", "no", "id", "up", "eq"})
"""Words that are labels where they are set as text."""


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

    is_function: bool = field(init=False, repr=False, compare=False)
    """Defines a function of named parameters."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_function", self.parameters is not None and self.symbol is not None)


def read_head(side: Node, words: Words) -> Head:
    """Take a left-hand side apart; `symbol` None where it is an expression."""
    atoms = words.atoms(scripts_moved_out(side))
    first = scripts_moved_out(atoms[0])
    base = unwrap(first.base) if isinstance(first, Scripted) else first
    power = is_transposed(first) or _is_power_of_e(first) or _is_inverse(first)
    symbolic = is_symbol(first) and not isinstance(base, BigOperator) and not power
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


def _is_power_of_e(node: Node) -> bool:
    """`e^{-0.44}` is computed, never defined."""
    return (
        isinstance(node, Scripted)
        and node.sub is None
        and node.sup is not None
        and is_euler(unwrap(node.base))
        and not is_quantity(node.base)
    )


def _is_inverse(node: Node) -> bool:
    """`X^{-1}` on the left: a power of X, no symbol of its own."""
    if not isinstance(node, Scripted) or node.sub is not None or node.sup is None:
        return False
    power = number_of(node.sup)
    return power is not None and power < 0


def _function_head(first: Node, base: Node, rest: list[Node], words: Words) -> Head | None:
    """`f(x)`, `P(y_i | x)`, `Attn(Q,K,V)_i`, `A[i][j]`."""
    fences = [base_of(atom) for atom in rest]
    if any(not isinstance(fence, Fence) or fence.opener not in "([" for fence in fences):
        return None
    brackets = [node for fence in fences if isinstance(fence, Fence) for node in arguments(fence)]
    symbols = [node for node in brackets if is_symbol(node)]
    named = all(isinstance(node, Ellipsis_) or (is_symbol(node) and not _is_product(node, words)) for node in brackets)
    square = any(isinstance(fence, Fence) and fence.opener == "[" for fence in fences)
    if not brackets or (square and not all(word(node) for node in brackets)):
        return None
    if not named and (word(first) is None or words.is_function(word(first) or "")):
        return None
    letters = dict.fromkeys(script_letters(first))
    listed = any(isinstance(node, Ellipsis_) for node in brackets)
    for parameter in symbols:
        if word(parameter) is None and not listed:  # the n of `x_1, …, x_n` is where the list ends
            letters.update(dict.fromkeys(script_letters(scripts_moved_out(parameter))))
    for atom in rest:
        letters.update(dict.fromkeys(script_letters(atom, inside=False)))
    bare = tuple(canonical(node) for node in symbols if word(node) is not None or _is_index_name(node))
    bare += tuple(canonical(value) for value in map(_value_of, brackets) if value is not None)
    return Head(first, tuple(brackets) if len(symbols) == len(brackets) else (), tuple(letters), bare, base=canonical(base))


def _value_of(parameter: Node) -> Node | None:
    r"""The k of `P(y = k \mid x)`: one probability for each value."""
    if not isinstance(parameter, Relation) or parameter.signs != ("=",):
        return None
    value = parameter.rest[0][1]
    return value if len(word(value) or "") == 1 and (word(value) or "").islower() else None


def _is_product(parameter: Node, words: Words) -> bool:
    """`AB` of two letters in use, as in `tr(AB)`: an argument, no name of a parameter."""
    return isinstance(unwrap(parameter), Letters) and len(words.atoms(parameter)) > 1


def _is_index_name(parameter: Node) -> bool:
    """`c_{out}`, `s'`: one name of an index, not a symbol with an index."""
    if not isinstance(parameter, Scripted):
        return False
    if parameter.sub is None:
        return parameter.sup is None
    return parameter.sup is None and len(word(parameter.sub) or "") > 1


def script_letters(node: Node, *, inside: bool = True) -> tuple[str, ...]:
    """Names of letters that stand in scripts: candidates for indices (`c_{out}` as a subscript is one name)."""
    if not inside:
        return _own_letters(node) if isinstance(node, Scripted) else ()
    return _letters_inside(node)


@remembered
def _letters_inside(node: Node) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(map(_own_letters, every(Scripted, node)))))


@remembered
def _own_letters(node: Scripted) -> tuple[str, ...]:
    if isinstance(node.base, Name) and node.base.text in LOGARITHMS:  # the base of `\log_a x`
        return ()
    parts = [piece for script in (node.sub, node.sup) if script is not None for piece in pieces(script)]
    return tuple(dict.fromkeys([name for piece in parts for name in _names(piece)]))


def _names(piece: Node) -> tuple[str, ...]:
    if type(piece) is Letters and len(piece.text) == 1:
        return () if piece.text in TRANSPOSES else (canonical(piece),)
    piece = unwrap(piece)
    if isinstance(piece, Scripted):
        parts = letters_of(piece)
        return (canonical(piece), *map(canonical, parts)) if len(parts) > 1 else (canonical(piece),)
    text = word(piece)
    if text is not None:
        if text in TRANSPOSES or text == ":":
            return ()
        single = tuple(canonical(letter) for letter in letters_of(piece)) if isinstance(piece, Letters | Styled) and len(text) > 1 else ()
        if isinstance(piece, Name) and len(text) == 2 and text.isalpha() and text not in TWO_LETTERS:
            single = tuple(text)
        return (*single, canonical(piece)) if len(text) > 1 else (canonical(piece),)
    if isinstance(piece, Sequence):
        return tuple(name for item in piece.items for name in _names(item))
    return tuple(map(canonical, given_pair(piece) or _spaced(piece)))


def _spaced(piece: Node) -> tuple[Node, ...]:
    r"""The i and j of `\alpha_{i j}`; `V_{i m g}` and `h_{i n}` are labelled with a word."""
    if not isinstance(piece, Juxtaposed) or not all(isinstance(item, Letters) or is_primed(item) for item in piece.items):
        return ()
    letters = letters_of(piece)
    names = "".join(canonical(letter)[:1] for letter in letters)
    return letters if names not in TWO_LETTERS and (len(names) == 2 or SPACED.issuperset(names)) else ()
