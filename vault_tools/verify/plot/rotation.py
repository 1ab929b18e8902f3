"""Rotary positions as geometry: one plane per pair of dimensions, the vector before and after it is turned."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vault_tools.verify.plot.canvas import Canvas
from vault_tools.verify.plot.style import FAINT, HEADING, INK, MARGIN, RULE, SERIES, WIDTH, Array, labels, ramp

if TYPE_CHECKING:
    from vault_tools.handler import Figure, Panel

_ACROSS = 3
_MOST_ARROWS = 12
_SPACE = 16.0
_TURNING = ("#9ac7e6", "#2670b0", "#0b2f5e")


def rotation(figure: Figure) -> Canvas:
    """The first point of each panel is drawn grey, where it starts; later ones darken with their position."""
    across = min(_ACROSS, len(figure.panels))
    side = min(220.0, (WIDTH - 2 * MARGIN - (across - 1) * _SPACE) / across)
    rows = -(-len(figure.panels) // across)
    canvas = Canvas(rows * (HEADING + side + 6) + 2 * MARGIN)
    left = (WIDTH - across * side - (across - 1) * _SPACE) / 2
    for k, panel in enumerate(figure.panels):
        row, column = divmod(k, across)
        _draw(canvas, panel, (left + column * (side + _SPACE), MARGIN + row * (HEADING + side + 6)), side)
    return canvas


def _draw(canvas: Canvas, panel: Panel, corner: tuple[float, float], side: float) -> None:
    points = np.asarray(panel.values, dtype=float)[:_MOST_ARROWS]
    if points.ndim != 2 or points.shape[1] != 2 or not np.isfinite(points).all():
        raise ValueError(f"a rotation needs points of a plane, got shape {points.shape}")
    x, y = corner[0] + side / 2, corner[1] + HEADING + side / 2
    canvas.heading(x, corner[1], panel.title, panel.subtitle, side)
    reach = side / 2 - 20
    longest = float(np.hypot(*points.T).max()) or 1.0
    _plane(canvas, (x, y), reach, sorted({round(float(r), 6) for r in np.hypot(*points.T)}), longest)
    _turn(canvas, (x, y), points, reach / longest)
    _arrows(canvas, (x, y), points * reach / longest, labels(panel.row_labels, len(points)))


def _plane(canvas: Canvas, middle: tuple[float, float], reach: float, radii: list[float], longest: float) -> None:
    x, y = middle
    canvas.segments([[(x - reach - 8, y), (x + reach + 8, y)], [(x, y - reach - 8), (x, y + reach + 8)]], RULE, 1.0)
    round_ = np.linspace(0.0, 2 * math.pi, 121)
    for radius in radii[-3:]:
        size = radius / longest * reach
        canvas.line(np.stack([x + size * np.cos(round_), y + size * np.sin(round_)], axis=1), RULE, 1.2)


def _turn(canvas: Canvas, middle: tuple[float, float], points: Array, unit: float) -> None:
    """An arc from the first point to the second, in the direction of the shorter turn."""
    if len(points) < 2:
        return
    start, end = (math.atan2(float(p[1]), float(p[0])) for p in points[:2])
    turn = (end - start + math.pi) % (2 * math.pi) - math.pi
    if abs(turn) < 0.02:
        return
    radius = 0.42 * float(np.hypot(*points[0])) * unit
    angles = start + turn * np.linspace(0.0, 1.0, 40)
    canvas.line(np.stack([middle[0] + radius * np.cos(angles), middle[1] - radius * np.sin(angles)], axis=1), SERIES[1], 1.8)


def _arrows(canvas: Canvas, middle: tuple[float, float], points: Array, names: tuple[str, ...]) -> None:
    x, y = middle
    shades = ramp(_TURNING, np.linspace(0.0, 1.0, max(len(points) - 1, 1)))
    for k, (across, up) in enumerate(points.tolist()):
        colour = FAINT if k == 0 else "#" + "".join(f"{round(c * 255):02x}" for c in shades[k - 1])
        canvas.arrow((x, y), (x + across, y - up), colour, 2.4)
    if names:
        _names(canvas, middle, points, names)


def _names(canvas: Canvas, middle: tuple[float, float], points: Array, names: tuple[str, ...]) -> None:
    """Each name beyond its arrow; neighbours that would overlap share one, `0–3`."""
    sizes = np.maximum(np.hypot(*points.T), 1e-9)[:, None]
    places = np.array(middle) + points * (1 + 13 / sizes) * (1, -1)
    first = 0
    for k in range(1, len(points) + 1):
        if k < len(points) and float(np.hypot(*(places[k] - places[first]))) < 14:
            continue
        words = names[first] if k - first == 1 else f"{names[first]}–{names[k - 1]}"
        x, y = places[first:k].mean(axis=0)
        canvas.text(float(x), float(y), words, size=11, colour=INK)
        first = k
