"""Written zeros: what entropies count as 0, and what is only agreed on."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import meaning, resolved

ZEROS = [
    (r"H = -\frac{4}{4}\log_2\frac{4}{4} - \frac{0}{4}\log_2\frac{0}{4}", "(-((4 / 4) * log2((4 / 4))) + -0)"),
    (r"H = 1 \times \log_2(1) + 0 \times \log_2(0)", "((1 * log2(1)) + 0)"),
    (r"y = 1 + (0.0) \log_2 \frac{0.0}{0.5}", "(1 + 0)"),
    (r"y = (0.0) \log_2 (0.5)", "(0.0 * log2(0.5))"),
    (r"y = 2 \log 0", "(2 * log(0))"),
    (r"y = 0 \log 2", "(0 * log(2))"),
    (r"y = 1 + \log 0", "(1 + log(0))"),
]


@pytest.mark.parametrize(("latex", "wanted"), ZEROS, ids=[row[0] for row in ZEROS])
def test_zero_times_the_logarithm_of_zero(latex, wanted):
    assert meaning(latex) == wanted


def test_the_limit_is_said():
    assert any("0 log 0" in str(reading) for reading in resolved(r"H = 1 \log 1 + 0 \log 0").readings)


@pytest.mark.parametrize("latex", [r"0 \log 0 = 0", r"0 \log \frac{0}{q} = 0", r"p \log \frac{p}{0} = \infty"])
def test_a_convention_by_itself_is_agreed_on(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)
