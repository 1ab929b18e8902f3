"""A bare sum over probabilities of a lone letter runs over that letter."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ....dump import meaning, resolved


@pytest.mark.parametrize(
    ("bare", "written_out"),
    [
        (r"H = -\sum p(i) \log_2 p(i)", r"H = -\sum_i p(i) \log_2 p(i)"),
        (r"D = \sum P(x) \log \frac{P(x)}{Q(x)}", r"D = \sum_x P(x) \log \frac{P(x)}{Q(x)}"),
        (r"G = 1 - \sum p(k)^2", r"G = 1 - \sum_k p(k)^2"),
    ],
)
def test_the_letter_of_the_probabilities(bare: str, written_out: str) -> None:
    assert meaning(bare) == meaning(written_out)


@pytest.mark.parametrize("latex", [r"E = \sum p(x) f(x)", r"H = -\sum p(x) \log p(y)"])
def test_where_the_letter_is_a_value_or_there_are_two(latex: str) -> None:
    with pytest.raises(UnsupportedError):
        resolved(latex)


def test_a_function_of_the_note_is_applied_to_all_entries() -> None:
    assert meaning(r"L = \sum f(x)", [r"f(x) = x^2"]) == meaning(r"L = \sum x^2")
