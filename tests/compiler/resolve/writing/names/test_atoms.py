"""Symbols where they stand, with runs of letters split."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.names.atoms import lone_words, quantities
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin

from ...dump import meaning

RUNS = [
    (r"Q K^\top", "(Q @ K')"),
    (r"\mathrm{softmax}(QK^\top)V", "(softmax((Q @ K')) @ V)"),
    ("a b (c + d)", "(a * b * (c + d))"),
    (r"2 \sigma x", "(2 * sigma * x)"),
]


@pytest.mark.parametrize(("latex", "wanted"), RUNS)
def test_runs(latex, wanted):
    assert meaning(latex) == wanted


LONE = [
    (r"\mathrm{softmax}(QK^T)V", set()),
    (r"\mathrm{softmax}_j(x) \log y", set()),
    ("y softmax(x)", set()),
    (r"x\, \mathrm{norm}", {"norm"}),
    (r"\frac{x}{norm} + norm(y)", {"norm"}),
    (r"\mathrm{softmax}(\mathbf{norm})", {"norm"}),
    (r"x + \mathrm{softmax}", {"softmax"}),
]


@pytest.mark.parametrize(("latex", "wanted"), LONE, ids=[row[0] for row in LONE])
def test_words_without_an_argument(latex, wanted):
    side, words = parse(latex).rows[0], Words(Vocabulary.of(builtin()))
    assert lone_words(side, words) == wanted
    assert {name for name in quantities(side, words) if words.is_function(name)} <= wanted
