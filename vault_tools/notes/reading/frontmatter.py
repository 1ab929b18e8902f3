"""The frontmatter of a note: where it ends, and the one key of ours in it.

Read by line, because YAML in strangers' notes is an attack surface.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.notes.lines import BYTE_ORDER_MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

INDEX = "---\nvault-tools: false\n---\n"
"""A new index: turned off for everything but its own command, so that no run takes its block for one of a note without formulas."""
SWITCH = re.compile(r"""vault-tools\s*:\s*["']?(false|no|off)["']?\s*(#.*)?""", re.IGNORECASE)
BOARD = re.compile(r"""["']?(?:(?:kanban|excalidraw|mindmap|excel-pro)-plugin|tldraw-file)["']?\s*:.*""")
"""A board or drawing: its plugin rewrites the whole file, and what it does not know in it is lost."""


def frontmatter_length(lines: Sequence[str]) -> int:
    """Number of lines of the frontmatter, both `---` included; 0 where the note has none (only the very first line can open it)."""
    if not lines or lines[0].removeprefix(BYTE_ORDER_MARK).rstrip() != "---":
        return 0
    return next((number + 1 for number in range(1, len(lines)) if lines[number].rstrip() == "---"), 0)


def switched_off(lines: Sequence[str]) -> bool:
    """Whether the frontmatter says `vault-tools: false`, or that the file is a board or drawing of a plugin."""
    return any(SWITCH.fullmatch(line) or BOARD.fullmatch(line) for line in lines[: frontmatter_length(lines)])
