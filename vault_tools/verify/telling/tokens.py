"""Names of the rows and columns in pictures: the words that a note attends over, where it gives them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vault_tools.handler import Figure, Panel
    from vault_tools.model import NoteMath, Table

_MOST_CHARACTERS = 12
_WORD = re.compile(r"[^\d$|`<>\[\]{}\\=+*/^_]+")
_NUMBER = re.compile(r"[-+−]?\d[\d.,]*%?")

_MATRICES = {"strip", "gram", "heads", "whatif"}


def tokens_of(note: NoteMath) -> tuple[str, ...]:
    """The option `tokens = ["早", "上", "好"]`, else the words in the first column of a table of numbers; () without either."""
    given = note.options.extra.get("tokens", ())
    if given:
        return tuple(str(token) for token in given)
    return next((words for table in note.tables if (words := _words(table))), ())


def _words(table: Table) -> tuple[str, ...]:
    """The first column where it holds different short words, with numbers beside them."""
    first = tuple(row[0].strip() for row in table.rows if row)
    numbers = [cell.strip() for row in table.rows for cell in row[1:]]
    if len(first) < 2 or len(set(first)) < len(first) or not numbers:
        return ()
    words = all(len(name) <= _MOST_CHARACTERS and _WORD.fullmatch(name) for name in first)
    return first if words and all(_NUMBER.fullmatch(number) for number in numbers) else ()


def labelled(figure: Figure, tokens: tuple[str, ...]) -> Figure:
    """The figure with the tokens at every axis that has as many places and no name, or only numbers, of its own."""
    if len(tokens) < 2:
        return figure
    if figure.kind in _MATRICES:
        return replace(figure, panels=tuple(_matrix(panel, tokens) for panel in figure.panels))
    if figure.kind == "bars":
        return replace(figure, panels=tuple(_bars(panel, tokens) for panel in figure.panels))
    return figure


def _matrix(panel: Panel, tokens: tuple[str, ...]) -> Panel:
    """Rows are tokens; the columns of weights are tokens too, those of other matrices may be features."""
    shape = np.shape(panel.values)
    if shape == (len(tokens),):
        return replace(panel, column_labels=_named(panel.column_labels, tokens))
    if len(shape) != 2 or shape[0] != len(tokens):
        return panel
    square = shape[1] == len(tokens) and panel.scale == "weights"
    columns = _named(panel.column_labels, tokens) if square else panel.column_labels
    return replace(panel, row_labels=_named(panel.row_labels, tokens), column_labels=columns)


def _bars(panel: Panel, tokens: tuple[str, ...]) -> Panel:
    shape = np.shape(panel.values)
    if shape == (len(tokens),):
        return replace(panel, column_labels=_named(panel.column_labels or panel.row_labels, tokens))
    if len(shape) == 2 and shape[0] == len(tokens):
        return replace(panel, row_labels=_named(panel.row_labels, tokens))
    return panel


def _named(names: tuple[str, ...], tokens: tuple[str, ...]) -> tuple[str, ...]:
    """`1`, `v1` and `0.4 · v1` end in their own number: the token takes its place. Other names stay."""
    if not names:
        return tokens
    own = [re.search(rf"(?<![\w.])[a-z]?{k + 1}$", name) for k, name in enumerate(names)]
    if len(names) != len(tokens) or not all(own):
        return names
    return tuple(name[: found.start()] + token for name, found, token in zip(names, own, tokens, strict=True) if found)
