"""Where I is multiplied or squared it is a quantity; the identity stands in sums, by itself or behind a number."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"V = IR", "I:() R:()"),
        (r"P = U \cdot I", "U:() I:()"),
        (r"P = I^2 R", "I:() R:()"),
        (r"E = \frac12 L I^2", "L:() I:()"),
        (r"L = I\omega", "I:() omega:()"),
        (r"Q = It", "I:() t:()"),
        (r"y = I^2 + x", "I:() x:()"),
        (r"S = \sqrt{I^2 + Q^2}", "I:() Q:()"),
        (r"z = a I^2 + b I + c", "a:() I:() b:() c:()"),
        (r"f = \frac{I^2}{n}", "I:() n:()"),
    ],
)
def test_a_current_is_a_number_and_what_it_multiplies_too(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"Q = X I", "X:n×d"),  # what the identity does to a matrix
        (r"V = I V", "V:n×d_v"),
        (r"Z = \mathbf{I} V", "V:n×d_v"),
        (r"y = (A + \lambda I)^{-1} b", "A:d×d lambda_:() b:d"),
        (r"K = \sigma^2 I + B", "sigma:() B:d×d"),
        (r"y = I x", "x:n"),
        (r"y = (I - A)^2 x", "A:d×d x:d"),
    ],
)
def test_the_identity_stays_one(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given
