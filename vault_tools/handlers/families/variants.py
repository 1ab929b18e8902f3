"""Families: relatives of attention whose weights come about in another way (cosine, sigmoid, linear, differential, softcapped)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families import attention
from vault_tools.handlers.families.products import first_matrix
from vault_tools.handlers.families.telling import cost, panel, step, strip
from vault_tools.handlers.invariants import deviation, worst
from vault_tools.model import message


def _rows(Q: Any, K: Any) -> Any:
    """QKᵀ/√d_k for matrices."""
    return attention.reference_scores(Q, K)


# ---------------------------------------------------------------- cosine similarity


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


# ---------------------------------------------------------------- sigmoid, differential


def reference_sigmoid_attention(Q: Any, K: Any, V: Any) -> Any:
    """Every weight for itself: (1 + tanh(s/2))/2."""
    weights = (1.0 + np.tanh(_rows(Q, K) / 2.0)) / 2.0
    return np.einsum("...ij,...jc->...ic", weights, np.asarray(V, dtype=float))


def reference_differential(Q_1: Any, K_1: Any, Q_2: Any, K_2: Any, V: Any, lambda_: Any) -> Any:
    """The difference of two attentions over the same values."""
    return attention.reference_output(Q_1, K_1, V) - lambda_ * attention.reference_output(Q_2, K_2, V)


def _weights_leave_range(values: Values, output: Any) -> float:
    """|output| ≤ Σ_j |v_j|, since no weight exceeds 1."""
    return worst(np.maximum(np.abs(output) - np.sum(np.abs(values["V"]), axis=-2, keepdims=True), 0.0))


def explain_sigmoid_attention(values: Values, output: Any) -> Explanation:
    """Weights that do not compete."""
    weights = (1.0 + np.tanh(_rows(values["Q"], values["K"]) / 2.0)) / 2.0
    steps = (step("weights", r"\sigma(\frac{QK^{\top}}{\sqrt{d_k}})", ("n", "m"), weights), step("output", "AV", ("n", "d_v"), output))
    return Explanation(
        steps, (message("family.sigmoid_attention"), cost([("n", "m", "d_k"), ("n", "m", "d_v")], attention.sizes_of(values)))
    )


def figure_sigmoid_attention(values: Values, output: Any) -> Figure:
    """Q · Kᵀ → weights · V = output."""
    weights = (1.0 + np.tanh(_rows(values["Q"], values["K"]) / 2.0)) / 2.0
    first = attention.score_panels(values, scaled=True)
    panels = [
        *first,
        panel("sigmoid", weights, scale="weights", join="→"),
        panel("V", values["V"], join="·"),
        panel("output", output, join="="),
    ]
    return strip(panels, "family.alt_attention", output)


# ---------------------------------------------------------------- linear attention, softcap, Jacobian, low-rank update


def reference_jacobian(p: Any) -> Any:
    """Entry by entry: p_i (1 - p_i) on the diagonal, -p_i p_j off it."""
    p = np.asarray(p, dtype=float)
    return np.array([[a * (1.0 - a) if i == j else -a * b for j, b in enumerate(p)] for i, a in enumerate(p)])


def _rows_sum_to_zero(values: Values, output: Any) -> float:
    """For shares that sum to 1."""
    total = np.sum(values["p"], axis=-1)
    return deviation(np.sum(output, axis=-1), np.asarray(values["p"]) * (1.0 - total))


def _symmetric(values: Values, output: Any) -> float:
    return worst(np.subtract(output, np.swapaxes(output, -1, -2)))


def explain_jacobian(values: Values, output: Any) -> Explanation:
    """What the entries say."""
    return Explanation((step("output", r"\mathrm{diag}(p) - pp^{\top}", ("n", "n"), output),), (message("family.jacobian"),))


def figure_jacobian(values: Values, output: Any) -> Figure:
    """p and the matrix of its changes."""
    return strip((panel("p", values["p"], scale="weights"), panel("diag(p) − p pᵀ", output, join="→")), "family.alt_product", output)


def reference_softcap(S: Any, c: Any) -> Any:
    """c (1 - 2/(e^{2S/c} + 1))."""
    return c * (1.0 - 2.0 / (np.exp(2.0 * np.asarray(S, dtype=float) / c) + 1.0))


def _below_cap(values: Values, output: Any) -> float:
    return worst(np.maximum(np.abs(output) - np.abs(values["c"]), 0.0))


def explain_softcap(values: Values, output: Any) -> Explanation:
    """What the cap does."""
    return Explanation(sentences=(message("family.softcap"),))


def reference_low_rank(W: Any, x: Any, alpha: Any, r: Any, B: Any, A: Any) -> Any:
    """The merged matrix W + (α/r)BA, then one product, column by column."""
    B, A = np.asarray(B, dtype=float), np.asarray(A, dtype=float)
    merged = np.asarray(W, dtype=float) + alpha / r * sum(np.outer(B[:, k], A[k]) for k in range(len(A)))
    return sum(merged[:, k] * np.asarray(x, dtype=float)[k] for k in range(merged.shape[1]))


def explain_low_rank(values: Values, output: Any) -> Explanation:
    """How many numbers the update needs."""
    B, A = first_matrix(values["B"]), first_matrix(values["A"])
    whole, small = B.shape[0] * A.shape[1], B.size + A.size
    return Explanation(sentences=(message("family.low_rank", rank=A.shape[0], small=small, whole=whole),))


COSINE = Family(
    name="cosine_similarity",
    formula=r"\cos\theta = \frac{\vec{a} \cdot \vec{b}}{\|\vec{a}\| \|\vec{b}\|}",
    also=(r"\frac{\sum_i a_i b_i}{\sqrt{\sum_i a_i^2} \sqrt{\sum_i b_i^2}}",),
    roles={"a": "vector", "b": "vector"},
    invariants=(Invariant("bounded", _at_most_one), Invariant("same_when_scaled", _same_when_scaled)),
    reference=reference_cosine,
    explain=explain_cosine,
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
    roles={"Q_1": "query", "K_1": "key", "Q_2": "second query", "K_2": "second key", "V": "value", "lambda_": "share of the second"},
    reference=reference_differential,
)
JACOBIAN = Family(
    name="softmax_jacobian",
    formula=r"\mathrm{diag}(\mathbf{p}) - \mathbf{p}\mathbf{p}^\top",
    roles={"p": "softmax output"},
    invariants=(Invariant("symmetric", _symmetric), Invariant("rows_sum_to_zero", _rows_sum_to_zero)),
    reference=reference_jacobian,
    figure=figure_jacobian,
    explain=explain_jacobian,
)
SOFTCAP = Family(
    name="softcap",
    formula=r"c \tanh\left(\frac{S}{c}\right)",
    roles={"S": "scores", "c": "cap"},
    invariants=(Invariant("below_the_cap", _below_cap),),
    reference=reference_softcap,
    explain=explain_softcap,
)
LOW_RANK = Family(
    name="low_rank_update",
    formula=r"h = Wx + \frac{\alpha}{r}BAx",
    roles={"W": "frozen weights", "x": "input", "alpha": "strength", "r": "rank", "B": "up", "A": "down"},
    reference=reference_low_rank,
    explain=explain_low_rank,
)
FAMILIES = (SIGMOID_ATTENTION, DIFFERENTIAL, COSINE, JACOBIAN, SOFTCAP, LOW_RANK)
