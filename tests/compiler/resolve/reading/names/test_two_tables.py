"""An index that counts other axes of one letter at other places."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, resolved


@pytest.mark.parametrize("latex", [r"d_i = \sum_{m=1}^d (x_m - x_{i,m})^2", r"n_j = \sum_i A_{ij} A_j"])
def test_a_vector_and_a_table_with_one_name_are_refused(latex):
    with pytest.raises(UnsupportedError, match="a vector and a table with one name"):
        resolved(latex)


ONE = [
    (r"d_{ij} = \|x_i - x_j\|^2 = \sum_k (x_{ik} - x_{jk})^2", "x:n×d"),
    (r"y_i = \sum_j A_{ij} A_{ji}", "A:d×d"),
    (r"z_i = \sum_j A_{ij} x_j + \|A_i\|", "A:n×d x:d×k"),
]


@pytest.mark.parametrize(("latex", "given"), ONE)
def test_rows_and_entries_of_one_table(latex, given):
    assert inputs(resolved(latex)) == given


def test_declared_shapes_say_which_it_is():
    program = resolved(r"n_j = \sum_i A_{ij} A_j", shapes={"A": (3, 3)})
    assert "A" in {parameter.name for parameter in program.inputs}


def test_the_width_of_vectors_that_are_called_by_its_letter_is_refused():
    with pytest.raises(UnsupportedError, match="here it may be the number"):
        resolved(r"w_{ij} = \frac{q_i^\top k_j}{\sqrt{k}}")
    assert inputs(resolved(r"y_i = \frac{x_i}{\|x\|}")) == "x:n"


@pytest.mark.parametrize(
    "latex", [r"L = \sum_{i=1}^n (kx^i + b - y^i)^2", r"S = \sum_{i=1}^n x^i y^i", r"L = \sum_{i=1}^n \|y^i - Wx^i\|^2"]
)
def test_a_letter_that_would_be_a_place_here_and_a_power_there_is_refused(latex):
    with pytest.raises(UnsupportedError, match="i counts the places of y, and above x it would be a power"):
        resolved(latex)


POWERS_OR_PLACES = [
    (r"p = \sum_{i=0}^n a_i x^i", "a:n + 1 x:()"),
    (r"L = \sum_{i=1}^n (y^i - \hat y^i)^2", "y:n y_hat:n"),
    (r"L = \sum_{i=1}^n (y^{(i)} - x^{(i)})^2", "y:n x:n"),
    (r"S = \sum_{i=1}^n e^i y^i", "y:n"),
]


@pytest.mark.parametrize(("latex", "given"), POWERS_OR_PLACES)
def test_one_letter_above_symbols_of_one_kind(latex, given):
    assert inputs(resolved(latex)) == given
