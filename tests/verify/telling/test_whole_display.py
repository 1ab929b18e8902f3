"""A display is printed with all that it states."""

from __future__ import annotations

import pytest

from vault_tools.notes.scan import scan
from vault_tools.verify.judge import judge
from vault_tools.verify.telling.notation import notation_of

ATTENTION = "\n\nwith $\\mathrm{softmax}(XX^\\top)X$\n"


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (
            r"\begin{aligned} Q &= XW_Q \\ K &= XW_K \\ V &= XW_V \end{aligned}",
            r"\begin{aligned}Q &= X W_{Q} \\ K &= X W_{K} \\ V &= X W_{V}\end{aligned}",
        ),
        (r"a + 1, \quad b = 2 a", r"\begin{aligned}& a + 1 \\ b &= 2 a\end{aligned}"),
        (r"y = s^2, \quad s = a + 1", r"\begin{aligned}y &= s^{2} \\ s &= a + 1\end{aligned}"),
        (r"y = a + 1", r"y = a + 1"),
        (r"y = s W, \quad s = f(x), \quad f(x) = 2 x", r"\begin{aligned}y &= s W \\ s &= 2 x \\ f\left(x\right) &= 2 x\end{aligned}"),
    ],
)
def test_every_statement_is_written_once_in_the_order_of_the_note(latex, printed, vocabulary):
    note = scan(f"$${latex}$${ATTENTION}").math
    assert notation_of(note, 0, vocabulary).latex == printed


def test_the_block_shows_what_else_a_display_states(vocabulary):
    note = scan(rf"$$\begin{{aligned}} Q &= XW_Q \\ K &= XW_K \end{{aligned}}$${ATTENTION}").math
    assert judge(note, 0, vocabulary, draw=False).exhibit.latex == r"\begin{aligned}Q &= X W_{Q} \\ K &= X W_{K}\end{aligned}"


def test_displays_with_another_second_statement_are_other_formulas(vocabulary):
    first, second = (scan(rf"$$y = a + 1, \quad b = {right}$${ATTENTION}").math for right in ("2 a", "3 a"))
    assert notation_of(first, 0, vocabulary).form != notation_of(second, 0, vocabulary).form
