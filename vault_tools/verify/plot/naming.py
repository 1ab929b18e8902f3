"""The file name of a picture, made from what it shows: equal pictures share a file, a changed one never hides behind an old name."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from vault_tools.handler import Figure

STYLE = 2
"""Raised whenever the drawing changes, so that old pictures are not taken for new ones."""

_DIGITS = 6
"""Digits relative to the largest entry: the last bits of a product differ between processors and are never visible."""

_OFF_CENTRE = 0.38
"""Rounding boundaries lie away from the short decimals and simple fractions that formulas produce."""


def picture_name(family: str, figure: Figure) -> str:
    """`picture_name("attention", figure)` -> `attention-3f2a9c01b7de-1.png`: ASCII slug, hash of what is drawn, style number."""
    drawn = [figure.kind, [_panel(panel) for panel in figure.panels], _canonical(figure.data)]
    digest = hashlib.sha256(json.dumps(drawn, sort_keys=True).encode()).hexdigest()
    return f"{_slug(family)}-{digest[:12]}-{STYLE}.png"


def _slug(family: str) -> str:
    plain = unicodedata.normalize("NFKD", family).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "formula"


def _panel(panel: Any) -> list[Any]:
    words = [panel.title, panel.subtitle, panel.scale, panel.join, list(panel.row_labels), list(panel.column_labels)]
    return [*words, _canonical(panel.values)]


def _canonical(value: Any) -> Any:
    """JSON of a value in which numbers are whole multiples of a millionth of the largest one."""
    match value:
        case None | str() | bool():
            return value
        case Mapping():
            return {str(key): _canonical(entry) for key, entry in value.items()}
        case list() | tuple() if _has_words(value):
            return [_canonical(entry) for entry in value]
    return _numbers(np.asarray(value, dtype=float))


def _has_words(value: Any) -> bool:
    """Whether a sequence holds something else than numbers, or rows of different lengths."""
    try:
        np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        return True
    return False


def _numbers(values: Any) -> list[Any]:
    finite = values[np.isfinite(values)]
    largest = float(np.abs(finite).max()) if finite.size else 0.0
    exponent = int(np.floor(np.log10(largest))) if largest else 0
    scaled = np.where(np.isfinite(values), values, 0.0) / 10.0 ** (exponent - _DIGITS)
    whole = np.floor(scaled + _OFF_CENTRE).astype(np.int64)
    special = [str(entry) for entry in values[~np.isfinite(values)].ravel()]
    return [list(values.shape), exponent, whole.ravel().tolist(), special]
