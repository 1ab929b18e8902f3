"""Families: the scores of graph attention networks and their softmax (Veličković et al. 2017, Brody et al. 2021)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.references import softmax
from vault_tools.handlers.families.telling import panel, step, strip
from vault_tools.handlers.invariants import deviation, out_of_order, sums_to_one, worst
from vault_tools.model import message

SCORE = r"\mathrm{LeakyReLU}(a^{\top}[Wh_i \,\|\, Wh_j])"
SCORE_V2 = r"a^{\top}\mathrm{LeakyReLU}(W[h_i \,\|\, h_j])"


def leaky(x: Any) -> Any:
    """LeakyReLU as a mean of x and |x|."""
    return (1.01 * x + 0.99 * np.abs(x)) / 2.0


def reference(a: Any, W: Any, h: Any) -> Any:
    """Pair by pair."""
    mapped = np.einsum("ij,nj->ni", np.asarray(W, dtype=float), np.asarray(h, dtype=float))
    inside = np.array([[np.sum(np.asarray(a) * np.concatenate([x, y])) for y in mapped] for x in mapped])
    return leaky(inside)


def _same_order_for_all(values: Values, output: Any) -> float:
    """Before LeakyReLU the score is a sum of one term for each node, so all rows differ by constants (Brody et al. 2021)."""
    plain = np.where(np.asarray(output) < 0, np.asarray(output) / 0.01, output)
    return deviation(np.diff(plain, axis=0)[:, 1:], np.diff(plain, axis=0)[:, :-1])


def explain(values: Values, output: Any) -> Explanation:
    """What is special about these scores."""
    return Explanation((step("scores", SCORE, ("n", "n"), output),), (message("family.graph_attention"),))


def figure(values: Values, output: Any) -> Figure:
    """The vectors of the nodes, and the scores of the pairs."""
    return strip((panel("h", values["h"]), panel("score", output, join="→")), "family.alt_alignment", output)


ROLES = {"a": "weights of a pair", "W": "weights of a node", "h": "nodes"}

GRAPH_SCORE = Family(
    name="graph_attention_score",
    formula=r"e_{ij} = \mathrm{LeakyReLU}(a^\top [W h_i \| W h_j])",
    roles=ROLES,
    invariants=(Invariant("same_order_for_all", _same_order_for_all),),
    reference=reference,
    figure=figure,
    explain=explain,
)


def reference_mapped(a: Any, h: Any) -> Any:
    """The part of the first node and that of the second, added."""
    a, h = np.asarray(a, dtype=float), np.asarray(h, dtype=float)
    first, second = h @ a[: h.shape[-1]], h @ a[h.shape[-1] :]
    return leaky(first[:, None] + second[None, :])


GRAPH_SCORE_MAPPED = Family(
    name="graph_attention_score_of_mapped_nodes",
    formula=r"e_{ij} = \mathrm{LeakyReLU}(a^\top [h_i \| h_j])",
    roles={"a": "weights of a pair", "h": "nodes, mapped before"},
    invariants=(Invariant("same_order_for_all", _same_order_for_all),),
    reference=reference_mapped,
    figure=figure,
    explain=explain,
)

# ---------------------------------------------------------------- the weights, and the order of W and a exchanged


def _over_neighbours(scores: Any, N: Any) -> Any:
    """e^score over the sum of the neighbours' alone."""
    exponentials = np.exp(scores)
    return exponentials / np.sum(exponentials * (np.asarray(N) != 0), axis=-1, keepdims=True)


def _among_neighbours(scores: Any, N: Any) -> Any:
    """The same, and 0 for all others."""
    return _over_neighbours(scores, N) * (np.asarray(N) != 0)


def reference_weights(a: Any, W: Any, h: Any) -> Any:
    """Every node counts."""
    return softmax(reference(a, W, h))


def reference_neighbours(a: Any, W: Any, h: Any, N: Any) -> Any:
    """Only the neighbours count."""
    return _over_neighbours(reference(a, W, h), N)


def reference_among(a: Any, W: Any, h: Any, N: Any) -> Any:
    """Only the neighbours have a weight."""
    return _among_neighbours(reference(a, W, h), N)


def reference_v2(a: Any, W: Any, h: Any) -> Any:
    """Pair by pair, W split into the part of the first and that of the second node."""
    a, W, h = (np.asarray(array, dtype=float) for array in (a, W, h))
    width = h.shape[-1]
    first, second = h @ W[:, :width].T, h @ W[:, width:].T
    return np.sum(leaky(first[:, None, :] + second[None, :, :]) * a, axis=-1)


def _same_ranking(values: Values, output: Any) -> float:
    """Every node ranks its neighbours alike, by what W and the second half of `a` make of them (Brody et al. 2021)."""
    a, mapped = np.asarray(values["a"], dtype=float), np.einsum("ij,nj->ni", values["W"], values["h"])
    rank, among = mapped @ a[len(a) // 2 :], np.asarray(values.get("N", np.ones_like(output))) != 0
    return max(out_of_order(rank[near], row[near]) for row, near in zip(np.asarray(output), among, strict=True))


def _neighbours_sum_to_one(values: Values, output: Any) -> float:
    return worst(np.sum(np.asarray(output) * (np.asarray(values["N"]) != 0), axis=-1) - 1.0)


def _others_have_none(values: Values, output: Any) -> float:
    return worst(np.asarray(output) * (np.asarray(values["N"]) == 0))


def _same_scale(values: Values, output: Any) -> float:
    """LeakyReLU keeps positive factors: twice the nodes have twice the scores."""
    return deviation(reference_v2(values["a"], values["W"], 2.0 * np.asarray(values["h"])), 2.0 * np.asarray(output))


def explain_weights(values: Values, output: Any) -> Explanation:
    """Scores and weights."""
    scores = step("scores", SCORE, ("n", "n"), reference(values["a"], values["W"], values["h"]))
    return Explanation((scores, step("weights", r"\alpha", ("n", "n"), output)), (message("family.softmax_over_rows"),))


def explain_neighbours(values: Values, output: Any) -> Explanation:
    """The same, and who counts."""
    return Explanation(explain_weights(values, output).steps, (message("family.graph_neighbours"),))


def explain_v2(values: Values, output: Any) -> Explanation:
    """What differs from the first version."""
    return Explanation((step("scores", SCORE_V2, ("n", "n"), output),), (message("family.graph_attention_v2"),))


def _pictured(values: Values, scores: Any, output: Any) -> Figure:
    near = np.asarray(values.get("N", np.ones_like(output))) != 0
    counted = panel("score", np.where(near, scores, -np.inf), join="→")
    shown = panel("α", np.where(near, output, -np.inf), scale="weights", join="→")
    return strip((panel("h", values["h"]), counted, shown), "family.alt_weights", output)


def figure_weights(values: Values, output: Any) -> Figure:
    """Nodes, scores, weights."""
    return _pictured(values, reference(values["a"], values["W"], values["h"]), output)


PAIR = r"\mathrm{LeakyReLU}(a^\top [W h_i \| W h_%s])"

SAME_RANKING = Invariant("same_ranking_for_all", _same_ranking)
AMONG = (sums_to_one(), Invariant("others_have_no_weight", _others_have_none))

GRAPH_ATTENTION = Family(
    name="graph_attention",
    formula=rf"\alpha_{{ij}} = \frac{{\exp({PAIR % 'j'})}}{{\sum_k \exp({PAIR % 'k'})}}",
    also=(rf"\alpha_{{ij}} = \mathrm{{softmax}}_j({PAIR % 'j'})",),
    roles=ROLES,
    invariants=(sums_to_one(), SAME_RANKING),
    reference=reference_weights,
    figure=figure_weights,
    explain=explain_weights,
)
OVER_NEIGHBOURS = Family(
    name="graph_attention_over_neighbours",
    formula=rf"\alpha_{{ij}} = \frac{{\exp({PAIR % 'j'})}}{{\sum_{{k \in N(i)}} \exp({PAIR % 'k'})}}",
    also=(rf"\alpha_{{ij}} = \frac{{\exp({PAIR % 'j'})}}{{\sum_{{k \in N_i}} \exp({PAIR % 'k'})}}",),
    roles={**ROLES, "N": "1 where the column is a neighbour of the row"},
    invariants=(Invariant("neighbours_sum_to_one", _neighbours_sum_to_one), SAME_RANKING),
    reference=reference_neighbours,
    figure=figure_weights,
    explain=explain_neighbours,
)
AMONG_NEIGHBOURS = Family(
    name="graph_attention_among_neighbours",
    formula=rf"\alpha_{{ij}} = \mathrm{{softmax}}_{{j \in N(i)}}({PAIR % 'j'})",
    roles=OVER_NEIGHBOURS.roles,
    invariants=(*AMONG, SAME_RANKING),
    reference=reference_among,
    figure=figure_weights,
    explain=explain_neighbours,
)
GRAPH_SCORE_V2 = Family(
    name="graph_attention_score_v2",
    formula=r"e_{ij} = a^\top \mathrm{LeakyReLU}(W [h_i \| h_j])",
    roles={"a": "weights of a pair", "W": "weights of both nodes", "h": "nodes"},
    invariants=(Invariant("same_scale", _same_scale),),
    reference=reference_v2,
    figure=figure,
    explain=explain_v2,
)
# ---------------------------------------------------------------- the weights of GATv2


def reference_weights_v2(a: Any, W: Any, h: Any) -> Any:
    """Every node counts."""
    return softmax(reference_v2(a, W, h))


def reference_neighbours_v2(a: Any, W: Any, h: Any, N: Any) -> Any:
    """Only the neighbours count."""
    return _over_neighbours(reference_v2(a, W, h), N)


def reference_among_v2(a: Any, W: Any, h: Any, N: Any) -> Any:
    """Only the neighbours have a weight."""
    return _among_neighbours(reference_v2(a, W, h), N)


def _told_v2(values: Values, output: Any, sentence: str) -> Explanation:
    scores = step("scores", SCORE_V2, ("n", "n"), reference_v2(values["a"], values["W"], values["h"]))
    return Explanation((scores, step("weights", r"\alpha", ("n", "n"), output)), (message("family.graph_attention_v2"), message(sentence)))


def explain_weights_v2(values: Values, output: Any) -> Explanation:
    """Scores and weights."""
    return _told_v2(values, output, "family.softmax_over_rows")


def explain_neighbours_v2(values: Values, output: Any) -> Explanation:
    """Over which nodes the sum runs."""
    return _told_v2(values, output, "family.graph_neighbours")


def figure_weights_v2(values: Values, output: Any) -> Figure:
    """Nodes, scores and weights."""
    return _pictured(values, reference_v2(values["a"], values["W"], values["h"]), output)


PAIR_V2 = r"a^\top \mathrm{LeakyReLU}(W [h_i \| h_%s])"

GRAPH_ATTENTION_V2 = Family(
    name="graph_attention_v2",
    formula=rf"\alpha_{{ij}} = \frac{{\exp({PAIR_V2 % 'j'})}}{{\sum_k \exp({PAIR_V2 % 'k'})}}",
    roles=GRAPH_SCORE_V2.roles,
    invariants=(sums_to_one(),),
    reference=reference_weights_v2,
    figure=figure_weights_v2,
    explain=explain_weights_v2,
)
OVER_NEIGHBOURS_V2 = Family(
    name="graph_attention_v2_over_neighbours",
    formula=rf"\alpha_{{ij}} = \frac{{\exp({PAIR_V2 % 'j'})}}{{\sum_{{k \in N(i)}} \exp({PAIR_V2 % 'k'})}}",
    roles={**GRAPH_SCORE_V2.roles, "N": "1 where the column is a neighbour of the row"},
    invariants=(Invariant("neighbours_sum_to_one", _neighbours_sum_to_one),),
    reference=reference_neighbours_v2,
    figure=figure_weights_v2,
    explain=explain_neighbours_v2,
)
AMONG_NEIGHBOURS_V2 = Family(
    name="graph_attention_v2_among_neighbours",
    formula=rf"\alpha_{{ij}} = \mathrm{{softmax}}_{{j \in N(i)}}({PAIR_V2 % 'j'})",
    roles=OVER_NEIGHBOURS_V2.roles,
    invariants=AMONG,
    reference=reference_among_v2,
    figure=figure_weights_v2,
    explain=explain_neighbours_v2,
)
FAMILIES = (
    GRAPH_ATTENTION, OVER_NEIGHBOURS, AMONG_NEIGHBOURS, GRAPH_ATTENTION_V2, OVER_NEIGHBOURS_V2, AMONG_NEIGHBOURS_V2, GRAPH_SCORE,
    GRAPH_SCORE_V2, GRAPH_SCORE_MAPPED,
)  # fmt: skip
