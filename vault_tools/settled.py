"""Notes that a plain run would leave as they are, remembered outside the vault: a look at the vault, and for most notes no more.

What is read of a note: nothing where size, times and inode are those that were remembered; its bytes where only the times differ, or
where they were too fresh to tell (a file may be saved twice within one tick of its clock), and it is settled if their hash is the one
remembered. Anything else is verified. What a verdict depends on beside the note (this program, installed packages, trusted handlers,
settings, the vault's macros) is hashed into the first line of the file: where that differs nothing is remembered.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from vault_tools.config import PREAMBLES, find_vault
from vault_tools.model import BlockState, Status
from vault_tools.report import Count
from vault_tools.state import replace_state, state_folder
from vault_tools.trust import trusted_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vault_tools.model import Outcome, Settings
    from vault_tools.vault import Found

FORMAT = 1
FRESH_SECONDS = 2.0
"""The coarsest clock of a file system in use (FAT)."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a plain run has to say of a settled note."""

    block: BlockState
    unexpected: tuple[Status, ...]
    count: Count


class Line(NamedTuple):
    """A note in the file; `stamp`: its size alone where the rest was too fresh; `told`: see _written."""

    stamp: bytes
    digest: bytes
    told: bytes


class Settled:
    """The memory of one vault, to be deleted at any time. Each finished note is added at once: an interrupted run is resumed."""

    def __init__(self, folder: Path, circumstances: str) -> None:
        """folder: the vault. circumstances: see there."""
        self._folder, self._vault = folder, find_vault(folder.absolute())
        self.name = f"notes-{_digest(os.fsencode(folder.resolve())).decode()}"
        self._is_inside = {"": True}
        self._head = f"{FORMAT} {circumstances}".encode()
        self._lines = dict(self._read())
        self._file: IO[bytes] | None = None
        self._lock = threading.Lock()

    def recall(self, note: Found) -> Known | None:
        """What there is to say of a note that is as it was; None: it has to be verified."""
        line = self._lines.get(os.fsencode(note.name))
        if line is None or not self._is_ours_to_know(note):
            return None
        try:
            now = note.entry.stat()
            if _stamp(now) != line.stamp and not self._has_the_same_bytes(note, now, line):
                return None
        except OSError:  # said when the note is verified
            return None
        return _read_told(line.told)

    def _is_ours_to_know(self, note: Found) -> bool:
        """No link, and in no vault inside the vault, where other settings hold."""
        folder = note.name.rpartition("/")[0]
        if folder not in self._is_inside:
            self._is_inside[folder] = find_vault((self._folder / folder).absolute()) == self._vault
        return self._is_inside[folder] and not note.entry.is_symlink()

    def _has_the_same_bytes(self, note: Found, now: os.stat_result, line: Line) -> bool:
        if not stat.S_ISREG(now.st_mode) or line.stamp.split()[0] != b"%d" % now.st_size:
            return False
        if _digest(Path(note.entry.path).read_bytes()) != line.digest:
            return False
        self._keep(note.name, line._replace(stamp=_steady_stamp(now)))
        return True

    def remember(self, note: Found, before: os.stat_result, outcome: Outcome, count: Count) -> None:
        """Remember a note that was verified, if the next plain run would find nothing to do.

        before: its state before it was read. A note that was written has its new bytes, and nobody knows when somebody else saved it.
        """
        if outcome.problem or (outcome.changed and outcome.unexpected) or not self._is_ours_to_know(note):
            return
        has_block = bool(outcome.reported) if outcome.changed else outcome.block == "current"
        if not has_block and outcome.formulas and (_plugins() or any(verdict.status == "failed" for verdict in outcome.formulas)):
            return  # an editable package changes without a trace; a formula may fail because the machine was busy
        data = outcome.text.encode()
        if outcome.changed and has_block:
            count = Count({"unchanged": len(outcome.formulas)})
        known = Known("current" if has_block else "none", outcome.unexpected, count)
        stamp = b"%d" % len(data) if outcome.changed else _steady_stamp(before)
        self._keep(note.name, Line(stamp, _digest(data), _written(known)))

    def save(self, names: Iterable[str] | None) -> None:
        """Write the file anew, without what was told twice. names: all notes of the vault; others are forgotten."""
        if names is not None:
            here = set(map(os.fsencode, names))
            gone = [name for name in self._lines if name not in here]
            for name in gone:
                del self._lines[name]
        if self._file is not None or (names is not None and gone):
            self.close()
            with suppress(OSError):
                replace_state(
                    self.name, b"\n".join([self._head, *(b"\t".join((*line, name)) for name, line in self._lines.items())]) + b"\n"
                )

    def close(self) -> None:
        """What was remembered stays."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _keep(self, name: str, line: Line) -> None:
        key = os.fsencode(name)
        if b"\n" in key:
            return
        with self._lock, suppress(OSError):  # a full disk: this note is verified again
            self._lines[key] = line
            self._file = self._file or self._opened()
            self._file.write(b"\t".join((*line, key)) + b"\n")

    def _opened(self) -> IO[bytes]:
        path = state_folder() / self.name
        if not self._is_ours:
            replace_state(self.name, self._head + b"\n")
        return path.open("ab", buffering=0)

    @cached_property
    def _content(self) -> bytes:
        try:
            return (state_folder() / self.name).read_bytes()
        except OSError:
            return b""

    @property
    def _is_ours(self) -> bool:
        return self._content.startswith(self._head + b"\n")

    def _read(self) -> Iterator[tuple[bytes, Line]]:
        """Later lines replace earlier ones; a line that was cut off counts for nothing."""
        if self._is_ours:
            for line in self._content.split(b"\n")[1:-1]:
                stamp, digest, told, name = (*line.split(b"\t", 3), b"", b"", b"")[:4]
                if name:
                    yield name, Line(stamp, digest, told)


# ---------------------------------------------------------------- stamps and hashes


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).hexdigest().encode()


def _stamp(status: os.stat_result) -> bytes:
    return b"%d %d %d %d" % (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def _steady_stamp(status: os.stat_result) -> bytes:
    """Its size alone where it is so fresh that another save need not show."""
    age = time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns)
    return _stamp(status) if age > FRESH_SECONDS * 1e9 else b"%d" % status.st_size


# ---------------------------------------------------------------- what is told of a note, in few bytes


def _written(known: Known) -> bytes:
    told = (known.block, known.unexpected, known.count.statuses, known.count.findings)
    return json.dumps(told, separators=(",", ":"), sort_keys=True).encode()


@lru_cache(maxsize=10_000)
def _read_told(told: bytes) -> Known | None:
    """None: cut off."""
    try:
        block, unexpected, statuses, findings = json.loads(told)
    except ValueError:
        return None
    return Known(block, tuple(unexpected), Count(statuses, tuple((line, status) for line, status in findings)))


# ---------------------------------------------------------------- what verdicts depend on beside the note


def circumstances(vault: Path | None, settings: Settings) -> str:
    """A hash over this program, Python, installed packages, trusted handlers, the settings that count, and the vault's macros."""
    files, _ = trusted_files()
    counting = (
        settings.language,
        settings.report,
        settings.pictures,
        settings.formula_seconds,
        settings.formula_bytes,
        settings.note_seconds,
    )
    told = (sys.version, _program(), _packages(), files, _macros(vault), counting)
    return _digest(repr(told).encode("utf-8", "surrogatepass")).decode()


def _macros(vault: Path | None) -> list[bytes]:
    found: list[bytes] = []
    for name in PREAMBLES:
        with suppress(OSError):
            found.append((vault / name).read_bytes() if vault and (vault / name).is_file() else b"")
    return found


def _program() -> list[tuple[str, int, int]]:
    """Our own files, because a clone is updated without a new version."""
    found = []
    for folder, _, names in os.walk(Path(__file__).parent):
        for name in names:
            if name.endswith(".py"):
                status = Path(folder, name).stat()
                found.append((name, status.st_size, status.st_mtime_ns))
    return sorted(found)


def _packages() -> list[tuple[str, int]]:
    """Folders with packages change when one is installed, updated or removed."""
    folders = [folder for folder in sys.path if Path(folder).name in ("site-packages", "dist-packages")]
    folders += filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))  # empty: the current folder, which changes with every note
    return [(folder, Path(folder).stat().st_mtime_ns) for folder in folders if Path(folder).is_dir()]


@cache
def _plugins() -> bool:
    from importlib.metadata import entry_points

    from vault_tools.handlers import GROUP

    return bool(entry_points(group=GROUP))
