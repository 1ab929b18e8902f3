"""What a sum is made of where its first place is not written, and its terms take the place itself as a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import inner
from vault_tools.compiler.parts import walk as parts_of
from vault_tools.compiler.resolve.writing.indices.labels import STEPS

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.operators.ranges import Binding
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.syntax_tree import Node

PLAIN = (tree.IndexValue, tree.Number, tree.Add, tree.Multiply, tree.Negate)
"""Of what an exponent is made that counts terms."""


def read_first_term(reader: Reader, binding: Binding, body: tree.Expression, node: Node) -> None:
    r"""Say where `\sum_k k p_k` begins; UnsupportedError for `\sum_t \gamma^t r_t`, where other powers would stand above the terms."""
    loose = {index.name for index in binding.indices if index.name not in reader.ranged and index.start > 0}
    counted = _places(body) & loose if loose else set()
    if not counted:
        return
    held = _held(body)
    powers = (part.exponent for part in parts_of(body) if isinstance(part, tree.Power))
    raised = {name for exponent in powers if _counts_terms(exponent) for name in _places(exponent)} & counted & held
    if raised:
        raise reader.unsupported("open_start", node.span, index=min(raised))
    for name in sorted(counted & held):
        reader.say("first_is_one", index=name)


def _places(part: tree.Expression) -> set[str]:
    """Indices whose value counts; not where two of them are compared or subtracted, and not where they look something up."""
    if isinstance(part, tree.IndexValue):
        return {part.index.name}
    if isinstance(part, tree.Add | tree.Compare) and len(_valued(part)) > 1:
        return set()
    inside = (part.array,) if isinstance(part, tree.Element) else inner(part)
    return {name for expression in inside for name in _places(expression)}


def _valued(part: tree.Expression) -> set[str]:
    """Indices whose value stands somewhere in it."""
    return {inside.index.name for inside in parts_of(part) if isinstance(inside, tree.IndexValue)}


def _held(body: tree.Expression) -> set[str]:
    """Indices that look something up."""
    at = (place for part in parts_of(body) if isinstance(part, tree.Element) for place in part.at)
    return {inside.index.name for place in at for inside in parts_of(place) if isinstance(inside, tree.IndexValue | tree.Position)}


def _counts_terms(exponent: tree.Expression) -> bool:
    r"""`n - i`; neither `i - 1`, which begins at 1, nor `t - j`, which tells how long ago j was."""
    parts = list(parts_of(exponent))
    sums = (part.terms for part in parts if isinstance(part, tree.Add))
    from_one = any(isinstance(term, tree.Number) and term.value == -1 for terms in sums for term in terms)
    plain = all(isinstance(part, PLAIN) or (isinstance(part, tree.Input) and part.name not in STEPS) for part in parts)
    return plain and not from_one
