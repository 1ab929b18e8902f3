"""Groups of letters, and a number beside a letter, are places one after the other."""

from __future__ import annotations

import pytest

from ....dump import meaning

GROUPS = [
    (r"S_{bhij} = \sum_d Q_{bhid} K_{bhjd}", "[b<n,h<m,i<p,j<q] sum(d<d_k: (Q[b,h,i,d] * K[b,h,j,d]))"),
    (r"y_{nchw} = \gamma_c x_{nchw} + \beta_c", "[n<m,c<n,h<p,w<d] ((gamma[c] * x[n,c,h,w]) + beta[c])"),
    (r"y_{nchw} = x_{nchw} - \mu_{nc}", "[n<n,c<d,h<m,w<k] (x[n,c,h,w] + -mu[n,c])"),
    (r"y_{btd} = x_{btd} + p_{td}", "[b<n,t<m,d<d] (x[b,t,d] + p[t,d])"),
    (r"y_c = \sum_{i,j} x_{cij}", "[c<n] sum(i<m: sum(j<d: x[c,i,j]))"),
    (r"y_c = \sum_i x_i d_{lic}", "sum(i<n: (x[i] * d_lic))"),
    (r"E_{kin} = m v_{kin}^2", "(m * v_kin**2)"),
    (r"y_{out} = x_{out} + p_{ou}", "(x_out + p_ou)"),
    (r"L_{cls} = \lambda_{cls} \sum_c y_c", "(lambda_cls * sum(c<n: y[c]))"),
    (r"x_{new} = x_{old} + \sum_n w_n d_{new}", "(x_old + sum(n<n: (w[n] * d_new)))"),
]


@pytest.mark.parametrize(("latex", "wanted"), GROUPS, ids=[row[0] for row in GROUPS])
def test_groups_of_indices_and_words(latex, wanted):
    assert meaning(latex) == wanted


ROWS = [
    ("y_{1j} = x_{1j} + x_{2j}", "[j<n] (x_1[j] + x_2[j])"),
    ("d_j = (a_{1j} - a_{2j})^2", "[j<n] (a_1[j] + -a_2[j])**2"),
]


@pytest.mark.parametrize(("latex", "wanted"), ROWS)
def test_rows(latex, wanted):
    assert meaning(latex) == wanted


PLACES = [
    ("y_i = x_{2i} b_i + x_{2i+1}", "[i<m] ((x[(2 * #i)] * b[i]) + x[((2 * #i) + 1)])"),
]


@pytest.mark.parametrize(("latex", "wanted"), PLACES)
def test_places(latex, wanted):
    assert meaning(latex) == wanted
