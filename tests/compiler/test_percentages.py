"""A percentage in brackets behind a number is another side of the chain; other brackets are left alone."""

from __future__ import annotations

import pytest

from vault_tools import verify_text
from vault_tools.compiler.syntax import parse

TWICE = [
    (r"p = \frac{200}{250} = 0.80 \;(80.00\%)", "verified"),
    (r"p = \frac{200}{230} \approx 0.8696 \;(86.96\%)", "verified"),
    (r"p = \frac{200}{230} \approx 0.8696 \;(76.96\%)", "refuted"),
    (r"p = \frac{180}{182} \approx \mathbf{0.989 \quad (98.9\%)}", "verified"),
    (r"p = \frac{180}{182} \approx \mathbf{0.989 \quad (97.9\%)}", "refuted"),
]


@pytest.mark.parametrize(("latex", "status"), TWICE, ids=[row[0] for row in TWICE])
def test_both_numbers_are_claims(latex, status):
    (formula,) = verify_text(f"${latex}$").formulas
    assert formula.status == status


@pytest.mark.parametrize("latex", [r"p = 0.8 (1 - 0.2)", r"p = x (80\%)", r"p = 2 (3)"])
def test_factors_stay(latex):
    (row,) = parse(latex).rows
    assert len(row.rest) == 1
