"""Forms of formulas as JSON: a pattern known beforehand is not compiled again in every process, and read only where it may match."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.recognition.forms import Normal
from vault_tools.compiler.recognition.normal import Chain
from vault_tools.compiler.tree import Expression

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KINDS: dict[str, type[Expression]] = {
    kind.__name__: kind for kind in (*(k for k in vars(tree).values() if isinstance(k, type) and issubclass(k, Expression)), Chain)
}
"""Kinds of nodes by name."""


class Writer:
    """Writes forms; equal nodes are written once."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self._known: dict[Expression, int] = {}

    def form(self, form: Normal | None) -> Any:
        """One form as JSON."""
        if form is None:
            return None
        indices = [self._value(index) for index in form.indices]
        return {"result": self._node(form.result), "indices": indices, "names": sorted(form.names), "operations": dict(form.operations)}

    def _node(self, node: Expression) -> int:
        if node not in self._known:
            written = {field.name: self._value(getattr(node, field.name)) for field in fields(node) if _is_told(field, node)}
            self._known[node] = len(self.nodes)
            self.nodes.append([type(node).__name__, written])
        return self._known[node]

    def _value(self, value: Any) -> Any:
        match value:
            case Expression():
                return {"n": self._node(value)}
            case tree.Index():
                return {"i": [value.name, self._value(value.size), value.start]}
            case tree.Dim():
                return {"d": [[list(names), self._value(count)] for names, count in value.terms]}
            case Fraction():
                return {"f": [value.numerator, value.denominator]}
            case tuple():
                return {"t": [self._value(part) for part in value]}
        return value


def _is_told(field: Any, node: Expression) -> bool:
    """Spans and spellings are no part of what a node is."""
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    return bool(field.compare) and getattr(node, field.name) != default


class Reader:
    """Reads forms, each node when it is first needed."""

    def __init__(self, nodes: Sequence[str]) -> None:
        self._nodes = nodes
        self._read: dict[int, Expression] = {}

    def form(self, written: Any) -> Normal:
        """One form again."""
        indices = tuple(self._value(index) for index in written["indices"])
        return Normal(self._node(written["result"]), indices, frozenset(written["names"]), written["operations"])

    def _node(self, number: int) -> Expression:
        if number not in self._read:
            kind, written = json.loads(self._nodes[number])
            self._read[number] = KINDS[kind](**{name: self._value(value) for name, value in written.items()})
        return self._read[number]

    def _value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        ((kind, inside),) = value.items()
        match kind:
            case "n":
                return self._node(inside)
            case "i":
                return tree.Index(inside[0], self._value(inside[1]), inside[2])
            case "d":
                return _dim(tuple((tuple(names), self._value(count)) for names, count in inside))
            case "f":
                return Fraction(*inside)
        return tuple(self._value(part) for part in inside)


@lru_cache(maxsize=256)
def _dim(terms: tuple[tuple[tuple[str, ...], int | Fraction], ...]) -> tree.Dim:
    return tree.Dim(terms)


def counts_of(written: Any) -> Mapping[str, int] | None:
    """How often each operation stands in a form that is not read yet."""
    return written["operations"] if written is not None else None
