"""Statements of the source as lines that are not too long."""

from __future__ import annotations

import pytest

from vault_tools.compiler.translate.lines import LINE, outermost, wrapped

NAMES = [f"argument_{k}" for k in range(14)]

PLACES = [
    ("a + (b + c) + d", (" + ",), [1, 11]),
    ("a[i + 1] + b", (" + ",), [8]),
    ("f(a, b), c", (", ",), [7]),
    ("a + b - c", (" + ", " - "), [1, 5]),
    ("(a + b)", (" + ",), []),
]


@pytest.mark.parametrize(("text", "signs", "expected"), PLACES)
def test_signs_outside_of_all_brackets(text, signs, expected):
    assert outermost(text, signs) == expected


def test_what_fits_a_line_stays_one():
    text = "x" * (LINE - len("y = "))
    assert wrapped("y = ", text) == [f"y = {text}"]


def test_a_sum_is_broken_before_its_signs():
    lines = wrapped("y = ", " + ".join(NAMES))
    assert (lines[0], lines[-1]) == ("y = (", ")")
    assert lines[2].startswith("    + argument_")
    assert max(map(len, lines)) <= LINE
    assert " ".join(line.strip() for line in lines[1:-1]) == " + ".join(NAMES)


def test_a_call_is_broken_between_its_arguments():
    lines = wrapped("y = ", f"f({', '.join(NAMES)})")
    assert (lines[0], lines[-1]) == ("y = f(", ")")
    assert max(map(len, lines)) <= LINE
    assert " ".join(line.strip() for line in lines[1:-1]) == ", ".join(NAMES)


def test_where_nothing_can_be_broken_it_stays_long():
    assert wrapped("y = ", "x" * 2 * LINE) == [f"y = {'x' * 2 * LINE}"]
