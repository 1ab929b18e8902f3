"""Families: one product of two matrices: linear projections of rows and of columns, and the plain scores of queries against keys."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Values
from vault_tools.handlers.families.references import product
from vault_tools.handlers.families.telling import cost, dot_by_hand, first_matrix, first_unlike, panel, step, strip
from vault_tools.handlers.invariants import freivalds
from vault_tools.model import Message, message


def reference_plain_scores(Q: Any, K: Any) -> Any:
    """QKᵀ as a sum over the features."""
    return product(Q, np.swapaxes(np.asarray(K, dtype=float), -1, -2))


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
    return product(**_as_projection({"x": x, "W": W}))


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
    reference=product,
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
FAMILIES = (PLAIN_SCORES, LINEAR_MAP, LINEAR_PROJECTION)
