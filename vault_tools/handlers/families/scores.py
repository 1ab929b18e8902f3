"""Families: the scores of the attention before the Transformer, additive (Bahdanau et al. 2014) and bilinear (Luong et al. 2015)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.telling import cost, panel, step, strip
from vault_tools.handlers.invariants import deviation, worst
from vault_tools.model import message


def rows(array: Any) -> Any:
    """A vector as the only row of a matrix."""
    return np.atleast_2d(np.asarray(array, dtype=float))


def reference_additive(s: Any, h: Any, v: Any, W: Any, U: Any, b: Any = 0.0) -> Any:
    """Query by query: Σ_k v_k tanh(…), with tanh through the logistic function."""
    from_keys = np.sum(np.asarray(U) * rows(h)[:, None, :], axis=-1) + b
    from_queries = (np.sum(np.asarray(W) * query, axis=-1) for query in rows(s))
    out = [np.sum(np.asarray(v) * (2.0 / (1.0 + np.exp(-2.0 * (own + from_keys))) - 1.0), axis=-1) for own in from_queries]
    return _like(np.array(out), s, h)


def reference_general(s: Any, W: Any, h: Any) -> Any:
    """Pair by pair: Σ_kl s_k W_kl h_l."""
    out = np.array([[np.sum(np.outer(query, key) * np.asarray(W)) for key in rows(h)] for query in rows(s)])
    return _like(out, s, h)


def reference_concat(s: Any, h: Any, v: Any, W: Any) -> Any:
    """The additive score with W split into the part of s and the part of h."""
    split = np.shape(s)[-1]
    return reference_additive(s, h, v, np.asarray(W)[:, :split], np.asarray(W)[:, split:])


def _like(out: Any, s: Any, h: Any) -> Any:
    """The axes that the inputs have: one for each that is a matrix of vectors."""
    if np.ndim(h) < 2:
        out = out[:, 0]
    return out[0] if np.ndim(s) < 2 else out


def _at_most_the_weights(values: Values, output: Any) -> float:
    """|e| ≤ Σ|v_k|, since no tanh exceeds 1."""
    return worst(np.maximum(np.abs(output) - np.sum(np.abs(values["v"])), 0.0))


def _product_with_a_vector(values: Values, output: Any) -> float:
    """Scores times a vector r: s(W(hᵀr)), or s(Wh) for a single key."""
    keys = rows(values["h"])
    vector = np.arange(1.0, len(keys) + 1.0)
    wanted = np.asarray(values["s"]) @ (np.asarray(values["W"]) @ (keys.T @ vector))
    return deviation(np.asarray(output) @ vector if np.ndim(values["h"]) > 1 else output, wanted)


def _rank(values: Values, output: Any) -> float:
    """The rank is at most the width of the vectors and of W: what combinations of queries or keys give 0 give 0 in the scores."""
    singular = np.linalg.svd(np.atleast_2d(output), compute_uv=False)
    return float(np.sum(singular[..., min(np.shape(values["W"])) :]))


def explain_additive(values: Values, output: Any) -> Explanation:
    """Scores, and what is special about them."""
    sizes = {"n": len(rows(values["s"])), "m": len(rows(values["h"])), "d_a": np.shape(values["v"])[-1]}
    steps = (step("scores", r"v^{\top}\tanh(Ws_i + Uh_j)", ("n", "m"), output),)
    return Explanation(steps, (message("family.additive"), cost([("n", "m", "d_a")], sizes)))


def explain_general(values: Values, output: Any) -> Explanation:
    """Scores, and what is special about them."""
    sizes = {"n": len(rows(values["s"])), "m": len(rows(values["h"])), "d_s": np.shape(values["W"])[0], "d_h": np.shape(values["W"])[1]}
    steps = (step("scores", r"s_i^{\top}Wh_j", ("n", "m"), output),)
    return Explanation(steps, (message("family.general_score"), cost([("n", "d_s", "d_h"), ("n", "m", "d_h")], sizes)))


def figure_general(values: Values, output: Any) -> Figure:
    """The alignment matrix beside the vectors that it aligns and the matrix between them."""
    return strip(
        (
            panel("s", rows(values["s"])),
            panel("W", values["W"], join="·"),
            panel("hᵀ", rows(values["h"]).T, join="·"),
            panel("score", rows(output), join="="),
        ),
        "family.alt_alignment",
        output,
    )


def figure(values: Values, output: Any) -> Figure:
    """The alignment matrix beside the vectors that it aligns."""
    return strip(
        (panel("s", rows(values["s"])), panel("h", rows(values["h"])), panel("score", rows(output), join="→")),
        "family.alt_alignment",
        output,
    )


ADDITIVE = Family(
    name="additive_score",
    formula=r"e_{ij} = v^\top \tanh(W s_i + U h_j)",
    also=(r"e_j = v^\top \tanh(W s + U h_j)",),
    roles={"s": "query", "h": "keys", "v": "weights", "W": "query weights", "U": "key weights"},
    invariants=(Invariant("at_most_sum_of_v", _at_most_the_weights),),
    reference=reference_additive,
    figure=figure,
    explain=explain_additive,
)
ADDITIVE_WITH_BIAS = Family(
    name="additive_score_with_bias",
    formula=r"e_{ij} = v^\top \tanh(W s_i + U h_j + b)",
    also=(r"e_j = v^\top \tanh(W s + U h_j + b)",),
    roles={**ADDITIVE.roles, "b": "bias"},
    invariants=ADDITIVE.invariants,
    reference=reference_additive,
    figure=figure,
    explain=explain_additive,
)
CONCAT = Family(
    name="concat_score",
    formula=r"e_{ij} = v^\top \tanh(W \cdot [\vec{s}_i; \vec{h}_j])",
    also=(r"e_j = v^\top \tanh(W \cdot [\vec{s}; \vec{h}_j])",),
    roles={"s": "query", "h": "keys", "v": "weights", "W": "weights"},
    invariants=(Invariant("at_most_sum_of_v", _at_most_the_weights),),
    reference=reference_concat,
    figure=figure,
    explain=explain_additive,
)
GENERAL = Family(
    name="general_score",
    formula=r"e_{ij} = s_i^\top W h_j",
    also=(r"e_j = s^\top W h_j", r"\vec{s}^\top W \vec{h}"),
    roles={"s": "query", "h": "keys", "W": "weights"},
    invariants=(Invariant("product_with_a_vector", _product_with_a_vector), Invariant("rank_at_most_width", _rank)),
    reference=reference_general,
    figure=figure_general,
    explain=explain_general,
    common=True,
)
FAMILIES = (ADDITIVE_WITH_BIAS, ADDITIVE, CONCAT, GENERAL)
