r"""What amounts measure, in the base units of the SI: `500\,\text{g} \cdot 9.8\,\text{m/s}^2` the same as `4.9\,\text{N}`.

Only where every side of an equation has its units do they say whether its numbers can be compared.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, number_of, rebuilt, unwrap
from vault_tools.compiler.syntax_tree import (
    Display,
    Fence,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Product,
    Relation,
    Root,
    Scripted,
    Sequence,
    Sum,
)
from vault_tools.compiler.syntax_tree import Fraction as FractionNode
from vault_tools.compiler.tree import NOWHERE
from vault_tools.verify.relations import relations, with_last, with_relations
from vault_tools.verify.units.amounts import is_number, times, unit_behind
from vault_tools.verify.units.names import LONE_CAPITALS, measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BASE: Mapping[str, tuple[Mapping[str, int], Fraction]] = {
    "time": ({"s": 1}, Fraction(1)),
    "length": ({"m": 1}, Fraction(1)),
    "mass": ({"kg": 1}, Fraction(1, 1000)),
    "volume": ({"m": 3}, Fraction(1, 10**6)),
    "amount": ({"mol": 1}, Fraction(1)),
    "temperature": ({"K": 1}, Fraction(1)),
    "current": ({"A": 1}, Fraction(1)),
    "force": ({"kg": 1, "m": 1, "s": -2}, Fraction(1)),
    "energy": ({"kg": 1, "m": 2, "s": -2}, Fraction(1)),
    "power": ({"kg": 1, "m": 2, "s": -3}, Fraction(1)),
    "pressure": ({"kg": 1, "m": -1, "s": -2}, Fraction(1)),
    "voltage": ({"kg": 1, "m": 2, "s": -3, "A": -1}, Fraction(1)),
    "frequency": ({"s": -1}, Fraction(1)),
    "resistance": ({"kg": 1, "m": 2, "s": -3, "A": -2}, Fraction(1)),
}
"""What each kind of measure is made of, and how much of that the unit is in which `unit_names.MEASURES` counts it."""
Powers = frozenset[tuple[str, int]]
NOTHING: Mapping[str, Powers] = {}


@dataclass(frozen=True, slots=True)
class Quantity:
    """Powers of the base units; `bare`: a number without unit takes part, which may have lost one."""

    powers: Powers
    bare: bool = False


class UnlikeTerms(Exception):  # noqa: N818  not for the reader
    """Terms that measure different things are added."""


def measure_alike(display: Display) -> bool | None:
    """Whether all sides measure the same, in units that have to be converted; False: they do not, so their numbers are no equation.

    None: that is not told.
    """
    try:
        told = list(map(_alike, relations(display)))
    except UnlikeTerms:
        return False
    if False in told:
        return False
    amounts = [size for row in display.rows for size in _sizes(row)]
    return True if told and all(told) and any(size != 1 for size in amounts) else None


def sides_measure_alike(display: Display) -> bool:
    """Whether every side of every equation is told to measure the same."""
    try:
        told = list(map(_alike, relations(display)))
    except UnlikeTerms:
        return False
    return bool(told) and all(told)


def in_si(display: Display) -> Display:
    """The display with every amount in the units of the SI, as numbers; an equation that ends in an amount in that one's unit.

    If that is none of the SI, sides without units are left out.
    """
    return replace(display, rows=tuple(map(_converted, display.rows)))


def _converted(row: Node) -> Node:
    if isinstance(row, Sequence):
        return replace(row, items=tuple(map(_converted, row.items)))
    last = amount_of(row.rest[-1][1], given=True) if isinstance(row, Relation) else None
    if last is None or not isinstance(row, Relation):
        return rebuilt(row, _as_number)
    told = [(sign, side) for sign, side in row.rest if last[1] == 1 or not is_bare(side)]
    rest = tuple((sign, _in_unit(side, last[1])) for sign, side in told)
    return replace(row, first=row.first if is_symbol(row.first) else _computed(_in_unit(row.first, last[1])), rest=rest)


def _computed(side: Node) -> Node:
    """A converted amount as what is computed: a number alone would say nothing."""
    return Product(side.span, side, (("times", Number(NOWHERE, "1", "")),)) if isinstance(side, Number) else side


def is_bare(side: Node) -> bool:
    r"""The `60 \cdot 2` of `E = Pt = 60 \cdot 2 = 120\,\text{Wh}`: numbers that do not say their units, which may be any."""
    found = quantity(side)
    return found is not None and found.bare


def _in_unit(side: Node, unit: Fraction) -> Node:
    """A side in another unit than that of the SI."""
    amount = amount_of(side, given=True)
    if amount is not None and isinstance(side, Juxtaposed):
        return times(side.items[0], amount[1] / unit, side)
    return times(Fence(side.span, "(", rebuilt(side, _as_number), ")"), 1 / unit, side)


def with_amounts_in_si(display: Display) -> Display:
    r"""What a display tells others: `v = 72\,\text{km/h}` that v is 20, in the units of the SI."""
    return with_relations(display, _told)


def _told(relation: Relation) -> Relation:
    return with_last(relation, given_in_si(relation.rest[-1][1])) if is_symbol(relation.first) else relation


def given_in_si(number: Node) -> Node:
    r"""`72\,\text{km/h}`, given for a symbol, as 20; what is no amount stays."""
    amount = amount_of(number, given=True)
    if amount is None or not isinstance(number, Juxtaposed):
        return number
    value = number_of(number.items[0])
    if value is None or amount[1] == 1:
        return number.items[0]
    scaled = value * amount[1]
    return FractionNode(number.span, _whole(number, scaled.numerator), _whole(number, scaled.denominator))


def _whole(place: Node, value: int) -> Node:
    return Number(place.span, str(value), "")


# ---------------------------------------------------------------- what a node measures


def _alike(relation: Relation) -> bool | None:
    sides = [side for side in relation.operands if not is_symbol(side)]
    found = [quantity(side) for side in sides]
    known = [one for one in found if one is not None]
    if len(known) < 2 or not any(one.powers for one in known):
        return None
    if len({one.powers for one in known}) == 1:
        return (len(known) == len(sides) and not any(one.bare for one in known)) or None  # a bare 60 may be what converts
    sure = {one.powers for one in known if not one.bare}
    return False if len(sure) > 1 else None


def quantity(node: Node, names: Mapping[str, Powers] = NOTHING) -> Quantity | None:
    """What an expression measures; None where an unknown unit takes part, or a symbol that is not among `names`."""
    node = unwrap(node)
    if number_of(node) is not None:
        return Quantity(frozenset(), bare=not _is_of_a_law(node))
    match node:
        case Juxtaposed(items=items):
            amount = amount_of(node)
            return Quantity(amount[0]) if amount is not None else _product(((item, 1) for item in items), names)
        case Product(first=first, rest=((sign, power),)) if _is_scientific(first, sign, power):
            return quantity(power, names)
        case Product(first=first, rest=rest) if all(sign in _POWERS for sign, _ in rest):
            return _product([(first, 1), *((operand, _POWERS[sign]) for sign, operand in rest)], names)
        case FractionNode(numerator=above, denominator=below, bar=True):
            return _product([(above, 1), (below, -1)], names)
        case Sum(terms=terms):
            return _sum([quantity(term, names) for _, term in terms])
        case Fence(opener="(", body=body, closer=")"):
            return quantity(body, names)
        case Root(radicand=radicand, degree=None):
            return _root(quantity(radicand, names))
        case Name(text="pi"):
            return Quantity(frozenset())
    return _of_symbols(node, names)


def _is_scientific(mantissa: Node, sign: str, power: Node) -> bool:
    r"""The `3.6 \cdot 10^6\,\text{J}` of an amount: one number, of which no part has lost a unit."""
    if not isinstance(power, Juxtaposed) or sign not in {"times", "cdot"} or not isinstance(unwrap(mantissa), Number):
        return False
    ten = unwrap(power.items[0])
    return isinstance(ten, Scripted) and number_of(ten.base) == 10


def _of_symbols(node: Node, names: Mapping[str, Powers]) -> Quantity | None:
    """A symbol, with a whole power or without."""
    match node:
        case Scripted(sup=sup) if sup is not None and (power := number_of(sup)) is not None and power.denominator == 1:
            return _raised(replace(node, sup=None) if node.sub is not None else node.base, int(power), names)
        case Letters() | Name() | Scripted(sup=None):
            return _symbol(node, names)
    return None


_POWERS: Mapping[str, int] = {"times": 1, "cdot": 1, "ast": 1, "slash": -1, "div": -1}
LARGEST_OF_A_LAW = 4


def _is_of_a_law(node: Node) -> bool:
    r"""The `\frac12` and `\frac43` of laws are numbers without unit; any other number may have lost one."""
    parts = (node.numerator, node.denominator) if isinstance(node, FractionNode) else ()
    numbers = [number_of(part) for part in parts]
    return bool(numbers) and all(number is not None and number.denominator == 1 and number <= LARGEST_OF_A_LAW for number in numbers)


def _symbol(node: Node, names: Mapping[str, Powers]) -> Quantity | None:
    """A symbol that is measured, or a run of letters each of which is."""
    name = canonical(node) if is_symbol(node) else None
    if name is not None and name in names:
        return Quantity(names[name])
    if not isinstance(node, Letters) or len(node.text) < 2 or not names.keys() >= set(node.text):
        return None
    return _product(((replace(node, text=letter), 1) for letter in node.text), names)


def _raised(base: Node, power: int, names: Mapping[str, Powers]) -> Quantity | None:
    """A power; of the run `mv` that of its last letter."""
    if not isinstance(base, Letters) or len(base.text) < 2:
        return _product([(base, power)], names)
    before, last = replace(base, text=base.text[:-1]), replace(base, text=base.text[-1])
    return _product([(before, 1), (last, power)], names)


def _root(found: Quantity | None) -> Quantity | None:
    if found is None or any(power % 2 for _, power in found.powers):
        return None
    return replace(found, powers=frozenset((name, power // 2) for name, power in found.powers))


def _product(factors: Iterable[tuple[Node, int]], names: Mapping[str, Powers]) -> Quantity | None:
    powers: Counter[str] = Counter()
    bare = False
    for node, sign in factors:
        found = quantity(node, names)
        if found is None:
            return None
        bare = bare or found.bare
        for name, power in found.powers:
            powers[name] += sign * power
    return Quantity(frozenset((name, power) for name, power in powers.items() if power), bare)


def _sum(terms: list[Quantity | None]) -> Quantity | None:
    known = [term for term in terms if term is not None]
    if len({term.powers for term in known if not term.bare}) > 1:
        raise UnlikeTerms
    if len(known) < len(terms) or len({term.powers for term in known}) > 1:
        return None
    return replace(known[0], bare=any(term.bare for term in known))


def amount_of(node: Node, *, given: bool = False) -> tuple[Powers, Fraction] | None:
    """Powers and size of the unit behind a number; None for all else."""
    if not isinstance(node, Juxtaposed) or len(node.items) != 2 or not is_number(node.items[0]):
        return None
    number, unit = node.items
    name = unit_behind(number, unit)
    if given and isinstance(unit, Name) and unit.span.start - number.span.end > 1:  # `12\,\text{V}`: a space stands before a unit
        if unit.text == "Omega":
            return frozenset(BASE["resistance"][0].items()), Fraction(1)
        name = unit.text if unit.text in LONE_CAPITALS else name
    found = measure(name or "")
    if found is None or any(kind not in BASE for kind, _ in found[0]):
        return None
    powers: Counter[str] = Counter()
    size = found[1]
    for kind, exponent in found[0]:
        parts, unit_size = BASE[kind]
        size *= unit_size**exponent
        for base, power in parts.items():
            powers[base] += power * exponent
    return frozenset((base, power) for base, power in powers.items() if power), size


def _sizes(row: Node) -> list[Fraction]:
    return [amount[1] for node in every(Juxtaposed, row) if (amount := amount_of(node)) is not None]


def _as_number(node: Node) -> Node:
    amount = amount_of(node, given=True)
    return node if amount is None or not isinstance(node, Juxtaposed) else times(node.items[0], amount[1], node)
