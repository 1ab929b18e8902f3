"""One note prepared for judging: what its formulas may look up in the others."""

from __future__ import annotations

import pytest

from vault_tools.compiler import tree
from vault_tools.errors import LatexSyntaxError, NothingToCompute

ABOVE_AND_BELOW = "$a = 1$\n\n$y = a + b$\n\n$b = 2$\n\n$a = 3$"


def test_a_number_is_the_nearest_above_else_the_nearest_below(scope):
    assert scope(ABOVE_AND_BELOW).stated_numbers(1) == {"a": 1, "b": 2}
    assert scope(ABOVE_AND_BELOW).stated_numbers(3)["a"] == 1


def test_the_numbers_asked_for_before_are_not_taken_for_another_formula(scope):
    note = scope("$a = 1$\n\n$y = 2a$\n\n$a = 5$\n\n$z = 3a$")
    assert [note.stated_numbers(position)["a"] for position in (1, 3, 1)] == [1, 5, 1]


def test_what_a_definition_is_made_of_is_looked_up_too(scope):
    note = scope("$w = 2$\n\n$x = 3$\n\n$q = w x$\n\n$y = q + 1$")
    assert note.given(3).numbers == {"w": 2, "x": 3}


def test_a_definition_of_what_is_not_given_gives_nothing(scope):
    note = scope("$w = 2$\n\n$q = w x$\n\n$y = q + 1$")
    assert "q" not in note.given(2).numbers


def test_whole_numbers_are_sizes(scope):
    assert scope("$d_k = 64$ and $p = 0.5$").stated_sizes == {"d_k": 64}


@pytest.mark.parametrize(("latex", "kind"), [("y = 2x", tree.Program), (r"y = \frac{2", LatexSyntaxError), (r"Q, K", NothingToCompute)])
def test_a_statement_is_a_program_or_says_why_there_is_none(scope, latex, kind):
    note = scope(f"$$\n{latex}\n$$")
    assert [type(found) for found in note.statements(0)] == [kind]
    assert (note.program(0) is not None) is (kind is tree.Program)


def test_statements_are_resolved_once(scope):
    note = scope(ABOVE_AND_BELOW)
    assert note.statements(1) is note.statements(1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"$S = \mathrm{softmax}(\frac{QK^\top}{\sqrt{d_k}}) V$", True),
        (r"$A = \mathrm{Attention}(Q, K$", True),  # broken, and names what only attention has
        (r"$A = \mathrm{concat}(Q, K$", False),
        (r"$y = 2x$", False),
    ],
)
def test_what_a_note_is_about(scope, text, expected):
    assert scope(text).is_about_attention is expected


def test_a_result_in_the_middle_of_a_chain_is_stated(scope):
    note = scope("$a = 2$\n\n$b = 3a = 6$\n\n$c = b + 1 = 7$")
    assert 6 in note.given(2).results
