"""Claims that a note makes beside a formula: in a Markdown table or a list of numbers that follows it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.syntax_tree import Display
from vault_tools.model import Claim, NoteMath, message
from vault_tools.verify.beside.shares import share_claims
from vault_tools.verify.claims.stated import numbers_claim, stated_claims
from vault_tools.verify.givens.tables import matrix
from vault_tools.verify.inputs.examples import Given, choose_inputs
from vault_tools.verify.numbers import read_number
from vault_tools.verify.voices.case import Case, depends_on_invented

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.verify.givens.tables import Column, Headed
    from vault_tools.verify.numbers import Printed
    from vault_tools.verify.run import Run
    from vault_tools.verify.scope import NoteScope

    Beside = tuple[str, tuple[int, ...], tuple[Printed, ...], bool | None]
    """Words for the claim, shape, numbers, and whether the note says by name whose numbers they are; None: held by themselves as well."""

_SEPARATORS = (":", "：", "=", "→", "≈", "–", "—")


def has_outer_claims(scope: NoteScope, position: int, program: tree.Program) -> bool:
    """Whether a table column is headed by this formula, or by what it defines."""
    told = (*_columns(scope, position, program), *_restated(scope, position, program))
    return bool(told) or _runs_over_rows(scope.headed.get(position), program)


def outer_claims(scope: NoteScope, position: int, heard: Run) -> Iterator[Claim]:
    """Numbers beside the formula against its value. What is not named for certain counts only where it fits."""
    program = heard.formula.program
    yield from _row_by_row(scope, position, program)
    case = Case(program, heard.example, scope.vocabulary)
    if depends_on_invented(case, program.result):
        return
    yield from _shares(scope.displays[position], case)
    told = (*_columns(scope, position, program), *_restated(scope, position, program), *_beside(scope.note, position))
    states_itself = bool(told) and any(claim.holds for claim in stated_claims(case, ()))
    for text, shape, numbers, named in told:
        claim = numbers_claim(case, (), (program.result,), "=", (shape, numbers), text)
        if claim.holds or named:
            yield claim
        elif named is None or states_itself:
            continue  # what the formula states itself is right: other numbers further down are of another case ("with a mask")
        elif _explained(claim):
            yield claim
        elif _mostly(claim):
            yield replace(claim, remark=message("claim.not_named"))


def _shares(display: object, case: Case) -> Iterator[Claim]:
    """What a remark behind a list says of its entries in percent."""
    if isinstance(display, Display) and len(case.program.shape) == 1 and case.program.stated:
        yield from share_claims(display, [float(value) for value in case.tensor(case.program.result).values])


def _runs_over_rows(column: Headed | None, program: tree.Program) -> bool:
    r"""Whether a table tells all inputs of a formula for one number in each of its rows: `| $x$ | $x^2$ |`."""
    names = {parameter.name for parameter in program.inputs}
    return column is not None and not program.shape and bool(names) and names <= column.beside.keys()


def _row_by_row(scope: NoteScope, position: int, program: tree.Program) -> Iterator[Claim]:
    """Each row of a column that a formula heads, against its value on what the row gives."""
    column = scope.headed.get(position)
    if column is None or not _runs_over_rows(column, program):
        return
    claims = [_in_row(scope, column, program, row) for row in range(len(column.numbers))]
    if column.is_bare or all(claim.holds for claim in claims):
        yield from claims
        yield from _total(column, claims)


def _total(column: Headed, claims: list[Claim]) -> Iterator[Claim]:
    """What the last row says that the rows add up to: those that are stated, or those that are computed."""
    if column.total is None:
        return
    sums = (sum((number.value for number in column.numbers), Fraction(0)), sum((Fraction(claim.computed) for claim in claims), Fraction(0)))
    held = any(column.total.holds(total) for total in sums)
    text = f"= {float(column.total.value):g}"
    yield Claim(text, float(column.total.value), float(sums[0]), held, None if held else message("claim.in_total"))


def _in_row(scope: NoteScope, column: Headed, program: tree.Program, row: int) -> Claim:
    told = {parameter.name: float(column.beside[parameter.name][row].value) for parameter in program.inputs}
    case = Case(program, choose_inputs(program, scope.vocabulary, Given(numbers=told)), scope.vocabulary)
    claim = numbers_claim(case, (), (program.result,), "=", ((), (column.numbers[row],)), f"= {float(column.numbers[row].value):g}")
    return claim if claim.holds else replace(claim, remark=message("claim.in_row", row=row + 1))


def _explained(claim: Claim) -> bool:
    """Whether a usual slip gives exactly the stated numbers."""
    return claim.remark is not None and claim.remark.key.startswith("slip.")


def _mostly(claim: Claim) -> bool:
    """Whether at least two of three stated numbers are right: then it is this formula's table, with an error in it."""
    stated, computed = _flat(claim.stated), _flat(claim.computed)
    if len(stated) != len(computed) or len(stated) < 3:
        return False
    near = sum(abs(a - b) <= 0.01 * max(abs(b), 0.05) for a, b in zip(stated, computed, strict=True))
    return 3 * near >= 2 * len(stated)


def _flat(value: object) -> list[float]:
    if isinstance(value, list):
        return [number for part in value for number in _flat(part)]
    return [float(value)] if isinstance(value, int | float) else []


def _columns(scope: NoteScope, position: int, program: tree.Program) -> Iterator[Beside]:
    """The column that this formula heads, and those headed by what it defines, unless one nearer above the table defines it too."""
    if len(program.shape) != 1:
        return
    below = scope.headed.get(position)
    if below is not None and not isinstance(program.result, tree.Input):  # a symbol alone may stand for another list in its table
        yield f"table column {below.header}", (len(below.numbers),), below.numbers, below.is_bare
    for column in scope.columns:
        if program.name is not None and column.name == program.name and _nearest(scope, column) == position:
            yield f"table column {column.header}", (len(column.numbers),), column.numbers, True


def _restated(scope: NoteScope, position: int, program: tree.Program) -> Iterator[Beside]:
    """The matrix that the note gives further down for what this formula defines: `A = [[0.7, 0.3], …]` behind `A = softmax(…)`."""
    if program.name is None or not (program.shape or program.indices):
        return
    for later in range(position + 1, len(scope.note.formulas)):
        if program.name in scope.written(later):
            yield (scope.note.formulas[later].latex.strip(), *scope.written(later)[program.name], None if scope.is_step(later) else False)
        if program.name in scope.written(later) or program.name in scope.defined(later):
            return


def _nearest(scope: NoteScope, column: Column) -> int | None:
    """The last formula before the table that defines the column's name, else the first after it."""
    defining = [
        k
        for k in range(len(scope.note.formulas))
        if (program := scope.program(k)) is not None and program.name == column.name and program.inputs
    ]
    before = [k for k in defining if k < column.after]
    return before[-1] if before else next(iter(defining), None)


def _beside(note: NoteMath, position: int) -> Iterator[Beside]:
    """A table of numbers or a list right behind the formula."""
    for table in note.tables:
        if table.after == position + 1 and (body := matrix(table)) is not None:
            yield "table", body[0], body[1], False
    numbers = _list_behind(note, position)
    if len(numbers) >= 2:
        yield "list", (len(numbers),), tuple(numbers), False


def _list_behind(note: NoteMath, position: int) -> list[Printed]:
    """The numbers of the first list whose items stand behind the formula: one number each, behind a colon or a sign."""
    line = note.formulas[position].line
    following = note.formulas[position + 1].line if position + 1 < len(note.formulas) else None
    found: list[Printed] = []
    for passage in note.passages:
        if passage.line <= line or (following is not None and passage.line >= following):
            continue
        if passage.kind != "item":
            if found:
                break
            continue
        number = _number_behind(passage.text)
        if number is None:
            break
        found.append(number)
    return found


def _number_behind(text: str) -> Printed | None:
    for separator in _SEPARATORS:
        if separator in text:
            return read_number(text.rpartition(separator)[2].strip().rstrip(".。,，;；"))
    return None
