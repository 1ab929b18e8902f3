"""The parent side of judging: a note's formulas spread over warmed children, each bounded in time and memory (nursery.py, worker.py).

A child that overruns, dies or sends nonsense is killed with its process group and replaced; its formula ends as `failed`, the others go
on. This process imports neither SymPy nor matplotlib.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, cast

from vault_tools import last_words, wire
from vault_tools.errors import VaultToolsError
from vault_tools.model import message
from vault_tools.question import Job, Question, Work
from vault_tools.worker import AT, DRAW, JUDGE, NOTE, READ, READ_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from types import TracebackType

    from vault_tools.model import Judgement, NoteMath, Settings
    from vault_tools.nursery import Child, Nursery
    from vault_tools.state import Bombs

# A child counts its own processor time; the parent's clock is the second wall, wide enough for a machine with much other work to do:
# whether a formula is done must not depend on the load. Where the clock is the only limit it is narrower.
CLOCK_FACTOR = 12.0 if hasattr(signal, "setitimer") else 4.0

LOOK_UP_SECONDS = 0.5
"""How often a waiting parent looks whether it is to stop."""
SHORT_TRY = 0.25
"""Part of a formula's time that it may take at the first try, in a note with many formulas."""


def processor_count() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Stopped(VaultToolsError):  # noqa: N818  no error: somebody pressed Ctrl-C
    """Judging was given up because the whole run ends; there is no result, not even a failed one."""


class Judges:
    """Judges notes in up to `size` children at a time; they stay for the next note. One thread judges; any may call `stop`."""

    def __init__(self, nursery: Nursery, size: int | None = None, bombs: Bombs | None = None) -> None:
        """bombs: what is remembered beyond these judges; None: nothing."""
        self._nursery, self._size = nursery, size or processor_count()
        self._idle: list[Child] = []
        self._bombs: Bombs | set[bytes] = set() if bombs is None else bombs
        self._question: Question | None = None
        self._stopped = False

    def __call__(self, note: NoteMath, settings: Settings) -> tuple[Judgement, ...]:
        """One judgement per formula, in order; `failed` where a formula took too long, too much memory, or the note's time was up."""
        return self.answer(Question.ready(note, settings))

    def answer(self, question: Question, more: Callable[[], Judges | None] = lambda: None) -> tuple[Judgement, ...]:
        """The same for a question that was made ready before; `more`: judges whose children nobody else needs until it is answered."""
        question.until = time.monotonic() + question.settings.note_seconds
        question.seats = self._size
        self._question = question
        self._plan(question)
        while question.waiting or any(work.job is not None for work in question.busy.values()):
            self._hand_out(question, more)
            self._collect(question)
            self._end_late(question)
            if self._stopped:
                raise Stopped
        if question.reader is not None:
            if question.busy:  # nobody needs it any more, and it would answer into the next note
                question.reader.end()
            else:
                self._idle.append(question.reader)
        self._question = None
        return tuple(question.answers[position] for position in range(len(question.note.formulas)))

    def __enter__(self) -> Judges:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def stop(self) -> None:
        """Make the thread that is judging raise Stopped soon, whatever its children are at."""
        self._stopped = True
        for child in self._at_work():
            child.kill()

    def close(self) -> None:
        """End every child, also one that is at work."""
        for child in (*self._idle, *self._at_work()):
            child.end()
        self._idle.clear()
        self._question = None

    def _at_work(self) -> list[Child]:
        question = self._question
        if question is None:
            return []
        reader = [] if question.reader is None else [question.reader]
        return [*(work.child for work in list(question.busy.values())), *reader]

    def _plan(self, question: Question) -> None:
        """All formulas that are no known bombs.

        Where they could use up the note's time they get a short try first, so that slow ones do not keep the others from being judged.
        """
        todo = []
        for position in range(len(question.note.formulas)):
            if question.marks[position] in self._bombs:
                question.fail(position, message("failed.limits", seconds=question.settings.formula_seconds))
            else:
                todo.append(position)
        seconds = question.settings.formula_seconds
        plenty = len(todo) * seconds <= self._size * question.settings.note_seconds
        question.waiting.extend(Job(position, seconds if plenty else seconds * SHORT_TRY) for position in todo)

    def _hand_out(self, question: Question, more: Callable[[], Judges | None]) -> None:
        while question.waiting and (len(question.busy) < question.seats or self._is_helped(question, more())):
            known = bool(self._idle)
            child = self._idle.pop() if known else self._new_child(question)
            if child is None:  # until the note has been read
                return
            job = question.waiting.popleft()
            if self._ask(child, question, job):
                continue
            if known:
                question.waiting.appendleft(job)
            else:
                self._overran(question, Work(child, job, 0.0))
        if question.seats == 1:  # of several children the first that is free takes the next formula
            self._tell_ahead(question)

    def _is_helped(self, question: Question, helper: Judges | None) -> bool:
        """Take over the children of judges that have nothing to do."""
        if helper is None:
            return False
        self._idle += helper._idle
        helper._idle = []
        question.seats += 1
        return True

    def _tell_ahead(self, question: Question) -> None:
        """Tell the child what comes next while it is at work."""
        for connection, work in question.busy.items():
            if question.waiting and work.job is not None and work.following is None:
                with suppress(OSError):  # it is dead, which shows when its answer is read
                    connection.send_bytes(JUDGE + b" %d %f" % question.waiting[0])
                    question.busy[connection] = work._replace(following=question.waiting.popleft())

    def _new_child(self, question: Question) -> Child | None:
        """Fresh, or in a note that has cost a child its life a copy of one that has read it: a note with many bombs is read once more.

        None: that one is still reading.
        """
        if not (question.bombed and question.in_advance and hasattr(os, "fork")):
            return self._nursery.child()
        if question.reader is None:
            question.reader = self._nursery.child()
            if not self._ask(question.reader, question, None):
                question.reader, question.in_advance = None, False
            return None
        if question.reader.connection in question.busy:
            return None
        try:
            return question.reader.copy()
        except (EOFError, OSError):
            question.reader.end()
            question.reader = None
            return self._nursery.child()

    def _ask(self, child: Child, question: Question, job: Job | None) -> bool:
        """Tell the child the note, if it is new to it, and give it the job; False, and the child is done with, if it is not alive."""
        told = b"" if child.knows is question else question.how_to_tell
        try:
            if told:
                child.connection.send_bytes(told + b" " + question.written)
                child.knows = question
            if job is not None:
                child.connection.send_bytes(JUDGE + b" %d %f" % job)
        except OSError:
            child.end()
            return False
        seconds = READ_SECONDS if told or job is None else job.seconds
        question.busy[child.connection] = Work(child, job, time.monotonic() + seconds * CLOCK_FACTOR, told)
        return True

    def _collect(self, question: Question) -> None:
        """Wait a little until a child answers or the next one is late; take the answers."""
        soonest = min([question.until, *(work.late for work in question.busy.values())])
        for connection in wait(list(question.busy), min(max(0.0, soonest - time.monotonic()), LOOK_UP_SECONDS)):
            work = question.busy.pop(cast("Connection", connection))
            try:
                self._take(question, work)
            except (EOFError, OSError, wire.WireError):
                work.child.end()
                question.take_back(work)
                self._died(question, work)

    def _take(self, question: Question, work: Work) -> None:
        """The note has been read: now the job's own time begins; or the job is done."""
        if work.told:
            if work.child.connection.recv_bytes(len(READ)) != READ:
                raise wire.WireError("not what was agreed")
            if work.job is not None:
                late = time.monotonic() + work.job.seconds * CLOCK_FACTOR
                question.busy[work.child.connection] = work._replace(late=late, told=b"")
        elif work.job is not None:
            judgement = receive(work.child.connection)
            if isinstance(judgement, tuple):
                if work.child.words is not None:
                    work.child.words.read()  # it goes on: these were not its last
                question.busy[work.child.connection] = work._replace(at=judgement if judgement[0] else None)
                return
            if judgement is None:
                self._leave_to_one_that_draws(question, work, work.job)
                return
            question.answers[work.job.position] = judgement
            if work.following is None:
                self._idle.append(work.child)
            else:
                late = time.monotonic() + work.following.seconds * CLOCK_FACTOR
                question.busy[work.child.connection] = Work(work.child, work.following, late)

    def _leave_to_one_that_draws(self, question: Question, work: Work, job: Job) -> None:
        """The formula has pictures, and its child is from before the first one that can draw, as is the note's reader."""
        if work.child.draws:
            raise wire.WireError("not what was agreed")
        self._nursery.draws = True
        work.child.end()
        question.take_back(work)
        if question.reader is not None and question.reader.connection not in question.busy:
            question.reader.end()
            question.reader = None
        question.waiting.appendleft(job)

    def _end_late(self, question: Question) -> None:
        now = time.monotonic()
        for connection, work in list(question.busy.items()):
            if now >= min(work.late, question.until):
                del question.busy[connection]
                work.child.end()
                question.take_back(work)
                if now >= work.late:
                    self._died(question, work)
                elif work.job is not None:
                    question.waiting.append(work.job)
        if now >= question.until:
            for job in question.waiting:
                question.fail(job.position, message("failed.note_time", seconds=question.settings.note_seconds))
            question.waiting.clear()

    def _died(self, question: Question, work: Work) -> None:
        """A child is no more: reading the note was too much for it, or its formula was."""
        if work.child is question.reader:
            question.reader = None
        if work.told == NOTE:
            question.in_advance = False
            if work.job is not None:
                question.waiting.appendleft(work.job)
        elif work.job is not None:
            question.bombed = True
            self._overran(question, work)

    def _overran(self, question: Question, work: Work) -> None:
        """Try again with all the time that a formula may have, or remember the bomb. Stopped: it was we who ended its child."""
        if self._stopped:
            raise Stopped
        job, seconds = work.job, question.settings.formula_seconds
        assert job is not None
        if job.seconds < seconds:
            question.waiting.append(Job(job.position, seconds))
            return
        in_handler = last_words.where(work.child.said, seconds)
        if work.at is not None:
            in_handler = message("failed.in_handler", seconds=seconds, handler=work.at[0], part=work.at[1])
        if in_handler is not None:  # not remembered: the formula is no bomb, and the handler may be mended
            question.fail(job.position, in_handler)
            return
        self._bombs.add(question.marks[job.position])
        question.fail(job.position, message("failed.limits", seconds=seconds))


def receive(connection: Connection) -> Judgement | tuple[str, str] | None:
    """A child's answer; None: it cannot draw; a handler and its part: that is where it was when its time had nearly run out.

    EOFError, OSError, WireError: it is gone, sends too much, or sends something else.
    """
    answer = connection.recv_bytes(wire.MOST_JSON_BYTES)
    if answer == DRAW:
        return None
    if answer.startswith(AT):
        handler, _, part = answer.removeprefix(AT).decode("utf-8", "replace").partition(" ")
        return handler, part
    judgement, names = wire.unpack(answer)
    return replace(judgement, images={name: connection.recv_bytes(wire.MOST_IMAGE_BYTES) for name in names})
