"""Brackets around a whole equation are the marks of its display; others stay brackets."""

from __future__ import annotations

import pytest

from tests.compiler.resolve.dump import resolved, show
from vault_tools.compiler.lexing.lost_displays import LOST
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.syntax import parse

DISPLAYS = [
    (r"[ y = 2x + b ]", r"y = 2x + b"),
    (r"[ y = 2x + b ].", r"y = 2x + b"),
    (r"[ a = x + y, \quad b = 2a ]", r"a = x + y, \quad b = 2a"),
    (r"[ a = x + y \\ b = 2a ]", r"a = x + y \\ b = 2a"),
    ("[\ny = Wx + b\nz = 2y\n]", r"y = Wx + b \\ z = 2y"),
    (r"[ y = [1, 2] + [3, 4] ]", r"y = [1, 2] + [3, 4]"),
    (r"\\[ y = 2x \\]", r"y = 2x"),
]


@pytest.mark.parametrize(("written", "usual"), DISPLAYS)
def test_the_inside_is_read(written, usual):
    display = parse(written)
    assert key(display.rows) == key(parse(usual).rows)
    assert display.environment == LOST


BRACKETS = [r"[x = y] + 1", r"s = [x = y]", r"[i > j]", r"[a, b] = [c, d]", r"[a] = [b]", r"[ Q K^T ]", r"[i = j][k = l]"]


@pytest.mark.parametrize("latex", BRACKETS)
def test_brackets_inside_an_expression_stay(latex):
    assert parse(latex).environment == ""


def test_the_reading_is_said():
    program = resolved(r"[ y = 2x + b ]")
    assert (program.name, show(program)) == ("y", "((2 * x) + b)")
    assert "reading.lost_display" in [reading.key for reading in program.readings]
