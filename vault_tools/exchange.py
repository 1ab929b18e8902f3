"""Two things that only the operating system can do: exchange two files in one step, and tell whether somebody writes into one."""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import sys
import time
from functools import cache
from typing import TYPE_CHECKING

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXCHANGE = 2
"""RENAME_EXCHANGE of renameat2(2)."""
CURRENT_FOLDER = -100
"""AT_FDCWD."""
SET_SIGNAL = 10
"""F_SETSIG of fcntl(2)."""
WRITER_SECONDS = 1.0
"""How long an editor that holds a displaced file open for writing may take to finish."""


def exchange(one: Path, other: Path) -> None:
    """Let two names change their files in one step (Linux); OSError ENOSYS where the system cannot."""
    renameat2 = _renameat2()
    if renameat2 is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if renameat2(CURRENT_FOLDER, os.fsencode(one), CURRENT_FOLDER, os.fsencode(other), EXCHANGE) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(one), None, str(other))


@cache
def _renameat2() -> Callable[..., int] | None:
    if sys.platform != "linux":
        return None
    function = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if function is not None:
        function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    return function


def is_released(path: Path) -> bool:
    """Whether nobody writes into the displaced file any more: an editor may have opened it before the exchange.

    A read lease is granted only on a file that nobody has open for writing; it is given up at once.
    """
    if sys.platform != "linux":
        return True
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)  # a pipe may have been put there
    try:
        deadline = time.monotonic() + WRITER_SECONDS
        fcntl.fcntl(handle, SET_SIGNAL, signal.SIGURG)  # a signal that is ignored, should the lease be broken
        while time.monotonic() < deadline:
            try:
                fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_RDLCK)
            except OSError as error:
                if error.errno != errno.EAGAIN:
                    return True  # no leases on this file system
                time.sleep(0.002)
            else:
                fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_UNLCK)
                return True
        return False
    finally:
        os.close(handle)
