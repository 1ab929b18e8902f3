"""Families: scaled dot-product attention (Vaswani et al. 2017), with a mask, without the scale, and its weights or scores alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.references import softmax
from vault_tools.handlers.families.telling import cost, dot_by_hand, first_unlike, mask_panel, panel, step, strip
from vault_tools.handlers.families.whatif import few_tokens, whatif_figure
from vault_tools.handlers.invariants import BETWEEN_VALUES, deviation, picked, sums_to_one, unlike_ratios
from vault_tools.model import Message, message

if TYPE_CHECKING:
    from vault_tools.model import Step

ROLES = {"Q": "query", "K": "key", "V": "value"}
WEIGHT_ROLES = {"Q": "query", "K": "key"}
MASK_ROLE = {"M": "mask"}

# ---------------------------------------------------------------- references: one query at a time, softmax as e^(s - log sum e^s)


def reference_weights(Q: Any, K: Any, M: Any = None, *, scaled: bool = True) -> Any:
    """The weights, query by query; any leading axes are batches. Q (…, n, d_k), K (…, m, d_k), M broadcasts to (…, n, m)."""
    Q, K = np.asarray(Q, dtype=float), np.asarray(K, dtype=float)
    queries = np.atleast_2d(Q)
    batch = np.broadcast_shapes(queries.shape[:-2], K.shape[:-2])
    queries = np.broadcast_to(queries, batch + queries.shape[-2:])
    keys = np.broadcast_to(K, batch + K.shape[-2:])
    mask = np.broadcast_to(0.0 if M is None else M, (*batch, queries.shape[-2], keys.shape[-2]))
    weights = np.empty(mask.shape)
    root = float(K.shape[-1]) ** 0.5 if scaled else 1.0
    for at in np.ndindex(mask.shape[:-1]):
        scores = np.sum(queries[at] * keys[at[:-1]], axis=-1) / root
        weights[at] = softmax(scores + mask[at])
    return weights if Q.ndim > 1 else weights[..., 0, :]


def reference_output(Q: Any, K: Any, V: Any, M: Any = None, *, scaled: bool = True) -> Any:
    """The weighted mean of the values, one column of V at a time."""
    weights = reference_weights(Q, K, M, scaled=scaled)
    V = np.asarray(V, dtype=float)
    columns = [np.sum(weights * (V[..., None, :, c] if weights.ndim > 1 else V[..., c]), axis=-1) for c in range(V.shape[-1])]
    return np.stack(columns, axis=-1)


def unscaled_output(Q: Any, K: Any, V: Any) -> Any:
    """softmax(QKᵀ)V."""
    return reference_output(Q, K, V, scaled=False)


def unscaled_weights(Q: Any, K: Any) -> Any:
    """softmax(QKᵀ)."""
    return reference_weights(Q, K, scaled=False)


def reference_scores(Q: Any, K: Any) -> Any:
    """QKᵀ/√d_k, every query against every key by broadcasting instead of a matrix product."""
    Q, K = np.asarray(Q, dtype=float), np.asarray(K, dtype=float)
    return np.sum(np.expand_dims(Q, -2) * np.expand_dims(K, -3) if Q.ndim > 1 else Q * K, axis=-1) / float(K.shape[-1]) ** 0.5


# ---------------------------------------------------------------- invariants


def _masked_weights_are_zero(values: Values, output: Any) -> float:
    """Where the mask is -∞ the weight is exactly 0."""
    weights = values["weights"]
    return float(np.max(np.where(np.isneginf(np.broadcast_to(values["M"], np.shape(weights))), np.abs(weights), 0.0), initial=0.0))


def _masked_entries_are_zero(values: Values, output: Any) -> float:
    return _masked_weights_are_zero({**values, "weights": output}, output)


def _only_seen_keys(values: Values, output: Any) -> float | None:
    """Keys and values that the mask hides from a query may as well not be there: each row with those alone that it sees."""
    Q, K, V, output = (np.atleast_2d(np.asarray(array, dtype=float)) for array in (values["Q"], values["K"], values["V"], output))
    mask = np.broadcast_to(values["M"], (len(Q), len(K))) if K.ndim == 2 else None
    if mask is None or not np.isneginf(mask).any():
        return None
    rows = [i for i in range(len(Q)) if not np.isneginf(mask[i]).all()]
    seen = [~np.isneginf(mask[i]) for i in rows]
    alone = [reference_output(Q[i : i + 1], K[keys], V[keys], mask[i, keys])[0] for i, keys in zip(rows, seen, strict=True)]
    return deviation(np.reshape(alone, (len(rows), -1)), output[rows])


def weights_follow_the_scores(*, scaled: bool, step: str | None = None) -> Invariant:
    """Weights of one query differ as the scores do: equal ones (a query of zeros) share evenly, what all have in common does not count."""

    def check(values: Values, output: Any) -> float | None:
        return unlike_ratios(picked(values, output, step), stages(values, scaled=scaled)[-1][2])

    return Invariant("weights_follow_the_scores", check)


def at_once(Q: Any, K: Any, V: Any, *, scaled: bool) -> Any:
    """All queries (and heads) at once, for comparing with what changed arrays give."""
    root = float(np.shape(K)[-1]) ** 0.5 if scaled else 1.0
    scores = np.asarray(Q, dtype=float) @ np.swapaxes(K, -1, -2) / root
    return softmax(scores) @ np.asarray(V, dtype=float)


def permutations(*, scaled: bool) -> tuple[Invariant, ...]:
    """What attention does not see: the order of the keys with their values, and one vector added to all keys; rows follow the queries."""

    def any_order(values: Values, output: Any) -> float:
        K, V = (np.asarray(values[name])[..., ::-1, :] for name in ("K", "V"))
        return deviation(at_once(values["Q"], K, V, scaled=scaled), output)

    def shifted(values: Values, output: Any) -> float:
        K = np.asarray(values["K"], dtype=float)
        return deviation(at_once(values["Q"], K - K[..., :1, :], values["V"], scaled=scaled), output)

    def follows(values: Values, output: Any) -> float:
        Q = np.atleast_2d(values["Q"])[..., ::-1, :]
        return deviation(at_once(Q, values["K"], values["V"], scaled=scaled)[..., ::-1, :], np.atleast_2d(output))

    checks = {"any_order_of_the_keys": any_order, "same_for_shifted_keys": shifted, "rows_follow_the_queries": follows}
    return tuple(Invariant(name, check) for name, check in checks.items())


WEIGHTS_SUM = sums_to_one("weights")
ONLY_SEEN_KEYS = Invariant("only_seen_keys", _only_seen_keys)

# ---------------------------------------------------------------- what is told and drawn


def sizes_of(values: Values) -> dict[str, int]:
    """n queries and m keys of width d_k, values of width d_v."""
    Q, K = np.atleast_2d(values["Q"]), np.asarray(values["K"])
    sizes = {"n": Q.shape[-2], "m": K.shape[-2], "d_k": K.shape[-1]}
    return sizes | ({"d_v": np.shape(values["V"])[-1]} if "V" in values else {})


def products(values: Values) -> Any:
    """QKᵀ."""
    return np.asarray(values["Q"]) @ np.swapaxes(values["K"], -1, -2)


def score_by_hand(values: Values, *, scaled: bool) -> Message:
    """The first score of a query and a key of different positions, with its numbers put in."""
    Q, K = np.atleast_2d(values["Q"]), np.asarray(values["K"])
    while K.ndim > 2:
        Q, K = (Q[0] if Q.ndim > 2 else Q), K[0]
    while Q.ndim > 2:
        Q = Q[0]
    i, j = first_unlike(len(Q), len(K))
    width = K.shape[-1]
    return dot_by_hand(f"score({i + 1}, {j + 1})", Q[i], K[j], divisor=(f"√{width}", float(np.sqrt(width))) if scaled else None)


def stages(values: Values, *, scaled: bool) -> list[tuple[str, str, Any]]:
    """The scores and what the scale and the mask make of them: step, LaTeX, array."""
    scores = products(values)
    found = [("scores", r"QK^{\top}", scores)]
    if scaled:
        scores = scores / np.sqrt(np.shape(values["K"])[-1])
        found.append(("scaled", r"\frac{QK^{\top}}{\sqrt{d_k}}", scores))
    if "M" in values:
        found.append(("masked", found[-1][1] + " + M", scores + values["M"]))
    return found


def score_steps(values: Values, *, scaled: bool) -> tuple[Step, ...]:
    """The same as steps with shapes."""
    return tuple(step(name, latex, ("n", "m"), array) for name, latex, array in stages(values, scaled=scaled))


def weights_of(values: Values, *, scaled: bool) -> Any:
    """The weights as the program has them, else computed afresh for showing."""
    return values["weights"] if "weights" in values else reference_weights(values["Q"], values["K"], values.get("M"), scaled=scaled)


def sentences(values: Values, *, scaled: bool) -> tuple[Message, ...]:
    """By hand, conventions, and what the computation costs."""
    terms = [("n", "m", "d_k"), ("n", "m", "d_v")] if "V" in values else [("n", "m", "d_k")]
    said = [score_by_hand(values, scaled=scaled), message("family.softmax_over_keys")]
    if not scaled:
        said.append(message("family.no_scale"))
    if "M" in values:
        said.append(message("family.mask_added"))
    return (*said, cost(terms, sizes_of(values)), message("family.quadratic_in_length"))


def explain(values: Values, output: Any, *, scaled: bool = True) -> Explanation:
    """Scores, scaled, masked, weights, output."""
    steps = (
        *score_steps(values, scaled=scaled),
        step("weights", r"A = \mathrm{softmax}(\cdot)", ("n", "m"), weights_of(values, scaled=scaled)),
    )
    return Explanation((*steps, step("output", "AV", ("n", "d_v"), output)), sentences(values, scaled=scaled))


def explain_weights(values: Values, output: Any, *, scaled: bool = True) -> Explanation:
    """Scores, scaled, masked, weights."""
    steps = (*score_steps(values, scaled=scaled), step("weights", r"A = \mathrm{softmax}(\cdot)", ("n", "m"), output))
    return Explanation(steps, sentences(values, scaled=scaled))


def explain_scores(values: Values, output: Any) -> Explanation:
    """Scores and scaled; no softmax, so no sentence about one."""
    said = (score_by_hand(values, scaled=True), cost([("n", "m", "d_k")], sizes_of(values)), message("family.quadratic_in_length"))
    return Explanation(score_steps(values, scaled=True), said)


def score_panels(values: Values, *, scaled: bool) -> list[Panel]:
    """Q · Kᵀ → scores, and what the mask makes of them where there is one."""
    title = "QKᵀ/√dₖ" if scaled else "QKᵀ"
    found = {name: array for name, _, array in stages(values, scaled=scaled)}
    scores = panel(title, found["scaled" if scaled else "scores"], join="→")
    masked = (mask_panel(values["M"]), panel(f"{title} + M", found["masked"], join="=")) if "M" in values else ()
    return [panel("Q", values["Q"]), panel("Kᵀ", np.swapaxes(values["K"], -1, -2), join="·"), scores, *masked]


def figure(values: Values, output: Any, *, scaled: bool = True) -> Figure:
    """Q · Kᵀ → scores → weights · V = output."""
    weights = panel("softmax", weights_of(values, scaled=scaled), scale="weights", join="→")
    panels = [*score_panels(values, scaled=scaled), weights, panel("V", values["V"], join="·"), panel("softmax(…) V", output, join="=")]
    return strip(panels, "family.alt_attention" if scaled else "family.alt_unscaled_attention", output)


def figures(values: Values, output: Any) -> tuple[Figure, ...]:
    """The strip, and for few tokens the weights beside their variants."""
    few = few_tokens(values["Q"], values["K"])
    return (figure(values, output), *([whatif_figure(values["Q"], values["K"])] if few else []))


def figure_weights(values: Values, output: Any, *, scaled: bool = True) -> Figure:
    """Q · Kᵀ → scores → weights."""
    return strip([*score_panels(values, scaled=scaled), panel("softmax", output, scale="weights", join="→")], "family.alt_weights", output)


def figure_scores(values: Values, output: Any) -> Figure:
    """Q · Kᵀ → scores."""
    return strip(score_panels(values, scaled=True), "family.alt_scores", output)


def _unscaled(function: Any) -> Any:
    return lambda values, output: function(values, output, scaled=False)


ATTENTION = Family(
    name="scaled_dot_product_attention",
    formula=r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
    also=(r"O_i = \sum_j \frac{\exp(Q_i^\top K_j / \sqrt{d_k})}{\sum_l \exp(Q_i^\top K_l / \sqrt{d_k})} V_j",),
    roles=ROLES,
    invariants=(WEIGHTS_SUM, weights_follow_the_scores(scaled=True, step="weights"), BETWEEN_VALUES, *permutations(scaled=True)),
    reference=reference_output,
    figure=figures,
    explain=explain,
)
MASKED_ATTENTION = Family(
    name="masked_attention",
    formula=r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)V",
    roles={**ROLES, **MASK_ROLE},
    invariants=(WEIGHTS_SUM, BETWEEN_VALUES, Invariant("masked_weights_are_zero", _masked_weights_are_zero), ONLY_SEEN_KEYS),
    reference=reference_output,
    figure=figure,
    explain=explain,
)
UNSCALED_ATTENTION = Family(
    name="unscaled_attention",
    formula=r"\mathrm{softmax}(QK^\top)V",
    roles=ROLES,
    invariants=(WEIGHTS_SUM, weights_follow_the_scores(scaled=False, step="weights"), BETWEEN_VALUES, *permutations(scaled=False)),
    reference=unscaled_output,
    figure=_unscaled(figure),
    explain=_unscaled(explain),
    as_spelled=True,
)
ATTENTION_WEIGHTS = Family(
    name="attention_weights",
    formula=r"A = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)",
    also=(r"\alpha_{ij} = \frac{\exp(Q_i^\top K_j / \sqrt{d_k})}{\sum_l \exp(Q_i^\top K_l / \sqrt{d_k})}",),
    roles=WEIGHT_ROLES,
    invariants=(sums_to_one(), weights_follow_the_scores(scaled=True)),
    reference=reference_weights,
    figure=figure_weights,
    explain=explain_weights,
)
MASKED_WEIGHTS = Family(
    name="masked_attention_weights",
    formula=r"A = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)",
    roles={**WEIGHT_ROLES, **MASK_ROLE},
    invariants=(sums_to_one(), Invariant("masked_weights_are_zero", _masked_entries_are_zero)),
    reference=reference_weights,
    figure=figure_weights,
    explain=explain_weights,
)
UNSCALED_WEIGHTS = Family(
    name="unscaled_attention_weights",
    formula=r"A = \mathrm{softmax}(QK^\top)",
    roles=WEIGHT_ROLES,
    invariants=(sums_to_one(), weights_follow_the_scores(scaled=False)),
    reference=unscaled_weights,
    figure=_unscaled(figure_weights),
    explain=_unscaled(explain_weights),
    as_spelled=True,
)
SCALED_SCORES = Family(
    name="scaled_scores",
    formula=r"S = \frac{QK^\top}{\sqrt{d_k}}",
    roles=WEIGHT_ROLES,
    reference=reference_scores,
    figure=figure_scores,
    explain=explain_scores,
)
FAMILIES = (MASKED_ATTENTION, ATTENTION, UNSCALED_ATTENTION, MASKED_WEIGHTS, ATTENTION_WEIGHTS, UNSCALED_WEIGHTS, SCALED_SCORES)
