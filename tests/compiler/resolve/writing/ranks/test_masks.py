"""What tells a mask from a number: an entrywise product, and a huge number that takes away all weight."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula


@pytest.mark.parametrize(
    ("latex", "rank"),
    [
        (r"\mathrm{softmax}(S + (1 - M)(-10^9))", 2),
        (r"\mathrm{softmax}(S + (1 - M) \cdot -1e9)", 2),
        (r"\mathrm{softmax}(S + 10^4 \cdot (M - 1))", 2),
        (r"R = S - 10^9(1 - M)", 2),
        (r"R = S \odot M - 10^9 (1 - M)", 2),
        (r"R = (1 - M) \odot S", 2),
        (r"R = S + 2(1 - M)", 0),
        (r"R = 1000(1 - M)", 0),
        (r"R = 1000(1 + M)^n", 0),
    ],
)
def test_the_rank_of_a_capital_beside_one(latex: str, rank: int) -> None:
    assert len(compile_formula(latex).inputs["M"]) == rank
