r"""Amounts: a number with a unit behind it, as LaTeX writes them: `3\,\text{kg}`, `9.8\ \mathrm{m/s^2}`, `5\,\frac{\text{m}}{\text{s}}`."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Fraction as FractionNode
from vault_tools.compiler.syntax_tree import Juxtaposed, Letters, Name, Node, Number, Product, Scripted, Styled, Text
from vault_tools.compiler.tree import NOWHERE
from vault_tools.verify.units.names import COUNTED, LONE_CAPITALS

if TYPE_CHECKING:
    from fractions import Fraction

POWERS_OF_TEN = frozenset(10**k for k in range(1, 25))


def unit_name(node: Node) -> str | None:
    r"""`mL`, `m/s^2` as text, upright, as a fraction; in italics only words of several letters (`hr^{-1}`)."""
    match node:
        case Text(text=text):
            return text.strip()
        case Name(text="x", command=False):
            return "times"
        case Letters(text=text):
            return text if len(text) > 1 and text in COUNTED else None
        case Scripted(base=base, sub=None, sup=sup) if sup is not None:
            name, power = unit_name(base), number_of(sup)
            return f"{name}^{power}" if name and power is not None and power.denominator == 1 else None
        case FractionNode(numerator=above, denominator=below) | Product(first=above, rest=(("slash", below),)):
            return _per(above, below)
    name = word(unwrap(node)) if isinstance(node, Name | Styled) else None
    return None if name in LONE_CAPITALS else name


def unit_behind(number: Node, unit: Node) -> str | None:
    r"""The unit behind a number; of letters in italics only after a space: `3\,\frac{m}{s}`, where `2\frac{m}{s}` is twice a fraction."""
    parted = unit.span.start - number.span.end > 1
    return unit_name(unit) if parted or not _is_of_letters(unit) else None


def _is_of_letters(unit: Node) -> bool:
    match unit:
        case FractionNode(numerator=above, denominator=below) | Product(first=above, rest=(("slash", below),)):
            return any(len(run.text) == 1 for part in (above, below) for run in every(Letters, part))
    return False


def _per(above: Node, below: Node) -> str | None:
    names = [_part(part) for part in (above, below)]
    return f"{names[0]}/{names[1]}" if all(names) else None


def _part(node: Node) -> str | None:
    r"""A part of `m/s^2`, where one letter is a unit, too."""
    match node:
        case Letters() | Name() | Styled():
            return word(unwrap(node))
        case Scripted(base=Letters(text=letter), sub=None, sup=sup) if sup is not None:
            power = number_of(sup)
            return f"{letter}^{power}" if power is not None and power.denominator == 1 else None
    return unit_name(node)


def unit_of(amount: Node) -> str | None:
    """The unit of an amount; None for all else."""
    match amount:
        case Juxtaposed(items=(number, unit)) if is_number(number):
            return unit_behind(number, unit)
    return None


def is_number(node: Node) -> bool:
    """A written number, or a power of one."""
    node = unwrap(node)
    base = unwrap(node.base) if isinstance(node, Scripted) else node
    return isinstance(base, Number)


def times(number: Node, factor: Fraction, place: Node) -> Node:
    """A number in another unit: times a factor that stands nowhere in the note; a power of ten moves its decimal point."""
    if isinstance(number, Number) and factor < 1 and 1 / factor in POWERS_OF_TEN and number.text.isdecimal():
        moved = f"{Decimal(number.text) * Decimal(factor.numerator) / Decimal(factor.denominator):f}"
        return Number(place.span, moved, moved)
    signs = (("times", factor.numerator), ("slash", factor.denominator))
    rest = tuple((sign, Number(NOWHERE, str(value), "")) for sign, value in signs if value != 1)
    return Product(place.span, number, rest) if rest else number
