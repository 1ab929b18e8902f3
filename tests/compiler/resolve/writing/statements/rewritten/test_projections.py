r"""`\sum_k \exp((W_q x_i)^\top (W_k x_k))`: k counts positions, and names the weights of the keys."""

from __future__ import annotations

import pytest

from ....dump import inputs, resolved, show

LABELS = [
    (
        r"\alpha_{ij} = \frac{\exp((W_q x_i)^\top (W_k x_j))}{\sum_k \exp((W_q x_i)^\top (W_k x_k))}",
        r"\alpha_{ij} = \frac{\exp((W_q x_i)^\top (W_k x_j))}{\sum_l \exp((W_q x_i)^\top (W_k x_l))}",
    ),
    (
        r"a_{ij} = \frac{\exp(x_i W_q W_k^\top x_j^\top)}{\sum_{k=1}^n \exp(x_i W_q W_k^\top x_k^\top)}",
        r"a_{ij} = \frac{\exp(x_i W_q W_k^\top x_j^\top)}{\sum_{l=1}^n \exp(x_i W_q W_k^\top x_l^\top)}",
    ),
    (r"y_i = \sum_k (W_q x_i)^\top (W_k x_k) e_{ik}", r"y_i = \sum_l (W_q x_i)^\top (W_k x_l) e_{il}"),
]


@pytest.mark.parametrize(("latex", "same"), LABELS)
def test_a_label_that_a_sum_has_as_its_letter(latex, same):
    assert show(resolved(latex)) == show(resolved(same))
    assert inputs(resolved(latex)) == inputs(resolved(same))


COUNTED = [
    (r"y = \sum_k W_k x_k", "W:n×d x:n"),
    (r"y = \sum_k W_k x_k + W_1 x", "W:d x:d×k W_1:n×d"),
    (r"h_i = \sum_k \alpha_{ik} W_v x_k", "alpha:n×d W_v:m×k x:d×k"),
]


@pytest.mark.parametrize(("latex", "given"), COUNTED)
def test_weights_for_each_number(latex, given):
    assert inputs(resolved(latex)) == given
