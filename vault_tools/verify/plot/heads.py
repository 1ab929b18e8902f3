"""Many matrices that are compared with each other: one per head in a grid, or the what-if variants of one formula in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.verify.plot.canvas import Canvas
from vault_tools.verify.plot.style import INK, MARGIN, WIDTH
from vault_tools.verify.plot.tiles import Tile, draw_tile, largest_entry, range_key

if TYPE_CHECKING:
    from vault_tools.handler import Figure

_MOST = 16
_SPACE = 20.0
_BELOW = 20.0
_MOST_CELL = 44.0


def heads(figure: Figure) -> Canvas:
    """At most four to a line and sixteen in all, one colour scale."""
    shown = figure.panels[:_MOST]
    tiles = [Tile.of(panel, len(shown)) for panel in shown]
    across = 4 if len(tiles) > 6 or len(tiles) == 4 else 3
    below = [""] * len(tiles)
    if len(shown) < len(figure.panels):
        below[-1] = f"1–{_MOST} / {len(figure.panels)}"
    return _grid(tiles, min(across, len(tiles)), below)


def whatif(figure: Figure) -> Canvas:
    """Variants side by side, what they come to (the entropy) below each."""
    shown = figure.panels[:_MOST]
    tiles = [Tile.of(panel, len(shown)).without_subtitle() for panel in shown]
    return _grid(tiles, min(4, len(tiles)), [panel.subtitle for panel in shown])


def _grid(tiles: list[Tile], across: int, below: list[str]) -> Canvas:
    largest = largest_entry(tuple(tiles))
    cell = min(_MOST_CELL, _fitting(tiles, across))
    size = min((tile.numbers(cell) for tile in tiles), default=0.0)
    foot = _BELOW if any(below) or not size else 0.0
    left, top = max(tile.left for tile in tiles), max(tile.top for tile in tiles)
    wide, high = max(tile.units[0] for tile in tiles) * cell, max(tile.units[1] for tile in tiles) * cell
    step = left + wide + max(_SPACE, _slack(tiles, across, left + wide))
    rows = -(-len(tiles) // across)
    canvas = Canvas(rows * (top + high + foot) + (rows - 1) * 12 + 2 * MARGIN)
    start = (WIDTH - (across - 1) * step - left - wide) / 2
    for k, tile in enumerate(tiles):
        row, column = divmod(k, across)
        x, y = start + column * step + left - tile.left, MARGIN + row * (top + high + foot + 12)
        draw_tile(canvas, tile, (x, y), cell, size, largest)
        middle, under = x + tile.left + tile.units[0] * cell / 2, y + tile.top + tile.units[1] * cell + 13
        if below[k]:
            canvas.text(middle, under, below[k], size=11.5, colour=INK)
        elif not size:
            range_key(canvas, tile, middle, under)
    return canvas


def _fitting(tiles: list[Tile], across: int) -> float:
    free = WIDTH - 2 * MARGIN - (across - 1) * _SPACE - across * max(tile.left for tile in tiles)
    return free / (across * max(tile.units[0] for tile in tiles))


def _slack(tiles: list[Tile], across: int, wide: float) -> float:
    """More room between the columns where the headings are wider than the matrices, or the line has room to spare."""
    words = max(tile.words for tile in tiles) + 16 - wide
    spare = (WIDTH - 2 * MARGIN - across * wide) / max(across, 1)
    return max(words, min(spare, 44.0))
