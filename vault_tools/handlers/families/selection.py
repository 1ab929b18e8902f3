"""Families: attention to the k best keys of each query alone (Zhao et al. 2019)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families import attention
from vault_tools.handlers.families.references import softmax, weighted_sum
from vault_tools.handlers.families.telling import panel, step, strip
from vault_tools.handlers.invariants import BETWEEN_VALUES, out_of_order, sums_to_one, worst
from vault_tools.model import message


def kept(S: Any, k: Any) -> Any:
    """The k largest entries of each row, by sorting it; -∞ elsewhere."""
    S = np.asarray(S, dtype=float)
    chosen = np.full(S.shape, -np.inf)
    for at in np.ndindex(S.shape[:-1]):
        for j in sorted(range(S.shape[-1]), key=lambda j, row=S[at]: (-row[j], j))[: int(k)]:  # type: ignore[misc]
            chosen[at][j] = S[at][j]
    return chosen


def reference(S: Any, k: Any) -> Any:
    """Row by row, a softmax of these entries through their log-sum-exp."""
    return softmax(kept(S, k))


def reference_output(Q: Any, K: Any, V: Any, k: Any) -> Any:
    """The weighted mean of the values of these keys."""
    return weighted_sum(reference(attention.reference_scores(Q, K), k), V)


def _k_not_zero(values: Values, output: Any) -> float:
    """Each row has k weights that are not 0."""
    count = min(int(values["k"]), np.shape(output)[-1])
    return float(np.max(np.abs(np.count_nonzero(output, axis=-1) - count)))


def _kept_follow_the_scores(values: Values, output: Any) -> float:
    """Among the kept, log w_i - log w_j = s_i - s_j, as in the softmax of all."""
    kept_ones = np.asarray(output) > 0
    logs = np.where(kept_ones, np.log(np.where(kept_ones, output, 1.0)) - values["S"], np.nan)
    return worst(np.nanmax(logs, axis=-1) - np.nanmin(logs, axis=-1))


def _left_out_are_no_larger(values: Values, output: Any) -> float:
    """Sorted by the scores, no weight falls: what is left out is never the better key."""
    return out_of_order(values["S"], output)


def _explained(values: Values, scores: Any, weights: Any) -> Explanation:
    steps = (
        step("kept", r"\mathrm{top}_k(S)", ("n", "m"), kept(scores, values["k"])),
        step("weights", r"\mathrm{softmax}(\mathrm{top}_k(S))", ("n", "m"), weights),
    )
    return Explanation(steps, (message("family.top_k", kept=int(values["k"]), keys=np.shape(scores)[-1]),))


def explain(values: Values, output: Any) -> Explanation:
    """What is kept, and what becomes of it."""
    return _explained(values, values["S"], output)


def explain_output(values: Values, output: Any) -> Explanation:
    """The same for queries and keys, then the values."""
    scores = attention.reference_scores(values["Q"], values["K"])
    told = _explained(values, scores, reference(scores, values["k"]))
    return Explanation((*told.steps, step("output", "AV", ("n", "d_v"), output)), told.sentences)


def _panels(scores: Any, k: Any, weights: Any) -> tuple[Any, ...]:
    best = panel(f"top {int(k)} of each row", kept(scores, k), join="→")
    return panel("S", scores), best, panel("softmax", weights, scale="weights", join="→")


def figure(values: Values, output: Any) -> Figure:
    """Scores → the k largest of each row → weights."""
    return strip(_panels(values["S"], values["k"], output), "family.alt_weights", output)


def figure_output(values: Values, output: Any) -> Figure:
    """The same, then the values."""
    scores = attention.reference_scores(values["Q"], values["K"])
    panels = _panels(scores, values["k"], reference(scores, values["k"]))
    return strip((*panels, panel("V", values["V"], join="·"), panel("output", output, join="=")), "family.alt_attention", output)


TOP_K_WEIGHTS = Family(
    name="top_k_weights",
    formula=r"\mathrm{softmax}(\mathrm{top}_k(S))",
    roles={"S": "scores", "k": "how many keys are kept"},
    invariants=(
        sums_to_one(),
        Invariant("k_not_zero", _k_not_zero),
        Invariant("keeps_order", _left_out_are_no_larger),
        Invariant("log_ratios", _kept_follow_the_scores),
    ),
    reference=reference,
    figure=figure,
    explain=explain,
)
TOP_K_ATTENTION = Family(
    name="top_k_attention",
    formula=r"\mathrm{softmax}\left(\mathrm{top}_k\left(\frac{QK^\top}{\sqrt{d_k}}\right)\right)V",
    roles={**attention.ROLES, "k": "how many keys are kept"},
    invariants=(BETWEEN_VALUES,),
    reference=reference_output,
    figure=figure_output,
    explain=explain_output,
)
FAMILIES = (TOP_K_ATTENTION, TOP_K_WEIGHTS)
