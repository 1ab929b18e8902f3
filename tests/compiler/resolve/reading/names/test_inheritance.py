"""Functions whose bodies use their parameters through other definitions."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

THE_SAME_LETTER = [
    ("f(x)", (r"f(x) = \sigma(h)", "h = W x + b"), "h = ((W @ x) + b)\nsigmoid(h)"),
    ("g(z)", ("g(x) = x + c", "c = 2"), "(z + c)"),
    ("f(z)", (r"f(x) = \sigma(h) + x", "h = W x + b"), "h = ((W @ z) + b)\n(sigmoid(h) + z)"),
    ("f(z)", (r"f(x) = \sigma(g) + x", "g = 2 h", "h = W x + b"), "h = ((W @ z) + b)\ng = (2 * h)\n(sigmoid(g) + z)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), THE_SAME_LETTER)
def test_the_same_letter(latex, context, wanted):
    assert meaning(latex, context) == wanted


ANOTHER_LETTER = [
    ("f(z)", (r"f(x) = \sigma(h)", "h = W x + b"), "unsupported.unused_parameter"),
]


@pytest.mark.parametrize(("latex", "context", "key"), ANOTHER_LETTER)
def test_another_letter(latex, context, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, context)
    assert refused.value.message.key == key
