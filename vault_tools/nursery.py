"""The processes that judge, seen from the parent: a nursery that is warmed up once, and the children that it forks (worker.py)."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from typing import TYPE_CHECKING

from vault_tools import wire
from vault_tools.errors import VaultToolsError
from vault_tools.last_words import LastWords
from vault_tools.model import Message, Settings, message
from vault_tools.worker import COPY, MOST_READY, READY, serve_alone

if TYPE_CHECKING:
    from types import TracebackType

JUDGE_MAKER = "vault_tools.trust:prepare_judge"
COPY_SECONDS = 10.0
LONGEST_START = 60
"""Seconds after which nobody waits for handlers to load any longer."""


@dataclass(eq=False)
class Child:
    """A process that judges: the connection to it, and how to kill it with all that it may have started."""

    connection: Connection
    kill: Callable[[], None]
    draws: bool
    """Whether it can draw pictures."""
    knows: object = None
    """The question (note and settings) that it was told last."""
    words: LastWords | None = None
    said: str = ""
    """What it wrote before its end."""

    def copy(self) -> Child:
        """A child that knows what this one knows, by a fork. OSError, EOFError: this one is not alive."""
        ours, theirs = socket.socketpair()
        with ours, theirs:
            self.connection.send_bytes(COPY)
            send_handle(self.connection, theirs.fileno(), None)
            if not self.connection.poll(COPY_SECONDS):
                raise EOFError
            process = int.from_bytes(self.connection.recv_bytes(8), "big")
            theirs.close()
            return _listened_to(Child(Connection(ours.detach()), partial(_kill_group, process), self.draws, self.knows))

    def end(self) -> None:
        """Kill it and forget it. It holds nothing that could be lost."""
        self.connection.close()
        self.kill()
        if self.words is not None:
            self.said = self.words.close()


def _listened_to(child: Child) -> Child:
    """The child with the pipe that it sends when it begins."""
    child.words = LastWords(child.connection)
    return child


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
    return Child(ours, process.kill, draws=True)


class Nursery:
    """The warmed process that children are forked from; started when the first child is wanted, again when it has ended meanwhile."""

    def __init__(
        self,
        judge: str = JUDGE_MAKER,
        memory: int = Settings().formula_bytes,
        on_problem: Callable[[Message], None] = lambda _: None,
    ) -> None:
        """on_problem: is told what is wrong with installed handlers when the nursery starts."""
        self.draws = False
        """Whether further children are to be able to draw pictures."""
        self._judge, self._memory, self._on_problem = judge, memory, on_problem
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._folder = ""
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
            theirs.close()  # where the child ends at once, nobody else holds its side
            return _listened_to(Child(Connection(ours.detach()), partial(_kill_group, process), self.draws))

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
        socket.send_fds(control, [b"%d %d" % (self._memory, self.draws)], [connection.fileno()])
        return int.from_bytes(_receive(control, 8), "big")

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        self._folder = tempfile.mkdtemp(prefix="vault-tools-")
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "vault_tools.worker", self._judge],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=None if "VAULT_TOOLS_DEBUG" in os.environ else subprocess.DEVNULL,
                cwd=self._folder,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg"},
                start_new_session=True,
            )
        self._control = ours
        answer = self._first_answer(ours)
        if not answer.startswith(READY):
            self._stop()
            reason = answer.decode("utf-8", "replace") or message("cli.worker_ended")
            raise VaultToolsError(str(message("cli.no_worker", reason=reason)))
        for problem in wire.loads(tuple[Message, ...], answer[len(READY) :]):
            self._on_problem(problem)
        return ours

    def _first_answer(self, control: socket.socket) -> bytes:
        """What it says when it has warmed up; nothing where it ended before. VaultToolsError: it takes far too long."""
        with Connection(os.dup(control.fileno())) as connection, contextlib.suppress(EOFError, ConnectionError):
            if connection.poll(LONGEST_START):
                return connection.recv_bytes(MOST_READY)
            self._kill()
            raise VaultToolsError(str(message("cli.no_worker", reason=message("cli.worker_silent", seconds=LONGEST_START))))
        return b""

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
        self._stop()

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
            with contextlib.suppress(OSError):  # it has done so itself, unless it was killed
                os.rmdir(self._folder)  # noqa: PTH106


def _receive(control: socket.socket, size: int) -> bytes:
    answer = control.recv(size)
    if len(answer) != size:
        raise EOFError
    return answer
