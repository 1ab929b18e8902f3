"""Constructors of resolved nodes: each works out `shape` and `indices`, and refuses shapes that contradict each other.

Used by everything in resolve/ that turns notation into meaning; `Sizes` collects what the equations say about unknown sizes.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.tree import Dim, Expression, Index, Shape, free
from vault_tools.errors import NothingToCompute, ShapeError, UnsupportedError
from vault_tools.model import Message, Span, message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vault_tools.compiler.unify import Sizes
    from vault_tools.handler import Function

HALF = Fraction(1, 2)


def nothing(why: str = "declaration") -> NothingToCompute:
    """The answer for mathematics that holds no value."""
    return NothingToCompute(str(message(f"reading.{why}")))


def number(value: Fraction | int, written: str = "", span: Span = tree.NOWHERE) -> tree.Number:
    """A literal."""
    return tree.Number(value=Fraction(value), written=written, span=span)


def _named(matrix: Expression, turn: bool) -> str:
    """How a factor would be written, transposed once more or not: `K^T`."""
    turned = isinstance(matrix, tree.Transpose)
    inner = matrix.operand if isinstance(matrix, tree.Transpose) else matrix
    name = getattr(inner, "name", "(…)")
    return f"{name}^T" if turned != turn else str(name)


class MisfitError(ShapeError):
    """A contradiction of shapes, with the expressions that took part in it."""

    def __init__(self, text: Message, span: Span, hint: Message | None, parts: tuple[Expression, ...]) -> None:
        super().__init__(text, span, hint)
        self.parts = parts


class NumberBehindError(MisfitError):
    """A letter behind a matrix was taken for a number."""


class OtherRankError(UnsupportedError):
    """A refusal that another rank of some symbol may mend."""


class TooLongError(UnsupportedError):
    """Definitions inside definitions, further than anybody follows them: no other reading mends it."""


class OpenSizeError(UnsupportedError):
    """A size that nothing gives."""


def too_long(span: Span) -> TooLongError:
    """The refusal of a formula that reaches further than is followed."""
    return TooLongError(message("unsupported.too_long"), span, message("unsupported.too_long_hint"))


class Builder:
    """Builds nodes over one set of sizes."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes

    # ------------------------------------------------------------ shapes

    def show(self, shape: Shape) -> str:
        """A shape as the reader sees it: `3×d_k`, `?×d` where a size is open."""
        return "×".join(self._show_size(dim) for dim in shape) if shape else "number"

    def _show_size(self, dim: Dim) -> str:
        value = self.sizes.value(dim)
        if value is not None:
            return str(value)
        found = self.sizes.find(dim)
        words = self.sizes.words.get(found.names[0], ()) if len(found.names) == 1 else ()
        return words[0] if words else "?" if any(n.startswith("?") for n in found.names) else str(found)

    def fail(self, key: str, left: Expression, right: Expression, span: Span, hint: Message | None = None) -> ShapeError:
        """The error for two expressions whose shapes do not fit."""
        return MisfitError(message(key, left=self.show(left.shape), right=self.show(right.shape)), span, hint, (left, right))

    def broadcast(self, parts: Sequence[Expression], span: Span) -> Shape:
        """The common shape of elementwise operands, aligned at the last axis; axes of length one stretch."""
        result: Shape = parts[0].shape
        shown = parts[0]
        for part in parts[1:]:
            result = self._stretch(result, part.shape, shown, part, span)
            shown = part if len(part.shape) >= len(shown.shape) else shown
        return result

    def _stretch(self, first: Shape, second: Shape, left: Expression, right: Expression, span: Span) -> Shape:
        long, short = (first, second) if len(first) >= len(second) else (second, first)
        lead, out = long[: len(long) - len(short)], []
        for a, b in zip(long[len(lead) :], short, strict=True):
            if self.sizes.is_one(b):
                out.append(a)
            elif self.sizes.is_one(a):
                out.append(b)
            elif self.sizes.unify(a, b):
                out.append(a)
            else:
                raise self.fail("shape.elementwise", left, right, span)
        return (*lead, *out)

    # ------------------------------------------------------------ elementwise

    def negate(self, operand: Expression, span: Span) -> Expression:
        """-x; a negative literal becomes one number."""
        if isinstance(operand, tree.Number):
            return tree.Number(value=-operand.value, written=f"-{operand.written}" if operand.written else "", span=span)
        return tree.Negate(operand=operand, shape=operand.shape, indices=operand.indices, span=span)

    def add(self, terms: Sequence[Expression], span: Span) -> Expression:
        """A sum of at least one term; sizes add up to one size."""
        if len(terms) == 1:
            return terms[0]
        if all(isinstance(term, tree.Size) for term in terms):
            return tree.Size(dim=reduce(Dim.__add__, [term.dim for term in terms if isinstance(term, tree.Size)]), span=span)
        return tree.Add(terms=tuple(terms), shape=self.broadcast(terms, span), indices=free(*terms), span=span)

    def multiply(self, factors: Sequence[Expression], span: Span) -> Expression:
        """An elementwise product; products of products are flat."""
        if len(factors) == 1:
            return factors[0]
        flat = [part for factor in factors for part in (factor.factors if isinstance(factor, tree.Multiply) else (factor,))]
        if all(isinstance(factor, tree.Size) for factor in flat):
            return tree.Size(dim=reduce(Dim.__mul__, [factor.dim for factor in flat if isinstance(factor, tree.Size)]), span=span)
        return tree.Multiply(factors=tuple(flat), shape=self.broadcast(factors, span), indices=free(*factors), span=span)

    def divide(self, numerator: Expression, denominator: Expression, span: Span) -> Expression:
        """Elementwise quotient."""
        shape = self.broadcast((numerator, denominator), span)
        return tree.Divide(numerator=numerator, denominator=denominator, shape=shape, indices=free(numerator, denominator), span=span)

    def power(self, base: Expression, exponent: Expression, span: Span) -> Expression:
        """Elementwise power."""
        shape = self.broadcast((base, exponent), span)
        return tree.Power(base=base, exponent=exponent, shape=shape, indices=free(base, exponent), span=span)

    def compare(self, operator: str, left: Expression, right: Expression, span: Span) -> Expression:
        """Elementwise comparison, 1 or 0."""
        shape = self.broadcast((left, right), span)
        return tree.Compare(operator=operator, left=left, right=right, shape=shape, indices=free(left, right), span=span)  # type: ignore[arg-type]

    def logic(self, operator: str, operands: Sequence[Expression], span: Span) -> Expression:
        """And, or, not of conditions."""
        if operator != "not" and len(operands) == 1:
            return operands[0]
        shape = self.broadcast(operands, span)
        return tree.Logic(operator=operator, operands=tuple(operands), shape=shape, indices=free(*operands), span=span)  # type: ignore[arg-type]

    def where(self, branches: Sequence[tuple[Expression, Expression]], otherwise: Expression | None, span: Span) -> Expression:
        """The value of the first branch whose condition holds."""
        parts = [part for branch in branches for part in branch] + ([otherwise] if otherwise else [])
        shape = self.broadcast(parts, span)
        return tree.Where(branches=tuple(branches), otherwise=otherwise, shape=shape, indices=free(*parts), span=span)

    # ------------------------------------------------------------ matrix algebra

    def matmul(self, left: Expression, right: Expression, span: Span) -> Expression:
        """Matrix, matrix-vector or dot product; leading axes beyond two are batches."""
        inner = right.shape[-1] if len(right.shape) == 1 else right.shape[-2]
        if not self.sizes.unify(left.shape[-1], inner):
            raise self.fail("shape.product", left, right, span, self._repair(left, right))
        rows = left.shape[-2:-1] if len(left.shape) > 1 else ()
        columns = right.shape[-1:] if len(right.shape) > 1 else ()
        batch = self._batch(left, right, span)
        return tree.MatMul(left=left, right=right, shape=(*batch, *rows, *columns), indices=free(left, right), span=span)

    def _batch(self, left: Expression, right: Expression, span: Span) -> Shape:
        return self._stretch(left.shape[:-2], right.shape[:-2], left, right, span)

    def _repair(self, left: Expression, right: Expression) -> Message | None:
        """Which transposes would make the product of two matrices fit, if any do: `Q K^T` for `Q^T K`."""
        if len(left.shape) != 2 or len(right.shape) != 2:
            return None
        for turn_left, turn_right in ((False, True), (True, False), (True, True)):
            inner = left.shape[0 if turn_left else 1], right.shape[1 if turn_right else 0]
            if not self.sizes.contradict(*inner):
                return message("shape.repair", reading=f"{_named(left, turn_left)} {_named(right, turn_right)}")
        return None

    def outer(self, left: Expression, right: Expression, span: Span) -> Expression:
        """Outer product of two vectors."""
        return tree.Outer(left=left, right=right, shape=(*left.shape, *right.shape), indices=free(left, right), span=span)

    def transpose(self, operand: Expression, span: Span) -> Expression:
        """Last two axes swapped; a double transpose is undone."""
        if isinstance(operand, tree.Transpose):
            return operand.operand
        shape = (*operand.shape[:-2], operand.shape[-1], operand.shape[-2])
        return tree.Transpose(operand=operand, shape=shape, indices=operand.indices, span=span)

    def matrix_power(self, base: Expression, exponent: Fraction, span: Span) -> Expression:
        """Power of a square matrix."""
        if not self.sizes.unify(base.shape[-1], base.shape[-2]):
            raise MisfitError(message("shape.square", shape=self.show(base.shape)), span, None, (base,))
        return tree.MatrixPower(base=base, exponent=exponent, shape=base.shape, indices=base.indices, span=span)

    def repeated(self, base: Expression, times: Expression, span: Span) -> Expression:
        """A square matrix to a power that is computed."""
        if not self.sizes.unify(base.shape[-1], base.shape[-2]):
            raise MisfitError(message("shape.square", shape=self.show(base.shape)), span, None, (base,))
        return tree.RepeatedProduct(base=base, times=times, shape=base.shape, indices=free(base, times), span=span)

    # ------------------------------------------------------------ selecting and building

    def element(self, array: Expression, at: Sequence[Expression], span: Span) -> Expression:
        """`array` at positions along its leading axes; an element of an element is one."""
        if not at:
            return array
        if isinstance(array, tree.Element):
            return self.element(array.array, (*array.at, *at), span)
        shape = array.shape[len(at) :]
        return tree.Element(array=array, at=tuple(at), shape=shape, indices=free(array, *at), span=span)

    def position(self, index: Index, offset: int = 0) -> Expression:
        """0-based position of an index, shifted by a number."""
        here = tree.Position(index=index, indices=(index.name,))
        return here if not offset else self.add([here, number(offset, str(offset))], tree.NOWHERE)

    def tabulate(self, over: Sequence[Index], body: Expression, span: Span) -> Expression:
        """Free indices become leading axes."""
        if not over:
            return body
        names = {index.name for index in over}
        shape = (*(index.size for index in over), *body.shape)
        return tree.Tabulate(over=tuple(over), body=body, shape=shape, indices=tuple(i for i in body.indices if i not in names), span=span)

    def stack(self, items: Sequence[Expression], span: Span) -> Expression:
        """Items of one shape along a new first axis."""
        for item in items[1:]:
            if len(item.shape) != len(items[0].shape) or not all(map(self.sizes.unify, items[0].shape, item.shape)):
                raise self.fail("shape.stack", items[0], item, span)
        return tree.Stack(items=tuple(items), shape=(Dim.of(len(items)), *items[0].shape), indices=free(*items), span=span)

    def concat(self, parts: Sequence[Expression], axis: int, span: Span) -> Expression:
        """Parts joined along an axis counted from the end."""
        first = parts[0]
        size = first.shape[axis]
        for part in parts[1:]:
            if len(part.shape) != len(first.shape) or not self._agree_except(first.shape, part.shape, axis):
                raise self.fail("shape.concat", first, part, span)
            size = size + part.shape[axis]
        shape = list(first.shape)
        shape[axis] = size
        return tree.Concat(parts=tuple(parts), axis=axis, shape=tuple(shape), indices=free(*parts), span=span)

    def _agree_except(self, first: Shape, second: Shape, axis: int) -> bool:
        skip = len(first) + axis
        return all(k == skip or self.sizes.unify(a, b) for k, (a, b) in enumerate(zip(first, second, strict=True)))

    def concat_over(self, index: Index, body: Expression, axis: int, span: Span) -> Expression:
        """The body at every position of an index, joined along an axis."""
        shape = list(body.shape)
        shape[axis] = index.size * shape[axis]
        rest = tuple(i for i in body.indices if i != index.name)
        return tree.ConcatOver(index=index, body=body, axis=axis, shape=tuple(shape), indices=rest, span=span)

    def state(self, index: Index, number: int, shape: Shape, name: str, span: Span, back: int = 1) -> Expression:
        """A quantity of a recurrence, some steps back."""
        return tree.State(index=index, state=number, back=back, name=name, shape=shape, indices=(index.name,), span=span)

    def recur(self, index: Index, quantities: Sequence[tuple[str, Expression | None, Expression]], result: int, span: Span) -> Expression:
        """All values of one of some quantities (name, start, body), step by step."""
        names, starts, bodies = zip(*quantities, strict=True)
        parts = [*bodies, *(start for start in starts if start is not None)]
        rest = tuple(name for name in free(*parts) if name != index.name)
        shape = (index.size, *bodies[result].shape)
        return tree.Recur(index=index, starts=starts, bodies=bodies, result=result, names=names, shape=shape, indices=rest, span=span)

    # ------------------------------------------------------------ functions and reductions

    def reduce(self, operator: tree.Reduction, index: Index, body: Expression, where: Expression | None, span: Span) -> Expression:
        """An operator that binds an index."""
        names = dict.fromkeys((*body.indices, *(where.indices if where else ())))
        rest = tuple(name for name in names if name != index.name)
        return tree.Reduce(operator=operator, index=index, body=body, where=where, shape=body.shape, indices=rest, span=span)

    def elementwise(self, function: Function, arguments: Sequence[Expression], span: Span) -> Expression:
        """A function of numbers, entry by entry."""
        shape = self.broadcast(arguments, span)
        return tree.Call(function=function.name, arguments=tuple(arguments), shape=shape, indices=free(*arguments), span=span)

    def call(
        self,
        function: Function,
        arguments: Sequence[Expression],
        shape: Shape,
        span: Span,
        axis: int | None = None,
        along: Index | None = None,
        options: Iterable[tuple[str, str | int | Fraction]] = (),
    ) -> Expression:
        """A function whose result shape is already known."""
        return tree.Call(
            function=function.name,
            arguments=tuple(arguments),
            axis=axis,
            along=along,
            options=tuple(options),
            shape=shape,
            indices=free(*arguments),
            span=span,
        )

    def identity(self, span: Span) -> Expression:
        """The identity matrix of whatever size fits."""
        size = self.sizes.fresh()
        return tree.Identity(shape=(size, size), span=span)
