r"""Arrays that a number tells apart: `R_m` of the note at other numbers, at indices and at their differences."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.errors import UnsupportedError

from ...dump import inputs, resolved

TURN = r"R_m = \begin{pmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{pmatrix}"
MEMBERS = [
    ("two numbers and their difference", r"(R_m q)^\top (R_n k) = q^\top R_{n-m} k", TURN, "m:() theta:() q:2 n:() k:2"),
    ("positions", r"\tilde{q}_m = R_m q_m", TURN, "theta:() q:n×2"),
    ("differences of positions", r"s_{mn} = q_m^\top R_{n-m} k_n", TURN, "q:n×2 theta:() k:m×2"),
    ("a power", r"y = \sum_{i=1}^{n} g_i x_i", r"g_k = \lambda^k", "lambda_:() x:n"),
    ("its own letter with a range", r"y = g_k x", r"g_k = \lambda^k, \; k = 1, \dots, n", "lambda_:() k:() x:()"),
    ("entries with a range", r"y = \sum_i g_i x_i", r"g_k = 2 c_k, \; k = 1, \dots, n", "c:n x:n"),
    ("its own letter", r"y = g_k x", r"g_k = \lambda^k", "lambda_:() k:() x:()"),
    ("a number of its own", r"y = W_1 x", r"W_k = k I", "W_1:n×d x:d"),
    ("entries, no number", r"y = \sum_i g_i x_i", r"g_k = 2 c_k", "c:n x:n"),
]


@pytest.mark.parametrize(("why", "latex", "definition", "given"), MEMBERS, ids=[row[0] for row in MEMBERS])
def test_members_of_a_family(why, latex, definition, given):
    assert inputs(resolved(latex, (definition,))) == given


def test_a_member_has_the_value_of_its_number():
    formula = compile_formula(r"y = \sum_{i=1}^{n} g_i x_i", context=(r"g_k = \lambda^k",))
    assert formula(lambda_=2.0, x=[1.0, 1.0, 1.0]) == 14


def test_a_function_of_the_position_is_no_table():
    with pytest.raises(UnsupportedError, match="difference of two indices"):
        resolved(r"(R_m x_m)^\top (R_n x_n) = x_m^\top R_{n-m} x_n")
