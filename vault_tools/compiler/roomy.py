"""Room on CPython's stack for a call that recurses deeply: how long it takes must not depend on where it is called from."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

FRAME = 9_000
"""Words of a frame that gets a chunk of 128 KiB, of which it leaves 56 to the calls inside it: about 300 frames of usual size."""


def with_room(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The same function, called from a frame that is declared so large that all the frames inside it are beside it.

    CPython keeps frames in chunks of 16 KiB, and gives a chunk back to the system as soon as the call that began it returns. Where a
    recursion goes up and down across the end of a chunk, memory is asked for and given back with every call: at some depths of the
    caller 80 page faults a formula, a fifth of the time. Declared room is not touched, so it costs nothing.
    """

    def call(*arguments: Given.args, **named: Given.kwargs) -> Answer:
        return function(*arguments, **named)

    call.__code__ = call.__code__.replace(co_stacksize=FRAME)
    return wraps(function)(call)
