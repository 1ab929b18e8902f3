"""Judging one formula of a note: its statements run and checked, the note's claims looked at, one verdict with what to show. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.writing.statements.clauses.shapes_aside import multiplies_shapes
from vault_tools.compiler.roomy import with_room
from vault_tools.compiler.syntax_tree import Display
from vault_tools.errors import FormulaError, LatexSyntaxError, NothingToCompute, ShapeError
from vault_tools.model import Check, Claim, Judgement, Message, Problem, Status, Verdict, message
from vault_tools.verify.beside.chance import family_of, simulated
from vault_tools.verify.beside.entries import entry_claims
from vault_tools.verify.beside.lists_and_tables import has_outer_claims, outer_claims
from vault_tools.verify.beside.prose import prose_claims, said
from vault_tools.verify.beside.shapes import has_shape_claim, shape_claims
from vault_tools.verify.claims.differentiation import SETTLED
from vault_tools.verify.claims.untold import is_told_of_laws, says_nothing, settled, why_undecided
from vault_tools.verify.givens.places import counts_otherwise
from vault_tools.verify.inputs.examples import shown
from vault_tools.verify.inputs.options import options_for
from vault_tools.verify.run import Run, claim_check, claims_of, run
from vault_tools.verify.scope import NoteScope, scope_of
from vault_tools.verify.telling.by_letters import by_its_letters
from vault_tools.verify.telling.exhibit import Surroundings, beside, broken_exhibit, chance_exhibit, exhibit
from vault_tools.verify.telling.remarks import lists_names, remarks
from vault_tools.verify.telling.repair import repair
from vault_tools.verify.telling.root import asks_why_scaled
from vault_tools.verify.telling.tokens import tokens_of
from vault_tools.verify.units.names import is_only_a_unit
from vault_tools.verify.voices.agreement import MOST_DIGITS
from vault_tools.verify.wording.own_macros import without_macros
from vault_tools.verify.written.fragments import is_fragment

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.model import Formula, NoteMath
    from vault_tools.verify.inputs.examples import Given
    from vault_tools.verify.recognise import Recognition
    from vault_tools.verify.telling.exhibit import Shown
    from vault_tools.verify.written.statements import Outcome

ON_THE_EDGE = frozenset({"check.at_a_step", "check.precision_lost"})
"""Checks that fail because floats cannot tell the value, whatever code computes it."""
WORST_FIRST: tuple[Status, ...] = ("malformed", "refuted", "failed", "unsupported", "verified", "skipped")


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of one statement of a display."""

    status: Status
    run: Run | None = None
    claims: tuple[Claim, ...] = ()
    problem: Problem | None = None
    readings: tuple[Message, ...] = ()
    checks: tuple[Check, ...] = ()


@with_room
def judge(
    note: NoteMath,
    position: int,
    vocabulary: Vocabulary,
    *,
    pictures: bool = True,
    draw: bool = True,
    drawn: Collection[str] = (),
    everything: bool = False,
) -> Judgement:
    """The verdict on the formula at `position` of a note, with its exhibit and pictures where it is reported.

    draw: False gives the exhibit with the names of its pictures, and no images; drawn: names of pictures that need none.
    everything: compute it whatever it is, as somebody who asks for this one formula wants.
    """
    scope = scope_of(note, vocabulary)
    formula = note.formulas[position]
    display = scope.displays[position]
    computes_nothing = _computes_nothing(scope, position)
    if computes_nothing is not None:
        return Judgement(_verdict(formula, [Judged("skipped", readings=(computes_nothing,))], None))
    recognition = scope.recognition(position)
    judged = [
        _statement(scope, position, outcome, recognition if k == 0 else None, everything=everything)
        for k, outcome in enumerate(scope.statements(position))
    ]
    for heard_beside in BESIDE:
        judged = heard_beside(scope, position, judged)
    verdict = _verdict(formula, judged, recognition)
    verdict = replace(verdict, readings=(*verdict.readings, *(remarks(scope, position) if verdict.status != "skipped" else ())))
    chance = family_of(scope, position) if any(check.name == "simulation" for check in verdict.checks) and recognition is None else None
    verdict = replace(verdict, handler=chance.name) if chance is not None else verdict
    told = _told_statement(judged)
    asked = told.run is not None and _has_own_inputs(scope, told.run.formula.program)
    if not _is_reported(scope, verdict, recognition, asked=asked):
        return Judgement(verdict)
    main = told.run if told.status in {"verified", "refuted"} else None
    recognition = recognition if told is judged[0] else None
    latex = without_macros(formula.latex, note.preamble)
    if verdict.status in {"verified", "refuted"} and chance is not None:
        return _told(verdict, chance_exhibit(chance, latex, note.language, pictures=pictures, draw=draw, drawn=drawn))
    if main is None or verdict.status not in {"verified", "refuted"}:
        return Judgement(verdict, reported=True, exhibit=broken_exhibit(latex))
    written = display if isinstance(display, Display) else None
    runs = _verified(judged)
    others = tuple(one.formula.program for one in runs if one is not main)
    around = Surroundings(beside(main, runs), tokens_of(note), asks_why_scaled(scope, position), note.language, written, others)
    return _told(verdict, exhibit(main, recognition, latex, around, pictures=pictures, draw=draw, drawn=drawn))


def _computes_nothing(scope: NoteScope, position: int) -> Message | None:
    """What a formula is of which nothing could be computed; None for any other."""
    if position in scope.givers:
        return message("reading.given_product")
    if lists_names(scope, position):
        return message("reading.list_of_names")
    display = scope.displays[position]
    return message("reading.product_of_shapes") if isinstance(display, Display) and multiplies_shapes(display) else None


def _verified(judged: list[Judged]) -> tuple[Run, ...]:
    return tuple(one.run for one in judged if one.run is not None and one.status == "verified")


def _told(verdict: Verdict, told: Shown) -> Judgement:
    """A reported verdict with what is told about it."""
    named = tuple(dict.fromkeys(picture.name for picture in told.exhibit.pictures))
    return Judgement(replace(verdict, images=named), reported=True, exhibit=told.exhibit, images=told.images)


def _with_chance(scope: NoteScope, position: int, judged: list[Judged]) -> list[Judged]:
    """Statements about chance are simulated; what else was tried with such a statement does not count."""
    claims = simulated(scope, position)
    if not claims:
        return judged
    checks = tuple(Check("simulation", claim.holds, claim.remark or message("check.claims_hold", count=1)) for claim in claims)
    status: Status = "refuted" if any(claim.holds is False for claim in claims) else "verified"
    others = [one for one in judged if one.status not in {"unsupported", "skipped"}] if len(judged) > 1 else []
    return [*others, Judged(status, claims=claims, checks=checks)]


def _with_derivatives(scope: NoteScope, position: int, judged: list[Judged]) -> list[Judged]:
    """What the display says that derivatives are: what else was computed of it says nothing about that."""
    claims = scope.derivative_claims(position)
    if not claims:
        return judged
    if any(claim.holds is False for claim in claims):
        return [*judged, Judged("refuted", claims=claims)]
    if all(claim.holds for claim in claims):
        others = judged if len(judged) > 1 or judged[0].status != "unsupported" else []
        agreed = Check("derivative", True, message("check.agrees", digits=MOST_DIGITS, worst_error=SETTLED))
        return [*others, Judged("verified", claims=claims, checks=(agreed,))]
    untold = Problem(message("claim.derivative"))
    return [
        replace(one, status="unsupported", problem=untold, claims=(*one.claims, *claims)) if one.status == "verified" else one
        for one in judged
    ]


def _with_entries(scope: NoteScope, position: int, judged: list[Judged]) -> list[Judged]:
    """What a display that computes nothing says of single entries of what a formula above computes."""
    if any(one.status != "skipped" for one in judged):
        return judged
    claims, checks = entry_claims(scope, position)
    if not claims:
        return judged
    status: Status = "refuted" if any(claim.holds is False for claim in claims) else "verified"
    return [Judged(status, claims=claims, checks=(*checks, *claim_check(claims)))]


def _with_prose(scope: NoteScope, position: int, judged: list[Judged]) -> list[Judged]:
    """What the note says in words beside the formula: refuted where it is wrong; a voice more where the formula was computed."""
    heard = judged[0].run
    claims = prose_claims(scope, position, heard)
    if any(claim.holds is False for claim in claims):
        return [*judged, Judged("refuted", claims=claims)]
    return [*judged, Judged("verified", claims=claims, checks=claim_check(claims))] if claims and heard is not None else judged


BESIDE: tuple[Callable[[NoteScope, int, list[Judged]], list[Judged]], ...] = (_with_chance, _with_derivatives, _with_entries, _with_prose)
"""What else is said with or beside the statements of a display, in the order in which it is heard."""


def _is_reported(scope: NoteScope, verdict: Verdict, recognition: Recognition | None, *, asked: bool) -> bool:
    """A family recognises it, it carries a claim that could be decided, the note's block gives its numbers, or it is broken in a note
    about attention.
    """
    if verdict.status == "skipped":
        return False
    if asked and verdict.status == "verified":
        return True
    if any(claim.holds is not None and not is_told_of_laws(claim) for claim in verdict.claims):
        return True
    if verdict.status == "malformed":
        return scope.is_about_attention
    return recognition is not None and (not recognition.family.common or scope.is_about_attention)


# ---------------------------------------------------------------- one statement


def _statement(scope: NoteScope, position: int, outcome: Outcome, recognition: Recognition | None, *, everything: bool) -> Judged:
    match outcome:
        case LatexSyntaxError() if is_fragment(scope.note.formulas[position], outcome):
            return Judged("skipped")
        case LatexSyntaxError():
            found = repair(scope, position, outcome)
            return Judged("malformed", claims=found.claims, problem=Problem(outcome.message, found.hint or outcome.hint, outcome.span))
        case ShapeError():
            return Judged("malformed", problem=_problem(outcome))
        case FormulaError():
            return Judged("unsupported", problem=_problem(outcome))
        case NothingToCompute():
            return Judged("skipped")
        case tree.Program() if everything or _is_asked_for(scope, position, outcome, recognition):
            return _program(scope, position, outcome, recognition)
        case tree.Program():
            return Judged("skipped", readings=outcome.readings)


def _is_asked_for(scope: NoteScope, position: int, program: tree.Program, recognition: Recognition | None) -> bool:
    """In a note that is not about attention only claims, families that are not common, and what has inputs in the note's block, are run."""
    claims = bool(program.stated) or len(program.sides) > 1 or has_outer_claims(scope, position, program)
    claims = claims or has_shape_claim(scope, position, program) or bool(said(scope, position))
    claims = claims or any(claim.holds for claim in scope.derivative_claims(position))
    return (
        _has_own_inputs(scope, program) or claims or (recognition is not None and not recognition.family.common) or scope.is_about_attention
    )


def _has_own_inputs(scope: NoteScope, program: tree.Program) -> bool:
    """Whether the note's vault-tools block gives numbers for it."""
    return bool(set(options_for(scope.note.options, program.name).inputs) & {parameter.name for parameter in program.inputs})


def _program(scope: NoteScope, position: int, program: tree.Program, recognition: Recognition | None) -> Judged:
    unclear = _unclear_input(scope, position, program)
    if unclear is not None:
        return Judged("unsupported", problem=Problem(unclear), readings=program.readings)
    given = scope.given(position)
    try:
        heard = run(program, recognition, scope.vocabulary, given)
    except ShapeError as contradiction:
        return Judged("malformed", problem=_problem(contradiction), readings=program.readings)
    except FormulaError as refused:
        return Judged("unsupported", problem=_problem(refused), readings=program.readings)
    failing = next((check for check in heard.checks if check.passed is False), None)
    if heard.has_no_number and heard.example.invented:
        return Judged("unsupported", problem=Problem(message("input.none_found")), readings=program.readings)
    if failing is not None:
        return _failed(heard, failing)
    claims = _claims(scope, position, heard, given)
    heard = replace(heard, checks=(*heard.checks, *claim_check(claims)))
    if says_nothing(program, claims):
        return Judged("skipped", readings=program.readings)
    if any(claim.holds is False for claim in claims):
        return Judged("refuted", heard, claims, readings=program.readings)
    undecided = why_undecided(scope.displays[position], program, claims, recognised=recognition is not None)
    if undecided is not None:
        return Judged("unsupported", heard, claims, Problem(undecided), program.readings)
    if heard.agreed:
        return Judged("verified", by_its_letters(heard), claims, readings=program.readings)
    return Judged("unsupported", heard, claims, Problem(message("check.one_voice")), program.readings)


def _failed(heard: Run, failing: Check) -> Judged:
    readings = heard.formula.program.readings
    if failing.detail.key in ON_THE_EDGE:
        return Judged("unsupported", problem=Problem(failing.detail), readings=readings)
    return Judged("failed", heard, problem=Problem(failing.detail), readings=readings)


def _claims(scope: NoteScope, position: int, heard: Run, given: Given) -> tuple[Claim, ...]:
    """What the note claims of one statement, with what cannot be told left open."""
    program = heard.formula.program
    claims = (*claims_of(heard, scope.vocabulary, given), *outer_claims(scope, position, heard), *shape_claims(scope, position, heard))
    return settled(claims, scope, position, program)


def _unclear_input(scope: NoteScope, position: int, program: tree.Program) -> Message | None:
    """Why it cannot be told which numbers of the note a formula means: the note counts otherwise, or a unit looks like a factor."""
    if counts_otherwise(scope.displays[position], scope.stated_numbers(position)):
        return message("input.counted_from_zero")
    unit = next((p.name for p in program.inputs if p.default is None and is_only_a_unit(p.name)), None)
    return message("input.unit", name=unit) if unit is not None else None


def _problem(error: FormulaError) -> Problem:
    return Problem(error.message, error.hint, error.span if error.span != tree.NOWHERE else None)


# ---------------------------------------------------------------- the verdict of a display


def _verdict(formula: Formula, judged: list[Judged], recognition: Recognition | None) -> Verdict:
    """The worst status of its statements, and the value of the first; of the next one where the first computes nothing."""
    worst = min(judged, key=lambda one: WORST_FIRST.index(one.status))
    verdict = Verdict(
        formula.latex,
        formula.line,
        formula.display,
        worst.status,
        handler=recognition.family.name if recognition else None,
        readings=tuple({str(reading): reading for one in judged for reading in one.readings}.values()),
        claims=tuple(claim for one in judged for claim in one.claims),
        checks=tuple(check for one in judged for check in one.checks),
        problem=worst.problem,
    )
    main = _told_statement(judged).run
    return _with_run(verdict, main) if main is not None else verdict


def _told_statement(judged: list[Judged]) -> Judged:
    """The statement whose value is told: the first, or the next one where that computes nothing."""
    return next((one for one in judged if one.status != "skipped"), judged[0])


def _with_run(verdict: Verdict, main: Run) -> Verdict:
    """What was computed; where the voices disagree no number is shown."""
    sure = main.agreed
    return replace(
        verdict,
        inputs=main.example.used,
        shape=main.formula.shape,
        value=shown(main.value) if sure else None,
        source=main.formula.source,
        checks=(*main.checks, *verdict.checks),
    )
