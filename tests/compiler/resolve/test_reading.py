"""A display in its context: each statement is read once, whether it is asked for by itself or with all others."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.compiler.resolve import Context, Reading, resolve
from vault_tools.compiler.syntax import parse
from vault_tools.errors import NothingToCompute

from .dump import vocabulary

ROWS = r"\begin{aligned} Q &= X W_Q \\ K &= X W_K \\ S &= Q K^\top \end{aligned}"


def reading(latex):
    return Reading(parse(latex), Context.read(), vocabulary())


def test_the_chosen_statement_is_one_of_all():
    display = reading(ROWS)
    chosen = display.chosen()
    assert chosen.name == "S"
    assert [resolution.program is chosen for resolution in display.statements()] == [False, False, True]


def test_a_target_is_chosen_by_name():
    assert reading(ROWS).chosen("K").name == "K"


def test_the_order_of_asking_changes_nothing():
    first, last = reading(ROWS), reading(ROWS)
    all_of_last = last.statements()
    assert (first.chosen(), first.statements()) == (last.chosen(), all_of_last)
    assert first.chosen() == resolve(parse(ROWS), Context.read(), vocabulary())


def test_what_cannot_be_computed_is_refused_each_time():
    display = reading(r"f(x)")
    for _ in range(2):
        with pytest.raises(NothingToCompute):
            display.chosen()
    assert [type(resolution.error) for resolution in display.statements()] == [NothingToCompute]


def test_words_that_words_are_computed_from():
    assert set(compile_formula(r"\text{output size} = \text{input size} - \text{kernel size} + 1").inputs) == {"input_size", "kernel_size"}
    with pytest.raises(NothingToCompute):
        compile_formula(r"y = \text{the input of the layer}")
