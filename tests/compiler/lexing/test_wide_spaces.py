r"""Spaces of half a `\quad` part statements before a relation of its own, and are only room elsewhere."""

from __future__ import annotations

import pytest

from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Relation, Sequence

PARTING = [
    r"y_i = a_i + 1\ \ \ \ i = 1",
    r"a = b\;\;\; c = d",
    r"h = \frac{a}{b}\ \ \ x \in X",
    r"q = W x \; \; k = U x",
    r"q = W x \, \, \, k_1 = U x",
    r"q = W x ~~~ \hat{k} = U x",
    r"q = W x \;\ \, \alpha = U x",
    r"q = \lfloor x \rfloor \; \; k = U x",
    r"q = \left\lfloor x \right\rfloor \; \; k = U x",
    r"q = |x| \; \; k = U x",
    r"c = \sum_{n=1}^{N} {a_n x_n} \; \; \text{loss} = U x",
    r"q = W \alpha \: \: \: \mathbf{k} = U x",
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
    r"y = a\,b = 3",
    r"y = a\;b = 3",
    r"y = a~b = 3",
    r"y = \sum_{i}^{n} \;\; x_i = 3",
    r"y = \log \;\; x = 3",
    r"y = a \enspace k = 3",
    r"y = a \;\; 2 = 3",
    r"y = a \;\; \infty = 3",
    r"y = a + \;\; k = 3",
    r"y = a \times \;\; k = 3",
    r"y = \sqrt \;\; k = 3",
    r"y = \left( \;\; k = 3 \right)",
    r"y = f(\;\; k = 3)",
    r"y = W x \;\; f(a = b)",
    r"y = (a \;\; b)(c = d)",
    r"y = a \;\; \text{in} c",
    r"\;\; y = 3",
    r"y = \sum_{i} \;\; x_i = 3",
    r"y = \max_{i \in \{1, 2\}} \;\; x_i = 3",
    r"y = 3 \;\;",
]


CLAUSES = [
    (r"a = b \;\; c, d = 3", 2),
    (r"a = b \;\; c \quad d = 3", 2),
    (r"a = b \;\; c = 2, d = 3", 3),
    (r"y = x_{2} \;\; k = U x", 2),
    (r"y = \max(a, b) \;\; k = U x", 2),
    (r"y = b^{n} \;\; k = U x", 2),
]


@pytest.mark.parametrize(("latex", "count"), CLAUSES)
def test_a_clause_ends_before_the_next_one(latex, count):
    row = parse(latex).rows[0]
    assert isinstance(row, Sequence)
    assert len(row.items) == count


@pytest.mark.parametrize("latex", ROOM)
def test_room(latex):
    assert isinstance(parse(latex).rows[0], Relation)
