"""Kinds of sums and products."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.ranks.kinds import ARRAY, NUMBER, UNKNOWN, WRITTEN, Kind, joined, needs_numbers, product

A, B = frozenset({("A", 0)}), frozenset({("B", 0)})
OPEN, COUNT, SOFT = Kind("open", A), Kind("count", B), Kind("soft", soft=frozenset({("X", 0)}))


@pytest.mark.parametrize(
    ("kinds", "wanted"),
    [
        ([NUMBER, WRITTEN], NUMBER),
        ([WRITTEN, WRITTEN], WRITTEN),
        ([NUMBER, OPEN], OPEN),
        ([OPEN, COUNT], Kind("open", A | B)),
        ([OPEN, ARRAY], ARRAY),
        ([COUNT, UNKNOWN], Kind("unknown", B)),
        ([OPEN, SOFT], Kind("soft", A, SOFT.soft)),
    ],
)
def test_the_strongest_factor_decides(kinds, wanted):
    assert product(kinds) == wanted


@pytest.mark.parametrize(
    ("kinds", "wanted"),
    [
        ([OPEN, NUMBER], True),
        ([OPEN, WRITTEN], True),
        ([OPEN, COUNT], True),
        ([OPEN, OPEN], False),
        ([OPEN, NUMBER, ARRAY], False),
        ([COUNT], False),
        ([SOFT, NUMBER], False),
        ([SOFT, COUNT], True),
        ([joined("soft", [SOFT, OPEN]), COUNT], False),
    ],
)
def test_terms_are_numbers_if_one_is(kinds, wanted):
    assert needs_numbers(kinds) == wanted
