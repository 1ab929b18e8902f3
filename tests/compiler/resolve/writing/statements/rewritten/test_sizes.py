"""Sizes that are written with bars in one place and without in another."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ....dump import inputs, resolved

SIZES = [
    (r"H = -\sum_{k=1}^K \frac{|C_k|}{|D|} \log \frac{C_k}{D}", "C:K D:()"),
    (r"H = -\sum_{k=1}^K \frac{|C_k|}{|D|} \log_2 (C_k/D)", "C:K D:()"),
    (r"s(D) = -\sum_{j=1}^v \frac{|D_j|}{|D|} \log_2 \frac{|D_j|}{|D|}", "size_D:v D:()"),
    (r"s(a) = -\sum_{v=1}^V \frac{|D^v|}{|D|} \log_2 \frac{|D^v|}{|D|}", "size_D:V D:()"),
]


@pytest.mark.parametrize(("latex", "given"), SIZES)
def test_numbers(latex, given):
    assert inputs(resolved(latex)) == given


SETS = [(r"H = -\sum_{k=1}^K \frac{|C_k|}{|D|} \log \frac{|C_k|}{|D|}", "C:K×d D:()"), (r"s_k = \frac{|x_k|}{|z|} x_k", "x:n z:()")]


@pytest.mark.parametrize(("latex", "given"), SETS)
def test_sets_and_magnitudes(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize("latex", [r"G = E(S) - \sum_v \frac{|S_v|}{|S|} E(S_v)", r"G = \sum_v \frac{|S_v|}{|S|} + S"])
def test_what_a_function_takes_is_a_set(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)
