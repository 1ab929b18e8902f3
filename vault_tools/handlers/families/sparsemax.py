"""Family: sparsemax, the nearest point of the simplex (Martins and Astudillo 2016)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Invariant, Values
from vault_tools.handlers.families.softmax import bars
from vault_tools.handlers.families.telling import step
from vault_tools.handlers.functions.softmax import keeps_order
from vault_tools.handlers.invariants import deviation, sums_to_one, worst
from vault_tools.model import message


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


def _nearest_point(values: Values, output: Any) -> float:
    """No point of the simplex is nearer: every weight above 0 is its entry less one common amount, no entry left at 0 exceeds that."""
    x, weights = np.asarray(values["x"], dtype=float), np.asarray(output)
    taken = np.max(np.where(weights > 0, x - weights, -np.inf), axis=-1, keepdims=True)
    return worst(np.where(weights > 0, x - weights - taken, np.maximum(x - taken, 0.0))) + worst(np.minimum(weights, 0.0))


def explain_sparsemax(values: Values, output: Any) -> Explanation:
    """How many weights are exactly 0."""
    zeros = int(np.sum(np.asarray(output) == 0.0))
    return Explanation((step("weights", r"\mathrm{sparsemax}(x)", ("n",), output),), (message("family.sparsemax", zeros=zeros),))


SPARSEMAX = Family(
    name="sparsemax",
    formula=r"\mathrm{sparsemax}(x)",
    roles={"x": "logits"},
    invariants=(
        sums_to_one(),
        Invariant("keeps_order", keeps_order),
        Invariant("nearest_point", _nearest_point),
        Invariant("shift_invariant", _sparsemax_of_shifted),
    ),
    reference=reference_sparsemax,
    figure=lambda values, output: bars(values, output, name="sparsemax"),
    explain=explain_sparsemax,
)
FAMILIES = (SPARSEMAX,)
