"""What the families' references share: softmax, the logistic function and a product, each by another way than the functions take."""

from __future__ import annotations

from typing import Any

import numpy as np


def log_softmax(x: Any, axis: int = -1) -> Any:
    """x less its log-sum-exp, which NumPy adds up entry by entry; -∞ stays -∞."""
    x = np.asarray(x, dtype=float)
    return x - np.logaddexp.reduce(x, axis=axis, keepdims=True)


def softmax(x: Any, axis: int = -1) -> Any:
    """e^(x_i - log Σ e^x): -∞ among the entries gives the weight 0."""
    return np.exp(log_softmax(x, axis))


def logistic(x: Any) -> Any:
    """1/(1 + e^-x) as it stands: far below 0 all its digits count, and (1 + tanh(x/2))/2 would lose them. Beyond floats it is 0."""
    with np.errstate(over="ignore"):
        return 1.0 / (1.0 + np.exp(-np.asarray(x, dtype=float)))


def product(X: Any, W: Any) -> Any:
    """XW as a sum of outer products: column k of X times row k of W; X (…, n, d) or one row (d,)."""
    X, W = np.asarray(X, dtype=float), np.asarray(W, dtype=float)
    terms = (X[..., k, None] * W[..., k, :] for k in range(W.shape[-2]))
    return sum(terms, np.zeros((*X.shape[:-1], W.shape[-1])))


def weighted_sum(weights: Any, V: Any) -> Any:
    """weights · V, one column of V after the other; weights (…, n, m) or one row (…, m)."""
    return np.einsum(
        "...j,...jc->...c" if np.ndim(weights) < np.ndim(V) else "...ij,...jc->...ic",
        np.asarray(weights, dtype=float),
        np.asarray(V, dtype=float),
    )


def entropy(p: Any) -> Any:
    """Σ p log(1/p) along the last axis, in descending order of p; a share of 0 adds nothing."""
    p = np.sort(np.asarray(p, dtype=float), axis=-1)[..., ::-1]
    return np.sum(p * np.log(1.0 / np.where(p == 0.0, 1.0, p)), axis=-1)
