r"""A counter of steps above without brackets: in `x^{k+1} = x^k - \eta g^k` the k tells steps apart, and is no exponent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.names.shifts import shift_letter
from vault_tools.compiler.resolve.writing.nodes import every, is_euler, number_of, rebuilt, unwrap, word
from vault_tools.compiler.syntax_tree import Display, Fence, Letters, Name, Node, Relation, Scripted, Sum

if TYPE_CHECKING:
    from collections.abc import Iterator

COEFFICIENTS = frozenset({"alpha", "beta", "gamma", "lambda", "rho"})
"""Letters of numbers that are raised to powers (a discount, a decay) beside what is counted."""
UPDATES = frozenset({"=", ":=", "←"})
STEPS = frozenset("tkl")
"""Letters that on the left side count steps even where nothing but another symbol is shifted."""


def with_counters(display: Display) -> Display:
    r"""The display with the counter in brackets, `x^{(k+1)}`, as labels may stand; itself where none counts.

    A letter counts steps where the left side carries it above, and the symbol on the left, or another one, carries it plus or minus a
    number: in `x^{k+1} = x^k + …`, in `m^t = \beta m^{t-1} + …`, and in `u^t = W x^t + V z^{t-1}`.
    """
    if not any(isinstance(node.sup, Sum) for node in every(Scripted, display)):
        return display
    found = dict(_counters(display))
    if not found:
        return display
    letters = frozenset(found.values())
    return rebuilt(display, lambda node: _labelled(node, letters, frozenset(found)))


def _counters(display: Display) -> Iterator[tuple[str, str]]:
    """Symbols that are counted, with the letter that does."""
    for relation in every(Relation, display):
        left = unwrap(relation.first)
        if relation.rest[0][0] not in UPDATES or not isinstance(left, Scripted) or left.sup is None or not is_symbol(left):
            continue
        letter = shift_letter(left.sup) or word(left.sup)
        if letter is None or len(letter) > 1 or not letter.islower() or is_euler(unwrap(left.base)):
            continue
        above = [(canonical(node.base), node.sup) for _, side in relation.rest for node in every(Scripted, side) if node.sup is not None]
        base = canonical(left.base)
        if _stands_bare(base, relation):
            continue  # `q^{n+1} = q q^n`: what also stands by itself is raised to a power
        same = [sup for symbol, sup in above if symbol == base]
        if any(shift_letter(sup) == letter for sup in same) or (shift_letter(left.sup) and any(word(sup) == letter for sup in same)):
            yield base, letter
        elif word(left.sup) in STEPS:
            others = {symbol for symbol, sup in above if shift_letter(sup) == letter} - COEFFICIENTS
            yield from ((base, letter) for symbol in others if symbol not in GREEK and not _stands_bare(symbol, relation))


def _stands_bare(name: str, relation: Relation) -> bool:
    """Whether a symbol stands somewhere without scripts."""
    scripted = sum(canonical(node.base) == name for node in every(Scripted, relation))
    return sum(canonical(node) == name for node in (*every(Letters, relation), *every(Name, relation))) > scripted


def _labelled(node: Node, letters: frozenset[str], counted: frozenset[str]) -> Node:
    if not isinstance(node, Scripted) or node.sup is None or not is_symbol(node) or is_euler(unwrap(node.base)):
        return node
    if canonical(node.base) in COEFFICIENTS:
        return node
    first = number_of(node.sup) == 0 and canonical(node.base) in counted  # the `H^0` that `H^{l+1} = … H^l …` starts from
    if not first and (shift_letter(node.sup) or word(node.sup)) not in letters:
        return node
    return replace(node, sup=Fence(node.sup.span, "(", node.sup, ")"))
