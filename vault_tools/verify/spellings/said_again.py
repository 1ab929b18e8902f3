r"""Numbers that are said again in percent: `0.5 \quad (50\%)`, `0.5 \text{ or } 50\%`, `50\% \text{ or } 0.5`, `50\% (0.5)`.

Who says a number twice states it twice; both are held against what is computed. Other words before a percentage (`0.5 \text{ with }
95\%`) begin something else.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import cover, every, number_of
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Name, Node, Number, Postfix, Relation, Sequence, Text
from vault_tools.verify.relations import with_last, with_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

AGAIN = frozenset({
    "or", "i.e.", "ie", "that is", "or about", "equivalently", "or equivalently", "即", "或", "或者", "也就是", "即为", "亦即", "也即",
    "oder", "d.h.", "d. h.", "also", "ou", "soit", "o", "es decir", "o sea", "つまり", "すなわち", "즉", "또는", "atau",
})  # fmt: skip
"""Words between a number and the same one in percent."""
ROUGHLY = (
    "about", "approximately", "approx.", "approx", "roughly", "around", "some", "约", "大约", "约为", "大概", "近似", "≈", "~", "etwa",
    "ca.", "circa", "rund", "ungefähr", "aprox.", "aproximadamente", "unos", "environ", "約", "およそ", "ほぼ", "약", "cerca de",
)  # fmt: skip
"""Words that say of the percentage that it is rounded, alone or behind one of those."""
SAID = re.compile(r"[\s(（\[【,，;；]*(?P<words>[^\d()（）\[\]【】%％]*?)[\s,，:：]*(?P<number>\d+(?:[.,]\d+)?)\s*\\?[%％][\s)）\]】。.]*")
"""A percentage set as text, in brackets or behind words."""
OPENERS, CLOSERS = frozenset("(（[【"), frozenset(")）]】")


def said_again(display: Display) -> Display:
    """The display with what is said again as a side of its own; behind a list as a remark of its own."""
    if not (every(Postfix, display) or any("%" in text.text or "％" in text.text for text in every(Text, display))):
        return display
    return with_rows(display, _told)


def offers_another(display: Display) -> bool:
    r"""Whether a display says that a result may be another number, too: `2 + 2 = 4 \text{ or } 5`."""
    return any(_offers_another(row.items) for row in display.rows if isinstance(row, Sequence))


def _offers_another(items: tuple[Node, ...]) -> bool:
    for relation, words, other in zip(items, items[1:], items[2:], strict=False):
        match relation, words:
            case Relation(rest=(*_, (_, number))), Text(text=text) if text.strip().lower() in AGAIN:
                one, two = number_of(number), number_of(other)
                if one is not None and two is not None and abs(one - two) > abs(one) / 100:
                    return True
    return False


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
        case Relation(rest=(*_, (_, Juxtaposed(items=(Fence(body=Sequence()) as numbers, remark))))) if share_in(remark):
            return Sequence(row.span, (with_last(row, numbers), remark), ("quad",))
        case Relation():
            return _in_text(row)
        case Sequence(items=(Relation(rest=(*_, (_, side))) as relation, remark, *rest), separators=("quad", *signs)) if not isinstance(
            side, Fence
        ) and (share := share_in(remark)):
            return _joined(row, _again(_in_text(relation), share, remark), rest, signs)
        case Sequence(
            items=(Relation() as relation, Text(text=words) as before, Juxtaposed(items=(share, Text(text=end))), *rest),
            separators=("quad" | "where", "where", *signs),
        ) if words.lstrip()[:1] in OPENERS and end.strip() in CLOSERS and _is_share(share) and _says_again(words.lstrip()[1:]):
            return _joined(row, _again(relation, share, before), rest, signs)
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
        case (_, Juxtaposed(items=(Number() | Postfix() as number, (Text() | Fence(body=Text() | Sequence() | Juxtaposed())) as prose))):
            said = _share_of_words(prose.body if isinstance(prose, Fence) else prose)
            return _again(with_last(relation, number), said, prose) if said is not None else relation
    return relation


def share_in(remark: Node) -> Node | None:
    r"""The percentage that a remark behind a number is all about: `(50\%)`, `\text{(about 50\%)}`, `(\text{即 } 50\%)`."""
    match remark:
        case Fence(body=share) if _is_share(share):
            return share
        case Fence(body=inside):
            return _share_of_words(inside)
        case Text(text=text) if text.strip()[:1] in OPENERS:
            return _share_of_words(remark)
    return None


def _share_of_words(said: Node) -> Node | None:
    """A percentage with no other words before it than those that say a number again."""
    match said:
        case Text(text=text) if (found := SAID.fullmatch(text)) is not None and _says_again(found["words"]):
            return Postfix(said.span, "percent", Number(said.span, found["number"].replace(",", "."), found["number"]))
        case Sequence(items=(Text(text=words), share), separators=("where",)) if _is_share(share) and _says_again(words):
            return share
        case Juxtaposed(items=(Text(text=words) | Name(text=words, command=False), share)) if _is_share(share) and _says_again(words):
            return share
    return None


def _again(relation: Relation, share: Node, *words: Node) -> Relation:
    """The relation with the percentage as a further side, beside ≈ where words say that it is rounded."""
    sign, number = relation.rest[-1]
    if not isinstance(number, Number | Postfix):
        return relation
    said = " ".join(
        (*(part.text for one in words for part in every(Text, one)), *(part.text for one in words for part in every(Name, one)))
    )
    rounded = any(word in said.lower() for word in ROUGHLY)
    return replace(relation, span=cover((relation, share)), rest=(*relation.rest, ("≈" if rounded else sign, share)))


def _is_share(node: Node) -> bool:
    return isinstance(node, Postfix) and node.operator == "percent" and isinstance(node.operand, Number)


def _is_decimal(node: Node) -> bool:
    r"""The 0.25 of `25\% \text{ or } 0.25`; a whole number there counts something."""
    return isinstance(node, Number) and "." in node.text


def _says_again(words: str) -> bool:
    plain = words.strip(" ,，:：;；").lower()
    roughly = next((word for word in ROUGHLY if plain.endswith(word)), "")
    plain = plain.removesuffix(roughly).rstrip(" ,，:：")
    return not plain or plain in AGAIN
