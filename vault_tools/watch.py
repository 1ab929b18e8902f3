"""The watcher: which notes are due, as a generator of sets of paths. A thin loop round the function that verifies one note.

Events are hints and nothing more: every hint, and every few minutes in any case, ends in a comparison of the notes on disk with the
stamps (size, times, inode) that they had when they were last looked at. A note is due when its stamp has stood still for the quiet time.
"""

from __future__ import annotations

import heapq
import logging
import os
import queue
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from vault_tools.model import Settings, message
from vault_tools.vault import is_note, list_notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

    from vault_tools.model import Message, Outcome

SCAN_SECONDS = 50.0
"""Without any hint a change is found within a minute; a look at 5,000 notes takes a small fraction of a second."""
SCAN_SHARE = 0.004
"""In a huge vault the looks become rarer, so that they take no more than this share of a processor."""
RESCAN_SECONDS = 1.0
POLL_SECONDS = 10.0
AT_A_TIME = 16

EVERYTHING = ""
"""As a hint: compare the whole vault (a folder moved, events were lost)."""


class Stamp(NamedTuple):
    """What changes when a file is saved, in whatever way; reading a file does not change it."""

    size: int
    modified: int
    changed: int
    inode: int

    @staticmethod
    def of(file: Path | str) -> Stamp | None:
        """The stamp of a file, None when there is none."""
        try:
            status = os.stat(file)  # noqa: PTH116  what a folder tells of its entries holds no inode on Windows
        except OSError:
            return None
        return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


class Hints(Protocol):
    """Where to look: names of notes that may have changed. It may forget and it may repeat itself."""

    def take(self, seconds: float) -> set[str]:
        """The hints that have come; waits up to `seconds` for the first."""


@dataclass
class Ledger:
    """Stamps of the notes by their names (path from the vault's root): when they were last looked at, and which still have to rest.

    Each entry of the two heaps is the word of a moment: it counts only while `waiting` still holds the same stamp.
    """

    vault: Path
    settings: Settings
    seen: dict[str, Stamp] = field(default_factory=dict)
    waiting: dict[str, Stamp] = field(default_factory=dict)
    _resting: list[tuple[float, str, Stamp]] = field(default_factory=list)
    """The first to be due first."""
    _due: list[tuple[int, str, Stamp]] = field(default_factory=list)
    """The last saved first: who saves a note during a long catch-up does not wait for it."""
    _started: bool = False

    def look(self, hints: set[str], now: float) -> None:
        """Compare the hinted notes, or all of them, with what was seen."""
        if EVERYTHING in hints:
            stamps = {name: Stamp.of(entry.path) for name, entry in list_notes(self.vault, self.settings)}
            self.seen = {name: stamp for name, stamp in self.seen.items() if name in stamps}
            stamps |= dict.fromkeys(self.waiting.keys() - stamps.keys())
        else:
            stamps = {name: Stamp.of(self.vault / name) for name in hints}
        for name, stamp in stamps.items():
            self._compare(name, stamp, now)
        self._started = True

    def _compare(self, name: str, stamp: Stamp | None, now: float) -> None:
        if stamp is None or stamp == self.seen.get(name):
            self.waiting.pop(name, None)
        elif self.waiting.get(name) != stamp:
            # A note that was there at the start has been quiet long enough; any other has just been saved, whatever its times say:
            # a server's clock may be wrong, and a copy has the times of its original.
            age = 0.0 if self._started else max(0.0, time.time() - max(stamp.modified, stamp.changed) / 1e9)
            self.waiting[name] = stamp
            heapq.heappush(self._resting, (now - age + self.settings.quiet_seconds, name, stamp))

    def take_due(self, now: float) -> set[Path]:
        """The notes that have been quiet for long enough, the latest first and a handful at a time; from now on they count as seen."""
        while self._resting and self._resting[0][0] <= now:
            _, name, stamp = heapq.heappop(self._resting)
            heapq.heappush(self._due, (-stamp.modified, name, stamp))
        due: set[Path] = set()
        while self._due and len(due) < AT_A_TIME:
            _, name, stamp = heapq.heappop(self._due)
            if self.waiting.get(name) != stamp:
                continue
            self._compare(name, Stamp.of(self.vault / name), now)
            if self.waiting.get(name) == stamp:
                self.seen[name] = self.waiting.pop(name)
                due.add(self.vault / name)
        return due

    def wrote(self, path: Path, outcome: Outcome) -> None:
        """Our own write is no change to react to, unless somebody has saved the note again since."""
        stamp = Stamp.of(path)
        with suppress(OSError):
            if stamp is not None and path.read_bytes() == outcome.text.encode("utf-8", "surrogatepass"):
                self.seen[path.relative_to(self.vault).as_posix()] = stamp

    def next_due(self, now: float) -> float:
        """Seconds until the next note may be due."""
        if self._due:
            return 0.0
        return max(0.0, self._resting[0][0] - now) if self._resting else SCAN_SECONDS


def due_notes(ledger: Ledger, hints: Hints, *, once: bool = False, clock: Callable[[], float] = time.monotonic) -> Iterator[set[Path]]:
    """Sets of notes to verify: at first all that are there, then those that change. Ends when `once` and nothing is waiting.

    Between two sets call `ledger.wrote` for each note that was written.
    """
    scan_at = clock()
    while True:
        now = clock()
        if now >= scan_at:
            scan_at = now + _look_at_everything(ledger, now)
        pause = max(0.0, min(scan_at - now, ledger.next_due(now)))
        if due := ledger.take_due(now):
            yield due
            pause = 0.0  # there may be more
        elif once and not ledger.waiting:
            return
        new = hints.take(pause)
        if EVERYTHING in new:
            scan_at = min(scan_at, now + RESCAN_SECONDS)
        ledger.look(new - {EVERYTHING}, clock())


def _look_at_everything(ledger: Ledger, now: float) -> float:
    """Returns the seconds until the next such look."""
    before = time.thread_time()
    ledger.look({EVERYTHING}, now)
    return max(SCAN_SECONDS, (time.thread_time() - before) / SCAN_SHARE)


# ---------------------------------------------------------------- hints from the operating system


class Observed:
    """Hints from a watchdog observer; where none can be had (limits, network drives, the vault gone) we look every few seconds."""

    def __init__(self, vault: Path, settings: Settings, say: Callable[[Message], None]) -> None:
        self.vault, self.settings, self._say = vault, settings, say
        self._hints: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._observer: BaseObserver | None = None
        self._inode: int | None = -1
        self._root = ""

    def __enter__(self) -> Observed:
        self._alarm = _Alarm(self._hints)
        logging.getLogger("watchdog").addHandler(self._alarm)
        self._observe()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._end_observer()  # its threads may still log that they were stopped
        logging.getLogger("watchdog").removeHandler(self._alarm)

    def take(self, seconds: float) -> set[str]:
        """See Hints; an observer whose vault was made anew is made anew too."""
        self._observe()
        if self._observer is None:
            time.sleep(min(seconds, POLL_SECONDS))
            return {EVERYTHING}
        hints: set[str] = set()
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
        folder = os.path.realpath(self.vault)  # nothing is told of what a link leads to
        self._root = os.path.join(folder, "")  # noqa: PTH118  with the separator at its end
        try:
            self._observer = _start_observer(folder, self._note_event)
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
        if event.is_directory:
            self._hints.put(EVERYTHING)
            return
        for path in (event.src_path, event.dest_path):
            outside, root, name = os.fsdecode(path).partition(self._root)
            name = name.replace(os.sep, "/")
            if root and not outside and is_note(name, self.settings):
                self._hints.put(name)


def _start_observer(folder: str, note_event: Callable[[FileSystemEvent], None]) -> BaseObserver:
    """Of all events only those that change a name or a text: opening and closing is also what our own reading does."""
    from watchdog import events
    from watchdog.observers import Observer

    class Handler(events.FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            note_event(event)

    wanted = [events.FileCreatedEvent, events.FileModifiedEvent, events.FileMovedEvent, events.FileDeletedEvent]
    wanted += [events.DirCreatedEvent, events.DirMovedEvent, events.DirDeletedEvent]
    observer = Observer()
    observer.schedule(Handler(), folder, recursive=True, event_filter=wanted)
    observer.start()
    return observer


class _Alarm(logging.Handler):
    """watchdog says only in its log that the kernel has dropped events."""

    def __init__(self, hints: queue.SimpleQueue[str]) -> None:
        super().__init__(logging.WARNING)
        self._hints = hints

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002  any warning means the same
        self._hints.put(EVERYTHING)
