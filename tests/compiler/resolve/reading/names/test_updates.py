r"""Updates: a name that is set anew from itself has the new value below and the old one above, whether or not the caller lists it."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula

from ...dump import inputs, resolved, show

MOMENTUM = r"v \leftarrow \alpha v - \epsilon g, \quad \theta \leftarrow \theta + v"
VECTORS = {"v": (3,), "g": (3,), "theta": (3,), "alpha": (), "epsilon": ()}

UPDATES = [
    ("behind the update", MOMENTUM, "theta", "v_2 = ((alpha * v) + -(epsilon * g))\n(theta + v_2)"),
    ("before the update", r"\theta \leftarrow \theta + v, \quad v \leftarrow \alpha v", "theta", "(theta + v)"),
    ("with :=", r"v := \alpha v, \quad \theta := \theta + v", "theta", "v_2 = (alpha * v)\n(theta + v_2)"),
    ("twice", r"\begin{aligned} x &= x + a \\ x &= 2xb \end{aligned}", None, "x_2 = (x + a)\n(2 * x_2 * b)"),
    ("twice, used below", r"\begin{aligned} x &= x + a \\ x &= xb \\ y &= xc \end{aligned}", "y",
     "x_2 = (x + a)\nx_3 = (x_2 * b)\n(x_3 * c)"),
    ("set, then updated", r"\begin{aligned} x &= ac \\ x &= 2x \\ y &= xb \end{aligned}", "y", "x = (a * c)\nx_2 = (2 * x)\n(x_2 * b)"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "latex", "target", "meaning"), UPDATES, ids=[row[0] for row in UPDATES])
def test_a_name_is_what_the_statement_before_makes_of_it(why, latex, target, meaning):
    assert show(resolved(latex, target=target)) == meaning


@pytest.mark.parametrize("shapes", [None, VECTORS])
def test_the_old_value_is_given_and_the_new_one_computed(shapes):
    formula = compile_formula(MOMENTUM, shapes=shapes, target="theta")
    values = {"v": np.arange(3.0), "g": np.ones(3), "theta": np.full(3, 2.0), "alpha": 0.5, "epsilon": 0.1}
    assert np.allclose(formula(**values), values["theta"] + 0.5 * values["v"] - 0.1)
    assert any("before it" in str(reading) for reading in formula.readings)


def test_an_update_of_another_formula_holds_where_all_that_it_needs_is_given():
    context = (r"v \leftarrow \alpha v - \epsilon g",)
    assert "v_2" in show(resolved(r"\theta \leftarrow \theta + v", context, VECTORS))
    assert show(resolved(r"\theta \leftarrow \theta + v", context, {"v": (3,), "theta": (3,)})) == "(theta + v)"


LEFT_ALONE = [
    ("a definition below", r"y = z + 1, \quad z = 2w", "y", "w:()"),
    ("one statement", r"w \leftarrow w - \eta g", None, "w:() eta:() g:()"),
    ("another index", r"Q_i = Q W_i", None, "Q:n×d W:m×d×k"),
]


@pytest.mark.parametrize(("why", "latex", "target", "given"), LEFT_ALONE, ids=[row[0] for row in LEFT_ALONE])
def test_other_definitions_hold_in_any_order(why, latex, target, given):
    assert inputs(resolved(latex, target=target)) == given


def test_a_listed_name_that_is_only_defined_is_given():
    assert inputs(resolved(r"y = z + 1, \quad z = 2w", shapes={"z": ()}, target="y")) == "z:()"
