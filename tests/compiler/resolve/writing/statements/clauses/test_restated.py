r"""`0.8696 \;(86.96\%)`: one number said twice."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.statements.splitting import split
from vault_tools.compiler.syntax import parse


@pytest.mark.parametrize(
    ("latex", "signs"),
    [
        (r"P = \frac{200}{230} \approx 0.8696 \;(86.96\%)", ("=", "≈", "≈")),
        (r"P = \frac{200}{230} = 0.87 (87\%)", ("=", "=", "=")),
        (r"P = 0.5 (1 + x)", ("=",)),
        (r"P = x (87\%)", ("=",)),
    ],
)
def test_a_percentage_in_brackets_behind_a_number_is_a_side_of_its_own(latex, signs):
    (statement,) = split(parse(latex))
    assert statement.signs == signs
