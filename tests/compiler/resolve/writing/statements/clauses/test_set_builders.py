"""A family in braces says what each of its members is; other sets stay sets."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import FormulaError, NothingToCompute

from ....dump import resolved

FAMILIES = [
    (r"\Theta = \{\theta_i = 10000^{-2(i-1)/d}, \; i \in [1, 2, \dots, d/2]\}", 0),
    (r"\Theta = \lbrace {\theta}_i = 10000^{-2(i-1)/d}, i \in [1, \cdots, d/2] \rbrace", 0),
    (r"\Theta = \{\theta_i = 10000^{-2(i-1)/d} \mid i = 1, \dots, d/2\}", 0),
    (r"\Theta = \{\theta_i = 10000^{-2i/d}\}_{i=0}^{d/2-1}", 0),
    (r"\Theta = \{\theta_i = 10000^{-2i/d}\}_{i=1}^{d/2}", 1),
]


@pytest.mark.parametrize(("latex", "first"), FAMILIES)
def test_families(latex, first):
    assert np.allclose(compile_formula(latex)(d=8), 10000.0 ** (-2.0 * (np.arange(4) + first) / 8))


SETS = [r"X = \{x_1, x_2, \dots, x_n\}", r"S = \{x_i : x_i > 0\}", r"D = \{(x_i, y_i)\}_{i=1}^N", r"A = \{a_i = 2 b_i, c_i = 3\}"]


@pytest.mark.parametrize("latex", SETS)
def test_other_sets(latex):
    with pytest.raises((NothingToCompute, FormulaError)):
        resolved(latex)
