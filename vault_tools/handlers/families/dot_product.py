"""Families: the dot product of two vectors, as a sum and as a product, with the angle between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.telling import factor, number, rows_in_words, written_sum
from vault_tools.handlers.invariants import worst
from vault_tools.model import message


def reference_dot(a: Any, b: Any) -> Any:
    """By polarisation: a·b = (|a + b|² - |a - b|²) / 4."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return (np.sum(np.square(a + b), axis=-1) - np.sum(np.square(a - b), axis=-1)) / 4


def _within_lengths(values: Values, output: Any) -> float:
    """|a·b| ≤ |a||b| (Cauchy and Schwarz)."""
    bound = np.linalg.norm(values["a"], axis=-1) * np.linalg.norm(values["b"], axis=-1)
    return worst(np.maximum(np.abs(output) - bound, 0.0))


def explain_dot(values: Values, output: Any) -> Explanation:
    """The sum with its numbers, the angle between the vectors, and the projection of a on b."""
    a, b = np.asarray(values["a"], dtype=float), np.asarray(values["b"], dtype=float)
    if a.ndim != 1 or b.ndim != 1:
        return Explanation()
    total = written_sum([f"{factor(x)}·{factor(y)}" for x, y in zip(a, b, strict=True)])
    said = [message("family.by_hand", entry="a·b", sum=total, value=number(output))]
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    if lengths > 0:
        cosine = float(np.clip(float(output) / lengths, -1.0, 1.0))
        angle = float(np.degrees(np.arccos(cosine)))
        said.append(
            message("family.angle", cosine=number(cosine), angle=f"{angle:.1f}", projection=number(float(output) / np.linalg.norm(b)))
        )
    return Explanation(sentences=tuple(said))


def figure_dot(values: Values, output: Any) -> Figure:
    """Both vectors in the plane that they span."""
    vectors = np.stack([np.asarray(values["a"], dtype=float), np.asarray(values["b"], dtype=float)])
    if vectors.ndim != 2:
        raise KeyError("a")
    shown = Panel("a · b", vectors, row_labels=("a", "b"))
    return Figure(
        "vectors", (shown,), message("family.alt_dot", a=rows_in_words(vectors[0]), b=rows_in_words(vectors[1]), value=number(output))
    )


DOT_PRODUCT = Family(
    name="dot_product",
    formula=r"\sum_{i=1}^{n} a_i b_i",
    roles={"a": "vector", "b": "vector"},
    invariants=(Invariant("at_most_the_lengths", _within_lengths),),
    reference=reference_dot,
    figure=figure_dot,
    explain=explain_dot,
    common=True,
)
INNER_PRODUCT = Family(
    name="inner_product",
    formula=r"\vec{a} \cdot \vec{b}",
    also=(r"\mathbf{a}^\top \mathbf{b}",),
    roles={"a": "vector", "b": "vector"},
    invariants=DOT_PRODUCT.invariants,
    reference=reference_dot,
    figure=figure_dot,
    explain=explain_dot,
    common=True,
)
SPECIFIC = (DOT_PRODUCT,)
COMMON = (INNER_PRODUCT,)
