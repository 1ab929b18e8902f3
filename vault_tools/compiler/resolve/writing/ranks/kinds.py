"""Kinds of parts of a formula, for telling numbers from arrays: how the kind of a sum or a product follows from those of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from vault_tools.compiler.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

Sort = Literal["array", "unknown", "soft", "open", "count", "number", "written"]
SORTS: tuple[Sort, ...] = ("array", "unknown", "soft", "open", "count", "number", "written")
"""What a product is, if one of its factors is that, the strongest first. `soft` is an array by custom of its letter or of where it stands,
`open` one by habit, `count` a number by custom.
"""
Capital = tuple[str, int]
"""A name, and how many indices it has."""


@record(frozen=True, slots=True)
class Kind:
    """What a part is, and the capitals in it that are numbers if it is one."""

    sort: Sort
    names: frozenset[Capital] = frozenset()
    soft: frozenset[Capital] = frozenset()
    """Those that only a measure makes numbers: arrays by custom."""

    @property
    def is_number(self) -> bool:
        """Of one rank only with numbers."""
        return self.sort in ("count", "number", "written")


NUMBER, WRITTEN, ARRAY, UNKNOWN = Kind("number"), Kind("written"), Kind("array"), Kind("unknown")


def joined(sort: Sort, kinds: Iterable[Kind]) -> Kind:
    """A part of this sort, made of others."""
    kinds = tuple(kinds)
    return Kind(sort, frozenset().union(*[kind.names for kind in kinds]), frozenset().union(*[kind.soft for kind in kinds]))


def product(kinds: list[Kind]) -> Kind:
    """Factors side by side."""
    sorts = {kind.sort for kind in kinds}
    sort = next(sort for sort in SORTS if sort in sorts)
    return ARRAY if sort == "array" else joined(sort, kinds)


def needs_numbers(kinds: list[Kind]) -> bool:
    """Whether terms of a sum, which have one rank, are numbers because one of them is one."""
    sorts = {kind.sort for kind in kinds}
    if "array" in sorts or len(kinds) == 1 or not any(kind.is_number for kind in kinds):
        return False
    return "soft" not in sorts or _counts_apart(kinds)


def _counts_apart(kinds: list[Kind]) -> bool:
    """`N - K`: single capitals, of which one counts; in `H X + N` N is noise."""
    return any(kind.sort == "count" for kind in kinds) and all(len(kind.names | kind.soft) < 2 for kind in kinds)
