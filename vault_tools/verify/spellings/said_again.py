r"""Numbers that are said again in percent: `0.5 \quad (50\%)`, `0.5 \text{ or } 50\%`, `50\% \text{ or } 0.5`, `50\% (0.5)`.

Who says a number twice states it twice; both are held against what is computed. Other words before a percentage (`0.5 \text{ with }
95\%`) begin something else.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import cover, every
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Name, Node, Number, Postfix, Relation, Sequence, Text
from vault_tools.verify.relations import with_last, with_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

AGAIN = frozenset({
    "or", "i.e.", "ie", "that is", "or about", "equivalently", "or equivalently", "即", "或", "或者", "也就是", "即为", "亦即", "也即",
    "oder", "d.h.", "d. h.", "also", "ou", "soit", "o", "es decir", "o sea", "つまり", "すなわち", "즉", "또는", "atau",
})  # fmt: skip
"""Words between a number and the same one in percent."""
SAID = re.compile(r"[\s(（\[【,，;；]*(?P<words>[^\d()（）\[\]【】%％]*?)[\s,，:：]*(?P<number>\d+(?:[.,]\d+)?)\s*\\?[%％][\s)）\]】。.]*")
"""A percentage set as text, in brackets or behind words."""


def said_again(display: Display) -> Display:
    """The display with what is said again as a side of its own."""
    if not (every(Postfix, display) or any("%" in text.text or "％" in text.text for text in every(Text, display))):
        return display
    return with_rows(display, _told)


def other_way_round(node: Node) -> Node:
    r"""A chain with `50\% (0.5)` as two sides, where it is no product."""
    if not isinstance(node, Relation):
        return node
    match node.rest[-1]:
        case (sign, Juxtaposed(items=(Postfix(operator="percent") as share, Fence(opener="(" | "[", body=Number() as number)))):
            return replace(node, rest=(*node.rest[:-1], (sign, share), (sign, number)))
    return node


def _told(row: Node) -> Node:
    match row:
        case Relation():
            return _in_text(row)
        case Sequence(items=(Relation() as relation, Fence(body=share), *rest), separators=("quad", *signs)) if _is_share(share):
            return _joined(row, _again(_in_text(relation), share), rest, signs)
        case Sequence(items=(Relation() as relation, Text(text=words), other, *rest), separators=("where" | ",", "where", *signs)):
            if _says_again(words) and (_is_share(other) or (_is_share(relation.rest[-1][1]) and _is_decimal(other))):
                return _joined(row, _again(relation, other), rest, signs)
        case Sequence(items=(Relation() as relation, *rest)):
            first = _in_text(relation)
            return row if first is relation else replace(row, items=(first, *rest))
    return row


def _joined(row: Sequence, first: Relation, rest: Iterable[Node], signs: Iterable[str]) -> Node:
    others = tuple(rest)
    return replace(row, items=(first, *others), separators=tuple(signs)) if others else first


def _in_text(relation: Relation) -> Relation:
    r"""`= 0.5 \text{ (50\%)}` as `= 0.5 = 50\%`."""
    match relation.rest[-1]:
        case (_, Juxtaposed(items=(Number() as number, Text(text=words) | Name(text=words, command=False), share))) if _is_share(
            share
        ) and _says_again(words):
            return _again(with_last(relation, number), share)
        case (_, Juxtaposed(items=(Number() | Postfix() as number, (Text(text=text) | Fence(body=Text(text=text))) as prose))):
            said = SAID.fullmatch(text)
            if said is None or not _says_again(said["words"]):
                return relation
            digits = said["number"].replace(",", ".")
            share = Postfix(prose.span, "percent", Number(prose.span, digits, said["number"]))
            return _again(with_last(relation, number), share)
    return relation


def _again(relation: Relation, share: Node) -> Relation:
    sign, number = relation.rest[-1]
    if not isinstance(number, Number | Postfix):
        return relation
    return replace(relation, span=cover((relation, share)), rest=(*relation.rest, (sign, share)))


def _is_share(node: Node) -> bool:
    return isinstance(node, Postfix) and node.operator == "percent" and isinstance(node.operand, Number)


def _is_decimal(node: Node) -> bool:
    r"""The 0.25 of `25\% \text{ or } 0.25`; a whole number there counts something."""
    return isinstance(node, Number) and "." in node.text


def _says_again(words: str) -> bool:
    plain = words.strip(" ,，:：;；~").lower()
    return not plain or plain in AGAIN
