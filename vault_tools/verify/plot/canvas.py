"""A white card of page pixels to draw on: the one place that talks to matplotlib (Agg, no pyplot, no global state left changed)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, PathPatch, Polygon
from matplotlib.transforms import Affine2D

from vault_tools.verify.plot.glyphs import Label, outlines
from vault_tools.verify.plot.png import encode
from vault_tools.verify.plot.style import CARD, HATCH, INK, MARGIN, MUTED, RC, RULE, WIDTH, Array, fitted, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SCALE = 2
"""Pixels of the file for one pixel of the page: sharp on dense screens."""


class Canvas:
    """Coordinates are pixels of the page, x to the right, y down. Text size is in the same pixels."""

    def __init__(self, height: float) -> None:
        with mpl.rc_context(RC):
            self.height = float(round(height))
            self.figure = Figure(figsize=(WIDTH / 72, self.height / 72), dpi=72 * SCALE, frameon=False)
            self._canvas = FigureCanvasAgg(self.figure)
        self._place = Affine2D().scale(SCALE, -SCALE).translate(0, self.height * SCALE)
        self._artists = 0
        self._labels: dict[str, list[Label]] = {}
        self._images: list[tuple[int, int, NDArray[np.uint32]]] = []
        self._card()

    def _card(self) -> None:
        card = FancyBboxPatch((1, 1), WIDTH - 2, self.height - 2, boxstyle="round,pad=0,rounding_size=10", linewidth=1.0)
        card.set(facecolor=CARD, edgecolor=RULE)
        self._add(card)

    def _add(self, artist: Any) -> None:
        """Put an artist on the card; later ones cover earlier ones."""
        self._artists += 1
        artist.set(transform=self._place, zorder=self._artists)
        self.figure.add_artist(artist)

    def text(self, x: float, y: float, words: str, *, colour: str = INK, **look: Any) -> None:
        """Plain text over all else, never mathtext. look: size (12), side (center), weight (normal), upright."""
        self._labels.setdefault(colour, []).append(Label(x, y, plain(words), **{"size": 12.0, **look}))

    def heading(self, centre: float, top: float, title: str, subtitle: str = "", room: float = WIDTH - 2 * MARGIN) -> None:
        """Title and subtitle of a panel, cut off where they are wider than `room`; they take HEADING pixels."""
        self.text(centre, top + 10, fitted(title, 14, room), size=14, weight="bold")
        self.text(centre, top + 27, fitted(subtitle, 11, room), size=11, colour=MUTED)

    def sign(self, x: float, y: float, join: str) -> None:
        """The sign between two panels; the middle dot of the font is too small to be seen there."""
        self.text(x, y, "•" if join == "·" else join, size=19, colour=MUTED)

    def boxes(self, corners: Array, colours: Any, hatch: str = "") -> None:
        """Filled rectangles; corners (k, 4) are x, y, width, height."""
        x, y, width, height = np.asarray(corners, dtype=float).T
        outline = np.stack([np.stack([x, y]), np.stack([x + width, y]), np.stack([x + width, y + height]), np.stack([x, y + height])])
        polygons = PolyCollection(list(outline.transpose(2, 0, 1)), facecolors=colours, linewidths=0, antialiaseds=False)
        if hatch:
            polygons.set(hatch=hatch, edgecolor=HATCH)
        self._add(polygons)

    def image(self, x: float, y: float, width: float, height: float, colours: Array) -> None:
        """A matrix of RGB cells scaled up without smoothing, put over all else: much faster than rectangles for many cells."""
        rows = np.arange(round(height * SCALE)) * colours.shape[0] // round(height * SCALE)
        columns = np.arange(round(width * SCALE)) * colours.shape[1] // round(width * SCALE)
        cells = np.full((*colours.shape[:2], 4), 255, np.uint8)
        cells[:, :, :3] = colours * 255 + 0.5
        pixels = _whole_pixels(cells)[:, columns][rows]  # rows last: they are copied as they lie
        self._images.append((round(x * SCALE), round(y * SCALE), pixels))

    def line(self, points: Any, colour: str = INK, width: float = 1.5, dashes: Sequence[float] = ()) -> None:
        """A polyline; NaN breaks it."""
        x, y = np.asarray(points, dtype=float).T
        line = Line2D(x, y, color=colour, linewidth=width, solid_capstyle="round", solid_joinstyle="round")
        if dashes:
            line.set_dashes(tuple(dashes))
        self._add(line)

    def segments(self, segments: Any, colour: str = RULE, width: float = 1.0) -> None:
        """Many separate straight lines, (k, 2, 2)."""
        self._add(LineCollection(list(np.asarray(segments, dtype=float)), colors=colour, linewidths=width))

    def area(self, points: Any, colour: str, opacity: float = 1.0) -> None:
        """A filled polygon."""
        self._add(Polygon(np.asarray(points, dtype=float), closed=True, facecolor=colour, linewidth=0, alpha=opacity))

    def arrow(self, start: tuple[float, float], end: tuple[float, float], colour: str = INK, width: float = 2.2) -> None:
        """A straight arrow with a filled head that ends exactly at `end`."""
        tail, tip = np.array(start), np.array(end)
        length = float(np.hypot(*(tip - tail)))
        if length < 1.0:
            return
        along = (tip - tail) / length
        across = np.array([-along[1], along[0]])
        head = min(10.0, 0.6 * length)
        neck = tip - along * head
        self.line([tail, neck + along], colour, width)
        self.area([tip, neck + across * head * 0.42, neck - across * head * 0.42], colour)

    def png(self) -> bytes:
        """The finished picture, without date or version inside."""
        for colour, labels in self._labels.items():
            self._add(PathPatch(outlines(labels), facecolor=colour, linewidth=0, snap=False))
        with mpl.rc_context(RC):
            agg: Any = self._canvas
            agg.draw()
            pixels = np.asarray(agg.buffer_rgba())
        for x, y, image in self._images:
            _whole_pixels(pixels)[y : y + image.shape[0], x : x + image.shape[1]] = image
        return encode(pixels)


def _whole_pixels(pixels: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Red, green, blue and opacity of a pixel as one number, which is faster to copy than the four."""
    return pixels.view(np.uint32)[:, :, 0]
