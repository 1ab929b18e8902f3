"""A prime behind a known function is its derivative."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import meaning, resolved

DERIVATIVES = [
    (r"d = e \odot \sigma'(z)", "(e * sigmoid(z) * (1 + -sigmoid(z)))"),
    (r"d = \tanh'(z)", "(1 + -tanh(z)**2)"),
    (r"d = \text{ReLU}'(z)", "(z > 0)"),
    (r"d = \cos'(z)", "-sin(z)"),
]


@pytest.mark.parametrize(("latex", "wanted"), DERIVATIVES, ids=[row[0] for row in DERIVATIVES])
def test_derivatives(latex, wanted):
    assert meaning(latex) == wanted


def test_what_the_note_says_comes_first():
    assert meaning(r"g = \sigma'(z)", [r"\sigma'(z) = z + 1"]) == "(z + 1)"


def test_the_symbol_may_mean_another_function():
    """A note that writes out what sigma is means that."""
    assert meaning(r"g = \sigma'(z)", [r"\sigma(z) = \frac{1}{1 + e^{-z}}"]) == "(sigmoid(z) * (1 + -sigmoid(z)))"
    with pytest.raises(UnsupportedError):
        resolved(r"g = \sigma'(z)", [r"\sigma(z) = z"])


@pytest.mark.parametrize("latex", [r"y = \text{softmax}'(z)", r"y = \sigma''(z)", r"y = \sigma_2'(z)", r"y = f'(z)"])
def test_other_derivatives_are_refused(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)
