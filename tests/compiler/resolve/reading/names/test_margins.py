"""What follows from a joint table: margins and conditional probabilities."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import FormulaError

from ...dump import meaning

JOINT = np.array([[0.4, 0.1], [0.2, 0.3]])
ROWS, COLUMNS = JOINT.sum(axis=1, keepdims=True), JOINT.sum(axis=0)

FROM_A_JOINT_TABLE = [
    (r"I(X;Y) = \sum_x \sum_y p(x,y) \log \frac{p(x,y)}{p(x) p(y)}", np.sum(JOINT * np.log(JOINT / (ROWS * COLUMNS)))),
    (r"H(Y|X) = -\sum_{x,y} p(x,y) \log p(y|x)", -np.sum(JOINT * np.log(JOINT / ROWS))),
    (r"H(X|Y) = -\sum_{x,y} p(x,y) \log_2 p(x|y)", -np.sum(JOINT * np.log2(JOINT / COLUMNS))),
    (r"s = \sum_{x \in \{0,1\}} \sum_{y \in \{0,1\}} p(x,y) p(y)", np.sum(JOINT * COLUMNS)),
]


@pytest.mark.parametrize(("latex", "wanted"), FROM_A_JOINT_TABLE, ids=[row[0] for row in FROM_A_JOINT_TABLE])
def test_fewer_variables_are_a_margin(latex, wanted):
    assert compile_formula(latex)(p=JOINT) == pytest.approx(wanted)


def test_a_table_alone_is_none():
    assert meaning(r"H = -\sum_x p(x) \log p(x)") == "-sum(x<n: (p[x] * log(p[x])))"


def test_a_table_and_its_margin_are_not_told_apart_without_the_joint_one():
    with pytest.raises(FormulaError):
        compile_formula(r"s = \sum_x \sum_y p(y|x) p(x)")
