"""Family: scores or weights of all heads mixed by a matrix over the heads (talking heads, Shazeer et al. 2020)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.telling import number, rows_in_words, step, written_sum
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message

MOST_HEADS = 8


def reference(P: Any, S: Any) -> Any:
    """Pair by pair of queries and keys, the vector of all heads times P."""
    P, S = np.asarray(P, dtype=float), np.asarray(S, dtype=float)
    mixed = np.empty((len(P), *S.shape[1:]))
    for at in np.ndindex(S.shape[1:]):
        mixed[(slice(None), *at)] = P @ S[(slice(None), *at)]
    return mixed


def _mixes_row_sums(values: Values, output: Any) -> float:
    """Mixing the heads and adding up a row may change places."""
    return deviation(np.sum(output, axis=-1), np.asarray(values["P"]) @ np.sum(values["S"], axis=-1))


def _mixes_weighted_columns(values: Values, output: Any) -> float:
    """The same with the columns weighted 1, 2, 3, …, so that none can stand for another."""
    weights = np.arange(1.0, np.shape(output)[-2] + 1.0)
    mixed = np.einsum("gh,hij,i->gj", values["P"], values["S"], weights)
    return deviation(np.einsum("gij,i->gj", output, weights), mixed)


def explain(values: Values, output: Any) -> Explanation:
    """What each head becomes."""
    heads, mixed = np.shape(values["P"])[1], np.shape(values["P"])[0]
    return Explanation(
        (step("output", r"\sum_g P_{hg} S_g", ("h", "n", "m"), output),), (message("family.talking", heads=heads, mixed=mixed),)
    )


def figure(values: Values, output: Any) -> Figure:
    """Every head after mixing, what it is made of below it."""
    panels = []
    for head, (shares, scores) in enumerate(zip(np.asarray(values["P"]), np.asarray(output), strict=True)):
        made_of = written_sum([_share(share, other) for other, share in enumerate(shares) if share != 0]).replace("+ −", "− ") or "0"
        panels.append(Panel(f"head {head + 1}", scores, made_of))
    return Figure("heads", tuple(panels[:MOST_HEADS]), message("family.alt_talking", output=rows_in_words(output)))


def _share(share: float, head: int) -> str:
    """`S1`, `−S2`, `0.5 S3`."""
    sign, size = "−" if share < 0 else "", abs(share)
    return f"{sign}{'' if size == 1 else number(size) + ' '}S{head + 1}"


TALKING = Family(
    name="talking_heads",
    formula=r"T_{hij} = \sum_g P_{hg} S_{gij}",
    also=(r"P \in \mathbb{R}^{g \times h}, S \in \mathbb{R}^{h \times n \times m}, \quad T_a = \sum_b P_{ab} S_b",),
    roles={"P": "mixing of the heads, h × h", "S": "scores of each head, h × n × m; without these shapes P S is a product of two matrices"},
    invariants=(Invariant("mixes_row_sums", _mixes_row_sums), Invariant("mixes_weighted_columns", _mixes_weighted_columns)),
    reference=reference,
    figure=figure,
    explain=explain,
)
FAMILIES = (TALKING,)
