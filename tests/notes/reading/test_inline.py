"""Inside one leaf: formulas, what is hidden, what stays open."""

from __future__ import annotations

import time

import pytest

from vault_tools.model import Span
from vault_tools.notes.reading.inline import Inline, Piece, scan_inline


def shown(text: str, found: Inline) -> list[str]:
    return [text[piece.span.start : piece.span.end] for piece in found.pieces]


def test_spans_hold_the_dollars() -> None:
    assert scan_inline("a $x$ b $$y$$").pieces == (Piece(Span(2, 5), 1), Piece(Span(8, 13), 2))


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("a %%b%% c", ["%%b%%"]),
        ("a <!-- b --> c", ["<!-- b -->"]),
        ("a <b>c</b> d", ["<b>c</b>"]),
        ("a <br> b", ["<br>"]),
        ("a <b>c", ["<b>"]),
        ("`%%a%%` <http://a.b> [[<b>]]", []),
    ],
)
def test_hidden(text: str, hidden: list[str]) -> None:
    assert [text[span.start : span.end] for span in scan_inline(text).hidden] == hidden


def test_a_comment_that_is_open_hides_up_to_its_end() -> None:
    text = "a $x$ %% $y$ %%b $z$"
    found = scan_inline(text, commented=True)

    assert shown(text, found) == ["$y$"]
    assert (found.unclosed, found.at) == ("%%", text.index("%%b"))


def test_a_comment_that_stays_open_hides_all() -> None:
    assert scan_inline("a $x$", commented=True) == Inline(hidden=(Span(0, 5),), unclosed="%%")


@pytest.mark.parametrize(
    ("text", "opener"),
    [
        ("a $$x", "$$"),
        ("a %%x", "%%"),
        ("a <!--x", "<!--"),
        ("a $x", ""),
        ("a `x", ""),
        ("a <%x", ""),
        ("it is $$, nice", ""),
        ("a ($$)", ""),
    ],
)
def test_what_stays_open(text: str, opener: str) -> None:
    assert scan_inline(text).unclosed == opener


@pytest.mark.parametrize(
    "piece", ["<a>", '<a b="<a b" c="', "<% ", "`` ` ", "[](a", "![", "[[", "$x ", "$5 a ", "%%", "\\", "<!A", "http://"]
)
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    started = time.process_time()
    scan_inline(piece * 20_000)

    assert time.process_time() - started < 3
