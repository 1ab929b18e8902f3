"""Family: values mixed by the softmax of scores that are given or come from elsewhere (the context vector of Bahdanau et al. 2014)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.references import softmax, weighted_sum
from vault_tools.handlers.families.telling import mask_panel, panel, step, strip
from vault_tools.handlers.invariants import BETWEEN_VALUES, deviation
from vault_tools.model import message


def _weights(values: Values) -> Any:
    return softmax(np.add(values["S"], values.get("M", 0.0)))


def reference(S: Any, M: Any, V: Any) -> Any:
    """The weights as e^(s - log Σ e^s), then one column of V after the other."""
    return weighted_sum(softmax(np.add(S, M)), V)


def _any_order(values: Values, output: Any) -> float:
    """The weights and the values of all keys in the opposite order."""
    return deviation(weighted_sum(_weights(values)[..., ::-1], np.asarray(values["V"])[..., ::-1, :]), output)


def _constant_added(values: Values, output: Any) -> float:
    """Only differences of scores count; masked ones stay masked."""
    return deviation(reference(np.add(values["S"], 1.0), values.get("M", 0.0), values["V"]), output)


def explain(values: Values, output: Any) -> Explanation:
    """Weights, then the mean of the values."""
    steps = (
        step("weights", r"A = \mathrm{softmax}(\cdot)", ("n", "m"), _weights(values)),
        step("output", "AV", ("n", "d_v"), output),
    )
    return Explanation(steps, (message("family.mixture"),))


def figure(values: Values, output: Any) -> Figure:
    """Scores, and what is added to them → weights · V = output."""
    added = (mask_panel(values["M"]),) if np.ndim(values.get("M", 0.0)) else ()
    weights = panel("softmax", _weights(values), scale="weights", join="→")
    panels = (panel("S", values["S"]), *added, weights, panel("V", values["V"], join="·"), panel("output", output, join="="))
    return strip(panels, "family.alt_product", output)


MIXTURE = Family(
    name="mixture_by_softmax",
    formula=r"\mathrm{softmax}(S + M)V",
    also=(r"\mathrm{softmax}(S)V",),
    roles={"S": "scores", "M": "mask or bias", "V": "value"},
    defaults={"M": 0.0},
    invariants=(
        BETWEEN_VALUES,
        Invariant("any_order_of_the_keys", _any_order),
        Invariant("shift_invariant", _constant_added),
    ),
    reference=reference,
    figure=figure,
    explain=explain,
    of_symbols=True,
)
FAMILIES = (MIXTURE,)
