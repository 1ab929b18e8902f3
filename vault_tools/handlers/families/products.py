"""Families: dot product, Gram matrix, linear projection, and the plain scores of queries against keys."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.telling import (
    cost,
    dot_by_hand,
    factor,
    first_unlike,
    number,
    panel,
    rows_in_words,
    step,
    strip,
    written_sum,
)
from vault_tools.handlers.invariants import deviation, freivalds, symmetric, worst
from vault_tools.model import Message, message

# ---------------------------------------------------------------- dot product


def reference_dot(a: Any, b: Any) -> Any:
    """By polarisation: a·b = (|a + b|² - |a - b|²) / 4."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return (np.sum(np.square(a + b), axis=-1) - np.sum(np.square(a - b), axis=-1)) / 4


def _within_lengths(values: Values, output: Any) -> float:
    """|a·b| ≤ |a||b| (Cauchy and Schwarz)."""
    bound = np.linalg.norm(values["a"], axis=-1) * np.linalg.norm(values["b"], axis=-1)
    return worst(np.maximum(np.abs(output) - bound, 0.0))


def explain_dot(values: Values, output: Any) -> Explanation:
    """The sum with its numbers, the angle between the vectors, and the projection of a on b."""
    a, b = np.asarray(values["a"], dtype=float), np.asarray(values["b"], dtype=float)
    if a.ndim != 1 or b.ndim != 1:
        return Explanation()
    total = written_sum([f"{factor(x)}·{factor(y)}" for x, y in zip(a, b, strict=True)])
    said = [message("family.by_hand", entry="a·b", sum=total, value=number(output))]
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    if lengths > 0:
        cosine = float(np.clip(float(output) / lengths, -1.0, 1.0))
        angle = float(np.degrees(np.arccos(cosine)))
        said.append(
            message("family.angle", cosine=number(cosine), angle=f"{angle:.1f}", projection=number(float(output) / np.linalg.norm(b)))
        )
    return Explanation(sentences=tuple(said))


def figure_dot(values: Values, output: Any) -> Figure:
    """Both vectors in the plane that they span."""
    vectors = np.stack([np.asarray(values["a"], dtype=float), np.asarray(values["b"], dtype=float)])
    if vectors.ndim != 2:
        raise KeyError("a")
    shown = Panel("a · b", vectors, row_labels=("a", "b"))
    return Figure(
        "vectors", (shown,), message("family.alt_dot", a=rows_in_words(vectors[0]), b=rows_in_words(vectors[1]), value=number(output))
    )


# ---------------------------------------------------------------- Gram matrix


def reference_gram(X: Any) -> Any:
    """Entry (i, j) is the inner product of rows i and j, each by polarisation."""
    X = np.asarray(X, dtype=float)
    return reference_dot(X[..., :, None, :], X[..., None, :, :])


def reference_gram_of_columns(X: Any) -> Any:
    """Entry (i, j) is the inner product of columns i and j."""
    return reference_gram(np.swapaxes(X, -1, -2))


def _no_negative_eigenvalue(values: Values, output: Any) -> float:
    """Positive semidefinite: no eigenvalue below 0."""
    return worst(np.minimum(np.linalg.eigvalsh(output), 0.0))


def _diagonal_is_squared_length(values: Values, output: Any) -> float:
    return deviation(np.diagonal(output, axis1=-2, axis2=-1), np.sum(np.square(values["X"]), axis=-1))


def _diagonal_is_squared_column(values: Values, output: Any) -> float:
    return deviation(np.diagonal(output, axis1=-2, axis2=-1), np.sum(np.square(values["X"]), axis=-2))


def first_matrix(array: Any) -> Any:
    """The matrix itself, or the first of a batch."""
    array = np.asarray(array, dtype=float)
    return array.reshape(-1, *array.shape[-2:])[0]


def explain_gram(values: Values, output: Any) -> Explanation:
    """One inner product of two rows."""
    X = first_matrix(values["X"])
    i, j = first_unlike(len(X), len(X))
    steps = (step("output", r"XX^{\top}", ("n", "n"), output),)
    said = (
        dot_by_hand(f"XXᵀ({i + 1}, {j + 1})", X[i], X[j]),
        message("family.gram_rows"),
        cost([("n", "n", "d")], {"n": len(X), "d": X.shape[1]}),
    )
    return Explanation(steps, said)


def explain_gram_of_columns(values: Values, output: Any) -> Explanation:
    """One inner product of two columns."""
    X = first_matrix(values["X"])
    i, j = first_unlike(X.shape[1], X.shape[1])
    steps = (step("output", r"X^{\top}X", ("d", "d"), output),)
    by_hand = dot_by_hand(f"XᵀX({i + 1}, {j + 1})", X[:, i], X[:, j])
    return Explanation(steps, (by_hand, message("family.gram_columns"), cost([("n", "d", "d")], {"n": len(X), "d": X.shape[1]})))


def figure_gram(values: Values, output: Any) -> Figure:
    """X · Xᵀ = Gram matrix."""
    panels = (panel("X", values["X"]), panel("Xᵀ", np.swapaxes(values["X"], -1, -2), join="·"), panel("XXᵀ", output, join="="))
    return strip(panels, "family.alt_gram", output)


def figure_gram_of_columns(values: Values, output: Any) -> Figure:
    """Xᵀ · X = Gram matrix of the columns."""
    panels = (panel("Xᵀ", np.swapaxes(values["X"], -1, -2)), panel("X", values["X"], join="·"), panel("XᵀX", output, join="="))
    return strip(panels, "family.alt_gram", output)


# ---------------------------------------------------------------- products of two matrices


def reference_projection(X: Any, W: Any) -> Any:
    """XW as a sum of outer products: column k of X times row k of W."""
    X, W = np.asarray(X, dtype=float), np.asarray(W, dtype=float)
    return sum((X[..., k, None] * W[..., k, :] for k in range(W.shape[-2])), np.zeros((*X.shape[:-1], W.shape[-1])))


def reference_plain_scores(Q: Any, K: Any) -> Any:
    """QKᵀ as a sum over the features."""
    return reference_projection(Q, np.swapaxes(np.asarray(K, dtype=float), -1, -2))


def product_by_hand(name: str, left: Any, right: Any) -> Message:
    """Entry (1, 2) of left · right."""
    left, right = first_matrix(np.atleast_2d(left)), first_matrix(right)
    i, j = first_unlike(len(left), right.shape[1])
    return dot_by_hand(f"{name}({i + 1}, {j + 1})", left[i], right[:, j])


def explain_projection(values: Values, output: Any) -> Explanation:
    """One entry and the cost."""
    X, W = np.atleast_2d(values["X"]), np.asarray(values["W"])
    sizes = {"n": X.shape[-2], "d_in": W.shape[-2], "d_out": W.shape[-1]}
    steps = (step("output", "XW", ("n", "d_out"), output),)
    return Explanation(steps, (product_by_hand("XW", X, W), message("family.projection"), cost([("n", "d_in", "d_out")], sizes)))


def figure_projection(values: Values, output: Any) -> Figure:
    """X · W = product."""
    return strip((panel("X", values["X"]), panel("W", values["W"], join="·"), panel("XW", output, join="=")), "family.alt_product", output)


def _as_projection(values: Values) -> Values:
    """The vectors as the rows of X, and the weights turned: the rows of XWᵀ are the W x."""
    return {"X": np.asarray(values["x"], dtype=float), "W": np.swapaxes(np.asarray(values["W"], dtype=float), -1, -2)}


def reference_linear_map(x: Any, W: Any) -> Any:
    """W x for each row x, as a sum of columns of W."""
    return reference_projection(**_as_projection({"x": x, "W": W}))


def explain_linear_map(values: Values, output: Any) -> Explanation:
    """One entry and the cost."""
    turned = _as_projection(values)
    X, W = np.atleast_2d(turned["X"]), turned["W"]
    sizes = {"n": X.shape[-2], "d_in": W.shape[-2], "d_out": W.shape[-1]}
    steps = (step("output", r"XW^{\top}", ("n", "d_out"), output),)
    said = (product_by_hand("XWᵀ", X, W), message("family.linear_map"), cost([("n", "d_in", "d_out")], sizes))
    return Explanation(steps, said)


def figure_linear_map(values: Values, output: Any) -> Figure:
    """X · Wᵀ = the mapped vectors, one in each row."""
    turned = _as_projection(values)
    panels = (panel("X", turned["X"]), panel("Wᵀ", turned["W"], join="·"), panel("XWᵀ", output, join="="))
    return strip(panels, "family.alt_product", output)


def explain_plain_scores(values: Values, output: Any) -> Explanation:
    """One entry and the cost."""
    Q, K = np.atleast_2d(values["Q"]), np.asarray(values["K"])
    sizes = {"n": Q.shape[-2], "m": K.shape[-2], "d_k": K.shape[-1]}
    steps = (step("scores", r"QK^{\top}", ("n", "m"), output),)
    return Explanation(
        steps, (product_by_hand("QKᵀ", Q, np.swapaxes(K, -1, -2)), message("family.no_scale"), cost([("n", "m", "d_k")], sizes))
    )


def figure_plain_scores(values: Values, output: Any) -> Figure:
    """Q · Kᵀ = scores."""
    panels = (panel("Q", values["Q"]), panel("Kᵀ", np.swapaxes(values["K"], -1, -2), join="·"), panel("QKᵀ", output, join="="))
    return strip(panels, "family.alt_product", output)


DOT_PRODUCT = Family(
    name="dot_product",
    formula=r"\sum_{i=1}^{n} a_i b_i",
    roles={"a": "vector", "b": "vector"},
    invariants=(Invariant("at_most_the_lengths", _within_lengths),),
    reference=reference_dot,
    figure=figure_dot,
    explain=explain_dot,
    common=True,
)
INNER_PRODUCT = Family(
    name="inner_product",
    formula=r"\vec{a} \cdot \vec{b}",
    also=(r"\mathbf{a}^\top \mathbf{b}",),
    roles={"a": "vector", "b": "vector"},
    invariants=DOT_PRODUCT.invariants,
    reference=reference_dot,
    figure=figure_dot,
    explain=explain_dot,
    common=True,
)
GRAM_MATRIX = Family(
    name="gram_matrix",
    formula=r"XX^\top",
    roles={"X": "tokens as rows"},
    invariants=(
        symmetric(),
        Invariant("no_negative_eigenvalue", _no_negative_eigenvalue),
        Invariant("diagonal_is_squared_length", _diagonal_is_squared_length),
    ),
    reference=reference_gram,
    figure=figure_gram,
    explain=explain_gram,
    common=True,
)
GRAM_OF_COLUMNS = Family(
    name="gram_matrix_of_columns",
    formula=r"X^\top X",
    roles={"X": "data, one row each"},
    invariants=(
        symmetric(),
        Invariant("no_negative_eigenvalue", _no_negative_eigenvalue),
        Invariant("diagonal_is_squared_length", _diagonal_is_squared_column),
    ),
    reference=reference_gram_of_columns,
    figure=figure_gram_of_columns,
    explain=explain_gram_of_columns,
    common=True,
)
PLAIN_SCORES = Family(
    name="plain_scores",
    formula=r"QK^\top",
    roles={"Q": "query", "K": "key"},
    invariants=(freivalds(lambda values: (values["Q"], np.swapaxes(values["K"], -1, -2))),),
    reference=reference_plain_scores,
    figure=figure_plain_scores,
    explain=explain_plain_scores,
    common=True,
)
LINEAR_PROJECTION = Family(
    name="linear_projection",
    formula=r"Q = XW",
    roles={"X": "tokens", "W": "weights"},
    invariants=(freivalds(lambda values: (values["X"], values["W"])),),
    reference=reference_projection,
    figure=figure_projection,
    explain=explain_projection,
    common=True,
)
LINEAR_MAP = Family(
    name="linear_map",
    formula=r"\vec{q}_i = W \vec{x}_i",
    roles={"x": "vectors", "W": "weights"},
    invariants=(freivalds(lambda values: tuple(_as_projection(values).values())),),
    reference=reference_linear_map,
    figure=figure_linear_map,
    explain=explain_linear_map,
    common=True,
)
SPECIFIC = (DOT_PRODUCT,)
COMMON = (GRAM_MATRIX, GRAM_OF_COLUMNS, PLAIN_SCORES, INNER_PRODUCT, LINEAR_MAP, LINEAR_PROJECTION)
