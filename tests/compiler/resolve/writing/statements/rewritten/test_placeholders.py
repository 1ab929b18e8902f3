r"""A lone `\cdot` in brackets on both sides of a definition stands for one letter."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError, NothingToCompute

from ....dump import meaning, resolved

DEFINITIONS = [
    (r"\phi(\cdot) = \text{ReLU}(\cdot)", r"\phi(x) = \text{ReLU}(x)"),
    (r"\phi(\cdot) = \text{elu}(\cdot) + 1", r"\phi(x) = \text{elu}(x) + 1"),
    (r"\sigma(\cdot) = \frac{1}{1 + e^{-(\cdot)}}", r"\sigma(x) = \frac{1}{1 + e^{-x}}"),
]


@pytest.mark.parametrize(("dotted", "written"), DEFINITIONS)
def test_a_function_of_anything(dotted, written):
    user = r"Y = \phi(Q) (\phi(K)^\top V)" if "phi" in dotted else r"y = \sigma(W x)"
    assert meaning(user, (dotted,)) == meaning(user, (written,))


def test_two_dots_are_no_definition():
    with pytest.raises((FormulaError, NothingToCompute)):
        resolved(r"k(\cdot, \cdot) = \exp(\cdot)")


def test_a_dot_between_factors_stays():
    assert meaning(r"f(x) = (a) \cdot (x)") == meaning(r"f(x) = a x")
