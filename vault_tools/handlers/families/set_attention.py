"""Families: the blocks of the set transformer (Lee et al. 2019): attention with seeds or of a set with itself, two norms, one layer."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families import feed_forward, multi_head
from vault_tools.handlers.families.normalisation import reference_layer_norm
from vault_tools.handlers.families.telling import rows_in_words, step
from vault_tools.handlers.invariants import deviation, worst
from vault_tools.model import message

WEIGHTS = {name: meaning for name, meaning in multi_head.ROLES.items() if name.startswith("W_")}
LAYER = {"W_1": "first weights", "b_1": "first shift", "W_2": "second weights", "b_2": "second shift"}


def reference(X: Any, Y: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any, **weights: Any) -> Any:
    """Attention of X over the set Y, added and normalised; a layer on each row, added and normalised."""
    hidden = reference_layer_norm(np.asarray(X, dtype=float) + multi_head.reference(X, Y, Y, **weights))
    return reference_layer_norm(hidden + feed_forward.reference_relu(hidden, W_1, b_1, W_2, b_2))


def reference_of_itself(X: Any, **weights: Any) -> Any:
    """The same of a set with itself."""
    return reference(X, X, **weights)


def _arguments(values: Values, roles: tuple[str, ...]) -> dict[str, Any]:
    return {role: np.asarray(values[role], dtype=float) for role in (*roles, *WEIGHTS, *LAYER)}


def _any_order_of_the_set(values: Values, output: Any) -> float:
    """The set in another order: the same output."""
    arguments = _arguments(values, ("X", "Y"))
    return deviation(reference(**{**arguments, "Y": arguments["Y"][::-1]}), output)


def _moves_with_the_set(values: Values, output: Any) -> float:
    """The set in another order: the rows of the output in that order."""
    arguments = _arguments(values, ("X",))
    return deviation(reference_of_itself(**{**arguments, "X": arguments["X"][::-1]})[::-1], output)


def _mean_zero(values: Values, output: Any) -> float:
    """The last step is a norm: every row has mean 0."""
    return worst(np.mean(output, axis=-1))


def _mean_square_one(values: Values, output: Any) -> float:
    """And mean square 1."""
    return worst(np.mean(np.square(output), axis=-1) - 1.0)


def _head_weights(values: Values) -> Any:
    """The weights of every head (h, n, m)."""
    return multi_head.head_weights({**values, "Q": np.asarray(values["X"]), "K": np.asarray(values.get("Y", values["X"]))})


def explain(values: Values, output: Any) -> Explanation:
    """The weights of the heads, the output, and what the order of the set does."""
    steps = (step("weights", "A_i", ("h", "k", "n"), _head_weights(values)), step("output", r"\mathrm{MAB}(X, Y)", ("k", "d"), output))
    return Explanation(steps, (message("family.set_attention", seeds=len(np.asarray(values["X"]))), message("family.post_norm")))


def explain_of_itself(values: Values, output: Any) -> Explanation:
    """The same of a set with itself."""
    steps = (step("weights", "A_i", ("h", "n", "n"), _head_weights(values)), step("output", r"\mathrm{SAB}(X)", ("n", "d"), output))
    return Explanation(steps, (message("family.set_self_attention"), message("family.post_norm")))


def figure(values: Values, output: Any) -> Figure:
    """Which of the set each row looks at, head by head."""
    panels = tuple(Panel(f"head {head + 1}", weights, scale="weights") for head, weights in enumerate(_head_weights(values)))
    return Figure("heads", panels, message("family.alt_heads", heads=len(panels), output=rows_in_words(output)))


NORMALISED = (Invariant("mean_zero", _mean_zero), Invariant("mean_square_one", _mean_square_one))
SAB = Family(
    name="SAB",
    formula=r"\mathrm{SAB}(X) = \mathrm{MAB}(X, X)",
    roles={"X": "set", **WEIGHTS, **LAYER},
    invariants=(*NORMALISED, Invariant("moves_with_the_set", _moves_with_the_set)),
    reference=reference_of_itself,
    figure=figure,
    explain=explain_of_itself,
)
MAB = Family(
    name="MAB",
    formula=r"\mathrm{MAB}(X, Y) = \mathrm{LN}(H + \mathrm{rFF}(H)), \quad H = \mathrm{LN}(X + \mathrm{MultiHead}(X, Y, Y))",
    roles={"X": "queries or seeds", "Y": "set", **WEIGHTS, **LAYER},
    invariants=(*NORMALISED, Invariant("any_order_of_the_set", _any_order_of_the_set)),
    reference=reference,
    figure=figure,
    explain=explain,
)
FAMILIES = (SAB, MAB)
