"""Functions: the length of vectors and matrices, cosine similarity, and the normalisations along one axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import between, deviation, excess, worst


def norm(x, axis=-1, order=2):
    """The Euclidean length along `axis`, or the norm of another order: 1, p, "inf" (the largest entry)."""
    if order == 2:
        return np.sqrt(np.sum(np.square(x), axis=axis))
    if order in ("inf", np.inf):
        return np.max(np.abs(x), axis=axis)
    return np.sum(np.abs(x) ** order, axis=axis) ** (1 / order)


def frobenius_norm(x):
    """The root of the sum of all squared entries of a matrix."""
    return np.sqrt(np.sum(np.square(x), axis=(-2, -1)))


def cosine_similarity(a, b, axis=-1):
    """The cosine of the angle between a and b."""
    lengths = np.sqrt(np.sum(np.square(a), axis=axis) * np.sum(np.square(b), axis=axis))
    return np.sum(a * b, axis=axis) / lengths


def layer_norm(x, axis=-1, epsilon=0.0):
    """x moved to mean 0 and scaled to variance 1 along `axis`, without the learned scale and shift (Ba et al. 2016)."""
    centred = x - np.mean(x, axis=axis, keepdims=True)
    return centred / np.sqrt(np.mean(np.square(centred), axis=axis, keepdims=True) + epsilon)


def rms_norm(x, axis=-1, epsilon=0.0):
    """x divided by its root mean square along `axis`, without the learned scale (Zhang and Sennrich 2019)."""
    return x / np.sqrt(np.mean(np.square(x), axis=axis, keepdims=True) + epsilon)


def rms(x, axis=-1):
    """The root mean square along `axis`."""
    return np.sqrt(np.mean(np.square(x), axis=axis))


def exact_norm(mp: Any, x: Any, order: Any = 2) -> Any:
    """(sum of |x_i|^p)^(1/p); for p = inf the largest |x_i|."""
    sizes = [abs(v) for v in x]
    return max(sizes) if order in ("inf", mp.inf) else mp.fsum(v**order for v in sizes) ** (mp.mpf(1) / order)


def exact_cosine_similarity(mp: Any, a: Any, b: Any) -> Any:
    """a·b / (|a||b|), with each length by itself."""
    return mp.fdot(a, b) / (mp.sqrt(mp.fdot(a, a)) * mp.sqrt(mp.fdot(b, b)))


def exact_layer_norm(mp: Any, x: Any, epsilon: Any = 0) -> Any:
    """With the variance as mean of squares minus square of mean."""
    mean = mp.fsum(x) / len(x)
    variance = mp.fdot(x, x) / len(x) - mean**2
    return [(v - mean) / mp.sqrt(variance + epsilon) for v in x]


def exact_rms_norm(mp: Any, x: Any, epsilon: Any = 0) -> Any:
    """x_i / sqrt(mean of squares + epsilon)."""
    scale = mp.sqrt(mp.fdot(x, x) / len(x) + epsilon)
    return [v / scale for v in x]


def _scales(values: Values, output: Any) -> float:
    """|2x| = 2|x|."""
    options = {name: value for name, value in values.items() if name != "x"}
    return deviation(norm(2.0 * np.asarray(values["x"]), **options), 2.0 * np.asarray(output))


def _between_largest_and_sum(values: Values, output: Any) -> float:
    """Every p-norm lies between the largest entry and the sum of the entries, signs apart."""
    sizes, axis = np.abs(values["x"]), values.get("axis", -1)
    return excess(output, np.max(sizes, axis=axis), np.sum(sizes, axis=axis))


def _root_of_trace(values: Values, output: Any) -> float:
    """|X|_F = sqrt(tr(X^T X))."""
    x = np.asarray(values["x"])
    return deviation(np.sqrt(np.trace(np.swapaxes(x, -1, -2) @ x, axis1=-2, axis2=-1)), output)


def mean_zero(values: Values, output: Any) -> float:
    """Measured in units of x, where rounding happens: a row of nearly equal entries magnifies it."""
    axis = values.get("axis", -1)
    return worst(np.mean(output, axis=axis) * np.minimum(np.std(values["x"], axis=axis), 1.0))


def variance_one(values: Values, output: Any) -> float:
    """The variance is v/(v + epsilon) for a row of variance v."""
    axis = values.get("axis", -1)
    variance = np.var(values["x"], axis=axis)
    return deviation(np.var(output, axis=axis), variance / (variance + values.get("epsilon", 0.0)))


def mean_square_one(values: Values, output: Any) -> float:
    """The mean of squares is s/(s + epsilon) for a row whose mean of squares is s."""
    axis = values.get("axis", -1)
    square = np.mean(np.square(values["x"]), axis=axis)
    return deviation(np.mean(np.square(output), axis=axis), square / (square + values.get("epsilon", 0.0)))


def _same_when_scaled(values: Values, output: Any) -> float:
    """cos(2a, 3b) = cos(a, b)."""
    doubled, tripled = 2.0 * np.asarray(values["a"]), 3.0 * np.asarray(values["b"])
    return deviation(cosine_similarity(doubled, tripled, axis=values.get("axis", -1)), output)


NORM = Function(
    name="norm",
    spellings=(),
    signature="(n)->()",
    numpy=norm,
    exact=exact_norm,
    invariants=(Invariant("scales", _scales), Invariant("largest_to_sum", _between_largest_and_sum)),
)
FROBENIUS_NORM = Function(
    name="frobenius_norm",
    spellings=(),
    signature="(m,n)->()",
    numpy=frobenius_norm,
    exact=lambda mp, x: mp.sqrt(mp.fsum(mp.fdot(row, row) for row in x)),
    invariants=(Invariant("root_of_trace_of_gram", _root_of_trace),),
)
COSINE_SIMILARITY = Function(
    name="cosine_similarity",
    spellings=("cos_sim", "cossim", "cosine_sim", "cosinesimilarity", "cosine similarity", "cosine"),
    signature="(n),(n)->()",
    numpy=cosine_similarity,
    exact=exact_cosine_similarity,
    invariants=(between(-1, 1), Invariant("same_when_scaled", _same_when_scaled)),
)
LAYER_NORM = Function(
    name="layer_norm",
    spellings=("layernorm", "layer norm", "layer-norm"),
    symbols=("LN",),
    signature="(n)->(n)",
    numpy=layer_norm,
    exact=exact_layer_norm,
    invariants=(Invariant("mean_zero", mean_zero), Invariant("variance_one", variance_one)),
)
RMS_NORM = Function(
    name="rms_norm",
    spellings=("rmsnorm", "rms norm", "rms-norm"),
    signature="(n)->(n)",
    numpy=rms_norm,
    exact=exact_rms_norm,
    invariants=(Invariant("mean_square_one", mean_square_one),),
)
RMS = Function(
    name="rms",
    spellings=(),
    signature="(n)->()",
    numpy=rms,
    exact=lambda mp, x: mp.sqrt(mp.fdot(x, x) / len(x)),
    invariants=(between(0, np.inf),),
)
FUNCTIONS = (NORM, FROBENIUS_NORM, COSINE_SIMILARITY, LAYER_NORM, RMS_NORM, RMS)
