"""Many notes at a time: one thread per note at work, each with a child of its own; the outcomes in the order of the notes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from vault_tools.nursery import Nursery
from vault_tools.pool import Judges, processor_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from vault_tools.model import Message
    from vault_tools.pipeline import JudgeNote
    from vault_tools.state import Bombs


Answer = TypeVar("Answer")


def verify_many(
    notes: Sequence[Path],
    verify: Callable[[Path, JudgeNote], Answer],
    jobs: int | None = None,
    on_problem: Callable[[Message], None] = lambda _: None,
    bombs: Bombs | None = None,
) -> Iterator[Answer]:
    """Verify each note; `bombs`: see Judges.

    When the caller stops early (Ctrl-C), no further note is begun and none is written with half its verdicts.
    """
    jobs = min(jobs or processor_count(), max(1, len(notes)))
    free: SimpleQueue[Judges] = SimpleQueue()

    def work(note: Path) -> Answer:
        judges = free.get()
        try:
            return verify(note, judges)
        finally:
            free.put(judges)

    with ExitStack() as closing:
        nursery = closing.enter_context(Nursery(on_problem=on_problem))
        all_judges = [closing.enter_context(Judges(nursery, 1, bombs)) for _ in range(jobs)]
        for judges in all_judges:
            free.put(judges)
        executor = closing.enter_context(ThreadPoolExecutor(jobs))
        try:
            yield from executor.map(work, notes)
        except BaseException:
            for judges in all_judges:
                judges.stop()
            executor.shutdown(wait=True, cancel_futures=True)
            raise
