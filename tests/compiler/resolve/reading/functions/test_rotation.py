"""The rotation of RoPE as its paper writes it, where the note does not say what R is."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula

from ...dump import meaning

ROTATIONS = [
    (r"R_{\Theta,m} x", "rope(x, m)"),
    (r"R_{\Theta,m}^d W_q x_m", "rope((W_q @ x_m), m)"),
    (r"q_m = R_{\Theta,m} q", "rope(q, m)"),
    (r"q_m = R_{\Theta,m} W_q x_m", "[m<m] rope((W_q @ x[m]), #m)"),
    (r"\tilde{q}_m = R_{\Theta,m} \cdot q_m", "[m<n] rope(q[m], #m)"),
    (r"y = R_{\Theta,m} \cdot q \cdot 2", "rope((q * 2), m)"),
    (r"(R_{\Theta,m} q)^\top (R_{\Theta,n} k)", "(rope(q, m) @ rope(k, n))"),
    (r"q_m^\top k_n = q^\top R_{\Theta,n-m} k", "(q @ rope(k, (n + -m)))"),
]


@pytest.mark.parametrize(("latex", "wanted"), ROTATIONS)
def test_rotations(latex, wanted):
    assert meaning(latex) == wanted


OTHER_MATRICES = [
    ("R x", (), "(R @ x)"),
    (
        r"R_\theta x",
        (r"R_\theta = \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}",),
        "R_theta = [[cos(theta), -sin(theta)], [sin(theta), cos(theta)]]\n(R_theta @ x)",
    ),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), OTHER_MATRICES)
def test_other_matrices(latex, context, wanted):
    assert meaning(latex, context) == wanted


def test_half_rotations_are_named_in_any_spelling():
    formula = compile_formula(r"\operatorname{RoPE}(x) = x \odot \cos(\Theta) + \operatorname{rotate\_half}(x) \odot \sin(\Theta)")
    x, angles = np.arange(1.0, 5.0), np.full(4, np.pi / 2)
    np.testing.assert_allclose(formula(x=x, Theta=angles), [-3.0, -4.0, 1.0, 2.0], atol=1e-12)
    assert np.isnan(compile_formula(r"y = \text{rotate\_half}(x)")(x=np.ones(3))).all()
