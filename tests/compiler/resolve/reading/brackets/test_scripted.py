"""Brackets with scripts: entries, transposes, powers and inverses of what they hold."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

SCRIPTS = [
    ("(AB)^T", "(A @ B)'"),
    ("C_{ij} = (A B)_{ij}", "[i<n,j<k] (A @ B)[i,j]"),
    ("y_i = (A x)_i + b_i", "[i<n] ((A @ x)[i] + b[i])"),
    ("(A + B)^2", "power((A + B), 2)"),
    ("(x + y)^2", "(x + y)**2"),
    ("(AB)^{-1}", "power((A @ B), -1)"),
    ("2^T", "2**T"),
    ("y = x (1 + 0.05)^T", "(x * (1 + 0.05)**T)"),
    (r"y = 2^\top", "2"),
    (r"y = (1 - a)^T b", "((1 + -a) @ b)"),
    ("(x - 1)_+", "relu((x + -1))"),
    (r"y = (x_1, x_2)^\top", "[x_1, x_2]"),
    (r"\text{softmax}([2, 1])_1", "softmax([2, 1])[0]"),
    (r"(2 [3, 4])_2", "(2 * [3, 4])[1]"),
    (r"L = -\log \mathrm{softmax}(z)_y", "-log(softmax(z)[(y + -1)])"),
    (r"L = -\log [\mathrm{softmax}(Wx + b)]_c", "-log(softmax(((W @ x) + b)))[(c + -1)]"),
]


@pytest.mark.parametrize(("latex", "wanted"), SCRIPTS)
def test_scripts(latex, wanted):
    assert meaning(latex) == wanted


ENTRIES_THAT_NOTHING_COUNTS = [
    ("y = (A x)_i", "unsupported.bracket_script"),
    (r"\sqrt{x}_i", "unsupported.bracket_script"),
    (r"\text{softmax}([2, 1])_3", "unsupported.bracket_script"),
    (r"\text{softmax}([2, 1])_0", "unsupported.bracket_script"),
    (r"\text{softmax}(z)_2", "unsupported.bracket_script"),
    (r"-\log \mathrm{softmax}(z)_x", "unsupported.bracket_script"),
    (r"-\log \mathrm{softmax}(z)_{\text{true}}", "unsupported.bracket_script"),
    (r"y = 2, \quad L = -\log \mathrm{softmax}(z)_y", "unsupported.entry_as_place"),
]


@pytest.mark.parametrize(("latex", "key"), ENTRIES_THAT_NOTHING_COUNTS)
def test_entries_that_nothing_counts(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key


def test_the_precision_below_a_bracket_changes_nothing():
    assert meaning(r"S = \tanh\left(\frac{QK^T}{c}\right)_{\text{float32}}") == meaning(r"S = \tanh\left(\frac{QK^T}{c}\right)")
