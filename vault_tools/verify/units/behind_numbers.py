r"""Units behind numbers (`2 \text{ bytes}`, `14\ \text{GB}`): a display without them, and with what they multiply by.

A note that computes bytes and writes gigabytes states a scaled number; one that computes in gigabytes all along does not. Which of the
two is meant shows in whether the numbers agree.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, number_of, rebuilt, unwrap, walk, with_parts
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
    Scripted,
    Sequence,
    Sum,
    Text,
)
from vault_tools.compiler.syntax_tree import Fraction as FractionNode
from vault_tools.compiler.tree import NOWHERE
from vault_tools.verify.relations import last_relation, relations, with_last, with_relations, with_rows
from vault_tools.verify.units.amounts import is_number, times, unit_behind, unit_name, unit_of
from vault_tools.verify.units.counted import without_counted, without_words
from vault_tools.verify.units.dimensions import in_si, measure_alike, sides_measure_alike
from vault_tools.verify.units.names import (
    COHERENT,
    COHERENT_SIZES,
    CURRENCIES,
    DERIVED,
    ENERGIES,
    LONE_CAPITALS,
    MEASURES,
    MONEY,
    PREFIXES,
    SCALES,
    SYMBOLS,
    WATT_HOURS,
    WORDS,
    factor,
    in_numerals,
    is_scaled,
    is_unit,
    measure,
    parts_of,
    sizes_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Set


def without_units(display: Display) -> Display:
    """The numbers alone."""
    return _changed(display, lambda _name: 1)


def readings(display: Display) -> tuple[Display, ...]:
    """The display without units, with decimal and binary prefixes, with B for billions; alone where it has no unit.

    Where every side has its units, in those of the SI; where sides or terms measure different things, they are no equation of numbers.
    """
    if any(map(tells_a_unit, relations(display))):
        return (display,)
    display = _with_capitals(without_counted(display))
    alike = measure_alike(display)
    if alike is not None:
        return (in_si(display),) if alike else (display,)
    converted = with_relations(display, _converted)
    plain = without_units(converted)
    bare = without_words(plain)
    last = (bare,) if bare != plain else ()
    if plain == display:
        return (display, *last)
    if converted != display:
        counted = (_changed(display, _in_tens),) if any(in_numerals(name)[0] for name in _unit_names(display)) else ()
        return (plain, *last, *counted)
    at_a_rate = _at_a_rate(display)
    if at_a_rate:
        return at_a_rate
    sizes = _mixed_sizes(display)
    if _is_in_electronvolts_too(display):
        return (display, plain, *last)
    if _needs_a_rate(display) or _is_incoherent(display) or (sizes and not _converts(display, sizes)):
        return (display,)
    if sizes:
        return (display, plain, *last)
    changed = (one for factor in (_in_tens, _in_twos, _in_billions) if (one := _changed(display, factor)) != plain)
    scaled = (*(with_relations(one, power_apart) for one in changed), *_without_prefix(display))
    return (display, *scaled) if _mixes_prefixes(display) else (plain, *scaled, *last)


def _with_capitals(display: Display) -> Display:
    r"""`0.5\ \text{L}` in litres, where another unit of the display is made of them (`mol/L`), or where all sides then measure the same
    (`12\,\text{V} \cdot 2\,\text{A} = 24\,\text{W}`); alone it may be a factor L.
    """
    capitals = {part for name in _unit_names(display) for part, _ in parts_of(name)} & LONE_CAPITALS
    if capitals:
        return _read_as_units(display, capitals)
    read = _read_as_units(display, LONE_CAPITALS)
    return read if read != display and sides_measure_alike(read) else display


def _read_as_units(display: Display, capitals: Set[str]) -> Display:
    def read(node: Node) -> Node:
        match node:
            case Juxtaposed(items=(number, Name(text=text, command=False) as unit)) if text in capitals and is_number(number):
                return replace(node, items=(number, Text(unit.span, f" {text}")))
            case Juxtaposed(items=(number, Name(text="Omega") as unit)) if capitals is LONE_CAPITALS and is_number(number):
                return replace(node, items=(number, Text(unit.span, " Ω")))
            case Juxtaposed(items=(number, Name(text="k" | "M" as prefix) as unit, Name(text="Omega"))) if capitals is LONE_CAPITALS:
                return replace(node, items=(number, Text(unit.span, f" {prefix}Ω"))) if is_number(number) else node
        return node

    return rebuilt(display, read)


def _without_prefix(display: Display) -> tuple[Display, ...]:
    r"""`500 \times 20 = 10 \text{ kW}`, `\frac{14 \times 10^9}{2 \times 10^{12}} = 7 \text{ ms}`, with the result in watts or seconds.

    Numbers without units are meant in those of the SI, grams or watt-hours.
    """
    row = last_relation(display)
    found = _measure(row.rest[-1][1]) if row is not None and len(_unit_names(display)) == 1 else None
    if row is None or found is None or len(found[0]) != 1 or found[0][0][1] != 1:
        return ()
    sizes = (Fraction(1), *(COHERENT_SIZES.get(kind, Fraction(1)) for kind, _ in found[0]), *WATT_HOURS.get(found[0][0][0], ()))
    last = (_amount(row.rest[-1][1], size) for size in dict.fromkeys(sizes) if size != found[1])
    return tuple(replace(display, rows=(*display.rows[:-1], with_last(row, one))) for one in last)


def _at_a_rate(display: Display) -> tuple[Display, ...]:
    r"""`\frac{14 \text{ GB}}{2 \text{ TB/s}} = 7 \text{ ms}`: data by a rate per second give seconds, with prefixes in tens or in twos."""
    row = last_relation(display)
    found = _measure(row.rest[-1][1]) if row is not None else None
    if row is None or found is None or found[0] != (("time", 1),) or found[1] == 1:
        return ()
    last = _amount(row.rest[-1][1], Fraction(1))
    timed = replace(display, rows=(*display.rows[:-1], with_last(row, last)))
    amounts = [name.partition("/") for name in _unit_names(timed)]
    kinds, per_time = {data[1:] for data, _, _ in amounts if is_scaled(data)}, {per for _, _, per in amounts}
    if len(kinds) != 1 or per_time != {"", "s"} or not all(is_scaled(data) for data, _, _ in amounts):
        return ()
    return (_changed(timed, _in_tens), _changed(timed, _in_twos))


def _mixed_sizes(display: Display) -> tuple[frozenset[Fraction], ...]:
    r"""`5 \text{ min} + 30 \text{ s}`, `\frac{2.7 \text{ g}}{1 \text{ cm}^3} = 2700 \text{ kg/m}^3`: the sizes of units of one kind,
    where they differ: their numbers alone are no equation.
    """
    sizes: dict[str, set[Fraction]] = {}
    for name in _unit_names(display):
        for part, _ in parts_of(name):
            for kind, size in sizes_of(part):
                sizes.setdefault(kind, set()).add(size)
    return tuple(frozenset(found) for found in sizes.values() if len(found) > 1)


def _unit_names(display: Display) -> list[str]:
    """The units behind numbers, in order."""
    amounts = (row for row in every(Juxtaposed, display) if len(row.items) == 2 and is_number(row.items[0]))
    return [name for row in amounts if (name := unit_behind(*row.items))]


def _converts(display: Display, mixed: tuple[frozenset[Fraction], ...]) -> bool:
    r"""`0.5 \text{ h} \times 60 = 30 \text{ min}`: the display writes by what it converts, so its numbers can confirm it."""
    counted = {row.items[0] for row in every(Juxtaposed, display) if len(row.items) == 2 and unit_behind(*row.items)}
    written = {Fraction(one.text) for one in every(Number, display) if one not in counted and one.text.isdecimal()}
    return all(max(found) / min(found) in written for found in mixed)


def _is_incoherent(display: Display) -> bool:
    r"""`500 \text{ g} \cdot 9.8 \text{ m/s}^2 = 4.9 \text{ N}`: what comes out in newtons, joules or watts is computed in kg, m and s."""
    parts = {part for name in _unit_names(display) for part, _ in parts_of(name)}
    kinds = {MEASURES[part][0] for part in parts if part in MEASURES}
    return len(kinds) > 1 and bool(kinds & DERIVED) and not parts & ENERGIES.keys() and bool((parts & MEASURES.keys()) - COHERENT)


def _mixes_prefixes(display: Display) -> bool:
    r"""`16 \text{ GB} / 2 \text{ MB/s}`: without their prefixes the numbers are no equation, unless it writes by what it converts."""
    found: dict[str, set[int]] = {}
    for name in _unit_names(display):
        part = name.partition("/")[0]
        if is_scaled(part):
            found.setdefault(part[1:], set()).add(factor(part, 0))
    mixed = [sizes for sizes in found.values() if len(sizes) > 1]
    written = {Fraction(one.text) for one in every(Number, display) if one.text.isdecimal()}
    return any(not {max(sizes) // min(sizes), 2**10, 2**20} & written for sizes in mixed)


def drops_a_prefix(display: Display, stated: object) -> bool:
    r"""Whether the number stated of `7 \times 2\, bytes = 14\, GB` is the 14: so many bytes are no gigabytes, whatever is meant."""
    row = last_relation(display)
    last = row.rest[-1][1] if row is not None else None
    match last:
        case Juxtaposed(items=(Number(text=number), Text(text=unit) | Name(text=unit) | Letters(text=unit))) if is_scaled(unit.strip()):
            behind = {text.strip() for text in _words(display)}
            plain = unit.strip()[1:] == "B" and behind <= {unit.strip(), "byte", "bytes", "Bytes"} and len(behind) > 1
            return plain and stated == float(number)
    return False


def _words(display: Display) -> list[str]:
    """The texts and names of a display without that of its result."""
    row = last_relation(display)
    sides = row.operands[1 if is_symbol(row.first) else 0 :] if row is not None else ()
    return [one.text for side in sides for one in walk(side) if isinstance(one, Text | Name | Letters)]


def _is_in_electronvolts_too(display: Display) -> bool:
    r"""`\frac{3.3 \cdot 10^{-19}\,\text{J}}{1.6 \cdot 10^{-19}} = 2.1\,\text{eV}`: the charge that converts may be a bare number."""
    parts = {part for name in _unit_names(display) for part, _ in parts_of(name)}
    energies = {part.endswith("eV") for part in parts if MEASURES.get(part, ("",))[0] == "energy"}
    return len(energies) > 1


def _needs_a_rate(display: Display) -> bool:
    r"""`\$20 + €30 = \$50`, `20^\circ\text{C} = 293\,\text{K}`: without a rate or a zero their numbers are no equation."""
    words = {*_unit_names(display), *(text.text.strip() for text in every(Text, display))}
    return len({MONEY[word] for word in words & MONEY.keys()}) > 1 or len(words & SCALES) > 1


def as_given(display: Display) -> Display:
    r"""What a display tells others: `P = 70\text{B}` that it is 70 billions, `M = 14 \text{ GB}` that it is 14."""
    return _changed(display, lambda name: _in_billions(name) if name in PREFIXES or name == "B" or in_numerals(name)[0] else 1)


def _in_tens(name: str) -> int:
    return factor(name, 0)


def _in_twos(name: str) -> int:
    return factor(name, 1)


def _in_billions(name: str) -> int:
    r"""`7\text{B}` parameters beside M for millions and T for trillions."""
    return 10**9 if name == "B" else _in_tens(name)


def _changed(display: Display, factor: Callable[[str], int]) -> Display:
    return with_rows(display, lambda row: _node(row, factor))


def _converted(equation: Relation) -> Relation:
    r"""`72 \text{ km/h} = 20 \text{ m/s}` in one unit: amounts in an equation whose units measure the same and differ.

    In `\frac{50}{64} = 0.78 \text{ min} = 47 \text{ s}` the unit of what is computed is that of the first amount.
    """
    sides = equation.operands
    measured = [None if _is_name(side) else _measure(side) for side in sides]
    known = [one for one in measured if one is not None]
    if len(known) < 2 or len({kind for kind, _ in known}) > 1 or len(set(known)) == 1:
        return equation
    first = measured.index(known[0])
    if None in measured[first:]:
        return equation
    computed = any(not _is_name(side) for side in sides[:first])
    unit = known[0][1] if computed else known[-1][1]  # the last stays as it is printed, for its digits tell how exact it is
    converted = [_amount(side, unit) for side in sides]
    signs = equation.signs
    return replace(equation, first=converted[0], rest=tuple(zip(signs, converted[1:], strict=True)))


def power_apart(equation: Relation) -> Relation:
    r"""`(T^2) = 16.8 \times 10^6`: a power that is computed, where `T^2` would name what stands behind it."""
    power = equation.first
    if not isinstance(power, Scripted) or number_of(power.sup or power) is None:
        return equation
    return replace(equation, first=Fence(power.span, "(", power, ")"))


def _is_name(node: Node) -> bool:
    node = unwrap(node)
    return isinstance(unwrap(node.base) if isinstance(node, Scripted) else node, Name | Letters)


def _measure(node: Node) -> tuple[tuple[tuple[str, int], ...], Fraction] | None:
    """What the unit of an amount measures, and how much of it; None for all else."""
    if not isinstance(node, Juxtaposed) or len(node.items) != 2 or not is_number(node.items[0]):
        return None
    name = unit_behind(*node.items) or ""
    numeral, _ = in_numerals(name)
    return ((("number", 1),), Fraction(numeral)) if numeral else measure(name)


def _amount(node: Node, unit: Fraction) -> Node:
    """An amount in another unit; a name stays."""
    found = _measure(node)
    return node if found is None or not isinstance(node, Juxtaposed) else times(node.items[0], found[1] / unit, node)


def _node(node: Node, factor: Callable[[str], int]) -> Node:
    match node:
        case Relation() if _counts_other_things(node):
            return node
        case Relation() | Product() | Sequence() | Sum() | FractionNode() | Fence(opener="(", body=Juxtaposed() | Product(), closer=")"):
            return with_parts(node, lambda part: _node(part, factor))
        case Scripted(base=Fence() as base, sub=None, sup=sup) if sup is not None and number_of(sup) is not None:
            return replace(node, base=_node(base, factor))
        case Juxtaposed(items=(Text(text=sign), Number() as number, *rest)) if sign.strip() in CURRENCIES:
            return replace(node, items=(number, *rest)) if rest else number
        case Juxtaposed(items=(number, *rest)) if rest:
            return _measured(node, factor)
    return node


def _counts_other_things(node: Relation) -> bool:
    r"""`1 \text{ layer} = 12 \text{ heads}`: amounts of different things are no equation of numbers."""
    sides = node.operands
    amounts = (side.items[1] for side in sides if isinstance(side, Juxtaposed) and len(side.items) == 2 and is_number(side.items[0]))
    counted = {name for amount in amounts if (name := unit_name(amount)) in WORDS}
    return len({name.rstrip("s") for name in counted}) > 1


def tells_a_unit(node: Relation) -> bool:
    r"""`1\,\text{eV} = 1.602\cdot 10^{-19}\,\text{J}`, `1\,\text{mol} = 6.022\cdot 10^{23}`: an amount in one unit is said to be so much in
    another that is not known as one of the same kind: that says what the unit is, and is no equation of numbers.
    """
    name, (_, other), *more = unit_of(node.first), *node.rest
    kind = measure(name) if name else None
    if more or not name or (kind is None and name not in SYMBOLS) or (kind is not None and kind[0] == (("data", 1),)):
        return False
    named = unit_of(other.rest[-1][1] if isinstance(other, Product) else other)
    if named is None:
        return is_number(other) or isinstance(other, Product)
    to = measure(named)
    return named != name and (kind is None or to is None or kind[0] != to[0])


def _measured(node: Juxtaposed, factor: Callable[[str], int]) -> Node:
    r"""What has a unit behind it: a number, or a product whose unit is set as text (`2P \text{ bytes}`); anything else stays."""
    *amount, last = node.items
    name = unit_behind(amount[-1], last)
    behind = is_number(amount[0]) if len(amount) == 1 else _is_worded(last)
    if name is None or not is_unit(name) or not behind:
        return node
    scale = factor(name)
    rest = amount[0] if len(amount) == 1 else replace(node, items=tuple(amount))
    return rest if scale == 1 else Product(node.span, rest, (("times", Number(NOWHERE, str(scale), str(scale))),))


def _is_worded(node: Node) -> bool:
    """Set as text, and no lone letter, which may be a factor."""
    return isinstance(node, Text) or (isinstance(node, Name) and not node.command and len(node.text) > 1)
