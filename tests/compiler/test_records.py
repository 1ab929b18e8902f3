"""Records: what a frozen dataclass is, without its guard at run time."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from vault_tools.compiler.records import record


@record(frozen=True, slots=True)
class Pair:
    left: int
    right: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Guarded:
    left: int


def test_compared_and_hashed_by_its_fields():
    assert Pair(1, (2,)) == Pair(1, (2,)) != Pair(1)
    assert len({Pair(1), Pair(1), Pair(2)}) == 2


def test_copied_with_changes():
    one = Pair(1, (2,))
    assert (replace(one, left=3), one) == (Pair(3, (2,)), Pair(1, (2,)))


def test_compared_by_identity_where_asked():
    @record(frozen=True, eq=False)
    class Place:
        at: int

    assert Place(1) != Place(1)


def test_no_other_fields():
    with pytest.raises(AttributeError):
        Pair(1).middle = 2


def test_must_be_called_frozen():
    with pytest.raises(TypeError, match="frozen"):
        record(frozen=False)


def test_a_dataclass_still_guards_itself():
    with pytest.raises(FrozenInstanceError):
        Guarded(1).left = 2
