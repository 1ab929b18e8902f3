"""Families: the cosine of the angle between two vectors, and the score made of it (query-key normalisation, Henry et al. 2020)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.dot_product import figure_dot
from vault_tools.handlers.families.telling import number
from vault_tools.handlers.invariants import deviation, worst
from vault_tools.model import message


def reference_cosine(a: Any, b: Any) -> Any:
    """The cosine from the three sides of the triangle (law of cosines)."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    squares = [np.sum(np.square(v), axis=-1) for v in (a, b, a - b)]
    return (squares[0] + squares[1] - squares[2]) / (2.0 * np.sqrt(squares[0]) * np.sqrt(squares[1]))


def _at_most_one(values: Values, output: Any) -> float:
    return worst(np.maximum(np.abs(output) - 1.0, 0.0))


def _same_when_scaled(values: Values, output: Any) -> float:
    """The lengths do not count."""
    return deviation(reference_cosine(2.0 * np.asarray(values["a"]), 3.0 * np.asarray(values["b"])), output)


def explain_cosine(values: Values, output: Any) -> Explanation:
    """The angle."""
    angle = float(np.degrees(np.arccos(np.clip(float(np.asarray(output).reshape(-1)[0]), -1.0, 1.0))))
    return Explanation(sentences=(message("family.cosine", angle=f"{angle:.1f}"),))


def figure(values: Values, output: Any) -> Figure:
    """Both vectors in the plane that they span, the cosine under the title."""
    return _titled(values, "cos θ", f"cos θ = {number(reference_cosine(values['a'], values['b']))}")


def figure_scaled(values: Values, output: Any) -> Figure:
    """The same, and what τ makes of it."""
    cosine = reference_cosine(values["a"], values["b"])
    return _titled(values, "τ cos θ", f"{number(values['tau'])} · {number(cosine)} = {number(output)}")


def _titled(values: Values, title: str, subtitle: str) -> Figure:
    drawn = figure_dot(values, np.sum(np.asarray(values["a"]) * np.asarray(values["b"]), axis=-1))
    return replace(drawn, panels=(replace(drawn.panels[0], title=title, subtitle=subtitle.replace("-", "−")),))


def reference_scaled(a: Any, b: Any, tau: Any) -> Any:
    """τ times the cosine."""
    return tau * reference_cosine(a, b)


def _at_most_tau(values: Values, output: Any) -> float:
    """Whatever the lengths, no score exceeds τ."""
    return worst(np.maximum(np.abs(output) - np.abs(values["tau"]), 0.0))


def _same_score_when_scaled(values: Values, output: Any) -> float:
    """The lengths do not count."""
    longer = reference_scaled(2.0 * np.asarray(values["a"]), 3.0 * np.asarray(values["b"]), values["tau"])
    return deviation(longer, output)


def explain_scaled(values: Values, output: Any) -> Explanation:
    """The angle of the two vectors."""
    return explain_cosine(values, reference_cosine(values["a"], values["b"]))


COSINE = Family(
    name="cosine_similarity",
    formula=r"\cos\theta = \frac{\vec{a} \cdot \vec{b}}{\|\vec{a}\| \|\vec{b}\|}",
    also=(r"\frac{\sum_i a_i b_i}{\sqrt{\sum_i a_i^2} \sqrt{\sum_i b_i^2}}",),
    roles={"a": "vector", "b": "vector"},
    invariants=(Invariant("bounded", _at_most_one), Invariant("same_when_scaled", _same_when_scaled)),
    reference=reference_cosine,
    figure=figure,
    explain=explain_cosine,
)
SCALED_COSINE = Family(
    name="scaled_cosine",
    formula=r"\tau \frac{\vec{a} \cdot \vec{b}}{\|\vec{a}\| \|\vec{b}\|}",
    also=(r"\tau \frac{\sum_i a_i b_i}{\sqrt{\sum_i a_i^2} \sqrt{\sum_i b_i^2}}",),
    roles={"a": "query", "b": "key", "tau": "largest score"},
    invariants=(Invariant("at_most_tau", _at_most_tau), Invariant("same_when_scaled", _same_score_when_scaled)),
    reference=reference_scaled,
    figure=figure_scaled,
    explain=explain_scaled,
)
FAMILIES = (SCALED_COSINE, COSINE)
