"""The real part of a Fourier transform; a transform without it has complex values."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError, NothingToCompute

from ...dump import meaning, resolved

REAL_PARTS = [
    (r"\Re(\mathcal{F}(x))", "real_fourier(x)"),
    (r"\Re(\mathcal{F}_{seq}(\mathcal{F}_{h}(x)))", "real_fourier_plane(x)"),
    (r"\mathfrak{R}(\mathcal{F}_{seq}(\mathcal{F}_{h}(x)))", "real_fourier_plane(x)"),
    (r"\mathcal{R}(\mathcal{F}(x))", "real_fourier(x)"),
]


@pytest.mark.parametrize(("latex", "wanted"), REAL_PARTS)
def test_real_parts(latex, wanted):
    assert meaning(latex) == wanted


AN_ARRAY_WITHOUT_A_TRANSFORM_OF_EACH_AXIS = [
    (r"\mathrm{Re}(\mathcal{F}(X))", "unsupported.real_part"),
]


@pytest.mark.parametrize(("latex", "key"), AN_ARRAY_WITHOUT_A_TRANSFORM_OF_EACH_AXIS)
def test_an_array_without_a_transform_of_each_axis(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key


@pytest.mark.parametrize("latex", [r"y = \mathcal{R}(x)", r"y = \mathfrak{R}(z)", r"y = R(\mathcal{F}(x))"])
def test_another_r_is_an_unknown_function(latex):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == "unsupported.unknown_function"


COMPLEX_VALUES = [
    r"\mathcal{F}(x)",
]


@pytest.mark.parametrize("latex", COMPLEX_VALUES)
def test_complex_values(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)
