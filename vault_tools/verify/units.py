r"""Units behind numbers (`2 \text{ bytes}`, `14\ \text{GB}`): a display without them, and with what they multiply by.

A note that computes bytes and writes gigabytes states a scaled number; one that computes in gigabytes all along does not. Which of the
two is meant shows in whether the numbers agree.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import unwrap, word
from vault_tools.compiler.syntax_tree import (
    Display,
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
    Text,
)
from vault_tools.compiler.syntax_tree import Fraction as FractionNode
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
MEASURES: Mapping[str, tuple[str, Fraction]] = {
    "ms": ("time", Fraction(1, 1000)), "s": ("time", Fraction(1)), "seconds": ("time", Fraction(1)), "min": ("time", Fraction(60)),
    "minutes": ("time", Fraction(60)), "h": ("time", Fraction(3600)), "hours": ("time", Fraction(3600)), "days": ("time", Fraction(86400)),
    "mm": ("length", Fraction(1, 1000)), "cm": ("length", Fraction(1, 100)), "m": ("length", Fraction(1)), "km": ("length", Fraction(1000)),
    "g": ("mass", Fraction(1)), "kg": ("mass", Fraction(1000)), "J": ("energy", Fraction(1)), "Wh": ("energy", Fraction(3600)),
    "kWh": ("energy", Fraction(3_600_000)), "bit": ("data", Fraction(1)), "bits": ("data", Fraction(1)), "byte": ("data", Fraction(8)),
    "bytes": ("data", Fraction(8)),
}  # fmt: skip
"""What a unit measures, and how much of it: between the two sides of an equation they are converted."""
SCALED = frozenset({"B", "iB", "b", "bit", "bytes", "FLOPs", "FLOP", "FLOPS", "flops", "Hz", "params", "parameters", "tokens", ""})
"""What may stand behind a prefix."""


def without_units(display: Display) -> Display:
    """The numbers alone."""
    return _changed(display, lambda _name: 1)


def readings(display: Display) -> tuple[Display, ...]:
    """The display without units, with decimal and binary prefixes, with B for billions; alone where it has no unit."""
    converted = _with_rows(display, _converted)
    plain = without_units(converted)
    if plain == display:
        return (display,)
    if converted != display:
        return (plain,)
    scaled = (_changed(display, factor) for factor in (_in_tens, _in_twos, _in_billions))
    return (plain, *(one for one in scaled if one != plain))


def _in_tens(name: str) -> int:
    return _factor(name, 0)


def _in_twos(name: str) -> int:
    return _factor(name, 1)


def _in_billions(name: str) -> int:
    r"""`7\text{B}` parameters beside M for millions and T for trillions."""
    return 10**9 if name == "B" else _in_tens(name)


def _factor(name: str, base: int) -> int:
    """Of a unit, or of one per one that is counted."""
    first = name.partition("/")[0].partition("^")[0]
    return 1 if first in COUNTED else PREFIXES[first[0]][base]


def is_unit(name: str) -> bool:
    """Whether a word behind a number is one of the units known here, or one per another (`GB/s`)."""
    parts = [part.partition("^")[0] for part in name.split("/")]
    return all(part in COUNTED or (part[:1] in PREFIXES and part[1:].strip() in SCALED) for part in parts)


def _changed(display: Display, factor: Callable[[str], int]) -> Display:
    return _with_rows(display, lambda row: _node(row, factor))


def _with_rows(display: Display, change: Callable[[Node], Node]) -> Display:
    rows = tuple(map(change, display.rows))
    return display if rows == display.rows else replace(display, rows=rows)


def _converted(node: Node) -> Node:
    r"""`72 \text{ km/h} = 20 \text{ m/s}` in one unit: an equation of amounts alone whose units measure the same and differ."""
    if isinstance(node, Sequence):
        return replace(node, items=tuple(map(_converted, node.items)))
    if not isinstance(node, Relation):
        return node
    sides = (node.first, *(side for _, side in node.rest))
    amounts = [side for side in sides if not _is_name(side)]
    measured = [_measure(amount) for amount in amounts]
    known = [one for one in measured if one is not None]
    if len(known) < 2 or len(known) < len(amounts) or len({kind for kind, _ in known}) > 1 or len(set(known)) == 1:
        return node
    first, *rest = (_amount(side, known[-1][1]) for side in sides)  # the last stays as it is printed, for its digits tell how exact it is
    return replace(node, first=first, rest=tuple((sign, side) for (sign, _), side in zip(node.rest, rest, strict=True)))


def _is_name(node: Node) -> bool:
    node = unwrap(node)
    return isinstance(unwrap(node.base) if isinstance(node, Scripted) else node, Name | Letters)


def _measure(node: Node) -> tuple[tuple[tuple[str, int], ...], Fraction] | None:
    """What the unit of an amount measures, each with its power, and how much of it; None for all else."""
    if not isinstance(node, Juxtaposed) or len(node.items) != 2 or not _is_number(node.items[0]):
        return None
    kinds: list[tuple[str, int]] = []
    size = Fraction(1)
    for position, part in enumerate((_unit_name(node.items[1]) or "").split("/")):
        name, _, power = part.partition("^")
        if name not in MEASURES:
            return None
        kind, scale = MEASURES[name]
        exponent = int(power or 1) * (-1 if position else 1)
        kinds.append((kind, exponent))
        size *= scale**exponent
    return tuple(sorted(kinds)), size


def _amount(node: Node, unit: Fraction) -> Node:
    """An amount in another unit; a name stays."""
    found = _measure(node)
    if found is None or not isinstance(node, Juxtaposed):
        return node
    factor = found[1] / unit
    signs = (("times", factor.numerator), ("slash", factor.denominator))
    rest = tuple((sign, Number(NOWHERE, str(value), str(value))) for sign, value in signs if value != 1)
    return Product(node.span, node.items[0], rest) if rest else node.items[0]


def _node(node: Node, factor: Callable[[str], int]) -> Node:
    match node:
        case Relation(first=first, rest=rest) | Product(first=first, rest=rest):
            return replace(node, first=_node(first, factor), rest=tuple((sign, _node(one, factor)) for sign, one in rest))
        case Sequence(items=items):
            return replace(node, items=tuple(_node(item, factor) for item in items))
        case Sum(terms=terms):
            return replace(node, terms=tuple((sign, _node(term, factor)) for sign, term in terms))
        case FractionNode(numerator=numerator, denominator=denominator):
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
