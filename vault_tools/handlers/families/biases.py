"""Families: biases of the scores by distance: ALiBi with its slopes (Press et al. 2021) and one number for each distance."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.telling import number, panel, step, strip
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message

MOST_SLOPES = 16


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


def _as_bias_on_the_key(values: Values, output: Any) -> float:
    """Along a row the bias grows by m: what a softmax makes of it is what m·j on key j alone comes to."""
    added = np.subtract(output, values["S"])
    return deviation(np.diff(added, axis=-1), np.broadcast_to(values["m"], np.shape(added[..., 1:])))


def _same_on_each_diagonal(values: Values, output: Any) -> float:
    """The bias depends on the distance alone."""
    bias = np.subtract(output, values["S"])
    return deviation(bias[..., 1:, 1:], bias[..., :-1, :-1])


def explain_alibi(values: Values, output: Any) -> Explanation:
    """What the slope does."""
    return Explanation((step("output", "S_{ij} - m(i - j)", ("n", "m"), output),), (message("family.alibi"),))


def figure_alibi(values: Values, output: Any, distance: str = "(i − j)") -> Figure:
    """Scores, bias, both together."""
    panels = (
        panel("S", values["S"]),
        panel(f"−m {distance}", np.subtract(output, values["S"]), join="+"),
        panel(f"S − m {distance}", output, join="="),
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


# ---------------------------------------------------------------- the slopes of ALiBi's heads


def slope(k: Any, h: Any) -> Any:
    """2^(-8k/h), as the h-th root of 1/256 taken k times."""
    return np.float_power(np.float_power(256.0, -1.0 / np.asarray(h, dtype=float)), k)


def reference_alibi_of_head(S: Any, k: Any, h: Any) -> Any:
    """ALiBi with the slope of this head."""
    return reference_alibi(S, slope(k, h))


def _with_slope(values: Values) -> Values:
    return {**values, "m": slope(values["k"], values["h"])}


def _geometric(values: Values, output: Any) -> float | None:
    """From head to head the slope shrinks by the same factor, down to 1/256: to the power of h, that of head k is 2^(-8k)."""
    bias = np.subtract(output, values["S"])
    if bias.shape[-2] < 2:
        return None
    k, h = (np.asarray(values[name], dtype=float) for name in ("k", "h"))
    return deviation(np.float_power(-bias[..., 1, 0], h), np.float_power(2.0, -8.0 * k))


def explain_alibi_of_head(values: Values, output: Any) -> Explanation:
    """What the slope does, and the slopes of all heads."""
    heads = max(1, round(float(np.asarray(values["h"]).reshape(-1)[0])))
    shown = ", ".join(number(slope(k, heads)) for k in range(1, min(heads, MOST_SLOPES) + 1))
    slopes = message("family.alibi_slopes", heads=heads, slopes=shown + (", …" if heads > MOST_SLOPES else ""))
    told = explain_alibi(_with_slope(values), output)
    return Explanation(told.steps, (*told.sentences, slopes))


ALIBI = Family(
    name="linear_bias",
    formula=r"S_{ij} - m \cdot (i - j)",
    also=(r"S_{ij} + m \cdot (j - i)",),
    roles={"S": "scores", "m": "slope"},
    invariants=(
        Invariant("same_on_each_diagonal", _same_on_each_diagonal),
        Invariant("as_bias_on_the_key", _as_bias_on_the_key),
    ),
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
    figure=lambda values, output: figure_alibi(values, output, "|i − j|"),
    explain=explain_both_ways,
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
ALIBI_OF_HEAD = Family(
    name="linear_bias_of_a_head",
    formula=r"S_{ij} - 2^{-8k/h} \cdot (i - j)",
    also=(r"S_{ij} + 2^{-8k/h} \cdot (j - i)",),
    roles={"S": "scores", "k": "number of the head, from 1", "h": "heads"},
    invariants=(
        Invariant("same_on_each_diagonal", _same_on_each_diagonal),
        Invariant("as_bias_on_the_key", lambda values, output: _as_bias_on_the_key(_with_slope(values), output)),
        Invariant("geometric", _geometric),
    ),
    reference=reference_alibi_of_head,
    figure=figure_alibi,
    explain=explain_alibi_of_head,
)
FAMILIES = (ALIBI_OF_HEAD, ALIBI, BOTH_WAYS, RELATIVE_BIAS)
