"""What a current block says it found: block text -> statuses, so that an unchanged note needs no judging to be reported on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.notes.lines import LINE_END
from vault_tools.notes.writing.callouts import KINDS, OPEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import Status


def recalled_findings(block: str) -> Iterator[Status]:
    """The refuted and malformed formulas of a block that block.py wrote: their callouts stand open."""
    marks = {f"> [!{KINDS[status]}]+": status for status in OPEN}
    for line in LINE_END.split(block):
        for mark, status in marks.items():
            if line.startswith(mark):
                yield status
