r"""The resolved tree: what a formula means. Every name, call, transpose, power, label, index, axis and shape is decided here, once.

Two kinds of axes. An expression may have **free indices** (i, j of `\alpha_{ij}`): its value depends on their positions. And it has a
**shape**: the axes of the value at one position (`h_j` with h of shape (m, d) has free index j and shape (d,)). Matrix algebra works on
the shape; operators with an index (`\sum_j`) bind free indices. So `\alpha_{ij} h_j` is Multiply(Element(alpha, (i, j)), Element(h, (j,))).

The float road lays free indices out as leading axes and lowers to einsum, `@` and broadcasting; the check road evaluates the same tree
position by position. Nodes are frozen and built by the smart constructors of resolve/build.py, which fill in `shape` and `indices`.
"""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import Literal

from vault_tools.compiler.dims import Dim as Dim
from vault_tools.compiler.dims import Index as Index
from vault_tools.compiler.dims import Shape as Shape
from vault_tools.compiler.memory import Remembering
from vault_tools.compiler.records import record
from vault_tools.model import Fork, Message, Span

NOWHERE = Span(0, 0)


@record(frozen=True, slots=True, kw_only=True)
class Expression(Remembering):
    """Base. `shape` at one position of the free `indices` (names in order of first appearance); `span` in the latex it came from."""

    shape: Shape = ()
    indices: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


indices_of = attrgetter("indices")


def free(*parts: Expression) -> tuple[str, ...]:
    """Free indices of all parts, in order of first appearance."""
    return tuple(dict.fromkeys(chain.from_iterable(map(indices_of, parts))))


# ---------------------------------------------------------------- leaves


@record(frozen=True, slots=True)
class Number(Expression):
    """An exact rational; `written` as in the note, for printing."""

    value: Fraction
    written: str = field(default="", compare=False)


@record(frozen=True, slots=True)
class Constant(Expression):
    """`e`, `pi`, `inf`."""

    name: Literal["e", "pi", "inf"]


@record(frozen=True, slots=True)
class Input(Expression):
    """An array or number that must be given; `name` is canonical (an identifier). `written`: its LaTeX in the note."""

    name: str
    written: str = field(default="", compare=False)


@record(frozen=True, slots=True)
class Local(Expression):
    """The value of an earlier binding of the program; the sizes of the binding's indices lead its shape."""

    name: str
    written: str = field(default="", compare=False)


@record(frozen=True, slots=True)
class Size(Expression):
    r"""A size used as a number (`d_k` under the root, the `n` of `\frac{1}{n}`)."""

    dim: Dim
    written: str = field(default="", compare=False)


@record(frozen=True, slots=True)
class Position(Expression):
    """The 0-based position of an index, as Element wants it."""

    index: Index


@record(frozen=True, slots=True)
class IndexValue(Expression):
    """The value of an index as the formula counts it: position + start (`|i - j|`, `(n + t)`)."""

    index: Index


@record(frozen=True, slots=True)
class Identity(Expression):
    """The identity matrix; shape (n, n)."""


@record(frozen=True, slots=True)
class Full(Expression):
    """A constant array of its shape (a vector or matrix of ones or zeros)."""

    value: Fraction


# ---------------------------------------------------------------- selecting and building


@record(frozen=True, slots=True)
class Element(Expression):
    """`array` at 0-based positions along its leading axes: Element(h, (Position(j),)); positions are scalar expressions with integer
    values (Position, Position + 1, a floor); what is left of the shape is this node's shape.
    """

    array: Expression
    at: tuple[Expression, ...]


@record(frozen=True, slots=True)
class Slice(Expression):
    """Positions start..stop-1 along one axis of the shape (`x_{1:k}`); bounds are scalar expressions of constant whole value or Sizes."""

    array: Expression
    axis: int
    start: Expression
    stop: Expression


@record(frozen=True, slots=True)
class Tabulate(Expression):
    """The array whose entry at the positions of `over` is `body`: free indices become leading axes of the shape."""

    over: tuple[Index, ...]
    body: Expression


@record(frozen=True, slots=True)
class Stack(Expression):
    """Items of one shape along a new leading axis: a vector literal of scalars, a matrix literal of Stacks."""

    items: tuple[Expression, ...]


@record(frozen=True, slots=True)
class Concat(Expression):
    """Parts joined along an existing axis of their shapes (negative: from the end)."""

    parts: tuple[Expression, ...]
    axis: int


@record(frozen=True, slots=True)
class ConcatOver(Expression):
    r"""`body` at every position of `index`, joined along `axis`: Concat(head_1, …, head_h), `\big\Vert_{k=1}^K`."""

    index: Index
    body: Expression
    axis: int


# ---------------------------------------------------------------- arithmetic (elementwise with NumPy broadcasting of shapes)


@record(frozen=True, slots=True)
class Negate(Expression):
    operand: Expression


@record(frozen=True, slots=True)
class Add(Expression):
    terms: tuple[Expression, ...]


@record(frozen=True, slots=True)
class Multiply(Expression):
    factors: tuple[Expression, ...]


@record(frozen=True, slots=True)
class Divide(Expression):
    numerator: Expression
    denominator: Expression


@record(frozen=True, slots=True)
class Power(Expression):
    """Elementwise; e^x is Power(Constant e, x); a square root is Power(x, 1/2)."""

    base: Expression
    exponent: Expression


# ---------------------------------------------------------------- matrix algebra (on the shape; leading axes of rank > 2 are batches)


@record(frozen=True, slots=True)
class MatMul(Expression):
    """Contracts the last axis of `left` with the only or second-last axis of `right`: dot product, matrix-vector, matrix-matrix."""

    left: Expression
    right: Expression


@record(frozen=True, slots=True)
class Outer(Expression):
    """Outer product of two vectors: (n,), (m,) -> (n, m)."""

    left: Expression
    right: Expression


@record(frozen=True, slots=True)
class Transpose(Expression):
    """Swaps the last two axes of the shape (rank at least 2)."""

    operand: Expression


@record(frozen=True, slots=True)
class MatrixPower(Expression):
    """A square matrix to a rational power: -1 is the inverse, -1/2 and 1/2 need a symmetric positive (semi)definite matrix."""

    base: Expression
    exponent: Fraction


@record(frozen=True, slots=True)
class RepeatedProduct(Expression):
    """A square matrix multiplied with itself as often as a scalar expression of whole value says; 0 times is the identity."""

    base: Expression
    times: Expression


# ---------------------------------------------------------------- functions, reductions, choices, steps


@record(frozen=True, slots=True)
class Call(Expression):
    """A named operation of the handlers' table. `axis`: the axis of the shape (negative) that its core axis runs over; None: elementwise
    or matrix functions (`det`, `trace`, `diag`, `norm`). `along`: where the core axis is a free index instead (softmax_j), its Index:
    the operation then runs over all positions of that index, which stays free.
    """

    function: str
    arguments: tuple[Expression, ...]
    axis: int | None = None
    along: Index | None = None
    options: tuple[tuple[str, str | int | Fraction], ...] = ()


Reduction = Literal["sum", "product", "max", "min", "argmax", "argmin", "mean"]


@record(frozen=True, slots=True)
class Reduce(Expression):
    r"""`\sum_j`, `\prod`, `\max_j` …: binds `index` in body. `where`: positions at which it is false are left out. argmax is 0-based."""

    operator: Reduction
    index: Index
    body: Expression
    where: Expression | None = None


@record(frozen=True, slots=True)
class Compare(Expression):
    """Elementwise; 1 or 0."""

    operator: Literal["<", "<=", ">", ">=", "==", "!="]
    left: Expression
    right: Expression


@record(frozen=True, slots=True)
class Logic(Expression):
    operator: Literal["and", "or", "not"]
    operands: tuple[Expression, ...]


@record(frozen=True, slots=True)
class Where(Expression):
    r"""`cases`: the value of the first branch whose condition holds, else `otherwise` (None: NaN, and the checks say so).
    `\mathbb{1}[c]` is Where((c, 1), 0).
    """

    branches: tuple[tuple[Expression, Expression], ...]
    """(condition, value) pairs."""
    otherwise: Expression | None = None


@record(frozen=True, slots=True)
class State(Expression):
    """Inside a Recur: the value of its quantity number `state`, `back` positions before that of `index`; 0 is the value of this step."""

    index: Index
    state: int
    back: int = 1
    name: str = field(default="", compare=False)


@record(frozen=True, slots=True)
class Recur(Expression):
    r"""`h_t = f(h_{t-1}, x_t)` step by step: at each position of `index`, in order, every quantity of `names` gets the value of its body.

    Bodies refer to earlier steps, and to quantities before them in this step, by State. `starts`: what a State means before the first
    position (a number, or an array of the quantity's shape); None where no body looks back at it. The value of the node is quantity
    number `result` at all positions, stacked along a new leading axis.
    """

    index: Index
    starts: tuple[Expression | None, ...]
    bodies: tuple[Expression, ...]
    result: int
    names: tuple[str, ...] = field(default=(), compare=False)


# ---------------------------------------------------------------- programs


@record(frozen=True, slots=True)
class Parameter:
    """An input of a program. `default`: numbers that the formula's context gives for it (a Number, or a Stack of them), else None."""

    name: str
    shape: Shape
    written: str = ""
    default: Expression | None = None


@record(frozen=True, slots=True)
class Binding:
    """A definition that later ones use: `name[indices] = body`; becomes one named step of the source."""

    name: str
    indices: tuple[Index, ...]
    body: Expression
    written: str = ""


@record(frozen=True, slots=True)
class Program(Remembering):
    """A resolved formula. The output has the axes of `indices` (free on the left, in their order) followed by result.shape."""

    name: str | None
    """Canonical left-hand side (`Attention`, `alpha`), or None."""
    inputs: tuple[Parameter, ...]
    sizes: tuple[str, ...]
    """Named sizes that arrays determine; they may be passed too, and must then agree. A size that no array determines is a scalar input."""
    bindings: tuple[Binding, ...]
    indices: tuple[Index, ...]
    result: Expression
    readings: tuple[Message, ...] = ()
    sides: tuple[Expression, ...] = ()
    """All computable sides of the chain that `result` is the last of, for comparing them with each other (same indices)."""
    relations: tuple[str, ...] = ()
    """The sign before each of `sides` as written ("" before the first); empty where all are equalities."""
    stated: tuple[tuple[str, Expression], ...] = ()
    """Sides that are only written numbers: (relation before it, Number or Stack), claims on the side before."""
    latex: str = field(default="", compare=False)
    forks: frozenset[Fork] = frozenset()
    """What the reading settled that the formula leaves open."""
    is_step: bool = False
    """The rule of a sequence at the step whose value the note states."""
    power: Fraction | None = None
    r"""What the left-hand side raises its name to: the result is the value of that power (`\sigma^2 = …`)."""

    @property
    def shape(self) -> Shape:
        """Of the output."""
        return (*(index.size for index in self.indices), *self.result.shape)
