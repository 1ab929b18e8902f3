"""Samples as histograms below one another over one abscissa: how wide q·k spreads with and without the scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vault_tools.verify.plot.canvas import Canvas
from vault_tools.verify.plot.frames import Frame
from vault_tools.verify.plot.style import HEADING, INK, MARGIN, SERIES, WIDTH, Array

if TYPE_CHECKING:
    from vault_tools.handler import Figure, Panel

_HEIGHT = 120.0
_FOOT = 26.0
_SIDE = 14.0
_BINS = 81
_SPREAD = 3.6
"""Standard deviations of the widest sample that the abscissa reaches to both sides."""


def histogram(figure: Figure) -> Canvas:
    """One row per panel; a normal curve over it where `data["deviations"]` gives the expected standard deviation."""
    samples = [np.asarray(panel.values, dtype=float).ravel() for panel in figure.panels]
    if any(sample.size == 0 or not np.isfinite(sample).all() for sample in samples):
        raise ValueError("a histogram needs finite samples")
    across = _range(samples)
    deviations = list(figure.data.get("deviations", ()))
    high = HEADING + _HEIGHT + _FOOT
    canvas = Canvas(len(samples) * high + 2 * MARGIN - 6)
    for k, (panel, sample) in enumerate(zip(figure.panels, samples, strict=True)):
        expected = float(deviations[k]) if k < len(deviations) else None
        _draw(canvas, panel, sample, (MARGIN + k * high, k), across, expected)
    return canvas


def _range(samples: list[Array]) -> tuple[float, float]:
    """The middle and a few deviations of the widest sample; one value alone gets a width of 2."""
    widest = max(samples, key=lambda sample: float(sample.std()))
    middle, reach = float(widest.mean()), _SPREAD * float(widest.std()) or 1.0
    return middle - reach, middle + reach


def _draw(canvas: Canvas, panel: Panel, sample: Array, row: tuple[float, int], across: tuple[float, float], expected: float | None) -> None:
    top, k = row
    colour = SERIES[k % len(SERIES)]
    edges = _edges(sample, across)
    density, _ = np.histogram(sample, bins=edges)
    shares = density / (sample.size * np.diff(edges))
    frame = Frame(MARGIN + _SIDE, top + HEADING, WIDTH - 2 * MARGIN - 2 * _SIDE, _HEIGHT, across, (0.0, float(shares.max()) * 1.08 or 1.0))
    canvas.heading(WIDTH / 2, top, panel.title, panel.subtitle)
    frame.grid(canvas, level=False)
    left, right = frame.x(edges[:-1]), frame.x(edges[1:])
    y = frame.y(shares)
    shown = (shares > 0) & (left >= frame.left - 0.5) & (right <= frame.left + frame.width + 0.5)
    canvas.boxes(np.stack([left, y, np.maximum(right - left - 0.6, 0.8), frame.y(0.0) - y], axis=1)[shown], colour)
    if expected:
        x = np.linspace(*across, 241)
        bell = np.exp(-0.5 * (x / expected) ** 2) / (expected * np.sqrt(2 * np.pi))
        canvas.line(np.stack([frame.x(x), frame.y(np.minimum(bell, frame.up[1]))], axis=1), INK, 1.6, (4, 2))


def _edges(sample: Array, across: tuple[float, float]) -> Array:
    """Bins as fine as the sample is narrow, on one raster for all panels so that they can be compared."""
    width = (across[1] - across[0]) / _BINS
    narrow = 6 * float(sample.std())
    while narrow and width > narrow / 14 and width > (across[1] - across[0]) / (8 * _BINS):
        width /= 2
    return np.arange(across[0], across[1] + width / 2, width)
