"""Functions of vectors and matrices: over which axis or index their core runs, and what shape comes out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical, without_step
from vault_tools.compiler.parts import walk as parts_of
from vault_tools.compiler.records import record
from vault_tools.compiler.resolve.finish import used_names
from vault_tools.compiler.resolve.reading.operators.conditions import read_condition
from vault_tools.compiler.resolve.values import Form, Value
from vault_tools.compiler.resolve.writing.indices.scopes import Scope
from vault_tools.compiler.resolve.writing.nodes import word
from vault_tools.compiler.syntax_tree import Node, Relation
from vault_tools.compiler.tree import Dim
from vault_tools.handler import Function
from vault_tools.model import Fork, Span

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.tree import Expression, Index, Shape

COLUMN_WORDS = frozenset({"col", "cols", "column", "columns"})
ROW_WORDS = frozenset({"row", "rows"})
PAIRED = frozenset({"rope", "rope_half_split"})
"""Functions of an even number of entries."""


@lru_cache(maxsize=256)
def signature(written: str) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Core axes of the arguments and of the result: `(n),(n)->()` gives (("n",), ("n",)) and ()."""
    left, right = written.split("->")
    cores = [part.strip("() ") for part in left.replace("),(", ")|(").split("|")]
    return tuple(map(_axes, cores)), _axes(right.strip("() "))


def _axes(core: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in core.split(",") if name.strip())


@record(frozen=True, slots=True)
class Application:
    """A function with its arguments where it is applied."""

    function: Function
    given: Sequence[Value]
    scope: Scope
    span: Span
    sub: Node | None = None
    """What stands below its name."""
    axis: int | None = None
    r"""The axis that is written as a number, `\text{dim}=-1`."""

    @property
    def numbers(self) -> list[Expression]:
        """The arguments behind the first."""
        return [value.expression for value in self.given[1:]]


def along_axis(reader: Reader, application: Application) -> Value:
    """softmax, norms, means: over the last axis, over the axis a subscript names, or over a free index; further arguments are numbers."""
    function, value, span = application.function, application.given[0], application.span
    for number in application.numbers:
        if number.shape:
            raise reader.rank_error(number, 0, span, function.name)
    index, axis = _subscript(reader, application)
    if application.axis is not None:
        axis = _counted_from_end(reader, application.axis, value, span)
    _, output = signature(function.signature)
    if output == ("n", "n"):
        return _diagonal(reader, function, value, span)
    if value.rank == 0 or index is not None:
        return _along_index(reader, application, index)
    axis = axis if axis is not None else _usual_axis(reader, value.expression.shape)
    _say_axis(reader, application, axis)
    shape = value.expression.shape
    kept = shape if output else (*shape[:axis], *(shape[axis + 1 :] if axis != -1 else ()))
    expression = reader.build.call(function, [value.expression, *application.numbers], kept, span, axis)
    form: Form = value.form if output else "rows" if len(shape) == 2 and axis == -1 else ""
    return Value(expression, form, value.pointwise and bool(output))


def _usual_axis(reader: Reader, shape: Shape) -> int:
    """The last axis, or that of a column."""
    return -2 if len(shape) >= 2 and reader.sizes.is_one(shape[-1]) and not reader.sizes.is_one(shape[-2]) else -1


def _say_axis(reader: Reader, application: Application, axis: int) -> None:
    """Which entries go together; refuses an odd number of entries where they go in pairs."""
    name, shape = application.function.name, application.given[0].expression.shape
    if name in PAIRED:
        reader.say(f"{name}_pairs")
        if not reader.sizes.unify(shape[axis], reader.sizes.fresh() * Dim.of(2)):
            raise reader.unsupported("odd_width", application.span)
    if len(shape) >= 2 and name == "softmax":
        reader.say("softmax_last_axis" if axis == -1 else "softmax_down")
        if axis == -1:
            reader.forks.add(Fork.AXIS_OF_WEIGHTS)


def _counted_from_end(reader: Reader, axis: int, value: Value, span: Span) -> int:
    """An axis that is written as a number: negative from the end, else from the front of what has one or two axes."""
    if value.rank not in (1, 2) or value.expression.indices or not -value.rank <= axis < value.rank:
        raise reader.unsupported("relation_inside", span)
    return axis if axis < 0 else axis - value.rank


def _subscript(reader: Reader, application: Application) -> tuple[Index | None, int | None]:
    """What the subscript of softmax says: an index, rows or columns."""
    sub = application.sub
    if sub is None:
        return None, None
    text = word(sub) or ""
    letter = sub.first if isinstance(sub, Relation) else sub
    index = application.scope.indices.get(canonical(letter)) if word(letter) else None
    if index is not None:
        return index, None
    if text.lower() in COLUMN_WORDS:
        return None, -2
    if text.lower() in ROW_WORDS:
        return None, -1
    raise reader.unsupported("function_script", application.span, name=application.function.name)


def _along_index(reader: Reader, application: Application, index: Index | None) -> Value:
    r"""Over a free index, as far as an operator round it or its own subscript says (`softmax_{j \in N(i)}`)."""
    function, value, span = application.function, application.given[0], application.span
    if value.rank or not value.expression.indices:
        raise reader.rank_error(value.expression, 1, span, function.name)
    if index is None:
        index = reader.index_called(_last_named(application, value.expression.indices))
        if _numbers_arrays(reader, application, value):
            raise reader.rank_error(value.expression, 1, span, function.name)
        if _is_of_one_place(value.expression):
            raise reader.unsupported("one_key", span, index=index.name)
    if not signature(function.signature)[1]:
        raise reader.other_rank("reduction_of_element", span, name=function.name)
    reader.say("along_index", name=function.name, index=index.name)
    if isinstance(application.sub, Relation):
        if any(sign == "=" for sign in application.sub.signs):  # the first value of a range whose end is not written, no set
            raise reader.unsupported("function_script", span, name=function.name)
        inside = _limited(reader, function, value.expression, read_condition(reader, application.sub, application.scope), span)
    else:
        inside = _in_range(reader, function, value.expression, application.scope.limits.get(index.name), span)
    return Value(reader.build.call(function, [inside, *application.numbers], (), span, None, index))


def _last_named(application: Application, carried: tuple[str, ...]) -> str:
    r"""The index that stands last on the left, or is bound last: the j of `\alpha_{ij} = \mathrm{softmax}(k_j^\top q_i)`.

    A letter above comes first: `\alpha_i^t` has a weight for each i.
    """
    order = [index.name for index in application.scope.indices.values()]
    below = [name for name in carried if name not in application.scope.told.raised] or carried
    return max(below, key=lambda name: order.index(name) if name in order else -1)


def _is_of_one_place(scores: Expression) -> bool:
    r"""The `K_t^\top q_t` of `\mathrm{softmax}(K_t^\top q_t)`: a query meets several keys, so K has more than one for each t."""
    products = (part for part in parts_of(scores) if isinstance(part, tree.MatMul) and not part.shape)
    return any(
        isinstance(product.left, tree.Element)
        and isinstance(product.right, tree.Element)
        and product.left.indices == product.right.indices == scores.indices
        and len(scores.indices) == 1
        and (product.left.array != product.right.array)
        for product in products
    )


def _numbers_arrays(reader: Reader, application: Application, value: Value) -> bool:
    r"""The t of `\alpha^t = \mathrm{softmax}(e^t)`: a letter above tells arrays apart, and softmax runs over the entries of each."""
    letters = value.expression.indices
    raised = len(letters) == 1 and letters[0] in application.scope.told.raised
    return raised and reader.shapes.keys().isdisjoint(used_names([value.expression], tree.Input))


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
    """Diag of a vector is a matrix; of a matrix its diagonal, but a small letter of which nobody says that it is a matrix is none."""
    if value.rank == 2 and not _is_guessed_matrix(reader, value.expression):
        inverse = reader.vocabulary.function("diagonal")
        if inverse is not None and function.name == "diag":
            return of_matrix(reader, inverse, value, span)
    if value.rank != 1:
        raise reader.rank_error(value.expression, 1, span, function.name)
    size = value.expression.shape[0]
    return Value(reader.build.call(function, [value.expression], (size, size), span))


def _is_guessed_matrix(reader: Reader, expression: Expression) -> bool:
    r"""The `\ell_i` of `\mathrm{diag}(\ell_i)`, where only a failed attempt makes it a matrix."""
    array = expression.array if isinstance(expression, tree.Element) else expression
    return isinstance(array, tree.Input) and array.name[0].islower() and reader.options.get(f"rank:{without_step(array.name)}", 0) > 1


def of_matrix(reader: Reader, function: Function, value: Value, span: Span) -> Value:
    """A function of one matrix: a trace, an inverse, a diagonal."""
    (core,), output = signature(function.signature)
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


def of_vectors(reader: Reader, function: Function, given: Sequence[Value], span: Span) -> Value:
    """A function of several vectors that gives a number."""
    for value in given:
        if value.rank < 1:
            raise reader.rank_error(value.expression, 1, span, function.name)
    arrays = [value.expression for value in given]
    shape = reader.build.broadcast(arrays, span)
    return Value(reader.build.call(function, arrays, shape[:-1], span, -1))
