"""Families: attention without a softmax over pairs: linear attention (Katharopoulos et al. 2020) and AFT (Zhai et al. 2021)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.references import logistic, softmax, weighted_sum
from vault_tools.handlers.families.telling import cost, panel, step, strip
from vault_tools.handlers.invariants import BETWEEN_VALUES, deviation, excess
from vault_tools.model import message


def feature(x: Any) -> Any:
    """elu(x) + 1, as max(x, 0) + e^{min(x, 0)}."""
    x = np.asarray(x, dtype=float)
    return np.where(x > 0, x, 0.0) + np.exp(np.where(x > 0, 0.0, x))


def pair_weights(Q: Any, K: Any) -> Any:
    """φ(q)·φ(k) of every pair, divided by the sum of its row."""
    kernel = np.sum(feature(Q)[..., :, None, :] * feature(K)[..., None, :, :], axis=-1)
    return kernel / np.sum(kernel, axis=-1, keepdims=True)


def reference_linear(Q: Any, K: Any, V: Any) -> Any:
    """The weights of every pair first, which the formula itself avoids."""
    return weighted_sum(pair_weights(Q, K), V)


def reference_causal(Q: Any, K: Any, V: Any) -> Any:
    """Position by position as a recurrent network: each key with its value is added to what is carried along."""
    queries, keys, V = feature(Q), feature(K), np.asarray(V, dtype=float)
    state, total, out = np.zeros((keys.shape[-1], V.shape[-1])), np.zeros(keys.shape[-1]), []
    for i, query in enumerate(queries):
        if i < len(keys):
            state, total = state + keys[i][:, None] * V[i], total + keys[i]
        out.append(np.sum(query[:, None] * state, axis=0) / np.sum(query * total))
    return np.array(out)


def reference_unnormalised(Q: Any, K: Any, V: Any) -> Any:
    """The kernel of every pair first, which the formula itself avoids."""
    return weighted_sum(np.sum(feature(Q)[..., :, None, :] * feature(K)[..., None, :, :], axis=-1), V)


def causal_weights(Q: Any, K: Any) -> Any:
    """As `pair_weights`, of the keys up to the query's own position."""
    kernel = np.tril(np.sum(feature(Q)[:, None, :] * feature(K)[None, :, :], axis=-1))
    return kernel / np.sum(kernel, axis=-1, keepdims=True)


def reference_free(Q: Any, K: Any, V: Any, w: Any) -> Any:
    """Coordinate by coordinate, a softmax over the keys; tokens of one coordinate may be numbers."""
    queries, keys, content = (columns(array) for array in (Q, K, V))
    exponents = keys[None, :, :] + np.asarray(w, dtype=float)[:, :, None]
    mean = np.sum(softmax(exponents, axis=1) * content[None, :, :], axis=1)
    return (logistic(queries) * mean).reshape(len(queries), *np.shape(V)[1:])


def columns(tokens: Any) -> Any:
    """One row for each token, also where a token is a number."""
    array = np.asarray(tokens, dtype=float)
    return array[:, None] if array.ndim == 1 else array


def _either_order(values: Values, output: Any) -> float:
    """φ(Q)(φ(K)ᵀV) is (φ(Q)φ(K)ᵀ)V: keys and values first, which needs no matrix of pairs."""
    queries, keys = feature(values["Q"]), feature(values["K"])
    total = np.sum(queries * np.sum(keys, axis=-2, keepdims=True), axis=-1, keepdims=True)
    return deviation(queries @ (np.swapaxes(keys, -1, -2) @ np.asarray(values["V"])) / total, output)


def _token_by_token(values: Values, output: Any) -> float:
    """The state that one token after the other is added to, read by all queries."""
    state = sum(np.outer(key, value) for key, value in zip(feature(values["K"]), np.asarray(values["V"], dtype=float), strict=True))
    return deviation(feature(values["Q"]) @ state, output)


def _all_at_once(values: Values, output: Any) -> float:
    """The triangle of the pairs' weights times V: the same as one position after the other."""
    return deviation(weighted_sum(causal_weights(values["Q"], values["K"]), values["V"]), output)


def _between_earlier_values(values: Values, output: Any) -> float:
    """A weighted mean of the values up to the query's own position."""
    V = np.asarray(values["V"], dtype=float)
    last = np.minimum(np.arange(len(output)), len(V) - 1)
    return excess(output, np.minimum.accumulate(V, axis=0)[last], np.maximum.accumulate(V, axis=0)[last])


def _first_value_first(values: Values, output: Any) -> float:
    """The first position sees one value alone."""
    return deviation(np.asarray(output)[0], np.asarray(values["V"])[0])


def _within_values(values: Values, output: Any) -> float:
    """σ(q) times a weighted mean of the values."""
    gate, V = logistic(columns(values["Q"])), columns(values["V"])
    return excess(columns(output), gate * np.min(V, axis=-2), gate * np.max(V, axis=-2))


def explain_linear(values: Values, output: Any) -> Explanation:
    """Why it is linear in the length."""
    Q, K, V = (np.asarray(values[name]) for name in ("Q", "K", "V"))
    sizes = {"n": Q.shape[-2], "m": K.shape[-2], "d": K.shape[-1], "d_v": V.shape[-1]}
    steps = (step("output", r"\frac{\phi(Q)(\phi(K)^{\top}V)}{\phi(Q)\phi(K)^{\top}1}", ("n", "d_v"), output),)
    return Explanation(steps, (message("family.linear_attention"), cost([("m", "d", "d_v"), ("n", "d", "d_v")], sizes)))


def explain_unnormalised(values: Values, output: Any) -> Explanation:
    """Why it is linear in the length, and what is left out."""
    Q, K, V = (np.asarray(values[name]) for name in ("Q", "K", "V"))
    sizes = {"n": Q.shape[-2], "m": K.shape[-2], "d": K.shape[-1], "d_v": V.shape[-1]}
    steps = (step("output", r"\phi(Q)(\phi(K)^{\top}V)", ("n", "d_v"), output),)
    told = message("family.linear_attention"), message("family.linear_attention_not_divided")
    return Explanation(steps, (*told, cost([("m", "d", "d_v"), ("n", "d", "d_v")], sizes)))


def explain_causal(values: Values, output: Any) -> Explanation:
    """What can be carried along."""
    Q, K, V = (np.asarray(values[name]) for name in ("Q", "K", "V"))
    sizes = {"n": len(Q), "d": K.shape[-1], "d_v": V.shape[-1]}
    steps = (
        step("weights", r"\frac{\phi(Q_i)^{\top}\phi(K_j)}{\sum_{l \le i} \phi(Q_i)^{\top}\phi(K_l)}", ("n", "m"), causal_weights(Q, K)),
        step("output", r"\frac{\phi(Q_i)^{\top}S_i}{\phi(Q_i)^{\top}z_i}", ("n", "d_v"), output),
    )
    return Explanation(steps, (message("family.causal_linear_attention"), cost([("n", "d", "d_v")], sizes)))


def explain_free(values: Values, output: Any) -> Explanation:
    """No product of queries and keys."""
    return Explanation((step("output", "O", ("n", "d")[: np.ndim(output)], output),), (message("family.attention_free"),))


def figure_linear(values: Values, output: Any) -> Figure:
    """The weights that the formula never writes down · V = output."""
    weights = panel("φ(Q) φ(K)ᵀ / Σ", pair_weights(values["Q"], values["K"]), scale="weights")
    return strip((weights, panel("V", values["V"], join="·"), panel("output", output, join="=")), "family.alt_product", output)


def figure_unnormalised(values: Values, output: Any) -> Figure:
    """The kernel that the formula never writes down · V = output."""
    kernel = panel("φ(Q) φ(K)ᵀ", feature(values["Q"]) @ feature(values["K"]).T)
    return strip((kernel, panel("V", values["V"], join="·"), panel("output", output, join="=")), "family.alt_product", output)


def figure_causal(values: Values, output: Any) -> Figure:
    """The weights that the formula never writes down · V = output."""
    all_pairs = causal_weights(values["Q"], values["K"])
    seen = np.where(np.tril(np.ones_like(all_pairs)) > 0, all_pairs, -np.inf)
    weights = panel("φ(Q) φ(K)ᵀ / Σ", seen, scale="weights")
    return strip((weights, panel("V", values["V"], join="·"), panel("output", output, join="=")), "family.alt_product", output)


def figure_free(values: Values, output: Any) -> Figure:
    """The bias of the pairs, the values, the output."""
    return strip(
        (panel("w", values["w"]), panel("V", columns(values["V"])), panel("output", columns(output), join="→")),
        "family.alt_product",
        output,
    )


# ---------------------------------------------------------------- random features (Choromanski et al. 2020)


def reference_features(w: Any, x: Any) -> Any:
    """e^{-|w - x|²/2} e^{|w|²/2}, the same exponent with the square completed."""
    w, x = np.asarray(w, dtype=float), np.asarray(x, dtype=float)
    return np.exp((np.sum(np.square(w), axis=-1) - np.sum(np.square(w - x), axis=-1)) / 2.0)


def _positive(values: Values, output: Any) -> float:
    """No feature is negative, so no weight can be."""
    return float(np.max(np.maximum(-np.asarray(output), 0.0), initial=0.0))


def _with_the_opposite(values: Values, output: Any) -> float:
    """φ(x) φ(-x) = e^{-|x|²}/r: the directions cancel."""
    r = values.get("r", 1.0)
    opposite = reference_scaled_features(values["w"], np.negative(values["x"]), r)
    return deviation(np.asarray(output) * opposite, np.exp(-np.sum(np.square(values["x"]), axis=-1)) / r + 0.0 * np.asarray(output))


def reference_scaled_features(w: Any, x: Any, r: Any) -> Any:
    """The same over √r, as e^{-(log r)/2}."""
    return reference_features(w, x) * np.exp(-np.log(np.asarray(r, dtype=float)) / 2.0)


def explain_features(values: Values, output: Any) -> Explanation:
    """What the features are for."""
    return Explanation((step("output", r"\phi(x)", ("r",), output),), (message("family.random_features"),))


def figure_features(values: Values, output: Any) -> Figure:
    """Directions and features."""
    return strip((panel("w", values["w"]), panel("x", values["x"]), panel("φ(x)", output, join="→")), "family.alt_product", output)


LINEAR = Family(
    name="linear_attention",
    formula=r"\phi(x) = \mathrm{elu}(x) + 1, \quad O_i = \frac{\phi(Q_i)^\top \sum_j \phi(K_j) V_j^\top}{\phi(Q_i)^\top \sum_l \phi(K_l)}",
    also=(
        r"\phi(x) = \mathrm{elu}(x) + 1, \quad O_i = \frac{\sum_j \phi(Q_i)^\top \phi(K_j) V_j}{\sum_j \phi(Q_i)^\top \phi(K_j)}",
        r"\phi(x) = \mathrm{elu}(x) + 1, \quad \frac{\phi(Q)(\phi(K)^\top V)}{\phi(Q)\phi(K)^\top \mathbf{1}}",
    ),
    roles={"Q": "query", "K": "key", "V": "value"},
    invariants=(BETWEEN_VALUES, Invariant("either_order_of_the_products", _either_order)),
    reference=reference_linear,
    figure=figure_linear,
    explain=explain_linear,
)
UNNORMALISED = Family(
    name="linear_attention_unnormalised",
    formula=r"\phi(x) = \mathrm{elu}(x) + 1, \quad \phi(Q)(\phi(K)^\top V)",
    also=(r"\phi(x) = \mathrm{elu}(x) + 1, \quad (\phi(Q)\phi(K)^\top)V",),
    roles={"Q": "query", "K": "key", "V": "value"},
    invariants=(Invariant("token_by_token", _token_by_token),),
    reference=reference_unnormalised,
    figure=figure_unnormalised,
    explain=explain_unnormalised,
)
CAUSAL = Family(
    name="causal_linear_attention",
    formula=r"\phi(x) = \mathrm{elu}(x) + 1, \quad "
    r"O_i = \frac{\phi(Q_i)^\top \sum_{j=1}^{i} \phi(K_j) V_j^\top}{\phi(Q_i)^\top \sum_{l=1}^{i} \phi(K_l)}",
    also=(
        (
            r"\phi(x) = \mathrm{elu}(x) + 1, \quad "
            r"O_i = \frac{\sum_{j \le i} \phi(Q_i)^\top \phi(K_j) V_j}{\sum_{j \le i} \phi(Q_i)^\top \phi(K_j)}"
        ),
    ),
    roles={"Q": "query", "K": "key", "V": "value"},
    invariants=(
        Invariant("between_the_earlier_values", _between_earlier_values),
        Invariant("first_value_first", _first_value_first),
        Invariant("all_at_once", _all_at_once),
    ),
    reference=reference_causal,
    figure=figure_causal,
    explain=explain_causal,
)
FREE = Family(
    name="attention_free",
    formula=r"O_i = \sigma(Q_i) \odot \frac{\sum_j e^{K_j + w_{ij}} \odot V_j}{\sum_l e^{K_l + w_{il}}}",
    also=(
        r"O_i = \sigma(Q_i) \odot \frac{\sum_{j=1}^T \exp(K_j + w_{ij}) \odot V_j}{\sum_{j=1}^T \exp(K_j + w_{ij})}",
        (
            r"Q \in \mathbb{R}^{n}, K \in \mathbb{R}^{m}, V \in \mathbb{R}^{m \times p}, \quad"
            r" O_i = \sigma(Q_i) \odot \frac{\sum_j e^{K_j + w_{ij}} \odot V_j}{\sum_l e^{K_l + w_{il}}}"
        ),
    ),
    roles={"Q": "query", "K": "key", "V": "value", "w": "bias of each pair"},
    invariants=(Invariant("within_the_values", _within_values),),
    reference=reference_free,
    figure=figure_free,
    explain=explain_free,
)
FEATURES = Family(
    name="random_features",
    formula=r"\phi_i = e^{w_i^\top x - \|x\|^2 / 2}",
    roles={"w": "random directions", "x": "query or key"},
    invariants=(Invariant("positive", _positive), Invariant("with_the_opposite", _with_the_opposite)),
    reference=reference_features,
    figure=figure_features,
    explain=explain_features,
)
SCALED_FEATURES = Family(
    name="scaled_random_features",
    formula=r"\phi_i = \frac{e^{-\|x\|^2 / 2}}{\sqrt{r}} e^{w_i^\top x}",
    also=(
        r"\phi_i = \frac{1}{\sqrt{r}} e^{w_i^\top x - \|x\|^2 / 2}",
        r"\frac{e^{-\|x\|^2 / 2}}{\sqrt{r}} e^{w^\top x}",
        r"w \in \mathbb{R}^{n \times d}, \quad \frac{e^{-\|x\|^2 / 2}}{\sqrt{r}} e^{wx}",
    ),
    roles={"w": "random directions", "x": "query or key", "r": "number of directions"},
    invariants=(Invariant("positive", _positive), Invariant("with_the_opposite", _with_the_opposite)),
    reference=reference_scaled_features,
    figure=figure_features,
    explain=explain_features,
)
FAMILIES = (LINEAR, UNNORMALISED, CAUSAL, FREE, FEATURES, SCALED_FEATURES)
