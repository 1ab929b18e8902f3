"""A note to judge, as the pool sees it: what is still to do, who does what, the answers so far, and what the bombs in it are known by."""

from __future__ import annotations

import hashlib
import re
from collections import deque
from dataclasses import dataclass, field
from functools import cache, cached_property
from multiprocessing.connection import Connection
from typing import NamedTuple

from vault_tools import wire
from vault_tools.model import Judgement, Message, NoteMath, Settings
from vault_tools.nursery import Child
from vault_tools.pipeline import failed
from vault_tools.worker import NOTE, SKIM

SAYS_SOMETHING = re.compile(r"=|\\(?:in|equiv|coloneqq|triangleq|leftarrow|gets|to|sim|approx|(?:re)?newcommand|def)(?![A-Za-z])")
"""A formula without a relation says nothing about another one."""


class Job(NamedTuple):
    """A formula to judge, and how many seconds of processor time it may take."""

    position: int
    seconds: float


class Work(NamedTuple):
    """A child at a job; from `late` on it is not waited for. Without a job it is the note's reader."""

    child: Child
    job: Job | None
    late: float
    told: bytes = b""
    """How it was told the note (NOTE, SKIM), as long as it has not said that it has read it."""
    at: tuple[str, str] | None = None
    """The part of a handler (its name, the part's) that it was at when its time had nearly run out."""
    following: Job | None = None
    """What it goes on with by itself, so that it need not wait until its answer has been read."""


@dataclass
class Question:
    """A note to judge: what is still to do, who does what, and the answers so far."""

    note: NoteMath
    settings: Settings
    until: float = 0.0
    """When the note's time is up, by the clock; it begins with the judging."""
    seats: int = 1
    """Children that may be at it at a time."""
    waiting: deque[Job] = field(default_factory=deque)
    busy: dict[Connection, Work] = field(default_factory=dict)
    answers: dict[int, Judgement] = field(default_factory=dict)
    reader: Child | None = None
    """Has read the note and judges nothing: where a formula has cost a child its life, further children are copies of this one."""
    bombed: bool = False
    in_advance: bool = True
    """Whether a child reads all formulas before it judges the first; False when there is only one, or when that took too long."""

    @staticmethod
    def ready(note: NoteMath, settings: Settings) -> Question:
        """A question of which all is worked out that does not need a child: a child that is free has to wait for nothing."""
        question = Question(note, settings, in_advance=len(note.formulas) > 1)
        _ = question.written, question.marks
        return question

    @property
    def how_to_tell(self) -> bytes:
        """Whether a child is to read the note in advance."""
        return NOTE if self.in_advance else SKIM

    @cached_property
    def written(self) -> bytes:
        """The note as a child is told it."""
        return wire.dumps((self.note, self.settings))

    def take_back(self, work: Work) -> None:
        """What a child that is no more would have gone on with waits again."""
        if work.following is not None:
            self.waiting.appendleft(work.following)

    def fail(self, position: int, why: Message) -> None:
        """Answer a formula with `failed`."""
        self.answers[position] = failed(self.note, position, why)

    @cached_property
    def _around(self) -> bytes:
        """What a formula's verdict depends on beside the formula: what the others say, tables, options, limits."""
        others = tuple(formula.latex for formula in self.note.formulas if SAYS_SOMETHING.search(formula.latex))
        tables = tuple((table.header, table.rows) for table in self.note.tables)
        limits = (self.settings.formula_seconds, self.settings.formula_bytes, self.settings.everything)
        return wire.dumps((_version(), others, tables, self.note.options, self.note.preamble, limits))

    @cached_property
    def marks(self) -> tuple[bytes, ...]:
        """What must change before a formula that overran is tried again: itself, or what it may depend on."""
        written = (formula.latex.encode("utf-8", "surrogatepass") for formula in self.note.formulas)
        return tuple(hashlib.sha256(latex + b"\0" + self._around).digest() for latex in written)


@cache
def _version() -> str:
    from importlib.metadata import version

    return version("vault-tools")
