"""Sums that leave their range out: they run over the letters that nothing else binds; where that is not plain they are refused."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from .dump import resolved, show

WITHOUT_RANGE = [
    ("its only letter", r"\sum x_i y_i", None, "sum(i<n: (x[i] * y[i]))"),
    ("its only letter under a root", r"\sqrt{\sum (x_i - y_i)^2}", None, "sum(i<n: (x[i] + -y[i])**2)**1/2"),
    ("both letters of one array", r"\sum a_{ij} b_{ij}", None, "sum(i<n: sum(j<d: (a[i,j] * b[i,j])))"),
    ("what the left side does not have", r"y_i = \sum w_{ij} x_j", None, "[i<n] sum(j<d: (w[i,j] * x[j]))"),
    ("a letter of its own", r"p_i = \frac{e^{x_i}}{\sum e^{x_i}}", None, "[i<n] (e**x[i] / sum(i_2<n: e**x[i_2]))"),
    ("rows that the caller gives", r"s_i = \sum w_i", {"w": (3, 4)}, "[i<n] sum(i_2<d: w[i,i_2])"),
    ("entries", r"m = \frac{1}{n} \sum x", None, "((1 / n) * sum(i<m: x[i]))"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "meaning"), WITHOUT_RANGE, ids=[row[0] for row in WITHOUT_RANGE])
def test_a_sum_without_a_range_binds_its_letters(why, latex, shapes, meaning):
    assert show(resolved(latex, shapes=shapes)) == meaning


UNTOLD = [
    ("bound on the left and nowhere else", r"c_i = \sum \alpha_i h_i"),
    ("a letter may be left over", r"\sum x_i w_{ij}"),
    ("which of two on the left", r"c_{ij} = a_{ij} \sum a_{ij}"),
]


@pytest.mark.parametrize(("why", "latex"), UNTOLD, ids=[row[0] for row in UNTOLD])
def test_a_sum_whose_letter_is_not_plain_is_refused(why, latex):
    with pytest.raises(UnsupportedError, match="which letter"):
        resolved(latex)
