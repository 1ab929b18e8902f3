"""Matrices in the order of the computation: Q · Kᵀ → scores → weights · V = output, on one line or broken into a few."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.verify.plot.canvas import Canvas
from vault_tools.verify.plot.style import MARGIN, WIDTH
from vault_tools.verify.plot.tiles import Tile, draw_tile, range_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.handler import Figure, Panel

_JOIN, _SPACE = 34.0, 22.0
_ROOMY = 36.0
"""Cells this large show four-character numbers well: lines are broken until the cells have it."""
_MOST_CELL = 48.0
_MOST_UNNUMBERED = 26.0
_BELOW = 20.0
_BETWEEN = 14.0


@dataclass(frozen=True, slots=True)
class Layout:
    """Tiles by line, and the common size of a cell."""

    lines: tuple[tuple[Tile, ...], ...]
    cell: float

    @property
    def numbers(self) -> float:
        """One text size for all numbers of the picture, so that none looks more important; 0 where none fit."""
        sizes = [size for line in self.lines for tile in line if (size := tile.numbers(self.cell))]
        return min(sizes, default=0.0)


def strip(figure: Figure) -> Canvas:
    """Panels with their joins; numbers in the cells where they fit, the range below where they do not."""
    tiles = tuple(_with_masks([Tile.of(_with_shape(panel), len(figure.panels)) for panel in figure.panels]))
    layout = _arrange(tuple(tile.beside_numbers() for tile in tiles) if any(tile.written for tile in tiles) else tiles)
    heights = [_height(line, layout.cell) for line in layout.lines]
    canvas = Canvas(sum(heights) + _BETWEEN * (len(heights) - 1) + 2 * MARGIN)
    y = MARGIN
    for line, height in zip(layout.lines, heights, strict=True):
        _draw_line(canvas, line, layout, y)
        y += height + _BETWEEN
    return canvas


def _with_shape(panel: Panel) -> Panel:
    """The shape as subtitle where a panel has none: `3×4`."""
    return panel if panel.subtitle else replace(panel, subtitle="×".join(str(size) for size in np.shape(panel.values)))


def _with_masks(tiles: list[Tile]) -> Iterator[Tile]:
    """Weights that are zero because a step before masked them are hatched as well: they were not computed to be small."""
    masked: dict[tuple[int, ...], Any] = {}
    for tile in tiles:
        hidden = np.isneginf(tile.values) | masked.get(tile.values.shape, False)
        masked[tile.values.shape] = hidden
        yield tile.hide(hidden & (tile.values == 0)) if tile.panel.scale == "weights" else tile


def _arrange(tiles: tuple[Tile, ...]) -> Layout:
    """The fewest lines (at most three) with roomy cells, else those with the largest cells."""
    tall = max(tile.units[1] for tile in tiles)
    most = min(len(tiles), 3 if tall <= 4 else 2)
    layouts = [_layout(tiles, count) for count in range(1, most + 1)]
    roomy = [layout for layout in layouts if layout.cell >= _ROOMY]
    return roomy[0] if roomy else max(layouts, key=lambda layout: layout.cell)


def _layout(tiles: tuple[Tile, ...], count: int) -> Layout:
    share = -(-len(tiles) // count)
    lines = tuple(tiles[k : k + share] for k in range(0, len(tiles), share))
    most = _MOST_CELL if any(tile.written for tile in tiles) else _MOST_UNNUMBERED
    return Layout(lines, min([most, *(_fitting(line) for line in lines)]))


def _fitting(line: tuple[Tile, ...]) -> float:
    """The cell size with which a line fills the width, headings included."""
    free = WIDTH - 2 * MARGIN - sum(tile.left + _gap(tile) for tile in line)
    cell = free / sum(tile.units[0] for tile in line)
    while cell > 4.0 and sum(max(tile.units[0] * cell, tile.words) for tile in line) > free:
        cell -= 1.0
    return cell


def _gap(tile: Tile) -> float:
    return _JOIN if tile.panel.join else _SPACE


def _height(line: tuple[Tile, ...], cell: float) -> float:
    keys = any(not tile.numbers(cell) for tile in line)
    return max(tile.top + tile.units[1] * cell for tile in line) + (_BELOW if keys else 0.0)


def _draw_line(canvas: Canvas, line: tuple[Tile, ...], layout: Layout, y: float) -> None:
    """One line, centred; matrices of different heights share their middle, as in a printed product."""
    cell = layout.cell
    widths = [tile.left + max(tile.units[0] * cell, tile.words) for tile in line]
    lead = 0.0 if not line[0].panel.join else _JOIN
    total = sum(widths) + lead + sum(_gap(tile) for tile in line[1:])
    x = (WIDTH - total) / 2
    top = max(tile.top for tile in line)
    tall = max(tile.units[1] for tile in line) * cell
    for position, (tile, width) in enumerate(zip(line, widths, strict=True)):
        gap = _gap(tile) if position else lead
        if tile.panel.join:
            canvas.sign(x + gap / 2, y + top + tall / 2, tile.panel.join)
        x += gap
        inset = (width - tile.left - tile.units[0] * cell) / 2
        above = y + top - tile.top + (tall - tile.units[1] * cell) / 2
        draw_tile(canvas, tile, (x + inset, above), cell, layout.numbers)
        if not tile.numbers(cell):
            range_key(canvas, tile, x + inset + tile.left + tile.units[0] * cell / 2, above + tile.top + tile.units[1] * cell + 12)
        x += width
