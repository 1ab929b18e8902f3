"""A rectangle with two number axes: places of values, round ticks, a light grid. Curves and histograms are drawn in it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vault_tools.verify.plot.style import FAINT, MUTED, RULE, Array, brief

if TYPE_CHECKING:
    from vault_tools.verify.plot.canvas import Canvas

_TICK = 10.5
_ROOM = 0.06
"""What is left free at both ends, as a share of the range."""


@dataclass(frozen=True, slots=True)
class Frame:
    """`left`, `top`, `width`, `height` in pixels of the page; the ranges of the values shown in it."""

    left: float
    top: float
    width: float
    height: float
    across: tuple[float, float]
    up: tuple[float, float]

    def x(self, value: float | Array) -> Array:
        """Pixel of an abscissa."""
        low, high = self.across
        return np.asarray(self.left + (np.asarray(value) - low) / (high - low) * self.width)

    def y(self, value: float | Array) -> Array:
        """Pixel of an ordinate."""
        low, high = self.up
        return np.asarray(self.top + self.height - (np.asarray(value) - low) / (high - low) * self.height)

    def grid(self, canvas: Canvas, *, upright: bool = True, level: bool = True) -> None:
        """Ticks with their numbers, a grid line at each, the lines through zero stronger."""
        right, bottom = self.left + self.width, self.top + self.height
        columns = ticks(*self.across, 7) if upright else []
        rows = ticks(*self.up, 5) if level else []
        lines = [[(float(self.x(t)), self.top), (float(self.x(t)), bottom)] for t in columns]
        lines += [[(self.left, float(self.y(t))), (right, float(self.y(t)))] for t in rows]
        if lines:
            canvas.segments(lines, RULE, 0.8)
        zeros = [[(float(self.x(0.0)), self.top), (float(self.x(0.0)), bottom)]] if 0.0 in columns else []
        zeros += [[(self.left, float(self.y(0.0))), (right, float(self.y(0.0)))]] if 0.0 in rows else []
        if zeros:
            canvas.segments(zeros, FAINT, 1.0)
        for t in columns:
            canvas.text(float(self.x(t)), bottom + 12, brief(t), size=_TICK, colour=MUTED)
        for t in rows:
            canvas.text(self.left - 6, float(self.y(t)), brief(t), size=_TICK, colour=MUTED, side="right")


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers in [low, high], at most `most`: multiples of 1, 2 or 5 times a power of ten."""
    span = high - low
    exponent = math.floor(math.log10(span / most))
    step = next(m * 10.0**exponent for m in (1, 2, 5, 10, 20) if span / (m * 10.0**exponent) <= most - 1 + 1e-9)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{k * step:.12g}") for k in range(first, last + 1)]


def padded(values: Array) -> tuple[float, float]:
    """The range of the finite values with some room at both ends; (-1, 1) round a single value of zero."""
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    room = _ROOM * (high - low) if high > low else max(abs(high), 1.0)
    return low - room, high + room
