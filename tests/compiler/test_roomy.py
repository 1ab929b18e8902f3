"""A call with room of its own: the same answers, and no memory asked for at every turn, however deep it is called from."""

from __future__ import annotations

import pytest

from vault_tools.compiler.roomy import with_room

resource = pytest.importorskip("resource")
TURNS = 500


def depth_reached(depth):
    return 0 if depth == 0 else 1 + depth_reached(depth - 1)


def recursions():
    return sum(depth_reached(5) for _ in range(TURNS))


def from_depth(depth, function):
    return function() if depth == 0 else from_depth(depth - 1, function)


def most_page_faults(function):
    """Of a call from any of many depths: at one of them the recursion crosses the end of a chunk of frames."""
    counts = []
    for depth in range(0, 200, 2):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        from_depth(depth, function)
        counts.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
    return max(counts)


def test_recursions_ask_for_no_memory():
    most_page_faults(recursions)
    assert most_page_faults(with_room(recursions)) < TURNS / 5


def test_the_function_is_the_same():
    @with_room
    def power(base, *, exponent=2):
        """The docstring."""
        return base**exponent

    assert (power(3), power(3, exponent=3)) == (9, 27)
    assert (power.__name__, power.__doc__) == ("power", "The docstring.")


def test_errors_pass():
    with pytest.raises(RecursionError):
        with_room(depth_reached)(100_000)
