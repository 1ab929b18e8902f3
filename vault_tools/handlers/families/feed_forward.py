"""Families: the feed-forward layer of the Transformer with ReLU or GELU, and its gated form SwiGLU (Shazeer 2020)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.activations import reference_gelu as gelu
from vault_tools.handlers.families.activations import reference_relu as relu
from vault_tools.handlers.families.activations import reference_swish as swish
from vault_tools.handlers.families.references import product
from vault_tools.handlers.families.telling import cost, panel, step, strip
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Callable

ROLES = {"x": "activations", "W_1": "weights in", "b_1": "bias in", "W_2": "weights out", "b_2": "bias out"}


def reference_relu(x: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any) -> Any:
    """max(0, xW₁ + b₁)W₂ + b₂."""
    return product(relu(product(x, W_1) + b_1), W_2) + b_2


def reference_gelu(x: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any) -> Any:
    """GELU(xW₁ + b₁)W₂ + b₂."""
    return product(gelu(product(x, W_1) + b_1), W_2) + b_2


def reference_columns(x: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any) -> Any:
    """W₂ max(0, W₁x + b₁) + b₂ for one column x."""
    return reference_relu(x, np.transpose(W_1), b_1, np.transpose(W_2), b_2)


def reference_swiglu(x: Any, W: Any, V: Any, W_2: Any) -> Any:
    """(Swish(xW) ⊙ xV)W₂."""
    return product(swish(product(x, W)) * product(x, V), W_2)


def _row_by_row(values: Values, output: Any) -> float:
    """Every row goes its own way: the first row alone gives the first row of the output."""
    x = np.atleast_2d(values["x"])
    hidden = np.maximum(x[0] @ values["W_1"] + values["b_1"], 0.0)
    return deviation(hidden @ values["W_2"] + values["b_2"], np.atleast_2d(output)[0])


def _through_the_layer(hidden: Callable[..., Any]) -> Invariant:
    """Output times a vector r: the hidden layer times (W₂r), which needs no product of matrices, and what the shift adds."""

    def check(values: Values, output: Any) -> float:
        vector = np.arange(1.0, np.shape(output)[-1] + 1.0)
        inner = hidden(np.asarray(values["x"], dtype=float) @ values["W_1"] + values["b_1"])
        shift = np.broadcast_to(values["b_2"], vector.shape) @ vector
        return deviation(np.asarray(output) @ vector, inner @ (np.asarray(values["W_2"]) @ vector) + shift)

    return Invariant("product_with_a_vector", check)


def _of_columns(invariant: Invariant) -> Invariant:
    """The same where the weights stand before a column."""
    turned = ("W_1", "W_2")
    return Invariant(invariant.name, lambda v, out: invariant.check({**v, **{name: np.transpose(v[name]) for name in turned}}, out))


def _linear_in_the_other_branch(values: Values, output: Any) -> float:
    """Twice V gives twice the output."""
    doubled = reference_swiglu(values["x"], values["W"], 2.0 * np.asarray(values["V"]), values["W_2"])
    return deviation(doubled, 2.0 * np.asarray(output))


def explain(values: Values, output: Any) -> Explanation:
    """The hidden layer, how much of it is 0, and the cost."""
    x = np.atleast_2d(values["x"])
    hidden = np.maximum(x @ values["W_1"] + values["b_1"], 0.0)
    sizes = {"n": x.shape[-2], "d": x.shape[-1], "d_ff": hidden.shape[-1], "d_out": np.shape(values["W_2"])[-1]}
    steps = (
        step("hidden", r"\max(0, xW_1 + b_1)", ("n", "d_ff"), hidden),
        step("output", r"\max(0, xW_1 + b_1)W_2 + b_2", ("n", "d_out"), output),
    )
    share = message("family.feed_forward", zeros=f"{100.0 * float(np.mean(hidden == 0.0)):.0f}")
    return Explanation(steps, (share, cost([("n", "d", "d_ff"), ("n", "d_ff", "d_out")], sizes)))


def explain_columns(values: Values, output: Any) -> Explanation:
    """The same for one column."""
    rows = {**values, "W_1": np.transpose(values["W_1"]), "W_2": np.transpose(values["W_2"])}
    told = explain(rows, output)
    return Explanation(sentences=told.sentences)


def explain_gelu(values: Values, output: Any) -> Explanation:
    """The hidden layer and the cost."""
    x = np.atleast_2d(values["x"])
    hidden = gelu(x @ values["W_1"] + values["b_1"])
    sizes = {"n": x.shape[-2], "d": x.shape[-1], "d_ff": hidden.shape[-1], "d_out": np.shape(values["W_2"])[-1]}
    steps = (
        step("hidden", r"\mathrm{GELU}(xW_1 + b_1)", ("n", "d_ff"), hidden),
        step("output", r"\mathrm{GELU}(xW_1 + b_1)W_2 + b_2", ("n", "d_out"), output),
    )
    return Explanation(steps, (cost([("n", "d", "d_ff"), ("n", "d_ff", "d_out")], sizes),))


def explain_swiglu(values: Values, output: Any) -> Explanation:
    """The gate and the cost."""
    x = np.atleast_2d(values["x"])
    gate = swish(x @ values["W"])
    sizes = {"n": x.shape[-2], "d": x.shape[-1], "d_ff": gate.shape[-1], "d_out": np.shape(values["W_2"])[-1]}
    steps = (
        step("gate", r"\mathrm{Swish}(xW)", ("n", "d_ff"), gate),
        step("output", r"(\mathrm{Swish}(xW) \odot xV)W_2", ("n", "d_out"), output),
    )
    return Explanation(steps, (message("family.gate"), cost([("n", "d", "d_ff"), ("n", "d", "d_ff"), ("n", "d_ff", "d_out")], sizes)))


def layers(x: Any, titles: tuple[str, str], hidden: Any, output: Any) -> Figure:
    """x → hidden layer → output."""
    panels = (
        panel("x", np.atleast_2d(x)),
        panel(titles[0], np.atleast_2d(hidden), join="→"),
        panel(titles[1], np.atleast_2d(output), join="→"),
    )
    return strip(panels, "family.alt_feed_forward", output)


def figure_columns(values: Values, output: Any) -> Figure:
    """The columns drawn as rows."""
    hidden = np.maximum(np.asarray(values["W_1"]) @ values["x"] + values["b_1"], 0.0)
    return layers(values["x"], ("max(0, W_1 x + b_1)", "FFN(x)"), hidden, output)


def figure_gelu(values: Values, output: Any) -> Figure:
    """With GELU in the hidden layer."""
    return layers(values["x"], ("GELU(x W_1 + b_1)", "FFN(x)"), gelu(np.atleast_2d(values["x"]) @ values["W_1"] + values["b_1"]), output)


def figure_swiglu(values: Values, output: Any) -> Figure:
    """With the gate as the hidden layer."""
    return layers(values["x"], ("Swish(x W)", "SwiGLU(x)"), swish(np.atleast_2d(values["x"]) @ values["W"]), output)


def figure(values: Values, output: Any) -> Figure:
    """With ReLU in the hidden layer."""
    hidden = np.maximum(np.atleast_2d(values["x"]) @ values["W_1"] + values["b_1"], 0.0)
    return layers(values["x"], ("max(0, x W_1 + b_1)", "FFN(x)"), hidden, output)


# ---------------------------------------------------------------- the gate alone


def reference_gated(x: Any, W: Any, V: Any) -> Any:
    """Swish(xW) ⊙ xV."""
    return swish(product(x, W)) * product(x, V)


def reference_gated_with_shifts(x: Any, W: Any, V: Any, b: Any, c: Any) -> Any:
    """Swish(xW + b) ⊙ (xV + c), the second factor as a sum of two gated parts."""
    gate = swish(product(x, W) + b)
    return gate * product(x, V) + gate * np.asarray(c, dtype=float)


def reference_gated_columns(x: Any, W: Any, V: Any) -> Any:
    """The same for one column x."""
    return reference_gated(x, np.transpose(W), np.transpose(V))


def _doubled(reference: Any, values: Values, output: Any) -> float:
    """Twice V gives twice the output."""
    return deviation(reference(values["x"], values["W"], 2.0 * np.asarray(values["V"])), 2.0 * np.asarray(output))


def _doubled_with_shift(values: Values, output: Any) -> float:
    """Twice V and c give twice the output."""
    twice = {name: 2.0 * np.asarray(values[name]) for name in ("V", "c")}
    return deviation(reference_gated_with_shifts(values["x"], values["W"], b=values["b"], **twice), 2.0 * np.asarray(output))


def explain_gated(values: Values, output: Any) -> Explanation:
    """What the gate does."""
    return Explanation(sentences=(message("family.gate"),))


def figure_gated(values: Values, output: Any) -> Figure:
    """x → gate → output."""
    return layers(values["x"], ("Swish(x W)", "Swish(x W) ⊙ x V"), swish(product(values["x"], values["W"])), output)


def figure_gated_with_shifts(values: Values, output: Any) -> Figure:
    """x → gate → output."""
    gate = swish(product(values["x"], values["W"]) + values["b"])
    return layers(values["x"], ("Swish(x W + b)", "Swish(x W + b) ⊙ (x V + c)"), gate, output)


def figure_gated_columns(values: Values, output: Any) -> Figure:
    """The columns drawn as rows."""
    gate = swish(product(values["x"], np.transpose(values["W"])))
    return layers(values["x"], ("Swish(W x)", "V x ⊙ Swish(W x)"), gate, output)


WITHOUT_SHIFTS = {"b_1": 0.0, "b_2": 0.0}

FEED_FORWARD = Family(
    name="feed_forward",
    formula=r"\mathrm{FFN}(x) = \max(0, xW_1 + b_1)W_2 + b_2",
    also=(r"\mathrm{ReLU}(xW_1 + b_1)W_2 + b_2", r"\mathrm{ReLU}(xW_1)W_2"),
    roles=ROLES,
    defaults=WITHOUT_SHIFTS,
    invariants=(Invariant("row_by_row", _row_by_row), _through_the_layer(relu)),
    reference=reference_relu,
    figure=figure,
    explain=explain,
)
FEED_FORWARD_OF_COLUMNS = Family(
    name="feed_forward_of_columns",
    formula=r"W_2 \max(0, W_1 x + b_1) + b_2",
    also=(r"W_2 \mathrm{ReLU}(W_1 x + b_1) + b_2", r"W_2 \mathrm{relu}(W_1 x + b_1) + b_2", r"W_2 \mathrm{ReLU}(W_1 x)"),
    roles=ROLES,
    defaults=WITHOUT_SHIFTS,
    invariants=(_of_columns(_through_the_layer(relu)),),
    reference=reference_columns,
    figure=figure_columns,
    explain=explain_columns,
)
FEED_FORWARD_GELU = Family(
    name="feed_forward_gelu",
    formula=r"\mathrm{FFN}(x) = \mathrm{GELU}(xW_1 + b_1)W_2 + b_2",
    also=(r"\mathrm{GELU}(xW_1)W_2",),
    roles=ROLES,
    defaults=WITHOUT_SHIFTS,
    invariants=(_through_the_layer(gelu),),
    reference=reference_gelu,
    figure=figure_gelu,
    explain=explain_gelu,
)
SWIGLU = Family(
    name="swiglu",
    formula=r"\mathrm{SwiGLU}(x) = (\mathrm{Swish}(xW) \odot xV)W_2",
    roles={"x": "activations", "W": "weights of the gate", "V": "weights of the other branch", "W_2": "weights out"},
    invariants=(Invariant("linear_in_the_other_branch", _linear_in_the_other_branch),),
    reference=reference_swiglu,
    figure=figure_swiglu,
    explain=explain_swiglu,
)
GATED = Family(
    name="gated_unit",
    formula=r"\mathrm{Swish}(xW) \odot xV",
    roles={"x": "activations", "W": "weights of the gate", "V": "weights of the other branch"},
    invariants=(Invariant("linear_in_the_other_branch", lambda values, output: _doubled(reference_gated, values, output)),),
    reference=reference_gated,
    figure=figure_gated,
    explain=explain_gated,
)
GATED_WITH_SHIFTS = Family(
    name="gated_unit_with_shifts",
    formula=r"\mathrm{Swish}(xW + b) \odot (xV + c)",
    roles={**GATED.roles, "b": "shift of the gate", "c": "shift of the other branch"},
    invariants=(Invariant("linear_in_the_other_branch", _doubled_with_shift),),
    reference=reference_gated_with_shifts,
    figure=figure_gated_with_shifts,
    explain=explain_gated,
)
GATED_COLUMNS = Family(
    name="gated_unit_of_columns",
    formula=r"(V x) \odot \mathrm{swish}(W x)",
    roles=GATED.roles,
    invariants=(Invariant("linear_in_the_other_branch", lambda values, output: _doubled(reference_gated_columns, values, output)),),
    reference=reference_gated_columns,
    figure=figure_gated_columns,
    explain=explain_gated,
)
FAMILIES = (FEED_FORWARD, FEED_FORWARD_OF_COLUMNS, FEED_FORWARD_GELU, SWIGLU, GATED, GATED_WITH_SHIFTS, GATED_COLUMNS)
