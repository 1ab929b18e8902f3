"""Where a child was when it hung in C code, in which no handler of Python's signals runs: written by faulthandler, read by the parent."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import re
from multiprocessing.reduction import recv_handle, send_handle
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vault_tools.model import Message, message

if TYPE_CHECKING:
    import signal
    from multiprocessing.connection import Connection

FRAME = re.compile(r'^  File "(?P<file>.*)", line (?P<line>\d+) in (?P<name>\S+)$', re.MULTILINE)
BEGIN = "most recent call first"
FORMULA = "<formula>"
"""File name of generated source."""
CALLS_HANDLERS = ("verify/guarded.py", "verify/exact/functions.py")
"""Files from which parts of handlers are called."""
MOST = 1 << 16


class Frame(NamedTuple):
    """One line of a trace."""

    file: str
    line: int
    name: str


# ---------------------------------------------------------------- in the child


def announce(connection: Connection) -> int | None:
    """A pipe for the last words, its other end sent to the parent; None on systems without.

    It never blocks: what does not fit is not written.
    """
    if not hasattr(faulthandler, "register"):
        return None
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    send_handle(connection, reading, None)
    os.close(reading)
    return writing


def write_on(number: signal.Signals, pipe: int | None) -> None:
    """From now on this signal writes where Python is, inside C code too, before its own handler runs."""
    if pipe is not None:
        faulthandler.unregister(number)
        faulthandler.register(number, file=pipe, all_threads=False, chain=True)


# ---------------------------------------------------------------- in the parent


class LastWords:
    """The parent's end of the pipe."""

    def __init__(self, connection: Connection) -> None:
        """Wait until the child has sent it; what has died before has none."""
        self._pipe: int | None = None
        with contextlib.suppress(OSError, EOFError, RuntimeError):
            self._pipe = recv_handle(connection)
            os.set_blocking(self._pipe, False)

    def read(self) -> str:
        """What has been written since the last time."""
        if self._pipe is None:
            return ""
        with contextlib.suppress(BlockingIOError):
            return os.read(self._pipe, MOST).decode("utf-8", "replace")
        return ""

    def close(self) -> str:
        """What was written last, and no more."""
        said = self.read()
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None
        return said


def where(words: str, seconds: float) -> Message | None:
    """The sentence that names the handler whose function the last trace was in; None where it was in none."""
    frames = [Frame(found["file"], int(found["line"]), found["name"]) for found in FRAME.finditer(words.rpartition(BEGIN)[2])]
    called = next((k for k, frame in enumerate(frames) if Path(frame.file).as_posix().endswith(CALLS_HANDLERS)), 0)
    if called:
        inside = frames[called - 1]
        return message("failed.in_function", seconds=seconds, function=inside.name, file=Path(inside.file).name, line=inside.line)
    pasted = [frame.name for frame in frames if frame.file == FORMULA]
    return message("failed.in_handler", seconds=seconds, handler=pasted[-2], part="numpy") if len(pasted) > 1 else None
