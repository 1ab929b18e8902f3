"""Families: the causal mask, windows, and ALiBi, a bias that grows with the distance (Press et al. 2021)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.telling import panel, step, strip
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Callable


def _zero_up_to_the_diagonal(values: Values, output: Any) -> float:
    """Row i has 0 in columns 1 to i."""
    return float(np.max(np.abs(np.where(np.tril(np.ones_like(output)) > 0, output, 0.0)), initial=0.0))


def _infinite_above(values: Values, output: Any) -> float:
    """Row i has -∞ behind column i."""
    above = np.triu(np.ones_like(output), k=1) > 0
    return float(np.count_nonzero(above & ~np.isneginf(output)))


def explain_causal(values: Values, output: Any) -> Explanation:
    """Who sees whom."""
    return Explanation((step("output", "M", ("n", "n"), output),), (message("family.causal_mask"),))


def figure_causal(values: Values, output: Any) -> Figure:
    """The triangle."""
    return strip((panel("M", output, scale="mask"),), "family.alt_mask", output)


# ---------------------------------------------------------------- windows


def _lags(output: Any) -> Any:
    """i - j of every entry."""
    rows, columns = np.shape(output)
    return np.arange(rows)[:, None] - np.arange(columns)


def _follows(seen: Callable[[Any, Any], Any]) -> Callable[[Values, Any], float]:
    """How many entries are not 0 where `seen(i - j, w)`, or not -∞ elsewhere."""

    def check(values: Values, output: Any) -> float:
        wanted = np.where(seen(_lags(output), values["w"]), 0.0, -np.inf)
        return float(np.count_nonzero(np.asarray(output) != wanted))

    return check


def explain_window(values: Values, output: Any) -> Explanation:
    """Who sees whom."""
    return Explanation((step("output", "M", ("n", "n"), output),), (message("family.sliding_window"),))


def explain_local(values: Values, output: Any) -> Explanation:
    """Who sees whom."""
    return Explanation((step("output", "M", ("n", "n"), output),), (message("family.local_mask"),))


# ---------------------------------------------------------------- biases of the distance


def reference_both_ways(S: Any, m: Any) -> Any:
    """The same for both triangles: the diagonal at distance 1, 2, … on either side."""
    S = np.array(S, dtype=float)
    n, columns = S.shape[-2:]
    for distance in range(1, max(n, columns)):
        S -= m * distance * (np.eye(n, columns, k=-distance) + np.eye(n, columns, k=distance))
    return S


def explain_both_ways(values: Values, output: Any) -> Explanation:
    """What the slope does."""
    return Explanation((step("output", "S_{ij} - m|i - j|", ("n", "m"), output),), (message("family.alibi_both_ways"),))


def reference_alibi(S: Any, m: Any) -> Any:
    """The scores less m for every step of distance, diagonal by diagonal."""
    S = np.array(S, dtype=float)
    n, columns = S.shape[-2:]
    for distance in range(1 - columns, n):
        S -= m * distance * np.eye(n, columns, k=-distance)
    return S


def _same_on_each_diagonal(values: Values, output: Any) -> float:
    """The bias depends on the distance alone."""
    bias = np.subtract(output, values["S"])
    return deviation(bias[..., 1:, 1:], bias[..., :-1, :-1])


def explain_alibi(values: Values, output: Any) -> Explanation:
    """What the slope does."""
    return Explanation((step("output", "S_{ij} - m(i - j)", ("n", "m"), output),), (message("family.alibi"),))


def figure_alibi(values: Values, output: Any) -> Figure:
    """Scores, bias, both together."""
    panels = (
        panel("S", values["S"]),
        panel("−m (i − j)", np.subtract(output, values["S"]), join="+"),
        panel("S − m (i − j)", output, join="="),
    )
    return strip(panels, "family.alt_scores", output)


def reference_relative(S: Any, b: Any) -> Any:
    """Diagonal by diagonal: b counts the distances i - j upwards from that of the first row and the last column."""
    S = np.array(S, dtype=float)
    n, columns = S.shape[-2:]
    for place, distance in enumerate(range(1 - columns, n)):
        S += np.asarray(b, dtype=float)[place] * np.eye(n, columns, k=-distance)
    return S


def explain_relative(values: Values, output: Any) -> Explanation:
    """What the bias depends on."""
    return Explanation((step("output", "S_{ij} + b_{i-j}", ("n", "m"), output),), (message("family.relative_bias"),))


def figure_relative(values: Values, output: Any) -> Figure:
    """Scores, bias, both together."""
    bias = panel("b, by distance", np.subtract(output, values["S"]), join="+")
    return strip((panel("S", values["S"]), bias, panel("S + b", output, join="=")), "family.alt_scores", output)


CAUSAL_MASK = Family(
    name="causal_mask",
    formula=r"M_{ij} = \begin{cases} 0 & \text{if } j \le i \\ -\infty & \text{if } j > i \end{cases}",
    also=(
        r"M_{ij} = \begin{cases} -\infty & \text{if } j > i \\ 0 & \text{otherwise} \end{cases}",
        r"M_{ij} = \begin{cases} 0 & \text{if } i \ge j \\ -\infty & \text{otherwise} \end{cases}",
        r"M_{ij} = \begin{cases} 0 & \text{if } i \ge j \\ -\infty & \text{if } i < j \end{cases}",
    ),
    invariants=(Invariant("zero_up_to_the_diagonal", _zero_up_to_the_diagonal), Invariant("infinite_above_the_diagonal", _infinite_above)),
    figure=figure_causal,
    explain=explain_causal,
)
ALIBI = Family(
    name="linear_bias",
    formula=r"S_{ij} - m \cdot (i - j)",
    also=(r"S_{ij} + m \cdot (j - i)",),
    roles={"S": "scores", "m": "slope"},
    invariants=(Invariant("same_on_each_diagonal", _same_on_each_diagonal),),
    reference=reference_alibi,
    figure=figure_alibi,
    explain=explain_alibi,
)
BOTH_WAYS = Family(
    name="linear_bias_both_ways",
    formula=r"S_{ij} - m |i - j|",
    roles={"S": "scores", "m": "slope"},
    invariants=(Invariant("same_on_each_diagonal", _same_on_each_diagonal),),
    reference=reference_both_ways,
    figure=figure_alibi,
    explain=explain_both_ways,
)
SLIDING_WINDOW = Family(
    name="sliding_window_mask",
    formula=r"M_{ij} = \begin{cases} 0 & \text{if } i - w < j \le i \\ -\infty & \text{otherwise} \end{cases}",
    also=(
        r"M_{ij} = \begin{cases} 0 & \text{if } i - w + 1 \le j \le i \\ -\infty & \text{otherwise} \end{cases}",
        r"M_{ij} = \begin{cases} 0 & \text{if } j \in [i - w + 1, i] \\ -\infty & \text{otherwise} \end{cases}",
        r"M_{ij} = \begin{cases} 0 & \text{if } 0 \le i - j < w \\ -\infty & \text{otherwise} \end{cases}",
        r"M_{ij} = \begin{cases} 0 & \text{if } j \le i \text{ and } i - j < w \\ -\infty & \text{otherwise} \end{cases}",
    ),
    roles={"w": "window"},
    invariants=(Invariant("zero_in_the_window", _follows(lambda lag, w: (lag >= 0) & (lag < w))),),
    figure=figure_causal,
    explain=explain_window,
)
LOCAL = Family(
    name="local_mask",
    formula=r"M_{ij} = \begin{cases} 0 & \text{if } |i - j| \le w \\ -\infty & \text{otherwise} \end{cases}",
    also=(r"M_{ij} = \begin{cases} -\infty & \text{if } |i - j| > w \\ 0 & \text{otherwise} \end{cases}",),
    roles={"w": "distance that is still seen"},
    invariants=(Invariant("zero_near_the_diagonal", _follows(lambda lag, w: np.abs(lag) <= w)),),
    figure=figure_causal,
    explain=explain_local,
)
RELATIVE_BIAS = Family(
    name="relative_bias",
    formula="S_{ij} + b_{i-j}",
    roles={"S": "scores", "b": "bias of each distance"},
    invariants=(Invariant("same_on_each_diagonal", _same_on_each_diagonal),),
    reference=reference_relative,
    figure=figure_relative,
    explain=explain_relative,
)
FAMILIES = (CAUSAL_MASK, SLIDING_WINDOW, LOCAL, ALIBI, BOTH_WAYS, RELATIVE_BIAS)
