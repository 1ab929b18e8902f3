r"""Units in the prose right behind a formula: the MB of `$\approx 497$ MB`, the M of `$\approx 7.1$M parameters`, `$= 70$%`."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.syntax_tree import Display, Juxtaposed, Node, Number, Postfix, Product, Text
from vault_tools.compiler.tree import NOWHERE
from vault_tools.verify.relations import last_relation, with_last
from vault_tools.verify.units.amounts import is_number, times, unit_of
from vault_tools.verify.units.names import MEASURES, NUMERALS, PREFIXES, factor, in_numerals, is_data, is_scaled, measure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import NoteMath

BEHIND = re.compile(
    r"\$(\d+)\$(?:\s*\\?(?P<sign>[%％‰])|\s?(?P<letter>[kKMGTBsh])\b|\s*(?P<word>per\s?cent|basis points|[A-Za-zμµ]{2,8})\b"
    r"|\s*(?P<numeral>[百千万亿十]+|分钟|小时|[毫微]秒|[秒天]))"
)
"""A formula in a passage, and the unit right behind it."""
TIMES = ("ms", "s", "min", "h", "day")
"""Units of time that one is given in another."""
PERCENT = frozenset({"%", "％", "percent"})
"""What stands for hundredths."""
PARTS = {
    **dict.fromkeys(("cent", "cents", "ct", "Cent", "per cent"), Fraction(1, 100)),
    **dict.fromkeys(("‰", "permille"), Fraction(1, 1000)),
    **dict.fromkeys(("bp", "bps", "basis points"), Fraction(1, 10**4)),
    **dict.fromkeys(("dozen", "Dutzend"), Fraction(12)),
}
"""What other words make of a number: `$\\frac14 = 25$ per cent`, `$5 \\times 12 = 5$ dozen`."""


SYMBOL = r"[A-Za-zμµΩ]{1,4}(?![A-Za-zμµΩ])"
POWER = r"(?:[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\^-?\d)"
MEASURED = re.compile(
    rf"\$(\d+)\$\s*(?P<unit>{SYMBOL}{POWER}?(?:(?:[·⋅*]|\s(?=[ms]\b|{SYMBOL}[/⁻²³^])){SYMBOL}{POWER}?)*"
    rf"(?:/(?:{SYMBOL}{POWER}?|\({SYMBOL}{POWER}?(?:[\s·⋅*]{SYMBOL}{POWER}?)+\)))?)(?![/·⋅*^⁻²³])"
)
"""A formula in a passage, and what stands behind it and may be a unit of measure: `kg`, `m/s²`, `kg m/s`, `J/(kg·K)`."""
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def units_behind(note: NoteMath) -> dict[int, str]:
    """The unit behind each formula that has one which changes its number."""
    found = (match for passage in note.passages for match in BEHIND.finditer(passage.text))
    named = ((int(match[1]), match["sign"] or match["letter"] or match["word"] or match["numeral"]) for match in found)
    return {position: name for position, name in named if _scales(name)}


def converted_to(note: NoteMath) -> dict[int, str]:
    """The unit of measure in the text right behind each formula that has one."""
    return {position: name for position, name in _measured_behind(note) if measure(name) is not None}


def data_behind(note: NoteMath) -> dict[int, str]:
    """The unit of data in the text right behind each formula that has one: the TB/s of `$B = 2$ TB/s`."""
    return {position: name for position, name in _measured_behind(note) if is_data(name)}


def _measured_behind(note: NoteMath) -> Iterator[tuple[int, str]]:
    """(position, unit) of each formula behind which something like a unit stands, spelled as LaTeX's units are: `kg·m/s^2`."""
    for match in (match for passage in note.passages for match in MEASURED.finditer(passage.text)):
        plain = re.sub(r"[\s⋅*]", "·", match["unit"]).replace("(", "").replace(")", "")
        yield int(match[1]), re.sub("[⁻⁰-⁹¹²³]+", lambda raised: "^" + raised[0].translate(RAISED), plain)


def with_its_unit(display: Display, name: str) -> Display:
    r"""The unit behind a formula as that of its last number: of what is given (`$\lambda = 500$ nm`), of what comes out
    (`$v = st = 20$ m`), and of an amount that is said to be another (`$5\,\text{km} = 5000$ m`); any other display stays.
    """
    row = last_relation(display)
    if row is None or not (len(row.rest) > 1 or is_symbol(row.first) or _is_of_one_kind(row.first, name)):
        return display
    measured = _with_unit(row.rest[-1][1], name)
    return display if measured is None else replace(display, rows=(*display.rows[:-1], with_last(row, measured)))


def _is_of_one_kind(amount: Node, name: str) -> bool:
    one, other = measure(unit_of(amount) or ""), measure(name)
    return one is not None and other is not None and one[0] == other[0]


def _with_unit(number: Node, name: str) -> Node | None:
    r"""A number, or the last factor of `3.6 \cdot 10^6`, with a unit behind it."""
    if is_number(number):
        return Juxtaposed(number.span, (number, Text(NOWHERE, f" {name}")))
    if isinstance(number, Product) and is_number(number.first) and len(number.rest) == 1:
        sign, power = number.rest[0]
        return replace(number, rest=((sign, measured),)) if (measured := _with_unit(power, name)) is not None else None
    return None


def _scales(name: str) -> bool:
    counts = (
        name in PERCENT
        or name in PARTS
        or name == "B"
        or name in PREFIXES
        or is_scaled(name)
        or in_numerals(name) == (NUMERALS.get(name), "")
    )
    return counts or bool(_ratios(name))


def _ratios(name: str) -> tuple[Fraction, ...]:
    """What a unit of time is in the other ones, and a unit of measure with a prefix in its base unit: 60 and 3600 for h, 1000 for kJ."""
    if name not in MEASURES:
        return ()
    kind, size = MEASURES[name]
    others = TIMES if kind == "time" else (name[1:],) if MEASURES.get(name[1:], ("",))[0] == kind else ()
    return tuple(dict.fromkeys(size / MEASURES[other][1] for other in others if MEASURES[other][1] != size))


def in_unit(display: Display, name: str) -> tuple[Display, ...]:
    """The display with its last number in a unit that stands behind it in the text, in tens and in twos."""
    row = last_relation(display)
    last = row.rest[-1][1] if row is not None else None
    if row is None or not isinstance(last, Number):
        return ()
    return tuple(replace(display, rows=(*display.rows[:-1], with_last(row, scaled))) for scaled in _scaled(last, name))


def _scaled(number: Number, name: str) -> tuple[Node, ...]:
    if name in PERCENT:
        return (Postfix(number.span, "percent", number),)
    if name in PARTS:
        return (times(number, PARTS[name], number),)
    if name in MEASURES:
        return tuple(times(number, ratio, number) for ratio in _ratios(name))
    factors = dict.fromkeys((10**9,) if name == "B" else (factor(name, 0), factor(name, 1)))
    return tuple(Product(number.span, number, (("times", Number(NOWHERE, str(one), str(one))),)) for one in factors)
