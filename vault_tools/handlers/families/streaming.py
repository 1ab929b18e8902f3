"""Families: the running sum of the online softmax, by which FlashAttention works block by block (Dao et al. 2022)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.telling import number
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message


def reference(m: Any, M: Any, l: Any, s: Any) -> Any:  # noqa: E741 (the paper's ℓ)
    """With powers of 2 in place of those of e, added exactly."""
    shares = np.exp2((np.append(m, s) - M) / np.log(2))
    return math.fsum([l * shares[0], *shares[1:]])


def _same_sum(values: Values, output: Any) -> float:
    """In units of e^{m'}, nothing of the sum is lost: e^{m'} ℓ' = e^m ℓ + Σ e^s."""
    before = np.exp(values["m"]) * values["l"]
    return deviation(np.asarray(output) * np.exp(values["M"]), before + np.sum(np.exp(values["s"])))


def explain(values: Values, output: Any) -> Explanation:
    """What the factor is for."""
    return Explanation(sentences=(message("family.online_softmax"),))


def figure(values: Values, output: Any) -> Figure:
    """What the sum so far and each score of the block add."""
    scores = np.asarray(values["s"], dtype=float).reshape(-1)
    parts = np.append(np.exp(values["m"] - values["M"]) * values["l"], np.exp(scores - values["M"]))
    shown = Panel("e^(m − M) ℓ, e^(s − M)", parts, column_labels=("ℓ", *(str(j + 1) for j in range(len(scores)))))
    return Figure("bars", (shown,), message("family.alt_online", value=number(output)))


ONLINE_SUM = Family(
    name="online_softmax_sum",
    formula=r"e^{m - M} l + \sum_j e^{s_j - M}",
    roles={"m": "largest so far", "M": "largest now", "l": "sum so far", "s": "scores of the block"},
    invariants=(Invariant("same_sum", _same_sum),),
    reference=reference,
    figure=figure,
    explain=explain,
)


def reference_merged(m: Any, n: Any, M: Any, l: Any, b: Any) -> Any:  # noqa: E741 (the paper's ℓ)
    """Both sums as one exponential each, of their logarithms."""
    return np.exp(np.logaddexp(m + np.log(l), n + np.log(b)) - M)


def _same_merged(values: Values, output: Any) -> float:
    """In units of e^M, nothing of both sums is lost."""
    both = np.exp(values["m"]) * values["l"] + np.exp(values["n"]) * values["b"]
    return deviation(np.asarray(output) * np.exp(values["M"]), both)


def figure_merged(values: Values, output: Any) -> Figure:
    """What each of the two sums adds."""
    parts = np.array([np.exp(values[top] - values["M"]) * values[total] for top, total in (("m", "l"), ("n", "b"))], dtype=float)
    shown = Panel("e^(m − M) ℓ, e^(n − M) ℓ_block", parts.reshape(-1), column_labels=("ℓ", "ℓ block"))
    return Figure("bars", (shown,), message("family.alt_online", value=number(output)))


MERGED_SUMS = Family(
    name="online_softmax_merge",
    formula=r"l e^{m - M} + b e^{n - M}",
    roles={"m": "largest so far", "n": "largest of the block", "M": "largest now", "l": "sum so far", "b": "sum of the block"},
    invariants=(Invariant("same_sum", _same_merged),),
    reference=reference_merged,
    figure=figure_merged,
    explain=explain,
    common=True,
)
FAMILIES = (ONLINE_SUM, MERGED_SUMS)
