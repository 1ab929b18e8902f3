"""A large patterned matrix over the whole width, such as a positional encoding: positions down, dimensions across."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vault_tools.verify.plot.canvas import Canvas
from vault_tools.verify.plot.frames import ticks
from vault_tools.verify.plot.style import HEADING, MARGIN, MUTED, WIDTH, brief, value_colours, weight_colours
from vault_tools.verify.plot.tiles import Tile, largest_entry

if TYPE_CHECKING:
    from vault_tools.handler import Figure

_LEFT, _RIGHT, _FOOT = 52.0, 66.0, 44.0
_TALLEST, _SHORTEST = 300.0, 120.0
_KEY = 12.0
_TICK = 10.5


def stripes(figure: Figure) -> Canvas:
    """One matrix without numbers, with ticks that count from zero and a colour key."""
    tile = Tile.of(figure.panels[0])
    rows, columns = np.atleast_2d(np.asarray(figure.panels[0].values)).shape
    width = WIDTH - 2 * MARGIN - _LEFT - _RIGHT
    height = float(np.clip(width / columns * rows, _SHORTEST, _TALLEST))
    canvas = Canvas(HEADING + height + _FOOT + 2 * MARGIN)
    left, top = MARGIN + _LEFT, MARGIN + HEADING
    canvas.heading(left + width / 2, MARGIN, tile.panel.title, tile.panel.subtitle)
    shown = np.where(np.isfinite(tile.values), tile.values, 0.0)
    largest = largest_entry((tile,))
    weights = tile.panel.scale == "weights"
    canvas.image(left, top, width, height, weight_colours(shown) if weights else value_colours(shown, largest))
    _axes(canvas, (left, top, width, height), (rows, columns))
    canvas.text(left + width / 2, top + height + 32, str(figure.data.get("columns", "")), size=11, colour=MUTED)
    canvas.text(MARGIN + 6, top + height / 2, str(figure.data.get("rows", "")), size=11, colour=MUTED, upright=True)
    _key(canvas, (left + width + 18, top, height), largest, weights=weights)
    return canvas


def _axes(canvas: Canvas, frame: tuple[float, float, float, float], shape: tuple[int, int]) -> None:
    left, top, width, height = frame
    rows, columns = shape
    for t in _whole(rows, 6):
        canvas.text(left - 7, top + height * (t + 0.5) / rows, str(t), size=_TICK, colour=MUTED, side="right")
    for t in _whole(columns, 9):
        canvas.text(left + width * (t + 0.5) / columns, top + height + 12, str(t), size=_TICK, colour=MUTED)


def _whole(count: int, most: int) -> list[int]:
    return [int(t) for t in ticks(0.0, count - 1.0, most) if t == int(t)] if count > 1 else [0]


def _key(canvas: Canvas, place: tuple[float, float, float], largest: float, *, weights: bool) -> None:
    """A colour bar with its ends and middle named."""
    x, y, height = place
    low, high = (0.0, 1.0) if weights else (-largest, largest)
    ramp = np.linspace(high, low, 101)[:, None]
    canvas.image(x, y, _KEY, height, weight_colours(ramp) if weights else value_colours(ramp, largest))
    for share, value in ((0.0, high), (0.5, (low + high) / 2), (1.0, low)):
        canvas.text(x + _KEY + 6, y + 6 + (height - 12) * share, brief(value), size=_TICK, colour=MUTED, side="left")
