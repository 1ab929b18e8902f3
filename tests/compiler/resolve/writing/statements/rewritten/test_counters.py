"""A letter above that counts steps is a label; where the symbol also stands by itself it is an exponent."""

from __future__ import annotations

import pytest

from ....dump import meaning

STEPS = [
    (r"x^{k+1} = x^k - \eta g^k", "(x_k + -(eta * g_k))"),
    (r"m^t = \beta m^{t-1} + (1-\beta) g^t", "((beta * m_t_minus_1) + ((1 + -beta) * g_t))"),
    (r"Z^{k+1} = A Z^k + \alpha Z^0", "((A @ Z_k) + (alpha * Z_0))"),
    (r"u^{t} = W x^{t} + V z^{t-1} + b", "((W @ x_t) + (V @ z_t_minus_1) + b)"),
    (r"V^{k+1} = R + \gamma^k P V^k", "(R + (gamma**k * (P @ V_k)))"),
]


@pytest.mark.parametrize(("latex", "wanted"), STEPS, ids=[row[0] for row in STEPS])
def test_a_counter_of_steps(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"q^{n+1} = q \cdot q^n", "(q * q**n)"),
        (r"y = x^{k+1} - x^k", "(x**(k + 1) + -x**k)"),
        (r"c^{t} = \eta^{t-1} r", "(eta**(t + -1) * r)"),
    ],
)
def test_an_exponent(latex, wanted):
    assert meaning(latex) == wanted
