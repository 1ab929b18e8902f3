"""A block goes in and comes out again; every other character stays."""

from __future__ import annotations

import pytest

from vault_tools.notes.plan import state_of
from vault_tools.notes.scan import scan
from vault_tools.notes.splice import insert, missing_newlines, remove

BODY = "one\n\ntwo"
FROM = "0123456789abcdef"

NOTES = {
    "ordinary": "# a\n\n$x$\n",
    "no final line ending": "# a\n\n$x$",
    "blank lines at the end": "$x$\n\n\n",
    "blanks at the end": "$x$\n  ",
    "a line of blanks at the end": "$x$\n \t\n",
    "one line": "$x$",
    "empty": "",
    "one line ending": "\n",
    "byte order mark": "\ufeff$x$",
    "only a byte order mark": "\ufeff",
    "CRLF": "# a\r\n\r\n$x$\r\n",
    "CRLF without the last": "# a\r\n$x$",
    "CR": "# a\r$x$\r",
    "mixed": "# a\r\n$x$\nb\r",
    "table at the end": "| $x$ |\n|---|\n| 1 |",
    "list at the end": "- a\n  - $x$\n",
    "quote at the end": "> $x$",
    "HTML at the end": "$x$\n\n<div>a</div>",
    "block id at the end": "$$x$$\n^id",
    "code at the end": "$x$\n\n    code",
    "setext heading at the end": "$x$\n===",
    "only frontmatter": "---\na: 1\n---",
    "comment at the end": "$x$\n%%a%%",
    "line separators that are none": "$x$\x0c\u2028\u0085b",
}


@pytest.mark.parametrize("text", NOTES.values(), ids=NOTES)
def test_in_and_out_again(text: str) -> None:
    written = insert(scan(text), BODY, FROM)
    note = scan(written)

    assert written.startswith(text)
    assert state_of(note, FROM) == "current"
    assert note.math.formulas == scan(text).math.formulas
    assert insert(note, BODY, FROM) == written
    assert remove(note) == text


@pytest.mark.parametrize(
    ("text", "ending"),
    [("a\r\nb\nc", "\r\n"), ("a\nb\r\nc", "\n"), ("a\rb", "\r"), ("a", "\n")],
    ids=["CRLF first", "LF first", "CR", "none"],
)
def test_the_block_uses_the_first_line_ending_of_the_note(text: str, ending: str) -> None:
    block = insert(scan(text), BODY, FROM)[len(text) :]

    assert block.replace(ending, "").count("\n") == block.replace(ending, "").count("\r") == 0
    assert block.endswith(ending)


@pytest.mark.parametrize(
    ("text", "newlines"), [("", 0), ("a", 2), ("a\n", 1), ("a\n\n", 0), ("a\n  ", 1), ("a\n \n", 0), ("\n", 0), ("\ufeff", 1), ("a\r\n", 1)]
)
def test_a_blank_line_stands_above_the_block(text: str, newlines: int) -> None:
    assert missing_newlines(text) == newlines


def test_an_existing_region_stays_where_it_stands() -> None:
    written = insert(scan("$x$"), BODY, FROM) + "more\n"
    again = insert(scan(written), "other", FROM)

    assert again.startswith("$x$\n\n<!-- vault-tools:begin 2 -->\n\nother\n\n<!-- vault-tools:end")
    assert again.endswith("-->\nmore\n")


def test_the_later_of_two_whole_regions_goes() -> None:
    once = insert(scan("$x$\n"), BODY, FROM)
    twice = once + once.removeprefix("$x$\n")

    assert insert(scan(twice), BODY, FROM) == once
    assert remove(scan(twice)) == "$x$\n"


@pytest.mark.parametrize(("own", "after"), [("a $x$", "b"), ("a $x$\n", "b\n"), ("a $x$\r\n", "b")])
def test_two_lines_of_the_user_never_become_one(own: str, after: str) -> None:
    written = insert(scan(own), BODY, FROM) + after

    assert remove(scan(written)).splitlines() == [own.strip(), after.strip()]
