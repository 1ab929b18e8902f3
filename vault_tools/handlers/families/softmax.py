"""Families: softmax written out or called, with a temperature, with a leftover, and the logarithm of its sum."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.telling import number, panel, rows_in_words, step, strip, written_sum
from vault_tools.handlers.functions.softmax import keeps_order, largest_to_largest_plus_log_n
from vault_tools.handlers.invariants import deviation, sums_to_one, worst
from vault_tools.model import Message, message

MOST_SPELLED = 6


def reference_softmax(x: Any) -> Any:
    """e^(x_i - log Σ e^x), the sum entry by entry: -∞ among the entries gives the weight 0."""
    x = np.asarray(x, dtype=float)
    return np.exp(x - np.logaddexp.reduce(x, axis=-1, keepdims=True))


def reference_rows(X: Any) -> Any:
    """Row by row."""
    return reference_softmax(X)


def reference_tempered(x: Any, T: Any) -> Any:
    """Softmax of the entries divided by the temperature."""
    return reference_softmax(np.asarray(x, dtype=float) / np.asarray(T, dtype=float))


def reference_logsumexp(x: Any) -> Any:
    """Entry by entry: log(e^a + e^b)."""
    return np.logaddexp.reduce(np.asarray(x, dtype=float), axis=-1)


def reference_leftover(x: Any) -> Any:
    """Softmax with one more entry 0, which is then left out."""
    x = np.asarray(x, dtype=float)
    return reference_softmax(np.concatenate([x, np.zeros((*x.shape[:-1], 1))], axis=-1))[..., :-1]


def by_hand(x: Any, weights: Any, entry: str = "softmax(x)₁") -> Message | None:
    """The first weight of one row, with its numbers put in."""
    if np.ndim(x) != 1 or not 2 <= len(x) <= MOST_SPELLED or worst(x) > 50:
        return None
    total = written_sum([f"e^{number(v)}" for v in x])
    return message("family.by_hand", entry=entry, sum=f"e^{number(x[0])} / ({total})", value=number(weights[0]))


def entropy(weights: Any) -> float:
    """-Σ p log p of one row, in nats; 0 log 0 is 0."""
    positive = np.asarray(weights)[np.asarray(weights) > 0]
    return float(-np.sum(positive * np.log(positive)))


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


def explain_leftover(values: Values, output: Any) -> Explanation:
    """The weights, and what they leave over."""
    return Explanation((step("weights", r"\frac{e^{x_i}}{1 + \sum_j e^{x_j}}", ("n",), output),), (message("family.leftover"),))


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


def bars(values: Values, output: Any, alt: str = "family.alt_softmax", role: str = "x") -> Figure:
    """Before and after as bars; of a matrix the two heatmaps."""
    x = np.asarray(values[role], dtype=float)
    if x.ndim != 1:
        return strip((panel(role, x), panel(f"softmax({role})", output, scale="weights", join="→")), alt, output)
    labels = tuple(str(i + 1) for i in range(len(x)))
    before = Panel(role, x, column_labels=labels)
    after = Panel(f"softmax({role})", np.asarray(output), column_labels=labels, scale="weights", join="→")
    return Figure("bars", (before, after), message(alt, output=rows_in_words(output)))


def _log_ratios(values: Values, output: Any) -> float:
    """log p_i - log p_j = (x_i - x_j)/T: the differences are all that counts."""
    scaled = np.asarray(values["x"], dtype=float) / values.get("T", 1.0)
    logs = np.log(np.asarray(output))
    return deviation(np.diff(logs, axis=-1), np.diff(scaled, axis=-1)) if np.all(np.asarray(output) > 1e-12) else 0.0


def _leaves_something(values: Values, output: Any) -> float:
    """What the weights leave over is 1/(1 + Σ e^x)."""
    return deviation(1.0 - np.sum(output, axis=-1), 1.0 / (1.0 + np.sum(np.exp(values["x"]), axis=-1)))


def reference_sink(x: Any, s: Any) -> Any:
    """Softmax with one more entry s, which is then left out."""
    x = np.asarray(x, dtype=float)
    return reference_softmax(np.concatenate([x, np.full((*x.shape[:-1], 1), float(s))], axis=-1))[..., :-1]


def _leaves_the_sink(values: Values, output: Any) -> float:
    """What the weights leave over is e^s/(e^s + Σ e^x)."""
    return deviation(1.0 - np.sum(output, axis=-1), 1.0 / (1.0 + np.sum(np.exp(np.asarray(values["x"]) - values["s"]), axis=-1)))


def explain_sink(values: Values, output: Any) -> Explanation:
    """The weights, and what they leave over."""
    return Explanation((step("weights", r"\frac{e^{x_i}}{e^s + \sum_j e^{x_j}}", ("n",), output),), (message("family.sink"),))


def figure_logsumexp(values: Values, output: Any) -> Figure:
    """The numbers, and their smooth maximum as one more bar."""
    x = np.asarray(values["x"], dtype=float)
    labels = (*(str(i + 1) for i in range(x.shape[-1])), "log Σ eˣ")
    shown = Panel("x", np.append(x.reshape(-1, x.shape[-1])[0], np.asarray(output).reshape(-1)[0]), column_labels=labels)
    return Figure("bars", (shown,), message("family.alt_logsumexp", value=number(np.asarray(output).reshape(-1)[0])))


def explain_logsumexp(values: Values, output: Any) -> Explanation:
    """Where the value lies."""
    return Explanation((step("output", r"\log\sum_i e^{x_i}", (), output),), (message("family.logsumexp"),))


# ---------------------------------------------------------------- shifted, with a bias, sparse, as a loss


def reference_shifted(x: Any, m: Any) -> Any:
    """The same for every m: what is taken off inside comes back outside."""
    return reference_logsumexp(x)


def explain_shifted(values: Values, output: Any) -> Explanation:
    """What the shift is for."""
    return Explanation(
        (step("output", r"m + \log\sum_i e^{x_i - m}", (), output),), (message("family.shifted"), message("family.logsumexp"))
    )


def reference_with_bias(S: Any, M: Any) -> Any:
    """One row of sums at a time, through its log-sum-exp."""
    scores = np.asarray(S, dtype=float) + np.asarray(M, dtype=float)
    return np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))


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
    mask = panel("M", np.broadcast_to(values["M"], np.shape(output)), join="+", scale="mask")
    return strip((panel("S", values["S"]), mask, panel("softmax(S + M)", output, scale="weights", join="→")), "family.alt_weights", output)


def reference_sparsemax(x: Any) -> Any:
    """The threshold by bisection, until the positive parts sum to 1; then exactly from its support."""
    x = np.asarray(x, dtype=float)
    low, high = np.max(x, axis=-1, keepdims=True) - 1.0, np.max(x, axis=-1, keepdims=True)
    for _ in range(60):
        middle = (low + high) / 2.0
        heavy = np.sum(np.maximum(x - middle, 0.0), axis=-1, keepdims=True) > 1.0
        low, high = np.where(heavy, middle, low), np.where(heavy, high, middle)
    support = x > high
    threshold = (np.sum(np.where(support, x, 0.0), axis=-1, keepdims=True) - 1.0) / np.sum(support, axis=-1, keepdims=True)
    return np.maximum(x - threshold, 0.0)


def _sparsemax_of_shifted(values: Values, output: Any) -> float:
    """A constant added to all entries changes nothing."""
    return deviation(reference_sparsemax(np.add(values["x"], 0.5)), output)


def explain_sparsemax(values: Values, output: Any) -> Explanation:
    """How many weights are exactly 0."""
    zeros = int(np.sum(np.asarray(output) == 0.0))
    return Explanation((step("weights", r"\mathrm{sparsemax}(x)", ("n",), output),), (message("family.sparsemax", zeros=zeros),))


def reference_cross_entropy(y: Any, z: Any) -> Any:
    """log-sum-exp less the logit of the right class."""
    return reference_logsumexp(z) - y


def _exponentials_agree(values: Values, output: Any) -> float:
    """e^{-loss} is the share of the right class: e^y of Σ e^z."""
    return deviation(np.exp(-np.asarray(output)) * np.sum(np.exp(values["z"]), axis=-1), np.exp(values["y"]))


def explain_cross_entropy(values: Values, output: Any) -> Explanation:
    """The probability that the loss stands for."""
    share = float(np.exp(-np.asarray(output)).reshape(-1)[0])
    return Explanation(sentences=(message("family.cross_entropy_of_logits", share=number(share)),))


def figure_cross_entropy(values: Values, output: Any) -> Figure:
    """The logits and their softmax."""
    return bars(values, reference_softmax(values["z"]), role="z")


INVARIANTS = (sums_to_one(), Invariant("keeps_order", keeps_order), Invariant("log_ratios", _log_ratios))

TEMPERED = Family(
    name="softmax_with_temperature",
    formula=r"p_i = \frac{e^{x_i / T}}{\sum_j e^{x_j / T}}",
    also=(r"\mathrm{softmax}(x / T)",),
    roles={"x": "logits", "T": "temperature"},
    invariants=(sums_to_one(), Invariant("log_ratios", _log_ratios)),
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
    reference=reference_softmax,
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
LEFTOVER = Family(
    name="softmax_with_leftover",
    formula=r"p_i = \frac{e^{x_i}}{1 + \sum_j e^{x_j}}",
    roles={"x": "logits"},
    invariants=(Invariant("leaves_something", _leaves_something), Invariant("keeps_order", keeps_order)),
    reference=reference_leftover,
    figure=bars,
    explain=explain_leftover,
)
LOG_SUM_EXP = Family(
    name="log_sum_exp",
    formula=r"\log \sum_i e^{x_i}",
    also=(r"\max_i x_i + \log \sum_i e^{x_i - \max_j x_j}", r"\mathrm{logsumexp}(x)"),
    roles={"x": "logits"},
    invariants=(Invariant("largest_to_largest_plus_log_n", largest_to_largest_plus_log_n),),
    reference=reference_logsumexp,
    figure=figure_logsumexp,
    explain=explain_logsumexp,
)
SHIFTED_LOG_SUM_EXP = Family(
    name="shifted_log_sum_exp",
    formula=r"m + \log \sum_i e^{x_i - m}",
    roles={"x": "logits", "m": "any number, best the largest entry"},
    invariants=LOG_SUM_EXP.invariants,
    reference=reference_shifted,
    figure=figure_logsumexp,
    explain=explain_shifted,
)
SINK = Family(
    name="softmax_with_sink",
    formula=r"p_i = \frac{e^{x_i}}{e^{s} + \sum_j e^{x_j}}",
    roles={"x": "logits", "s": "sink"},
    invariants=(Invariant("leaves_the_sink", _leaves_the_sink), Invariant("keeps_order", keeps_order)),
    reference=reference_sink,
    figure=bars,
    explain=explain_sink,
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
SPARSEMAX = Family(
    name="sparsemax",
    formula=r"\mathrm{sparsemax}(x)",
    roles={"x": "logits"},
    invariants=(sums_to_one(), Invariant("keeps_order", keeps_order), Invariant("shift_invariant", _sparsemax_of_shifted)),
    reference=reference_sparsemax,
    figure=bars,
    explain=explain_sparsemax,
)
CROSS_ENTROPY = Family(
    name="cross_entropy_of_logits",
    formula=r"-\log \frac{e^{y}}{\sum_j e^{z_j}}",
    also=(r"-y + \log \sum_j e^{z_j}",),
    roles={"y": "logit of the right class", "z": "logits"},
    invariants=(Invariant("exponentials_agree", _exponentials_agree),),
    reference=reference_cross_entropy,
    figure=figure_cross_entropy,
    explain=explain_cross_entropy,
)
FAMILIES = (CROSS_ENTROPY, LOG_SUM_EXP, SHIFTED_LOG_SUM_EXP, SPARSEMAX, TEMPERED, LEFTOVER, SINK, WITH_BIAS, WRITTEN_OUT, OF_ROWS)
