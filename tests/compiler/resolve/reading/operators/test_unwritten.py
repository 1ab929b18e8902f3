r"""Over which letters a sum runs that writes none."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, meaning, resolved

WRITTEN = [
    (r"\frac{1}{C \cdot N}\sum \lVert x_{c,n} - x'_{c,n} \rVert^2", r"\frac{1}{C \cdot N}\sum_{c,n} \lVert x_{c,n} - x'_{c,n} \rVert^2"),
    (r"L = \frac{1}{CN}\sum (x_{c,n} - y_{c,n})^2", r"L = \frac{1}{CN}\sum_{c,n} (x_{c,n} - y_{c,n})^2"),
    (r"L = \frac{1}{CN}\sum (x_{cn} - y_{cn})^2", r"L = \frac{1}{CN}\sum_{c,n} (x_{cn} - y_{cn})^2"),
    (r"L = \frac{\sum (x_{c,n} - y_{c,n})^2}{CN}", r"L = \frac{\sum_{c,n} (x_{c,n} - y_{c,n})^2}{CN}"),
    (r"L = \frac{1}{HW}\sum (x_{h,w} - y_{h,w})^2", r"L = \frac{1}{HW}\sum_{h,w} (x_{h,w} - y_{h,w})^2"),
    (r"L = \frac{1}{CN}\sum (x_{i,j} - y_{i,j})^2", r"L = \frac{1}{CN}\sum_{i,j} (x_{i,j} - y_{i,j})^2"),
    (r"L = \frac{1}{MN}\sum (x_{m,n} - y_{m,n})^2", r"L = \frac{1}{MN}\sum_{m,n} (x_{m,n} - y_{m,n})^2"),
    (r"L = \frac{1}{CN}\sum (x_{c,n} - \mu_c)^2", r"L = \frac{1}{CN}\sum_{c,n} (x_{c,n} - \mu_c)^2"),
    (r"y_c = \frac{1}{CN}\sum x_{c,n}", r"y_c = \frac{1}{CN}\sum_n x_{c,n}"),
    (r"y = \sum_c \frac{1}{CN}\sum x_{c,n}", r"y = \sum_c \frac{1}{CN}\sum_n x_{c,n}"),
    (r"\mu_c = \frac{1}{M}\sum x_{c,n}", r"\mu_c = \frac{1}{M}\sum_n x_{c,n}"),
]


@pytest.mark.parametrize(("latex", "same"), WRITTEN)
def test_letters_that_all_symbols_carry(latex, same):
    assert meaning(latex) == meaning(same)
    assert inputs(resolved(latex)) == inputs(resolved(same))


UNTOLD = [
    r"\sum (x_{c,n} - y_{c,n})^2",
    r"L = \sum (x_{c,n} - y_{c,n})^2",
    r"L = \frac{1}{N}\sum (x_{c,n} - y_{c,n})^2",
    r"L = \sum (x_{c,n} - \mu_c)^2",
    r"L = -\sum y_{o,c} \log p_{o,c}",
    r"L = \frac{1}{BN}\sum (x_{c,n} - y_{c,n})^2",
    r"L = \sum (x^{(c)}_n - y^{(c)}_n)^2",
    r"D = \sum P_x \log \frac{P_x}{Q_x}",
]


@pytest.mark.parametrize("latex", UNTOLD)
def test_letters_of_which_one_may_be_a_label(latex):
    with pytest.raises(UnsupportedError, match="not written which letter"):
        resolved(latex)


LABELS = [
    (r"d = \sum (x_{a,n} - x_{b,n})^2", "x_a:n x_b:n"),
    (r"y = \sum w_{o,i} x_i", "w_o:n x:n"),
    (r"d = \sum (x_{n,\text{c}} - y_{n,\text{c}})^2", "x_c:n y_c:n"),
    (r"s = \sum (x_n - y_n)^2", "x:n y:n"),
    (r"L = -\sum y_c \log p_c", "y:n p:n"),
    (r"y = \sum w_c x_c + b", "w:n x:n b:()"),
    (r"s = \sum x_a", "x_a:n"),
    (r"r = \sum (x_{max} - x_{min})", "x_max:n x_min:n"),
]


@pytest.mark.parametrize(("latex", "names"), LABELS)
def test_letters_that_tell_symbols_apart(latex, names):
    assert inputs(resolved(latex)) == names


def test_a_declared_label():
    declared = {"x_c": (3,), "y_c": (3,)}
    assert inputs(resolved(r"d = \sum (x_{c,n} - y_{c,n})^2", shapes=declared)) == "x_c:n y_c:n"
