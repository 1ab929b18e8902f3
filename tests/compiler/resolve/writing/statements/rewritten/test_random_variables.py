"""Sums over the values of a random variable, which count themselves."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute, UnsupportedError

from ....dump import inputs, meaning, resolved

VALUES = [
    (r"v = \sum_x (x - \mu)^2 P(X = x)", "x:n mu:() P:n"),
    (r"v = \sum (x - \mu)^2 \cdot P(X = x)", "x:n mu:() P:n"),
    (r"E = \sum x p(x)", "x:n p:n"),
    (r"m = \sum_{x \in S} x \cdot p(x)", "S:n×d p:n"),
    (r"m = \sum_{i=1}^n x_i^2 \cdot P(X = x_i)", "x:n P:n"),
]


@pytest.mark.parametrize(("latex", "given"), VALUES)
def test_values_and_their_probabilities(latex, given):
    assert inputs(resolved(latex)) == given


PROBABILITIES = [
    (r"H = -\sum_x P(X = x) \log P(X = x)", r"H = -\sum_x P(x) \log P(x)"),
    (r"D = \sum_x P(X = x) \log \frac{P(X = x)}{q(x)}", r"D = \sum_x P(x) \log \frac{P(x)}{q(x)}"),
]


@pytest.mark.parametrize(("latex", "same"), PROBABILITIES)
def test_probabilities_alone(latex, same):
    assert meaning(latex) == meaning(same)


@pytest.mark.parametrize("latex", [r"a = \sum_x P(Y = y | X = x) P(X = x)", r"b = P(X = x) x", r"c = \sum_x x P(Y = x)"])
def test_other_events_are_left_alone(latex):
    with pytest.raises((UnsupportedError, NothingToCompute)):
        resolved(latex)
