"""Replace a file as a compare-and-swap: all of the new bytes or none, and only if the old ones are still what was read.

The new bytes wait beside the file, complete and on the disk; one rename exchanges the two, and what was displaced is looked at. If
somebody saved in the meantime, the files are exchanged back. Where a system has no exchange, a second look just before the replacement
must do.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import signal
import stat
import sys
import threading
import time
from functools import cache
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from vault_tools.exchange import exchange, is_released

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEMPORARY = re.compile(r"\.vault-tools-(?P<pid>\d+)-\d+-(?P<stage>[ws])-(?P<base>[0-9a-f]{16})-(?P<new>[0-9a-f]{16})\.tmp")
"""Name of a temporary file of ours; stage w: being written, s: complete and about to be exchanged."""
NO_EXCHANGE = frozenset((errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM))
STALE_SECONDS = 3600.0
"""A temporary file older than this belongs to nobody, even if a process with its number lives."""
LONGEST_NAME = 255

_numbers = count()


class ChangedMeanwhileError(Exception):
    """Somebody saved the file after it was read: it holds what they saved."""


class KeptCopyError(Exception):
    """Two saves of somebody's crossed ours: the file holds the last of them, `path` the other."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class _Swap(NamedTuple):
    """One replacement: the file, what it held when it was read, what it is to hold, and the name of the file that waits beside it."""

    path: Path
    base: bytes
    new: bytes
    waiting: Path


# ---------------------------------------------------------------- what to do with a file


def replace_file(path: Path, base: bytes, new: bytes) -> None:
    """Let `path` hold `new` instead of `base`; its mode, owner and extended attributes stay.

    Raises ChangedMeanwhileError, KeptCopyError, or OSError; whatever fails before the exchange leaves the file as it was.
    """
    with undisturbed():
        swap = _Swap(path, base, new, _write_beside(path, base, new))
        try:
            _exchange_checked(swap)
        finally:
            _discard(swap.waiting, (base, new), path)
        _sync_folder(path.parent)


def create_file(path: Path, data: bytes) -> bool:
    """Make a new file; False when one of that name exists already, which is kept."""
    if os.path.lexists(path):
        return False
    with undisturbed():
        waiting = path.with_name(_temporary_name("w", b"", data))
        try:
            _write(waiting, data, 0o666)
            waiting.rename(path)
        finally:
            _unlink(waiting)
        _sync_folder(path.parent)
    return True


def remove_file(path: Path, base: bytes) -> None:
    """Take a file away that still holds `base`.

    ChangedMeanwhileError: it holds what somebody saved, and stays. KeptCopyError: it stays by another name, since there is a newer one.
    """
    with undisturbed():
        aside = path.with_name(_temporary_name("s", base, b""))
        try:
            path.rename(aside)
        except FileNotFoundError as error:
            raise ChangedMeanwhileError(str(path)) from error
        if _is_ours(aside, (base,)):
            _unlink(aside)
            _sync_folder(path.parent)
            return
        try:
            os.link(aside, path, follow_symlinks=False)
        except OSError as error:
            raise KeptCopyError(_keep(aside, path)) from error
        _unlink(aside)
        raise ChangedMeanwhileError(str(path))


def read_file(path: Path, most: int | None = None) -> bytes:
    """The bytes of a file that is no link; of a longer one, `most` bytes and one more."""
    handle = os.open(path, os.O_RDONLY | _flag("O_NOFOLLOW") | _flag("O_NONBLOCK") | _flag("O_CLOEXEC"))
    try:
        pieces = []
        left = -1 if most is None else most + 1
        while left and (piece := os.read(handle, 1 << 20 if left < 0 else min(left, 1 << 20))):
            pieces.append(piece)
            left -= len(piece) if left > 0 else 0
        return b"".join(pieces)
    finally:
        os.close(handle)


# ---------------------------------------------------------------- the file that waits


def _write_beside(path: Path, base: bytes, new: bytes) -> Path:
    """A complete copy of `new` beside `path`, on the disk, with the metadata of `path`."""
    written, waiting = (path.with_name(_temporary_name(stage, base, new)) for stage in "ws")
    try:
        _write(written, new, 0o600, like=path)
        written.rename(waiting)
    except BaseException:
        _unlink(written)
        raise
    return waiting


def _write(path: Path, data: bytes, mode: int, like: Path | None = None) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _flag("O_NOFOLLOW") | _flag("O_CLOEXEC"), mode)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        if like is not None:
            _copy_metadata(like, handle)
        os.fsync(handle)
    finally:
        os.close(handle)


def _copy_metadata(source: Path, handle: int) -> None:
    """Owner, extended attributes (access lists too) and mode. What may not be copied is an error: a note must not change hands."""
    if sys.platform == "win32":
        return
    old, now = source.stat(), os.fstat(handle)
    if (old.st_uid, old.st_gid) != (now.st_uid, now.st_gid):
        os.fchown(handle, old.st_uid, old.st_gid)
    os.fchmod(handle, old.st_mode & 0o7777)
    if sys.platform == "linux":
        _copy_attributes(source, handle)


def _copy_attributes(source: Path, handle: int) -> None:
    if sys.platform != "linux":
        return
    try:
        names = os.listxattr(source)
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            return
        raise
    for name in names:
        if not name.startswith("security."):  # labels that the system itself sets by its own policy
            os.setxattr(handle, name, os.getxattr(source, name))


def _temporary_name(stage: str, base: bytes, new: bytes) -> str:
    return f".vault-tools-{os.getpid()}-{next(_numbers)}-{stage}-{_digest(base)}-{_digest(new)}.tmp"


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


# ---------------------------------------------------------------- the exchange


def _exchange_checked(swap: _Swap) -> None:
    try:
        exchange(swap.waiting, swap.path)
    except FileNotFoundError as error:
        raise ChangedMeanwhileError(str(swap.path)) from error
    except OSError as error:
        if error.errno not in NO_EXCHANGE:
            raise
        _replace_checked(swap)
        return
    if not _is_ours(swap.waiting, (swap.base,)):
        _give_back(swap)


def _is_ours(displaced: Path, ours: tuple[bytes, ...]) -> bool:
    """Whether what was displaced is a file with one of these texts that nobody writes into any more; a folder or a link is not."""
    try:
        return is_released(displaced) and read_file(displaced) in ours
    except OSError:
        return False


def _give_back(swap: _Swap) -> None:
    """Undo the exchange because the displaced file is somebody's new save; if they saved once more over ours, that save wins."""
    exchange(swap.waiting, swap.path)
    if _is_ours(swap.waiting, (swap.new, swap.base)):
        raise ChangedMeanwhileError(str(swap.path))
    exchange(swap.waiting, swap.path)
    raise KeptCopyError(_keep(swap.waiting, swap.path))


def _replace_checked(swap: _Swap) -> None:
    """Without an exchange: look once more, then replace. Nothing helps a save that falls in between."""
    for attempt in range(10):
        if read_file(swap.path) != swap.base:
            raise ChangedMeanwhileError(str(swap.path))
        try:
            swap.waiting.replace(swap.path)
        except PermissionError:  # Windows, while another program reads the note
            if sys.platform != "win32" or attempt == 9:
                raise
            time.sleep(0.01 * (attempt + 1))
        else:
            return


# ---------------------------------------------------------------- tidying up


@cache
def sweep_once(folder: Path) -> None:
    """Sweep a folder when this run first writes into it."""
    sweep(folder)


def sweep(folder: Path) -> list[Path]:
    """Remove what a killed run of ours left in `folder`; returns the copies it kept, because they hold what somebody saved."""
    kept = []
    with os.scandir(folder) as entries:
        leftovers = [(entry.name, found) for entry in entries if (found := TEMPORARY.fullmatch(entry.name))]
    for name, found in leftovers:
        path = folder / name
        with contextlib.suppress(OSError):  # another process sweeps, too; or it is none of ours
            if _is_orphan(path, int(found["pid"])):
                kept += _sweep_one(path, found)
    return kept


def _sweep_one(path: Path, found: re.Match[str]) -> list[Path]:
    if found["stage"] == "w" or _digest(_content(path)) in (found["base"], found["new"]):
        path.unlink()
        return []
    return [_keep(path, path.with_name("recovered.md"))]


def _is_orphan(path: Path, pid: int) -> bool:
    if pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it lives, and is not ours
        pass
    return time.time() - path.stat().st_ctime > STALE_SECONDS


def _discard(waiting: Path, ours: tuple[bytes, ...], path: Path) -> None:
    """Remove the file that waited or was displaced, unless it holds what somebody else saved."""
    try:
        content = _content(waiting)
    except OSError:  # gone, or unreadable: then the next sweep looks again
        return
    if content in ours:
        _unlink(waiting)
    else:
        _keep(waiting, path)


def _content(path: Path) -> bytes:
    """What a displaced file holds; of a folder or a link, which somebody may have put in its place, the name."""
    try:
        return read_file(path)
    except OSError:
        if stat.S_ISREG(os.lstat(path).st_mode):
            raise
        return os.fsencode(path.name)


def _keep(displaced: Path, note: Path) -> Path:
    """Give what was displaced a name that its owner sees, beside the note."""
    mark = f" (conflicted copy vault-tools {_digest(_content(displaced))[:8]}){note.suffix}"
    stem = os.fsencode(note.stem)[: LONGEST_NAME - len(os.fsencode(mark))].decode(errors="ignore")
    kept = note.with_name(stem + mark)
    displaced.rename(kept)
    return kept


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):  # not there, or left to the next sweep
        path.unlink()


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a file system without it
            raise
    finally:
        os.close(handle)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Put off Ctrl-C and SIGTERM while files change places; they take effect at the end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    handlers: dict[signal.Signals, Any] = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not None:
            handlers[number] = signal.signal(number, lambda received, _frame: waiting.append(received))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for received in waiting[:1]:
            signal.raise_signal(received)


def _flag(name: str) -> int:
    """A flag of open(2), 0 where the system has none of that name."""
    return int(getattr(os, name, 0))
