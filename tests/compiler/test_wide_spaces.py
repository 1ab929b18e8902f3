r"""Three spaces and more are as wide as a `\quad` before a relation of its own, and only room elsewhere."""

from __future__ import annotations

import pytest

from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Relation, Sequence

PARTING = [
    r"y_i = a_i + 1\ \ \ \ i = 1",
    r"a = b\;\;\; c = d",
    r"h = \frac{a}{b}\ \ \ x \in X",
]


@pytest.mark.parametrize("latex", PARTING)
def test_a_clause_behind(latex):
    row = parse(latex).rows[0]
    assert isinstance(row, Sequence)
    assert [type(item) for item in row.items] == [Relation, Relation]


ROOM = [
    r"a = b\ \ c",
    r"A = B\ \ \ C",
    r"a\ \ \ =\ \ \ b + c",
    r"a = (b\ \ \ + \ \ \ c)",
    r"y = \sum_i \ \ \ x_i",
    r"\{ x\ \ \ y \} = z",
]


@pytest.mark.parametrize("latex", ROOM)
def test_room(latex):
    assert isinstance(parse(latex).rows[0], Relation)
