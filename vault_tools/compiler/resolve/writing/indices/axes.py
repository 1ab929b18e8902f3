"""Which sizes the uses of an index fix: `x_i` runs over a whole axis, `x_{i+1}` makes the axis one longer than the range of i.

Uses are collected while a formula is read and settled at its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vault_tools.compiler.tree import Dim, Index
from vault_tools.compiler.unify import ONE, Sizes
from vault_tools.errors import ShapeError, UnsupportedError
from vault_tools.model import Span, message

if TYPE_CHECKING:
    from collections.abc import Sequence

NONE = Dim.of(0)


@dataclass
class AxisUse:
    """One array axis, walked by the sum of some indices plus an offset."""

    axis: Dim
    indices: tuple[Index, ...]
    offset: int
    span: Span
    steps: tuple[Dim, ...]
    """How far each index moves along the axis."""
    further: Dim
    """A size that is added to the index: the h of `x_{t+h}`."""

    @property
    def needed(self) -> Dim:
        """The places that the axis must have."""
        if self.steps == (ONE,) and not self.offset and self.further == NONE:
            return self.indices[0].size
        needed = Dim.of(self.offset + 1) + self.further
        for index, step in zip(self.indices, self.steps, strict=True):
            needed = needed + step * (index.size - ONE)
        return needed


@dataclass
class AxisUses:
    """All uses of axes in one attempt."""

    sizes: Sizes
    uses: list[AxisUse] = field(default_factory=list)
    limits: list[tuple[Index, Index]] = field(default_factory=list)
    r"""(t, s): t limits the range of s (`\sum_{s \le t}`)."""
    ends: list[tuple[Index, Index, int]] = field(default_factory=list)
    """(t, s, 1): s runs to t + 1 at most."""

    def note(
        self, axis: Dim, indices: Sequence[Index], offset: int, span: Span, steps: Sequence[Dim] = (), further: Dim | None = None
    ) -> None:
        """An element was taken along an axis; `steps` of one place unless they are given."""
        self.uses.append(AxisUse(axis, tuple(indices), offset, span, tuple(steps) or (ONE,) * len(indices), further or NONE))

    def limit(self, outer: Index, inner: Index) -> None:
        """One index limits the range of another."""
        self.limits.append((outer, inner))

    def end(self, outer: Index, inner: Index, offset: int) -> None:
        """The last value of `inner` is that of `outer` plus a number."""
        self.ends.append((outer, inner, offset))

    def settle(self) -> None:
        """Turn the uses into equations. ShapeError: a range leaves its axis. UnsupportedError: nothing says how far an index runs."""
        if not self.uses and not self.ends:
            return
        added = {index.name: index for use in self.uses if len(use.indices) > 1 for index in use.indices}
        unknown = [index for index in added.values() if self.sizes.value(index.size) is None]
        self._equate_all()
        for index in unknown:
            size = self.sizes.value(index.size)
            if size is not None and size < 2:
                span = next(use.span for use in self.uses if index in use.indices)
                raise UnsupportedError(message("unsupported.range_unwritten", index=index.name), span)

    def _equate_all(self) -> None:
        reach: dict[tuple[Dim, tuple[str, ...], tuple[Dim, ...]], AxisUse] = {}
        for use in self.uses:
            key = (use.axis, tuple(index.name for index in use.indices), use.steps)
            if key not in reach or (reach[key].further == NONE and (use.further != NONE or reach[key].offset < use.offset)):
                reach[key] = use
        for use in sorted(reach.values(), key=lambda u: (len(u.indices), u.offset)):
            self._equate(use)
        walked = {index.name for use in self.uses for index in use.indices}
        for outer, inner in self.limits:
            if outer.name not in walked and inner.name in walked and outer.start == inner.start:
                self.sizes.unify(outer.size, inner.size)
        for outer, inner, offset in self.ends:
            if inner.name not in walked:
                self.sizes.unify(inner.size, outer.size + Dim.of(outer.start - inner.start + max(offset, 0)))

    def _equate(self, use: AxisUse) -> None:
        needed = use.needed
        if self.sizes.unify(use.axis, needed):
            return
        have, want = self.sizes.value(use.axis), self.sizes.value(needed)
        if have is not None and want is not None and want <= have and self.sizes.find(needed).number is not None:
            return
        untold = [index for index in use.indices[1:] if self.sizes.value(index.size) is None]
        if have is None and untold:
            raise UnsupportedError(message("unsupported.range_unwritten", index=untold[-1].name), use.span)
        if have is not None and want is not None and 0 < want - have <= self._left_out(use.axis):
            raise UnsupportedError(message("unsupported.counted_from", index=use.indices[0].name), use.span)
        raise ShapeError(
            message("shape.range", index=use.indices[0].name, needed=self._show(needed), length=self._show(use.axis)), use.span
        )

    def _left_out(self, axis: Dim) -> int:
        """The places at the beginning of an axis that nothing looks at: it may be counted from 1 where its index runs from 0."""
        return min(use.offset for use in self.uses if use.axis == axis)

    def _show(self, dim: Dim) -> str:
        value = self.sizes.value(dim)
        return str(value) if value is not None else str(self.sizes.find(dim))
