"""What was worked out of a note's definitions on the way to one formula, kept for the next: each place is asked once, not once per path.

A definition is not followed into a place that is already being asked. What was worked out without leaving such a place out holds for
whoever asks; anything else only there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Set

MOST_STEPS = 1000
"""Places that one formula may ask in all, where definitions go round in circles and each way round them is another."""
T = TypeVar("T")


class Answers(Generic[T]):
    """What each place gives, as far as it does not depend on who asks."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[T, frozenset[int]]] = {}
        self._open: list[set[int]] = []
        self._steps = 0

    @property
    def has_enough(self) -> bool:
        """Whether so many places have been asked that no further one is."""
        return self._steps > MOST_STEPS

    def look_at(self, places: Set[int]) -> None:
        """Note that what is being worked out depends on whether these places may be asked."""
        if self._open:
            self._open[-1] |= places

    def of(self, position: int, asked: Set[int], work_out: Callable[[], T]) -> T:
        """What a place gives to one that is reached through the places `asked`."""
        if position in self._known and self._known[position][1].isdisjoint(asked):
            self.look_at(self._known[position][1])
            return self._known[position][0]
        self._steps = self._steps + 1 if self._open else 0
        self._open.append(set())
        try:
            answer = work_out()
        finally:
            seen = frozenset(self._open.pop())
            self.look_at(seen)
        if seen.isdisjoint(asked) and not self.has_enough:
            self._known[position] = answer, seen
        return answer
