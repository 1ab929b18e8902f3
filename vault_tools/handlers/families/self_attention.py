"""Families: self-attention and cross-attention with their projections written out, and self-attention without any weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families import attention
from vault_tools.handlers.families.references import product
from vault_tools.handlers.families.telling import cost, dot_by_hand, first_unlike, panel, step, strip
from vault_tools.handlers.invariants import BETWEEN_VALUES, beyond_columns, sums_to_one, symmetric, worst
from vault_tools.model import message

if TYPE_CHECKING:
    from vault_tools.model import Message

PROJECTIONS = {"W_Q": "query weights", "W_K": "key weights", "W_V": "value weights"}


def projected(values: Values) -> dict[str, Any]:
    """Q, K and V of the projections; `Y` gives keys and values where there is one, else `X` does."""
    source = values.get("Y", values["X"])
    return {"Q": values["X"] @ values["W_Q"], "K": source @ values["W_K"], "V": source @ values["W_V"]}


def reference_cross_attention(X: Any, Y: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """Attention of X over Y with its own projections."""
    return attention.reference_output(**{name: product(a, b) for name, a, b in (("Q", X, W_Q), ("K", Y, W_K), ("V", Y, W_V))})


def reference_self_attention(X: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """Attention of X over itself with its own projections."""
    return reference_cross_attention(X, X, W_Q, W_K, W_V)


def _between_values(values: Values, output: Any) -> float:
    return beyond_columns(output, projected(values)["V"])


def explain_projected(values: Values, output: Any) -> Explanation:
    """The three projections, then the steps of attention."""
    inner = projected(values)
    source = "Y" if "Y" in values else "X"
    first = [
        step(n, rf"{n} = {x}W_{n}", ("n" if n == "Q" else "m", "d_v" if n == "V" else "d_k"), inner[n])
        for n, x in (("Q", "X"), ("K", source), ("V", source))
    ]
    told = attention.explain(inner, output)
    return Explanation((*first, *told.steps), told.sentences)


def figure_projected(values: Values, output: Any) -> Figure:
    """The picture of attention, on the projected matrices."""
    return attention.figure(projected(values), output)


# ---------------------------------------------------------------- softmax(XXᵀ)X


def reference_plain(X: Any) -> Any:
    """softmax(XXᵀ)X, which is attention with Q = K = V = X and no scale."""
    return attention.unscaled_output(X, X, X)


def reference_plain_weights(X: Any) -> Any:
    """softmax(XXᵀ)."""
    return attention.unscaled_weights(X, X)


def gram(values: Values) -> Any:
    """XXᵀ."""
    return np.asarray(values["X"]) @ np.swapaxes(values["X"], -1, -2)


def _plain_values(values: Values) -> dict[str, Any]:
    return {**values, "Q": values["X"], "K": values["X"], "V": values["X"]}


def plain_sentences(values: Values, terms: list[tuple[str, ...]]) -> tuple[Message, ...]:
    """One inner product by hand, the conventions, and what it costs."""
    X = np.asarray(values["X"])
    X = X.reshape(-1, *X.shape[-2:])[0]
    i, j = first_unlike(len(X), len(X))
    by_hand = dot_by_hand(f"XXᵀ({i + 1}, {j + 1})", X[i], X[j])
    sizes = {"n": len(X), "d": X.shape[-1]}
    said = (message("family.softmax_over_keys"), message("family.no_scale"), message("family.weights_not_symmetric"))
    return (by_hand, *said, cost(terms, sizes))


def explain_plain(values: Values, output: Any) -> Explanation:
    """Gram matrix, weights, output."""
    steps = (
        step("scores", r"XX^{\top}", ("n", "n"), gram(values)),
        step("weights", r"\mathrm{softmax}(XX^{\top})", ("n", "n"), attention.weights_of(_plain_values(values), scaled=False)),
        step("output", r"\mathrm{softmax}(XX^{\top})X", ("n", "d"), output),
    )
    return Explanation(steps, plain_sentences(values, [("n", "n", "d"), ("n", "n", "d")]))


def explain_plain_weights(values: Values, output: Any) -> Explanation:
    """Gram matrix and weights."""
    steps = (step("scores", r"XX^{\top}", ("n", "n"), gram(values)), step("weights", r"\mathrm{softmax}(XX^{\top})", ("n", "n"), output))
    return Explanation(steps, plain_sentences(values, [("n", "n", "d")]))


def figure_plain(values: Values, output: Any) -> Figure:
    """X → Gram matrix → weights → output."""
    weights = attention.weights_of(_plain_values(values), scaled=False)
    panels = (
        panel("X", values["X"]),
        panel("XXᵀ", gram(values), join="→"),
        panel("softmax(XXᵀ)", weights, scale="weights", join="→"),
        panel("softmax(XXᵀ) X", output, join="→"),
    )
    return strip(panels, "family.alt_plain_self_attention", output)


def figure_plain_weights(values: Values, output: Any) -> Figure:
    """X → Gram matrix → weights."""
    panels = (panel("X", values["X"]), panel("XXᵀ", gram(values), join="→"), panel("softmax(XXᵀ)", output, scale="weights", join="→"))
    return strip(panels, "family.alt_weights", output)


def _scores_not_negative(values: Values, output: Any) -> float:
    """XXᵀ is positive semidefinite: no eigenvalue below 0."""
    return worst(np.minimum(np.linalg.eigvalsh(values["scores"]), 0.0))


GRAM = (symmetric("scores"), Invariant("no_negative_eigenvalue", _scores_not_negative))

CROSS_ATTENTION = Family(
    name="cross_attention",
    formula=r"\mathrm{softmax}\left(\frac{(XW_Q)(YW_K)^\top}{\sqrt{d_k}}\right)(YW_V)",
    roles={"X": "tokens that ask", "Y": "tokens that answer", **PROJECTIONS},
    invariants=(attention.WEIGHTS_SUM, Invariant("between_the_values", _between_values)),
    reference=reference_cross_attention,
    figure=figure_projected,
    explain=explain_projected,
)
SELF_ATTENTION = Family(
    name="self_attention",
    formula=r"\mathrm{softmax}\left(\frac{(XW_Q)(XW_K)^\top}{\sqrt{d_k}}\right)(XW_V)",
    roles={"X": "tokens", **PROJECTIONS},
    invariants=(attention.WEIGHTS_SUM, Invariant("between_the_values", _between_values)),
    reference=reference_self_attention,
    figure=figure_projected,
    explain=explain_projected,
)
PLAIN = Family(
    name="self_attention_without_weights",
    formula=r"\mathrm{softmax}(XX^\top)X",
    also=(r"Y_i = \sum_j \frac{\exp(X_i^\top X_j)}{\sum_l \exp(X_i^\top X_l)} X_j",),
    roles={"X": "tokens"},
    invariants=(
        attention.WEIGHTS_SUM,
        *GRAM,
        Invariant("between_the_values", lambda v, out: BETWEEN_VALUES.check(_plain_values(v), out)),
    ),
    reference=reference_plain,
    figure=figure_plain,
    explain=explain_plain,
)
PLAIN_WEIGHTS = Family(
    name="self_attention_weights_without_weights",
    formula=r"\mathrm{softmax}(XX^\top)",
    roles={"X": "tokens"},
    invariants=(sums_to_one(), *GRAM),
    reference=reference_plain_weights,
    figure=figure_plain_weights,
    explain=explain_plain_weights,
)
FAMILIES = (SELF_ATTENTION, CROSS_ATTENTION, PLAIN, PLAIN_WEIGHTS)
