"""Numbers in front of equations are no statements; brackets that belong to an equation stay."""

from __future__ import annotations

import pytest

from ....dump import resolved, show

NUMBERED = [
    (r"(1) \quad y = 2 x", "y", "(2 * x)"),
    (r"(a) \quad y = 2 x", "y", "(2 * x)"),
    (r"(iv) \quad y = 2 x", "y", "(2 * x)"),
    (r"(1) \quad a = x + z \\ (2) \quad b = 2 x", "b", "(2 * x)"),
    (r"(a) = 2 x", None, "(2 * x)"),
    (r"y = (2) x", "y", "(2 * x)"),
]


@pytest.mark.parametrize(("latex", "name", "wanted"), NUMBERED)
def test_the_equation_is_read(latex, name, wanted):
    program = resolved(latex)
    assert (program.name, show(program)) == (name, wanted)
