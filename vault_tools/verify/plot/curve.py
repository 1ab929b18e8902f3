"""Scalar functions as curves over one range: activations, schedules, attention bias against distance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.verify.plot.canvas import Canvas
from vault_tools.verify.plot.frames import Frame, padded
from vault_tools.verify.plot.style import DASHES, HEADING, MARGIN, SERIES, WIDTH, Array, labels, text_width

if TYPE_CHECKING:
    from vault_tools.handler import Figure, Panel

_HEIGHT = 210.0
_FOOT = 24.0
_AXIS = 40.0
_SPACE = 26.0
_LABEL = 12.0
_MOST_POINTS = 2000


def curve(figure: Figure) -> Canvas:
    """One panel over the whole width, more of them two to a line. `data["x"]`: the abscissas that all panels share."""
    columns = 1 if len(figure.panels) == 1 else 2
    rows = -(-len(figure.panels) // columns)
    high = HEADING + _HEIGHT + _FOOT
    canvas = Canvas(rows * high + (rows - 1) * 12 + 2 * MARGIN)
    width = (WIDTH - 2 * MARGIN - (columns - 1) * _SPACE) / columns
    for k, panel in enumerate(figure.panels):
        row, column = divmod(k, columns)
        _draw(canvas, panel, figure.data.get("x"), (MARGIN + column * (width + _SPACE), MARGIN + row * (high + 12), width))
    return canvas


def _draw(canvas: Canvas, panel: Panel, abscissas: Any, place: tuple[float, float, float]) -> None:
    left, top, width = place
    curves = np.atleast_2d(np.asarray(panel.values, dtype=float))
    x = np.arange(curves.shape[1], dtype=float) if abscissas is None else np.asarray(abscissas, dtype=float)
    if curves.ndim != 2 or x.shape != curves.shape[1:] or x.size < 2:
        raise ValueError(f"curves of shape {curves.shape} need as many abscissas as points, got {x.shape}")
    thin = max(1, x.size // _MOST_POINTS)
    x, curves = x[::thin], np.where(np.isfinite(curves), curves, np.nan)[:, ::thin]
    names = labels(panel.row_labels, len(curves))
    room = max((text_width(name, _LABEL) + 14 for name in names), default=8.0)
    frame = Frame(left + _AXIS, top + HEADING, width - _AXIS - room, _HEIGHT, (float(x.min()), float(x.max())), padded(curves))
    canvas.heading(frame.left + frame.width / 2, top, panel.title, panel.subtitle, width)
    frame.grid(canvas)
    for k, ordinates in enumerate(curves):
        points = np.stack([frame.x(x), frame.y(ordinates)], axis=1)
        canvas.line(points, SERIES[k % len(SERIES)], 2.4, DASHES[k % len(DASHES)])
    _names(canvas, frame, curves, names)


def _names(canvas: Canvas, frame: Frame, curves: Array, names: tuple[str, ...]) -> None:
    """Each name at the end of its curve, moved apart where curves end close together."""
    if not names:
        return
    ends = [float(frame.y(row[np.isfinite(row)][-1])) if np.isfinite(row).any() else frame.top for row in curves]
    order = sorted(range(len(names)), key=lambda k: ends[k])
    y = -np.inf
    places: dict[int, float] = {}
    for k in order:
        y = max(ends[k], y + _LABEL + 3)
        places[k] = y
    over = max(0.0, y - (frame.top + frame.height))
    for k, name in enumerate(names):
        canvas.text(frame.left + frame.width + 8, places[k] - over, name, size=_LABEL, colour=SERIES[k % len(SERIES)], side="left")
