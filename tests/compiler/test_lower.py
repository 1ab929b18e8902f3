"""The SymPy expression keeps what the note says: its nodes, its order, its numbers."""

from __future__ import annotations

import pytest
import sympy
from sympy import Add, Indexed, MatAdd, MatMul, MatrixSymbol, Mul, Pow, Sum, Symbol, Transpose
from sympy.printing.str import StrPrinter

from vault_tools.compiler import algebra
from vault_tools.compiler.lower import dimension, lower
from vault_tools.compiler.tree import Binding, Dim

from .trees import add, array, at, div, e_to, exp, index, local, matmul, mul, num, power, program, size, softmax, sqrt, t, total

Q, K, V = array("Q", "n", "d_k"), array("K", "m", "d_k"), array("V", "m", "d_v")
a, b, x = array("a"), array("b"), array("x", "n")
i, j = index("i", "n"), index("j", "m")


@pytest.mark.parametrize(
    ("expression", "node"),
    [
        (a, Symbol),
        (Q, MatrixSymbol),
        (x, algebra.ArraySymbol),
        (matmul(Q, t(K)), MatMul),
        (t(Q), Transpose),
        (add(Q, Q), MatAdd),
        (add(Q, a), algebra.AsMatrix),
        (add(x, a), algebra.ArrayAdd),
        (mul(a, Q), MatMul),
        (mul(Q, Q), sympy.HadamardProduct),
        (mul(a, b), Mul),
        (div(a, b), Mul),
        (power(a, 2), Pow),
        (matmul(Q, array("w", "d_k")), algebra.ArrayProduct),
        (at(x, i), Indexed),
        (at(Q, i), algebra.Element),
        (total(i, at(x, i)), Sum),
        (total(i, at(Q, i)), algebra.Reduction),
        (softmax(Q), algebra.AsMatrix),
        (softmax(x), algebra.Call),
        (e_to(a), sympy.exp),
        (exp(a), sympy.exp),
    ],
    ids=str,
)
def test_each_kind_of_value_has_its_node(expression, node):
    assert type(lower(program(expression))) is node


def test_the_order_of_the_note_is_kept():
    terms = [array(name) for name in "zaxbyc"]
    lowered = lower(program(add(*terms)))
    assert isinstance(lowered, Add)
    assert [term.name for term in lowered.args] == list("zaxbyc")


def test_nothing_is_evaluated():
    assert lower(program(add(num(1), num(1)))).args == (1, 1)
    assert lower(program(power(a, 1))).args == (Symbol("a"), 1)
    assert lower(program(mul(num(0), a))).args == (0, Symbol("a"))


def test_attention_reads_as_attention():
    scores = div(matmul(Q, t(K)), sqrt(size("d_k")))
    assert str(lower(program(matmul(softmax(scores), V)))) == "softmax((Q*K.T)*1/(sqrt(d_k)))*V"


def test_names_that_mean_something_to_sympy_are_only_names():
    names = ("I", "E", "S", "N", "Q", "beta", "pi")
    assert lower(program(add(*map(array, names)))).args == tuple(map(Symbol, names))


def test_definitions_come_with_the_result():
    alpha = Binding("alpha", (i, j), exp(at(array("e", "n", "m"), i, j)))
    lowered = lower(program(total(j, at(local("alpha", "n", "m"), i, j)), indices=[i], bindings=[alpha]))
    assert isinstance(lowered, algebra.Let)
    assert [str(definition.args[0]) for definition in lowered.definitions] == ["alpha"]
    assert isinstance(lowered.result, Sum)


@pytest.mark.parametrize(
    ("dim", "text"),
    [
        (Dim.of(4), "4"),
        (Dim.of("n"), "n"),
        (Dim.of("n") - Dim.of("w") + Dim.of(1), "n - w + 1"),
        (Dim.of("h") * Dim.of("d_v"), "d_v*h"),
        (Dim.of(0), "0"),
    ],
)
def test_sizes_are_polynomials(dim, text):
    assert str(dimension(dim)) == text


def test_a_computed_array_is_cut_where_its_index_ends_before_it():
    weights = softmax(x)
    assert isinstance(lower(program(at(weights, index("i", Dim.of("n") - Dim.of(1))))).args[0], algebra.Slice)
    assert not isinstance(lower(program(at(weights, i))).args[0], algebra.Slice)


def test_no_node_bears_a_name_that_sympy_prints_its_own_way():
    own = [kind for kind in vars(algebra).values() if isinstance(kind, type) and kind.__module__ == algebra.__name__]
    printed = {kind.__name__ for kind in own if hasattr(StrPrinter, f"_print_{kind.__name__}") and "_sympystr" not in vars(kind)}
    assert printed == set()
