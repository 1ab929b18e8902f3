"""Definitions of functions whose parameters share a letter: `K(x_i, x_j)` says what K is of any two things."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import resolved, show

KERNEL = (r"K(x_i, x_j) = (x_i^\top x_j + 1)^2",)
CALLS = [
    ("of the same rows", r"s_{ik} = K(z_i, z_k)", {"z": (4, 3)}, "[i<n,k<n] ((z[i] @ z[k]) + 1)**2"),
    ("of others", r"s_{ik} = K(a_i, b_k)", {"a": (4, 3), "b": (5, 3)}, "[i<n,k<m] ((a[i] @ b[k]) + 1)**2"),
    (
        "of one that does not run",
        r"f = \sum_i \alpha_i K(x_i, z)",
        {"x": (4, 3), "z": (3,), "alpha": (4,)},
        "sum(i<n: (alpha[i] * ((x[i] @ z) + 1)**2))",
    ),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "wanted"), CALLS, ids=[row[0] for row in CALLS])
def test_each_parameter_is_what_the_call_gives_for_it(why, latex, shapes, wanted):
    assert show(resolved(latex, KERNEL, shapes=shapes)) == wanted


def test_an_index_that_counts_something_is_left_alone():
    with pytest.raises(FormulaError):
        resolved(r"s_{ik} = K(a_i, b_k)", (r"K(x_i, x_j) = x_i^\top x_j + m_{ij}",), shapes={"a": (4, 3), "b": (5, 3)})
