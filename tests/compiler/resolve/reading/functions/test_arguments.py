"""Arguments of named functions: lists and families as one vector, both bounds in one, the axis by name."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import FormulaError

from ...dump import inputs, meaning, resolved

ARGUMENTS = [
    (r"\mathrm{mean}(\{r_1, \dots, r_G\})", "mean(table(i: r[i]))"),
    (r"\mathrm{clip}(r, 1 \pm \epsilon)", "clip(r, (1 + -epsilon), (1 + epsilon))"),
    (r"\mathrm{softmax}(A, \text{dim}=0)", "softmax(A down)"),
    (r"\mathrm{softmax}(A, \text{dim}=-1)", "softmax(A)"),
]


@pytest.mark.parametrize(("latex", "wanted"), ARGUMENTS)
def test_arguments(latex, wanted):
    assert meaning(latex) == wanted


NO_SUCH_AXIS = [
    (r"\mathrm{softmax}(A, \text{dim}=5)", "unsupported.relation_inside"),
]


@pytest.mark.parametrize(("latex", "key"), NO_SUCH_AXIS)
def test_no_such_axis(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key


RUNNING = [
    (r"m_i = \max(x_1, \ldots, x_i)", np.maximum.accumulate),
    (r"m_t = \min(x_1, x_2, \dots, x_t)", np.minimum.accumulate),
    (r"s_t = x_1 + x_2 + \dots + x_t", np.cumsum),
]


@pytest.mark.parametrize(("latex", "wanted"), RUNNING)
def test_what_goes_on_to_an_index_stops_there_for_each(latex, wanted):
    x = np.array([0.5, 2.0, -1.0, 3.0])
    assert np.allclose(compile_formula(latex)(x=x), wanted(x))


def test_what_goes_on_to_a_length_is_everything():
    assert inputs(resolved(r"m = \max(x_1, \dots, x_n)")) == "x:n"
