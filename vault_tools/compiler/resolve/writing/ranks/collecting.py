r"""What the statements of a note say about ranks, and what each says as a whole: sums without a range, measures, currents.

I is a current in products `V = IR`, `P = UI`, and squared, as in `\sqrt{I^2 + Q^2}`: nobody raises the identity to a power. The identity
stands in sums, by itself, or behind the number that scales it (`\sigma^2 I`): nobody multiplies a matrix by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.indices.summed import mark_summed
from vault_tools.compiler.resolve.writing.indices.usage import excepted_letters
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, every, number_of, texts, undressed, unwrap, walk, word
from vault_tools.compiler.resolve.writing.ranks.alike import alike, array_parameters, pass_on, shared_by_steps, take_as_parameters
from vault_tools.compiler.resolve.writing.ranks.attention import gram_matrices
from vault_tools.compiler.resolve.writing.ranks.customs import COSTS, OF_ENTRIES, SCORE, is_measured, names_no_matrix
from vault_tools.compiler.resolve.writing.ranks.hints import Hints
from vault_tools.compiler.resolve.writing.ranks.looks import is_bold, listed_entries
from vault_tools.compiler.resolve.writing.ranks.numbers import Numbers, has_open_capitals
from vault_tools.compiler.resolve.writing.ranks.statistics import squares
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.syntax_tree import BigOperator, Fraction, Letters, Name, Node, Product, Scripted, Styled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vault_tools.compiler.resolve.writing.indices.free import Surroundings
    from vault_tools.compiler.resolve.writing.indices.scopes import LetterFacts
    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.ranks.kinds import Capital
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks, Seen
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.resolve.writing.statements.heads import Head

PAIR = 2
OF_ARRAYS = frozenset("HKOQUVWX")
"""Capitals that are arrays also in what looks like a measure (`MHA = \\sum_i O_i W_i`)."""
ATTENTION = "A"
"""The capital of attention weights, of which two indices name one; those of scores and blocks may be cut into blocks."""
OF_SIDES: tuple[Callable[[Marks, Head, Node], None], ...] = (squares, gram_matrices)
"""What is asked of the side of an equation."""
PLACES = frozenset("ijklmn")
ARRAY_FUNCTIONS = frozenset({"softmax", "sigma", "tanh", "phi"})


class Note(Protocol):
    """What the statements of a note are asked while marks are collected."""

    @property
    def around(self) -> Surroundings:
        """The words of the note, and the letters of its data."""

    def facts_of(self, entry: Entry) -> LetterFacts:
        """Facts for reading the scripts of a statement."""

    def gives_scores(self, found: Occurrence) -> bool:
        """Whether the note defines a symbol by a product of two matrices, the second transposed."""

    def is_defined(self, found: Occurrence) -> bool:
        """Whether the note defines a symbol itself."""


def marks_in(entries: tuple[Entry, ...], note: Note, known: Mapping[str, set[Seen]] | None = None) -> dict[str, set[Seen]]:
    """What statements say of ranks, and what is `known` of the names that they define."""
    words, found = note.around.words, _collected(entries, note, frozenset())
    if has_open_capitals(found, entries):
        numbers: set[Capital] = set()
        for entry in entries:
            Numbers(Hints(note.facts_of(entry), words, found), note.is_defined, numbers).collect(entry)
        found = _collected(entries, note, frozenset(numbers)) if numbers else found
    marks = [Hints(note.facts_of(entry), words, found) for entry in entries]
    for marked, entry in zip(marks, entries, strict=True):
        pass_on(marked, found if known is None else known, entry)
    taken = array_parameters(found, entries) if any(entry.head.is_function for entry in entries) else {}
    for marked, entry in zip(marks, entries, strict=True) if taken else ():
        take_as_parameters(marked, entry, taken)
    found = shared_by_steps(found)
    return alike(found, note.around.data) if note.around.data else found


def _collected(entries: tuple[Entry, ...], note: Note, numbers: frozenset[Capital]) -> dict[str, set[Seen]]:
    found: dict[str, set[Seen]] = {name: {("scalar", count)} for name, count in numbers}
    for entry in entries:
        collect(Hints(note.facts_of(entry), note.around.words, found, numbers, gives_scores=note.gives_scores), entry)
    return found


def collect(hints: Hints, entry: Entry) -> None:
    """Note what a statement says."""
    hints.left = _indices_of(hints, entry.head)
    hints.entry = _entry(hints.left, entry.head.symbol)
    sides = entry.statement.sides[1 if entry.head.symbol is not None else 0 :]
    bound = {name for side in sides for name in binders(side)} - {*excepted_letters(sides, entry.head)}
    hints.summed = frozenset(bound) - hints.left
    for side in sides:
        _visit_side(hints, side, entry.head)
    _visit_head(hints, entry.head)
    mark_summed(hints, sides)
    if any("I" in texts(side) for side in sides):
        for factor in _currents(entry, hints.words):
            hints.mark(factor, "scalar")
    symbol = None if entry.head.is_function else entry.head.symbol
    if symbol is not None and _is_score(symbol):
        _mark_scores(hints, sides)


def _visit_side(hints: Hints, side: Node, head: Head) -> None:
    r"""Collect in a side of a statement; what gives a cost (`\text{FLOPs} \approx 6ND`) is made of numbers."""
    name = (word(bare(head.symbol)) or "") if head.symbol is not None else ""
    marks = ("scalar",) if not COSTS.isdisjoint(name.lower().split()) else ()
    for rule in OF_SIDES:
        rule(hints, head, side)
    for part in listed_entries(side) or (side,):
        hints.visit(part, *marks)


def _visit_head(hints: Hints, head: Head) -> None:
    r"""Parameters of a function that works on vectors (`LayerNorm(x) = …`) are vectors; `\text{softmax}(x_i) = …` names an entry."""
    if head.parameters:
        _bold_parameters(hints, head)
    name = word(bare(head.symbol)) if head.symbol is not None and head.is_function else None
    function = hints.words.vocabulary.function(name) if name else None
    if function is not None and function.signature.startswith("(n)"):
        bold = any(map(is_bold, head.parameters or ()))
        for parameter in head.parameters or ():
            if bold and not is_bold(parameter):
                continue  # `\text{lse}(\beta, \mathbf{z})`
            if not (function.name in OF_ENTRIES and isinstance(unwrap(parameter), Scripted)):
                hints.visit(parameter, "normed")


def _bold_parameters(hints: Hints, head: Head) -> None:
    r"""`f(\mathbf{h}) = \sum_i \mathbf{h}_i`: the letter by itself is the vector."""
    for parameter in head.parameters or ():
        if is_bold(parameter):
            hints.visit(parameter)


def _indices_of(hints: Hints, head: Head) -> frozenset[str]:
    r"""The indices of the symbol on the left, `S_{ij}` or `S(i, j)`."""
    if head.is_function and head.parameters:
        letters = frozenset(map(canonical, head.parameters))
        return letters if letters <= hints.facts.letters else frozenset()
    return frozenset(map(canonical, hints.facts.read(head.symbol).indices)) if isinstance(head.symbol, Scripted) else frozenset()


def _entry(indices: frozenset[str], symbol: Node | None) -> frozenset[str]:
    r"""The indices of `e_{ij}`, `\alpha_{ts}`, `A_{ij}`, `\text{score}_{ij}`, which is one number for each pair."""
    if len(indices) != PAIR or symbol is None:
        return frozenset()
    letter = word(undressed(bare(symbol))) or ""
    return indices if letter == ATTENTION or names_no_matrix(symbol) or is_measured(letter) else frozenset()


def _is_score(symbol: Node) -> bool:
    """`AP`, `mAP`, `NDCG`: an abbreviation, as measures of quality are called."""
    return SCORE.fullmatch(word(bare(symbol)) or "") is not None


def _mark_scores(hints: Hints, sides: tuple[Node, ...]) -> None:
    r"""The R_n and P_n of `AP = \sum_n (R_n - R_{n-1}) P_n`: without a transpose or a function, a measure adds up numbers."""
    if any(map(_is_of_arrays, (node for side in sides for node in walk(side)))):
        return
    for operator in (each for side in sides for each in every(BigOperator, side) if each.operator in ("sum", "max", "min")):
        for scripted in every(Scripted, operator.body) if operator.body is not None else ():
            for atom in hints.words.atoms(scripted):
                found = hints.facts.read(atom) if is_symbol(atom) and is_upper(bare(atom)) else None
                if found is not None and len(found.indices) == 1 and found.base not in OF_ARRAYS:
                    hints.note(found.name, "scalar", 1)


def _is_of_arrays(node: Node) -> bool:
    return (
        is_transposed(node) or (isinstance(node, Name) and node.text in ARRAY_FUNCTIONS) or (isinstance(node, Styled) and node.font == "bf")
    )


MATRICES = frozenset("AHKOQWXYZ")
VECTORS = frozenset("huvwxyz")
"""Letters beside which I may be the identity after all, in a note that shows what it does to them."""
RESULTS = (MATRICES - {"Q", "W"}) | VECTORS | {"I", "Sigma", "Lambda"}
"""The same on the left, where a charge and a work are computed, too, and covariances are not."""


def _currents(entry: Entry, words: Words) -> tuple[Node, ...]:
    """The symbols of a statement that are numbers because I is a quantity in it: I itself, and what it is multiplied by."""
    squared = tuple(node for side in entry.statement.sides for node in every(Scripted, side) if _is_squared(node))
    return (*squared, *_beside_current(entry, words))


def _is_squared(node: Scripted) -> bool:
    return node.sub is None and word(node.base) == "I" and node.sup is not None and (number_of(node.sup) or 0) > 1


def _beside_current(entry: Entry, words: Words) -> tuple[Node, ...]:
    """The symbols of the products of a statement in which I is a quantity; all of them are numbers."""
    sides = entry.statement.sides
    head = entry.head.symbol
    if head is None or len(sides) < 2 or word(base_of(head)) in RESULTS:
        return ()
    products = [_factors(side, words) for side in sides[1:]]
    whole = {key(side) for side in sides}
    return tuple(factor for factors in products if _has_current(factors, whole) for factor in factors)


def _has_current(factors: list[Node], sides: set[object]) -> bool:
    letters = [word(base_of(factor)) for factor in factors]
    places = {word(factor.sub) for factor in factors if isinstance(factor, Scripted) and factor.sub is not None}
    if len(places & PLACES) > 1:
        return False  # `I_i \cdot T_j`: of each pair
    if letters.count("I") != 1 or len(letters) < 2 or not all(map(_is_plain, factors)) or not (MATRICES | VECTORS).isdisjoint(letters):
        return False
    scaled = letters[-1] == "I" and not isinstance(factors[-1], Scripted) and not any(is_upper(factor) for factor in factors[:-1])
    shown = len(factors) == 2 and any(key(factor) in sides for factor in factors)  # `V = IV`
    return not scaled and not shown


def _factors(side: Node, words: Words) -> list[Node]:
    """The factors of a side that is a product, written numbers aside."""
    side = unwrap(side)
    if isinstance(side, Fraction):
        return _factors(side.numerator, words) if word(side.denominator) is not None or number_of(side.denominator) else []
    if isinstance(side, Product):
        operands = side.operands
        crossed = all(sign in ("cdot", "times", "ast", "dot") for sign in side.signs)
        return [factor for operand in operands for factor in _factors(operand, words)] if crossed else []
    return [atom for atom in words.atoms(side) if number_of(atom) is None]


def _is_plain(factor: Node) -> bool:
    """A letter without a font or an accent, with a label or a written power at most."""
    base = factor.base if isinstance(factor, Scripted) else factor
    above = factor.sup if isinstance(factor, Scripted) else None
    power = above is None or (number_of(above) or 0) > 0
    return is_symbol(factor) and isinstance(base, Letters | Name) and power and not is_transposed(factor)
