"""Families: attention whose weights do not compete (sigmoid), and the difference of two attentions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families import attention
from vault_tools.handlers.families.references import logistic, weighted_sum
from vault_tools.handlers.families.telling import cost, panel, step, strip
from vault_tools.handlers.invariants import between, deviation, excess, worst
from vault_tools.model import message


def reference_weights(Q: Any, K: Any) -> Any:
    """Every weight for itself: (1 + tanh(s/2))/2."""
    return logistic(attention.reference_scores(Q, K))


def reference_sigmoid_attention(Q: Any, K: Any, V: Any) -> Any:
    """The values, each times its own weight."""
    return weighted_sum(reference_weights(Q, K), V)


def reference_differential(Q_1: Any, K_1: Any, Q_2: Any, K_2: Any, V: Any, lambda_: Any) -> Any:
    """The difference of two attentions over the same values."""
    return attention.reference_output(Q_1, K_1, V) - lambda_ * attention.reference_output(Q_2, K_2, V)


def _weights_leave_range(values: Values, output: Any) -> float:
    """|output| ≤ Σ_j |v_j|, since no weight exceeds 1."""
    return worst(np.maximum(np.abs(output) - np.sum(np.abs(values["V"]), axis=-2, keepdims=True), 0.0))


def explain_sigmoid_attention(values: Values, output: Any) -> Explanation:
    """Weights that do not compete."""
    weights = reference_weights(values["Q"], values["K"])
    steps = (step("weights", r"\sigma(\frac{QK^{\top}}{\sqrt{d_k}})", ("n", "m"), weights), step("output", "AV", ("n", "d_v"), output))
    return Explanation(
        steps, (message("family.sigmoid_attention"), cost([("n", "m", "d_k"), ("n", "m", "d_v")], attention.sizes_of(values)))
    )


def figure_sigmoid_attention(values: Values, output: Any) -> Figure:
    """Q · Kᵀ → weights · V = output."""
    weights = reference_weights(values["Q"], values["K"])
    first = attention.score_panels(values, scaled=True)
    panels = [
        *first,
        panel("sigmoid", weights, scale="weights", join="→"),
        panel("V", values["V"], join="·"),
        panel("output", output, join="="),
    ]
    return strip(panels, "family.alt_attention", output)


DIFFERENTIAL_ROLES = {
    "Q_1": "query",
    "K_1": "key",
    "Q_2": "second query",
    "K_2": "second key",
    "V": "value",
    "lambda_": "share of the second",
}


def differential_weights(values: Values) -> Any:
    """The first weights less λ times the second."""
    first = attention.reference_weights(values["Q_1"], values["K_1"])
    return first - values["lambda_"] * attention.reference_weights(values["Q_2"], values["K_2"])


def _between_the_differences(values: Values, output: Any) -> float:
    """Each attention stays between the values, so the difference does between theirs; for 0 ≤ λ."""
    V, share = np.asarray(values["V"], dtype=float), float(values["lambda_"])
    low, high = np.min(V, axis=-2, keepdims=True), np.max(V, axis=-2, keepdims=True)
    taken = np.stack([share * low, share * high])
    return excess(output, low - np.max(taken, axis=0), high - np.min(taken, axis=0))


def _rows_sum_to_the_rest(values: Values, output: Any) -> float:
    """The weights of a row sum to 1 - λ: as much comes to the output when 1 is added to all values."""
    raised = {role: values[role] for role in DIFFERENTIAL_ROLES} | {"V": np.add(values["V"], 1.0)}
    return deviation(reference_differential(**raised) - (1.0 - np.asarray(values["lambda_"])), output)


def _difference_times_a_vector(values: Values, output: Any) -> float:
    """(A₁ - λA₂)(Vr) = A₁(Vr) - λA₂(Vr)."""
    V = np.asarray(values["V"], dtype=float)
    vector = V @ np.arange(1.0, V.shape[-1] + 1.0)
    first, second = (np.asarray(values[name], dtype=float) @ vector for name in ("A_1", "A_2"))
    return deviation(np.asarray(output) @ np.arange(1.0, V.shape[-1] + 1.0), first - values["lambda_"] * second)


def explain_differential(values: Values, output: Any) -> Explanation:
    """Weights that may be negative."""
    weights = step("weights", r"A_1 - \lambda A_2", ("n", "m"), differential_weights(values))
    return Explanation((weights, step("output", r"(A_1 - \lambda A_2)V", ("n", "d_v"), output)), (message("family.differential"),))


def figure_differential(values: Values, output: Any) -> Figure:
    """Combined weights · V = output."""
    panels = (panel("A₁ − λ A₂", differential_weights(values)), panel("V", values["V"], join="·"), panel("output", output, join="="))
    return strip(panels, "family.alt_product", output)


# ---------------------------------------------------------------- the same with the scores or weights as given


def reference_sigmoid_of_scores(S: Any, b: Any, V: Any) -> Any:
    """The values, each times (1 + tanh((s + b)/2))/2."""
    weights = logistic(np.asarray(S, dtype=float) + b)
    return weighted_sum(weights, V)


def explain_sigmoid_of_scores(values: Values, output: Any) -> Explanation:
    """Weights that do not compete."""
    return Explanation((step("output", r"\sigma(S + b)V", ("n", "d_v"), output),), (message("family.sigmoid_attention"),))


def figure_sigmoid_of_scores(values: Values, output: Any) -> Figure:
    """Scores → weights · V = output."""
    biased = np.asarray(values["S"], dtype=float) + values["b"]
    shown = panel("σ(S + b)", logistic(biased), scale="weights", join="→")
    return strip(
        (panel("S + b", biased), shown, panel("V", values["V"], join="·"), panel("output", output, join="=")), "family.alt_product", output
    )


def reference_difference(A_1: Any, A_2: Any, V: Any, lambda_: Any) -> Any:
    """Each part of the difference by itself."""
    first, second = (weighted_sum(A, V) for A in (A_1, A_2))
    return first - lambda_ * second


def explain_difference(values: Values, output: Any) -> Explanation:
    """Weights that may be negative."""
    return Explanation((step("output", r"(A_1 - \lambda A_2)V", ("n", "d_v"), output),), (message("family.differential"),))


def figure_difference(values: Values, output: Any) -> Figure:
    """Combined weights · V = output."""
    weights = np.asarray(values["A_1"]) - values["lambda_"] * np.asarray(values["A_2"])
    panels = (panel("A_1 − λ A_2", weights), panel("V", values["V"], join="·"), panel("output", output, join="="))
    return strip(panels, "family.alt_product", output)


def reference_biased_weights(Q: Any, K: Any, b: Any) -> Any:
    """(1 + tanh((s + b)/2))/2."""
    return logistic(attention.reference_scores(Q, K) + b)


def explain_biased_weights(values: Values, output: Any) -> Explanation:
    """Weights that do not compete."""
    weights = step("weights", r"\sigma\left(\frac{QK^{\top}}{\sqrt{d_k}} + b\right)", ("n", "m"), output)
    return Explanation((weights,), (message("family.sigmoid_attention"), cost([("n", "m", "d_k")], attention.sizes_of(values))))


def figure_biased_weights(values: Values, output: Any) -> Figure:
    """Q · Kᵀ → scores (with the bias where there is one) → weights."""
    *factors, scores = attention.score_panels(values, scaled=True)
    if np.any(values["b"]):
        scores = replace(scores, title=f"{scores.title} + b", values=scores.values + values["b"])
    panels = [*factors, scores, panel("sigmoid", output, scale="weights", join="→")]
    return strip(panels, "family.alt_weights", output)


SIGMOID_OF_SCORES = Family(
    name="sigmoid_attention_of_scores",
    formula=r"\sigma(S + b)V",
    also=(r"\sigma(S + b \cdot 1)V",),  # one number for all scores; without the 1 it is one for each key
    roles={"S": "scores", "b": "bias", "V": "value"},
    invariants=(Invariant("within_sum_of_values", _weights_leave_range),),
    reference=reference_sigmoid_of_scores,
    figure=figure_sigmoid_of_scores,
    explain=explain_sigmoid_of_scores,
)
SIGMOID_WEIGHTS = Family(
    name="sigmoid_attention_weights",
    formula=r"\sigma\left(\frac{QK^\top}{\sqrt{d_k}} + b\right)",
    also=(r"\sigma\left(\frac{QK^\top}{\sqrt{d_k}}\right)",),
    roles={"Q": "query", "K": "key", "b": "bias"},
    defaults={"b": 0.0},
    invariants=(between(0.0, 1.0),),
    reference=reference_biased_weights,
    figure=figure_biased_weights,
    explain=explain_biased_weights,
)
DIFFERENCE = Family(
    name="difference_of_weights",
    formula=r"(A_1 - \lambda A_2)V",
    roles={"A_1": "weights", "A_2": "weights taken off", "V": "value", "lambda_": "share of the second"},
    invariants=(Invariant("product_with_a_vector", _difference_times_a_vector),),
    reference=reference_difference,
    figure=figure_difference,
    explain=explain_difference,
)
SIGMOID_ATTENTION = Family(
    name="sigmoid_attention",
    formula=r"\sigma\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
    roles=attention.ROLES,
    invariants=(Invariant("within_sum_of_values", _weights_leave_range),),
    reference=reference_sigmoid_attention,
    figure=figure_sigmoid_attention,
    explain=explain_sigmoid_attention,
)
DIFFERENTIAL = Family(
    name="differential_attention",
    formula=r"\left(\mathrm{softmax}\left(\frac{Q_1K_1^\top}{\sqrt{d}}\right)"
    r" - \lambda\,\mathrm{softmax}\left(\frac{Q_2K_2^\top}{\sqrt{d}}\right)\right)V",
    also=(
        (
            r"\mathrm{softmax}\left(\frac{Q_1K_1^\top}{\sqrt{d}}\right)V"
            r" - \lambda\,\mathrm{softmax}\left(\frac{Q_2K_2^\top}{\sqrt{d}}\right)V"
        ),
    ),
    roles=DIFFERENTIAL_ROLES,
    invariants=(
        Invariant("between_the_differences", _between_the_differences),
        Invariant("rows_sum_to_the_rest", _rows_sum_to_the_rest),
    ),
    reference=reference_differential,
    figure=figure_differential,
    explain=explain_differential,
)
FAMILIES = (SIGMOID_ATTENTION, DIFFERENTIAL, SIGMOID_WEIGHTS, SIGMOID_OF_SCORES, DIFFERENCE)
