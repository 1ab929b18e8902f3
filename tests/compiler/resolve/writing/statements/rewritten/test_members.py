"""Elements of one of several sets are the data at the places that the set marks."""

from __future__ import annotations

import pytest

from ....dump import inputs, meaning, resolved


@pytest.mark.parametrize(
    ("element", "place"),
    [
        (r"J = \sum_{k=1}^K \sum_{x \in C_k} \|x - \mu_k\|^2", r"J = \sum_{k=1}^K \sum_{j \in C_k} \|x_j - \mu_k\|^2"),
        (r"J = \sum_{k=1}^K \sum_{x_i \in C_k} \|x_i - \mu_k\|^2", r"J = \sum_{k=1}^K \sum_{i \in C_k} \|x_i - \mu_k\|^2"),
        (r"m_k = \frac{1}{|C_k|} \sum_{\mathbf{x} \in C_k} \mathbf{x}", r"m_k = \frac{1}{|C_k|} \sum_{j \in C_k} \mathbf{x}_j"),
        (r"S_c = \sum_{x \in D_c} (x - m_c)(x - m_c)^\top", r"S_c = \sum_{j \in D_c} (x_j - m_c)(x_j - m_c)^\top"),
        (r"r_k = \max_{p \in C_k} \|p - \mu_k\|", r"r_k = \max_{j \in C_k} \|p_j - \mu_k\|"),
    ],
)
def test_an_element_is_what_stands_at_its_place(element: str, place: str) -> None:
    assert meaning(element) == meaning(place)


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"L = \sum_{x \in S} x^2", "S:n×d"),  # the elements of one set are its entries
        (r"y_k = \sum_{x \in A_k} p(x)", "p:d A:n×d"),  # only a place in a table
        (r"h_v = \sum_{u \in N_v} h_u", "h:d N:d×d"),
    ],
)
def test_left_alone(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given
