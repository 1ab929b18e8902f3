r"""Weights whose length stands in the display are a vector, so they make a number of an input."""

from __future__ import annotations

import pytest

from ....dump import inputs, resolved

HYPERPLANES = [
    (r"d = \frac{w x + b}{\|w\|}", "w:n x:n b:()"),
    (r"d = \frac{|wx_0 + b|}{\|w\|}", "w:n x_0:n b:()"),
    (r"L = \frac{1}{2} \|w\|^2 + C \sum_i \max(0, 1 - y_i (w \cdot x_i + b))", "w:d C:() y:n x:n×d b:()"),
    (r"L = \frac{1}{2} \|\mathbf{w}\|^2 - \sum_i a_i (y_i (\mathbf{w} \mathbf{x}_i + b) - 1)", "w:d a:n y:n x:n×d b:()"),
    (r"L = \|\vec{w}\|^2 + \sum_i (1 - y^{(i)} (\vec{w} \cdot \vec{x}^{(i)}))", "w:d y:n x:n×d"),
]


@pytest.mark.parametrize(("latex", "given"), HYPERPLANES)
def test_weights_beside_an_input(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"L = \sum_i (y_i - w x_i)^2 + \lambda w^2", "y:n w:() x:n lambda_:()"),
        (r"L = \|X w - y\|^2 + \|w\|^2", "X:n×d w:d y:n"),
        (r"u = \frac{g}{\|w\|} w", "g:() w:n"),
        (r"d = \frac{w_1 x_1 + w_2 x_2 + b}{\|w\|}", "w_1:() x_1:() w_2:() x_2:() b:() w:n"),
    ],
)
def test_other_weights(latex, given):
    assert inputs(resolved(latex)) == given
