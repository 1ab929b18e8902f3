"""The look of all pictures in one place: colours, fonts and how a number is written in a cell."""

from __future__ import annotations

import math
import unicodedata
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font
from numpy.typing import NDArray

Array = NDArray[np.float64]

WIDTH = 640.0
"""Of every picture, in pixels of the page; the PNG has twice as many."""
MARGIN = 18.0
HEADING = 40.0
"""Height of title and subtitle."""

INK, MUTED, FAINT, RULE, CARD = "#1f2933", "#5f6b7a", "#98a2b3", "#dfe3e8", "#ffffff"
_LONGEST = 200
"""Characters of a text that are looked at."""

MASKED, HATCH = "#f1f3f5", "#b4bcc7"

SERIES = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#8a6d00", "#4b5563")
"""Told apart by all common kinds of colour blindness (after Okabe and Ito), dark enough for lines on white."""
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 2), (2, 1.6), (7, 2, 1.5, 2), (4, 1.2), (1, 2.5))

_POSITIVE = ("#f7f6f3", "#fde3c4", "#fbc48a", "#f29f52", "#dc7627", "#b4500f")
_NEGATIVE = ("#f7f6f3", "#dfd9ee", "#bcafdc", "#9481c4", "#6e57a8", "#4b3487")
_WEIGHTS = ("#f4f8fc", "#d3e6f4", "#9ac7e6", "#569dd0", "#2670b0", "#0f437f")

RC: Any = {
    "agg.path.chunksize": 0,
    "axes.unicode_minus": True,
    "font.family": ["DejaVu Sans"],
    "font.stretch": "normal",
    "font.style": "normal",
    "hatch.color": HATCH,
    "hatch.linewidth": 0.7,
    "path.effects": [],
    "path.simplify": True,
    "path.sketch": None,
    "path.snap": True,
    "text.antialiased": True,
    "text.hinting": "none",
    "text.parse_math": False,
    "text.usetex": False,
}
"""Everything that a user's matplotlibrc could change in our pictures."""

_CJK_FAMILIES = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC", "Hiragino Sans GB",
    "Microsoft YaHei", "SimHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "Arial Unicode MS",
)  # fmt: skip


@lru_cache(maxsize=1)
def families() -> tuple[str, ...]:
    """Font families in the order in which a glyph is looked for: matplotlib's own, then one with Chinese if the system has one."""
    known = set(font_manager.fontManager.get_font_names())
    return ("DejaVu Sans", *[name for name in _CJK_FAMILIES if name in known][:1])


@lru_cache(maxsize=4)
def _glyphs(family: str) -> frozenset[int]:
    return frozenset(FT2Font(font_manager.findfont(family)).get_charmap())


def family_for(character: str) -> str:
    """The first family that has a glyph for the character."""
    return next((family for family in families() if ord(character) in _glyphs(family)), families()[0])


def drawable(text: str) -> bool:
    """Whether every character has a glyph: what has none would be drawn as a box."""
    return all(any(ord(character) in _glyphs(family) for family in families()) for character in text)


def plain(text: str) -> str:
    """One line of text without control and formatting characters; what cannot be drawn is left out."""
    kept = (c if unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join("".join(c for c in kept if drawable(c)).split())


def labels(names: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Names of `count` rows or columns: as given, numbers where a name cannot be drawn, nothing where there are none."""
    if len(names) != count:
        return ()
    whole = all(drawable(name[:_LONGEST]) and plain(name[:_LONGEST]) for name in names)
    return tuple(_short(plain(name[:_LONGEST])) for name in names) if whole else tuple(str(k + 1) for k in range(count))


def _short(name: str, limit: int = 9) -> str:
    return name if len(name) <= limit else name[: limit - 1] + "…"


def fitted(text: str, size: float, room: float) -> str:
    """The text, cut off with `…` where it is wider than `room` pixels."""
    shown = plain(text[:_LONGEST])
    while len(shown) > 1 and text_width(shown, size) > room:
        shown = shown.removesuffix("…")[:-1] + "…"
    return shown


def in_range(low: float, high: float) -> str:
    """`−3.12 … 3.17`, `0.000 … 0.917`: both ends with the digits that the larger one needs for three significant ones."""
    largest = max(abs(low), abs(high))
    digits = max(0, min(6, 2 - math.floor(math.log10(largest)))) if largest else 0
    return f"{number(low, digits)} … {number(high, digits)}"


def text_width(text: str, size: float) -> float:
    """Estimated width in pixels; East Asian wide characters fill the whole square."""
    return size * sum(1.02 if unicodedata.east_asian_width(c) in "WF" else 0.61 for c in text)


# ---------------------------------------------------------------- colours


def value_colours(values: Array, largest: float) -> Array:
    """RGB of a diverging scale: violet below zero, near white at zero, orange above, full at ±largest."""
    share = np.clip(values / largest, -1.0, 1.0) if largest else np.zeros_like(values)
    return np.where((share < 0)[..., None], ramp(_NEGATIVE, -share), ramp(_POSITIVE, share))


def weight_colours(values: Array) -> Array:
    """RGB of a sequential scale for shares of one: near white at 0, dark blue at 1."""
    return ramp(_WEIGHTS, np.clip(values, 0.0, 1.0))


def ramp(anchors: tuple[str, ...], share: Array) -> Array:
    """Linear interpolation between evenly spaced colours; share in 0..1, the result has a last axis of 3."""
    stops = np.linspace(0.0, 1.0, len(anchors))
    table = np.array([rgb(anchor) for anchor in anchors])
    return np.stack([np.interp(share, stops, table[:, channel]) for channel in range(3)], axis=-1)


def rgb(colour: str) -> tuple[float, float, float]:
    """`#ff8000` -> (1.0, 0.5, 0.0)."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def ink_on(colour: Array) -> str:
    """Black or white, whichever stands out more from the cell: at least 4.5 to 1 (relative luminance, WCAG 2.2)."""
    channels = np.asarray(colour)
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return "#000000" if float(linear @ (0.2126, 0.7152, 0.0722)) > 0.179 else "#ffffff"


# ---------------------------------------------------------------- numbers


def decimals(values: Array, most: int = 2) -> int:
    """Digits behind the point: as few as all the numbers need, and no more than a cell has room for."""
    finite = values[np.isfinite(values)]
    largest = float(np.abs(finite).max(initial=0.0))
    room = max(0, min(most, 3 - len(str(int(largest)))))
    exact = (digits for digits in range(room) if float(np.abs(finite - np.round(finite, digits)).max(initial=0.0)) < 1e-9)
    return next(exact, room)


def all_tiny(values: Array) -> bool:
    """Whether two digits behind the point would show every number as 0.00, though some are none."""
    return 0.0 < float(np.abs(values[np.isfinite(values)]).max(initial=0.0)) < 0.005


def power_of_ten(value: float) -> str:
    """`3e−06`: what is left of a number among tiny ones."""
    return f"{value:.0e}".replace("-", "−") if value else "0"


def number(value: float, digits: int = 2) -> str:
    """`−0.14`, `12`, `3e−05`, `∞`: short, with a real minus sign, and never `−0.00`."""
    if np.isnan(value):
        return "NaN"
    if np.isinf(value):
        return "∞" if value > 0 else "−∞"
    size = abs(value)
    if size >= 1e5 or (0 < size < 0.5 * 10.0**-digits and digits < 2 and size < 1e-3):
        return power_of_ten(value)
    # The nudge lifts a tie that the last bits of a product may have missed: it is the same on every processor.
    text = f"{value + math.copysign(10.0 ** -(digits + 6), value):.{digits}f}"
    return text.replace("-", "" if float(text) == 0 else "−")


def brief(value: float) -> str:
    """A number in running text: three significant digits."""
    text = f"{value:.3g}"
    return ("0" if float(text) == 0 else text).replace("-", "−")
