"""Arguments of named functions: lists and families as one vector, both bounds in one, the axis by name."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

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
