"""What stands inside resolved expressions, and expressions changed in their place."""

from __future__ import annotations

import pytest

from vault_tools.compiler import tree
from vault_tools.compiler.parts import inner, mapped, walk, weight
from vault_tools.compiler.records import record

from .trees import add, array, index, neg, num, position

A, B, C = array("A", "n"), array("B", "n"), array("C", "n")
I = index("i", "n")  # noqa: E741
CONDITION = tree.Compare(operator="<", left=position(I), right=num(2))
PARTS = (
    (A, ()),
    (neg(A), (A,)),
    (add(A, B), (A, B)),
    (tree.Where(branches=((CONDITION, A), (CONDITION, B)), otherwise=C), (CONDITION, A, CONDITION, B, C)),
    (tree.Where(branches=((CONDITION, A),), otherwise=None), (CONDITION, A)),
)


@pytest.mark.parametrize(("node", "expected"), PARTS)
def test_the_expressions_directly_inside(node, expected):
    assert tuple(inner(node)) == expected


def test_a_walk_is_in_reading_order_and_begins_with_the_node():
    whole = add(neg(A), add(B, C))
    assert walk(whole) == (whole, neg(A), A, add(B, C), B, C)


def test_the_weight_counts_what_stands_in_two_places_twice():
    node = A
    for _ in range(100):
        node = tree.Add(terms=(node, node))
    assert weight(node) == 2**101 - 1


def test_what_changes_is_changed_in_its_place():
    assert mapped(add(A, B), lambda part: C if part == A else part) == add(C, B)
    assert mapped(PARTS[3][0], lambda part: C if part == A else part).branches == ((CONDITION, C), (CONDITION, B))


@pytest.mark.parametrize("node", [node for node, _ in PARTS])
def test_where_nothing_changes_it_is_the_same_node(node):
    assert mapped(node, lambda part: part) is node


def test_only_what_stands_directly_inside_is_handed_over():
    whole = add(neg(A), B)
    assert mapped(whole, lambda part: C if part == A else part) is whole


@record(frozen=True, slots=True)
class Pair(tree.Expression):
    """A kind of node that no table has."""

    left: tree.Expression = A
    name: str = "pair"
    right: tree.Expression | None = None


def test_kinds_of_nodes_from_elsewhere_are_looked_at_too():
    assert inner(Pair(right=B)) == [A, B]
    assert inner(Pair()) == [A]
