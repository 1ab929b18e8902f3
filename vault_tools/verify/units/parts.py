r"""Units that LaTeX writes in several parts (`2\,\text{m}/\text{s}^2`, `20\,\mathrm{N\,m}`), each joined to the one text that names it.

Part by part they would be letters: the m and s that a note gives would be multiplied with the number.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, number_of, rebuilt, unwrap
from vault_tools.compiler.syntax_tree import (
    Display,
    Fence,
    Fraction,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Postfix,
    Product,
    Relation,
    Scripted,
    Text,
)
from vault_tools.model import Span
from vault_tools.verify.relations import with_relations
from vault_tools.verify.units.amounts import is_number, unit_name
from vault_tools.verify.units.names import in_numerals, is_symbol_of_a_unit, is_unit, measure, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

UPRIGHT = re.compile(r"\\(?:mathrm|text|textrm|rm|mathsf|operatorname)\b\s*\{?(?:[\s~]|\\[,;:! ])*\Z")
"""What stands before letters that are set upright."""
SPACED = re.compile(r"\\[,;:! ]|~|\\q?quad|\\(?:text|mathrm)\{\s*[ ~]")
"""A space, which stands between a number and its unit; LaTeX prints no blank."""
SIGNS: Mapping[str, int] = {"cdot": 1, "times": 1, "slash": -1}
ALONE = frozenset("JNWVAmsg")
"""Letters that in italics, too, are the unit of a result."""
Part = tuple[str, int]
"""A unit and its power."""


def with_whole_units(display: Display, latex: str) -> Display:
    """The display with the parts of each unit behind a number joined; the same one where there are none.

    latex: its text, which shows what is set upright. Only known units are joined, behind a number and a space.
    """
    if "circ" in latex or "°" in latex:
        display = _with_temperatures(display)
    if SPACED.search(latex) is None and not any(mark in latex for mark in (r"\mathrm", r"\text", r"\rm", r"\mathsf", r"\operatorname")):
        return display
    whole = with_relations(rebuilt(display, lambda node: _joined(node, latex)), lambda one: _with_letters(one, latex))
    return _with_kelvin(whole, latex) if "K" in latex else whole


def _joined(node: Node, latex: str) -> Node:
    match node:
        case Juxtaposed(items=(number, first, *rest)) if is_number(number):
            return _behind(node, number, (first, *rest), latex)
        case Product(first=first, rest=rest) if any(sign in SIGNS for sign, _ in rest):
            return _multiplied(node, latex)
    return node


def _behind(node: Juxtaposed, number: Node, units: tuple[Node, ...], latex: str) -> Node:
    r"""`6\,\text{N}\,\text{m}`, `5\,\mathrm{J\,kg^{-1}}`: all that stands behind a number is a unit."""
    found = _parts(units, latex)
    if found is None or len(found) < 2 or not _is_whole(found, spaced=_is_spaced(number, units[0], latex)):
        return node
    return replace(node, items=(number, _text(found, Span(units[0].span.start, units[-1].span.end))))


def _multiplied(node: Product, latex: str) -> Node:
    r"""`2\,\text{kg}\cdot 9.81\,\text{m}/\text{s}^2`: factors that are units without a number belong to the amount before them."""
    operands: list[tuple[str, Node]] = []
    for sign, operand in (("", node.first), *node.rest):
        whole = _taken_up(operands[-1][1], sign, operand, latex) if operands and sign in SIGNS else None
        if whole is None:
            operands.append((sign, operand))
        else:
            operands[-1] = (operands[-1][0], whole)
    if len(operands) > len(node.rest):
        return node
    (_, first), *rest = operands
    return replace(node, first=first, rest=tuple(rest)) if rest else first


def _taken_up(amount: Node, sign: str, unit: Node, latex: str) -> Node | None:
    """An amount whose unit is multiplied with another, or divided by it; None where one of them is none."""
    match amount:
        case Juxtaposed(items=(number, *units)) if units and is_number(number):
            spaced = _is_spaced(number, units[0], latex)
            before, more = ((_parts(one, latex) or _slanted(one, latex, sign, spaced=spaced)) for one in (tuple(units), (unit,)))
        case _:
            return None
    found = (*(before or ()), *((name, power * SIGNS[sign]) for name, power in more or ()))
    if not before or not more or not _is_whole(found, spaced=spaced):
        return None
    return replace(amount, items=(number, _text(found, Span(units[0].span.start, unit.span.end))))


def _slanted(nodes: tuple[Node, ...], latex: str, sign: str, *, spaced: bool) -> tuple[Part, ...] | None:
    r"""The units of `20\,m/s`, whose letters stand in italics behind a space, one per another; what they measure is known."""
    found = _parts(nodes, latex, upright=True) if spaced and sign == "slash" else None
    return found if found and all(measure(name) is not None for name, _ in found) else None


def _with_letters(relation: Relation, latex: str) -> Relation:
    r"""`h = 20\,m`, `E = mgh = 200\,J`, `P = 12\,V \cdot 2\,A`: letters in italics are units where each one stands behind a number and a
    space, on all sides or on the last ones, and nowhere before those.
    """
    named = is_symbol(relation.first)
    sides = relation.operands[named:]
    measured = [(side, _amounts(side, latex)) for side in sides]
    first = next((k + 1 for k in reversed(range(len(sides))) if len(measured[k][1]) < _letters(sides[k])), 0)
    letters = {unit for _, amounts in measured[first:] for unit in amounts.values()}
    before = {letter for side in sides[:first] for run in every(Letters, side) for letter in run.text}
    if not letters or not (letters.isdisjoint(before) if first else named or len(letters) > 1):
        return relation

    def read(node: Node) -> Node:
        if not isinstance(node, Juxtaposed) or (unit := _letter(node, latex)) is None:
            return node
        return replace(node, items=(node.items[0], Text(node.items[1].span, f" {unit}")))

    changed = [rebuilt(side, read) if k >= first else side for k, side in enumerate(sides)]
    operands = [*relation.operands[:named], *changed]
    return replace(relation, first=operands[0], rest=tuple(zip(relation.signs, operands[1:], strict=True)))


def _amounts(side: Node, latex: str) -> dict[int, str]:
    """Where letters of a side are the units of numbers, and which."""
    found = ((node.span.start, _letter(node, latex)) for node in every(Juxtaposed, side))
    return {start: unit for start, unit in found if unit}


def _letter(amount: Juxtaposed, latex: str) -> str | None:
    """The unit behind a number and a space, in italics."""
    match amount.items:
        case (number, Letters(text=letter) as unit) if is_number(number) and letter in ALONE:
            return letter if _is_spaced(number, unit, latex) else None
        case (number, Name(text="Omega") as unit) if is_number(number):
            return "Ω" if _is_spaced(number, unit, latex) else None
    return None


def _letters(side: Node) -> int:
    """How many names and words stand on a side, without those of units set as text."""
    return len(every(Letters, side)) + len(every(Name, side)) + sum(not is_unit(text.text.strip()) for text in every(Text, side))


def _is_spaced(number: Node, unit: Node, latex: str) -> bool:
    """Whether a space stands between a number and its unit."""
    return SPACED.search(latex, number.span.end, unit.span.start + len(r"\mathrm{ ")) is not None


def _is_whole(parts: tuple[Part, ...], *, spaced: bool) -> bool:
    r"""Whether all parts are units; capitals alone only behind a space, for in `2\mathrm{A}\mathrm{V}` they may be symbols."""
    known = all(is_symbol_of_a_unit(name) for name, _ in parts) and is_unit(_spelled(parts))
    return known and (spaced or not all(name.isupper() for name, _ in parts))


def _text(parts: tuple[Part, ...], span: Span) -> Text:
    return Text(span, f" {_spelled(parts)}")


def _spelled(parts: tuple[Part, ...]) -> str:
    """`kg·m^2/s^2`; a unit without one above it keeps its negative power."""
    above = [(name, power) for name, power in parts if power > 0] or [*parts]
    below = [(name, -power) for name, power in parts if power < 0] if above != [*parts] else []
    return "/".join(filter(None, ("·".join(map(_powered, above)), *map(_powered, below))))


def _powered(part: Part) -> str:
    name, power = part
    return name if power == 1 else f"{name}^{power}"


# ---------------------------------------------------------------- kelvin, whose symbol is a prefix, too


def _with_kelvin(display: Display, latex: str) -> Display:
    r"""`10\,\text{K}` in kelvin where it is a temperature's, or another unit of the display is made of them; `16K` is 16 thousand."""
    named = {name for text in every(Text, display) for name, _ in parts_of(text.text.strip()) if name != text.text.strip()}
    if "K" in named:
        return rebuilt(display, lambda node: _in_kelvin(node, latex))
    return with_relations(display, lambda one: rebuilt(one, lambda node: _in_kelvin(node, latex)) if _is_temperature(one.first) else one)


def _is_temperature(node: Node) -> bool:
    letters = {letter for run in every(Letters, node) for letter in run.text}
    return len(letters) < 2 and bool({"T", *(name.text for name in every(Name, node))} & (letters | {"theta", "vartheta", "Theta"}))


def _with_temperatures(display: Display) -> Display:
    """The display with degrees Celsius and Fahrenheit as units; as it is where it has angles, too."""
    measured = rebuilt(display, _in_degrees)
    return display if any(sign.operator == "degree" for sign in every(Postfix, measured)) else measured


def _in_degrees(node: Node) -> Node:
    r"""`20^\circ\text{C}`, `68\,°F` as amounts of their unit: they are temperatures, not angles times a symbol."""
    match node:
        case Juxtaposed(items=(Postfix(operator="degree", operand=number), Name(text=scale) | Letters(text=scale) as letter)) if (
            scale in "CF"
        ):
            return replace(node, items=(number, Text(letter.span, f" °{scale}")))
    return node


def _in_kelvin(node: Node, latex: str) -> Node:
    match node:
        case Juxtaposed(items=(number, unit)) if is_number(number) and unit_name(unit) == "K" and _is_spaced(number, unit, latex):
            return replace(node, items=(number, Text(unit.span, " kelvin")))
    return node


# ---------------------------------------------------------------- what is written


def _parts(nodes: tuple[Node, ...], latex: str, *, upright: bool = False) -> tuple[Part, ...] | None:
    """The units that nodes side by side are, each with its power; None where one is no upright unit."""
    found = [part for node in nodes for part in _of(node, latex, upright=upright)]
    return tuple((name, power) for name, power in found if name) if found and all(name for name, _ in found) else None


def _of(node: Node, latex: str, *, upright: bool) -> Iterator[Part]:
    """The units of a node; one with an empty name where it is something else."""
    upright = upright or UPRIGHT.search(latex[: node.span.start]) is not None
    inner = unwrap(node)
    match inner:
        case Text() | Name() | Letters():
            yield from _named(inner, upright=upright)
        case Juxtaposed(items=items):
            for item in items:
                yield from _of(item, latex, upright=upright)
        case Scripted(base=base, sub=None, sup=sup) if sup is not None and (power := number_of(sup)) is not None:
            yield from _raised(tuple(_of(base, latex, upright=upright)), int(power), whole=isinstance(unwrap(base), Fence))
        case Fence(opener="(", body=body, closer=")"):
            yield from _of(body, latex, upright=upright)
        case _:
            yield from _of_factors(inner, latex, upright=upright)


def _of_factors(node: Node, latex: str, *, upright: bool) -> Iterator[Part]:
    match node:
        case Fraction(numerator=above, denominator=below, bar=True):
            rest: tuple[tuple[str, Node], ...] = (("slash", below),)
        case Product(first=above, rest=rest) if all(sign in SIGNS for sign, _ in rest):
            pass
        case _:
            yield "", 1
            return
    if not (isinstance(above, Number) and above.text == "1"):
        yield from _of(above, latex, upright=upright)
    for sign, operand in rest:
        yield from ((name, power * SIGNS[sign]) for name, power in _of(operand, latex, upright=upright))


def _named(node: Text | Name | Letters, *, upright: bool) -> Iterator[Part]:
    match node:
        case Name(text="Omega"):
            yield "Ω", 1
        case Text(text=text):
            yield from _in_text(text)
        case Name(text=text, command=False):
            yield text, 1
        case Letters(text=text) if upright:
            yield text, 1
        case _:
            yield "", 1


def _raised(parts: tuple[Part, ...], power: int, *, whole: bool) -> Iterator[Part]:
    r"""The power of `\text{m/s}^2` is that of the seconds; behind brackets, of all."""
    for place, (name, exponent) in enumerate(parts, start=1):
        yield name, exponent * power if whole or place == len(parts) else exponent


def _in_text(text: str) -> Iterator[Part]:
    """The units of a text: of `kg m/s` three, of `K tokens` one that multiplies."""
    first, *below = text.strip().split("/")
    if all(in_numerals(first)):
        yield text.strip(), 1
        return
    for position, group in enumerate((first, *below)):
        for word in re.split(r"[·⋅\s]+", group.strip()):
            name, _, power = word.partition("^")
            known = power.removeprefix("-").isdecimal() or not power
            yield (name if known else ""), int(power or 1) * (-1 if position else 1) if known else 1
