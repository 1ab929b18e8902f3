"""Family: keys or values averaged over blocks of neighbours (memory-compressed attention, Liu et al. 2018; Rae et al. 2019)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.telling import panel, step, strip
from vault_tools.handlers.invariants import deviation, excess
from vault_tools.model import message


def reference(K: Any, s: Any) -> Any:
    """Differences of the running sums at the ends of the blocks."""
    K = np.asarray(K, dtype=float)
    ends = np.concatenate([np.zeros_like(K[:1]), np.cumsum(K, axis=0)])[:: int(s)]
    return np.diff(ends, axis=0) / s


def _blocks(values: Values) -> Any:
    """The rows of each block: (m, s, …)."""
    K, s = np.asarray(values["K"], dtype=float), int(values["s"])
    return K.reshape(len(K) // s, s, *K.shape[1:])


def _between_the_rows(values: Values, output: Any) -> float:
    """A mean stays between the least and the largest entry of its block."""
    blocks = _blocks(values)
    return excess(output, np.min(blocks, axis=1), np.max(blocks, axis=1))


def _same_mean(values: Values, output: Any) -> float:
    """The mean of the means is the mean of all rows, for the blocks are equally large; also with the blocks counted 1, 2, 3, …"""
    blocks = _blocks(values)
    count = np.arange(1.0, len(blocks) + 1.0)
    weighted = np.tensordot(count, np.mean(blocks, axis=1), axes=1)
    return max(deviation(np.mean(output, axis=0), np.mean(values["K"], axis=0)), deviation(np.tensordot(count, output, axes=1), weighted))


def explain(values: Values, output: Any) -> Explanation:
    """How much shorter the keys become."""
    named = ("m", "d")[: np.ndim(output)]
    steps = (step("output", r"\frac{1}{s}\sum_{t=1}^{s} K_{(i-1)s+t}", named, output),)
    return Explanation(steps, (message("family.block_means", size=int(values["s"]), rows=len(np.asarray(values["K"])), left=len(output)),))


def figure(values: Values, output: Any) -> Figure:
    """Rows and means, side by side."""
    rows, means = (np.asarray(array, dtype=float).reshape(len(array), -1) for array in (values["K"], output))
    return strip((panel("K", rows), panel(f"means of {int(values['s'])} rows", means, join="→")), "family.alt_block_means", means)


BLOCK_MEANS = Family(
    name="block_means",
    formula=r"K'_i = \frac{1}{s}\sum_{t=1}^{s} K_{(i-1)s+t}",
    also=tuple(rf"\mathrm{{{word}}}_S(K)_i = \frac{{1}}{{S}}\sum_{{t=1}}^{{S}} K_{{(i-1)S+t}}" for word in ("Conv", "MeanPool", "AvgPool")),
    roles={"K": "keys", "s": "rows of a block"},
    invariants=(Invariant("between_the_rows", _between_the_rows), Invariant("same_mean", _same_mean)),
    reference=reference,
    figure=figure,
    explain=explain,
)
FAMILIES = (BLOCK_MEANS,)
