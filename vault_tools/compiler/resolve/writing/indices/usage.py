"""How a formula uses its script letters: as scripts of which symbols, shifted by a number, as numbers, alone or beside other letters.

The naming rules (index or label) are decided from this in scopes.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.rotations import turned_to
from vault_tools.compiler.resolve.writing.names.scripts import POWER_BASES, is_symbol, is_transpose_mark, is_upper
from vault_tools.compiler.resolve.writing.nodes import (
    arguments,
    children,
    every,
    is_decorated,
    is_euler,
    number_of,
    scripts_moved_out,
    unwrap,
    walk,
    walk_outside,
    word,
)
from vault_tools.compiler.resolve.writing.pieces import letters_of, pieces
from vault_tools.compiler.resolve.writing.statements.bound import bound_names
from vault_tools.compiler.syntax_tree import (
    Accented,
    BigOperator,
    Fence,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Product,
    Relation,
    Scripted,
    Sequence,
    Styled,
    Sum,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.resolve.writing.statements.heads import Head

VALUED_BY = frozenset({"pi", "ast", "star", "*"})
r"""What stands above tables of values: the policy that they are of, or the star of the best one."""


@dataclass
class Uses:
    """Uses of one letter."""

    scripts: set[str] = field(default_factory=set)
    """Canonical bases that carry it unshifted."""
    shifted: set[str] = field(default_factory=set)
    """Canonical bases that carry it plus or minus a number."""
    alone: bool = False
    r"""As a number by itself (`\beta^t`)."""
    together: bool = False
    r"""As a number with another index letter (`|i - j|`, `i \ge j`)."""


class LetterUses:
    """Walks formulas and collects the uses of some letters."""

    def __init__(self, letters: set[str], words: Words, raised: frozenset[str] = frozenset()) -> None:
        self.raised = raised
        self.letters = letters
        self.words = words
        self.of: dict[str, Uses] = {letter: Uses() for letter in letters}

    def visit(self, node: Node) -> None:
        """Collect uses in a node."""
        match node:
            case Scripted() | Accented():
                self._scripted(node)
            case Juxtaposed():
                self._row(self.words.atoms(node))
            case Relation(first=first, rest=(("∈", Fence(opener="[" | "(", body=ends)),)):
                self._together(first)
                self._together(ends)
            case Sum() | Relation():
                self._beside(node)
            case BigOperator(sub=sub, sup=sup, body=body):
                self._operator(sub, sup, body)
            case Letters(text=text) if len(text) > 1 and text not in self.letters:
                parts = self.words.split(text)
                for part in parts if len(parts) > 1 else ():
                    self._number(part)
            case Letters() | Name():
                self._number(canonical(node))
            case _:
                for child in children(node):
                    self.visit(child)

    def _number(self, name: str, *, together: bool = False) -> None:
        if name in self.letters:
            if together:
                self.of[name].together = True
            else:
                self.of[name].alone = True

    def _scripted(self, node: Node) -> None:
        node = scripts_moved_out(node)
        if not isinstance(node, Scripted):
            for child in children(node):
                self.visit(child)
            return
        if canonical(node) in self.letters:
            self._number(canonical(node))
            return
        base = unwrap(node.base)
        if node.sub is None and node.sup is not None and number_of(node.sup) is not None:
            self._number(canonical(base))  # the u of `1 - u^2`
        if turned_to(node) is not None:
            return  # a rotation turns to a position and is no array with a row for each
        if isinstance(base, Fence):
            self.visit(base)
        name = canonical(base) if is_symbol(base) else ""
        for piece in pieces(node.sub) if node.sub is not None else ():
            self.script(name, piece)
        if node.sup is not None and not is_transpose_mark(node.sup):
            self._sup(node, base, name)

    def _sup(self, node: Scripted, base: Node, name: str) -> None:
        sup = node.sup
        assert sup is not None
        as_script = (is_symbol(base) and is_upper(base)) or node.sub is not None or isinstance(unwrap(sup), Fence | Relation)
        greek = isinstance(unwrap(base), Name)
        text = word(sup)
        counts = text in self.raised or (len(text or "") == 1 and text in self.letters and word(base) not in POWER_BASES)
        if counts and is_symbol(base) and not greek and not isinstance(base, Number):
            as_script = True
        numeric = isinstance(base, Number | Fence) or (greek and not self._indexed(node.sub))
        placed = text in self.raised or self._names_places(sup)
        numeric = numeric or (is_euler(base) and not self._indexed(node.sub) and not placed)
        if numeric or not as_script:
            self.visit(sup)
        else:
            for piece in pieces(sup):
                self.script(name, piece)

    def _names_places(self, sup: Node) -> bool:
        r"""The `<t,t'>` of `e^{<t,t'>}`: several letters that may be indices, in brackets."""
        places = pieces(sup) if isinstance(unwrap(sup), Fence) else ()
        return len(places) > 1 and all(canonical(place) in self.letters for place in places)

    def _indexed(self, sub: Node | None) -> bool:
        return sub is not None and any(canonical(x) in self.letters for p in pieces(sub) for x in letters_of(p) if word(x))

    def script(self, base: str, piece: Node) -> None:
        """Note a piece of a script (or an argument of a look-up) of `base`."""
        piece = unwrap(piece)
        if isinstance(piece, Sum) and self._shift(piece) is not None:
            name = self._shift(piece)
            assert name is not None
            self.of[name].shifted.add(base)
            return
        if isinstance(piece, Relation):
            bare = {canonical(inner) for inner in walk_outside(piece, is_decorated) if word(inner) is not None}
            for letter in bare if len(bare & self.letters) > 1 else ():
                self._number(letter, together=True)
            for side in children(piece):
                self.script(base, side)
            return
        if word(piece) is None and not (isinstance(piece, Scripted) and canonical(piece) in self.letters):
            for inner in letters_of(piece) if len(letters_of(piece)) > 1 else children(piece):
                self.script(base, inner)
            return
        for letter in {canonical(piece), *map(canonical, letters_of(piece))}:
            if letter in self.letters:
                self.of[letter].scripts.add(base)

    def _shift(self, piece: Sum) -> str | None:
        """The letter of `t-1` (a letter and a number), None for anything else."""
        names = [canonical(term) for term in piece.operands if word(term) is not None]
        numbers = [term for term in piece.operands if number_of(term) is not None]
        if len(names) == 1 and len(numbers) == len(piece.terms) - 1 and names[0] in self.letters:
            return names[0]
        return None

    def _row(self, atoms: list[Node]) -> None:
        skip = False
        for k, atom in enumerate(atoms):
            if skip:
                skip = False
                continue
            following = atoms[k + 1] if k + 1 < len(atoms) else None
            fence = unwrap(following) if following is not None else None
            if isinstance(fence, Fence) and fence.opener in "([" and self.is_lookup(atom, fence):
                for argument in arguments(fence):
                    self.script(canonical(scripts_moved_out(atom)), argument)
                if isinstance(atom, Scripted):
                    self.visit(atom)
                skip = True
            elif k and isinstance(atom, Fence) and atom.opener == "[" and word(atom.body) is not None and isinstance(atoms[k - 1], Fence):
                self.script("", atom.body)  # `\mathrm{softmax}(z)[i]`
            else:
                self.visit(atom)

    def is_lookup(self, atom: Node, fence: Fence) -> bool:
        """`I(i+m, j+n)`: a symbol that is no function, with index expressions only between the brackets."""
        if not is_symbol(atom) or self.words.is_function(word(atom) or "") or _is_raised(atom):
            return False
        if not isinstance(unwrap(atom), Letters | Styled | Scripted | Name):
            return False
        given = arguments(fence)
        stepping = fence.opener == "[" or len(given) > 1 or any(map(self._joins_indices, given))
        return bool(given) and all(self._is_index_expression(argument, stepping=stepping) for argument in given)

    def _joins_indices(self, node: Node) -> bool:
        r"""`s i + m`: two letters in a sum, which nobody multiplies what stands before by."""
        return (
            isinstance(unwrap(node), Sum) and len({word(letter) for inner in walk(node) for letter in letters_of(inner)} & self.letters) > 1
        )

    def _is_index_expression(self, node: Node, *, stepping: bool = False) -> bool:
        r"""`i`, `i+1`, `i+m`; with `stepping` also `i + r \cdot k`, `si + m`."""
        node = unwrap(node)
        run = len(letters_of(node)) > 1
        if isinstance(node, Scripted) or (word(node) is not None and not (stepping and run)):
            return canonical(node) in self.letters
        if isinstance(node, Sum):
            terms = [*node.operands]
            return all(self._is_index_expression(t, stepping=stepping) or number_of(t) is not None for t in terms) and any(
                self._is_index_expression(t, stepping=stepping) for t in terms
            )
        if stepping and (run or isinstance(node, Juxtaposed | Product)):
            factors = letters_of(node) if run else children(node)
            return any(map(self._is_index_expression, factors)) and all(word(f) is not None or number_of(f) is not None for f in factors)
        return False

    def _beside(self, node: Sum | Relation) -> None:
        parts = children(node)
        names = [canonical(part) if word(part) is not None or isinstance(part, Scripted) else "" for part in parts]
        together = sum(name in self.letters for name in names) > 1
        for part, name in zip(parts, names, strict=True):
            if name in self.letters:
                self._number(name, together=together)
            else:
                self.visit(part)

    def _operator(self, sub: Node | None, sup: Node | None, body: Node | None) -> None:
        if sub is not None:
            self._binder(sub)
        if sup is not None:
            for letter in [canonical(inner) for inner in walk(sup) if word(inner) is not None]:
                self._number(letter, together=True)
        if body is not None:
            self.visit(body)

    def _binder(self, sub: Node) -> None:
        r"""In `j \le i` both letters stand together; `i = 1` and `i` only bind."""
        sub = unwrap(sub)
        for item in sub.items if isinstance(sub, Sequence) else (sub,):
            if isinstance(item, Relation) and item.rest[0][0] not in ("=", "∈", "∼"):
                self._beside(item)
            elif isinstance(item, Relation) and item.rest[0][0] in ("=", "∼"):
                self._together(item.rest[0][1])
            elif isinstance(item, Relation) and item.rest[0][0] == "∈":
                self._set(item)

    def _together(self, limit: Node) -> None:
        r"""The j of `l = j+1`, the i of `j \in [i-w, i]`, the t of `s \sim p(s | t)`: a number beside the letter that it limits."""
        for letter in [canonical(inner) for inner in walk(limit) if word(inner) is not None]:
            self._number(letter, together=True)

    def _set(self, item: Relation) -> None:
        r"""`k \in N(i)`, `k \in N_i`: i is a script of the set; `j \in [i-w, i]`: i is a number beside the bound letter."""
        interval = unwrap(item.rest[0][1])
        if isinstance(interval, Fence) and interval.opener in "[(":
            self._together(interval.body)
            return
        for operand in (part for _, collection in item.rest for part in _joined_sets(collection)):
            atoms = self.words.atoms(operand)
            name = canonical(scripts_moved_out(atoms[0])) if is_symbol(atoms[0]) else ""
            if len(atoms) == 2 and isinstance(unwrap(atoms[1]), Fence):
                for argument in arguments(unwrap(atoms[1])):  # type: ignore[arg-type]
                    self.script(name, argument)
            elif isinstance(unwrap(operand), Fence) and word(unwrap(operand).body) is not None:  # type: ignore[attr-defined]
                self._number(canonical(unwrap(operand).body), together=True)  # type: ignore[attr-defined]
            else:
                self.visit(operand)


def _is_raised(atom: Node) -> bool:
    r"""`x^2`; the star and the policy of `Q^*`, `V^\pi` are labels."""
    return isinstance(atom, Scripted) and atom.sup is not None and word(atom.sup) not in VALUED_BY


def _joined_sets(operand: Node) -> tuple[Node, ...]:
    r"""The parts of `\mathcal{N}(i) \cup \{i\}`."""
    operand = unwrap(operand)
    if isinstance(operand, Product) and all(sign in ("cup", "setminus") for sign in operand.signs):
        return operand.operands
    return (operand,)


ORDERED = frozenset({"≤", "<", "≥", ">"})
PAIRED = frozenset("ijklmn")
"""Letters that run over all pairs where one is below the other."""


def excepted_letters(sides: tuple[Node, ...], head: Head) -> tuple[str, ...]:
    r"""The i of `e^{q_i^\top k_i} + \sum_{j \neq i} e^{q_i^\top k_j}`: the sum leaves out a place that is used outside it, too.

    Only where symbols carry both letters, so that k_i is an entry of the k_j, and never of a sum over all pairs. Where no left side says
    which letters are free, the k of `\sum_{j \ne k} x_j` is one, too: the terms know nothing of it. Where none does or it is a plain name,
    so is the t up to which `\sum_{j \le t} (q_t^\top k_j) v_j` goes, but not the j of all pairs `\sum_{i < j}`.
    """
    found: dict[str, None] = {}
    unnamed = head.symbol is None
    plain = unnamed or not (head.letters or head.is_function)
    for side in sides:
        for operator in every(BigOperator, side):
            found.update(dict.fromkeys(_excepted(operator, side, unnamed=unnamed)))
            if plain and (limit := _limit(operator, side)) is not None:
                found[limit] = None
    return tuple(name for name in found if unnamed or name not in head.letters)


def _limit(operator: BigOperator, side: Node) -> str | None:
    r"""The t of `\sum_{j \le t}`, bound by no other sum: used outside this one, or no second of a pair as the alphabet has it (`i < j`)."""
    ordered = _ordered(operator)
    if ordered is None:
        return None
    first, second = ordered
    others = [other.sub for other in every(BigOperator, side) if other.sub is not None and (_ordered(other) or ("", ""))[1] != second]
    outside = _carriers(second, walk_outside(side, lambda node: node is operator))
    pair = first < second and (PAIRED.issuperset(ordered) or _are_pairs(first, second, operator))
    return second if (outside or not pair) and not any(second in bound_names(sub) for sub in others) else None


def _are_pairs(first: str, second: str, operator: BigOperator) -> bool:
    r"""Whether only what stands at the one index stands at the other: `\sum_{s < t} (x_s - x_t)^2`."""
    carried = _carriers(second, walk(operator))
    strict = any(relation.signs == ("<",) for relation in every(Relation, operator))
    return strict and bool(carried) and carried <= _carriers(first, walk(operator))


def _ordered(operator: BigOperator) -> tuple[str, str] | None:
    r"""The letters of `\sum_{j \le i}`."""
    relation = unwrap(operator.sub) if operator.sub is not None else None
    if not isinstance(relation, Relation) or len(relation.signs) != 1 or relation.signs[0] not in ORDERED:
        return None
    first, second = map(word, relation.operands)
    return (first, second) if first is not None and second is not None and len(first) == len(second) == 1 else None


def _excepted(operator: BigOperator, side: Node, *, unnamed: bool) -> list[str]:
    pair = _unequal(operator)
    if pair is None:
        return []
    first, second = pair
    others = (other for other in every(BigOperator, side) if other.sub is not None and _unequal(other) is None)
    if any(second in bound_names(other.sub) for other in others if other.sub is not None):
        return []
    outside = _carriers(second, walk_outside(side, lambda node: node is operator))
    return [second] if (unnamed and _is_left_out(second, operator.body)) or outside & _carriers(first, walk(operator)) else []


def _is_left_out(letter: str, body: Node | None) -> bool:
    """Whether the terms of a sum know nothing of a letter."""
    inside = (node for node in (body, *walk(body)) if word(node) is not None) if body is not None else ()
    return all(canonical(part) != letter for node in inside for part in letters_of(node))


def _unequal(operator: BigOperator) -> tuple[str, str] | None:
    r"""The letters of `\sum_{j \neq i}`."""
    relation = unwrap(operator.sub) if operator.sub is not None else None
    if not isinstance(relation, Relation) or relation.signs != ("≠",):
        return None
    return canonical(relation.first), canonical(relation.rest[0][1])


def _carriers(letter: str, nodes: Iterable[Node]) -> set[str]:
    """Symbols that carry a letter as their subscript."""
    scripted = (node for node in map(scripts_moved_out, nodes) if isinstance(node, Scripted) and node.sub is not None)
    return {canonical(node.base) for node in scripted if node.sub is not None and canonical(node.sub) == letter}
