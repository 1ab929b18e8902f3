"""Words and numbers as outlines: all that one picture says becomes one path per colour, drawn ten times faster than as single texts."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath, text_to_path

from vault_tools.verify.plot.style import family_for

if TYPE_CHECKING:
    from collections.abc import Iterable

_EM = 100
_HALF_CAPITAL = 0.3645
"""Half the height of a digit or capital of DejaVu Sans, in em: text is centred on it, so that its baselines agree."""
_SCRIPT = re.compile(r"([_^])(?:\(([^()]+)\)|(?<=_)([a-z]+)|(\w))")
"""`_V`, `_model`, `^(i+1)` in a heading: Unicode has no subscript for every letter, so it is drawn as one."""
_SMALLER, _RAISED = 0.7, {"_": -0.16, "^": 0.34}
"""Size of a script relative to its line, and where its baseline lies, in em."""
_SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True, slots=True)
class Label:
    """Text at a place: x of its `side`, y of the middle of its capitals; `size` in pixels of the page."""

    x: float
    y: float
    words: str
    size: float
    side: str = "center"
    weight: str = "normal"
    upright: bool = False
    """Read from bottom to top."""


@lru_cache(maxsize=1024)
def _glyph(character: str, weight: str) -> tuple[Any, Any, float]:
    """Vertices in em (y up), path codes, and advance width in em, of a character with its accents; a blank has no vertices."""
    font = FontProperties(family=family_for(character[0]), size=_EM, weight=weight)
    advance, _, _ = text_to_path.get_text_width_height_descent(character, font, False)
    if character.isspace():
        return np.zeros((0, 2)), np.zeros(0, np.uint8), float(advance) / _EM
    outline = TextPath((0, 0), character, prop=font, usetex=False)
    return np.asarray(outline.vertices, dtype=float) / _EM, np.asarray(outline.codes), float(advance) / _EM


def outlines(labels: Iterable[Label]) -> Path:
    """One compound path of all labels, y down."""
    vertices, codes = zip(*(_outline(label) for label in labels), strict=True)
    return Path(np.concatenate(vertices), np.concatenate(codes))


def _runs(words: str) -> list[tuple[str, float, float]]:
    """The parts of a heading with their size and the height of their baseline: `W_V` is W and a small, lowered V."""
    found, end = [], 0
    for script in _SCRIPT.finditer(words):
        found += [(words[end : script.start()], 1.0, 0.0), (script[2] or script[3] or script[4], _SMALLER, _RAISED[script[1]])]
        end = script.end()
    return [*found, (words[end:], 1.0, 0.0)]


def _characters(words: str) -> list[str]:
    """A hat stays with its letter: drawn by itself it would stand on a dotted circle."""
    found: list[str] = []
    for character in words:
        if found and unicodedata.combining(character):
            found[-1] += character
        else:
            found.append(character)
    return found


def _outline(label: Label) -> tuple[Any, Any]:
    runs = _runs(label.words) if label.weight == "bold" else [(label.words, 1.0, 0.0)]
    glyphs = [(_glyph(c, label.weight), size, raised) for words, size, raised in runs for c in _characters(words)]
    left = -_SHARES[label.side] * sum(advance * size for (_, _, advance), size, _ in glyphs)
    vertices, codes = [np.zeros((0, 2))], [np.zeros(0, np.uint8)]
    for (points, kinds, advance), size, raised in glyphs:
        vertices.append(points * size + np.array([left, raised - _HALF_CAPITAL]))
        codes.append(kinds)
        left += advance * size
    line = np.concatenate(vertices) * np.array([label.size, -label.size])
    if label.upright:
        line = np.stack([line[:, 1], -line[:, 0]], axis=1)
    return line + np.array([label.x, label.y]), np.concatenate(codes)
