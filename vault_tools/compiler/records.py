"""Frozen dataclasses whose freezing is checked where the code is checked, not again at every field of every record that is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:
    from dataclasses import dataclass

    def record(*, frozen: bool, slots: bool = False, eq: bool = True, kw_only: bool = False):
        """As `dataclass(frozen=True)`: compared and hashed by its fields, and mypy refuses every assignment to one of them.

        Only the guard at run time is left out. It makes a constructor four times as slow, and constructors were an eighth of a compilation.
        """
        if not frozen:
            raise TypeError("a record is frozen")
        return dataclass(slots=slots, eq=eq, unsafe_hash=eq, kw_only=kw_only)


__all__ = ["record"]
