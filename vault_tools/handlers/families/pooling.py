"""Families: the weighted sum of vectors, and attention pooling of many tokens into one (weights from scores with one query)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.telling import cost, factor, number, rows_in_words, step, written_sum
from vault_tools.handlers.invariants import worst
from vault_tools.model import Message, message


def reference(alpha: Any, v: Any) -> Any:
    """Coordinate by coordinate: Σ_j α_j v_jc, added in the reverse order."""
    alpha, v = np.asarray(alpha, dtype=float), np.asarray(v, dtype=float)
    columns = [np.sum((alpha * v[..., c])[..., ::-1], axis=-1) for c in range(v.shape[-1])]
    return np.stack(columns, axis=-1)


def _within(values: Values, output: Any) -> float:
    """|Σ α_j v_j| ≤ Σ|α_j| · max|v_j|, coordinate by coordinate."""
    alpha, v = np.asarray(values["alpha"]), np.asarray(values["v"])
    bound = np.sum(np.abs(alpha), axis=-1)[..., None] * np.max(np.abs(v), axis=-2)
    return worst(np.maximum(np.abs(output) - bound, 0.0))


def _weights(values: Values) -> Any:
    """The weights of one sum."""
    alpha = np.asarray(values["alpha"], dtype=float)
    return alpha.reshape(-1, alpha.shape[-1])[0]


def _vectors(values: Values) -> Any:
    """The vectors of one sum."""
    v = np.asarray(values["v"], dtype=float)
    return v.reshape(-1, *v.shape[-2:])[0]


def _by_hand(values: Values, output: Any) -> Message:
    """The first coordinate of the first sum with its numbers put in."""
    terms = [f"{factor(a)}·{factor(v)}" for a, v in zip(_weights(values), _vectors(values)[:, 0], strict=True)]
    return message("family.by_hand", entry="c₁", sum=written_sum(terms), value=number(np.asarray(output).reshape(-1)[0]))


def explain(values: Values, output: Any) -> Explanation:
    """One coordinate by hand, and whether the weights are shares."""
    alpha, v = np.asarray(values["alpha"]), np.asarray(values["v"])
    named = ("n", "m")[-alpha.ndim :]
    steps = (step("weights", r"\alpha", named, alpha), step("output", r"\sum_j \alpha_j v_j", (*named[:-1], "d"), output))
    total = float(np.sum(_weights(values)))
    share = message("family.weights_are_shares" if abs(total - 1.0) < 1e-9 else "family.weights_are_no_shares", total=number(total))
    sizes = {"n": alpha.size // alpha.shape[-1], "m": alpha.shape[-1], "d": v.shape[-1]}
    return Explanation(steps, (_by_hand(values, output), share, cost([("n", "m", "d")], sizes)))


def figure(values: Values, output: Any) -> Figure:
    """Each vector times its weight, stacked to the sum."""
    alpha, v = _weights(values), _vectors(values)
    labels = tuple(f"{number(a)} · v{j + 1}".replace("-", "−") for j, a in enumerate(alpha))
    coordinates = tuple(str(c + 1) for c in range(v.shape[-1]))
    shown = Panel("Σ α v", alpha[:, None] * v, row_labels=labels, column_labels=coordinates)
    return Figure("bars", (shown,), message("family.alt_weighted_sum", output=rows_in_words(np.asarray(output))))


WEIGHTED_SUM = Family(
    name="weighted_sum",
    formula=r"c_i = \sum_j \alpha_{ij} \vec{v}_j",
    also=(r"c = \sum_j \alpha_j \vec{v}_j", r"c_i = \sum_j \alpha_{ij} \vec{v}_{ij}"),
    roles={"alpha": "weights", "v": "vectors"},
    invariants=(Invariant("within_the_weights", _within),),
    reference=reference,
    figure=figure,
    explain=explain,
    common=True,
)
FAMILIES = (WEIGHTED_SUM,)
