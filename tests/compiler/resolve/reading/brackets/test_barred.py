r"""Bars over more than one symbol are means; a bar over one symbol is part of its name."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning

BARS = [
    (r"s^2 = \overline{x^2} - \overline{x}^2", None, "(mean(x**2) + -mean(x)**2)"),
    (r"c = \overline{xy} - \bar{x} \bar{y}", None, "(mean((x * y)) + -(mean(x) * mean(y)))"),
    (r"v = \overline{(x - \bar{x})^2}", None, "mean((x + -mean(x))**2)"),
    (r"z = \bar{x}^2 + \bar{y}", None, "(x_bar**2 + y_bar)"),
    (r"y = \overline{A} x", None, "(A_bar @ x)"),
    (r"v = \frac{1}{n} \sum_i (x_i - \bar{x})^2", None, "((1 / <n>) * sum(i<n: (x[i] + -x_bar)**2))"),
    (r"s^2 = \overline{x^2} - \bar{x}^2", {"x": (4,), "x_bar": ()}, "(mean(x**2) + -x_bar**2)"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), BARS, ids=[row[0] for row in BARS])
def test_bars(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


@pytest.mark.parametrize("latex", [r"y = \overline{x_i^2} + 1", r"y = \overline{a + b}"])
def test_other_bars_are_refused(latex):
    with pytest.raises(FormulaError):
        meaning(latex)
