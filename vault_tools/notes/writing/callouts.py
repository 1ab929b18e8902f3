"""Obsidian callouts: a quote whose first line names its kind; every line of it, nested or not, carries the prefix."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_tools.model import Status

KINDS: Mapping[Status, str] = {"verified": "success", "refuted": "warning", "malformed": "failure"}
"""Obsidian's kind of callout for what came of a formula."""
OPEN: frozenset[Status] = frozenset({"refuted", "malformed"})
"""What stands open, so that it is seen."""


def callout(kind: str, title: str, body: Sequence[str], *, open_: bool) -> list[str]:
    """`> [!success]- title` and the body behind it; folded unless `open_`. Nesting is a callout in a body."""
    lines = [f"[!{kind}]{'+' if open_ else '-'} {title}", *body]
    return [f"> {line}".rstrip() for line in lines]


def code(title: str, source: str) -> list[str]:
    """Python source in a folded callout."""
    from vault_tools.notes.writing.whitelist import fenced

    return callout("abstract", title, fenced(source.rstrip(), "python"), open_=False)


def paragraphs(*parts: Sequence[str]) -> list[str]:
    """Parts with one empty line between them; empty parts leave no trace."""
    lines: list[str] = []
    for part in parts:
        if part:
            lines += ["", *part] if lines else list(part)
    return lines
