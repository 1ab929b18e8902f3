"""The forms in which formulas are compared: as matrices with bindings put in, entry by entry, and multiplied out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped, walk
from vault_tools.compiler.recognition.expanded import expanded
from vault_tools.compiler.recognition.normal import Chain, Normaliser, TooLargeError
from vault_tools.compiler.recognition.pointwise import NotPointwiseError, Pointwise
from vault_tools.compiler.tree import Expression

TELLING = (Chain, tree.Call, tree.Reduce, tree.Outer, tree.MatrixPower, tree.Where, tree.Constant)
PLAIN = frozenset({"over sum", ""})
"""Operations that any product of matrices has."""
MANY_NUMBERS = 5
"""Arithmetic of so many numbers is a form of its own (the step of Adam)."""


@dataclass(frozen=True)
class Normal:
    """A program prepared for matching: its result in one form, its free indices, its inputs, and how often each operation stands in it."""

    result: Expression
    indices: tuple[tree.Index, ...]
    names: frozenset[str]
    operations: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_telling(self) -> bool:
        """Whether a pattern is more than arithmetic of a few numbers, which every formula has somewhere."""
        return len(self.names) >= MANY_NUMBERS or any(isinstance(node, TELLING) or node.shape for node in walk(self.result))

    @cached_property
    def is_marked(self) -> bool:
        """Whether it is known by more than its indices and products, so that further leading indices, or fewer, leave it what it is."""
        return len(self.names) >= MANY_NUMBERS or (self.has_axes and any(name not in PLAIN for name in self.operations))

    @property
    def has_axes(self) -> bool:
        """Whether it runs over an index or axis."""
        return bool(self.indices) or any(
            isinstance(node, tree.Reduce | Chain) or (isinstance(node, tree.Call) and (node.along is not None or node.axis is not None))
            for node in walk(self.result)
        )

    def may_hold(self, operations: Mapping[str, int]) -> bool:
        """Whether every operation of a pattern stands here as often: roles take anything, but nothing is missing."""
        known = self.operations
        return operations.keys() <= known.keys() and all(known[name] >= count for name, count in operations.items())


def of(result: Expression, indices: tuple[tree.Index, ...]) -> Normal:
    """A result with what stands in it."""
    names: set[str] = set()
    operations: dict[str, int] = {}
    for node in walk(result):
        if type(node) is tree.Input:
            names.add(node.name)
        name_of = OPERATIONS.get(type(node))
        operation = name_of(node) if name_of is not None else ""
        if operation:
            operations[operation] = operations.get(operation, 0) + 1
    return Normal(result, indices, frozenset(names), operations)


def _place(node: tree.Element) -> str:
    """An entry whose place is computed."""
    return "place" if any(not isinstance(place, tree.Position | tree.Number) for place in node.at) else ""


def _by_kind(node: Expression) -> str:
    return type(node).__name__


OPERATIONS: Mapping[type[Expression], Callable[[Any], str]] = MappingProxyType(
    {
        tree.Call: attrgetter("function"),
        tree.Reduce: lambda node: f"over {node.operator}",
        tree.Power: lambda node: "exp" if isinstance(node.base, tree.Constant) and node.base.name == "e" else "",
        tree.Element: _place,
        **dict.fromkeys((tree.Where, tree.ConcatOver, tree.Concat, tree.MatrixPower, tree.Outer, tree.Logic), _by_kind),
    }
)
"""What nodes are known by; all others by nothing."""


def normal(program: tree.Program, *, put_in: bool = True) -> Normal | None:
    """A program as matrices in normal form; None where it is unreasonably large. Without `put_in`, what the note defines stays a symbol."""
    bindings = program.bindings if put_in else ()
    try:
        result = Normaliser(bindings).normal(_of_own(program) if not put_in else program.result)
    except TooLargeError:
        return None
    result, indices = _with_numbers(result, program), program.indices
    while isinstance(result, tree.Tabulate):  # what is written entry by entry, and what a call gives as a whole
        indices = (*indices, *result.over)
        result = result.body
    return of(result, indices)


def _of_own(program: tree.Program) -> Expression:
    """The result where it is a definition of its own, as its body."""
    result = program.result
    bodies = {binding.name: binding for binding in program.bindings}
    while isinstance(result, tree.Local) and not bodies[result.name].indices:
        result = bodies[result.name].body
    return result


def entries(program: tree.Program, *, put_in: bool = True) -> Normal | None:
    """A program entry by entry; None where it has no such form."""
    try:
        result, indices = Pointwise(program, put_in=put_in).result()
    except (TooLargeError, NotPointwiseError):
        return None
    return of(_with_numbers(result, program), indices)


def multiplied_out(form: Normal) -> Normal:
    """The entry-by-entry form multiplied out; the same where nothing changes."""
    result = expanded(form.result)
    return form if result == form.result else of(result, form.indices)


@dataclass(frozen=True)
class Forms:
    """One program in all its forms, each made when it is first asked for."""

    program: tree.Program
    put_in: bool = True

    @cached_property
    def matrices(self) -> Normal | None:
        """As matrices."""
        return normal(self.program, put_in=self.put_in)

    @cached_property
    def entries(self) -> Normal | None:
        """Entry by entry."""
        return entries(self.program, put_in=self.put_in)

    @cached_property
    def multiplied_out(self) -> Normal | None:
        """Entry by entry, multiplied out."""
        return multiplied_out(self.entries) if self.entries is not None else None


def _with_numbers(node: Expression, program: tree.Program) -> Expression:
    """Symbols that the note sets to a number (`d_k = 4`) as that number."""
    numbers = {p.name: p.default for p in program.inputs if isinstance(p.default, tree.Number)}

    def change(inner: Expression) -> Expression:
        if isinstance(inner, tree.Input) and inner.name in numbers:
            return numbers[inner.name]
        return mapped(inner, change)

    return change(node) if numbers else node
