"""Which numbers a note gives rounded: with ≈, or computed from such numbers, or with decimals as what follows from a formula."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context
from vault_tools.compiler.resolve.writing.nodes import every
from vault_tools.compiler.syntax_tree import Number
from vault_tools.verify.numbers import LOOSE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Set

    from vault_tools.compiler import tree
    from vault_tools.compiler.resolve.writing.statements.splitting import Statement
    from vault_tools.compiler.syntax_tree import Display, Node
    from vault_tools.verify.numbers import Printed
    from vault_tools.verify.scope import NoteScope


def is_computed(scope: NoteScope, name: str, position: int) -> bool:
    r"""Whether the nearest statement about a name has a side between the name and its numbers, is a step of a sequence, or gives decimals
    of what another one computes: `\hat x_i = (x_i - \mu)/\sigma`, so `\hat x = [-1.342, …]`.
    """
    said = _said_of(scope, name, position)
    place, statement = next(said, (position, None))
    if statement is None or len(statement.sides) > 2 or scope.is_step(place):
        return statement is not None
    return bool(_decimals(statement.sides[-1])) and any(name not in scope.assigned(other) for other, _ in said)


def uses_rounded(scope: NoteScope, position: int, program: tree.Program) -> bool:
    r"""Whether a number that a formula uses is rounded as the note gives it: with ≈, computed from such numbers (`z = 0.731 - 0.5`
    behind `a \approx 0.731`), or with decimals as what follows from it: `\cos\theta = \frac{4}{5}`, so `\theta \approx 36.9^\circ`, or as
    the result of something that the note does not give numbers for: `R = \frac{TP}{TP + FN} = 0.67`.
    """
    names = {parameter.name for parameter in program.inputs} | {binding.name for binding in program.bindings if not binding.indices}
    nearest = [(name, *said) for name in names for said in islice(_said_of(scope, name, position), 1)]
    untold = {name for name, _, statement in nearest if len(statement.sides) > 2 and _decimals(statement.sides[-1])}
    untold = untold - scope.given(position).exact.keys() if untold else untold
    return bool(untold) or any(
        statement.signs[-1] in LOOSE
        or (place > position and bool(_decimals(statement.sides[-1])))
        or any(_decimals(side) & scope.rounded for side in statement.sides[:-1])
        for _, place, statement in nearest
    )


def rounded_numbers(definitions: Iterable[Display | None]) -> frozenset[Fraction]:
    """Numbers with decimals that some formula states with ≈."""
    statements = (entry.statement for display in definitions if display is not None for entry in Context.alone(display).entries)
    loose = (statement.sides[-1] for statement in statements if statement.signs and statement.signs[-1] in LOOSE)
    return frozenset[Fraction]().union(*map(_decimals, loose))


def whole_shares(scope: NoteScope, position: int, names: Set[str]) -> dict[str, Any]:
    """Shares that sum to 1 only nearly as the note gives them (`[0.333, 0.333, 0.333]`), as they are where they sum to 1."""
    found: dict[str, Any] = {}
    for place in scope.nearest_first(position) if names else ():
        for name in names & scope.assigned(place).keys() - found.keys():
            found[name] = _whole(scope.written(place)[name][1]) if name in scope.written(place) else None
    return {name: value for name, value in found.items() if value is not None}


def _whole(numbers: Sequence[Printed]) -> list[float] | None:
    """None where the sum is 1, or further off than rounding each number leaves it."""
    total = sum((number.value for number in numbers), Fraction(0))
    room = len(numbers) * min(number.unit for number in numbers) / 2
    shares = len(numbers) > 1 and all(number.value >= 0 for number in numbers) and 0 < abs(total - 1) < room
    return [float(number.value / total) for number in numbers] if shares else None


def _said_of(scope: NoteScope, name: str, position: int) -> Iterator[tuple[int, Statement]]:
    """(place, equation) of what the other displays say that a name is, nearest first."""
    for place in scope.nearest_first(position):
        display = scope.definitions[place]
        for statement in _equations(display).get(name, ()) if display is not None else ():
            yield place, statement


@remembered
def _equations(display: Display) -> dict[str, list[Statement]]:
    """The equations of a display by the names of what they are about: `x_t` is called x, too."""
    found: dict[str, list[Statement]] = {}
    for entry in Context.alone(display).entries:
        head = entry.head
        if head.symbol is not None and entry.statement.is_equation:
            for name in {canonical(head.symbol), *([head.base] if head.letters else [])}:
                found.setdefault(name, []).append(entry.statement)
    return found


def _decimals(side: Node) -> frozenset[Fraction]:
    """The written numbers with decimals."""
    return frozenset(value for number in every(Number, side) if (value := Fraction(number.text)).denominator != 1)
