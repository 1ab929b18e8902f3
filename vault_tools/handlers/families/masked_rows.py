"""Families: attention in which a query whose keys are all masked gets nothing, instead of a value that is not defined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Family, Invariant, Values
from vault_tools.handlers.families import attention
from vault_tools.handlers.families.references import weighted_sum
from vault_tools.handlers.invariants import worst

if TYPE_CHECKING:
    from vault_tools.handler import Explanation, Figure


def reference_weights(Q: Any, K: Any, M: Any) -> Any:
    """Masked attention's weights, rows without a key put to 0."""
    with np.errstate(invalid="ignore"):
        weights = attention.reference_weights(Q, K, M)
    return np.where(_without_keys(M, weights), 0.0, weights)


def reference_output(Q: Any, K: Any, V: Any, M: Any) -> Any:
    """The weighted sum of the values with these weights."""
    return weighted_sum(reference_weights(Q, K, M), V)


def _without_keys(M: Any, weights: Any) -> Any:
    return np.all(np.isneginf(np.broadcast_to(M, np.shape(weights))), axis=-1, keepdims=True)


def _rows_sum(values: Values, output: Any) -> float:
    """1, and 0 for a row without keys."""
    wanted = np.where(_without_keys(values["M"], output)[..., 0], 0.0, 1.0)
    return worst(np.sum(output, axis=-1) - wanted)


def _nothing_without_keys(values: Values, output: Any) -> float:
    """A query without keys gives a row of zeros."""
    rows = np.all(np.isneginf(values["M"]), axis=-1)
    return worst(np.where(rows[..., None], output, 0.0))


def _with_weights(values: Values) -> Values:
    """With the weights of this family where the program names none: those of plain masked attention are not defined here."""
    return values if "weights" in values else {**values, "weights": reference_weights(values["Q"], values["K"], values["M"])}


def explain(values: Values, output: Any) -> Explanation:
    """As masked attention, with these weights."""
    return attention.explain(_with_weights(values), output)


def figure(values: Values, output: Any) -> Figure:
    """As masked attention, with these weights."""
    return attention.figure(_with_weights(values), output)


MASKED_OUTPUT = Family(
    name="masked_attention_zero_rows",
    formula=r"\mathrm{softmax\_or\_zero}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)V",
    roles={**attention.ROLES, **attention.MASK_ROLE},
    invariants=(Invariant("nothing_without_keys", _nothing_without_keys), attention.ONLY_SEEN_KEYS),
    reference=reference_output,
    figure=figure,
    explain=explain,
)
MASKED_WEIGHTS = Family(
    name="masked_weights_zero_rows",
    formula=r"\mathrm{softmax\_or\_zero}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)",
    roles={**attention.WEIGHT_ROLES, **attention.MASK_ROLE},
    invariants=(Invariant("rows_sum_to_one_or_zero", _rows_sum),),
    reference=reference_weights,
    figure=attention.figure_weights,
    explain=attention.explain_weights,
)
FAMILIES = (MASKED_OUTPUT, MASKED_WEIGHTS)
