"""Families: sinusoidal positional encoding (Vaswani et al. 2017), its sine and its cosine columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.invariants import deviation, excess, worst
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Callable

SHOWN_POSITIONS = 24
FEWEST_COLUMNS, MOST_COLUMNS = 16, 32
"""Fewer columns show no pattern; more cannot be told apart."""


def angles(pos: Any, i: Any, d: Any) -> Any:
    """pos / 100^(4i/d), a power of 100 in place of one of 10000."""
    return np.asarray(pos, dtype=float) / np.float_power(100.0, 4.0 * np.asarray(i, dtype=float) / d)


def reference_sine(pos: Any, i: Any, d: Any) -> Any:
    """The imaginary part of e^{i angle}."""
    return np.exp(1j * angles(pos, i, d)).imag


def reference_cosine(pos: Any, i: Any, d: Any) -> Any:
    """The real part of e^{i angle}."""
    return np.exp(1j * angles(pos, i, d)).real


def encoding(positions: int, width: int) -> Any:
    """The whole table, sines in the even columns and cosines in the odd ones."""
    angle = angles(np.arange(positions)[:, None], np.arange((width + 1) // 2)[None, :], width)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(positions, -1)[:, :width]


def _other_half(reference: Callable[..., Any], other: Callable[..., Any], turn: float) -> tuple[Invariant, ...]:
    """Sine and cosine of a pair: their squares make 1, and the next position is a rotation of this one, wherever it lies."""

    def square(values: Values, output: Any) -> float:
        return worst(np.square(output) + np.square(other(**_roles(values))) - 1.0)

    def rotated(values: Values, output: Any) -> float:
        at = _roles(values)
        one = {**at, "pos": 1.0}
        following = reference(**{**at, "pos": np.add(at["pos"], 1.0)})
        return deviation(np.asarray(output) * reference_cosine(**one) + turn * other(**at) * reference_sine(**one), following)

    return Invariant("squares_sum_to_one", square), Invariant("next_position_is_turned", rotated)


def _roles(values: Values) -> dict[str, Any]:
    return {role: values[role] for role in ("pos", "i", "d")}


def explain(values: Values, output: Any) -> Explanation:
    """What the columns are."""
    return Explanation(sentences=(message("family.positional"),))


def figure(values: Values, output: Any) -> Figure:
    """The whole table as stripes, whichever entry the formula gives."""
    width = int(np.clip(values["d"], FEWEST_COLUMNS, MOST_COLUMNS)) if np.ndim(values["d"]) == 0 else MOST_COLUMNS
    shown = Panel("PE", encoding(SHOWN_POSITIONS, width), subtitle=f"{SHOWN_POSITIONS} positions, d = {width}")
    return Figure("stripes", (shown,), message("family.alt_positional"), {"rows": "pos", "columns": "2i, 2i+1"})


def _family(name: str, formula: str, also: str, reference: Callable[..., Any], other: tuple[Callable[..., Any], float]) -> Family:
    return Family(
        name=name,
        formula=formula,
        also=(also,),
        roles={"pos": "position", "i": "pair of columns", "d": "width"},
        invariants=(Invariant("bounded", lambda values, output: excess(output, -1.0, 1.0)), *_other_half(reference, *other)),
        reference=reference,
        figure=figure,
        explain=explain,
    )


FAMILIES = (
    _family(
        "positional_encoding_sine",
        r"PE_{(pos, 2i)} = \sin\left(\frac{pos}{10000^{2i/d}}\right)",
        r"\sin(pos / 10000^{2i/d})",
        reference_sine,
        (reference_cosine, 1.0),
    ),
    _family(
        "positional_encoding_cosine",
        r"PE_{(pos, 2i+1)} = \cos\left(\frac{pos}{10000^{2i/d}}\right)",
        r"\cos(pos / 10000^{2i/d})",
        reference_cosine,
        (reference_sine, -1.0),
    ),
)
