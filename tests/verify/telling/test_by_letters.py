r"""A chain that ends with numbers put in is told by the side with its letters, where that gives the very number."""

from __future__ import annotations

import pytest

from vault_tools import verify_text

GIVEN = "$d = 512$, $h = 8$, $x = [4, 8, 6]$, $s = 1.924$\n\n"


def source_and_inputs(formula: str) -> tuple[str, set[str]]:
    verdict = verify_text(f"{GIVEN}${formula}$\n").formulas[-1]
    assert verdict.status == "verified"
    return verdict.source.rpartition("return ")[2].strip(), set(verdict.inputs)


@pytest.mark.parametrize(
    ("formula", "source", "inputs"),
    [
        (r"d_k = \frac{d}{h} = \frac{512}{8} = 64", "d / h", {"d", "h"}),
        (r"4 h^2 = 4 \times 8^2 = 256", "4 * h ** 2", {"h"}),
        (r"\bar x = \frac{1}{n}\sum_{i=1}^n x_i = \frac{4+8+6}{3} = 6", "1 / 3 * np.sum(x, axis=-1)", {"x"}),
    ],
)
def test_the_side_with_the_letters_is_shown(formula, source, inputs):
    assert source_and_inputs(formula) == (source, inputs)


@pytest.mark.parametrize(
    ("formula", "source", "inputs"),
    [
        (r"SE = \frac{s}{\sqrt{5}} = \frac{1.92}{\sqrt{5}} \approx 0.86", "1.92 / np.sqrt(5)", set()),  # rounded on the way
        (r"\cos\theta = \frac{4}{5} = 0.8", "0.8", set()),  # an invented angle has another cosine
        (r"d h = 2 \cdot 3 = 6", "2 * 3", set()),  # d and h of another example
        (r"\frac{d}{h} = 64", "d / h", {"d", "h"}),
        (r"3^2 + 4^2 = 25", "3 ** 2 + 4 ** 2", set()),
    ],
)
def test_other_chains_are_told_by_their_last_side(formula, source, inputs):
    assert source_and_inputs(formula) == (source, inputs)
