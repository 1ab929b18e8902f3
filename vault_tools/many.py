"""Many notes at a time: a thread per note at work, a child per note that is judged; the outcomes in the order of the notes.

Where fewer notes are left than children the notes share them: one long note does not keep a single child busy while the others wait.
"""

from __future__ import annotations

import sys
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from vault_tools.nursery import Nursery
from vault_tools.pool import Judges, processor_count
from vault_tools.question import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vault_tools.model import Judgement, Message, NoteMath, Settings
    from vault_tools.pipeline import JudgeNote
    from vault_tools.state import Bombs


Note = TypeVar("Note")
Answer = TypeVar("Answer")

BESIDE = 2
"""Notes that are read or written beside those that are judged: one is written while the next one is ready for a child."""
AHEAD = 32
"""Outcomes per child that may wait for an earlier one: the children stay busy, and memory does not grow with the vault."""
TURN_SECONDS = 0.0005
"""How long a thread may compute while another one could hand out the next formula: Python's own 0.005 s are as much as a formula takes."""


def verify_many(
    notes: Sequence[Note],
    verify: Callable[[Note, JudgeNote], Answer],
    jobs: int | None = None,
    on_problem: Callable[[Message], None] = lambda _: None,
    bombs: Bombs | None = None,
) -> Iterator[Answer]:
    """Verify each note; `bombs`: see Judges.

    When the caller stops early (Ctrl-C), no further note is begun and none is written with half its verdicts.
    """
    jobs = jobs or processor_count()
    at_a_time = min(jobs, max(1, len(notes)))
    seats = _Seats(len(notes))

    def verify_one(note: Note) -> Answer:
        try:
            return verify(note, seats.judge)
        finally:
            seats.leave()

    with ExitStack() as closing:
        closing.enter_context(_short_turns())
        nursery = closing.enter_context(Nursery(on_problem=on_problem))
        all_judges = [closing.enter_context(Judges(nursery, 1, bombs)) for _ in range(jobs)]
        for judges in all_judges:
            seats.free.put(judges)
        executor = closing.enter_context(ThreadPoolExecutor(at_a_time + BESIDE))
        try:
            yield from _in_order((partial(executor.submit, verify_one, note) for note in notes), AHEAD * at_a_time)
        except BaseException:
            for judges in all_judges:
                judges.stop()
            executor.shutdown(wait=True, cancel_futures=True)
            raise


class _Seats:
    """The judges that are free, and how many notes are left, those at work included."""

    def __init__(self, notes: int) -> None:
        self.free: SimpleQueue[Judges] = SimpleQueue()
        self._left = [None] * notes

    def leave(self) -> None:
        """A note is done with."""
        self._left.pop()

    def judge(self, note: NoteMath, settings: Settings) -> Sequence[Judgement]:
        """Judge one note, as soon as judges are free."""
        question = Question.ready(note, settings)
        taken = [self.free.get()]
        try:
            return taken[0].answer(question, partial(self._one_more, taken))
        finally:
            for judges in taken:
                self.free.put(judges)

    def _one_more(self, taken: list[Judges]) -> Judges | None:
        """Judges that none of the notes that are left will need."""
        if self.free.qsize() < len(self._left):
            return None
        with suppress(Empty):
            taken.append(self.free.get_nowait())
            return taken[-1]
        return None


@contextmanager
def _short_turns() -> Iterator[None]:
    """Threads let each other go on sooner than usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(TURN_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def _in_order(begin: Iterable[Callable[[], Future[Answer]]], ahead: int) -> Iterator[Answer]:
    """The answers in the order in which their work is begun; at most `ahead` are begun or finished and not yet taken."""
    begun: deque[Future[Answer]] = deque()
    for start in begin:
        if len(begun) == ahead:
            yield begun.popleft().result()
        begun.append(start())
    while begun:
        yield begun.popleft().result()
