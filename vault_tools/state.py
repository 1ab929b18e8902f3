"""The user's state folder, outside every vault: locks, the list of trusted files, and memories that no result depends on."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from vault_tools.errors import ConfigError
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Iterator


def state_folder() -> Path:
    """`$XDG_STATE_HOME/vault-tools` or what the platform has instead; made when it is missing, readable by its owner only.

    OSError: it cannot be made. Whoever can do without a memory does.
    """
    folder = _platform_folder() / "vault-tools"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _platform_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_STATE_HOME") or _home() / ".local" / "state")


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:  # neither $HOME nor an entry in the list of users: a container, say
        raise FileNotFoundError(errno.ENOENT, str(error), "~") from error


def read_state(name: str) -> bytes | None:
    """What the file `name` of the state folder holds; None where there is neither file nor folder."""
    try:
        folder = state_folder()
    except OSError:
        return None
    try:
        return (folder / name).read_bytes()
    except FileNotFoundError:
        return None


def unwritable(error: OSError) -> ConfigError:
    """What to tell a user whose command cannot do without the state folder."""
    return ConfigError(str(message("cli.no_state", path=error.filename or "?", reason=error.strerror or error)))


def replace_state(name: str, data: bytes) -> None:
    """Let the file `name` of the state folder hold `data`: all of it or what it held before; readable by its owner only."""
    path = state_folder() / name
    waiting = path.with_name(f".{name}-{os.getpid()}.tmp")
    handle = os.open(waiting, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(handle)
    waiting.replace(path)


class Bombs:
    """Marks of formulas that used up their time or memory, remembered by all runs: a file of lines, one mark each.

    A mark says all that the verdict depends on, so that remembering saves time and changes no result.
    """

    FILE = "bombs"
    MOST = 10_000
    """The oldest are forgotten first."""
    MARK = re.compile(rb"[0-9a-f]{64}\n")

    def __init__(self, *, anew: bool = False) -> None:
        """anew: what earlier runs remember counts for nothing; what this one learns is remembered all the same."""
        self._marks: set[bytes] = set() if anew else set(self._read())

    def __contains__(self, mark: bytes) -> bool:
        return mark in self._marks

    def add(self, mark: bytes) -> None:
        """Remember a mark; where the file cannot be written, for this run only."""
        if mark in self._marks:
            return
        self._marks.add(mark)
        with suppress(OSError), (state_folder() / self.FILE).open("ab") as file:
            file.write(mark.hex().encode() + b"\n")

    def _read(self) -> list[bytes]:
        try:
            written = self.MARK.findall((state_folder() / self.FILE).read_bytes())
            if len(written) > 2 * self.MOST:
                replace_state(self.FILE, b"".join(written[-self.MOST :]))
        except OSError:
            return []
        return [bytes.fromhex(line.decode().strip()) for line in written[-2 * self.MOST :]]


@contextmanager
def watch_lock(vault: Path) -> Iterator[bool]:
    """True while this process is the only watcher of `vault`, False when another one is. ConfigError: there is no place for the lock.

    The operating system gives the lock up when its holder ends, however it ends, so none can be stale.
    """
    digest = hashlib.sha256(os.fsencode(vault.resolve())).hexdigest()[:16]
    try:
        file = (state_folder() / f"watch-{digest}.lock").open("ab")
    except OSError as error:
        raise unwritable(error) from error
    with file:
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
