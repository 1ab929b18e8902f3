"""The marker lines of a region, its checksum, and the five states of a note's block."""

from __future__ import annotations

import pytest

from vault_tools.model import NoteMath
from vault_tools.notes.fingerprint import fingerprint
from vault_tools.notes.markers import write_region
from vault_tools.notes.plan import state_of
from vault_tools.notes.scan import scan
from vault_tools.notes.splice import insert

NOTE = "# a\n\n$x$\n"
BODY = "1 verified\n\n> [!success]- x\n> $$x$$"
FROM = fingerprint(scan(NOTE).math)
BLOCK = insert(scan(NOTE), BODY, FROM)[len(NOTE) :]


def test_a_region_is_framed_by_two_exact_lines_with_blank_lines_inside() -> None:
    lines = write_region(BODY, 2, "0123456789abcdef").split("\n")

    assert lines[0] == "<!-- vault-tools:begin 2 -->"
    assert lines[1] == lines[-2] == ""
    assert lines[-1].startswith("<!-- vault-tools:end ")
    assert lines[-1].endswith(" 0123456789abcdef -->")


def test_a_body_with_a_marker_is_refused() -> None:
    with pytest.raises(ValueError, match="marker"):
        write_region("a\n<!-- vault-tools:begin 1 -->", 1, FROM)


STATES = {
    "no block": (NOTE, "none"),
    "as written": (NOTE + BLOCK, "current"),
    "with text behind": (NOTE + BLOCK + "more text\n", "current"),
    "without the last line ending": (NOTE + BLOCK.removesuffix("\n"), "current"),
    "with other line endings": ((NOTE + BLOCK).replace("\n", "\r\n"), "current"),
    "with blanks at line ends": (NOTE + BLOCK.replace("$$x$$", "$$x$$  \t"), "current"),
    "formula changed": (NOTE.replace("x", "y") + BLOCK, "stale"),
    "prose changed": (NOTE.replace("# a", "# b") + BLOCK, "current"),
    "FROM changed": (NOTE + BLOCK.replace(FROM, "0" * 16), "stale"),
    "twice": (NOTE + BLOCK + BLOCK, "stale"),
    "a word changed": (NOTE + BLOCK.replace("verified", "falsified"), "edited"),
    "a line added": (NOTE + BLOCK.replace("> $$", "> mine\n> $$"), "edited"),
    "N changed": (NOTE + BLOCK.replace("begin 1", "begin 9"), "edited"),
    "SUM changed": (NOTE + BLOCK.replace(":end ", ":end 0123456789abcdef ").replace(f" {FROM}", "", 1), "edited"),
    "begin line gone": (NOTE + BLOCK.replace("<!-- vault-tools:begin 1 -->\n", ""), "damaged"),
    "end line gone": (NOTE + BLOCK[: BLOCK.index("<!-- vault-tools:end")], "damaged"),
    "nested": (NOTE + BLOCK.replace("> [!", BLOCK + "> [!"), "damaged"),
    "begin line retyped": (NOTE + BLOCK.replace("<!-- vault-tools:begin", "<!--vault-tools:begin"), "damaged"),
    "end line indented": (NOTE + BLOCK.replace("<!-- vault-tools:end", "  <!-- vault-tools:end"), "damaged"),
    "quoted": (NOTE + "".join(f"> {line}\n" for line in BLOCK.splitlines()), "damaged"),
    "in a list": (NOTE + "- " + BLOCK.strip().replace("\n", "\n  ") + "\n", "damaged"),
    "marker in a line of text": (NOTE + "see <!-- vault-tools:begin 1 --> here\n", "damaged"),
    "in a fence": (NOTE + "````\n" + BLOCK + "````\n", "none"),
    "in a fence of a list": (NOTE + "- a\n  ~~~~\n  <!-- vault-tools:begin 1 -->\n  ~~~~\n", "none"),
    "in inline code": (NOTE + "`<!-- vault-tools:begin 1 -->`\n", "none"),
    "in indented code": (NOTE + "\n    <!-- vault-tools:begin 1 -->\n", "none"),
    "named in prose": (NOTE + "the vault-tools:begin line\n", "none"),
}


@pytest.mark.parametrize(("text", "state"), STATES.values(), ids=STATES)
def test_state(text: str, state: str) -> None:
    note = scan(text)

    assert state_of(note, fingerprint(note.math)) == state


def test_nothing_in_our_own_block_is_a_formula() -> None:
    assert scan(NOTE + BLOCK).math == scan(NOTE).math


def test_the_block_of_an_empty_note_has_a_state_too() -> None:
    note = scan(insert(scan(""), BODY, FROM))

    assert note.math == NoteMath(())
    assert state_of(note, FROM) == "current"
