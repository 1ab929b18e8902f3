"""A value with its space or its distribution behind it is computed; what is drawn from a distribution is not."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ....dump import meaning, resolved


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"Z = \frac{x - \mu}{s} \sim N(0, 1)", r"Z = \frac{x - \mu}{s}"),
        (r"\frac{x - \mu}{s / \sqrt{n}} \sim t(n - 1)", r"\frac{x - \mu}{s / \sqrt{n}}"),
        (r"c = \sum_{i=1}^k z_i^2 \sim \chi^2(k)", r"c = \sum_{i=1}^k z_i^2"),
        (r"\text{Elo}: E = \frac{1}{1 + 10^x}", r"E = \frac{1}{1 + 10^x}"),
        (r"\text{Step 1}: \frac{x}{2}", r"\frac{x}{2}"),
        (r"Q K^\top \in \mathbb{R}^{n \times n}", r"Q K^\top"),
    ],
)
def test_what_is_said_of_a_value_is_no_part_of_it(latex, wanted):
    assert meaning(latex).split() == meaning(wanted).split()


@pytest.mark.parametrize(
    "latex", [r"x \sim N(0, 1)", r"x \sim p(x | z)", r"x_1, x_2 \sim p", r"n^2 + n \sim n^2", r"f: x \mapsto x^2", r"\text{map}: A \to B"]
)
def test_nothing_is_drawn(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)
