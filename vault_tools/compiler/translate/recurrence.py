"""Rules for recurrences: a loop over the positions of an index, whose steps are operations on the variables of the loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vault_tools.compiler import algebra
from vault_tools.compiler.translate.axes import Value
from vault_tools.compiler.translate.operations import Loop, Operation, Quantity
from vault_tools.compiler.translate.order import in_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_tools.compiler.translate.scope import Scope


def recur(scope: Scope, node: algebra.Recur) -> Value:
    """One of the quantities at all positions; quantities of one recurrence share their loop."""
    index, result, *quantities = node.args
    symbol, size = index.args
    if symbol not in scope.loops:
        scope.loops[symbol] = _loop(scope, symbol, scope.size(size), quantities)
    loop = scope.loops[symbol]
    quantity = quantities[int(result)]
    stacked = scope.graph.make("stacked", loop, detail=(int(result),))
    return Value(stacked, (), len(quantity.args[3].args) + 1)


def _loop(scope: Scope, symbol: Any, size: Operation, nodes: list[Any]) -> Operation:
    scope.steps[symbol] = scope.graph.make("variable", detail=(symbol.name,))
    quantities = tuple(_quantity(scope, symbol, k, *node.args) for k, node in enumerate(nodes))
    loop = Loop(scope.steps[symbol], size, quantities, unchanging([quantity.body for quantity in quantities]))
    lengths = [length for quantity in quantities for length in quantity.lengths]
    starts = [quantity.start for quantity in quantities if quantity.start is not None]
    return scope.graph.make("loop", size, *lengths, *starts, *loop.unchanging, detail=(loop,))


def _quantity(scope: Scope, symbol: Any, number: int, name: Any, start: Any, body: Any, shape: Any) -> Quantity:
    """One quantity; later ones may look at its value in the same step, all of them at the one before."""
    operation = scope.number(body).operation
    scope.states[symbol, number, 0] = operation
    lengths = tuple(map(scope.size, shape.args))
    if start == algebra.NOTHING:
        return Quantity(name.name, operation, lengths)
    return Quantity(name.name, operation, lengths, scope.number(start).operation, _previous(scope, symbol, number))


def _previous(scope: Scope, symbol: Any, number: int) -> Operation:
    return scope.graph.make("variable", detail=(symbol.name, number))


def state(scope: Scope, node: algebra.State) -> Value:
    """The variable of the step before, or the value that this step has computed already."""
    symbol, number, back, shape = node.args
    operation = _previous(scope, symbol, int(number)) if back else scope.states[symbol, int(number), 0]
    return Value(operation, (), len(shape.args))


def unchanging(bodies: list[Operation]) -> tuple[Operation, ...]:
    """The largest parts of a loop's steps that do not depend on the step: they may be computed before it."""
    order = in_order(bodies)
    changing: set[Operation] = set()
    for operation in order:
        if operation.kind == "variable" or not changing.isdisjoint(operation.arguments):
            changing.add(operation)
    inside = [argument for operation in order if operation in changing for argument in operation.arguments]
    return tuple(dict.fromkeys(part for part in (*inside, *bodies) if part not in changing))


RULES: dict[type, Callable[[Scope, Any], Value]] = {algebra.Recur: recur, algebra.State: state}
