"""The rotation of RoPE as its paper writes it, where the note does not say what R is."""

from __future__ import annotations

import pytest

from ...dump import meaning

ROTATIONS = [
    (r"R_{\Theta,m} x", "rope(x, m)"),
    (r"R_{\Theta,m}^d W_q x_m", "rope((W_q @ x_m), m)"),
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
