"""Families: the logarithm of the sum of exponentials, plain or shifted, and the cross-entropy of logits made of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.references import softmax
from vault_tools.handlers.families.softmax import bars
from vault_tools.handlers.families.telling import number, step
from vault_tools.handlers.functions.softmax import largest_to_largest_plus_log_n
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message


def reference_logsumexp(x: Any) -> Any:
    """Entry by entry: log(e^a + e^b)."""
    return np.logaddexp.reduce(np.asarray(x, dtype=float), axis=-1)


def reference_shifted(x: Any, m: Any) -> Any:
    """The same for every m: what is taken off inside comes back outside."""
    return reference_logsumexp(x)


def reference_cross_entropy(y: Any, z: Any) -> Any:
    """log-sum-exp less the logit of the right class."""
    return reference_logsumexp(z) - y


def figure_logsumexp(values: Values, output: Any) -> Figure:
    """The numbers, and beside them their smooth maximum."""
    x = np.asarray(values["x"], dtype=float)
    entries = Panel("x", x.reshape(-1, x.shape[-1])[0], column_labels=tuple(str(i + 1) for i in range(x.shape[-1])))
    value = Panel("log Σ eˣ", np.asarray(output, dtype=float).reshape(-1)[:1], join="→")
    return Figure("bars", (entries, value), message("family.alt_logsumexp", value=number(np.asarray(output).reshape(-1)[0])))


def explain_logsumexp(values: Values, output: Any) -> Explanation:
    """Where the value lies."""
    return Explanation((step("output", r"\log\sum_i e^{x_i}", (), output),), (message("family.logsumexp"),))


def _softmax_of_its_input(values: Values, output: Any) -> float:
    """e^(x_i - value) is the softmax of x, which is the gradient."""
    return deviation(np.exp(np.asarray(values["x"], dtype=float) - np.asarray(output)[..., None]), softmax(values["x"]))


def _shifts_along(values: Values, output: Any) -> float:
    """A constant added to all entries is added to the value."""
    return deviation(reference_logsumexp(np.add(values["x"], 0.5)) - 0.5, output)


def explain_shifted(values: Values, output: Any) -> Explanation:
    """What the shift is for."""
    return Explanation(
        (step("output", r"m + \log\sum_i e^{x_i - m}", (), output),), (message("family.shifted"), message("family.logsumexp"))
    )


def _exponentials_agree(values: Values, output: Any) -> float:
    """e^{-loss} is the share of the right class: e^y of Σ e^z."""
    return deviation(np.exp(-np.asarray(output)) * np.sum(np.exp(values["z"]), axis=-1), np.exp(values["y"]))


def explain_cross_entropy(values: Values, output: Any) -> Explanation:
    """The probability that the loss stands for."""
    share = float(np.exp(-np.asarray(output)).reshape(-1)[0])
    return Explanation(sentences=(message("family.cross_entropy_of_logits", share=number(share)),))


def figure_cross_entropy(values: Values, output: Any) -> Figure:
    """The logits and their softmax."""
    return bars(values, softmax(values["z"]), role="z")


def logit_of_class(y: Any, z: Any) -> Any:
    """The entry of z that the class y names, counted from 1."""
    return np.asarray(z, dtype=float)[..., int(y) - 1]


def reference_of_class(y: Any, z: Any) -> Any:
    """log-sum-exp less the logit of the class."""
    return reference_cross_entropy(logit_of_class(y, z), z)


def _exponentials_of_class_agree(values: Values, output: Any) -> float:
    """e^{-loss} is the share of the class."""
    return _exponentials_agree({**values, "y": logit_of_class(values["y"], values["z"])}, output)


LOG_SUM_EXP = Family(
    name="log_sum_exp",
    formula=r"\log \sum_i e^{x_i}",
    also=(r"\max_i x_i + \log \sum_i e^{x_i - \max_j x_j}", r"\mathrm{logsumexp}(x)"),
    roles={"x": "logits"},
    invariants=(
        Invariant("largest_to_largest_plus_log_n", largest_to_largest_plus_log_n),
        Invariant("gradient_is_softmax", _softmax_of_its_input),
        Invariant("shifts_along", _shifts_along),
    ),
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
OF_CLASS = Family(
    name="cross_entropy_of_a_class",
    formula=r"-\log \mathrm{softmax}(z)_y",
    also=(r"-\log [\mathrm{softmax}(z)]_y",),
    roles={"y": "number of the right class", "z": "logits"},
    invariants=(Invariant("exponentials_agree", _exponentials_of_class_agree),),
    reference=reference_of_class,
    figure=figure_cross_entropy,
    explain=explain_cross_entropy,
)
FAMILIES = (CROSS_ENTROPY, OF_CLASS, LOG_SUM_EXP, SHIFTED_LOG_SUM_EXP)
