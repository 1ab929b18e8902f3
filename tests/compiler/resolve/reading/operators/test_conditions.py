"""Conditions of branches: intervals and lists of values."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, resolved, show


def test_a_condition_may_be_an_interval_or_a_list_of_values():
    program = resolved(r"f(x) = \begin{cases} \frac{1}{b - a} & \text{for } x \in [a, b) \\ 0 & \text{otherwise} \end{cases}")
    assert "(a <= x)" in show(program)
    assert "(x < b)" in show(program)
    assert inputs(program) == "a:() x:() b:()"
    with pytest.raises(UnsupportedError, match="set"):
        resolved(r"f(x) = \begin{cases} 1 & x \in \{0, \dots, k\} \\ 0 & \text{otherwise} \end{cases}")


def test_what_holds_otherwise_in_spanish():
    program = resolved(r"r = \begin{cases} 1 & \text{si } x < c \\ 0 & \text{en otro caso} \end{cases}")
    assert show(program) == "where((x < c): 1; else 0)"
