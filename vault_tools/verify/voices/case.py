"""A program with one example: what the claims of a note are held against, and what is asked of the values of its sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.compiler.resolve.writing.statements.splitting import split
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import LatexSyntaxError
from vault_tools.verify.exact.evaluation import DIGITS, Evaluator, Tensor
from vault_tools.verify.inputs.examples import Example
from vault_tools.verify.voices.agreement import finite

CLOSE = 10.0**-30
"""Relative difference of two sides at 50 digits that counts as equal."""
AS_FLOATS = 10.0**-12
"""The same for what is computed from floats."""


@dataclass(frozen=True, slots=True)
class Case:
    """A program with one example: everything that a claim is held against."""

    program: tree.Program
    example: Example
    vocabulary: Vocabulary
    results: frozenset[Fraction] = frozenset()
    """Numbers that formulas above state as their results: further down they are rounded intermediates."""
    before_rounding: Mapping[Fraction, Fraction] = field(default_factory=dict)
    """What the rounded ones among them were rounded from."""
    close: float = CLOSE
    """Relative difference that counts as equal."""

    def tensor(self, expression: tree.Expression) -> Tensor:
        """The value of a side. Errors as of the check road."""
        road = Evaluator(self.program, self.example.values, self.example.sizes, self.vocabulary, DIGITS[0])
        return road.tensor(expression, self.program.indices)


def depends_on_invented(case: Case, side: tree.Expression) -> bool:
    """Whether an invented input (or size) takes part in the value of a side."""
    bodies = {binding.name: binding.body for binding in case.program.bindings}
    seen: set[str] = set()

    def depends(node: tree.Expression) -> bool:
        for inner in walk(node):
            match inner:
                case tree.Input(name=name) if name in case.example.invented:
                    return True
                case tree.Size(dim=dim) if set(dim.names) & case.example.invented.union(case.example.invented_sizes):
                    return True
                case tree.Local(name=name) if name not in seen:
                    seen.add(name)
                    if depends(bodies[name]):
                        return True
        return False

    return depends(side)


def place_in_chain(program: tree.Program) -> int:
    """Which of the sides that the note writes is the first computed one: 0 for the left-hand side itself."""
    try:
        statements = split(parse(program.latex))
    except LatexSyntaxError:
        return 0
    start = program.sides[0].span.start if program.sides else 0
    places = (k for statement in statements for k, side in enumerate(statement.sides) if side.span.start <= start < side.span.end)
    return next(places, 0)


def equal(first: Tensor, second: Tensor, close: float = CLOSE) -> bool:
    """Equal at 50 digits, or within what is close, up to axes of length one."""
    if squeezed(first.shape) != squeezed(second.shape):
        return False
    pairs = [(a, b) for a, b in zip(first.values, second.values, strict=True) if finite(a) or a != b]  # -∞ is as masked as -∞
    if not all(finite(a) and finite(b) for a, b in pairs):
        return False
    scale = max((abs(a) for a, _ in pairs), default=0)
    return all(abs(a - b) <= close * max(scale, 10.0**-6) for a, b in pairs)


def squeezed(shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape without its axes of length one."""
    return tuple(size for size in shape if size != 1)
