"""Family: the running sum of the online softmax, by which FlashAttention works block by block (Dao et al. 2022)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Invariant, Values
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message


def reference(m: Any, M: Any, l: Any, s: Any) -> Any:  # noqa: E741 (the paper's ℓ)
    """The logarithm of the sum so far and of the block, added by logaddexp."""
    parts = [np.log(l) + m, *np.asarray(s, dtype=float)]
    return np.exp(np.logaddexp.reduce(parts) - M)


def _same_sum(values: Values, output: Any) -> float:
    """In units of e^{m'}, nothing of the sum is lost: e^{m'} ℓ' = e^m ℓ + Σ e^s."""
    before = np.exp(values["m"]) * values["l"]
    return deviation(np.asarray(output) * np.exp(values["M"]), before + np.sum(np.exp(values["s"])))


def explain(values: Values, output: Any) -> Explanation:
    """What the factor is for."""
    return Explanation(sentences=(message("family.online_softmax"),))


ONLINE_SUM = Family(
    name="online_softmax_sum",
    formula=r"e^{m - M} l + \sum_j e^{s_j - M}",
    roles={"m": "largest so far", "M": "largest now", "l": "sum so far", "s": "scores of the block"},
    invariants=(Invariant("same_sum", _same_sum),),
    reference=reference,
    explain=explain,
)
FAMILIES = (ONLINE_SUM,)
