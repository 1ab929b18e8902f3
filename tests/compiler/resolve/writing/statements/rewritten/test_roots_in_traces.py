"""The root of a product of matrices in a trace is no root of its entries."""

from __future__ import annotations

import pytest

from ....dump import meaning

ROOTS = [
    (r"d = \text{Tr}(A + B - 2\sqrt{A B})", r"d = \text{Tr}(A + B - 2(A B)^{1/2})"),
    (r"d = \operatorname{tr}(C_r + C_g - 2\sqrt{C_r C_g})", r"d = \operatorname{tr}(C_r + C_g - 2(C_r C_g)^{1/2})"),
]


@pytest.mark.parametrize(("latex", "same"), ROOTS)
def test_a_root_of_matrices(latex, same):
    assert meaning(latex) == meaning(same)


NUMBERS = [(r"d = \sqrt{\text{tr}(A B)}", "trace((A @ B))**1/2"), (r"d = \text{tr}(A \sqrt{ab})", "trace((A * (a * b)**1/2))")]


@pytest.mark.parametrize(("latex", "wanted"), NUMBERS)
def test_a_root_of_numbers(latex, wanted):
    assert meaning(latex) == wanted
