"""Which superscripts are powers by their look."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.names.powers import is_power
from vault_tools.compiler.syntax import parse


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [("x^2", True), (r"\gamma^t", True), ("x^k", True), ("q^1", False), ("W^2", False), ("h^l", False), ("x_i^2", False)],
)
def test_powers(latex, wanted):
    (symbol,) = parse(latex).rows
    assert is_power(symbol) is wanted
