"""The watcher: which notes are due, as a generator of sets of paths. A thin loop round the function that verifies one note.

Events are hints and nothing more: every hint, and every few minutes in any case, ends in a comparison of the notes on disk with the
stamps (size, times, inode) that they had when they were last looked at. A note is due when its stamp has stood still for the quiet time.
"""

from __future__ import annotations

import heapq
import logging
import queue
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from vault_tools.model import Settings, message
from vault_tools.vault import find_notes, is_note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

    from vault_tools.model import Message, Outcome

SCAN_SECONDS = 50.0
"""Without any hint a change is found within a minute; a look at 5,000 notes takes a fraction of a second."""
RESCAN_SECONDS = 1.0
POLL_SECONDS = 10.0
AT_A_TIME = 16

EVERYTHING = Path()
"""As a hint: compare the whole vault (a folder moved, events were lost)."""


class Stamp(NamedTuple):
    """What changes when a file is saved, in whatever way; reading a file does not change it."""

    size: int
    modified: int
    changed: int
    inode: int

    @staticmethod
    def of(path: Path) -> Stamp | None:
        """The stamp of a file, None when there is none."""
        try:
            status = path.stat()
        except OSError:
            return None
        return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


class Hints(Protocol):
    """Where to look: paths that may have changed. It may forget and it may repeat itself."""

    def take(self, seconds: float) -> set[Path]:
        """The hints that have come; waits up to `seconds` for the first."""


@dataclass
class Ledger:
    """Stamps of the notes: when they were last looked at, and since when a new stamp has stood still."""

    vault: Path
    settings: Settings
    seen: dict[Path, Stamp] = field(default_factory=dict)
    waiting: dict[Path, tuple[Stamp, float]] = field(default_factory=dict)

    def look(self, hints: set[Path], now: float) -> None:
        """Compare the hinted notes, or all of them, with what was seen."""
        if EVERYTHING in hints:
            notes = find_notes(self.vault, self.settings)
            hints = {*notes, *self.waiting}
            self.seen = {path: self.seen[path] for path in notes if path in self.seen}
        for path in hints:
            self._look_at(path, now)

    def _look_at(self, path: Path, now: float) -> None:
        stamp = Stamp.of(path)
        if stamp is None or stamp == self.seen.get(path):
            self.waiting.pop(path, None)
        elif self.waiting.get(path, (None, now))[0] != stamp:
            # A note that was there at the start has been quiet long enough; any other has just been saved.
            age = time.time_ns() - max(stamp.modified, stamp.changed) if path not in self.seen else 0
            self.waiting[path] = stamp, now - max(0.0, age / 1e9)

    def take_due(self, now: float) -> set[Path]:
        """The notes that have been quiet for long enough, the latest first and a handful at a time; from now on they count as seen."""
        latest = heapq.nlargest(AT_A_TIME, self._ripe(now), key=lambda path: self.waiting[path][0].modified)
        for path in latest:
            self._look_at(path, now)
        due = {path for path in latest if path in self.waiting and self._is_ripe(path, now)}
        for path in due:
            self.seen[path] = self.waiting.pop(path)[0]
        return due

    def _ripe(self, now: float) -> list[Path]:
        latest = now - self.settings.quiet_seconds
        return [path for path, (_, since) in self.waiting.items() if since <= latest]

    def _is_ripe(self, path: Path, now: float) -> bool:
        return self.waiting[path][1] <= now - self.settings.quiet_seconds

    def wrote(self, path: Path, outcome: Outcome) -> None:
        """Our own write is no change to react to, unless somebody has saved the note again since."""
        stamp = Stamp.of(path)
        with suppress(OSError):
            if stamp is not None and path.read_bytes() == outcome.text.encode("utf-8", "surrogatepass"):
                self.seen[path] = stamp

    def next_due(self, now: float) -> float:
        """Seconds until the next note is due."""
        return min((since + self.settings.quiet_seconds - now for _, since in self.waiting.values()), default=SCAN_SECONDS)


def due_notes(ledger: Ledger, hints: Hints, *, once: bool = False, clock: Callable[[], float] = time.monotonic) -> Iterator[set[Path]]:
    """Sets of notes to verify: at first all that are there, then those that change. Ends when `once` and nothing is waiting.

    Between two sets call `ledger.wrote` for each note that was written.
    """
    scan_at = clock()
    while True:
        now = clock()
        if now >= scan_at:
            ledger.look({EVERYTHING}, now)
            scan_at = now + SCAN_SECONDS
        if due := ledger.take_due(now):
            yield due
        elif once and not ledger.waiting:
            return
        new = hints.take(max(0.0, min(scan_at - clock(), ledger.next_due(clock()))))
        if EVERYTHING in new:
            scan_at = min(scan_at, now + RESCAN_SECONDS)
        ledger.look(new - {EVERYTHING}, clock())


# ---------------------------------------------------------------- hints from the operating system


class Observed:
    """Hints from a watchdog observer; where none can be had (limits, network drives, the vault gone) we look every few seconds."""

    def __init__(self, vault: Path, settings: Settings, say: Callable[[Message], None]) -> None:
        self.vault, self.settings, self._say = vault, settings, say
        self._hints: queue.SimpleQueue[Path] = queue.SimpleQueue()
        self._observer: BaseObserver | None = None
        self._inode: int | None = -1

    def __enter__(self) -> Observed:
        self._alarm = _Alarm(self._hints)
        logging.getLogger("watchdog").addHandler(self._alarm)
        self._observe()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        logging.getLogger("watchdog").removeHandler(self._alarm)
        self._end_observer()

    def take(self, seconds: float) -> set[Path]:
        """See Hints; an observer whose vault was made anew is made anew too."""
        self._observe()
        if self._observer is None:
            time.sleep(min(seconds, POLL_SECONDS))
            return {EVERYTHING}
        hints: set[Path] = set()
        with suppress(queue.Empty):
            hints.add(self._hints.get(timeout=max(seconds, 0.001)))
            while True:
                hints.add(self._hints.get_nowait())
        return hints

    def _observe(self) -> None:
        """Observe the folder that now stands where the vault is."""
        stamp = Stamp.of(self.vault)
        inode = stamp.inode if stamp else None
        if inode == self._inode:
            return
        self._end_observer()
        self._inode = inode
        if inode is None:
            self._say(message("watch.gone", vault=self.vault))
            return
        try:
            self._observer = _start_observer(self.vault, self._note_event)
        except OSError as error:
            self._say(message("watch.polling", seconds=POLL_SECONDS, reason=error))
        self._hints.put(EVERYTHING)

    def _end_observer(self) -> None:
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None

    def _note_event(self, event: FileSystemEvent) -> None:
        """Runs in the observer's thread: only notes down where to look."""
        if event.event_type not in ("created", "modified", "moved", "deleted"):
            return  # opened and closed are also what our own reading causes
        for name in (event.src_path, event.dest_path):
            path = Path(name if isinstance(name, str) else name.decode("utf-8", "surrogateescape"))
            if event.is_directory and event.event_type != "modified":
                self._hints.put(EVERYTHING)
            elif name and path.is_relative_to(self.vault) and is_note(path, self.vault, self.settings):
                self._hints.put(path)


def _start_observer(vault: Path, note_event: Callable[[FileSystemEvent], None]) -> BaseObserver:
    from watchdog.events import FileSystemEventHandler
    from watchdog.observers import Observer

    class Handler(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            note_event(event)

    observer = Observer()
    observer.schedule(Handler(), str(vault), recursive=True)
    observer.start()
    return observer


class _Alarm(logging.Handler):
    """watchdog says only in its log that the kernel has dropped events."""

    def __init__(self, hints: queue.SimpleQueue[Path]) -> None:
        super().__init__(logging.WARNING)
        self._hints = hints

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002  any warning means the same
        self._hints.put(EVERYTHING)
