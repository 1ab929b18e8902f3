"""The user's state folder, outside every vault: locks and what may be forgotten at any time. No result depends on what lies there."""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def state_folder() -> Path:
    """`$XDG_STATE_HOME/vault-tools` or what the platform has instead; made when it is missing, readable by its owner only."""
    folder = _platform_folder() / "vault-tools"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _platform_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")


@contextmanager
def watch_lock(vault: Path) -> Iterator[bool]:
    """True while this process is the only watcher of `vault`, False when another one is.

    The operating system gives the lock up when its holder ends, however it ends, so none can be stale.
    """
    digest = hashlib.sha256(os.fsencode(vault.resolve())).hexdigest()[:16]
    with (state_folder() / f"watch-{digest}.lock").open("ab") as file:
        yield _lock(file)


def _lock(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
