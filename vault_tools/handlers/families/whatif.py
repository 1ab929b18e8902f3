"""The what-if strip of an attention formula: its weights as written, without the scale, causal, and at temperature 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Figure, Panel
from vault_tools.handlers.families.references import entropy, softmax
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_TOKENS = 12
"""Queries or keys up to which the variants can be told apart side by side."""


_TITLES = {"written": "as written", "unscaled": "without 1/√dₖ", "causal": "causal", "warm": "temperature 2"}
"""A temperature below 1 would coincide with the missing scale at some d_k (0.5 at d_k = 4)."""


def few_tokens(Q: Any, K: Any) -> bool:
    """Whether there is one small matrix each, so that variants can be compared at a glance."""
    return np.ndim(Q) == np.ndim(K) == 2 and max(len(Q), len(K)) <= MOST_TOKENS


def whatif_figure(Q: Any, K: Any) -> Figure:
    """The weights of softmax(QKᵀ/√d_k) and of its variants, the mean entropy of the rows below each. Q (n, d_k), K (m, d_k)."""
    Q, K = np.asarray(Q, dtype=float), np.asarray(K, dtype=float)
    variants = dict(_variants(Q @ K.T, float(K.shape[-1]) ** 0.5))
    entropies = {key: _entropy(weights) for key, weights in variants.items()}
    panels = tuple(Panel(_TITLES[key], weights, f"entropy {entropies[key]} nats", "weights") for key, weights in variants.items())
    return Figure("whatif", panels, message("figure.whatif" if "causal" in entropies else "figure.whatif_across", **entropies))


def _variants(scores: Any, root: float) -> Iterator[tuple[str, Any]]:
    """Weights by variant; -inf where a key is masked."""
    yield "written", softmax(scores / root)
    yield "unscaled", softmax(scores)
    if scores.shape[0] == scores.shape[1]:
        later = np.triu(np.ones(scores.shape), 1) > 0
        yield "causal", np.where(later, -np.inf, softmax(np.where(later, -np.inf, scores / root)))
    yield "warm", softmax(scores / root / 2.0)


def _entropy(weights: Any) -> str:
    """Mean entropy of the rows in nats."""
    return f"{float(entropy(np.maximum(weights, 0.0)).mean()):.2f}"
