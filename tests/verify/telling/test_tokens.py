"""Rows and columns of pictures bear the words that the note attends over."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools.handler import Figure, Panel
from vault_tools.model import NoteMath, Options, Table, message
from vault_tools.verify.telling.tokens import labelled, tokens_of

TOKENS = ("早", "上", "好")
ALT = message("block.shapes")


def table(*rows: tuple[str, ...]) -> NoteMath:
    return NoteMath((), (Table(("token", "$s_i$"), rows, 1, 0),))


@pytest.mark.parametrize(
    ("note", "tokens"),
    [
        (NoteMath((), options=Options(extra={"tokens": TOKENS})), TOKENS),
        (table(("the", "1.2"), ("cat", "−0.5")), ("the", "cat")),
        (table(("茶", "15.2"), ("咖啡", "10.1")), ("茶", "咖啡")),
        (table(("the", "1.2"), ("the", "0.5")), ()),
        (table(("$W_Q$", "1.2"), ("$W_K$", "0.5")), ()),
        (table(("the", "verb"), ("cat", "noun")), ()),
        (table(("1", "1.2"), ("2", "0.5")), ()),
        (NoteMath(()), ()),
    ],
)
def test_tokens_come_from_the_option_or_a_table_of_numbers(note: NoteMath, tokens: tuple[str, ...]) -> None:
    assert tokens_of(note) == tokens


def test_weights_have_tokens_on_both_axes_other_matrices_on_rows() -> None:
    square = np.eye(3)
    panels = (Panel("Q", square), Panel("weights", square, scale="weights"), Panel("V", np.ones((4, 3))))
    named = labelled(Figure("strip", panels, ALT), TOKENS).panels
    assert [(panel.row_labels, panel.column_labels) for panel in named] == [(TOKENS, ()), (TOKENS, TOKENS), ((), ())]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ((), TOKENS),
        (("1", "2", "3"), TOKENS),
        (("0.4 · v1", "0.4 · v2", "0.2 · v3"), ("0.4 · 早", "0.4 · 上", "0.2 · 好")),
        (("a", "b", "c"), ("a", "b", "c")),
        (("0.1", "0.2", "0.3"), ("0.1", "0.2", "0.3")),
    ],
)
def test_numbers_are_replaced_and_names_stay(names: tuple[str, ...], shown: tuple[str, ...]) -> None:
    stacked = labelled(Figure("bars", (Panel("sum", np.ones((3, 2)), row_labels=names),), ALT), TOKENS)
    assert stacked.panels[0].row_labels == shown


@pytest.mark.parametrize("kind", ["curve", "stripes", "histogram", "vectors", "rotation"])
def test_other_pictures_have_no_tokens(kind: str) -> None:
    figure = Figure(kind, (Panel("x", np.ones((3, 2))),), ALT)
    assert labelled(figure, TOKENS) == figure
