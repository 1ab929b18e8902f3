"""Family: the variance of a dot product of independent standard normal components, why scores are divided by √d_k (Vaswani et al. 2017)."""

from __future__ import annotations

from typing import Any

from vault_tools.handler import Explanation, Family, Figure, Values
from vault_tools.model import message
from vault_tools.verify.beside.spread import spread_figure, spread_sentence


def explain(values: Values, output: Any) -> Explanation:
    """Where the d comes from, and what the division does to a softmax."""
    return Explanation(sentences=(message("family.variance_of_dot_product"), spread_sentence()))


def figure(values: Values, output: Any) -> Figure:
    """Histograms of the products with and without the division."""
    return spread_figure()


VARIANCE = Family(
    name="variance_of_dot_product",
    formula=r"\vec{q} \cdot \vec{k}",
    roles={"q": "query", "k": "key"},
    figure=figure,
    explain=explain,
    statistic="variance",
)
FAMILIES = (VARIANCE,)
