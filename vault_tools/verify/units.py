r"""Units behind numbers (`2 \text{ bytes}`, `14\ \text{GB}`): a display without them, and with what they multiply by.

A note that computes bytes and writes gigabytes states a scaled number; one that computes in gigabytes all along does not. Which of the
two is meant shows in whether the numbers agree.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import unwrap, word
from vault_tools.compiler.syntax_tree import (
    Display,
    Fraction,
    Juxtaposed,
    Name,
    Node,
    Number,
    Product,
    Relation,
    Scripted,
    Sequence,
    Styled,
    Sum,
    Text,
)
from vault_tools.compiler.tree import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PREFIXES: Mapping[str, tuple[int, int]] = {
    "k": (10**3, 2**10),
    "K": (10**3, 2**10),
    "M": (10**6, 2**20),
    "G": (10**9, 2**30),
    "T": (10**12, 2**40),
    "P": (10**15, 2**50),
}
"""What a prefix multiplies by: in tens and in twos."""
COUNTED = frozenset({
    "bytes", "byte", "bits", "bit", "B", "tokens", "token", "words", "FLOPs", "FLOP", "flops", "FLOPS", "parameters", "params",
    "parameter", "vectors", "heads", "layers", "numbers", "values", "elements", "dollars", "euros", "items", "steps", "seconds", "hours",
    "minutes",     "days", "s", "ms", "h", "min", "m", "cm", "mm", "km", "kg", "g", "W", "Wh", "kWh", "J", "N", "Hz", "字节", "个", "次",
})  # fmt: skip
"""Units that count or measure and change no number."""
SCALED = frozenset({"B", "iB", "b", "bit", "bytes", "FLOPs", "FLOP", "FLOPS", "flops", "Hz", "params", "parameters", "tokens", ""})
"""What may stand behind a prefix."""


def without_units(display: Display) -> Display:
    """The numbers alone."""
    return _changed(display, lambda _name: 1)


def readings(display: Display) -> tuple[Display, ...]:
    """The display without units, with decimal and with binary prefixes; alone where it has no unit."""
    plain = without_units(display)
    if plain == display:
        return (display,)
    scaled = (_changed(display, factor) for factor in (_in_tens, _in_twos))
    return (plain, *(one for one in scaled if one != plain))


def _in_tens(name: str) -> int:
    return _factor(name, 0)


def _in_twos(name: str) -> int:
    return _factor(name, 1)


def _factor(name: str, base: int) -> int:
    """Of a unit, or of one per one that is counted."""
    first = name.partition("/")[0]
    return 1 if first in COUNTED else PREFIXES[first[0]][base]


def is_unit(name: str) -> bool:
    """Whether a word behind a number is one of the units known here, or one per another (`GB/s`)."""
    return all(part in COUNTED or (part[:1] in PREFIXES and part[1:].strip() in SCALED) for part in name.split("/"))


def _changed(display: Display, factor: Callable[[str], int]) -> Display:
    rows = tuple(_node(row, factor) for row in display.rows)
    return display if rows == display.rows else replace(display, rows=rows)


def _node(node: Node, factor: Callable[[str], int]) -> Node:
    match node:
        case Relation(first=first, rest=rest) | Product(first=first, rest=rest):
            return replace(node, first=_node(first, factor), rest=tuple((sign, _node(one, factor)) for sign, one in rest))
        case Sequence(items=items):
            return replace(node, items=tuple(_node(item, factor) for item in items))
        case Sum(terms=terms):
            return replace(node, terms=tuple((sign, _node(term, factor)) for sign, term in terms))
        case Fraction(numerator=numerator, denominator=denominator):
            return replace(node, numerator=_node(numerator, factor), denominator=_node(denominator, factor))
        case Juxtaposed(items=(number, *rest)) if rest:
            return _measured(node, number, factor)
    return node


def _measured(node: Juxtaposed, number: Node, factor: Callable[[str], int]) -> Node:
    """A number with a unit behind it; anything else stays."""
    name = _unit_name(node.items[1])
    if len(node.items) != 2 or name is None or not is_unit(name) or not _is_number(number):
        return node
    scale = factor(name)
    if scale == 1:
        return number
    return Product(node.span, number, (("times", Number(NOWHERE, str(scale), str(scale))),))


def _unit_name(node: Node) -> str | None:
    if isinstance(node, Text):
        return node.text.strip()
    return word(unwrap(node)) if isinstance(node, Name | Styled) else None


def _is_number(node: Node) -> bool:
    node = unwrap(node)
    base = unwrap(node.base) if isinstance(node, Scripted) else node
    return isinstance(base, Number)
