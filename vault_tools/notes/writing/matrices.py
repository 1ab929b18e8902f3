r"""Numbers for the block: nested lists -> `\begin{bmatrix}`, rounded so that the last bits of a float never show."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SMALL = 6
"""Matrices of at most so many rows and columns are shown."""
_SIGNIFICANT = 4
_LARGEST_PLAIN, _SMALLEST_PLAIN = 1e6, 1e-3
_LARGEST_COUNT, _MISSED = 1e12, 1e-12
_NAMES = {"nan": "NaN", "inf": "∞", "-inf": "−∞"}


def small(value: Any) -> bool:
    """Whether a value is a number, vector or matrix of at most 6×6."""
    match value:
        case None | bool():
            return False
        case int() | float() | str():
            return _is_number(value)
        case [] | ():
            return False
        case list() | tuple() if len(value) <= SMALL:
            return all(_is_number(entry) for entry in value) or all(_is_short_row(row) for row in value)
    return False


def _is_short_row(row: Any) -> bool:
    return isinstance(row, list | tuple) and 0 < len(row) <= SMALL and all(_is_number(entry) for entry in row)


def _is_number(entry: Any) -> bool:
    """A number, or one of the strings that stand for the non-finite ones in JSON."""
    return entry in _NAMES if isinstance(entry, str) else isinstance(entry, int | float) and not isinstance(entry, bool)


def matrix(value: Any) -> str:
    """LaTeX of a small value: a number, a row in brackets, or a matrix, with a common power of ten where the numbers need one."""
    if not isinstance(value, list | tuple):
        return number(value)
    entries = list(flat(value))
    exponent = _common_exponent(entries)
    digits = decimals([entry / 10.0**exponent for entry in entries])
    factor = rf"10^{{{exponent}}}\," if exponent else ""
    return factor + table(value, [_latex(entry / 10.0**exponent, digits) for entry in entries])


def table(value: Any, shown: Sequence[str]) -> str:
    r"""`\begin{bmatrix} … \end{bmatrix}` of entries in the shape of a vector (a row) or matrix."""
    wide = len(value[0]) if isinstance(value[0], list | tuple) else len(value)
    rows = (shown[k : k + wide] for k in range(0, len(shown), wide))
    body = r" \\ ".join(" & ".join(row) for row in rows)
    return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"


def number(value: Any) -> str:
    r"""LaTeX of one number: `2.309`, `12`, `6.02 \cdot 10^{23}`, `10^{-5}`."""
    single = as_float(value)
    exponent = _exponent(single)
    scaled = single / 10.0**exponent
    shown = _latex(scaled, decimals([scaled]))
    if not exponent:
        return shown
    factor = {"1": "", "-1": "-"}.get(shown, rf"{shown} \cdot ")
    return rf"{factor}10^{{{exponent}}}"


def brief(value: Any) -> str:
    """One number in running text: `3`, `−0.0625`, `1e−5`."""
    single = as_float(value)
    exponent = _exponent(single)
    scaled = single / 10.0**exponent
    return spoken(scaled, decimals([scaled])) + (f"e{exponent}" if exponent else "").replace("-", "−")


def flat(value: Any) -> Iterator[float]:
    """All numbers of a nested list in their order."""
    if isinstance(value, list | tuple):
        for entry in value:
            yield from flat(entry)
    elif _is_number(value):
        yield as_float(value)


def as_float(entry: Any) -> float:
    """A number of the JSON: non-finite ones are strings there."""
    return float(entry)


def written(value: float, digits: int) -> str:
    """`-0.14`, `12`, `NaN`: rounded half away from zero. The nudge lifts a tie that the last bits of a product may have missed."""
    if not math.isfinite(value):
        return _NAMES[str(value)]
    nudged = value + math.copysign(10.0 ** -(digits + 6), value) if value else 0.0
    text = f"{nudged:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text


def spoken(value: float, digits: int) -> str:
    """A number in a sentence, with a real minus sign."""
    return written(value, digits).replace("-", "−")


def decimals(values: Sequence[float]) -> int:
    """Digits behind the point: as few as all the numbers need, at most so many that the largest shows four significant ones."""
    finite = [value for value in values if math.isfinite(value)]
    largest = max((abs(value) for value in finite), default=0.0)
    if not largest:
        return 0
    most = max(0, min(_SIGNIFICANT, _SIGNIFICANT - 1 - math.floor(math.log10(largest))))
    tolerance = 1e-9 * max(1.0, largest)
    return next((digits for digits in range(most) if all(abs(value - round(value, digits)) <= tolerance for value in finite)), most)


def _exponent(single: float) -> int:
    """The power of ten of one number; a count (4 · 512²) keeps its digits, whatever the last bits of a product have missed."""
    whole = math.isfinite(single) and abs(single) < _LARGEST_COUNT and abs(single - round(single)) <= _MISSED * abs(single)
    return 0 if whole else _common_exponent([single])


def _common_exponent(values: Sequence[float]) -> int:
    largest = max((abs(value) for value in values if math.isfinite(value)), default=0.0)
    if largest == 0.0 or _SMALLEST_PLAIN <= largest < _LARGEST_PLAIN:
        return 0
    return math.floor(math.log10(largest) + 1e-12)


def _latex(value: float, digits: int) -> str:
    text = written(value, digits)
    return {"NaN": r"\text{NaN}", "∞": r"\infty", "−∞": r"-\infty"}.get(text, text)
