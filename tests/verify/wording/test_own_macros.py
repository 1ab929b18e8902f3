"""Titles know the note's macros."""

from __future__ import annotations

import pytest

from vault_tools.verify.wording.own_macros import without_macros
from vault_tools.verify.wording.title import plain_title

PREAMBLE = r"""\newcommand{\norm}[1]{\left\|#1\right\|}
\newcommand{\inner}[2]{\langle #1, #2\rangle}
\DeclareMathOperator{\relu}{ReLU}"""


@pytest.mark.parametrize(
    ("latex", "title"),
    [
        (r"\norm{x} = 2", "‖x‖"),
        (r"\inner{a}{b}", "⟨a, b⟩"),
        (r"\relu(\norm{x}_2) + \text{of } y", "ReLU(‖x‖₂) + of y"),
        (r"\begin{bmatrix} 1 & 2 \end{bmatrix} \tag{3}", "[1, 2]"),
    ],
)
def test_macros_are_put_in(latex: str, title: str) -> None:
    assert plain_title(without_macros(latex, PREAMBLE)) == title


@pytest.mark.parametrize(("latex", "preamble"), [(r"\norm{x}", ""), (r"\norm", PREAMBLE), (r"\norm{x", PREAMBLE)])
def test_without_macros_or_where_they_do_not_fit_a_formula_stays(latex: str, preamble: str) -> None:
    assert without_macros(latex, preamble) == latex
