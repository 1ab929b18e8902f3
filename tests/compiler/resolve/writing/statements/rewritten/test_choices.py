"""C with a number below and one above counts choices where the formula counts with its letters; elsewhere it is a symbol."""

from __future__ import annotations

import pytest

from ....dump import meaning

CHOICES = [
    (r"y = C_n^k p^k (1-p)^{n-k}", "(binomial(n, k) * p**k * (1 + -p)**(n + -k))"),
    (r"y = \frac{C_3^1 C_4^2}{C_7^3}", "((binomial(3, 1) * binomial(4, 2)) / binomial(7, 3))"),
    (r"y = \mathrm{C}_5^2 + 3!", "(binomial(5, 2) + factorial(3))"),
    (r"y = C_5^2 + C_7^2", "(binomial(5, 2) + binomial(7, 2))"),
]


@pytest.mark.parametrize(("latex", "wanted"), CHOICES, ids=[row[0] for row in CHOICES])
def test_a_number_of_choices(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize("latex", [r"y = C_n^k x + n", r"y = C_n^k + C", r"y = C_1^2 + C_2^2", r"y = C_5^2 x", r"C_n^k = n + k"])
def test_another_c(latex):
    assert "binomial" not in meaning(latex)
