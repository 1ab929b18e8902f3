"""Family: the step of Adam (Kingma and Ba 2014)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.invariants import deviation, worst
from vault_tools.model import message


def reference(theta: Any, eta: Any, m: Any, v: Any, epsilon: Any) -> Any:
    """The step as η over (√v + ε)/m."""
    root = np.exp(np.log(np.asarray(v, dtype=float)) / 2.0)
    return theta + eta * -np.asarray(m, dtype=float) / (root + epsilon)


def _against_the_gradient(values: Values, output: Any) -> float:
    """The step goes against m, and is no longer than η|m|/√v."""
    step = np.subtract(output, values["theta"])
    longest = np.abs(values["eta"] * values["m"]) / np.sqrt(values["v"])
    return worst(np.maximum(np.abs(step) - longest, 0.0)) + worst(np.maximum(step * np.sign(values["eta"] * values["m"]), 0.0))


def _same_for_scaled_gradient(values: Values, output: Any) -> float:
    """Twice the gradients (m twice, v four times as large, ε twice): the same step."""
    theta, eta, m, v, epsilon = (np.asarray(values[role], dtype=float) for role in ("theta", "eta", "m", "v", "epsilon"))
    return deviation(reference(theta, eta, 2.0 * m, 4.0 * v, 2.0 * epsilon), output)


def explain(values: Values, output: Any) -> Explanation:
    """What the root does."""
    return Explanation(sentences=(message("family.adam"),))


def figure(values: Values, output: Any) -> Figure:
    """The step for a steady gradient g (m = g, v = g²) beside the plain step η g."""
    eta, epsilon = (float(np.asarray(values[name]).reshape(-1)[0]) for name in ("eta", "epsilon"))
    g = np.linspace(-2.0, 2.0, 81)
    shown = Panel("θ' − θ", np.stack([-eta * g / (np.abs(g) + epsilon), -eta * g]), row_labels=("Adam", "−η g"))
    return Figure("curve", (shown,), message("family.alt_adam"), {"x": g})


ADAM = Family(
    name="adam_step",
    formula=r"\theta - \eta \frac{m}{\sqrt{v} + \epsilon}",
    roles={"theta": "parameter", "eta": "step size", "m": "mean gradient", "v": "mean squared gradient", "epsilon": "small number"},
    invariants=(
        Invariant("against_the_gradient", _against_the_gradient),
        Invariant("same_for_scaled_gradient", _same_for_scaled_gradient),
    ),
    reference=reference,
    figure=figure,
    explain=explain,
)
FAMILIES = (ADAM,)
