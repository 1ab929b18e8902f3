"""The child side of judging: a nursery process, warmed up once, forks children; each judges one formula after the other.

`python -P -m vault_tools.worker MODULE:FUNCTION` is a nursery: the function makes everything ready and returns the one that judges.
Standard input is a socket to the parent (nursery.py). It is our own rather than multiprocessing's fork server because that one imports
from the current folder (which may be somebody's vault), runs the parent's main script again in every child, and cannot end while idle.

A child understands four messages: `note …` (NoteMath and Settings, once per note), answered with `read` when it has worked out what the
formulas have in common; `skim …`, the same without doing so; `judge POSITION SECONDS`, answered with what wire.pack makes, or with `draw`
where the formula has pictures and the child is one that cannot draw (before that perhaps `at HANDLER PART`, where time runs out); and
`copy`, with a socket behind it, answered with the number of a process that knows the same and serves that socket. It runs in an empty
private folder, bounded in memory and in processor time, and can write no file.

Drawing takes a second to prepare, so the nursery does it when the first child is wanted that can draw, not before.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import tempfile
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from vault_tools import last_words, wire
from vault_tools.model import Judgement, Message, NoteMath, Settings
from vault_tools.verify.under_way import part_under_way

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


class Judge(Protocol):
    """What a child runs."""

    def read(self, note: NoteMath) -> None:
        """Work out what the note's formulas have in common, before the first is judged."""

    def judge(self, note: NoteMath, position: int, settings: Settings) -> Judgement | None:
        """Judge one formula of the note that was read last; None where it has pictures and drawing is not prepared."""

    def prepare_drawing(self) -> None:
        """Make ready what pictures need."""


IDLE_SECONDS = 300.0
READ_SECONDS = 10.0
"""Processor time for reading a note: once per note and child, and no formula's own."""
GARBAGE = (20_000, 20, 20)
"""When a child looks for garbage (gc.set_threshold): seldomer than usual, because little of what judging makes is in rings."""
READY = b"ready "
MOST_READY = 60_000
NOTE, SKIM, JUDGE, COPY, READ, DRAW = b"note", b"skim", b"judge", b"copy", b"read", b"draw"
AT = b"at "
"""Before the part of a handler (or nothing) that has nearly used up its formula's time; the answer, if there is one, follows."""
LONGEST_PART = 200
NEARLY, LONG = 0.75, 8.0
"""When a child looks where it is: parts of a formula's time, of processor time and of the clock (a handler may sleep)."""


# ---------------------------------------------------------------- the nursery


def main() -> None:
    """Warm up, say `ready` (or why not), then fork a child for every connection that the parent sends."""
    control = socket.socket(fileno=os.dup(0))
    with Connection(os.dup(0)) as answer:
        try:
            keep_vault_off_path()
            judge, problems = prepare(sys.argv[1])
        except Exception as error:  # the parent raises it: nothing is hidden
            answer.send_bytes(f"{type(error).__name__}: {error}".encode("utf-8", "backslashreplace")[:MOST_READY])
            return
        answer.send_bytes(READY + wire.dumps(problems))
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    _fork_on_request(control, judge)
    with contextlib.suppress(OSError):  # the private folder: gone already when the parent tidied up itself
        Path.cwd().rmdir()


def keep_vault_off_path() -> None:
    """Take the current folder off the module path: a vault may hold a `numpy.py`."""
    here = Path.cwd()
    sys.path[:] = [entry for entry in sys.path if entry not in ("", ".") and Path(entry) != here]


def prepare(name: str) -> tuple[Judge, tuple[Message, ...]]:
    """What `module:function` returns: the judge, and problems with installed handlers. It takes time, and it is done once, here."""
    module, _, function = name.partition(":")
    judge, problems = getattr(import_module(module), function)()
    return judge, problems


def _fork_on_request(control: socket.socket, judge: Judge) -> None:
    """Until the parent is gone, which ends every child, or no child has lived for a while."""
    children: set[int] = set()
    draws = False
    while True:
        readable, _, _ = select.select([control], [], [], IDLE_SECONDS)
        children -= _ended(children)
        if not readable:
            if not children:
                return
            continue
        request, handles, _, _ = socket.recv_fds(control, 64, 1)
        if not request:
            _end(children)
            return
        memory, wanted = map(int, request.split())
        if wanted and not draws:
            draws = True
            judge.prepare_drawing()
            gc.freeze()
        children.add(_fork_child(control, handles[0], judge, memory))


def _ended(children: set[int]) -> set[int]:
    return {child for child in children if os.waitpid(child, os.WNOHANG)[0]}


def _end(children: set[int]) -> None:
    """Children hold nothing that could be lost. They are waited for: not every system tidies up after orphans."""
    for child in children:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _fork_child(control: socket.socket, handle: int, judge: Judge, memory: int) -> int:
    child = os.fork()
    if child == 0:
        try:
            os.setpgid(0, 0)
            control.close()
            limit_resources(memory)
            connection = Connection(handle)
            serve(connection, judge, last_words.announce(connection))
        finally:
            os._exit(0)
    with contextlib.suppress(OSError):  # the child has done it already, or has ended
        os.setpgid(child, child)
    os.close(handle)
    control.sendall(child.to_bytes(8, "big"))
    return child


# ---------------------------------------------------------------- a child


def serve_alone(connection: Connection, name: str) -> None:
    """A child without a nursery, for systems that cannot fork."""
    with tempfile.TemporaryDirectory(prefix="vault-tools-") as folder:
        keep_vault_off_path()
        os.chdir(folder)
        judge, _ = prepare(name)
        judge.prepare_drawing()
        serve(connection, judge)
        os.chdir(Path(folder).parent)


def serve(connection: Connection, judge: Judge, pipe: int | None = None) -> None:
    """Answer the parent until it closes the connection or has not asked for a while. pipe: for the last words."""
    note, settings = NoteMath(()), Settings()
    tell_where(connection, pipe)
    while connection.poll(IDLE_SECONDS):
        try:
            kind, _, rest = connection.recv_bytes().partition(b" ")
        except EOFError:
            return
        if kind in (NOTE, SKIM):
            note, settings = wire.loads(tuple[NoteMath, Settings], rest)
            if kind == NOTE:
                with processor_time(READ_SECONDS):
                    judge.read(note)
            connection.send_bytes(READ)
        elif kind == COPY:
            connection = _copied(connection)
        else:
            _answer(connection, judge, note, settings, rest)


def _answer(connection: Connection, judge: Judge, note: NoteMath, settings: Settings, asked: bytes) -> None:
    position, seconds = asked.split()
    with processor_time(float(seconds)), looking_where(float(seconds)):
        judgement = judge.judge(note, int(position), settings)
        reply = [DRAW] if judgement is None else wire.pack(judgement)
    for part in reply:
        connection.send_bytes(part)


def _copied(connection: Connection) -> Connection:
    """Fork. The copy goes on with the connection that came along, the original with its own."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a copy
    other = Connection(recv_handle(connection))
    process = os.fork()
    if process == 0:
        os.setpgid(0, 0)
        connection.close()
        tell_where(other, last_words.announce(other))
        return other
    with contextlib.suppress(OSError):  # the copy has done it already, or has ended
        os.setpgid(process, process)
    other.close()
    connection.send_bytes(process.to_bytes(8, "big"))
    return connection


@contextlib.contextmanager
def processor_time(seconds: float) -> Iterator[None]:
    """After `seconds` of processor time the kernel ends this process, inside C code too; the parent sees the connection close.

    Processor time, not the clock: on a busy machine the same formula gets the same verdict. Where there is no such timer the parent's
    clock is the only limit.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)


def tell_where(connection: Connection, pipe: int | None) -> None:
    """From now on, shortly before the end of a formula's time, the parent is told which handler is under way, if one is.

    Python sees a signal between two of its own steps: where a handler hangs in C code, its last words have to do (last_words.py).
    """
    if not hasattr(signal, "setitimer"):
        return

    def tell(_number: int, frame: FrameType | None) -> None:
        part = part_under_way(frame)
        named = f"{part.handler} {part.name}" if part is not None else ""
        connection.send_bytes(AT + named.encode("utf-8", "replace")[:LONGEST_PART])

    for number in (signal.SIGVTALRM, signal.SIGALRM):
        signal.signal(number, tell)
        last_words.write_on(number, pipe)


@contextlib.contextmanager
def looking_where(seconds: float) -> Iterator[None]:
    """Set the two clocks of `tell_where` for one formula."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, NEARLY * seconds)
    signal.setitimer(signal.ITIMER_REAL, LONG * seconds)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)


def limit_resources(memory: int) -> None:
    """At most `memory` bytes of address space, no files, no core dumps; a system that refuses a limit is not an error."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for limit, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))


if __name__ == "__main__":
    main()
