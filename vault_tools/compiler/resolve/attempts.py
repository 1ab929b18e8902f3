"""Reading one statement: an attempt under the likeliest ranks, and further ones where shapes contradict each other."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical, without_step
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.build import MisfitError, NumberBehindError, OpenSizeError, OtherRankError
from vault_tools.compiler.resolve.chains import Sides, counted, drop_names, trouble_of, whole
from vault_tools.compiler.resolve.finish import Naming, dims_of, needed_bindings, used_names
from vault_tools.compiler.resolve.reading.bodies import defined_name, is_power_of_defined
from vault_tools.compiler.resolve.reading.indices.entries import entry_scope
from vault_tools.compiler.resolve.reading.indices.recurrences import read_side
from vault_tools.compiler.resolve.reading.names.written_numbers import exact
from vault_tools.compiler.resolve.reading.reader import Reader
from vault_tools.compiler.resolve.reading.rules import RULES
from vault_tools.compiler.resolve.reading.sheet import Sheet
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.tracing import refuse_other_case, refuse_unwritten
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.indices.scopes import Scope, Shapes
from vault_tools.compiler.resolve.writing.names.imaginary import IMAGINARY, refuse_complex
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.resolve.writing.nodes import base_of, unwrap, word
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.resolve.writing.statements.context import Entry
from vault_tools.compiler.syntax_tree import Fence, Name
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import FormulaError, NothingToCompute, ShapeError, UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Dim, Expression, Index

ATTEMPTS = 48


@dataclass(frozen=True)
class Task:
    """What does not change between attempts."""

    sheet: Sheet
    vocabulary: Vocabulary
    words: Words
    shapes: Shapes
    entry: Entry
    latex: str = ""


def program(task: Task) -> tree.Program:
    """The program of a statement; the error of the first attempt if none succeeds.

    A side whose ranks do not fit is tried with other ranks before the chain falls back to an earlier side.
    """
    first = _search(task, strict=True)
    if isinstance(first, OtherRankError | NumberBehindError):
        first = _search(task, strict=False)
    if isinstance(first, tree.Program):
        return first
    raise first


def _search(task: Task, *, strict: bool) -> tree.Program | FormulaError:
    """The first program that a choice of ranks gives, else the error of the likeliest one."""
    waiting: deque[dict[str, int]] = deque([{}])
    seen: set[frozenset[tuple[str, int]]] = {frozenset()}
    first: FormulaError | None = None
    for _ in range(ATTEMPTS):
        if not waiting:
            break
        choices = waiting.popleft()
        reader = Reader(task.sheet, task.vocabulary, task.words, task.shapes, choices, RULES, strict=strict)
        for reading in task.sheet.said:
            reader.say(reading)
        try:
            return _attempt(task, reader)
        except (ShapeError, UnsupportedError) as error:
            first = first or error
            for changed in _next_choices(reader, choices, error):
                if frozenset(changed.items()) not in seen and len(changed) <= 3:
                    seen.add(frozenset(changed.items()))
                    waiting.append(changed)
    assert first is not None
    return first


def _next_choices(reader: Reader, choices: Mapping[str, int], error: FormulaError) -> list[dict[str, int]]:
    """What to try after a refusal; nothing where no other rank may mend it."""
    if isinstance(error, ShapeError | OtherRankError):
        return _changes(reader, choices, error)
    if not isinstance(error, OpenSizeError):
        return []
    later = [(key, choices.get(key, 0) + 1) for key in _guessed_states(reader)]
    return [{**choices, key: option} for key, option in later if option < reader.options[key]]


def _guessed_states(reader: Reader) -> list[str]:
    """The states that were taken for a matrix at each step although no matrix multiplies them: with an open size they are less."""
    quantities = [quantity for loop in reader.loops for quantity in loop.quantities.values() if f"rank:{quantity.name}" in reader.options]
    flags = {q.name: {flag.partition("@")[0] for flag in reader.sheet.hints(q.entry).get(q.name, ())} for q in quantities}
    return [f"rank:{name}" for name, marks in flags.items() if "matrix_beside" not in marks]


def _changes(reader: Reader, choices: Mapping[str, int], error: FormulaError) -> list[dict[str, int]]:
    """Assignments with one choice moved on; those of names that took part in the contradiction come first."""
    parts = error.parts if isinstance(error, MisfitError) else ()
    involved = {f"rank:{without_step(name)}" for name in (*used_names(parts, tree.Input), *used_names(parts, tree.State))}
    keys = sorted(reader.options, key=lambda key: (key not in involved, key.startswith("power:")))
    return [
        {**choices, key: option}
        for key in keys
        for option in range(choices.get(key, 0) + 1, reader.options[key])
        if option == choices.get(key, 0) + 1 or key in involved
    ]


def _attempt(task: Task, reader: Reader) -> tree.Program:
    scope, indices = entry_scope(reader, task.entry)
    reader.active.append(id(task.entry.statement))
    reader.defining.append(defined_name(reader, task.entry))
    sides = _read_sides(task, reader, scope)
    if not sides.values:
        statement = task.entry.statement
        raise trouble_of(sides, wanted=task.entry.head.symbol is None and len(statement.sides) == len(sides.trouble) > 1)
    reader.axes.settle()
    drop_names(reader, sides)
    indices = whole(reader, sides, counted(reader, sides, indices))
    _refuse_other_rank(task, reader, sides.values[-1], len(indices))
    _refuse_changed_rank(task, reader, sides.values[-1], len(indices))
    return _assemble(task, reader, sides, indices)


def _refuse_other_rank(task: Task, reader: Reader, value: Value, count: int) -> None:
    """UnsupportedError: the note says another rank of what the statement defines, so a rank was guessed wrong or the letter has two jobs.

    Where the display itself says the shape and no rank is guessed, that is a claim, which the checks decide.
    """
    name = task.sheet.name_of(task.entry)
    declared = task.sheet.annotations.get(name) if name is not None else None
    if declared is None or declared[0] != count:
        return
    if len(declared[1]) == value.rank:
        for size, dim in zip(declared[1], value.expression.shape, strict=True):
            if not reader.sizes.is_named(dim):
                reader.sizes.unify(dimension(reader, size, None), dim)
        return
    sizes = reader.build.show(tuple(dimension(reader, size, None) for size in declared[1]))
    said = {"name": name, "declared": sizes, "shape": reader.build.show(value.expression.shape)}
    guessed = any(key.startswith("rank:") for key in reader.options)
    if guessed or name not in {canonical(symbol) for symbol, _ in task.sheet.own.declared}:
        raise reader.other_rank("declared_rank", task.entry.statement.span, **said)


def _refuse_changed_rank(task: Task, reader: Reader, value: Value, count: int) -> None:
    """UnsupportedError: what the statement defines has other axes than itself a step before (`m_j` and `m_{j-1}`, an update of O)."""
    stem = "" if task.entry.head.is_function else without_step(task.sheet.name_of(task.entry) or "")
    steps = [name for name in reader.inputs if stem and name.startswith(stem) and without_step(name) == stem and name not in reader.shapes]
    for name in steps:
        given = reader.inputs[name].shape
        if len(given) != count + value.rank and reader.counts.get(name) == {count}:
            said = {"name": name, "given": reader.build.show(given[count:]), "shape": reader.build.show(value.expression.shape)}
            raise reader.other_rank("changed_rank", task.entry.statement.span, **said)


def _read_sides(task: Task, reader: Reader, scope: Scope) -> Sides:
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
        if not _try_side(task, reader, scope, sides, (sign, side), first=k == 0):
            break
    if only_left_side(sides, len(statement.sides) - len(numbers)):
        sides.values.clear()
        return sides
    if sides.trouble and not sides.values and head.symbol is None and statement.signs:
        return sides
    _read_numbers(reader, scope, sides, numbers)
    return sides


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
    if sign == "≈" and sides.signs[-1:] == ["="] and not _is_known(value.expression, reader):
        reader.forget_all_but(said)
        return False
    sides.values.append(value)
    sides.signs.append(sign)
    return True


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


def _assemble(task: Task, reader: Reader, sides: Sides, indices: tuple[Index, ...]) -> tree.Program:
    result = sides.values[-1].expression
    inputs = _inputs_of(reader, result)
    pairs = zip(sides.values, sides.signs, strict=True)
    belonging = [(value.expression, sign) for value, sign in pairs if _belongs(reader, value.expression, result, inputs)]
    kept = [expression for expression, _ in belonging]
    bindings = needed_bindings(reader.bindings, kept)
    bodies = [binding.body for binding in bindings]
    inputs = used_names([*bodies, *kept], tree.Input)
    if not IMAGINARY.isdisjoint(inputs):
        refuse_complex(
            [*bodies, *[value.expression for value in sides.values]],
            task.shapes.keys() | reader.defaults.keys() | set(task.entry.head.letters),
        )
    dims = dims_of([*bodies, *kept])
    naming = _naming(reader, inputs, dims, indices, bindings)
    named_shapes = {name: tuple(map(naming.dim, node.shape)) for name, node in inputs.items()}
    fixed = _determined(naming, named_shapes)
    named = [tree.Binding(b.name, tuple(map(naming.index, b.indices)), naming.put(b.body), b.written) for b in bindings]
    results = [naming.put(side) for side in kept]
    open_sizes = _open_sizes(naming, (*dims, *[index.size for index in indices]), fixed)
    _refuse_open_split(reader, task, named_shapes)
    refuse_other_case(reader, task.entry, inputs)
    refuse_unwritten(reader, task.entry, inputs, _unexplained(naming, open_sizes, indices, named_shapes))
    return tree.Program(
        name=task.sheet.name_of(task.entry),
        inputs=_parameters(reader, naming, named_shapes, fixed, open_sizes),
        sizes=tuple(fixed),
        bindings=tuple(named),
        indices=tuple(map(naming.index, indices)),
        result=results[-1],
        readings=tuple(reader.readings.values()),
        sides=tuple(results),
        relations=tuple([sign for _, sign in belonging]),
        stated=tuple([(sign, naming.put(value)) for sign, value in sides.stated]),
        latex=task.latex,
        forks=frozenset(reader.forks),
    )


def _naming(
    reader: Reader, inputs: Mapping[str, Expression], dims: Iterable[Dim], indices: Iterable[Index], bindings: Iterable[tree.Binding]
) -> Naming:
    """The names of all sizes of a program."""
    naming = Naming(reader.sizes, inputs)
    naming.share_numbers(name for name, node in inputs.items() if not node.shape)
    naming.name_axes([(name, node.shape) for name, node in inputs.items()])
    naming.name_rest(dims)
    naming.name_rest(index.size for index in indices)
    naming.name_rest(index.size for binding in bindings for index in binding.indices)
    return naming


def _parameters(
    reader: Reader, naming: Naming, shapes: Mapping[str, tree.Shape], fixed: list[str], open_sizes: list[str]
) -> tuple[tree.Parameter, ...]:
    """What must be given: arrays and numbers, but no number that the shape of an array fixes; then sizes that no array has."""
    given = [
        tree.Parameter(name, shape, reader.written.get(name, ""), reader.defaults.get(name))
        for name, shape in shapes.items()
        if name not in naming.shared or name not in fixed
    ]
    return (*given, *[tree.Parameter(name, (), "", reader.defaults.get(name)) for name in open_sizes if name not in shapes])


def _refuse_open_split(reader: Reader, task: Task, shapes: Mapping[str, tree.Shape]) -> None:
    r"""UnsupportedError for `A [x; y]` with a written A of two columns: x and y share two entries, and nobody says how."""
    for name, shape in shapes.items():
        for dim in shape:
            constant = len(dim.terms) > 1 and any(not names for names, _ in dim.terms)
            if constant and any(coefficient < 0 and names for names, coefficient in dim.terms):
                raise reader.unsupported("open_split", task.entry.statement.span, hint="open_split_hint", name=name, size=str(dim))


def _unexplained(naming: Naming, open_sizes: list[str], indices: tuple[Index, ...], shapes: Mapping[str, tree.Shape]) -> list[str]:
    """Open sizes that nobody wrote; where no array takes part (a mask by itself), the indices on the left may be as many as one likes."""
    alone = not any(shapes.values())
    free = {name for index in indices for name in naming.index(index).size.names} if alone else set()
    return [name for name in open_sizes if name in naming.invented and name not in free]


def _belongs(reader: Reader, side: Expression, result: Expression, inputs: Mapping[str, Expression]) -> bool:
    """A side is kept if it needs no input that the result does not need, defaults apart."""
    if side is result:
        return True
    return all(name in inputs or name in reader.defaults for name in _inputs_of(reader, side))


def _inputs_of(reader: Reader, side: Expression) -> dict[str, Expression]:
    """The inputs that a side needs, also through definitions."""
    bindings = needed_bindings(reader.bindings, [side])
    return used_names([side, *[binding.body for binding in bindings]], tree.Input)


def _determined(naming: Naming, shapes: Mapping[str, tree.Shape]) -> list[str]:
    """Names of sizes that the shapes of the inputs determine; of two that only a product gives, one has to be told."""
    together = dict.fromkeys([dim.names for shape in shapes.values() for dim in shape])
    names = list(dict.fromkeys(chain.from_iterable(together)))
    if max(map(len, together), default=0) < 2:
        return names
    told: set[str] = set()
    known = _solved(together, told)
    for name in names:
        if name not in known and name not in naming.invented:
            told.add(name)
            known = _solved(together, told)
    return [name for name in names if name not in told]


def _solved(together: Iterable[tuple[str, ...]], told: set[str]) -> set[str]:
    """Names that follow, one after the other, from sizes in which all others are known; `together` are the names of each size."""
    known = set(told)
    while new := {missing.pop() for size in together if len(missing := set(size) - known) == 1}:
        known |= new
    return known


def _open_sizes(naming: Naming, dims: tuple[Dim, ...], fixed: list[str]) -> list[str]:
    """Names of sizes that no array determines: they are given as numbers."""
    return list(dict.fromkeys([name for dim in dims for name in naming.dim(dim).names if name not in fixed]))
