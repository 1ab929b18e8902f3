r"""Numbers that a note gives become the default of an input; what has to be computed becomes a definition."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula

from ...dump import resolved

DEFAULTS = [
    (r"A x", r"A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", {"x": [1, 0]}, [1, 3]),
    (r"T x", r"T = 0.5", {"x": [4, 2]}, [2, 1]),
    (r"\vec v \cdot \vec x", r"\vec v = (1, -2)", {"x": [5, 1]}, 3),
]


@pytest.mark.parametrize(("latex", "given", "inputs", "wanted"), DEFAULTS)
def test_a_default_may_be_left_out_of_a_call(latex, given, inputs, wanted):
    assert compile_formula(latex, context=(given,))(**inputs) == pytest.approx(wanted)


def test_a_default_is_replaced_by_what_is_given():
    assert compile_formula("T x", context=("T = 0.5",))(x=4.0, T=2.0) == pytest.approx(8)


@pytest.mark.parametrize("definition", ["T = a", "T = 10^{-3}", "T = 2 + 3"])
def test_what_is_computed_is_no_default(definition):
    assert [binding.name for binding in resolved("T x", (definition,)).bindings] == ["T"]
