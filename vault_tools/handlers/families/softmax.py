"""Families: softmax written out or called, with a temperature, with a leftover, and the logarithm of its sum."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.references import entropy, softmax
from vault_tools.handlers.families.telling import mask_panel, number, panel, rows_in_words, step, strip, written_sum
from vault_tools.handlers.functions.softmax import keeps_order
from vault_tools.handlers.invariants import excess, sums_to_one, unlike_ratios, worst
from vault_tools.model import Message, message

MOST_SPELLED = 6


def reference_rows(X: Any) -> Any:
    """Row by row."""
    return softmax(X)


def reference_columns(X: Any) -> Any:
    """Column by column."""
    return np.swapaxes(softmax(np.swapaxes(np.asarray(X, dtype=float), -1, -2)), -1, -2)


def reference_tempered(x: Any, T: Any) -> Any:
    """Softmax of the entries divided by the temperature."""
    return softmax(np.asarray(x, dtype=float) / np.asarray(T, dtype=float))


def by_hand(x: Any, weights: Any, entry: str = "softmax(x)₁") -> Message | None:
    """The first weight of one row, with its numbers put in."""
    if np.ndim(x) != 1 or not 2 <= len(x) <= MOST_SPELLED or worst(x) > 50:
        return None
    total = written_sum([f"e^{number(v)}" for v in x])
    return message("family.by_hand", entry=entry, sum=f"e^{number(x[0])} / ({total})", value=number(weights[0]))


def explain(values: Values, output: Any) -> Explanation:
    """The exponentials, the weights, and how even they are."""
    x = np.asarray(values["x"], dtype=float)
    exponentials = np.exp(x - np.max(x, axis=-1, keepdims=True))
    steps = (
        step("exponentials", r"e^{x_i - \max_j x_j}", ("n",), exponentials),
        step("weights", r"\frac{e^{x_i}}{\sum_j e^{x_j}}", ("n",), output),
    )
    said = [by_hand(x, output), message("family.softmax_only_differences")]
    if np.ndim(output) == 1:
        said.append(message("family.entropy", entropy=number(entropy(output)), most=number(np.log(len(output)))))
    return Explanation(steps, tuple(sentence for sentence in said if sentence is not None))


def explain_rows(values: Values, output: Any) -> Explanation:
    """The weights of every row."""
    steps = (step("weights", r"\mathrm{softmax}(X)", ("n", "m"), output),)
    return Explanation(steps, (message("family.softmax_over_rows"), message("family.softmax_only_differences")))


def explain_columns(values: Values, output: Any) -> Explanation:
    """The weights of every column."""
    steps = (step("weights", r"\mathrm{softmax}(X)", ("n", "m"), output),)
    return Explanation(steps, (message("family.softmax_over_columns"), message("family.softmax_only_differences")))


def explain_tempered(values: Values, output: Any) -> Explanation:
    """The entries divided by T, the weights, and what T does."""
    scaled = np.asarray(values["x"], dtype=float) / values["T"]
    told = explain({"x": scaled}, output)
    steps = (
        step("scaled", r"x_i / T", ("n",), scaled),
        replace(told.steps[0], latex=r"e^{(x_i - \max_j x_j) / T}"),
        replace(told.steps[1], latex=r"\frac{e^{x_i / T}}{\sum_j e^{x_j / T}}"),
    )
    said = by_hand(scaled, output, "softmax(x/T)₁")
    told_of_x = told.sentences[1:] if said is not None else told.sentences
    return Explanation(steps, (*((said,) if said is not None else ()), *told_of_x, message("family.temperature")))


def tempered_bars(values: Values, output: Any) -> Figure:
    """Before, divided by T, and after."""
    before = bars(values, output)
    if before.kind != "bars":
        return before
    scaled = replace(before.panels[0], title="x/T", values=np.asarray(values["x"], dtype=float) / values["T"], join="→")
    return replace(before, panels=(before.panels[0], scaled, replace(before.panels[1], title="softmax(x/T)")))


def bars(values: Values, output: Any, alt: str = "family.alt_softmax", role: str = "x", name: str = "softmax") -> Figure:
    """Before and after as bars; of a matrix the two heatmaps."""
    x = np.asarray(values[role], dtype=float)
    if x.ndim != 1:
        return strip((panel(role, x), panel(f"{name}({role})", output, scale="weights", join="→")), alt, output)
    labels = tuple(str(i + 1) for i in range(len(x)))
    before = Panel(role, x, column_labels=labels)
    after = Panel(f"{name}({role})", np.asarray(output), column_labels=labels, scale="weights", join="→")
    return Figure("bars", (before, after), message(alt, output=rows_in_words(output)))


def _log_ratios(values: Values, output: Any) -> float | None:
    """log p_i - log p_j = (x_i - x_j)/T: the differences are all that counts."""
    return unlike_ratios(output, np.asarray(values["x"], dtype=float) / values.get("T", 1.0))


def _more_even_when_warmer(values: Values, output: Any) -> float | None:
    """The entropy lies between those at half and at twice the temperature."""
    if np.min(values["T"]) <= 0:
        return None
    colder, warmer = (entropy(reference_tempered(values["x"], factor * np.asarray(values["T"]))) for factor in (0.5, 2.0))
    return excess(entropy(np.maximum(output, 0.0)), colder, warmer)


# ---------------------------------------------------------------- with a mask or a bias


def reference_with_bias(S: Any, M: Any) -> Any:
    """Of the sums, row by row."""
    return softmax(np.asarray(S, dtype=float) + np.asarray(M, dtype=float))


def _masked_are_zero(values: Values, output: Any) -> float:
    masked = np.isneginf(np.broadcast_to(values["M"], np.shape(output)))
    return worst(np.where(masked, output, 0.0))


def explain_with_bias(values: Values, output: Any) -> Explanation:
    """The sums, and the weights of every row."""
    scores = np.asarray(values["S"], dtype=float) + values["M"]
    steps = (step("masked", "S + M", ("n", "m"), scores), step("weights", r"\mathrm{softmax}(S + M)", ("n", "m"), output))
    return Explanation(steps, (message("family.softmax_over_rows"), message("family.mask_added")))


def figure_with_bias(values: Values, output: Any) -> Figure:
    """Scores + mask → weights."""
    mask = mask_panel(np.broadcast_to(values["M"], np.shape(output)))
    return strip((panel("S", values["S"]), mask, panel("softmax(S + M)", output, scale="weights", join="→")), "family.alt_weights", output)


INVARIANTS = (sums_to_one(), Invariant("keeps_order", keeps_order), Invariant("log_ratios", _log_ratios))

TEMPERED = Family(
    name="softmax_with_temperature",
    formula=r"p_i = \frac{e^{x_i / T}}{\sum_j e^{x_j / T}}",
    also=(r"\mathrm{softmax}(x / T)",),
    roles={"x": "logits", "T": "temperature"},
    invariants=(sums_to_one(), Invariant("log_ratios", _log_ratios), Invariant("more_even_when_warmer", _more_even_when_warmer)),
    reference=reference_tempered,
    figure=tempered_bars,
    explain=explain_tempered,
)
WRITTEN_OUT = Family(
    name="softmax",
    formula=r"p_i = \frac{e^{x_i}}{\sum_j e^{x_j}}",
    also=(r"\mathrm{softmax}(x)", r"p_{ij} = \frac{e^{x_{ij}}}{\sum_k e^{x_{ik}}}"),
    roles={"x": "logits"},
    invariants=INVARIANTS,
    reference=softmax,
    figure=bars,
    explain=explain,
)
OF_ROWS = Family(
    name="softmax_of_rows",
    formula=r"\mathrm{softmax}(X)",
    roles={"X": "scores"},
    invariants=(sums_to_one(),),
    reference=reference_rows,
    figure=lambda values, output: bars(values, output, role="X"),
    explain=lambda values, output: explain_rows({"x": values["X"]}, output),
)
OF_COLUMNS = Family(
    name="softmax_of_columns",
    formula=r"\mathrm{softmax}_{\mathrm{col}}(X)",
    roles={"X": "scores"},
    invariants=(Invariant("columns_sum_to_one", lambda values, output: worst(np.sum(output, axis=-2) - 1.0)),),
    reference=reference_columns,
    figure=lambda values, output: bars(values, output, role="X"),
    explain=explain_columns,
)
WITH_BIAS = Family(
    name="softmax_with_mask_or_bias",
    formula=r"\mathrm{softmax}(S + M)",
    roles={"S": "scores", "M": "mask or bias"},
    invariants=(sums_to_one(), Invariant("masked_weights_are_zero", _masked_are_zero)),
    reference=reference_with_bias,
    figure=figure_with_bias,
    explain=explain_with_bias,
)
FAMILIES = (TEMPERED, WITH_BIAS, WRITTEN_OUT, OF_ROWS, OF_COLUMNS)
