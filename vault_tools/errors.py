"""The exceptions that callers may meet, and what a process ends with; nothing else here, so that every module can import it."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_tools.model import Message, Span


class VaultToolsError(Exception):
    """Base of everything that vault_tools raises on purpose."""


class NothingToCompute(VaultToolsError):  # noqa: N818  no error: there is nothing wrong with the formula
    r"""Declarative mathematics (`Q, K`, `x \in \mathbb{R}^n`): correct, and there is no value in it."""


class FormulaError(VaultToolsError):
    """A formula that cannot be computed; says where in the given LaTeX and what to do next.

    `message` and `hint` are `Message`s (a key with parameters); `str()` of them is English.
    """

    def __init__(self, message: Message, span: Span, hint: Message | None = None) -> None:
        super().__init__(str(message))
        self.message = message
        self.span = span
        self.hint = hint


class LatexSyntaxError(FormulaError):
    """The LaTeX is broken (an unclosed brace, an empty sum, a lost backslash): the note should be mended."""


class ShapeError(FormulaError):
    """The shapes contradict each other; the message names the sub-expression and both shapes."""


class UnsupportedError(FormulaError):
    """Well-formed, but not (yet) within what vault_tools can read for certain: it refuses rather than guesses."""


class NoteError(VaultToolsError):
    """A note that cannot be processed (unreadable, bad TOML, unclosed fence); the note stays untouched."""

    def __init__(self, message: Message, line: int | None = None) -> None:
        super().__init__(str(message))
        self.message = message
        self.line = line


class UnwritableNoteError(NoteError):
    """A note that can be read and judged, but must not be written: read-only, or a file of several names."""


class UnfinishedMergeError(NoteError):
    """A note with the markers of an unfinished merge in it: which of its halves holds is for its author to say."""

    def __init__(self, message: Message, line: int, text: str) -> None:
        super().__init__(message, line)
        self.text = text


class HandlerError(VaultToolsError):
    """A handler that is broken or whose name another handler already has; names both."""


class ConfigError(VaultToolsError):
    """`vault-tools.toml` or an option that is not understood; says which key and what is allowed."""


class Exit(IntEnum):
    """The process's exit code; of several notes the highest wins."""

    FINE = 0
    FINDINGS = 1
    """A block missing, stale, edited or damaged, or a reported formula refuted or malformed that the note does not expect."""
    USAGE = 2
    UNPROCESSED = 3
    """A note that could not be processed; it is untouched."""
