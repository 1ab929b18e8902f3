"""Families: masks that hide the future, or all but a window, and the sum over a window."""

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


def _row_support(values: Values, output: Any) -> float:
    """Row i (from 1) sees min(i, w) keys, as far as there are so many."""
    rows, columns = np.shape(output)
    seen = np.minimum(np.arange(1, rows + 1), values["w"]) - np.maximum(np.arange(1, rows + 1) - columns, 0)
    return float(np.max(np.abs(np.count_nonzero(np.asarray(output) == 0.0, axis=-1) - np.maximum(seen, 0))))


def explain_window(values: Values, output: Any) -> Explanation:
    """Who sees whom."""
    return Explanation((step("output", "M", ("n", "n"), output),), (message("family.sliding_window"),))


def explain_local(values: Values, output: Any) -> Explanation:
    """Who sees whom."""
    return Explanation((step("output", "M", ("n", "n"), output),), (message("family.local_mask"),))


# ---------------------------------------------------------------- the sum over a window


def reference_windowed(A: Any, V: Any, w: Any) -> Any:
    """Row by row, the w values up to its own position, as far as there are so many."""
    A, V = np.asarray(A, dtype=float), np.asarray(V, dtype=float)
    starts = [max(0, i + 1 - int(w)) for i in range(len(A))]
    return np.stack([np.sum(A[i, start : i + 1, None] * V[start : i + 1], axis=0) for i, start in enumerate(starts)])


def _hidden_have_no_part(values: Values, output: Any) -> float:
    """What lies outside the window may be anything: a row of zeros there gives the same."""
    A = np.asarray(values["A"], dtype=float)
    inside = _in_window(A, values["w"])
    return deviation(np.where(inside, A, 0.0) @ np.asarray(values["V"], dtype=float), output)


def _in_window(A: Any, w: Any) -> Any:
    lags = _lags(A)
    return (lags >= 0) & (lags < w)


def explain_windowed(values: Values, output: Any) -> Explanation:
    """Which values each row adds up."""
    steps = (step("output", r"\sum_{j=i-w+1}^{i} A_{ij} V_j", ("n", "d"), output),)
    return Explanation(steps, (message("family.windowed_sum", window=int(values["w"])),))


def figure_windowed(values: Values, output: Any) -> Figure:
    """The weights in the window · V = output."""
    shown = panel("A in the window", np.where(_in_window(values["A"], values["w"]), values["A"], -np.inf))
    return strip((shown, panel("V", values["V"], join="·"), panel("output", output, join="=")), "family.alt_product", output)


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
    invariants=(
        Invariant("zero_in_the_window", _follows(lambda lag, w: (lag >= 0) & (lag < w))),
        Invariant("keys_seen_by_each_row", _row_support),
    ),
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
WINDOWED_SUM = Family(
    name="windowed_sum",
    formula=r"O_i = \sum_{j=i-w+1}^{i} A_{ij} V_j",
    also=(r"O_i = \sum_{j=\max(1, i-w+1)}^{i} A_{ij} V_j", r"O_i = \sum_{j \in [i-w+1, i]} A_{ij} V_j"),
    roles={"A": "weights", "V": "value", "w": "window"},
    invariants=(Invariant("outside_has_no_part", _hidden_have_no_part),),
    reference=reference_windowed,
    figure=figure_windowed,
    explain=explain_windowed,
)
FAMILIES = (CAUSAL_MASK, SLIDING_WINDOW, LOCAL, WINDOWED_SUM)
