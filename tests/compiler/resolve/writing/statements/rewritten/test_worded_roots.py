r"""`sqrt(d_k)` is `\sqrt{d_k}`."""

from __future__ import annotations

import pytest

from ....dump import inputs, meaning, resolved

ROOTS = [
    (r"Z = \mathrm{softmax}(\frac{Q.K^T}{sqrt(d_k)}).V", r"Z = \mathrm{softmax}(\frac{QK^T}{\sqrt{d_k}}) V"),
    (r"\frac{QK^\top}{\text{sqrt}(d_k)}", r"\frac{QK^\top}{\sqrt{d_k}}"),
    (r"QK^\top / \operatorname{sqrt}(d)", r"QK^\top / \sqrt{d}"),
    (r"QK^\top / sqrt d_k", r"QK^\top / \sqrt{d_k}"),
    (r"s = sqrt(a)^2 b", r"s = \sqrt{a}^2 b"),
    (r"s = sqrt(\frac{1}{n} \sum_i (x_i - \mu)^2)", r"s = \sqrt{\frac{1}{n} \sum_i (x_i - \mu)^2}"),
]


@pytest.mark.parametrize(("latex", "same"), ROOTS)
def test_a_root_in_letters(latex, same):
    assert meaning(latex) == meaning(same)
    assert inputs(resolved(latex)) == inputs(resolved(same))


OTHERS = [
    (r"y = sqrt[a] b", "(sqrt(a) * b)"),
    (r"y = a sqrt b c", "(a * sqrt((b * c)))"),
]


@pytest.mark.parametrize(("latex", "wanted"), OTHERS)
def test_a_function_where_nobody_sees_what_it_ends_at(latex, wanted):
    assert meaning(latex) == wanted
