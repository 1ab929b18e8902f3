"""Families: layers with a residual connection, normalised first or last (He et al. 2015, Xiong et al. 2020)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families import attention, feed_forward
from vault_tools.handlers.families.normalisation import reference_layer_norm
from vault_tools.handlers.families.telling import panel, step, strip
from vault_tools.handlers.functions.norms import mean_zero, variance_one
from vault_tools.handlers.invariants import beyond_columns
from vault_tools.model import message

LAYER_ROLES = {"x": "activations", "W_1": "first weights", "b_1": "first shift", "W_2": "second weights", "b_2": "second shift"}

# ---------------------------------------------------------------- references


def reference_pre_norm(x: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any) -> Any:
    """The layer on the normalised input, then the input itself."""
    return np.asarray(x) + feed_forward.reference_relu(reference_layer_norm(x), W_1, b_1, W_2, b_2)


def reference_post_norm(x: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any) -> Any:
    """The layer on the input, both added, then normalised."""
    return reference_layer_norm(np.asarray(x) + feed_forward.reference_relu(x, W_1, b_1, W_2, b_2))


def reference_add_and_norm(x: Any, y: Any) -> Any:
    """The sum, normalised by the pairs of its entries."""
    return reference_layer_norm(np.add(x, y))


def reference_residual_attention(X: Any, Q: Any, K: Any, V: Any) -> Any:
    """The attention by itself, then the input."""
    return attention.reference_output(Q, K, V) + np.asarray(X, dtype=float)


def reference_sum(S: Any, M: Any) -> Any:
    """The difference from what is taken off."""
    return np.subtract(S, np.negative(M))


# ---------------------------------------------------------------- invariants


def _layer_alone(values: Values, output: Any) -> float:
    """Without its second weights and shift the layer gives 0, and the input comes out as it went in."""
    zero = {**{role: values[role] for role in LAYER_ROLES}, "W_2": 0.0 * np.asarray(values["W_2"]), "b_2": 0.0}
    whole = reference_pre_norm(**{role: values[role] for role in LAYER_ROLES})
    unchanged = np.max(np.abs(reference_pre_norm(**zero) - values["x"]))
    return float(unchanged + np.max(np.abs(whole - output)) / max(1.0, float(np.max(np.abs(whole)))))


def _between_values(values: Values, output: Any) -> float:
    """Without the input the output is a weighted mean of the values."""
    return beyond_columns(np.subtract(output, values["X"]), values["V"])


def _first_again(values: Values, output: Any) -> float:
    """Taking the second off again leaves the first, wherever both are finite."""
    finite = np.isfinite(values["S"]) & np.isfinite(values["M"])
    with np.errstate(invalid="ignore"):
        rest = np.subtract(output, values["M"]) - values["S"]
    return float(np.max(np.abs(np.where(finite, rest, 0.0)), initial=0.0))


# ---------------------------------------------------------------- what is told and drawn


def explain_layer(values: Values, output: Any) -> Explanation:
    """The input, what is added, the sum."""
    added = np.subtract(output, values["x"])
    steps = (step("added", r"F(\mathrm{LN}(x))", ("d",), added), step("output", r"x + F(\mathrm{LN}(x))", ("d",), output))
    return Explanation(steps, (message("family.residual"),))


def explain_normalised(values: Values, output: Any) -> Explanation:
    """The normalised sum."""
    return Explanation((step("output", r"\mathrm{LN}(x + y)", ("d",), output),), (message("family.post_norm"),))


def explain_attention(values: Values, output: Any) -> Explanation:
    """What attention adds, the sum."""
    added = np.subtract(output, values["X"])
    steps = (step("added", r"\mathrm{softmax}(\cdot)V", ("n", "d"), added), step("output", r"X + AV", ("n", "d"), output))
    return Explanation(steps, (message("family.residual"),))


def explain_sum(values: Values, output: Any) -> Explanation:
    """The sum."""
    return Explanation((step("output", "S + M", ("n", "m"), output),), (message("family.sum_of_matrices"),))


def figure_pre_norm(values: Values, output: Any) -> Figure:
    """Input + what the layer makes of the normalised input = output."""
    panels = (panel("x", values["x"]), panel("F(LN(x))", np.subtract(output, values["x"]), join="+"), panel("output", output, join="="))
    return strip(panels, "family.alt_layer", output)


def figure_post_norm(values: Values, output: Any) -> Figure:
    """Input + layer → their sum → normalised."""
    layer = {role: values[role] for role in LAYER_ROLES}
    added = feed_forward.reference_relu(**layer)
    return _normalised_sum(values["x"], "F(x)", added, output)


def figure_add_and_norm(values: Values, output: Any) -> Figure:
    """Input + output of the layer → normalised."""
    return _normalised_sum(values["x"], "y", values["y"], output)


def _normalised_sum(x: Any, name: str, added: Any, output: Any) -> Figure:
    panels = (panel("x", x), panel(name, added, join="+"), panel(f"LN(x + {name})", output, join="→"))
    return strip(panels, "family.alt_layer", output)


def figure_attention(values: Values, output: Any) -> Figure:
    """Input + attention = output."""
    added = panel("softmax(…) V", np.subtract(output, values["X"]), join="+")
    return strip((panel("X", values["X"]), added, panel("output", output, join="=")), "family.alt_sum", output)


def figure_sum(values: Values, output: Any) -> Figure:
    """Both terms and their sum."""
    return strip((panel("S", values["S"]), panel("M", values["M"], join="+"), panel("S + M", output, join="=")), "family.alt_sum", output)


PRE_NORM = Family(
    name="pre_norm_feed_forward",
    formula=r"x + \max(0, \mathrm{LN}(x)W_1 + b_1)W_2 + b_2",
    also=(r"x + \mathrm{FFN}(\mathrm{LN}(x))",),
    roles=LAYER_ROLES,
    invariants=(Invariant("layer_alone", _layer_alone),),
    reference=reference_pre_norm,
    figure=figure_pre_norm,
    explain=explain_layer,
)
POST_NORM = Family(
    name="post_norm_feed_forward",
    formula=r"\mathrm{LN}(x + \max(0, xW_1 + b_1)W_2 + b_2)",
    also=(r"\mathrm{LN}(x + \mathrm{FFN}(x))",),
    roles=LAYER_ROLES,
    invariants=(Invariant("mean_zero", mean_zero), Invariant("variance_one", variance_one)),
    reference=reference_post_norm,
    figure=figure_post_norm,
    explain=explain_normalised,
)
ADD_AND_NORM = Family(
    name="add_and_norm",
    formula=r"\mathrm{LayerNorm}(x + y)",
    also=(r"x, y \in \mathbb{R}^{n \times d}, \quad \mathrm{LayerNorm}(x + y)",),
    roles={"x": "activations", "y": "output of the layer"},
    invariants=(Invariant("mean_zero", mean_zero), Invariant("variance_one", variance_one)),
    reference=reference_add_and_norm,
    figure=figure_add_and_norm,
    explain=explain_normalised,
)
RESIDUAL_ATTENTION = Family(
    name="residual_attention",
    formula=r"X + \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
    roles={"X": "tokens", "Q": "query", "K": "key", "V": "value"},
    invariants=(Invariant("between_the_values", _between_values),),
    reference=reference_residual_attention,
    figure=figure_attention,
    explain=explain_attention,
)
SUM = Family(
    name="sum_of_matrices",
    formula="S + M",
    roles={"S": "first matrix", "M": "second matrix"},
    invariants=(Invariant("first_again", _first_again),),
    reference=reference_sum,
    figure=figure_sum,
    explain=explain_sum,
    common=True,
)
FAMILIES = (PRE_NORM, POST_NORM, ADD_AND_NORM, RESIDUAL_ATTENTION)
COMMON = (SUM,)
