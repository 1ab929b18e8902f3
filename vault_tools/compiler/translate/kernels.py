"""Functions of arrays that cannot overflow: printed as they stand here into generated source, where no name but np exists."""

from __future__ import annotations

import numpy as np


def softmax(x, axis=-1):
    """Weights along `axis` that sum to 1; the largest entry is taken off first, so that nothing overflows."""
    exponentials = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)


def log_softmax(x, axis=-1):
    """The logarithm of softmax, without taking the logarithm of a number that became 0."""
    shifted = x - np.max(x, axis=axis, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))


def logsumexp(x, axis=-1):
    """log(sum(exp(x))) along `axis`; the largest entry is taken off first, so that nothing overflows."""
    largest = np.max(x, axis=axis, keepdims=True)
    return np.squeeze(largest, axis=axis) + np.log(np.sum(np.exp(x - largest), axis=axis))


def fractional_power(matrix, exponent):
    """A real power of a matrix through its eigenvalues; nan where it is not symmetric, and they are not positive or do not suffice."""
    if np.allclose(matrix, np.swapaxes(matrix, -1, -2)):
        values, vectors = np.linalg.eigh(matrix)
        return (vectors * values[..., None, :] ** exponent) @ np.swapaxes(vectors, -1, -2)
    values, vectors = np.linalg.eig(matrix)
    if np.any(np.imag(values)) or np.any(np.real(values) <= 0) or np.max(np.linalg.cond(vectors)) > 1e8:
        return np.full_like(matrix, np.nan)
    return (vectors * values[..., None, :] ** exponent) @ np.linalg.inv(vectors)
