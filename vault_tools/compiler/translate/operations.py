"""NumPy operations as a graph in which equal operations are one node: what `translate` makes of an expression, and source.py prints.

Index letters are gone here (they have become axes), so `exp(e_ij)` and `exp(e_ik)` are the same node, and common sub-expressions show
as nodes with several users.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from vault_tools.compiler.decimals import decimal_text
from vault_tools.compiler.records import record

WHOLE = frozenset({"sum", "product", "negative", "power"})
"""Kinds of operations that make whole numbers of whole numbers."""
LONGEST_INTEGER = 63
"""Bits of NumPy's integers, their sign aside."""


@record(frozen=True, slots=True, eq=False)
class Operation:
    """One operation. Kinds and what `detail` holds:

    atom: (text,) a name, number or constant                 sum: a sign `+` or `-` per argument
    product: `*` or `/` per argument                         negative, power, matmul, not: nothing
    compare, logic: (operator,)                              call: (function, ((keyword, text), …))
    list: nothing; `[a, b]`                                  index: selectors after the first argument: `:`, `None`, text, or `#`,
    tuple: nothing; `(a, b)`                                         which stands for the next argument
    variable: (words …) of a loop, named when it is printed   loop: (Loop,); the arguments are all that stays the same in it
    stacked: (number,) of a quantity of the loop that is the argument
    """

    kind: str
    arguments: tuple[Operation, ...] = ()
    detail: tuple[Any, ...] = ()

    def is_call(self, function: str) -> bool:
        """True for a call of this function."""
        return self.kind == "call" and self.detail[0] == function

    @property
    def text(self) -> str | None:
        """What an atom prints; None for all else."""
        return str(self.detail[0]) if self.kind == "atom" else None


@record(frozen=True, slots=True, eq=False)
class Quantity:
    """What a loop computes at each step; `previous`: the variable with the value of the step before, None where nothing looks back."""

    name: str
    body: Operation
    lengths: tuple[Operation, ...]
    start: Operation | None = None
    previous: Operation | None = None


@record(frozen=True, slots=True, eq=False)
class Loop:
    """`for variable in range(size)`: the quantities of each step, in order. `unchanging`: parts of them that no step changes."""

    variable: Operation
    size: Operation
    quantities: tuple[Quantity, ...]
    unchanging: tuple[Operation, ...]


def whole_bits(operation: Operation) -> int | None:
    """At most so many bits the value of sums, products and powers of written whole numbers has; None for anything else."""
    text = operation.text
    if text is not None:
        return int(text).bit_length() if text.lstrip("-").isdigit() else None
    if operation.kind not in WHOLE or "/" in operation.detail:
        return None
    bits = [whole_bits(argument) for argument in operation.arguments]
    known = [count for count in bits if count is not None]
    if len(known) < len(bits):
        return None
    match operation.kind:
        case "power":
            return known[0] * int(operation.arguments[1].text or 1 << min(known[1], LONGEST_INTEGER))
        case "product":
            return sum(known)
        case _:
            return max(known) + len(known) - 1


class Graph:
    """Makes operations, each only once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Operation] = {}
        self.roles: dict[Operation, str] = {}
        """What an operation is (`scores`, `weights`, an index): the name of its step where no definition names it."""
        self.titles: dict[Operation, str] = {}
        """The name that the formula itself gives to an operation."""

    def make(self, kind: str, *arguments: Operation, detail: tuple[Any, ...] = ()) -> Operation:
        """The operation of this kind on these arguments."""
        key = (kind, tuple(map(id, arguments)), detail)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Operation(kind, arguments, detail)
        return known

    def name(self, operation: Operation, role: str) -> Operation:
        """Remember what an operation is (`scores`); the first role stays."""
        if operation.kind != "atom":
            self.roles.setdefault(operation, role)
        return operation

    def title(self, operation: Operation, name: str) -> None:
        """Remember under which name a formula defines an operation; the first name stays."""
        if operation.kind != "atom":
            self.titles.setdefault(operation, name)

    def atom(self, text: str) -> Operation:
        """A name or a literal."""
        return self.make("atom", detail=(text,))

    def number(self, value: Fraction) -> Operation:
        """An exact number: `3`, `0.044715`, or `1 / 3`."""
        if value.denominator == 1:
            return self.atom(str(value.numerator))
        decimal = decimal_text(value)
        if decimal is not None:
            return self.atom(decimal)
        return self.divide(self.number(Fraction(value.numerator)), self.number(Fraction(value.denominator)))

    def call(self, function: str, *arguments: Operation, **keywords: object) -> Operation:
        """`function(argument, …, keyword=value)`; a keyword's value is printed as it is."""
        texts = tuple([(name, str(value)) for name, value in keywords.items()]) if keywords else ()
        return self.make("call", *map(self._for_numpy, arguments), detail=(function, texts))

    def _for_numpy(self, operation: Operation) -> Operation:
        """A written whole number as float where NumPy's integers could not hold it: of `10 ** 22` it would make an object."""
        if operation.kind == "list":
            items = tuple(map(self._for_numpy, operation.arguments))
            return operation if items == operation.arguments else self.make("list", *items)
        bits = whole_bits(operation)
        return operation if bits is None or bits < LONGEST_INTEGER else self.make("call", operation, detail=("np.float64", ()))

    def add(self, terms: list[Operation], signs: list[str] | None = None) -> Operation:
        """A sum; a negative term becomes a subtraction."""
        arguments, written = [], []
        for term, sign in zip(terms, signs or ["+"] * len(terms), strict=True):
            positive = self._positive(term)
            arguments.append(positive)
            written.append(sign if positive is term else "-" if sign == "+" else "+")
        return arguments[0] if written == ["+"] else self.make("sum", *arguments, detail=tuple(written))

    def _positive(self, term: Operation) -> Operation:
        """A term without its minus sign."""
        if term.kind == "negative":
            return term.arguments[0]
        text = term.text
        return self.atom(text[1:]) if text is not None and text.startswith("-") else term

    def swapped(self, operation: Operation) -> Operation:
        """`np.swapaxes(operation, -1, -2)`; swapping twice is undone."""
        places = (self.atom("-1"), self.atom("-2"))
        if operation.is_call("np.swapaxes") and operation.arguments[1:] == places:
            return operation.arguments[0]
        return self.call("np.swapaxes", operation, *places)

    def multiply(self, factors: list[Operation], signs: list[str] | None = None) -> Operation:
        """A product; `/` divides by that factor."""
        signs = signs or ["*"] * len(factors)
        if signs[0] == "/":
            factors, signs = [self.atom("1"), *factors], ["*", *signs]
        return factors[0] if len(factors) == 1 else self.make("product", *factors, detail=tuple(signs))

    def divide(self, numerator: Operation, denominator: Operation) -> Operation:
        """`numerator / denominator`."""
        return self.multiply([numerator, denominator], ["*", "/"])

    def negative(self, operand: Operation) -> Operation:
        """`-operand`."""
        return operand.arguments[0] if operand.kind == "negative" else self.make("negative", operand)

    def index(self, base: Operation, selectors: list[str], *arguments: Operation) -> Operation:
        """`base[selectors]`; trailing `:` are left out."""
        while selectors and selectors[-1] == ":":
            selectors = selectors[:-1]
        return self.make("index", base, *arguments, detail=tuple(selectors)) if selectors else base


PRECEDENCE = {"or": 10, "and": 20, "compare": 30, "sum": 40, "product": 50, "matmul": 50, "negative": 60, "not": 60, "power": 70}
ATOMIC = 90


def precedence(operation: Operation) -> int:
    """How tightly the printed operation binds."""
    if operation.kind == "logic":
        return PRECEDENCE[operation.detail[0]]
    if operation.kind == "negative":
        return min(PRECEDENCE["negative"], precedence(operation.arguments[0]))
    if operation.kind == "atom" and str(operation.detail[0]).startswith("-"):
        return PRECEDENCE["negative"]
    return PRECEDENCE.get(operation.kind, ATOMIC)
