"""Questions about syntax nodes: everything of one kind inside, itself included."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, walk, with_parts
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import BigOperator, Letters, Number, Relation, Scripted, Sum


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


@pytest.mark.parametrize("latex", ["x", r"\frac{a_i}{b} + \sqrt{a_j}", r"\begin{bmatrix} a & b_1 \\ c & d \end{bmatrix}", r"f(x) = -2!"])
def test_a_tree_that_is_not_changed_stays_the_same_object(latex):
    display = parse(latex)
    assert rebuilt(display, lambda node: node) is display
    assert with_parts(display, lambda node: node) is display


def test_parts_are_those_directly_inside():
    (row,) = parse(r"a - b_1 + \sum_i (a + c)").rows
    changed = with_parts(row, lambda node: Letters(node.span, "z") if isinstance(node, Letters) else node)
    assert isinstance(changed, Sum)
    assert [sign for sign, _ in changed.terms] == ["+", "-", "+"]
    assert [[letters.text for letters in every(Letters, term)] for _, term in changed.terms] == [["z"], ["b"], ["i", "a", "c"]]
