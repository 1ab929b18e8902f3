"""Walking resolved trees: no part of a node is passed over, and nothing else is one. A definition never has the name of an input."""

from __future__ import annotations

from fractions import Fraction

import pytest

from vault_tools.compiler import tree
from vault_tools.compiler.parts import inner

from .dump import inputs, resolved, show

A, B, C = (tree.Input(name=name) for name in "abc")
STEP = tree.Index("t", tree.Dim.of("n"))
NODES = [
    (tree.Number(value=Fraction(2)), []),
    (tree.Add(terms=(A, B, C)), [A, B, C]),
    (tree.MatMul(left=A, right=B), [A, B]),
    (tree.MatrixPower(base=A, exponent=Fraction(-1)), [A]),
    (tree.Where(branches=((A, B),), otherwise=None), [A, B]),
    (tree.Where(branches=((A, B),), otherwise=C), [A, B, C]),
    (tree.Element(array=A, at=(tree.Position(index=STEP),)), [A, tree.Position(index=STEP)]),
    (tree.Reduce(operator="sum", index=STEP, body=A, where=None), [A]),
    (tree.Reduce(operator="sum", index=STEP, body=A, where=B), [A, B]),
    (tree.Recur(index=STEP, starts=(None, A), bodies=(B, C), result=0, names=("h", "c")), [A, B, C]),
]


@pytest.mark.parametrize(("node", "parts"), NODES, ids=[type(node).__name__ for node, _ in NODES])
def test_the_expressions_directly_inside_a_node(node, parts):
    assert inner(node) == parts


def test_a_definition_beside_an_input_of_its_letter_gets_a_name_of_its_own():
    program = resolved(r"s_{ij} = x_i^\top x_{ij}", (r"x_i = W z_i",))
    assert {binding.name for binding in program.bindings}.isdisjoint(parameter.name for parameter in program.inputs)
    assert show(program).endswith("(x_2[i] @ x[i,j])")


@pytest.mark.parametrize(
    ("latex", "first"),
    [
        (r"\text{head}_i = \mathrm{softmax}(Q W_i^Q (K W_i^K)^\top) V W_i^V", "h"),
        (r"S = W_Q W_K^\top", "n"),
        (r"\text{head}_i = \mathrm{softmax}(X W_i^Q (X W^K)^\top) X W^V", "m"),
        (r"S = X W_Q", "d"),
    ],
)
def test_one_matrix_for_each_head_counts_the_heads(latex, first):
    (shape,) = (parameter.shape for parameter in resolved(latex).inputs if parameter.name == "W_Q")
    assert shape[0].plain == first


TOGETHER = [
    (r"y_i = \sum_{j=1}^{n+m} \alpha_{ij} h_j", (), "alpha:n×n_plus_m h:n_plus_m×d"),
    (r"y = \frac{1}{n+m} \sum_{j=1}^{n+m} h_j", (), "h:n_plus_m"),
    (r"y_p = \sum_{q=1}^{HW} a_{pq} v_q", (), "a:n×H_W v:H_W×d"),
    (r"c = \sum_{j=1}^{2n + 2m} \alpha_j h_j", (), "alpha:2*n_plus_m h:2*n_plus_m"),
    (r"c = n \sum_{j=1}^{n+m} \alpha_j h_j", (), "alpha:m + n h:m + n m:()"),
    (r"c = \sum_{j=1}^{n+m} \alpha_j h_j", ("n = 2, m = 1",), "alpha:m + n h:m + n m:()"),
    (r"c = \sum_{i=1}^{n} a_i \sum_{j=1}^{nm} h_j", (), "a:n h:m*n"),
]


@pytest.mark.parametrize(("latex", "context", "given"), TOGETHER)
def test_sizes_that_only_stand_together_are_one(latex, context, given):
    assert inputs(resolved(latex, context)) == given
