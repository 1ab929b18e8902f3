"""Named functions of the handlers applied to arguments: over which axis or index their core runs, and what shape comes out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeGuard

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.arithmetic import exponentials
from vault_tools.compiler.resolve.reading.arithmetic.magnitudes import LOOKING_THROUGH, argument
from vault_tools.compiler.resolve.reading.arithmetic.over_entries import over_all
from vault_tools.compiler.resolve.reading.arithmetic.powers import entrywise_power, power
from vault_tools.compiler.resolve.reading.operators.conditions import read_condition
from vault_tools.compiler.resolve.reading.operators.ranges import bind
from vault_tools.compiler.resolve.values import Form, Value
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, read_symbol
from vault_tools.compiler.resolve.writing.nodes import base_of, cover, every, number_of, scripts_moved_out, unwrap, word
from vault_tools.compiler.syntax_tree import Ellipsis_, Fence, Letters, Node, Relation, Scripted, Sum
from vault_tools.compiler.syntax_tree import Sequence as SequenceNode
from vault_tools.compiler.tree import Dim
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.tree import Expression, Index, Shape
    from vault_tools.handler import Function

COUNTING = frozenset("ijk")
INVERSES = {"sin": "arcsin", "cos": "arccos", "tan": "arctan", "tanh": "arctanh"}
COLUMN_WORDS = frozenset({"col", "cols", "column", "columns"})
ROW_WORDS = frozenset({"row", "rows"})
AXIS_WORDS = frozenset({"dim", "axis"})
BASES_TO_SAY = {"log": "natural_log", "lg": "decimal_log"}
"""Words for a logarithm that others use for one to another base."""
PAIRED = frozenset({"rope", "rope_half_split"})
"""Functions of an even number of entries."""


def apply_named(
    reader: Reader,
    function: Function,
    atom: Node,
    nodes: Sequence[Node],
    scope: Scope,
    place: Node,
    values: list[Value] | None = None,
) -> Value:
    r"""The value of a named function, with the scripts of its name (`\log_2`, `\sin^2`, `softmax_j`); not its derivative."""
    if isinstance(atom, Scripted) and atom.primes:
        raise reader.unsupported("derivative", atom.span, name=function.name)
    nodes, axis = _without_axis(reader, _with_both_bounds(function, as_vector(nodes)))
    given = values if values is not None else _given(reader, function, nodes, scope)
    span = Span(atom.span.start, max(place.span.end, atom.span.end))
    sub, sup = (atom.sub, atom.sup) if isinstance(atom, Scripted) else (None, None)
    if sup is not None and number_of(sup) == -1 and function.name in INVERSES:
        inverse = reader.vocabulary.function(INVERSES[function.name])
        if inverse is not None:
            function, sup = inverse, None
    value = _based_log(reader, function, sub, given, span, scope)
    if value is None and function.name == "exp" and sub is None and len(nodes) == 1:
        value = exponentials.of_matrix(reader, nodes[0], given[0], place)
    if value is None:
        value = _apply(reader, function, sub, given, scope, span, axis)
    base = BASES_TO_SAY.get(canonical(base_of(atom))) if sub is None else None
    if base is not None:
        reader.say(base)
    return _raised(reader, function, value, sup, atom, scope) if sup is not None else value


def _given(reader: Reader, function: Function, nodes: Sequence[Node], scope: Scope) -> list[Value]:
    if len(nodes) != 1:
        return [reader.read(node, scope) for node in nodes]
    only = nodes[0]
    collected = _family(reader, function, unwrap(only), scope) or _left_out(reader, function, only, scope)
    return [collected or argument(reader, function, only, scope)]


def _family(reader: Reader, function: Function, node: Node, scope: Scope) -> Value | None:
    r"""`\{r_j\}_{j=1}^{G}`: all values of what stands in the braces, as one array; None for anything else."""
    if not isinstance(node, Scripted) or node.sub is None or not isinstance(node.base, Fence) or node.base.opener != "{":
        return None
    return _all_values(reader, function, node.base.body, (node.sub, node.sup), scope) if is_symbol(unwrap(node.base.body)) else None


def _left_out(reader: Reader, function: Function, node: Node, scope: Scope) -> Value | None:
    r"""`\max x_i`: the largest of all `x_i`, although no i stands below the maximum; None where no usual index is left."""
    if function.name not in LOOKING_THROUGH:
        return None
    symbols = [scripts_moved_out(inner) for inner in every(Scripted, node)]
    letters = {word(symbol.sub) or "" for symbol in symbols if isinstance(symbol, Scripted) and symbol.sub is not None}
    names = (read_symbol(symbol, scope).name for symbol in symbols if is_symbol(symbol))
    if len(letters) != 1 or not letters <= COUNTING or any(map(scope.is_index, letters)) or any(map(scope.declared, names)):
        return None
    letter = Letters(node.span, *letters)
    reader.say("sum_over_letters", letters=letter.text)
    return _all_values(reader, function, node, (letter, None), scope)


def _all_values(reader: Reader, function: Function, body: Node, over: tuple[Node, Node | None], scope: Scope) -> Value | None:
    binding = bind(reader, *over, scope)
    if binding.conditions:
        return None
    value = reader.read(body, binding.scope)
    if value.rank:
        raise reader.rank_error(value.expression, 0, body.span, function.name)
    return Value(reader.build.tabulate(tuple(binding.indices), value.expression, body.span))


def as_vector(nodes: Sequence[Node]) -> Sequence[Node]:
    r"""`\max(x_1, \dots, x_n)`, `\mathrm{mean}(\{r_1, \dots, r_G\})`: numbers in a list with dots, or in braces, are one vector."""
    only = unwrap(nodes[0]) if len(nodes) == 1 else None
    if isinstance(only, Fence) and only.opener == "{" and isinstance(unwrap(only.body), SequenceNode):
        return (replace(only, opener="[", closer="]"),)
    if not any(isinstance(unwrap(node), Ellipsis_) for node in nodes):
        return nodes
    span = cover(tuple(nodes))
    return (Fence(span, "[", SequenceNode(span, tuple(nodes), (",",) * (len(nodes) - 1)), "]"),)


def _with_both_bounds(function: Function, nodes: Sequence[Node]) -> Sequence[Node]:
    r"""`\mathrm{clip}(r, 1 \pm \epsilon)`: the lower and the upper bound in one."""
    last = unwrap(nodes[-1]) if nodes else None
    if function.name != "clip" or len(nodes) != 2 or not isinstance(last, Sum) or [sign for sign, _ in last.terms] != ["+", "pm"]:
        return nodes
    (_, middle), (_, width) = last.terms
    return (nodes[0], replace(last, terms=(("+", middle), ("-", width))), replace(last, terms=(("+", middle), ("+", width))))


def _raised(reader: Reader, function: Function, value: Value, sup: Node, atom: Node, scope: Scope) -> Value:
    r"""`\mathrm{ReLU}^2(X)`, `\sin^2 x`: the power of each value of a function of numbers, whatever its argument is."""
    if value.rank < 2:
        return power(reader, value, sup, atom, scope)
    if any(signature(function.signature)[0]):
        raise reader.unsupported("matrix_power", atom.span)
    return entrywise_power(reader, value, sup, atom, scope)


def _based_log(reader: Reader, function: Function, sub: Node | None, given: list[Value], span: Span, scope: Scope) -> Value | None:
    """A logarithm with its base written below."""
    if function.name != "log" or sub is None:
        return None
    base = number_of(sub)
    named = reader.vocabulary.function(f"log{base}") if base is not None else None
    if len(given) != 1:
        raise reader.unsupported("argument_count", span, name=function.name, expected=1, given=len(given))
    if named is not None:
        return _elementwise(reader, named, given, span)
    below = [Value(number(base)) if base is not None else reader.read(sub, scope)]
    above = _elementwise(reader, function, given, span)
    return above.derived(reader.build.divide(above.expression, _elementwise(reader, function, below, span).expression, span))


def _without_axis(reader: Reader, nodes: Sequence[Node]) -> tuple[Sequence[Node], int | None]:
    r"""The arguments without `\text{dim}=-1`, and the axis that it names."""
    last = unwrap(nodes[-1]) if nodes else None
    if not isinstance(last, Relation) or (word(last.first) or "").lower() not in AXIS_WORDS or last.rest[0][0] != "=":
        return nodes, None
    value = number_of(last.rest[0][1])
    if len(last.rest) > 1 or len(nodes) != 2 or value not in (-2, -1, 0, 1):
        raise reader.unsupported("relation_inside", last.span)
    return nodes[:-1], int(value)


def _apply(
    reader: Reader, function: Function, sub: Node | None, given: list[Value], scope: Scope, span: Span, written: int | None = None
) -> Value:
    inputs, output = signature(function.signature)
    if _is_parameter(sub, inputs, given, scope):
        given, sub = [*given, _parameter(reader, sub, scope)], None
    if written is not None and (inputs != (("n",),) or sub is not None):
        raise reader.unsupported("relation_inside", span)
    if function.name == "cos" and len(given) == 2:
        return _cosine(reader, given, span)
    if all(core == () for core in inputs):
        if sub is not None:
            raise reader.unsupported("function_script", span, name=function.name)
        return _numbers(reader, function, len(inputs), given, span)
    if len(given) != len(inputs):
        raise reader.unsupported("argument_count", span, name=function.name, expected=len(inputs), given=len(given))
    if inputs[0] == ("n",) and not any(inputs[1:]):
        return _along_axis(reader, function, output, sub, given, scope, span, written)
    if len(inputs) == 1:
        return _of_matrix(reader, function, inputs[0], output, given[0], span)
    return _of_vectors(reader, function, given, span)


def _is_parameter(sub: Node | None, inputs: tuple[tuple[str, ...], ...], given: list[Value], scope: Scope) -> TypeGuard[Node]:
    r"""The k of `\mathrm{top}_k(x)`: a number that the function takes last, written below its name."""
    if sub is None or len(inputs) < 2 or inputs[-1] != () or len(given) != len(inputs) - 1:
        return False
    return canonical(sub) not in scope.indices


def _parameter(reader: Reader, sub: Node, scope: Scope) -> Value:
    """What is written below the name of a function as its last argument."""
    return Value(reader.scalar(sub, scope))


@lru_cache(maxsize=256)
def signature(written: str) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Core axes of the arguments and of the result: `(n),(n)->()` gives (("n",), ("n",)) and ()."""
    left, right = written.split("->")
    cores = [part.strip("() ") for part in left.replace("),(", ")|(").split("|")]
    return tuple(map(_axes, cores)), _axes(right.strip("() "))


def _axes(core: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in core.split(",") if name.strip())


# ---------------------------------------------------------------- entry by entry


def _elementwise(reader: Reader, function: Function, given: list[Value], span: Span) -> Value:
    expression = reader.build.elementwise(function, [value.expression for value in given], span)
    widest = max(given, key=lambda value: value.rank)
    if widest.rank >= 2 and not widest.pointwise and function.name in ("exp", "log", "sqrt"):
        reader.say("entrywise", name=function.name)
    form: Form = next((value.form for value in given if value.rank == widest.rank and value.form), "")
    return Value(expression, form, any(value.pointwise for value in given), activated=True)


def _numbers(reader: Reader, function: Function, count: int, given: list[Value], span: Span) -> Value:
    """A function of numbers; max and min take any number of arguments, and one array whole."""
    if len(given) == count:
        return _elementwise(reader, function, given, span)
    if given and function.name in ("max", "min"):
        if len(given) == 1:
            return _largest(reader, function.name, given[0], span)
        value = given[0]
        for other in given[1:]:
            value = _elementwise(reader, function, [value, other], span)
        return value
    raise reader.unsupported("argument_count", span, name=function.name, expected=count, given=len(given))


def _largest(reader: Reader, operator: str, value: Value, span: Span) -> Value:
    if value.rank == 0:
        raise reader.unsupported("largest_of_number", span)
    return over_all(reader, "max" if operator == "max" else "min", value, span)


# ---------------------------------------------------------------- along an axis


def _along_axis(
    reader: Reader,
    function: Function,
    output: tuple[str, ...],
    sub: Node | None,
    given: list[Value],
    scope: Scope,
    span: Span,
    written: int | None = None,
) -> Value:
    """softmax, norms, means: over the last axis, over the axis a subscript names, or over a free index; further arguments are numbers."""
    value, numbers = given[0], [other.expression for other in given[1:]]
    for number_given in given[1:]:
        if number_given.rank:
            raise reader.rank_error(number_given.expression, 0, span, function.name)
    index, axis = _subscript(reader, function, sub, scope, span)
    if written is not None:
        axis = _counted_from_end(reader, written, value, span)
    if output == ("n", "n"):
        return _diagonal(reader, function, value, span)
    if value.rank == 0 or index is not None:
        return _along_index(reader, function, output, given, index, sub, scope, span)
    shape = value.expression.shape
    if axis is None:
        axis = -2 if len(shape) >= 2 and reader.sizes.is_one(shape[-1]) and not reader.sizes.is_one(shape[-2]) else -1
    if function.name in PAIRED:
        reader.say(f"{function.name}_pairs")
        if not reader.sizes.unify(shape[axis], reader.sizes.fresh() * Dim.of(2)):
            raise reader.unsupported("odd_width", span)
    if len(shape) >= 2 and function.name == "softmax":
        reader.say("softmax_last_axis" if axis == -1 else "softmax_down")
    kept = shape if output else (*shape[:axis], *(shape[axis + 1 :] if axis != -1 else ()))
    expression = reader.build.call(function, [value.expression, *numbers], kept, span, axis)
    form: Form = value.form if output else "rows" if len(shape) == 2 and axis == -1 else ""
    return Value(expression, form, value.pointwise and bool(output))


def _counted_from_end(reader: Reader, axis: int, value: Value, span: Span) -> int:
    """An axis that is written as a number: negative from the end, else from the front of what has one or two axes."""
    if value.rank not in (1, 2) or value.expression.indices or not -value.rank <= axis < value.rank:
        raise reader.unsupported("relation_inside", span)
    return axis if axis < 0 else axis - value.rank


def _subscript(reader: Reader, function: Function, sub: Node | None, scope: Scope, span: Span) -> tuple[Index | None, int | None]:
    """What the subscript of softmax says: an index, rows or columns."""
    if sub is None:
        return None, None
    text = word(sub) or ""
    letter = sub.first if isinstance(sub, Relation) else sub
    index = scope.indices.get(canonical(letter)) if word(letter) else None
    if index is not None:
        return index, None
    if text.lower() in COLUMN_WORDS:
        return None, -2
    if text.lower() in ROW_WORDS:
        return None, -1
    raise reader.unsupported("function_script", span, name=function.name)


def _along_index(
    reader: Reader,
    function: Function,
    output: tuple[str, ...],
    given: list[Value],
    index: Index | None,
    sub: Node | None,
    scope: Scope,
    span: Span,
) -> Value:
    r"""Over a free index, as far as an operator round it or its own subscript says (`softmax_{j \\in N(i)}`)."""
    value = given[0]
    if value.rank or not value.expression.indices:
        raise reader.rank_error(value.expression, 1, span, function.name)
    if index is None:
        index = reader.index_called(value.expression.indices[-1])
    if not output:
        raise reader.unsupported("reduction_of_element", span, name=function.name)
    reader.say("along_index", name=function.name, index=index.name)
    if isinstance(sub, Relation):
        if any(sign == "=" for sign, _ in sub.rest):  # the first value of a range whose end is not written, no set
            raise reader.unsupported("function_script", span, name=function.name)
        inside = _limited(reader, function, value.expression, read_condition(reader, sub, scope), span)
    else:
        inside = _in_range(reader, function, value.expression, scope.limits.get(index.name), span)
    return Value(reader.build.call(function, [inside, *(other.expression for other in given[1:])], (), span, None, index))


def _in_range(reader: Reader, function: Function, body: Expression, limit: Expression | None, span: Span) -> Expression:
    r"""`\sum_{j=1}^{t} softmax_j(s_{tj}) v_j`: the softmax runs over the range of the sum, too."""
    if limit is None:
        return body
    reader.say("softmax_in_range")
    return _limited(reader, function, body, limit, span)


def _limited(reader: Reader, function: Function, body: Expression, limit: Expression, span: Span) -> Expression:
    """Nothing where the condition does not hold, as softmax counts it."""
    if function.name != "softmax":
        raise reader.unsupported("function_script", span, name=function.name)
    return reader.build.where([(limit, body)], reader.build.negate(tree.Constant(name="inf"), span), span)


def _diagonal(reader: Reader, function: Function, value: Value, span: Span) -> Value:
    """Diag of a vector is a matrix; of a matrix its diagonal."""
    if value.rank == 2:
        inverse = reader.vocabulary.function("diagonal")
        if inverse is not None and function.name == "diag":
            return _of_matrix(reader, inverse, ("n", "n"), ("n",), value, span)
    if value.rank != 1:
        raise reader.rank_error(value.expression, 1, span, function.name)
    size = value.expression.shape[0]
    return Value(reader.build.call(function, [value.expression], (size, size), span))


def _of_matrix(reader: Reader, function: Function, core: tuple[str, ...], output: tuple[str, ...], value: Value, span: Span) -> Value:
    if value.rank < 2:
        raise reader.rank_error(value.expression, 2, span, function.name)
    shape = value.expression.shape
    if core[0] == core[1] and not reader.sizes.unify(shape[-1], shape[-2]):
        raise reader.square_error(value.expression, span)
    kept = _output_shape(shape, core, output)
    return Value(reader.build.call(function, [value.expression], kept, span))


def _output_shape(shape: Shape, core: tuple[str, ...], output: tuple[str, ...]) -> Shape:
    sizes: dict[str, Dim] = dict(zip(core, shape[-2:], strict=True))
    return (*shape[:-2], *(sizes[name] for name in output))


def _of_vectors(reader: Reader, function: Function, given: list[Value], span: Span) -> Value:
    """A function of several vectors that gives a number."""
    for value in given:
        if value.rank < 1:
            raise reader.rank_error(value.expression, 1, span, function.name)
    arrays = [value.expression for value in given]
    shape = reader.build.broadcast(arrays, span)
    return Value(reader.build.call(function, arrays, shape[:-1], span, -1))


def _cosine(reader: Reader, given: list[Value], span: Span) -> Value:
    function = reader.vocabulary.function("cosine_similarity")
    if function is None:
        raise reader.unsupported("unknown_function", span, name="cos", hint="unknown_function_hint")
    reader.say("cosine")
    return _of_vectors(reader, function, given, span)
