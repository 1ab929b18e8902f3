"""Vectors as bars: logits and their softmax, or contributions stacked up to a weighted sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Panel
from vault_tools.verify.plot.canvas import Canvas
from vault_tools.verify.plot.style import FAINT, HEADING, INK, MARGIN, MUTED, SERIES, WIDTH, Array, decimals, labels, number, text_width

if TYPE_CHECKING:
    from vault_tools.handler import Figure

_HEIGHT = 150.0
_JOIN, _SPACE = 34.0, 26.0
_FOOT = 22.0
_KEY = 20.0
_NUMBER = 16.0
_MOST = 60
_NUMBERED = 12
_WIDEST_BAR = 46.0


@dataclass(frozen=True, slots=True)
class Chart:
    """A panel made ready: `parts` (contributions × places), one row where the bars are not stacked."""

    panel: Panel
    parts: Array
    names: tuple[str, ...]
    """Below the bars."""
    rows: tuple[str, ...]
    """Of the contributions."""

    @staticmethod
    def of(panel: Panel) -> Chart:
        """ValueError: no numbers, or more than two axes. Of a long vector the first 60 places are drawn."""
        values = np.asarray(panel.values, dtype=float)
        if values.ndim > 2 or values.size == 0:
            raise ValueError(f"bars show a vector or a stack of vectors, not an array of shape {values.shape}")
        parts = np.where(np.isfinite(np.atleast_2d(values)), np.atleast_2d(values), 0.0)
        names = panel.column_labels or (panel.row_labels if values.ndim < 2 else ())
        stacked = len(parts) > 1
        return Chart(
            panel, parts[:, :_MOST], labels(names, parts.shape[1])[:_MOST], labels(panel.row_labels, len(parts)) if stacked else ()
        )

    @property
    def subtitle(self) -> str:
        """The panel's, and how many places are left out."""
        count = np.shape(self.panel.values)[-1] if np.ndim(self.panel.values) else 1
        return self.panel.subtitle if count <= _MOST else f"{self.panel.subtitle} (1–{_MOST} / {count})"

    @property
    def low(self) -> float:
        """The lowest end of a stack, never above zero."""
        return float(np.minimum(self.parts, 0.0).sum(axis=0).min())

    @property
    def mixed(self) -> Any:
        """Places at which parts of both signs meet: the sum is not the end of the stack there."""
        return (self.parts > 0).any(axis=0) & (self.parts < 0).any(axis=0)

    @property
    def high(self) -> float:
        """The highest end of a stack, never below zero; 1 for weights."""
        reached = float(np.maximum(self.parts, 0.0).sum(axis=0).max())
        return max(reached, 1.0) if self.panel.scale == "weights" else reached


def bars(figure: Figure) -> Canvas:
    """Panels side by side with their joins; panels of values share one scale."""
    charts = [Chart.of(panel) for panel in figure.panels]
    low, high = min(chart.low for chart in charts), max((chart.high for chart in charts if chart.panel.scale == "values"), default=1.0)
    keys = _KEY if any(chart.rows for chart in charts) else 0.0
    below = _NUMBER if any(chart.low < 0 for chart in charts) else 0.0
    canvas = Canvas(HEADING + keys + _NUMBER + _HEIGHT + below + _FOOT + 2 * MARGIN)
    widths = _widths(charts)
    x = (WIDTH - sum(widths) - sum(_gap(chart) for chart in charts[1:])) / 2
    for position, (chart, width) in enumerate(zip(charts, widths, strict=True)):
        if position:
            gap = _gap(chart)
            canvas.sign(x + gap / 2, MARGIN + HEADING + keys + _NUMBER + _HEIGHT / 2, chart.panel.join)
            x += gap
        limits = (chart.low, chart.high) if chart.panel.scale == "weights" else (low, high)
        _draw(canvas, chart, (x, MARGIN, width), (keys, below), limits)
        x += width
    return canvas


def _gap(chart: Chart) -> float:
    return _JOIN if chart.panel.join else _SPACE


def _widths(charts: list[Chart]) -> list[float]:
    """In proportion to the number of bars, but never narrower than the heading."""
    free = WIDTH - 2 * MARGIN - sum(_gap(chart) for chart in charts[1:])
    least = [max(70.0, text_width(c.panel.title, 14), text_width(c.subtitle, 11), _key_width(c)) for c in charts]
    wanted = [max(room, c.parts.shape[1] * (_WIDEST_BAR + 14)) for room, c in zip(least, charts, strict=True)]
    return [width * min(1.3, free / sum(wanted)) for width in wanted]


def _key_width(chart: Chart) -> float:
    return sum(text_width(name, 10.5) + 26 for name in chart.rows) + (34 if chart.rows and chart.mixed.any() else 0)


def _draw(canvas: Canvas, chart: Chart, place: tuple[float, float, float], rooms: tuple[float, float], limits: tuple[float, float]) -> None:
    x, y, width = place
    keys, below = rooms
    canvas.heading(x + width / 2, y, chart.panel.title, chart.subtitle, width + _SPACE)
    _key(canvas, chart, x + width / 2, y + HEADING + 4)
    top = y + HEADING + keys + _NUMBER
    low, high = limits
    unit = _HEIGHT / ((high - low) or 1.0)
    zero = top + high * unit
    canvas.segments([[(x, zero), (x + width, zero)]], FAINT, 1.0)
    _columns(canvas, chart, (x, width), zero, unit)
    _names(canvas, chart, (x, width), top + _HEIGHT + below + 12)


def _key(canvas: Canvas, chart: Chart, centre: float, y: float) -> None:
    x = centre - _key_width(chart) / 2
    for k, name in enumerate(chart.rows):
        canvas.boxes(np.array([[x + 4, y - 5, 10, 10]]), _colour(chart, k))
        canvas.text(x + 18, y, name, size=10.5, colour=MUTED, side="left")
        x += text_width(name, 10.5) + 26
    if chart.rows and chart.mixed.any():
        canvas.line([(x + 2, y), (x + 16, y)], INK, 2.0)
        canvas.text(x + 21, y, "Σ", size=10.5, colour=MUTED, side="left")


def _colour(chart: Chart, row: int) -> str:
    if len(chart.parts) == 1:
        return "#2670b0" if chart.panel.scale == "weights" else "#dc7627"
    return SERIES[row % len(SERIES)]


def _columns(canvas: Canvas, chart: Chart, across: tuple[float, float], zero: float, unit: float) -> None:
    """Positive parts grow up from zero, negative ones down; the sum stands at the end, and as a line where both occur."""
    x, width = across
    count = chart.parts.shape[1]
    slot = width / count
    bar = min(_WIDEST_BAR, slot * 0.72)
    left = x + slot * (np.arange(count) + 0.5) - bar / 2
    ends = {True: np.zeros(count), False: np.zeros(count)}
    for k, part in enumerate(chart.parts):
        for upward in (True, False):
            size = np.maximum(part, 0.0) if upward else np.maximum(-part, 0.0)
            start = ends[upward]
            y = zero - (start + size) * unit if upward else zero + start * unit
            drawn = size > 0
            corners = np.stack([left, y, np.full(count, bar), size * unit], axis=1)[drawn]
            if drawn.any():
                canvas.boxes(corners, _colour(chart, k))
            ends[upward] = start + size
    _totals(canvas, chart, left + bar / 2, bar, (zero, unit), ends)


def _totals(canvas: Canvas, chart: Chart, middle: Array, bar: float, scale: tuple[float, float], ends: dict[bool, Array]) -> None:
    zero, unit = scale
    infinite = _infinite(chart.panel)[: chart.parts.shape[1]]
    totals = chart.parts.sum(axis=0)
    mixed = chart.mixed
    for x, total in zip(middle[mixed], totals[mixed], strict=True):
        canvas.line([(x - bar / 2 - 3, zero - total * unit), (x + bar / 2 + 3, zero - total * unit)], INK, 2.0)
    if len(totals) > _NUMBERED:
        return
    digits = decimals(totals)
    totals = np.where(infinite, infinite, totals)
    above = np.where((totals >= 0) | mixed, zero - ends[True] * unit - 9, zero + ends[False] * unit + 9)
    for x, y, total in zip(middle, above, totals, strict=True):
        canvas.text(float(x), float(y), number(float(total), digits), size=11.0)


def _infinite(panel: Panel) -> Any:
    """Entries that no bar can reach, as they are; 0 elsewhere."""
    values = np.asarray(panel.values, dtype=float)
    shown = values[:_MOST] if values.ndim == 1 else np.zeros(_MOST)
    return np.where(np.isinf(shown), shown, 0.0)


def _names(canvas: Canvas, chart: Chart, across: tuple[float, float], y: float) -> None:
    x, width = across
    count = chart.parts.shape[1]
    if count > 2 * _NUMBERED:
        return
    for k, name in enumerate(chart.names):
        canvas.text(x + width * (k + 0.5) / count, y, name, size=11.5, colour=INK)
