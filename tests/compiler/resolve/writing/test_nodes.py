"""Questions about syntax nodes: everything of one kind inside, itself included."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.nodes import every, walk
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import BigOperator, Letters, Number, Relation, Scripted


@pytest.mark.parametrize(
    ("latex", "kind", "count"),
    [
        ("x", Letters, 1),
        ("x", Scripted, 0),
        ("x_1 + y_{z_2}", Scripted, 3),
        ("x_1 + y_{z_2}", Number, 2),
        (r"\sum_{i=1}^n \sum_j a_{ij} = 0", BigOperator, 2),
        (r"\sum_{i=1}^n \sum_j a_{ij} = 0", Relation, 2),
    ],
)
def test_every(latex, kind, count):
    assert len(every(kind, parse(latex))) == count


@pytest.mark.parametrize("latex", ["x", r"\frac{a_i}{b} + \sqrt{a_j}", r"\begin{bmatrix} a & b_1 \\ c & d \end{bmatrix}"])
def test_every_is_a_part_of_walk_in_its_order(latex):
    display = parse(latex)
    for kind in {type(node) for node in walk(display)}:
        assert every(kind, display) == tuple(node for node in walk(display) if type(node) is kind)


def test_a_node_is_one_of_its_kind():
    (row,) = parse("x").rows
    assert (every(Letters, row), every(Number, row)) == ((row,), ())
