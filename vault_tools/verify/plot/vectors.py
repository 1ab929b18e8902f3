"""A dot product as geometry: two vectors in the plane they span, the angle between them, the projection of one on the other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vault_tools.verify.plot.canvas import Canvas
from vault_tools.verify.plot.style import FAINT, HEADING, INK, MARGIN, SERIES, WIDTH, Array, brief, labels

if TYPE_CHECKING:
    from vault_tools.handler import Figure, Panel

_DRAWN_WIDTH, _DRAWN_HEIGHT = 310.0, 190.0
_AIR = 24.0
_LINE = 27.0
_WORDS = 190.0


def vectors(figure: Figure) -> Canvas:
    """B lies on the horizontal, a above it; lengths and angle are true whatever the number of dimensions."""
    pairs = [_pair(panel) for panel in figure.panels]
    planes = [_Plane(*_in_plane(pair)) for pair in pairs]
    heights = [HEADING + max(_LINE * 5, plane.height) for plane in planes]
    canvas = Canvas(sum(heights) + 2 * MARGIN)
    top = MARGIN
    for panel, pair, plane, height in zip(figure.panels, pairs, planes, heights, strict=True):
        _draw(canvas, panel, pair, plane.below(top + HEADING, height - HEADING), top)
        _words(canvas, pair, _names(panel), (WIDTH - MARGIN - _WORDS, top + (height + HEADING) / 2 - 2 * _LINE))
        top += height
    return canvas


def _pair(panel: Panel) -> Array:
    pair = np.asarray(panel.values, dtype=float)
    if pair.ndim != 2 or len(pair) != 2 or not np.isfinite(pair).all():
        raise ValueError(f"a picture of a dot product needs two finite vectors, got shape {pair.shape}")
    return pair


def _names(panel: Panel) -> tuple[str, ...]:
    return labels(panel.row_labels, 2) or ("a", "b")


def _draw(canvas: Canvas, panel: Panel, pair: Array, plane: _Plane, top: float) -> None:
    a, b = _in_plane(pair)
    names = _names(panel)
    canvas.heading(WIDTH / 2, top, panel.title, panel.subtitle)
    _projection(canvas, plane, a, b)
    _angle(canvas, plane, a)
    canvas.arrow(plane.at((0.0, 0.0)), plane.at(b), SERIES[0], 2.6)
    canvas.arrow(plane.at((0.0, 0.0)), plane.at(a), SERIES[1], 2.6)
    _name(canvas, plane.at(a), names[0], SERIES[1], above=True)
    _name(canvas, plane.at(b), names[1], SERIES[0], above=False)


def _in_plane(pair: Array) -> tuple[tuple[float, float], tuple[float, float]]:
    """Coordinates of a and b in the plane that they span, b along the first axis."""
    a, b = pair
    size = float(np.linalg.norm(b))
    along = float(a @ b) / size if size else 0.0
    across = math.sqrt(max(float(a @ a) - along**2, 0.0))
    return (along, across), (size, 0.0)


class _Plane:
    """Where the points of the plane lie on the page, both axes to one scale; `height` is what the drawing needs."""

    def __init__(self, a: tuple[float, float], b: tuple[float, float]) -> None:
        self.low, high = min(0.0, a[0]), max(b[0], a[0], 0.0)
        span = (high - self.low) or 1.0
        self.unit = min(_DRAWN_WIDTH / span, _DRAWN_HEIGHT / max(a[1], 1e-9))
        self.drawn = a[1] * self.unit
        self.height = self.drawn + 2 * _AIR
        self.x = MARGIN + 26 + (_DRAWN_WIDTH - span * self.unit) / 2 - self.low * self.unit
        self.y = 0.0

    def below(self, top: float, height: float) -> _Plane:
        """The same plane, placed in the middle of what is free."""
        self.y = top + (height + self.drawn) / 2
        return self

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        """Pixel of a point."""
        return self.x + point[0] * self.unit, self.y - point[1] * self.unit


def _projection(canvas: Canvas, place: _Plane, a: tuple[float, float], b: tuple[float, float]) -> None:
    """The line through b, the perpendicular from a, and the foot's distance from the origin as a thick line below b."""
    foot = (a[0], 0.0)
    reach = [place.at((min(0.0, a[0]), 0.0)), place.at((max(a[0], b[0]), 0.0))]
    canvas.line(reach, FAINT, 1.0, (3, 3))
    canvas.line([place.at(a), place.at(foot)], FAINT, 1.4, (3, 2))
    x0, y0 = place.at((0.0, 0.0))
    x1, _ = place.at(foot)
    if abs(x1 - x0) > 2:
        canvas.line([(x0, y0 + 9), (x1, y0 + 9)], SERIES[2], 4.0)
    if a[1] * place.unit > 24 and abs(x1 - x0) > 24:
        side = 9.0 if x1 > x0 else -9.0
        canvas.line([(x1 - side, y0), (x1 - side, y0 - 9), (x1, y0 - 9)], FAINT, 1.0)


def _angle(canvas: Canvas, place: _Plane, a: tuple[float, float]) -> None:
    turn = math.atan2(a[1], a[0])
    if turn < 0.03 or not (a[0] or a[1]):
        return
    x, y = place.at((0.0, 0.0))
    radius = min(38.0, 0.5 * math.hypot(*a) * place.unit)
    steps = np.linspace(0.0, turn, 40)
    canvas.line(np.stack([x + radius * np.cos(steps), y - radius * np.sin(steps)], axis=1), INK, 1.3)
    middle = turn / 2
    canvas.text(x + (radius + 15) * math.cos(middle), y - (radius + 15) * math.sin(middle), "θ", size=13)


def _name(canvas: Canvas, tip: tuple[float, float], name: str, colour: str, *, above: bool) -> None:
    canvas.text(tip[0] + 10, tip[1] - (8 if above else 2), name, size=14, weight="bold", colour=colour, side="left")


def _words(canvas: Canvas, pair: Array, names: tuple[str, ...], place: tuple[float, float]) -> None:
    """The numbers beside the drawing: product, lengths, angle, projection."""
    a, b = pair
    product, long_a, long_b = float(a @ b), float(np.linalg.norm(a)), float(np.linalg.norm(b))
    told = [(f"{names[0]} · {names[1]} = {brief(product)}", INK), (f"|{names[0]}| = {brief(long_a)}", SERIES[1])]
    told.append((f"|{names[1]}| = {brief(long_b)}", SERIES[0]))
    if long_a and long_b:
        turn = math.degrees(math.acos(max(-1.0, min(1.0, product / (long_a * long_b)))))
        told += [(f"θ = {turn:.1f}°", INK), (f"|{names[0]}| cos θ = {brief(product / long_b)}", SERIES[2])]
    x, y = place
    for k, (words, colour) in enumerate(told):
        canvas.text(x, y + _LINE * k, words, size=14, colour=colour, side="left")
