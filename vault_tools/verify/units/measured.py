r"""Symbols that a note gives in units (`m = 2\,\text{kg}`): what an equation of them measures, and in which unit it is held.

What follows from such amounts has a unit of its own: `\frac12 m v^2` is an energy, whatever its number is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Letters, Node, Relation, Scripted
from vault_tools.model import message
from vault_tools.verify.relations import last_relation, relations, with_relations
from vault_tools.verify.units.amounts import unit_name
from vault_tools.verify.units.dimensions import Powers, UnlikeTerms, amount_of, is_bare, quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vault_tools.compiler.tree import Program
    from vault_tools.errors import LatexSyntaxError
    from vault_tools.model import Message


class Measured(NamedTuple):
    """What a symbol measures, and how much of that of the SI its unit is; no powers: it is given as different things."""

    powers: Powers | None
    size: Fraction


def measured_names(displays: Iterable[object]) -> dict[str, Measured]:
    r"""The v of `v = 72\,\text{km/h}`: symbols that are given in a unit, the last one of each counts."""
    found: dict[str, Measured] = {}
    for display in displays:
        for name, (powers, size) in _given(display) if isinstance(display, Display) else ():
            alike = name not in found or found[name].powers == powers
            found[name] = Measured(powers if alike else None, size)
    return found


def _given(display: Display) -> Iterator[tuple[str, tuple[Powers, Fraction]]]:
    for relation in relations(display):
        amount = amount_of(relation.rest[-1][1], given=True) if is_symbol(relation.first) else None
        if amount is not None:
            yield canonical(relation.first), amount


def with_products_apart(display: Display, measured: Mapping[str, Measured]) -> Display:
    r"""`PA = 600\,\text{W}` as `(PA) = 600\,\text{W}` where P and A are given in units: a product, and no name of what comes out."""

    def apart(relation: Relation) -> Relation:
        first = relation.first
        return replace(relation, first=Fence(first.span, "(", first, ")")) if _is_product(relation, measured) else relation

    return with_relations(display, apart)


def _is_product(row: Relation, measured: Mapping[str, Measured]) -> bool:
    """Whether a run of letters each of which is given in a unit stands before an amount alone: before more sides it is their name."""
    side = row.first
    return len(row.rest) == 1 and isinstance(side, Letters) and len(side.text) > 1 and set(side.text) <= measured.keys()


def computes_an_amount(display: Display, measured: Mapping[str, Measured]) -> bool:
    r"""`s = vt = 144\,\text{km}`: an equation that ends in an amount, of symbols that the note gives in units."""
    row = last_relation(display)
    if row is None or amount_of(row.rest[-1][1], given=True) is None:
        return False
    before = _sides_before(row, measured)
    letters = {letter for side in before for run in every(Letters, side) for letter in run.text}
    names = {canonical(node) for side in before for node in every(Scripted, side) if is_symbol(node)}
    return not (letters | names).isdisjoint(measured.keys())


def _sides_before(row: Relation, measured: Mapping[str, Measured]) -> list[Node]:
    """The sides before the last one that are more than the name of the result."""
    sides = [side for _, side in row.rest[:-1]]
    return sides if is_symbol(row.first) and not _is_product(row, measured) else [row.first, *sides]


def puts_numbers_in(display: Display, measured: Mapping[str, Measured]) -> bool:
    r"""`c = \frac{n}{V} = \frac{0.5}{2} = 0.25\,\text{mol/L}`: numbers that do not say their units, for symbols of which some do not
    either: they may be meant in any.
    """
    row = last_relation(display)
    sides = _sides_before(row, measured) if row is not None else []
    powers = _powers(measured)
    return any(map(is_bare, sides)) and all(_surely(side, powers) is None for side in sides)


def leaves_units_out(display: Node | LatexSyntaxError, program: Program, measured: Mapping[str, Measured]) -> bool:
    """Whether a formula uses a number that the note gives in a unit, or ends in one, which is not of the SI, and does not say all units."""
    names = {parameter.name for parameter in program.inputs} | {binding.name for binding in program.bindings}
    if not isinstance(display, Display) or names.isdisjoint(measured):
        return False
    computed = computes_an_amount(display, measured)
    row = last_relation(display) if computed else None
    stated = amount_of(row.rest[-1][1], given=True) if row is not None else None
    sizes = {stated[1] if stated is not None else Fraction(1), *(measured[name].size for name in names & measured.keys())}
    return sizes != {Fraction(1)} and not (names <= measured.keys() and computed)


# ---------------------------------------------------------------- what comes out


def other_dimension(display: Display | LatexSyntaxError, measured: Mapping[str, Measured]) -> Message | None:
    r"""Why `E = \frac12 m v^2 = 9\,\text{N}` is wrong whatever its number is; None where the sides measure the same, or it is not told."""
    if not isinstance(display, Display) or not computes_an_amount(display, measured):
        return None
    row = display.rows[-1]
    assert isinstance(row, Relation)
    stated = row.rest[-1][1]
    own = canonical(row.first) if is_symbol(row.first) else ""
    powers = {name: one for name, one in _powers(measured).items() if name != own}
    last = amount_of(stated, given=True)
    found = [one for side in _sides_before(row, measured) if (one := _surely(side, powers)) is not None]
    other = next((one for one in found if last and one != last[0]), None)
    if other is None or not isinstance(stated, Juxtaposed):
        return None
    return message("claim.other_dimension", stated=unit_name(stated.items[1]) or spelled(last[0] if last else other), right=spelled(other))


def _powers(measured: Mapping[str, Measured]) -> dict[str, Powers]:
    return {name: one.powers for name, one in measured.items() if one.powers is not None}


def _surely(side: Node, powers: Mapping[str, Powers]) -> Powers | None:
    try:
        found = quantity(side, powers)
    except UnlikeTerms:
        return None
    return found.powers if found is not None and not found.bare else None


RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def spelled(powers: Powers) -> str:
    """`kg·m²/s²`; 1 for a plain number."""
    sides = Counter(dict(powers))
    above = "·".join(_spelled(name, power) for name, power in sorted(sides.items()) if power > 0)
    under = [_spelled(name, -power) for name, power in sorted(sides.items()) if power < 0]
    below = under[0] if len(under) == 1 else f"({'·'.join(under)})"
    return f"{above or 1}/{below}" if under else above or "1"


def _spelled(name: str, power: int) -> str:
    return name if power == 1 else f"{name}{str(power).translate(RAISED)}"
