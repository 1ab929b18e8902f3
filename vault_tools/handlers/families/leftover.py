"""Families: softmax that leaves something over, with an extra entry 0 (E. Miller 2023) or a learned sink (Xiao et al. 2023)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.references import softmax
from vault_tools.handlers.families.softmax import bars
from vault_tools.handlers.families.telling import step
from vault_tools.handlers.functions.softmax import keeps_order
from vault_tools.handlers.invariants import deviation, excess
from vault_tools.model import message


def reference_leftover(x: Any) -> Any:
    """Softmax with one more entry 0, which is then left out."""
    x = np.asarray(x, dtype=float)
    return softmax(np.concatenate([x, np.zeros((*x.shape[:-1], 1))], axis=-1))[..., :-1]


def reference_sink(x: Any, s: Any) -> Any:
    """Softmax with one more entry s, which is then left out."""
    x = np.asarray(x, dtype=float)
    return softmax(np.concatenate([x, np.full((*x.shape[:-1], 1), float(s))], axis=-1))[..., :-1]


def explain_leftover(values: Values, output: Any) -> Explanation:
    """The weights, and what they leave over."""
    return Explanation((step("weights", r"\frac{e^{x_i}}{1 + \sum_j e^{x_j}}", ("n",), output),), (message("family.leftover"),))


def explain_sink(values: Values, output: Any) -> Explanation:
    """The weights, and what they leave over."""
    return Explanation((step("weights", r"\frac{e^{x_i}}{e^s + \sum_j e^{x_j}}", ("n",), output),), (message("family.sink"),))


def figure(values: Values, output: Any) -> Figure:
    """Before and after, and what is left over as one more bar."""
    if np.ndim(output) != 1:
        return bars(values, output, name="weights of ")
    shown = bars(values, output)
    before, weights = shown.panels
    rest = np.append(np.asarray(output), 1.0 - np.sum(output))
    after = replace(weights, title="weights", values=rest, column_labels=(*weights.column_labels, "rest"))
    return replace(shown, panels=(before, after))


def _leaves_something(values: Values, output: Any) -> float:
    """What the weights leave over is 1/(1 + Σ e^x)."""
    return deviation(1.0 - np.sum(output, axis=-1), 1.0 / (1.0 + np.sum(np.exp(values["x"]), axis=-1)))


def _at_most_the_exponential(values: Values, output: Any) -> float:
    """p_i ≤ e^(x_i - s), s = 0 without a sink: low entries leave everything over."""
    return excess(output, 0.0, np.exp(np.asarray(values["x"], dtype=float) - values.get("s", 0.0)))


def _leaves_the_sink(values: Values, output: Any) -> float:
    """What the weights leave over is e^s/(e^s + Σ e^x)."""
    return deviation(1.0 - np.sum(output, axis=-1), 1.0 / (1.0 + np.sum(np.exp(np.asarray(values["x"]) - values["s"]), axis=-1)))


AT_MOST = Invariant("at_most_the_exponential", _at_most_the_exponential)

LEFTOVER = Family(
    name="softmax_with_leftover",
    formula=r"p_i = \frac{e^{x_i}}{1 + \sum_j e^{x_j}}",
    roles={"x": "logits"},
    invariants=(Invariant("leaves_something", _leaves_something), Invariant("keeps_order", keeps_order), AT_MOST),
    reference=reference_leftover,
    figure=figure,
    explain=explain_leftover,
)
SINK = Family(
    name="softmax_with_sink",
    formula=r"p_i = \frac{e^{x_i}}{e^{s} + \sum_j e^{x_j}}",
    roles={"x": "logits", "s": "sink"},
    invariants=(Invariant("leaves_the_sink", _leaves_the_sink), Invariant("keeps_order", keeps_order), AT_MOST),
    reference=reference_sink,
    figure=figure,
    explain=explain_sink,
)
FAMILIES = (LEFTOVER, SINK)
