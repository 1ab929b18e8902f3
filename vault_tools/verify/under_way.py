"""Which part of a handler is running just now: whoever has to stop a run that does not end can say where it was."""

from __future__ import annotations

from contextvars import ContextVar, Token
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from types import FrameType

FORMULA = "<formula>"
"""File name of generated source (compiler/runtime.py)."""


class Part(NamedTuple):
    """A part of a handler: `numpy`, `exact`, `reference`, `figure`, `explain` or an invariant's name."""

    handler: str
    name: str


_PART: ContextVar[Part | None] = ContextVar("part", default=None)


class under_way:  # noqa: N801  used as a function
    """While the block runs, this part of this handler is under way. (A class: it costs a quarter of a generator.)"""

    __slots__ = ("_before", "_part")

    def __init__(self, handler: str, part: str) -> None:
        self._part = Part(handler, part)

    def __enter__(self) -> None:
        self._before: Token[Part | None] = _PART.set(self._part)

    def __exit__(self, *_: object) -> None:
        _PART.reset(self._before)


def part_under_way(frame: FrameType | None) -> Part | None:
    """The part that is under way in a frame: one that was announced, or a handler's function that a formula calls; None outside them."""
    return _PART.get() or _called_by_formula(frame)


def _called_by_formula(frame: FrameType | None) -> Part | None:
    """The outermost function that generated source calls: what a handler gave it."""
    names: list[str] = []
    while frame is not None:
        if frame.f_code.co_filename == FORMULA:
            names.append(frame.f_code.co_name)
        frame = frame.f_back
    return Part(names[-2], "numpy") if len(names) > 1 else None
