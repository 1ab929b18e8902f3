"""One letter for two arrays: a point beside the data."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, meaning, resolved

A_POINT_BESIDE_THE_DATA = [
    (r"f(x) = \sum_i \alpha_i x_i^\top x", "sum(i<n: (alpha[i] * (x_i[i] @ x)))"),
    (r"\sum_i x_i x", "sum(i<n: (x_i[i] * x))"),
]


@pytest.mark.parametrize(("latex", "wanted"), A_POINT_BESIDE_THE_DATA)
def test_a_point_beside_the_data(latex, wanted):
    assert meaning(latex) == wanted


ONLY_DATA = [
    (r"y = \sum_i w_i x_i", "sum(i<n: (w[i] * x[i]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), ONLY_DATA)
def test_only_data(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        (r"z_i = \sum_i W_{ij} x_j", "leaves j open"),
        (r"H = -∑i \frac{|Di|}{|D|}", "is a product here"),
        (r"J = \sum_{j=1}^J (1 + \log(\sigma_{j}^2) - \sigma{j}^2)", "sigma j is a product here"),
        (r"Gain = Entropy - \sum_i p_i Entropy_i", "Entropy with an index"),
    ],
)
def test_an_index_that_cannot_be_meant(latex, said):
    with pytest.raises(UnsupportedError, match=said):
        resolved(latex)


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"z_i = \sum_j W_{ij} x_j", "W:n×d x:d×k"),
        (r"f = \sum_{k=1}^n \sigma k a_k", "sigma:() a:n"),
        (r"Loss = \sum_i a_i Loss_i", "a:n Loss:n"),
        (r"score_i = \frac{score_i}{\sum_j score_j}", "score:n"),
    ],
)
def test_what_an_index_means(latex, wanted):
    assert inputs(resolved(latex)) == wanted
