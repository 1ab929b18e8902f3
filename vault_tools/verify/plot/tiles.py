"""One matrix as coloured cells with its title, labels, numbers and hatched masks; strips and grids are made of these."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Panel
from vault_tools.verify.plot.style import (
    HEADING,
    INK,
    MASKED,
    MUTED,
    Array,
    all_tiny,
    decimals,
    fitted,
    in_range,
    ink_on,
    labels,
    number,
    power_of_ten,
    text_width,
    value_colours,
    weight_colours,
)

if TYPE_CHECKING:
    from vault_tools.verify.plot.canvas import Canvas

LARGEST = 200
"""Rows or columns that are drawn where a matrix is alone; of larger matrices neighbouring entries are averaged."""
_NUMBERED = 12
"""Up to here a matrix gets a width in proportion to its size; above, its cells become narrower."""
_UNNUMBERED = 5
"""The same beside matrices with numbers, for one without."""
_LABEL = 10.5
_WIDEST_HEADING = 190.0


@dataclass(frozen=True, slots=True)
class Tile:
    """A panel made ready to draw: `values` of rank 2 and bounded size."""

    panel: Panel
    values: Array
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    written: tuple[str, ...]
    """The numbers as they stand in the cells, row by row; empty for a large matrix. A masked cell has none."""
    reduced: bool = False
    most: int = _NUMBERED
    """Rows and columns up to which the tile grows with its size."""

    @staticmethod
    def of(panel: Panel, among: int = 1) -> Tile:
        """`among`: panels that share the picture. ValueError: no numbers, or more than two axes."""
        values = np.asarray(panel.values, dtype=float)
        if values.ndim > 2 or values.size == 0:
            raise ValueError(f"a panel shows a vector or a matrix, not an array of shape {values.shape}")
        matrix = np.atleast_2d(values)
        height, width = matrix.shape
        most = int(LARGEST / among**0.5)
        small = reduce(reduce(matrix, 0, most), 1, most)
        few = max(height, width) <= 2 * _NUMBERED
        names = (labels(panel.row_labels, height), labels(panel.column_labels, width)) if few else ((), ())
        return Tile(panel, small, *names, _written(small, panel.scale), small.shape != matrix.shape)

    def hide(self, where: Any) -> Tile:
        """The same tile with some cells hatched."""
        values = np.where(where, -np.inf, self.values)
        return replace(self, values=values, written=_written(values, self.panel.scale))

    def beside_numbers(self) -> Tile:
        """The same tile smaller where it has no numbers, so that its neighbours have room for theirs."""
        return self if self.written else replace(self, most=_UNNUMBERED)

    def without_subtitle(self) -> Tile:
        """The same tile for a picture that writes the subtitle elsewhere."""
        return replace(self, panel=replace(self.panel, subtitle=""))

    @property
    def units(self) -> tuple[float, float]:
        """Width and height in cells of the common size."""
        height, width = self.values.shape
        return float(min(width, self.most)), float(min(height, self.most))

    @property
    def left(self) -> float:
        """Room for the row labels."""
        return max((text_width(name, _LABEL) for name in self.rows), default=-6.0) + 6.0

    @property
    def top(self) -> float:
        """Room for the heading and the column labels."""
        return (HEADING if self.panel.subtitle else HEADING - 16.0) + (16.0 if self.columns else 0.0)

    @property
    def words(self) -> float:
        """Width that the heading wants."""
        return min(_WIDEST_HEADING, max(text_width(self.panel.title, 14), text_width(self.panel.subtitle, 11)))

    def numbers(self, cell: float) -> float:
        """Text size of the numbers in cells of this size, 0 where they do not fit."""
        if not self.written:
            return 0.0
        widest = max(len(words) for words in self.written)
        size = min(13.0, int((cell - 5.0) / (0.62 * max(widest, 1)) * 2) / 2)
        return size if size >= 8.5 else 0.0


def _written(matrix: Array, scale: str) -> tuple[str, ...]:
    """The numbers for the cells. Of shares of 1 the smallest are 0.00, as in any table of percentages: no power of ten among them."""
    if max(matrix.shape) > _NUMBERED:
        return ()
    digits, tiny = decimals(matrix), all_tiny(matrix)
    if scale == "weights" and not tiny and not np.isin(matrix, (0.0, 1.0)).all():
        digits = 2
    shown = (power_of_ten(v) if tiny and math.isfinite(v) else number(v, digits if v else 0) for v in matrix.ravel().tolist())
    return tuple("" if value == -np.inf else words for value, words in zip(matrix.ravel().tolist(), shown, strict=True))


def reduce(matrix: Array, axis: int, largest: int) -> Array:
    """Average neighbouring entries along one axis until at most `largest` are left."""
    count = matrix.shape[axis]
    if count <= largest:
        return matrix
    edges = np.linspace(0, count, largest + 1).astype(int)
    finite = np.where(np.isfinite(matrix), matrix, 0.0)
    sums = np.add.reduceat(finite, edges[:-1], axis=axis)
    widths = np.diff(edges).reshape((-1, 1) if axis == 0 else (1, -1))
    return np.asarray(sums / widths)


def largest_entry(tiles: tuple[Tile, ...]) -> float:
    """The value at which the colours of these tiles are full."""
    return max((float(np.abs(t.values[np.isfinite(t.values)]).max(initial=0.0)) for t in tiles), default=0.0)


def draw_tile(canvas: Canvas, tile: Tile, place: tuple[float, float], cell: float, size: float, largest: float | None = None) -> None:
    """Draw at `place` (upper left corner of heading and labels) with cells of one size and numbers of size `size` (0: none)."""
    x, y = place[0] + tile.left, place[1] + tile.top
    width, height = tile.units[0] * cell, tile.units[1] * cell
    _heading(canvas, tile, x + width / 2, place[1])
    colours = _colours(tile, largest_entry((tile,)) if largest is None else largest)
    _cells(canvas, tile, colours, (x, y, width, height))
    _labels(canvas, tile, (x, y, width, height))
    if size and tile.numbers(cell):
        _numbers(canvas, tile, colours, (x, y, width, height), size)


def _heading(canvas: Canvas, tile: Tile, centre: float, y: float) -> None:
    room = max(_WIDEST_HEADING, tile.units[0] * 20)
    subtitle = tile.panel.subtitle + (" (⌀)" if tile.reduced else "")
    canvas.heading(centre, y, tile.panel.title, subtitle, room)


def _colours(tile: Tile, largest: float) -> Array:
    shown = np.where(np.isfinite(tile.values), tile.values, 0.0)
    if tile.panel.scale == "values":
        return value_colours(shown, largest)
    # Thousands of tiny weights would all be white: where none is numbered, the largest gets the full colour.
    return weight_colours(shown if tile.written or not largest else shown / max(largest, 1e-12))


def _grid(shape: tuple[int, ...], frame: tuple[float, float, float, float]) -> Any:
    """Rectangles of all cells, row by row, with a narrow gap where there is room for one."""
    x, y, width, height = frame
    rows, columns = shape
    w, h = width / columns, height / rows
    gap = 2.0 if min(w, h) > 14 else 1.0 if min(w, h) > 6 else 0.0
    j, i = np.meshgrid(np.arange(columns), np.arange(rows))
    one = np.ones(rows * columns)
    return np.stack([x + j.ravel() * w + gap / 2, y + i.ravel() * h + gap / 2, one * (w - gap), one * (h - gap)], axis=1)


def _cells(canvas: Canvas, tile: Tile, colours: Array, frame: tuple[float, float, float, float]) -> None:
    hidden = ~np.isfinite(tile.values)
    if tile.values.size > 600:
        # Noise in full colour depth makes files of a quarter megabyte; 32 steps look the same.
        colours = np.where(hidden[..., None], 0.86, np.round(colours * 32) / 32)
        canvas.image(*frame, colours)
        return
    boxes = _grid(tile.values.shape, frame)
    canvas.boxes(boxes, colours.reshape(-1, 3))
    if hidden.any():
        canvas.boxes(boxes[hidden.ravel()], MASKED, hatch="////")


def _labels(canvas: Canvas, tile: Tile, frame: tuple[float, float, float, float]) -> None:
    x, y, width, height = frame
    for k, name in enumerate(tile.rows):
        canvas.text(x - 5, y + height * (k + 0.5) / len(tile.rows), name, size=_LABEL, colour=MUTED, side="right")
    cell = width / max(len(tile.columns), 1)
    widest = max((text_width(name, _LABEL) for name in tile.columns), default=0.0)
    size = _LABEL * max(0.72, min(1.0, (cell - 3) / (widest or 1.0)))
    for k, name in enumerate(tile.columns):
        canvas.text(x + cell * (k + 0.5), y - 8, fitted(name, size, cell + 4), size=size, colour=MUTED)


def _numbers(canvas: Canvas, tile: Tile, colours: Array, frame: tuple[float, float, float, float], size: float) -> None:
    x, y, width, height = frame
    rows, columns = tile.values.shape
    for k, words in enumerate(tile.written):
        i, j = divmod(k, columns)
        ink = ink_on(colours[i, j]) if np.isfinite(tile.values[i, j]) else INK
        canvas.text(x + width * (j + 0.5) / columns, y + height * (i + 0.5) / rows, words, size=size, colour=ink)


def range_key(canvas: Canvas, tile: Tile, centre: float, y: float) -> None:
    """Smallest and largest entry, for a matrix whose numbers do not fit."""
    finite = tile.values[np.isfinite(tile.values)]
    if finite.size:
        canvas.text(centre, y, in_range(float(finite.min()), float(finite.max())), size=10.5, colour=MUTED)
