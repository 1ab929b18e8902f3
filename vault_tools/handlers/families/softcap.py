"""Family: the softcap, scores bent towards a largest size c tanh(S/c)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.invariants import deviation, excess, worst
from vault_tools.model import message


def reference_softcap(S: Any, c: Any) -> Any:
    """c (1 - 2/(e^{2S/c} + 1))."""
    return c * (1.0 - 2.0 / (np.exp(2.0 * np.asarray(S, dtype=float) / c) + 1.0))


def _below_cap(values: Values, output: Any) -> float:
    return worst(np.maximum(np.abs(output) - np.abs(values["c"]), 0.0))


def _at_most_the_score(values: Values, output: Any) -> float:
    """The cap only shortens, and a small score S by no more than |S|³/3c²."""
    S = np.abs(np.asarray(values["S"], dtype=float))
    return excess(np.abs(output), S - S**3 / (3.0 * np.square(values["c"])), S)


def _odd(values: Values, output: Any) -> float:
    """Scores of the opposite sign come to the opposite."""
    return deviation(reference_softcap(np.negative(values["S"]), values["c"]), np.negative(output))


def explain_softcap(values: Values, output: Any) -> Explanation:
    """What the cap does."""
    return Explanation(sentences=(message("family.softcap"),))


def figure(values: Values, output: Any) -> Figure:
    """The curve up to three times the cap, beside the straight line."""
    cap = float(np.abs(np.asarray(values["c"])).reshape(-1)[0])
    scores = np.linspace(-3.0 * cap, 3.0 * cap, 81)
    straight = np.where(np.abs(scores) <= 1.5 * cap, scores, np.nan)
    shown = Panel("c tanh(S/c)", np.stack([reference_softcap(scores, cap), straight]), row_labels=("softcap", "S"))
    return Figure("curve", (shown,), message("family.alt_softcap"), {"x": scores})


SOFTCAP = Family(
    name="softcap",
    formula=r"c \tanh\left(\frac{S}{c}\right)",
    roles={"S": "scores", "c": "cap"},
    invariants=(Invariant("below_the_cap", _below_cap), Invariant("at_most_the_score", _at_most_the_score), Invariant("odd", _odd)),
    reference=reference_softcap,
    figure=figure,
    explain=explain_softcap,
)
FAMILIES = (SOFTCAP,)
