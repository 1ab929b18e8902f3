r"""Sums of the same terms up to two letters: `\frac{\sum_{i=1}^k \lambda_i}{\sum_{i=1}^n \lambda_i}` is the share of the first k.

One of the letters is how many there are; up to the other only some are added: `\sum_{i=1}^n \mathbb{1}[i \le k] \lambda_i`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from vault_tools.compiler.resolve.writing.nodes import every, number_of, rebuilt, unwrap, word
from vault_tools.compiler.resolve.writing.pieces import letters_of
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Display,
    Ellipsis_,
    Fence,
    Fraction,
    Juxtaposed,
    Letters,
    Number,
    Product,
    Relation,
    Scripted,
    Styled,
    Sum,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.syntax_tree import Node

LENGTHS = "nNdDpPmM"
"""Letters of how many there are, the likeliest first."""
INDEX = "i"


class _Part(NamedTuple):
    """A sum over places from the first to a letter; without one over all."""

    node: Node
    body: Node
    letter: str
    end: Node | None
    first: Node | None = None
    """The first place, a number."""

    @property
    def up_to(self) -> str:
        """The letter of the end."""
        return word(self.end) or "" if self.end is not None else ""


def with_partial_sums(display: Display) -> Display:
    """The display with an indicator in sums of the first few terms; itself where all sums of the same terms end alike."""
    display = _with_ends_above(display)
    groups: dict[object, list[_Part]] = {}
    for part in _parts(display):
        groups.setdefault(key(_at(part.body, part.letter, INDEX)), []).append(part)
    changed: dict[int, Node] = {}
    for parts in groups.values():
        whole = _whole(display, parts) if len({part.up_to for part in parts}) > 1 else None
        if whole is not None:
            changed.update(
                (id(part.node), _partial(part, whole.end)) for part in parts if part.up_to not in ("", whole.up_to) and part.first
            )
    return rebuilt(display, lambda node: changed.get(id(node), node)) if changed else display


def _with_ends_above(display: Display) -> Display:
    r"""`\sum_{i=1}^k` for `\sum_{i \le k}`, where k is no index of anything."""
    scripts = {letter for node in every(Scripted, display) for letter in script_letters(node, inside=False)}

    def bounded(node: Node) -> Node:
        below = unwrap(node.sub) if isinstance(node, BigOperator) and node.sub is not None and node.sup is None else None
        if not isinstance(node, BigOperator) or not isinstance(below, Relation) or below.signs != ("≤",):
            return node
        letter, end = below.operands
        if len(word(letter) or "") != 1 or len(word(end) or "") != 1 or word(end) in scripts or word(letter) not in scripts:
            return node
        return replace(node, sub=replace(below, rest=(("=", Number(end.span, "1", "1")),)), sup=end)

    return rebuilt(display, bounded) if any(node.sub is not None for node in every(BigOperator, display)) else display


def _parts(display: Display) -> Iterator[_Part]:
    for operator in every(BigOperator, display):
        if operator.operator == "sum" and operator.body is not None and (part := _of_operator(operator, operator.body)) is not None:
            yield part
    for total in every(Sum, display):
        if (spelled := _spelled(total)) is not None:
            yield spelled


def _of_operator(operator: BigOperator, body: Node) -> _Part | None:
    below = unwrap(operator.sub) if operator.sub is not None else None
    if below is None or word(below) is not None:
        letter = word(below) if below is not None else _only_letter(body)
        return _Part(operator, body, letter, None) if letter is not None and operator.sup is None else None
    letter = word(below.first) if isinstance(below, Relation) and below.signs == ("=",) else None
    end = unwrap(operator.sup) if operator.sup is not None else None
    if letter is None or end is None or len(word(end) or "") != 1:
        return None
    assert isinstance(below, Relation)
    return _Part(operator, body, letter, end, below.operands[1] if number_of(below.operands[1]) is not None else None)


def _only_letter(body: Node) -> str | None:
    r"""The i of `\sum \sigma_i^2`."""
    below = {word(letter) for node in every(Scripted, body) if node.sub is not None for letter in letters_of(node.sub)}
    return next(iter(below)) if len(below) == 1 else None


def _spelled(total: Sum) -> _Part | None:
    r"""`\lambda_1 + \dots + \lambda_k`."""
    operands = [unwrap(term) for term in total.operands]
    first, last = operands[0], operands[-1]
    dotted = len(operands) in (3, 4) and set(total.signs) == {"+"} and isinstance(operands[-2], Ellipsis_)
    if not dotted or not isinstance(first, Scripted) or not isinstance(last, Scripted) or first.sub is None or last.sub is None:
        return None
    alike = key(replace(first, sub=None)) == key(replace(last, sub=None)) and number_of(first.sub) == 1
    body = replace(first, sub=Letters(first.sub.span, INDEX))
    return _Part(total, body, INDEX, last.sub, first.sub) if alike and word(last.sub) else None


def _at(body: Node, letter: str, other: str) -> Node:
    return rebuilt(body, lambda node: Letters(node.span, other) if isinstance(node, Letters) and node.text == letter else node)


def _whole(display: Display, parts: list[_Part]) -> _Part | None:
    """The sum over all: that without an end, that below a line, or that up to the usual letter of a length."""
    below = {id(node) for fraction in every(Fraction, display) for kind in (BigOperator, Sum) for node in every(kind, fraction.denominator)}
    endless = [part for part in parts if part.end is None]
    divisors = [part for part in parts if id(part.node) in below]
    usual = sorted((part for part in parts if LENGTHS.find(part.up_to) >= 0), key=lambda part: LENGTHS.index(part.up_to))
    return next(iter((*endless, *divisors, *usual)), None)


def _partial(part: _Part, whole: Node | None) -> Node:
    assert part.end is not None
    assert part.first is not None
    span = part.node.span
    index, one = Letters(span, part.letter), Number(span, "1", "1")
    mark = (Styled(span, "bb", one), Fence(span, "[", Relation(span, index, (("≤", part.end),)), "]"))
    body = Fence(span, "(", part.body, ")") if isinstance(part.body, Product | Sum) else part.body
    factors = body.items if isinstance(body, Juxtaposed) else (body,)
    below = Relation(span, index, (("=", part.first),)) if whole is not None else index
    return BigOperator(span, "sum", below, whole, Juxtaposed(span, (*mark, *factors)))
