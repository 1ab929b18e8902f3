r"""`p^k` in a sum over k: the k-th power of a number where the formula counts so, not the k-th of several p."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import base_of, children, every, number_of, rebuilt, unwrap, word
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.resolve.writing.statements.rewritten.labels_above import small_letter_above, with_labels
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Display,
    Ellipsis_,
    Fence,
    Fraction,
    Juxtaposed,
    Letters,
    Node,
    Number,
    Postfix,
    Product,
    Relation,
    Scripted,
    Sequence,
    Sum,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIR = 2
LAYER = "l"
ORDERS = frozenset("kpr")
"""Letters of the order of a moment."""
TRANSITIONS, COUNTERS, SYSTEM = frozenset("AP"), frozenset("klnt"), ["C", "A", "B"]
"""Letters of what leads from step to step, those that count its powers, and a state space from what is read to what is fed."""


def with_powers(display: Display) -> Display:
    r"""The display with brackets (that nobody sees) round each letter that is raised to a letter; itself where none is certain.

    It is certain where the letter above stands in a compound exponent or a binomial, too (`\binom{n}{k} p^k (1-p)^{n-k}`), or where the
    letter below is added to a number (`1 - q` beside `\sum_k q^k`), or where a sum from 0 has no other use for the letter above.
    """
    if not any(small_letter_above(node) or isinstance(node.sup, Sum) for node in every(Scripted, display)):
        return display
    display = with_labels(display)
    raised = [node for node in every(Scripted, display) if _is_raised(node)]
    labels = {letter for left in _left_sides(display) for node in every(Scripted, left) for letter in script_letters(node, inside=False)}
    running, numbers = binders(display), set(_numbers(display))
    exponents = {*_exponents(display), *_only_raised(display), *(set(_counting(display)) - running)} - labels
    powers = [
        node
        for node in raised
        if small_letter_above(node) in exponents or (small_letter_above(node) in running - labels and word(node.base) in numbers)
    ]
    powers += [*_of_matrices(display, running - labels), *_of_transitions(display), *_of_steps(display), *_moments(display)]
    if not powers:
        return display
    return rebuilt(display, lambda node: _in_brackets(node) if any(node is power for power in powers) else node)


def _moments(display: Display) -> Iterator[Scripted]:
    r"""The `x_i^k` of `m_k = \frac{1}{n} \sum_{i=1}^n x_i^k`: an index of the left side stays below, so the letter above is an exponent."""
    heads = (unwrap(left) for left in _left_sides(display))
    below = ORDERS & {word(head.sub) for head in heads if isinstance(head, Scripted) and head.sub is not None}
    for operator in every(BigOperator, display) if below else ():
        term = operator.body if operator.operator == "sum" else None
        indexed = isinstance(term, Scripted) and term.sub is not None and word(term.sub) in binders(operator)
        if indexed and isinstance(term, Scripted) and isinstance(unwrap(term.base), Letters) and small_letter_above(term) in below:
            yield term


def _is_raised(node: Scripted) -> bool:
    """A small letter without font or subscript below another one."""
    base = node.base
    plain = isinstance(base, Letters) and len(base.text) == 1 and base.text.islower() and node.sub is None and not node.primes
    return plain and small_letter_above(node) is not None


def _of_matrices(display: Display, running: set[str]) -> list[Scripted]:
    r"""The `A^k` of `\sum_{k=0}^K \theta_k A^k X`, `\sum_n \frac{A^n}{n!}`: where the sum starts at 0 or the term counts with the letter.

    Not where two capitals carry the letter above: then it tells matrices apart.
    """
    found = [node for node in every(Scripted, display) if node.sub is None and small_letter_above(node) in running and is_upper(node.base)]
    counted = {*_exponents(display), *_raised_to(display), *_from_zero(display)} if found else set()
    letters = {letter for node in found if (letter := small_letter_above(node)) in counted and letter is not None}
    bases = {letter: {canonical(node.base) for node in found if small_letter_above(node) == letter} for letter in letters}
    return [node for node in found if len(bases.get(small_letter_above(node) or "", ())) == 1]


def _of_transitions(display: Display) -> Iterator[Scripted]:
    r"""The `A^t` of `x_t = A^t x_0`: what leads from the start to step t is the transition of one step, t times."""
    for relation in every(Relation, display):
        state = unwrap(relation.first)
        if not isinstance(state, Scripted) or state.sub is None or state.sup is not None or word(state.sub) is None:
            continue
        for left, right in (pair for _, side in relation.rest for row in every(Juxtaposed, side) for pair in pairwise(row.items)):
            for matrix, start in ((left, right), (right, left)):
                if isinstance(matrix, Scripted) and _leads(matrix, word(state.sub)) and _is_start(start, state.base):
                    yield matrix


def _leads(matrix: Scripted, step: str | None) -> bool:
    return matrix.sub is None and is_upper(matrix.base) and small_letter_above(matrix) == step


def _is_shifted(matrix: Scripted, step: str | None) -> bool:
    """`A^{i-1}`; the `A^{l-1}` of a layer is what came out of the one before it."""
    above = unwrap(matrix.sup) if matrix.sup is not None else None
    terms = above.operands if isinstance(above, Sum) and matrix.sub is None else ()
    return len(terms) == PAIR and word(terms[0]) == step != LAYER and number_of(terms[1]) is not None


def _is_start(node: Node, state: Node) -> bool:
    r"""`x_0` of the state x."""
    started = isinstance(node, Scripted) and node.sub is not None and node.sup is None and number_of(node.sub) == 0
    return started and isinstance(node, Scripted) and canonical(node.base) == canonical(state)


def _of_steps(display: Display) -> Iterator[Scripted]:
    r"""The `A^k` of `H^{(k)} = A^k X`, `x_t = A^{t-1} x_1` and `K_i = C A^i B`: the left side or the sum shows that it is no index.

    Of the letters of transitions only, and where nothing else on the right side carries the letter: that would be one of several.
    """
    for relation in every(Relation, display):
        state = unwrap(relation.first)
        step = _step(state)
        for row in (row for _, side in relation.rest for row in every(Juxtaposed, side) if step is not None and _carried(side, step) == 1):
            for place, matrix in enumerate(row.items):
                shifted = isinstance(matrix, Scripted) and _is_shifted(matrix, step)
                if isinstance(matrix, Scripted) and (shifted or _leads(matrix, step)) and _letter(matrix) in TRANSITIONS:
                    above = isinstance(state, Scripted) and state.sup is not None
                    counted = step in COUNTERS and (shifted or above)
                    if counted or list(map(_letter, row.items[max(place - 1, 0) : place + 2])) == SYSTEM:
                        yield matrix


def _step(state: Node) -> str | None:
    r"""The i of `K_i`, the k of `H^{(k)}`."""
    if not isinstance(state, Scripted) or (state.sub is None) == (state.sup is None):
        return None
    if state.sub is not None:
        return word(state.sub)
    above = unwrap(state.sup) if state.sup is not None else None
    return word(above.body) if isinstance(above, Fence) else None


def _letter(symbol: Node) -> str:
    """A symbol without scripts and accents."""
    return canonical(base_of(symbol)).partition("_")[0]


def _carried(side: Node, letter: str) -> int:
    """How often a letter is written in a side."""
    return sum(node.text.count(letter) for node in every(Letters, side))


def _raised_to(display: Display) -> Iterator[str]:
    r"""The k of `(1 - \alpha)^k` and of `k!`."""
    for node in every(Scripted, display):
        if isinstance(node.base, Number | Fence) and (above := small_letter_above(node)) is not None:
            yield above
    yield from (letter for sign in every(Postfix, display) if sign.operator == "!" and (letter := word(sign.operand)) is not None)


def _exponents(display: Display) -> Iterator[str]:
    """The letters of compound exponents of numbers and brackets (`(1-p)^{n-k}`, `q^{n-k}`), and of binomials."""
    for node in every(Scripted, display):
        above = unwrap(node.sup) if node.sup is not None else None
        above = unwrap(above.body) if isinstance(above, Fence) and isinstance(node.base, Fence) else above
        letters = [letter for term in above.operands if (letter := word(term)) is not None] if isinstance(above, Sum) else []
        base = unwrap(node.base)
        small = isinstance(base, Letters) and len(base.text) == 1 and base.text.islower() and node.sub is None and len(letters) == PAIR
        if small or (isinstance(base, Number) or (isinstance(base, Fence) and base.opener == "(")):
            yield from letters
    for fraction in every(Fraction, display):
        if not fraction.bar:
            yield from (letter for part in (fraction.numerator, fraction.denominator) if (letter := word(part)) is not None)


def _counting(node: Node) -> Iterator[str]:
    """Small letters that stand as numbers: in no subscript, no range, and not alone above a symbol; arguments of the left side, too."""
    if isinstance(node, Letters) and len(node.text) == 1 and node.text.islower():
        yield node.text
    ranged = isinstance(node, Relation) and any(isinstance(unwrap(side), Sequence | Ellipsis_) for _, side in node.rest)
    for child in () if ranged else children(node):
        script = isinstance(node, Scripted) and child is not node.base and not isinstance(unwrap(child), Sum | Product | Fraction)
        if not script and not (isinstance(node, BigOperator) and child is not node.body):
            yield from _counting(child)


def _only_raised(display: Display) -> Iterator[str]:
    r"""The k of `\sum_{k=0}^n q^k`."""
    below = {letter for node in every(Scripted, display) if node.sub is not None for letter in script_letters(node, inside=False)}
    yield from set(_from_zero(display)) - below


def _from_zero(display: Display) -> Iterator[str]:
    for operator in every(BigOperator, display):
        relation = unwrap(operator.sub) if operator.sub is not None else None
        if isinstance(relation, Relation) and len(relation.rest) == 1 and number_of(relation.rest[0][1]) == 0:
            yield word(relation.first) or ""


def _numbers(display: Display) -> Iterator[str]:
    """Letters that are added to a written number."""
    for node in every(Sum, display):
        if any(number_of(term) is not None for term in node.operands):
            yield from (letter for term in node.operands if (letter := word(term)) is not None)


def _left_sides(display: Display) -> Iterator[Node]:
    yield from (relation.first for relation in every(Relation, display))


def _in_brackets(node: Node) -> Node:
    assert isinstance(node, Scripted)
    base = Scripted(node.base.span, node.base, node.sub) if node.sub is not None else node.base
    return Scripted(node.span, Fence(node.base.span, ".", base, "."), None, node.sup)
