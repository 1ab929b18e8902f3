r"""Products of shapes: `(3 \times 4)(4 \times 2) = 3 \times 2`."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "formula",
    [
        r"(3 \times 4)(4 \times 2) = 3 \times 2",
        r"(5 \times 4)(4 \times 7) = (5 \times 7) \quad \checkmark",
        r"(n \times d_k) \cdot (d_k \times n) = n \times n",
        r"[10, 64] \times [64, 10] = [10, 10]",
        r"[32, 10, 512] \times [512, 64] = [32, 10, 64]",
        r"(10 \times 64) \times (64 \times 32) \times (32 \times 2) = (10 \times 2)",
    ],
)
def test_the_product_of_shapes_is_no_number(judged, formula: str) -> None:
    assert judged(f"${formula}$")[-1].verdict.status == "skipped"


@pytest.mark.parametrize(
    ("formula", "status"),
    [
        (r"(3 \times 4)(4 \times 2) = 96", "verified"),
        (r"(3 \times 4)(4 \times 2) = 95", "refuted"),
        (r"(3 \times 4)(4 \times 2) = 3 \times 4", "refuted"),  # neither the shape nor the number
        (r"(2 \times 3) \cdot (4 + 2) = 36", "verified"),
        (r"512 \times 64 = 32768", "verified"),
    ],
)
def test_products_of_numbers_are_computed(judged, formula: str, status: str) -> None:
    assert judged(f"${formula}$")[-1].verdict.status == status
