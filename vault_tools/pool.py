"""The parent side of judging: a note's formulas spread over warmed children, each bounded in time and memory (worker.py).

A child that overruns, dies or sends nonsense is killed with its process group and replaced; its formula ends as `failed`, the others go
on. This process imports neither SymPy nor matplotlib.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING

from vault_tools import wire
from vault_tools.errors import VaultToolsError
from vault_tools.model import Judgement, Message, NoteMath, Settings, message
from vault_tools.pipeline import failed
from vault_tools.worker import JUDGE, MOST_READY, NOTE, READ_SECONDS, READY, serve_alone

if TYPE_CHECKING:
    from types import TracebackType

    from vault_tools.state import Bombs
from collections.abc import Callable
from typing import NamedTuple, cast

JUDGE_MAKER = "vault_tools.trust:prepare_judge"

# A child counts its own processor time; the parent's clock is the second wall, wide enough for a machine with much other work to do:
# whether a formula is done must not depend on the load. Where the clock is the only limit it is narrower.
CLOCK_FACTOR = 12.0 if hasattr(signal, "setitimer") else 4.0

SAYS_SOMETHING = re.compile(r"=|\\(?:in|equiv|coloneqq|triangleq|leftarrow|gets|to|sim|approx|(?:re)?newcommand|def)(?![A-Za-z])")
"""A formula without a relation says nothing about another one."""
LOOK_UP_SECONDS = 0.5
"""How often a waiting parent looks whether it is to stop."""
SHORT_TRY = 0.25
"""Part of a formula's time that it may take at the first try, in a note with many formulas."""


def processor_count() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(eq=False)
class Child:
    """A process that judges: the connection to it, and how to kill it with all that it may have started."""

    connection: Connection
    kill: Callable[[], None]
    knows: object = None
    """The question (note and settings) that it was told last."""

    def end(self) -> None:
        """Kill it and forget it. It holds nothing that could be lost."""
        self.connection.close()
        self.kill()


def _kill_group(process: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)


def spawned_child(judge: str) -> Child:
    """A child for systems that cannot fork (Windows): it warms up by itself, and the clock is its only limit."""
    from multiprocessing import get_context

    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve_alone, args=(theirs, judge), daemon=True)
    process.start()
    theirs.close()
    return Child(ours, process.kill)


class Nursery:
    """The warmed process that children are forked from; started when the first child is wanted, again when it has ended meanwhile."""

    def __init__(
        self,
        judge: str = JUDGE_MAKER,
        memory: int = Settings().formula_bytes,
        on_problem: Callable[[Message], None] = lambda _: None,
    ) -> None:
        """on_problem: is told what is wrong with installed handlers when the nursery starts."""
        self._judge, self._memory, self._on_problem = judge, memory, on_problem
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._lock = threading.Lock()

    def child(self) -> Child:
        """A new child. VaultToolsError: the nursery cannot start, and why."""
        if not hasattr(os, "fork"):
            return spawned_child(self._judge)
        ours, theirs = socket.socketpair()
        with ours, theirs, self._lock:
            try:
                process = self._fork(theirs)
            except (OSError, EOFError):  # ended while idle, or killed
                self._stop()
                process = self._fork(theirs)
            return Child(Connection(ours.detach()), partial(_kill_group, process))

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End it; its children end when their connections close."""
        with self._lock:
            self._stop()

    def _fork(self, connection: socket.socket) -> int:
        control = self._control or self._start()
        socket.send_fds(control, [str(self._memory).encode()], [connection.fileno()])
        return int.from_bytes(_receive(control, 8), "big")

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "vault_tools.worker", self._judge],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=None if "VAULT_TOOLS_DEBUG" in os.environ else subprocess.DEVNULL,
                cwd=tempfile.mkdtemp(prefix="vault-tools-"),
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"},
                start_new_session=True,
            )
        self._control = ours
        answer = b""
        with Connection(os.dup(ours.fileno())) as connection, contextlib.suppress(EOFError, ConnectionError):
            answer = connection.recv_bytes(MOST_READY)
        if not answer.startswith(READY):
            self._stop()
            raise VaultToolsError(str(message("cli.no_worker", reason=answer.decode("utf-8", "replace") or "-")))
        for problem in wire.loads(tuple[Message, ...], answer[len(READY) :]):
            self._on_problem(problem)
        return ours

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(2)
            self._process.kill()
            self._process.wait()
            self._process = None


def _receive(control: socket.socket, size: int) -> bytes:
    answer = control.recv(size)
    if len(answer) != size:
        raise EOFError
    return answer


# ---------------------------------------------------------------- judging a note


class Job(NamedTuple):
    """A formula to judge, and how many seconds of processor time it may take."""

    position: int
    seconds: float


class Work(NamedTuple):
    """A child at a job; from `late` on it is not waited for."""

    child: Child
    job: Job
    late: float


@dataclass
class Question:
    """A note to judge: what is still to do, who does what, and the answers so far."""

    note: NoteMath
    settings: Settings
    until: float
    waiting: deque[Job] = field(default_factory=deque)
    busy: dict[Connection, Work] = field(default_factory=dict)
    answers: dict[int, Judgement] = field(default_factory=dict)

    @property
    def told(self) -> bytes:
        """The message that tells a child about the note."""
        return NOTE + wire.dumps((self.note, self.settings))

    def fail(self, position: int, why: str, seconds: float = 0.0) -> None:
        """Answer a formula with `failed`."""
        self.answers[position] = failed(self.note, position, message(f"failed.{why}", seconds=seconds))

    @cached_property
    def _around(self) -> bytes:
        """What a formula's verdict depends on beside the formula: what the others say, tables, options, limits."""
        others = tuple(formula.latex for formula in self.note.formulas if SAYS_SOMETHING.search(formula.latex))
        tables = tuple((table.header, table.rows) for table in self.note.tables)
        limits = (self.settings.formula_seconds, self.settings.formula_bytes, self.settings.everything)
        return wire.dumps((_version(), others, tables, self.note.options, self.note.preamble, limits))

    def mark(self, position: int) -> bytes:
        """What must change before a formula that overran is tried again: itself, or what it may depend on."""
        return hashlib.sha256(self.note.formulas[position].latex.encode("utf-8", "surrogatepass") + b"\0" + self._around).digest()


class Stopped(VaultToolsError):  # noqa: N818  no error: somebody pressed Ctrl-C
    """Judging was given up because the whole run ends; there is no result, not even a failed one."""


class Judges:
    """Judges notes in up to `size` children at a time; they stay for the next note. One thread judges; any may call `stop`."""

    def __init__(self, nursery: Nursery, size: int | None = None, bombs: Bombs | None = None) -> None:
        """bombs: what is remembered beyond these judges; None: nothing."""
        self._nursery, self._size = nursery, size or processor_count()
        self._idle: list[Child] = []
        self._bombs: Bombs | set[bytes] = set() if bombs is None else bombs
        self._busy: dict[Connection, Work] = {}
        self._stopped = False

    def __call__(self, note: NoteMath, settings: Settings) -> tuple[Judgement, ...]:
        """One judgement per formula, in order; `failed` where a formula took too long, too much memory, or the note's time was up."""
        question = Question(note, settings, time.monotonic() + settings.note_seconds)
        self._busy = question.busy
        self._plan(question)
        while question.waiting or question.busy:
            self._hand_out(question)
            self._collect(question)
            self._end_late(question)
            if self._stopped:
                raise Stopped
        return tuple(question.answers[position] for position in range(len(note.formulas)))

    def __enter__(self) -> Judges:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def stop(self) -> None:
        """Make the thread that is judging raise Stopped soon, whatever its children are at."""
        self._stopped = True
        for work in list(self._busy.values()):
            work.child.kill()

    def close(self) -> None:
        """End every child, also one that is at work."""
        for child in (*self._idle, *(work.child for work in self._busy.values())):
            child.end()
        self._idle.clear()
        self._busy.clear()

    def _plan(self, question: Question) -> None:
        """All formulas that are no known bombs.

        Where they could use up the note's time they get a short try first, so that slow ones do not keep the others from being judged.
        """
        todo = []
        for position in range(len(question.note.formulas)):
            if question.mark(position) in self._bombs:
                question.fail(position, "limits", question.settings.formula_seconds)
            else:
                todo.append(position)
        seconds = question.settings.formula_seconds
        plenty = len(todo) * seconds <= self._size * question.settings.note_seconds
        question.waiting.extend(Job(position, seconds if plenty else seconds * SHORT_TRY) for position in todo)

    def _hand_out(self, question: Question) -> None:
        while question.waiting and len(question.busy) < self._size:
            job = question.waiting.popleft()
            while self._idle:
                child = self._idle.pop()
                if self._ask(child, question, job):
                    break
            else:
                child = self._nursery.child()
                if not self._ask(child, question, job):
                    self._overran(question, job)

    def _ask(self, child: Child, question: Question, job: Job) -> bool:
        """Give the child the job; False, and the child is done with, if it is not alive."""
        seconds = job.seconds
        try:
            if child.knows is not question:
                child.connection.send_bytes(question.told)
                child.knows = question
                seconds += READ_SECONDS
            child.connection.send_bytes(JUDGE + b"%d %f" % job)
        except OSError:
            child.end()
            return False
        question.busy[child.connection] = Work(child, job, time.monotonic() + seconds * CLOCK_FACTOR)
        return True

    def _collect(self, question: Question) -> None:
        """Wait a little until a child answers or the next one is late; take the answers."""
        soonest = min([question.until, *(work.late for work in question.busy.values())])
        for connection in wait(list(question.busy), min(max(0.0, soonest - time.monotonic()), LOOK_UP_SECONDS)):
            work = question.busy.pop(cast("Connection", connection))
            try:
                question.answers[work.job.position] = receive(work.child.connection)
                self._idle.append(work.child)
            except (EOFError, OSError, wire.WireError):
                work.child.end()
                self._overran(question, work.job)

    def _end_late(self, question: Question) -> None:
        now = time.monotonic()
        for connection, work in list(question.busy.items()):
            if now >= min(work.late, question.until):
                del question.busy[connection]
                work.child.end()
                if now >= work.late:
                    self._overran(question, work.job)
                else:
                    question.waiting.append(work.job)
        if now >= question.until:
            for job in question.waiting:
                question.fail(job.position, "note_time", question.settings.note_seconds)
            question.waiting.clear()

    def _overran(self, question: Question, job: Job) -> None:
        """Try again with all the time that a formula may have, or remember the bomb."""
        seconds = question.settings.formula_seconds
        if job.seconds < seconds:
            question.waiting.append(Job(job.position, seconds))
            return
        self._bombs.add(question.mark(job.position))
        question.fail(job.position, "limits", seconds)


@cache
def _version() -> str:
    from importlib.metadata import version

    return version("vault-tools")


def receive(connection: Connection) -> Judgement:
    """A child's answer. EOFError, OSError, WireError: it is gone, sends too much, or sends something else."""
    judgement, names = wire.unpack(connection.recv_bytes(wire.MOST_JSON_BYTES))
    return replace(judgement, images={name: connection.recv_bytes(wire.MOST_IMAGE_BYTES) for name in names})
