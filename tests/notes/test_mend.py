"""What `--force` takes out of a note with a damaged block, and what it leaves."""

from __future__ import annotations

import pytest

from vault_tools.notes.mend import mend
from vault_tools.notes.plan import state_of
from vault_tools.notes.scan import scan
from vault_tools.notes.splice import insert

NOTE = "# a\n\n$x$\n"
BODY = "1 verified\n\n> [!success]- x\n> $$x$$"
WRITTEN = insert(scan(NOTE), BODY, "0123456789abcdef")
BEGIN = "<!-- vault-tools:begin 1 -->\n"
END = WRITTEN[WRITTEN.index("<!-- vault-tools:end") :]


@pytest.mark.parametrize("behind", ["", "more of mine\n"])
def test_without_its_begin_line_a_block_is_known_by_its_checksum(behind: str) -> None:
    assert mend(scan(WRITTEN.replace(BEGIN, "") + behind)) == NOTE + behind


@pytest.mark.parametrize(
    ("damaged", "mended"),
    [
        (WRITTEN.replace(END, ""), WRITTEN.replace(END, "").replace(BEGIN, "")),
        (WRITTEN.replace(BEGIN, "").replace("verified", "mine"), WRITTEN.replace(BEGIN, "").replace("verified", "mine").replace(END, "")),
        (WRITTEN + END, WRITTEN),
        (BEGIN + WRITTEN, WRITTEN),
        (NOTE + "<!-- vault-tools:begin -->\nmine\n", NOTE + "mine\n"),
    ],
    ids=["no end line", "no begin line, edited", "a second end line", "a second begin line", "retyped"],
)
def test_a_lone_marker_line_goes_and_every_other_line_stays(damaged: str, mended: str) -> None:
    note = scan(damaged)

    assert state_of(note, "") == "damaged"
    assert mend(note) == mended
    assert not scan(mended).damaged


@pytest.mark.parametrize("text", [NOTE, WRITTEN, NOTE + "> " + BEGIN, NOTE + "text " + BEGIN, NOTE + "```\n" + BEGIN + "```\n"])
def test_what_is_no_lone_marker_line_stays(text: str) -> None:
    assert mend(scan(text)) == text
