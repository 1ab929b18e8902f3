"""Wrong results: what a wrong scale, sign, shift or axis would have given. Something about a handler must notice each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator


def mutants(value: Any) -> Iterator[Any]:
    """Results that are plainly not `value`; none that happens to be equal to it."""
    value = np.asarray(value, dtype=float)
    wrong = [1.5 * value, value + 0.25, -value]
    if value.ndim:
        wrong.append(np.flip(value, axis=-1) * np.linspace(1.0, 2.0, value.shape[-1]))
    for candidate in wrong:
        if not np.array_equal(candidate, value, equal_nan=True):
            yield candidate
