"""Function: the cross product of two vectors in space."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import worst


def exact_cross(_mp: Any, a: Any, b: Any) -> Any:
    """Entry i from the two others, in their cyclic order."""
    return [a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3)]


def _at_right_angles(values: Values, output: Any) -> float:
    """(a × b)·a = (a × b)·b = 0."""
    return max(worst(np.sum(np.asarray(output) * values[side], axis=-1)) for side in ("a", "b"))


CROSS = Function(
    name="cross_product",
    spellings=(),
    signature="(n),(n)->(n)",
    numpy=np.cross,
    exact=exact_cross,
    invariants=(Invariant("at_right_angles", _at_right_angles),),
)
FUNCTIONS = (CROSS,)
