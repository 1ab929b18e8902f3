"""Families: heads that share keys and values (Shazeer 2019, Ainslie et al. 2023), keys from a latent, keys with positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families import attention
from vault_tools.handlers.families.telling import panel, rows_in_words, step, strip
from vault_tools.handlers.invariants import beyond_columns, deviation
from vault_tools.model import message

# ---------------------------------------------------------------- one or few sets of keys and values for many heads


def groups_of(values: Values) -> list[int]:
    """The group of every head, counted from 0 (the formula counts from 1); one group for all without `g`."""
    heads = len(values["W_Q"])
    return [int(group) - 1 for group in np.asarray(values["g"])] if "g" in values else [0] * heads


def head_parts(values: Values, head: int) -> tuple[Any, Any, Any]:
    """Query, key and value of one head."""
    X, group = np.asarray(values["X"], dtype=float), groups_of(values)[head]
    W_K, W_V = (np.asarray(values[name], dtype=float) for name in ("W_K", "W_V"))
    own_K, own_V = (W[group] if W.ndim == 3 else W for W in (W_K, W_V))
    return X @ np.asarray(values["W_Q"])[head], X @ own_K, X @ own_V


def reference_shared(**values: Any) -> Any:
    """Head by head, the keys and values computed anew for each."""
    return np.stack([attention.reference_output(*head_parts(values, head)) for head in range(len(values["W_Q"]))])


def _between_values(values: Values, output: Any) -> float:
    """Every head stays between the least and the largest entry of each column of its values."""
    worst = 0.0
    for head, one in enumerate(np.asarray(output)):
        worst = max(worst, beyond_columns(one, head_parts(values, head)[2]))
    return worst


def _as_repeated(values: Values, output: Any) -> float:
    """Ordinary multi-head attention with the keys and values of a group repeated for each of its heads, all heads at once."""
    Q, K, V = (np.stack(parts) for parts in zip(*(head_parts(values, head) for head in range(len(output))), strict=True))
    return deviation(attention.at_once(Q, K, V, scaled=True), output)


def head_weights(values: Values) -> list[Any]:
    """The weights of every head (n, n)."""
    return [attention.reference_weights(*head_parts(values, head)[:2]) for head in range(len(values["W_Q"]))]


def explain_multi_query(values: Values, output: Any) -> Explanation:
    """Weights of the heads, and what is kept for later tokens."""
    shared = np.shape(values["W_K"])[-1] + np.shape(values["W_V"])[-1]
    steps = (step("weights", "A_i", ("h", "n", "n"), np.stack(head_weights(values))), step("output", "A_i V", ("h", "n", "d_v"), output))
    return Explanation(steps, (message("family.multi_query", shared=shared),))


def explain_grouped_query(values: Values, output: Any) -> Explanation:
    """Weights of the heads, and how many share."""
    groups = groups_of(values)
    steps = (step("weights", "A_i", ("h", "n", "n"), np.stack(head_weights(values))), step("output", "A_i V", ("h", "n", "d_v"), output))
    return Explanation(steps, (message("family.grouped_query", groups=len(set(groups)), heads=len(groups)),))


def figure_heads(values: Values, output: Any) -> Figure:
    """The weights of every head, its group below."""
    panels = tuple(
        Panel(f"head {head + 1}", weights, f"keys {group + 1}", "weights")
        for head, (weights, group) in enumerate(zip(head_weights(values), groups_of(values), strict=True))
    )
    return Figure("heads", panels, message("family.alt_weights", output=rows_in_words(output)))


# ---------------------------------------------------------------- the same with the queries, keys and values of the heads as given


def given_parts(values: Values, head: int) -> tuple[Any, Any, Any]:
    """Query, key and value of one head."""
    group = int(np.asarray(values["g"])[head]) - 1
    return np.asarray(values["Q"])[head], np.asarray(values["K"])[group], np.asarray(values["V"])[group]


def reference_given(**values: Any) -> Any:
    """Head by head."""
    return np.stack([attention.reference_output(*given_parts(values, head)) for head in range(len(values["Q"]))])


def _between_given_values(values: Values, output: Any) -> float:
    """Every head stays between the least and the largest entry of each column of its values."""
    return max(beyond_columns(one, given_parts(values, head)[2]) for head, one in enumerate(np.asarray(output)))


def _as_repeated_given(values: Values, output: Any) -> float:
    """The same with the keys and values repeated."""
    group = np.asarray(values["g"]).astype(int) - 1
    K, V = (np.asarray(values[name])[group] for name in ("K", "V"))
    return deviation(attention.at_once(values["Q"], K, V, scaled=True), output)


def given_weights(values: Values) -> list[Any]:
    """The weights of every head (n, m)."""
    return [attention.reference_weights(*given_parts(values, head)[:2]) for head in range(len(values["Q"]))]


def explain_given(values: Values, output: Any) -> Explanation:
    """Weights of the heads, and how many share."""
    groups = [int(group) for group in np.asarray(values["g"])]
    steps = (step("weights", "A_i", ("h", "n", "m"), np.stack(given_weights(values))), step("output", "A_i V", ("h", "n", "d_v"), output))
    return Explanation(steps, (message("family.grouped_query", groups=len(set(groups)), heads=len(groups)),))


def figure_given(values: Values, output: Any) -> Figure:
    """The weights of every head, its group below."""
    pairs = zip(given_weights(values), np.asarray(values["g"]), strict=True)
    panels = tuple(Panel(f"head {head + 1}", weights, f"keys {int(group)}", "weights") for head, (weights, group) in enumerate(pairs))
    return Figure("heads", panels, message("family.alt_weights", output=rows_in_words(output)))


# ---------------------------------------------------------------- keys from a latent, keys with positions


def rows_of(C: Any) -> Any:
    """The latent of each token; that of one token as one row."""
    return np.atleast_2d(np.asarray(C, dtype=float))


def reference_latent(Q: Any, C: Any, U: Any) -> Any:
    """U moved to the queries: (QUᵀ)Cᵀ, by index; of one token a vector."""
    scores = np.einsum("...nd,rd,mr->...nm", np.asarray(Q, dtype=float), np.asarray(U, dtype=float), rows_of(C))
    return scores[..., 0] if np.ndim(C) == 1 else scores


def _rank(values: Values, output: Any) -> float:
    """A combination of rows of C that is 0 is 0 in the scores too: their rank is at most the width of C."""
    C = rows_of(values["C"])
    scores = np.asarray(output).reshape(-1, len(C))
    _, sizes, right = np.linalg.svd(C.T)
    null = right[np.count_nonzero(sizes > 1e-9) :]
    expected = np.asarray(values["Q"]) @ np.asarray(values["U"]).T @ C.T
    return deviation(scores @ null.T, 0.0 * null.sum()) + deviation(scores, expected.reshape(scores.shape))


def explain_latent(values: Values, output: Any) -> Explanation:
    """Both ways, and what needs keeping."""
    keys = rows_of(values["C"]) @ np.asarray(values["U"])
    absorbed = np.asarray(values["Q"]) @ np.asarray(values["U"]).T
    steps = (
        step("keys", "CU", ("m", "d"), keys),
        step("absorbed", r"QU^{\top}", ("n", "r"), absorbed),
        step("scores", r"Q(CU)^{\top}", ("n", "m")[: np.ndim(output)], output),
    )
    return Explanation(steps, (message("family.latent", width=np.shape(values["C"])[-1]),))


def figure_latent(values: Values, output: Any) -> Figure:
    """Q · Uᵀ · Cᵀ = scores."""
    panels = (
        panel("Q", values["Q"]),
        panel("Uᵀ", np.transpose(values["U"]), join="·"),
        panel("Cᵀ", np.transpose(rows_of(values["C"])), join="·"),
        panel("scores", np.asarray(output).reshape(-1, len(rows_of(values["C"]))), join="="),
    )
    return strip(panels, "family.alt_product", output)


def reference_relative(x: Any, W_Q: Any, W_K: Any, a_K: Any, d: Any) -> Any:
    """Pair by pair, the product with the key and the product with the position apart."""
    x, a_K = np.asarray(x, dtype=float), np.asarray(a_K, dtype=float)
    queries, keys = x @ np.asarray(W_Q), x @ np.asarray(W_K)
    plain = np.sum(queries[:, None, :] * keys[None, :, :], axis=-1)
    return (plain + np.einsum("id,ijd->ij", queries, a_K)) / float(d) ** 0.5


def _linear_in_positions(values: Values, output: Any) -> float:
    """Twice the position vectors change the scores by twice as much."""
    roles = {role: values[role] for role in RELATIVE_ROLES}
    without = reference_relative(**{**roles, "a_K": 0.0 * np.asarray(values["a_K"])})
    doubled = reference_relative(**{**roles, "a_K": 2.0 * np.asarray(values["a_K"])})
    return deviation(doubled - without, 2.0 * (np.asarray(output) - without))


def explain_relative(values: Values, output: Any) -> Explanation:
    """What the positions add."""
    latex = r"\frac{x_i W^Q (x_j W^K + a_{ij}^K)^{\top}}{\sqrt{d}}"
    return Explanation((step("scores", latex, ("n", "n"), output),), (message("family.relative_keys"),))


def figure_relative(values: Values, output: Any) -> Figure:
    """Tokens and scores."""
    return strip((panel("x", values["x"]), panel("scores", output, join="→")), "family.alt_scores", output)


RELATIVE_ROLES = {
    "x": "tokens",
    "W_Q": "query weights",
    "W_K": "key weights",
    "a_K": "vector of each pair of positions",
    "d": "what the scores are scaled by",
}
SHARED_ROLES = {"X": "tokens", "W_Q": "query weights of each head", "W_K": "key weights", "W_V": "value weights"}
MULTI_QUERY = Family(
    name="multi_query_head",
    formula=r"head_i = \mathrm{softmax}\left(\frac{X W_i^Q (X W^K)^\top}{\sqrt{d_k}}\right) X W^V",
    also=(r"head_i = \mathrm{Attention}(X W_i^Q, X W^K, X W^V)",),
    roles=SHARED_ROLES,
    invariants=(Invariant("between_the_values", _between_values), Invariant("as_with_repeated_keys", _as_repeated)),
    reference=reference_shared,
    figure=figure_heads,
    explain=explain_multi_query,
)
GROUPED_QUERY = Family(
    name="grouped_query_head",
    formula=r"head_i = \mathrm{softmax}\left(\frac{X W_i^Q (X W_{g(i)}^K)^\top}{\sqrt{d_k}}\right) X W_{g(i)}^V",
    also=(r"head_i = \mathrm{Attention}(X W_i^Q, X W_{g(i)}^K, X W_{g(i)}^V)",),
    roles={**SHARED_ROLES, "g": "group of each head"},
    invariants=(Invariant("between_the_values", _between_values), Invariant("as_with_repeated_keys", _as_repeated)),
    reference=reference_shared,
    figure=figure_heads,
    explain=explain_grouped_query,
)
GROUPED_HEADS = Family(
    name="grouped_heads",
    formula=r"head_i = \mathrm{Attention}(Q_i, K_{g(i)}, V_{g(i)})",
    roles={**attention.ROLES, "g": "group of each head"},
    invariants=(Invariant("between_the_values", _between_given_values), Invariant("as_with_repeated_keys", _as_repeated_given)),
    reference=reference_given,
    figure=figure_given,
    explain=explain_given,
)
LATENT = Family(
    name="latent_scores",
    formula=r"Q(CU)^\top",
    also=(r"(QU^\top)C^\top", r"C \in \mathbb{R}^{r}, \quad (QU^\top)C^\top"),
    roles={"Q": "query", "C": "latent", "U": "key weights of the latent"},
    invariants=(Invariant("rank_of_the_latent", _rank),),
    reference=reference_latent,
    figure=figure_latent,
    explain=explain_latent,
    common=True,
)
RELATIVE_KEYS = Family(
    name="relative_keys",
    formula=r"e_{ij} = \frac{x_i W^Q (x_j W^K + a_{ij}^K)^\top}{\sqrt{d}}",
    roles=RELATIVE_ROLES,
    invariants=(Invariant("linear_in_positions", _linear_in_positions),),
    reference=reference_relative,
    figure=figure_relative,
    explain=explain_relative,
)
FAMILIES = (MULTI_QUERY, GROUPED_QUERY, GROUPED_HEADS, RELATIVE_KEYS)
COMMON = (LATENT,)
