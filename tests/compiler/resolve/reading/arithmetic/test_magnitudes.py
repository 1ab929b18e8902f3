"""Bars round an array: sizes of its entries where something looks through them, else its length."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved, show

MAGNITUDES = [
    ("all that max looks through", r"y = \max |x|", None, "max(i<n: abs(x)[i])"),
    ("in the brackets of a mean", r"y = \text{mean}(|x - z|)", {"x": (3,), "z": (3,)}, "mean(abs((x + -z)))"),
    ("soft thresholds", r"y = \text{sign}(x) \max(|x| - c, 0)", {"x": (3,), "c": ()}, "(sign(x) * max((abs(x) + -c), 0))"),
    (
        "deciding between its square and itself",
        r"y = \begin{cases} (x - z)^2 & |x - z| < 1 \\ |x - z| & \text{otherwise} \end{cases}",
        {"x": (3,), "z": (3,)},
        "where((abs((x + -z)) < 1): (x + -z)**2; else abs((x + -z)))",
    ),
    (
        "deciding about the whole vector",
        r"y = \begin{cases} x & |x| < 1 \\ \frac{x}{|x|} & \text{otherwise} \end{cases}",
        {"x": (3,)},
        "where((norm(x) < 1): x; else (x / norm(x)))",
    ),
    ("a length beside no sign", r"y = \max(|x| - c, 0)", {"x": (3,), "c": ()}, "max((norm(x) + -c), 0)"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "wanted"), MAGNITUDES, ids=[row[0] for row in MAGNITUDES])
def test_bars_that_mean_each_entry(why, latex, shapes, wanted):
    assert show(resolved(latex, shapes=shapes)) == wanted


LEFT_OUT = [
    ("all values of an index", r"m = \max x_i", None, "x:n"),
    ("of a difference", r"d = \max |x_i - z_i|", None, "x:n z:n"),
    ("a declared label", r"m = \max x_i", {"x_i": (3,)}, "x_i:n"),
    ("a step", r"m = \max h_t", None, "h_t:n"),
    ("bound on the left", r"y_i = \max(x_i)", None, "x:n×d"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "given"), LEFT_OUT, ids=[row[0] for row in LEFT_OUT])
def test_a_maximum_without_a_range_runs_over_the_usual_index_left_over(why, latex, shapes, given):
    assert inputs(resolved(latex, shapes=shapes)) == given
