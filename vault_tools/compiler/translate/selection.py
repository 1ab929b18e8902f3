"""Rules for selecting from arrays and building them: elements, slices, tables, stacks, concatenations, choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Add, Indexed, Integer, MatrixSymbol, Mul, S, Symbol, ceiling, floor

from vault_tools.compiler import algebra
from vault_tools.compiler.translate.axes import Value
from vault_tools.compiler.translate.scope import Scope, is_index

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vault_tools.compiler.algebra import Node
    from vault_tools.compiler.translate.operations import Operation

COMPLEMENTS = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}

# ---------------------------------------------------------------- elements


def indexed(scope: Scope, node: Node) -> Value:
    """An entry of a named array."""
    base, *positions = node.args
    name, sizes = base.args[0].name, base.args[1].args
    array = scope.definitions.get(name) or Value(scope.graph.atom(name), rank=len(sizes))
    return select(scope, array, positions, sizes)


def element(scope: Scope, node: algebra.Element) -> Value:
    """A sub-array of any array."""
    array, *positions = node.args
    return select(scope, scope.number(array), positions, sizes_of(array))


def sizes_of(array: Node) -> tuple[Node, ...] | None:
    """The sizes of an array where its node says them."""
    if isinstance(array, MatrixSymbol | algebra.ArraySymbol | algebra.AsMatrix):
        return tuple(array.shape)
    return None


def select(scope: Scope, array: Value, positions: Sequence[Node], sizes: Sequence[Node] | None) -> Value:
    """`array` at positions along its leading axes. Whole axes are only named, shifted ones sliced; all else is gathered."""
    indices = [shifted_index(scope, position) for position in positions]
    named = [index.name for index, _ in indices if index is not None]
    simple = all(
        (index is not None and shift >= 0) or isinstance(position, Integer) or is_step(scope, position)
        for position, (index, shift) in zip(positions, indices, strict=True)
    )
    if not simple or len(set(named)) < len(named) or set(named) & set(array.axes):
        return gather(scope, array, positions)
    selectors, arguments = [":"] * len(array.axes), []
    for n, (position, (index, shift)) in enumerate(zip(positions, indices, strict=True)):
        selector, bounds = _selector(scope, position, index, shift, sizes[n] if sizes is not None else None)
        selectors.append(selector)
        arguments += bounds
    rank = array.rank - len(positions)
    operation = scope.graph.index(array.operation, selectors, *arguments)
    return Value(operation, (*array.axes, *named), rank)


def _selector(scope: Scope, position: Node, index: Symbol | None, shift: int, size: Node | None) -> tuple[str, list[Operation]]:
    """How one axis is selected: a number, `:`, or a slice."""
    if is_step(scope, position):
        return "#", [whole(scope, position).operation]
    if index is None:
        return str(int(position)), []
    length = scope.sizes[index]
    complete = size is None or size == length
    if complete and not shift:
        return ":", []
    start = str(shift) if shift else ""
    if complete or _reaches_end(size, length, shift):
        return f"{start}:", []
    stop = scope.size(length) if not shift else scope.graph.add([scope.size(length), scope.graph.atom(str(shift))])
    return f"{start}:#", [stop]


def _reaches_end(size: Node | None, length: Node, shift: int) -> bool:
    """True where `shift` positions before the slice are all that the axis has more than the index."""
    if size is None:
        return False
    if isinstance(size, Integer) and isinstance(length, Integer):
        return int(size) == int(length) + shift
    return bool(length == Add._from_args([size, Integer(-shift)]))


def is_step(scope: Scope, position: Node) -> bool:
    """True for the variable of a loop, perhaps with a whole number added."""
    parts = position.args if isinstance(position, Add) else (position,)
    return any(part in scope.steps for part in parts) and all(part in scope.steps or isinstance(part, Integer) for part in parts)


def shifted_index(scope: Scope, position: Node) -> tuple[Symbol | None, int]:
    """`(j, 2)` for the position j + 2; (None, 0) for what is not an index plus a number."""
    if isinstance(position, Symbol) and is_index(position, scope):
        return position, 0
    if isinstance(position, Add):
        indices: list[Node] = [term for term in position.args if is_index(term, scope)]
        numbers = [written_integer(term) for term in position.args if not is_index(term, scope)]
        if len(indices) == 1 and None not in numbers:
            return indices[0], sum(n for n in numbers if n is not None)
    return None, 0


def written_integer(node: Node) -> int | None:
    """The value of an integer, or of minus one."""
    if isinstance(node, Integer):
        return int(node)
    if isinstance(node, Mul) and len(node.args) == 2 and node.args[0] == -1 and isinstance(node.args[1], Integer):
        return -int(node.args[1])
    return None


def gather(scope: Scope, array: Value, positions: Sequence[Node]) -> Value:
    """`array` at computed positions: one array of whole numbers per axis, broadcast against each other."""
    own = [whole(scope, next(symbol for symbol in scope.sizes if symbol.name == axis)) for axis in array.axes]
    values = [*own, *(whole(scope, position) for position in positions)]
    axes = scope.layout.union(values)
    arguments = [scope.layout.aligned(value, axes, 0) for value in values]
    operation = scope.graph.index(array.operation, ["#"] * len(arguments), *arguments)
    return Value(operation, axes, array.rank - len(positions))


def whole(scope: Scope, node: Node) -> Value:
    """A position as NumPy takes it: indices and whole numbers stay whole, all else is cut to whole numbers."""
    graph = scope.graph
    if is_index(node, scope):
        operation = graph.call("np.arange", scope.size(scope.sizes[node]))
        return Value(graph.name(operation, f"{node.name}_places"), (node.name,))
    if isinstance(node, Integer):
        return Value(graph.atom(str(int(node))))
    if node in scope.steps:
        return Value(scope.steps[node])
    if isinstance(node, Mul) and len(node.args) == 2 and node.args[0] == -1 and is_whole(scope, node):
        value = whole(scope, node.args[1])
        return Value(graph.negative(value.operation), value.axes)
    if isinstance(node, Add | Mul) and all(is_whole(scope, argument) for argument in node.args):
        build = graph.add if isinstance(node, Add) else graph.multiply
        return scope.layout.elementwise([whole(scope, argument) for argument in node.args], build)
    value = scope.number(node)
    return Value(graph.call("np.asarray", value.operation, dtype="np.intp"), value.axes)


def is_whole(scope: Scope, node: Node) -> bool:
    """True for what is made of indices and whole numbers."""
    if isinstance(node, Integer) or is_index(node, scope) or node in scope.steps:
        return True
    return isinstance(node, Add | Mul) and all(is_whole(scope, argument) for argument in node.args)


# ---------------------------------------------------------------- slices, tables, stacks


def slice_(scope: Scope, node: algebra.Slice) -> Value:
    """Positions start … stop-1 of one axis."""
    array, axis, start, stop = node.args
    value = scope.number(array)
    bounds = [scope.graph.atom(str(bound)) if isinstance(bound, Integer) else _bound(scope, bound) for bound in (start, stop)]
    selector, arguments = ("#:#", bounds) if start != 0 else (":#", bounds[1:])
    behind = [":"] * (-int(axis) - 1)
    before = ["..."] if value.rank + len(value.axes) + int(axis) else []
    return Value(scope.graph.index(value.operation, [*before, selector, *behind], *arguments), value.axes, value.rank)


def _bound(scope: Scope, bound: Node) -> Operation:
    """The end of a slice; what is not made of sizes and whole numbers is cut to one."""
    operation = scope.number(bound).operation
    symbols = bound.free_symbols
    if isinstance(bound, floor | ceiling) or not all(s.is_integer for s in symbols):
        return scope.graph.call("np.intp", operation)
    return operation


def tabulate(scope: Scope, node: algebra.Tabulate) -> Value:
    """Free indices that become leading axes of the value."""
    body, *ranges = node.args
    over = scope.bind(*ranges)
    value = scope.value(body)
    rest = tuple(axis for axis in value.axes if axis not in over)
    spread = scope.spread(value, (*rest, *over))
    return Value(spread.operation, rest, value.rank + len(over), value.truth)


def stack(scope: Scope, node: algebra.Stack) -> Value:
    """Items along a new leading axis: `np.array` for numbers, else `np.stack`."""
    written = array_literal(scope, node)
    if written is not None:
        operation, rank = written
        return Value(scope.graph.call("np.array", operation), rank=rank)
    values = [scope.number(item) for item in node.args]
    axes, rank = scope.layout.union(values), values[0].rank
    items = [scope.spread(value, axes).operation for value in values]
    return Value(scope.graph.call("np.stack", scope.graph.make("list", *items), axis=-rank - 1), axes, rank + 1)


def array_literal(scope: Scope, node: Node) -> tuple[Operation, int] | None:
    """A list (of lists) of numbers without free indices, with its rank; None for anything else."""
    node = node.args[0] if isinstance(node, algebra.AsMatrix) else node
    if not isinstance(node, algebra.Stack):
        value = scope.number(node)
        return (_decimal(scope, value.operation), 0) if not value.axes and not value.rank else None
    items = [array_literal(scope, item) for item in node.args]
    known = [item for item in items if item is not None]
    if len(known) < len(items):
        return None
    return scope.graph.make("list", *(operation for operation, _ in known)), known[0][1] + 1


def _decimal(scope: Scope, operation: Operation) -> Operation:
    """A whole number as decimal, so that the array holds floats."""
    text = operation.text
    if operation.kind == "negative":
        return scope.graph.negative(_decimal(scope, operation.arguments[0]))
    whole = text is not None and text.lstrip("-").isdigit()
    return scope.graph.atom(f"{text}.0") if whole else operation


def concat(scope: Scope, node: algebra.Concat) -> Value:
    """Parts joined along an axis."""
    axis, *parts = node.args
    values = [scope.number(part) for part in parts]
    axes = scope.layout.union(values)
    items = scope.graph.make("list", *(scope.spread(value, axes).operation for value in values))
    return Value(scope.graph.call("np.concatenate", items, axis=int(axis)), axes, values[0].rank)


def concat_over(scope: Scope, node: algebra.ConcatOver) -> Value:
    """The body at every position of an index, joined along an axis: `np.concatenate` takes the index axis, which leads, as its list."""
    body, index, axis = node.args
    (name,) = scope.bind(index)
    value = scope.number(body)
    rest = tuple(other for other in value.axes if other != name)
    spread = scope.spread(value, (name, *rest))
    return Value(scope.graph.call("np.concatenate", spread.operation, axis=int(axis)), rest, value.rank)


# ---------------------------------------------------------------- conditions


def comparison(scope: Scope, node: algebra.Comparison) -> Value:
    """A Boolean array."""
    operator, left, right = node.args
    values = [scope.number(left), scope.number(right)]
    return scope.layout.elementwise(values, lambda pair: scope.graph.make("compare", *pair, detail=(operator.name,)), truth=True)


def logic(scope: Scope, node: algebra.Logic) -> Value:
    """And, or, not of Boolean arrays."""
    operator, *operands = node.args
    values = [scope.truth(operand) for operand in operands]
    if operator.name == "not":
        return Value(scope.graph.make("not", values[0].operation), values[0].axes, values[0].rank, truth=True)
    build = scope.layout.elementwise
    return build(values, lambda operations: scope.graph.make("logic", *operations, detail=(operator.name,)), truth=True)


def choice(scope: Scope, node: algebra.Choice) -> Value:
    """`np.where`, the last branch innermost."""
    otherwise, *branches = node.args
    if otherwise == S.NaN and len(branches) > 1 and _complementary(branches[-2].args[0], branches[-1].args[0]):
        otherwise = branches.pop().args[1]
    value = scope.number(otherwise)
    for condition, chosen in (branch.args for branch in reversed(branches)):
        parts = [scope.truth(condition), scope.number(chosen), value]
        value = scope.layout.elementwise(parts, lambda operations: scope.graph.call("np.where", *operations))
    return value


def _complementary(first: Node, second: Node) -> bool:
    """True where the second condition is that the first does not hold: `x < 0` and `x >= 0`."""
    first, second = (node.args[0] if isinstance(node, algebra.AsMatrix) else node for node in (first, second))
    if not (isinstance(first, algebra.Comparison) and isinstance(second, algebra.Comparison)) or first.args[1:] != second.args[1:]:
        return False
    return COMPLEMENTS[str(first.args[0])] == str(second.args[0])


RULES: dict[type, Callable[[Scope, Any], Value]] = {
    Indexed: indexed,
    algebra.Element: element,
    algebra.Slice: slice_,
    algebra.Tabulate: tabulate,
    algebra.Stack: stack,
    algebra.Concat: concat,
    algebra.ConcatOver: concat_over,
    algebra.Comparison: comparison,
    algebra.Logic: logic,
    algebra.Choice: choice,
}
