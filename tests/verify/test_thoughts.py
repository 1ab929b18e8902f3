"""Which paragraphs belong together: those on both sides of a displayed formula."""

from __future__ import annotations

import pytest

from vault_tools.notes.scan import scan
from vault_tools.verify.thoughts import thought_with, thoughts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Let $x = 1$. Then\n\n$$y = x$$\n\nso $y = 1$.", ["Let $0$. Then\n\n$1$\n\nso $2$."]),
        ("$$y = x$$\n\n$$z = y$$\n\nso $z = 1$.", ["$0$\n\n$1$\n\nso $2$."]),
        ("Let $x = 1$.\n\nNow $y = x$.", ["Let $0$.", "Now $1$."]),
        ("# On $x$\n\n$$y = x$$\n\n- $y = 1$", ["On $0$", "$1$", "$2$"]),
    ],
)
def test_what_belongs_together(text: str, found: list[str]) -> None:
    note = scan(text).math
    assert list(thoughts(note.passages)) == found
    assert thought_with(note, 0) == found[0]
