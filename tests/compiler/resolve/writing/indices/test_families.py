"""Definitions for each number: the letter below stands on the right side as a number only."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import meaning, resolved

MEMBERS = [
    (
        "R_n x",
        (r"R_m = \begin{pmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{pmatrix}",),
        "([[cos((n * theta)), -sin((n * theta))], [sin((n * theta)), cos((n * theta))]] @ x)",
    ),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), MEMBERS)
def test_members(latex, context, wanted):
    assert meaning(latex, context) == wanted


AN_INDEX_IS_NO_MEMBER = [
    ("a_n", ("a_m = x_m + 1",)),
]


@pytest.mark.parametrize(("latex", "context"), AN_INDEX_IS_NO_MEMBER)
def test_an_index_is_no_member(latex, context):
    with pytest.raises(NothingToCompute):
        resolved(latex, context)
