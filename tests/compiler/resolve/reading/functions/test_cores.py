"""Functions of vectors and matrices: over which axis or index their core runs."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

CORES = [
    (r"\mathrm{softmax}(A)", "softmax(A)"),
    (r"\mathrm{softmax}_{col}(A)", "softmax(A down)"),
    (r"\mathrm{softmax}_j(x_j)", "[j<n] softmax(x[j] along j)"),
    (r"\mathrm{tr}(A)", "trace(A)"),
    (r"\mathrm{diag}(x)", "diag(x)"),
    (r"\mathrm{diag}(A)", "diagonal(A)"),
]


@pytest.mark.parametrize(("latex", "wanted"), CORES)
def test_cores(latex, wanted):
    assert meaning(latex) == wanted


NO_AXIS_OF_THAT_NAME = [
    (r"\mathrm{softmax}_{foo}(A)", "unsupported.function_script"),
]


@pytest.mark.parametrize(("latex", "key"), NO_AXIS_OF_THAT_NAME)
def test_no_axis_of_that_name(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key
