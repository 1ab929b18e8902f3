"""The float road's second half, first step: a SymPy expression becomes a graph of NumPy operations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault_tools.compiler.algebra import Let, Node
from vault_tools.compiler.lower import index_range
from vault_tools.compiler.translate import arithmetic, calls, recurrence, reduction, selection
from vault_tools.compiler.translate.axes import Layout, Value
from vault_tools.compiler.translate.operations import Operation
from vault_tools.compiler.translate.scope import Rule, Scope

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler import tree
    from vault_tools.handler import Function

RULES: Mapping[type, Rule] = {**arithmetic.RULES, **selection.RULES, **reduction.RULES, **calls.RULES, **recurrence.RULES}


@dataclass(frozen=True, slots=True)
class Translation:
    """What a program computes: its definitions by name in order, then its output; `scope` tells names, sizes and functions."""

    definitions: tuple[tuple[str, Operation], ...]
    output: Operation
    scope: Scope


def translate(program: tree.Program, expression: Node, functions: Mapping[str, Function]) -> Translation:
    """The operations of a program whose lowered expression is given; the axes of the output are those of the left-hand side."""
    scope = Scope(RULES, functions)
    definitions = []
    if isinstance(expression, Let):
        for definition in expression.definitions:
            name, value = _definition(scope, definition.args[0].name, definition.args[1].args, definition.args[2])
            definitions.append((name, value.operation))
        expression = expression.result
    output = _laid_out(scope, tuple(map(index_range, program.indices)), expression)
    return Translation(tuple(definitions), output.operation, scope)


def _definition(scope: Scope, name: str, ranges: tuple[Node, ...], body: Node) -> tuple[str, Value]:
    value = _laid_out(scope, ranges, body)
    scope.graph.title(value.operation, name)
    scope.definitions[name] = Value(value.operation, (), value.rank + len(value.axes))
    return name, value


def _laid_out(scope: Scope, ranges: tuple[Node, ...], body: Node) -> Value:
    """The value of a statement with the axes of its left-hand side first, all of them at full length."""
    scope.layout = Layout(scope.graph)
    axes = scope.bind(*ranges)
    return scope.spread(scope.number(body), axes)
