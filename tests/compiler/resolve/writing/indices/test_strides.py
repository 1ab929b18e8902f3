"""Places that take steps, which the letters count from 0."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

STRIDES = [
    (r"y_i = \sum_{k=0}^{2} w_k x_{2i+k}", "[i<n] sum(k<3: (w[k] * x[((2 * i) + k)]))"),
    (r"y[i] = \sum_{k=0}^{K-1} w[k] x[i + 2 k]", "[i<n] sum(k<K: (w[k] * x[(i + (2 * k))]))"),
    (r"y(i) = \sum_{m=0}^{k-1} x(si + m) w(m)", "[i<n] sum(m<k: (x[((<s> * i) + m)] * w[m]))"),
    (r"y_i = \sum_{m=0}^{k-1} w_m x_{is + m}", "[i<n] sum(m<k: (w[m] * x[((<s> * i) + m)]))"),
    (
        r"O(i, j) = \sum_{m=0}^{k-1} \sum_{n=0}^{k-1} X(i \cdot s + m, j \cdot s + n) \cdot K(m, n)",
        "[i<n,j<d] sum(m<k: sum(n<k: (X[((<s> * i) + m),((<s> * j) + n)] * K[m,n])))",
    ),
    ("y_i = x_{2i} b_i + x_{2i+1}", "[i<m] ((x[(2 * #i)] * b[i]) + x[((2 * #i) + 1)])"),
]


@pytest.mark.parametrize(("latex", "wanted"), STRIDES)
def test_strides(latex, wanted):
    assert meaning(latex) == wanted


FACTORS = [
    ("f(x) = a (2x + b)", "(a * ((2 * x) + b))"),
    ("y_i = a (b i + c)", "(a * ((b * i) + c))"),
]


@pytest.mark.parametrize(("latex", "wanted"), FACTORS)
def test_a_factor_before_a_bracket(latex, wanted):
    assert meaning(latex) == wanted


A_STEP_WITHOUT_A_RANGE = [
    ("y_i = x_{2i}", "unsupported.open_size"),
]


@pytest.mark.parametrize(("latex", "key"), A_STEP_WITHOUT_A_RANGE)
def test_a_step_without_a_range(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key
