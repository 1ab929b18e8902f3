"""Lines and their places."""

from __future__ import annotations

import pytest

from vault_tools.notes.lines import Lines, split_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", Lines(("",), (0,), "\n")),
        ("a", Lines(("a",), (0,), "\n")),
        ("a\n", Lines(("a", ""), (0, 2), "\n")),
        ("a\r\nb\nc\r", Lines(("a", "b", "c", ""), (0, 3, 5, 7), "\r\n")),
        ("a\x0cb\u2028c\x85d", Lines(("a\x0cb\u2028c\x85d",), (0,), "\n")),
    ],
)
def test_split(text: str, lines: Lines) -> None:
    assert split_lines(text) == lines


def test_the_line_of_a_place() -> None:
    lines = split_lines("ab\r\nc\n")

    assert [lines.line_of(offset) for offset in range(7)] == [1, 1, 1, 1, 2, 2, 3]
