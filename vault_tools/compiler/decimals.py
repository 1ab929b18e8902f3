"""Exact numbers as the decimals that a reader writes; used by both printers, of source and of LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


def decimal_text(value: Fraction) -> str | None:
    """A fraction as plain decimal, exactly; None where it has no end or more than 17 places."""
    places = next((n for n in range(1, 18) if 10**n % value.denominator == 0), None)
    if places is None:
        return None
    digits = str(abs(value.numerator) * (10**places // value.denominator)).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
