"""Product signs over matrices keep the order of their letter; over numbers the order does not matter."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import UnsupportedError

from ...dump import meaning

A = np.arange(48.0).reshape(3, 4, 4) % 7
X = np.arange(8.0).reshape(4, 2)

MATRICES = [
    (r"R = \prod_{l=1}^{L} A_l", A[0] @ A[1] @ A[2]),
    (r"R = \prod_{l=L}^{1} A_l", A[2] @ A[1] @ A[0]),
    (r"R = \prod_{l=3}^{1} A_l", A[2] @ A[1] @ A[0]),
    (r"R = \prod_{l=1}^{L} A_l^\top", A[0].T @ A[1].T @ A[2].T),
]


@pytest.mark.parametrize(("latex", "wanted"), MATRICES)
def test_the_order_of_matrices(latex, wanted):
    assert np.allclose(compile_formula(latex)(A=A), wanted)


def test_what_does_not_run_stands_behind_the_product():
    formula = compile_formula(r"R = \prod_{l=1}^{L} A_l X", context=(r"X \in \mathbb{R}^{n \times d}",))
    assert np.allclose(formula(A=A, X=X), A[0] @ A[1] @ A[2] @ X)


NUMBERS = [
    (r"\prod_{i=n}^{1} p_i", "product(i<n: p[i])"),
    (r"\sum_{i=n}^{1} p_i", "sum(i<n: p[i])"),
    (r"\prod_{i=1}^{n} p_i (1 - q)", "product(i<n: (p[i] * (1 + -q)))"),
    (r"\prod_{i=1}^{n} P_i", "product(i<n: P[i])"),
]


@pytest.mark.parametrize(("latex", "wanted"), NUMBERS)
def test_numbers(latex, wanted):
    assert meaning(latex) == wanted


def test_what_is_joined_downwards_is_refused():
    with pytest.raises(UnsupportedError):
        compile_formula(r"y = \|_{i=h}^{1} z_i")
