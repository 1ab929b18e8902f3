"""Family: the scores of a graph attention network (Veličković et al. 2017), one for each pair of nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.telling import panel, step, strip
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message


def reference(a: Any, W: Any, h: Any) -> Any:
    """Pair by pair; LeakyReLU as a mean of x and |x|."""
    mapped = np.einsum("ij,nj->ni", np.asarray(W, dtype=float), np.asarray(h, dtype=float))
    inside = np.array([[np.sum(np.asarray(a) * np.concatenate([x, y])) for y in mapped] for x in mapped])
    return (1.01 * inside + 0.99 * np.abs(inside)) / 2.0


def _same_order_for_all(values: Values, output: Any) -> float:
    """Before LeakyReLU the score is a sum of one term for each node, so all rows differ by constants (Brody et al. 2021)."""
    plain = np.where(np.asarray(output) < 0, np.asarray(output) / 0.01, output)
    return deviation(np.diff(plain, axis=0)[:, 1:], np.diff(plain, axis=0)[:, :-1])


def explain(values: Values, output: Any) -> Explanation:
    """What is special about these scores."""
    latex = r"\mathrm{LeakyReLU}(a^{\top}[Wh_i \,\|\, Wh_j])"
    return Explanation((step("scores", latex, ("n", "n"), output),), (message("family.graph_attention"),))


def figure(values: Values, output: Any) -> Figure:
    """The vectors of the nodes, and the scores of the pairs."""
    return strip((panel("h", values["h"]), panel("score", output, join="→")), "family.alt_alignment", output)


GRAPH_SCORE = Family(
    name="graph_attention_score",
    formula=r"e_{ij} = \mathrm{LeakyReLU}(a^\top [W h_i \| W h_j])",
    roles={"a": "weights of a pair", "W": "weights of a node", "h": "nodes"},
    invariants=(Invariant("same_order_for_all", _same_order_for_all),),
    reference=reference,
    figure=figure,
    explain=explain,
)
FAMILIES = (GRAPH_SCORE,)
