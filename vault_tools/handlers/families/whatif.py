"""The what-if strip of an attention formula: its weights as written, without the scale, causal, and at temperature 0.5."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Figure, Panel
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_TOKENS = 12
"""Queries or keys up to which the variants can be told apart side by side."""


def few_tokens(Q: Any, K: Any) -> bool:
    """Whether there is one small matrix each, so that variants can be compared at a glance."""
    return np.ndim(Q) == np.ndim(K) == 2 and max(len(Q), len(K)) <= MOST_TOKENS


def whatif_figure(Q: Any, K: Any) -> Figure:
    """The weights of softmax(QKᵀ/√d_k) and of its variants, the mean entropy of the rows below each. Q (n, d_k), K (m, d_k)."""
    Q, K = np.asarray(Q, dtype=float), np.asarray(K, dtype=float)
    panels = tuple(_panel(title, scores) for title, scores in _variants(Q @ K.T, float(K.shape[-1]) ** 0.5))
    entropies = ", ".join(f"{panel.title}: {panel.subtitle}" for panel in panels)
    return Figure("whatif", panels, message("figure.whatif", entropies=entropies))


def _variants(scores: Any, root: float) -> Iterator[tuple[str, Any]]:
    yield "as written", scores / root
    yield "without 1/√dₖ", scores
    if scores.shape[0] == scores.shape[1]:
        yield "causal", np.where(np.tril(np.ones(scores.shape)) > 0, scores / root, -np.inf)
    yield "temperature 0.5", scores / root / 0.5


def _panel(title: str, scores: Any) -> Panel:
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    entropy = -(weights * np.log(np.where(weights > 0, weights, 1.0))).sum(axis=-1).mean()
    return Panel(title, np.where(np.isneginf(scores), -np.inf, weights), f"entropy {abs(entropy):.2f} nats", "weights")
