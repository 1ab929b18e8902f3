"""The sides of a chain: read one after the other, which are kept, and what their indices count."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.parts import walk
from vault_tools.compiler.resolve.build import OtherRankError, nothing
from vault_tools.compiler.resolve.finish import used_names
from vault_tools.compiler.resolve.reading.bodies import is_power_of_defined
from vault_tools.compiler.resolve.reading.indices.recurrences import read_side
from vault_tools.compiler.resolve.reading.names.written_numbers import exact
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import base_of, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.resolve.writing.statements.clauses.shapes_aside import shape_in
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Letters, Name, Text
from vault_tools.compiler.tree import Expression
from vault_tools.errors import FormulaError, NothingToCompute, ShapeError, UnsupportedError

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.attempts import Task
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Index

OPEN = frozenset({tree.Input, tree.Local, tree.Size, tree.Identity, tree.Full, tree.IndexValue, tree.Position, tree.State})
"""Kinds of nodes whose value the sides themselves do not say."""


@dataclass
class Sides:
    """The sides of a chain as they were read."""

    values: list[Value] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    """The sign before each of `values`."""
    stated: list[tuple[str, Expression]] = field(default_factory=list)
    trouble: list[Exception] = field(default_factory=list)


def counted(reader: Reader, sides: Sides, indices: tuple[Index, ...]) -> tuple[Index, ...]:
    r"""The indices on the left; a letter that only the arguments of given values carry (`\rho_t = \pi(a_t|s_t)`) counts nothing."""
    if not reader.valued:
        return indices
    return tuple(index for index in indices if any(index.name in value.expression.indices for value in sides.values))


def drop_names(reader: Reader, sides: Sides) -> None:
    r"""Drop names behind what they name if nobody says what they are: `y = W x = z`, `A = BC = \begin{bmatrix} a & b \end{bmatrix}`."""
    while len(sides.values) > 1 and (names := _only_names(sides.values[-1].expression)):
        before = sides.values[-2].expression
        given = any(name in reader.shapes or name in reader.defaults for name in names)
        if given or _only_names(before) or names & used_names([before], tree.Input).keys():
            return
        sides.values.pop()
        sides.signs.pop()


def _only_names(value: Expression) -> set[str]:
    """The name that a side is, or those of the entries that it lists; nothing of what computes."""
    match value:
        case tree.Input(name=name):
            return {name}
        case tree.Stack(items=items):
            named = [_only_names(item) for item in items]
            return set().union(*named) if all(named) else set()
        case _:
            return set()


def whole(reader: Reader, sides: Sides, indices: tuple[Index, ...]) -> tuple[Index, ...]:
    r"""The indices on the left; none where the last side is all entries at once (`h_i = \sum_j A_{ij} v_j = A V`).

    Sides of the other kind are left out. So it is where no side has an index (`A_{ij} = \mathrm{softmax}(Q K^\top)`), and where
    the last side is numbers put in.
    """
    if not indices:
        return indices
    letters = {index.name for index in indices}
    if all(letters.isdisjoint(value.expression.indices) and value.rank == len(letters) for value in sides.values):
        reader.say("all_entries", indices=", ".join(index.name for index in indices))
        return ()
    ranks = {value.rank + len(letters) for value in sides.values if letters <= set(value.expression.indices)}
    sides.values = [_entered(reader, value, indices, ranks) for value in sides.values]
    entire = [value.rank in ranks and letters.isdisjoint(value.expression.indices) for value in sides.values]
    if any(entire):
        _keep(sides, [is_whole == entire[-1] for is_whole in entire])
        return () if entire[-1] else indices
    written = [_is_of_numbers(value.expression) for value in sides.values]
    if not written[-1]:
        return indices
    _keep(sides, written)
    reader.say("one_place", indices=", ".join(index.name for index in indices))
    return ()


def _entered(reader: Reader, value: Value, indices: tuple[Index, ...], ranks: set[int]) -> Value:
    r"""The `\mathrm{softmax}(e_t)` behind `\alpha_{t,i} = \dots`, which is whole in i, at its place i."""
    missing = [index for index in indices if index.name not in value.expression.indices]
    if not missing or len(missing) == len(indices) or value.rank + len(indices) - len(missing) not in ranks:
        return value
    if not all(map(reader.sizes.unify, (index.size for index in missing), value.expression.shape)):
        return value
    at = [reader.build.position(index) for index in missing]
    return value.derived(reader.build.element(value.expression, at, value.expression.span))


def _keep(sides: Sides, kept: list[bool]) -> None:
    sides.values = list(compress(sides.values, kept))
    sides.signs = list(compress(sides.signs, kept))


def _is_of_numbers(value: Expression) -> bool:
    r"""`1 \cdot 0.5 + 2 \cdot 0.25` behind `s_{ij} = q_i \cdot k_j`: the numbers of one place, for which the letters are labels."""
    return not any(type(node) in OPEN for node in walk(value))


def trouble_of(sides: Sides, *, wanted: bool) -> Exception:
    """Why a chain has no value. `wanted`: all of its sides are in trouble, and it defines no symbol."""
    refusals = [error for error in sides.trouble if isinstance(error, FormulaError)]
    if wanted and refusals and all(error.message.key == "unsupported.unknown_function" for error in refusals):
        return nothing()  # `\langle f(q, m), f(k, n) \rangle = g(q, k, m - n)`: what functions should be like
    return (refusals or sides.trouble or [nothing()])[-1]


def read_sides(task: Task, reader: Reader, scope: Scope) -> Sides:
    """All sides that can be computed; written numbers apart, unless there is nothing else."""
    statement, head = task.entry.statement, task.entry.head
    sides = Sides()
    skip_first = bool(statement.signs) and head.symbol is not None and not _computes_left(reader, task.entry)
    signs = ("", *statement.signs)
    numbers: list[tuple[str, Node]] = []
    for k, (sign, side) in enumerate(zip(signs, statement.sides, strict=True)):
        if k == 0 and skip_first:
            continue
        if is_written_number(side):
            numbers.append((sign or ("≈" if statement.signs[:1] == ("≈",) else ""), side))
            continue
        if k and not sides.values and _names_numbers(reader, side, statement.sides[k + 1 :]):
            continue
        if (sides.values or numbers) and type(side) is Juxtaposed and _is_amount(side, reader):
            continue
        if not _try_side(task, reader, scope, sides, (sign, side), first=k == 0):
            break
    if only_left_side(sides, len(statement.sides) - len(numbers)):
        sides.values.clear()
        return sides
    if sides.trouble and not sides.values and head.symbol is None and statement.signs:
        return sides
    _read_numbers(reader, scope, sides, numbers)
    return sides


def _names_numbers(reader: Reader, side: Node, behind: tuple[Node, ...]) -> bool:
    r"""The F of `E = F = [1, 2]`: a second name of the numbers that stand behind it; the `ma` of `F = ma = 6` multiplies."""
    run = unwrap(base_of(side))
    multiplies = isinstance(run, Letters) and len(run.text) > 1
    if not is_symbol(side) or multiplies or not behind or not all(map(is_written_number, behind)):
        return False
    name = canonical(side)
    return name not in reader.shapes and not reader.sheet.defines(name)


def _is_amount(side: Juxtaposed, reader: Reader) -> bool:
    r"""`70.8 \text{ ms}` behind what it is the value of: a number with words, of which nothing is given, says the same once more."""
    words = [unwrap(item) for item in side.items[1:]]
    set_as_text = [isinstance(item, Text) or (isinstance(item, Name) and not item.command and len(item.text) > 1) for item in words]
    if number_of(side.items[0]) is None or not all(set_as_text):  # the letters of `2ab` and the π of `3\pi` are factors
        return False
    named = (canonical(item) for item in words if word(item) is not None)
    return not any(name in reader.shapes or reader.sheet.defines(name) for name in named)


def _try_side(task: Task, reader: Reader, scope: Scope, sides: Sides, signed: tuple[str, Node], *, first: bool) -> bool:
    """Read one side; what it raises is kept where another side may be the value. False: the chain ends before it."""
    try:
        return _add_side(task, reader, scope, sides, signed)
    except (UnsupportedError, NothingToCompute) as error:
        if reader.strict and not first and isinstance(error, OtherRankError):
            raise
        sides.trouble.append(error)
    except ShapeError as error:
        if not first or not task.entry.statement.signs:
            raise
        sides.trouble.append(error)
    return True


def _add_side(task: Task, reader: Reader, scope: Scope, sides: Sides, signed: tuple[str, Node]) -> bool:
    r"""Read one side of a chain and keep it, unless it only names the function that the side before it defines.

    False: behind an exact side another formula comes near it (`z = a + b \approx a`), and what follows is about that one.
    """
    sign, side = signed
    said = reader.said()
    value = read_side(reader, task.entry, side, scope)
    if sides.values and names_a_function(side, value.expression, reader):
        reader.forget_all_but(said)
        return True
    if sides.values and _is_shape_of(reader, side, value, sides.values[-1]):
        reader.forget_all_but(said)
        return True
    if sign == "≈" and sides.signs[-1:] == ["="] and not _is_known(value.expression, reader):
        reader.forget_all_but(said)
        return False
    sides.values.append(value)
    sides.signs.append(sign)
    return True


def _is_shape_of(reader: Reader, side: Node, number: Value, array: Value) -> bool:
    r"""The `n \times n` of `S = Q K^\top = n \times n`: behind an array as many sizes as it has axes, of which nobody says the numbers."""
    sizes = shape_in(side) if number.rank == 0 and array.rank > 1 else ()
    names = used_names([number.expression], tree.Input)
    given = any(name in reader.defaults or name in reader.shapes for name in names)
    return len(sizes) == array.rank and any(number_of(size) is None for size in sizes) and not given


def _is_known(value: Expression, reader: Reader) -> bool:
    """Whether the note gives all numbers of a value."""
    return used_names([value], tree.Input).keys() <= reader.defaults.keys()


def names_a_function(side: Node, value: Expression, reader: Reader) -> bool:
    r"""`\equiv \mathrm{BN}(x_i)` behind what can be computed: a word that names it, no table of numbers."""
    atoms = reader.words.atoms(side)
    if len(atoms) != 2 or not isinstance(unwrap(atoms[1]), Fence) or len(word(base_of(atoms[0])) or "") < 2:
        return False
    name = canonical(atoms[0])
    return name not in reader.shapes and name in used_names([value], tree.Input)


def _computes_left(reader: Reader, entry: Entry) -> bool:
    r"""A left side that already has a value: numbers are claimed of it, or it calls a function of fixed meaning (`\tanh(x) = …`)."""
    return _claims_numbers(reader, entry) or _calls_command(reader, entry)


def _calls_command(reader: Reader, entry: Entry) -> bool:
    r"""`\log(x)`, `\tanh(x)` of plain names: LaTeX's own operators that are functions; a Greek letter may name any."""
    head = entry.head
    name = unwrap(head.symbol) if head.symbol is not None else None
    if not isinstance(name, Name) or not name.command or not all(word(node) is not None for node in head.parameters or ()):
        return False
    return bool(head.parameters) and name.text not in GREEK and reader.words.is_function(name.text)


def _claims_numbers(reader: Reader, entry: Entry) -> bool:
    """`softmax(z) = [numbers]`, `A^2 = [numbers]`: the left side is computed and compared, not defined."""
    all_numbers = all(map(is_written_number, entry.statement.sides[1:]))
    return all_numbers and (entry.head.is_function or is_power_of_defined(reader, entry))


def only_left_side(sides: Sides, named: int) -> bool:
    """Only the left side was computed although a right side is no written number: its value would be a guess."""
    return sides.signs == [""] and named > 1


def _read_numbers(reader: Reader, scope: Scope, sides: Sides, numbers: list[tuple[str, Node]]) -> None:
    read = [(sign or "=", exact(reader.expression(node, scope))) for sign, node in numbers]
    if sides.values:
        sides.stated = read
    elif read:
        sides.values, sides.signs = [Value(read[0][1])], [read[0][0]]
        sides.stated = read[1:]
