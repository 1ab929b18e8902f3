"""Reading one statement: an attempt under the likeliest ranks, and further ones where shapes contradict each other."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical, without_step
from vault_tools.compiler.resolve.assembling import assembled
from vault_tools.compiler.resolve.build import MisfitError, NumberBehindError, OpenSizeError, OtherRankError
from vault_tools.compiler.resolve.chains import counted, drop_names, read_sides, trouble_of, whole
from vault_tools.compiler.resolve.finish import used_names
from vault_tools.compiler.resolve.reading.bodies import defined_name
from vault_tools.compiler.resolve.reading.indices.colons import has_colon_before, matrix_of_columns
from vault_tools.compiler.resolve.reading.indices.entries import entry_scope
from vault_tools.compiler.resolve.reading.reader import Reader
from vault_tools.compiler.resolve.reading.rules import RULES
from vault_tools.compiler.resolve.reading.sheet import Sheet
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.writing.names.facts import Shapes
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.resolve.writing.nodes import number_of
from vault_tools.compiler.resolve.writing.statements.context import Entry
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import FormulaError, ShapeError, UnsupportedError
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler.resolve.values import Value


ATTEMPTS = 48
DOUBTS = OtherRankError | NumberBehindError
"""What is read more loosely where no other rank mends it."""
ATTEMPTS_IN_DOUBT = 12
WEIGHTS = frozenset({"alpha", "beta"})
"""Letters of attention weights."""


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
    if isinstance(first, DOUBTS):
        first = _search(task, strict=False)
    if isinstance(first, tree.Program):
        return first
    raise first


def _search(task: Task, *, strict: bool) -> tree.Program | FormulaError:
    """The first program that a choice of ranks gives, else the error of the likeliest one."""
    waiting: deque[dict[str, int]] = deque([{}])
    seen: set[frozenset[tuple[str, int]]] = {frozenset()}
    first: FormulaError | None = None
    for count in range(ATTEMPTS):
        if not waiting or (count >= ATTEMPTS_IN_DOUBT and strict and isinstance(first, DOUBTS)):
            break
        choices = waiting.popleft()
        reader = Reader(task.sheet, task.vocabulary, task.words, task.shapes, choices, RULES, strict=strict)
        for reading in task.sheet.said:
            reader.say(reading)
        try:
            return _attempt(task, reader)
        except (ShapeError, UnsupportedError) as error:
            first = first or _of_a_guess(reader, error) or error
            for changed in _next_choices(reader, choices, error):
                if frozenset(changed.items()) not in seen and len(changed) <= 3:
                    seen.add(frozenset(changed.items()))
                    waiting.append(changed)
    assert first is not None
    return first


def _of_a_guess(reader: Reader, error: FormulaError) -> FormulaError | None:
    r"""The refusal of a function on a letter whose rank is guessed (`\mathrm{Entropy}(S)` of a set S): the note contradicts nothing."""
    if not isinstance(error, MisfitError) or error.message.key != "shape.rank":
        return None
    guessed = [name for name in used_names(error.parts, tree.Input) if f"rank:{without_step(name)}" in reader.options]
    values = {"name": guessed[0], "function": error.message.values["name"]} if guessed else {}
    return (
        UnsupportedError(message("unsupported.guessed_rank", **values), error.span, message("unsupported.hint_guessed_rank"))
        if guessed
        else None
    )


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
    flags = {q.name: {mark for mark, _ in reader.sheet.hints(q.entry).get(q.name, ())} for q in quantities}
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
    sides = read_sides(task, reader, scope)
    if not sides.values:
        statement = task.entry.statement
        raise trouble_of(sides, wanted=task.entry.head.symbol is None and len(statement.sides) == len(sides.trouble) > 1)
    reader.axes.settle()
    drop_names(reader, sides)
    indices = whole(reader, sides, counted(reader, sides, indices))
    head = task.sheet.head_of(task.entry)
    if head is not None and has_colon_before(head):
        sides.values = [matrix_of_columns(reader, value, indices, head.node) for value in sides.values]
        indices = ()
    _refuse_weights(task, reader, sides.values[-1], len(indices))
    _refuse_other_rank(task, reader, sides.values[-1], len(indices))
    _refuse_changed_rank(task, reader, sides.values[-1], len(indices))
    return assembled(task, reader, sides, indices)


def _refuse_weights(task: Task, reader: Reader, value: Value, count: int) -> None:
    r"""UnsupportedError: an `\alpha_{ij}` that is a quotient of arrays, where other ranks may make it the number that a weight is."""
    quotient = any(reading.key == "reading.quotient_entrywise" for reading in reader.readings.values())
    several = not all(map(reader.sizes.is_one, value.expression.shape))
    weighs = (count == 2 and task.entry.head.base in WEIGHTS) or (count > 0 and _is_softmax(value.expression))
    if reader.strict and quotient and several and weighs:
        shape = reader.build.show(value.expression.shape)
        raise reader.other_rank("number_expected", task.entry.statement.span, shape=shape)


def _is_softmax(value: tree.Expression) -> bool:
    r"""`\frac{\exp(x_i W_j)}{\sum_k \exp(x_i W_k)}`: one of the numbers that add up to 1; a lone symbol has a softmax of each entry."""
    match value:
        case tree.Divide(numerator=tree.Call(function="exp", arguments=(score,)), denominator=tree.Reduce(operator="sum", body=body)):
            return not isinstance(score, tree.Element | tree.Input) and isinstance(body, tree.Call) and body.function == "exp"
        case _:
            return False


def _refuse_other_rank(task: Task, reader: Reader, value: Value, count: int) -> None:
    """UnsupportedError: the note says another rank of what the statement defines, so a rank was guessed wrong or the letter has two jobs.

    Where the display itself says the shape and no rank is guessed, that is a claim, which the checks decide.
    """
    name = task.sheet.name_of(task.entry)
    declared = task.sheet.annotations.get(name) if name is not None else None
    if declared is None or declared[0] != count:
        return
    said = declared[1] if len(declared[1]) == value.rank else tuple(size for size in declared[1] if number_of(size) != 1)
    if len(said) == value.rank:  # a row of `\mathbb{R}^{1 \times d}` is a vector
        for size, dim in zip(said, value.expression.shape, strict=True):
            if not reader.sizes.is_named(dim):
                reader.sizes.unify(dimension(reader, size, None), dim)
        return
    sizes = reader.build.show(tuple(dimension(reader, size, None) for size in declared[1]))
    told = {"name": name, "declared": sizes, "shape": reader.build.show(value.expression.shape)}
    guessed = any(key.startswith("rank:") for key in reader.options)
    if guessed or name not in {canonical(symbol) for symbol, _ in task.sheet.own.declared}:
        raise reader.other_rank("declared_rank", task.entry.statement.span, **told)


def _refuse_changed_rank(task: Task, reader: Reader, value: Value, count: int) -> None:
    """UnsupportedError: what the statement defines has other axes than itself a step before (`m_j` and `m_{j-1}`, an update of O)."""
    head = task.entry.head
    letters = set(head.parameter_letters)
    called = head.is_function and not (letters and letters <= set(task.sheet.letters_of(task.entry).free))
    stem = "" if called else without_step(task.sheet.name_of(task.entry) or "")
    for name in reader.inputs if stem else ():
        if not name.startswith(stem) or without_step(name) != stem or name in reader.shapes:
            continue
        given = reader.inputs[name].shape
        if len(given) != count + value.rank and reader.counts.get(name, {count}) == {count}:
            said = {"name": name, "given": reader.build.show(given[count:]), "shape": reader.build.show(value.expression.shape)}
            raise reader.other_rank("changed_rank", task.entry.statement.span, **said)
