"""Words that only the families know: found by the name on the left of a family's formula, with so many parameters."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.reading.functions.usual import usual, usual_statements
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import NothingToCompute, UnsupportedError
from vault_tools.handlers import builtin

from ...dump import meaning

VOCABULARY = Vocabulary.of(builtin())


@pytest.mark.parametrize(("name", "count"), [("Attention", 3), ("attn", 3), ("MultiHead", 3), ("FFN", 1)])
def test_found_by_name(name, count):
    found = usual(VOCABULARY, name, count)
    assert found is not None
    assert len(found.entry.head.parameters) == count


@pytest.mark.parametrize(("name", "count"), [("Attention", 7), ("Foo", 1), ("atten", 3), ("x", 1)])
def test_left_alone(name, count):
    assert usual(VOCABULARY, name, count) is None


def test_every_head_is_found():
    formulas = [latex for family in VOCABULARY.families for latex in (family.formula, *family.also)]
    heads = {(e.head.base, len(e.head.parameters)) for latex in formulas for e in usual_statements(latex) if e.head.is_function}
    named = {(name, count) for name, count in heads if name and count}
    assert named
    assert all(usual(VOCABULARY, name, count) is not None for name, count in named)


@pytest.mark.parametrize(("name", "count"), [("Attention", 3), ("O", 1), ("P", 2)])
def test_only_formulas_with_the_name_are_parsed(name, count):
    usual_statements.cache_clear()
    usual(VOCABULARY, name, count)
    assert usual_statements.cache_info().currsize < len(VOCABULARY.families) / 4


WEIGHTS_MENTIONED = [
    (r"\mathrm{FFN}(X; \theta)", r"\mathrm{FFN}(X)"),
    (r"\mathrm{Attention}(Q, K, V; \omega)", r"\mathrm{Attention}(Q, K, V)"),
]


@pytest.mark.parametrize(("latex", "without"), WEIGHTS_MENTIONED)
def test_weights_behind_a_semicolon_are_only_mentioned(latex, without):
    assert meaning(latex) == meaning(without)


@pytest.mark.parametrize("latex", [r"\mathrm{FFN}(x, \theta)", r"\mathrm{Attention}(Q, K, V; M)"])
def test_another_argument_is_no_mention(latex):
    with pytest.raises((UnsupportedError, NothingToCompute)):
        meaning(latex)


@pytest.mark.parametrize("latex", [r"\sigma(\mathrm{Conv}_{7 \times 7}(X))", r"\mathrm{AvgPool}_{2 \times 2}(X)"])
def test_a_window_of_two_sizes_is_no_one_size(latex):
    with pytest.raises(UnsupportedError):
        meaning(latex)
