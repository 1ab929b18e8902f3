"""What stands inside a resolved expression: looked at, walked through, or changed in its place."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.tree import Expression

if TYPE_CHECKING:
    from collections.abc import Callable


class Typed(dict[type[Expression], tuple[str, ...]]):
    """Kind of node -> its fields in whose type one of some words stands; each kind is looked at once."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def __missing__(self, kind: type[Expression]) -> tuple[str, ...]:
        """Look at a kind of node that was not met before."""
        found = tuple([field.name for field in fields(kind) if any(word in str(field.type) for word in self.words)])
        self[kind] = found
        return found


HOLDERS = Typed("Expression")
"""Fields of each kind of node that hold expressions, None where one is missing, or tuples of these."""


def inner(node: Expression) -> list[Expression]:
    """The expressions directly inside a node."""
    found: list[Expression] = []
    for name in HOLDERS[type(node)]:
        part = getattr(node, name)
        if type(part) is tuple:
            _collect(part, found)
        elif part is not None:
            found.append(part)
    return found


def _collect(parts: tuple[Any, ...], found: list[Expression]) -> None:
    """The expressions in a tuple, also in tuples in it; None stands for one that is missing."""
    for part in parts:
        if type(part) is tuple:
            _collect(part, found)
        elif part is not None:
            found.append(part)


def walk(node: Expression) -> tuple[Expression, ...]:
    """A resolved expression and everything inside it, in reading order."""
    return (node, *_everything_in(node))


@remembered
def weight(node: Expression) -> int:
    """How many expressions `walk` gives: what stands in several places of a node counts in each of them."""
    return 1 + sum(map(weight, inner(node)))


@remembered
def _everything_in(node: Expression) -> tuple[Expression, ...]:
    found: list[Expression] = []
    stack = inner(node)[::-1]
    while stack:
        here = stack.pop()
        found.append(here)
        stack += inner(here)[::-1]
    return tuple(found)


def mapped(node: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """The node with `change` applied to each expression directly inside it; itself where nothing changes."""
    changes = {}
    for name in HOLDERS[type(node)]:
        old = getattr(node, name)
        new = _mapped(old, change)
        if new is not old:
            changes[name] = new
    return replace(node, **changes) if changes else node


def _mapped(value: Any, change: Callable[[Expression], Expression]) -> Any:
    if isinstance(value, Expression):
        return change(value)
    if isinstance(value, tuple) and value:
        parts = tuple([_mapped(part, change) for part in value])
        return parts if any(new is not old for new, old in zip(parts, value, strict=True)) else value
    return value
