r"""The exponential of a matrix, where time or the identity stands beside it; else that of its entries."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

OF_A_MATRIX = [
    (r"\bar{A} = \exp(\Delta A)", "expm((Delta * A))"),
    (r"\bar{A}_k = \exp(\Delta_k A)", "[k<n] expm((Delta[k] * A))"),
    (r"U = L \exp(-tL) B", "((L @ expm(-(t * L))) @ B)"),
    (r"M = \exp(A(t - s)) B", "(expm((A * (t + -s))) @ B)"),
    (r"M = (\exp(A) - I) B", "((expm(A) + -I) @ B)"),
]
OF_ENTRIES = [
    (r"Z = \exp(S / \tau) V", "(exp((S / tau)) @ V)"),
    (r"Z = \exp(Q K^\top) V", "(exp((Q @ K')) @ V)"),
    (r"y = e^{-\lambda t}", "e**-(lambda_ * t)"),
    (r"M = \exp(S) + I", "(exp(S) + I)"),
]


@pytest.mark.parametrize(("latex", "wanted"), OF_A_MATRIX, ids=[row[0] for row in OF_A_MATRIX])
def test_beside_time_or_the_identity_the_matrix_is_exponentiated(latex, wanted):
    assert meaning(latex) == wanted
    assert "reading.matrix_exponential" in {reading.key for reading in resolved(latex).readings}


@pytest.mark.parametrize(("latex", "wanted"), OF_ENTRIES, ids=[row[0] for row in OF_ENTRIES])
def test_other_exponentials_are_those_of_entries(latex, wanted):
    assert meaning(latex) == wanted


def test_a_declared_shape_that_is_not_square_has_entries():
    assert meaning(r"\bar{A} = \exp(\Delta A)", shapes={"A": (3, 2), "Delta": ()}) == "exp((Delta * A))"


def test_a_declared_matrix_above_e():
    assert meaning(r"y = e^{At} x", shapes={"A": (2, 2), "t": (), "x": (2,)}) == "(expm((A * t)) @ x)"


def test_time_is_a_number():
    assert inputs(resolved(r"M = \exp(A(t - s)) B")).split()[1:3] == ["t:()", "s:()"]
