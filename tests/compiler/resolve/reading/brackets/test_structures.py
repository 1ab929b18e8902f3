"""Ones and zeros with the sizes that are written below them, and functions with a number below their name."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import NothingToCompute

from ...dump import inputs, meaning, resolved, show

ONES = [
    (r"s = \mathbf{1}^\top x", "(full(1) @ x)"),
    (r"s = \mathbf{1}_n^\top x", "(full(1) @ x)"),
    (r"D = \text{diag}(K \mathbf{1}_L)", "diag((K @ full(1)))"),
    (r"Y = X + \mathbf{1}_{n \times d}", "(X + full(1))"),
    (r"u = \mathbf{1}^\top X \mathbf{1}", "((full(1) @ X) @ full(1))"),
]


@pytest.mark.parametrize(("latex", "wanted"), ONES, ids=[row[0] for row in ONES])
def test_ones(latex, wanted):
    assert meaning(latex) == wanted


NUMBERS_OF_FUNCTIONS = [
    (r"y = \mathrm{top}_k(x)", "x:n k:()", "top_k(x, k)"),
    (r"Y = \mathrm{TopK}(S, 2)", "S:n×d", "top_k(S, 2)"),
    (r"p = \mathrm{softmax}(\mathrm{top}_k(S))", "S:n×d k:()", "softmax(top_k(S, k))"),
]


@pytest.mark.parametrize(("latex", "given", "wanted"), NUMBERS_OF_FUNCTIONS)
def test_a_number_below_the_name_of_a_function_is_its_last_argument(latex, given, wanted):
    program = resolved(latex)
    assert inputs(program) == given
    assert show(program) == wanted


SIGNS = [
    ("a positive part", r"[1 - z]_+", None, "relu((1 + -z))"),
    ("its power", r"(z)_+^2", None, "relu(z)**2"),
    ("a label", r"z_+ + 1", None, "(z_plus + 1)"),
    ("a relation behind I", r"\sum_i I(y_i = k)", None, "sum(i<n: where((y[i] == k): 1; else 0))"),
    ("a relation behind 1", r"\sum_i 1(y_i \ne k)", None, "sum(i<n: where((y[i] != k): 1; else 0))"),
    ("the identity before a bracket", r"I(A + B)", None, "(I @ (A + B))"),
    ("a mean of products", r"\mathbb{E}[XY]", {"X": (5,), "Y": (5,)}, "mean((X * Y))"),
    ("a mean of a product of matrices", r"\mathbb{E}[X^\top w]", {"X": (3, 5), "w": (3,)}, "mean((X' @ w))"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "wanted"), SIGNS, ids=[row[0] for row in SIGNS])
def test_signs_that_choose_and_count(why, latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


ROWS = [
    ("numbered below", r"Z = [x_c; x_1 E; x_2 E; \dots; x_N E] + P", "x_c:d x:N×k E:k×d P:N + 1×d"),
    ("numbered above", r"Z = [x_c; x_p^1 E; x_p^2 E; \dots; x_p^N E] + P", "x_c:d x_p:N×k E:k×d P:N + 1×d"),
]


@pytest.mark.parametrize(("latex", "given"), [pytest.param(*case, id=why) for why, *case in ROWS])
def test_rows_of_a_list_may_stand_below_another_row(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize("latex", [r"z = [c; x_1; x_2; \dots; x_N]", r"z = [c, x_1 E, \dots, x_N E]", r"z = [c; x_1 E; \dots; y_N E]"])
def test_other_lists_behind_an_item_say_only_what_is_in_them(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


def test_flatten_puts_the_rows_one_behind_the_other():
    found = compile_formula(r"y = \text{Flatten}(X)", shapes={"X": (2, 3, 4)})
    array = np.arange(24.0).reshape(2, 3, 4)
    np.testing.assert_array_equal(found(X=array), array.ravel())


def test_a_vector_is_flat():
    program = resolved(r"y = \text{Flatten}(x)", shapes={"x": (3,)})
    assert (show(program), program.readings) == ("x", ())
