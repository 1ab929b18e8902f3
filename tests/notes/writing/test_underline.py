"""The place of a mistake is marked below the line on which it stands."""

from __future__ import annotations

import pytest

from vault_tools.model import Span
from vault_tools.notes.writing.underline import underlined


@pytest.mark.parametrize(
    ("latex", "span", "shown"),
    [
        ("a + ", Span(2, 3), "a + \n  ^"),
        ("a +", Span(3, 3), "a +\n   ^"),
        ("注意 = x", Span(3, 4), "注意 = x\n     ^"),
        ("注意", Span(0, 2), "注意\n^^^^"),
        ("a\nb c\nd", Span(4, 5), "a\nb c\n  ^\nd"),
        ("a\nb c", Span(0, 5), "a\n^\nb c"),
        ("x", Span(40, 50), "x\n ^"),
        ("x y", None, "x y"),
    ],
)
def test_carets_stand_below_the_place(latex: str, span: Span | None, shown: str) -> None:
    assert underlined(latex, span) == shown


def test_of_a_long_line_the_surroundings_are_shown() -> None:
    line, marks = underlined("a + " * 40 + "?" + " + b" * 40, Span(160, 161)).split("\n")
    assert len(line) < 70
    assert line[marks.index("^")] == "?"
    assert (line[:2], line[-2:]) == ("… ", " …")
