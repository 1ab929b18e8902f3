"""The stages joined, one line each, without any I/O: note text -> formulas -> judgements -> block -> note text.

What is heavy (handlers, SymPy, NumPy, pictures) is imported only when a formula is judged or compiled: an unchanged note costs none of it.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from vault_tools.model import Formula, Judgement, Message, NoteMath, Options, Outcome, Problem, Settings, Span, Status, Verdict, message
from vault_tools.notes.fingerprint import fingerprint
from vault_tools.notes.mend import mend
from vault_tools.notes.plan import Plan, needs_judging, plan, state_of
from vault_tools.notes.recall import recalled_findings
from vault_tools.notes.scan import Note, scan

if TYPE_CHECKING:
    from vault_tools.compiler.formula import CompiledFormula
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handler import Handler
    from vault_tools.notes.writing.links import LinkStyle

JudgeNote = Callable[[NoteMath, Settings], Sequence[Judgement]]
"""Judges all formulas of a note; the command line's does it in children (pool.py)."""

MOST_FORMULAS = 5_000
"""More than that are not read in the time that a note has."""
_FINDINGS: tuple[Status, ...] = ("refuted", "malformed")
_CLOCK = frozenset({"failed.note_time"})
"""The only limit that other work on the machine can bring about."""
_LIMITS = frozenset({"failed.limits", "failed.note_time", "failed.memory"})


def verify_text(
    text: str,
    *,
    name: str = "note.md",
    settings: Settings | None = None,
    handlers: Iterable[Handler] | None = None,
    judge: JudgeNote | None = None,
    links: LinkStyle | None = None,
    force: bool = False,
    check: bool = False,
    trust: bool = False,
    preamble: str = "",
) -> Outcome:
    """Verify a note's text; `.text` of the outcome is the note with its block, `.images` its pictures, `.formulas` the verdicts.

    handlers: instead of the built-in and installed ones. judge: instead of judging in this process.
    force: replace an edited or damaged block. check: compute anew although the block says that nothing has changed.
    trust: leave a current block unjudged; `.formulas` is then empty. preamble: macro definitions of the whole vault.
    Raises NoteError for a ```` ```vault-tools ```` block that is not understood.
    """
    settings = settings or Settings()
    note = scan(text, preamble=preamble)
    if force and note.damaged and (mended := mend(note)) != text:
        outcome = verify_text(
            mended, name=name, settings=settings, handlers=handlers, judge=judge, links=links, force=True, preamble=preamble
        )
        return replace(outcome, text=text if outcome.problem else outcome.text, changed=not outcome.problem, block="damaged")
    made_from = fingerprint(note.math, settings)
    anew = force or check
    if trust and not needs_judging(note, made_from, anew=anew):
        return _recalled(note, name, made_from)
    if len(note.math.formulas) > MOST_FORMULAS:
        many = Problem(message("note.too_many_formulas", count=len(note.math.formulas), most=MOST_FORMULAS))
        return _outcome(note, name, made_from, (), Plan("problem", text, many))
    judgements = _judge(note, settings, judge or _judge_here(handlers))
    body = _body(note, judgements, settings, links)
    current = state_of(note, made_from) == "current"
    decision = Plan("nothing", text) if current and not anew else plan(note, body, made_from, force=force)
    if decision.text != text and ((current and _ran_out(judgements, _LIMITS)) or (body is None and _ran_out(judgements, _CLOCK))):
        decision = Plan("problem", text, Problem(message("note.ran_out")))
    return _outcome(note, name, made_from, judgements, decision)


def _ran_out(judgements: Sequence[Judgement], limits: frozenset[str]) -> bool:
    """Whether a formula was stopped by one of `limits`.

    A block of the same formulas, which may tell of it, is then not replaced; and no block goes because the machine was busy.
    """
    problems = (judgement.verdict.problem for judgement in judgements if judgement.verdict.status == "failed")
    return any(problem is not None and problem.message.key in limits for problem in problems)


def _body(note: Note, judgements: Sequence[Judgement], settings: Settings, links: LinkStyle | None) -> str | None:
    """The text of the block, None when nothing is reported."""
    from vault_tools.notes.block import render

    language = _language(note.math, settings)
    return "\n".join(render(judgements, language=language, links=links)) or None


def _language(math: NoteMath, settings: Settings) -> str:
    """The block's: set for the vault, set by the note, or that of the text."""
    return settings.language or math.options.language or math.language


def compile_formula(
    latex: str,
    *,
    context: Iterable[str] = (),
    shapes: Mapping[str, tuple[int, ...]] | None = None,
    target: str | None = None,
    handlers: Iterable[Handler] | None = None,
) -> CompiledFormula:
    """Compile one formula to a NumPy function.

    context: other formulas of the same note. shapes: {name: tuple of ints}. target: canonical name of the left-hand side to compute.
    handlers: instead of the built-in and installed ones. Raises FormulaError with the place, or NothingToCompute.
    """
    from vault_tools.compiler.formula import compile_program

    return compile_program(latex, context=tuple(context), shapes=shapes, target=target, vocabulary=vocabulary_of(handlers))


# ---------------------------------------------------------------- handlers and judging


def vocabulary_of(handlers: Iterable[Handler] | None) -> Vocabulary:
    """The words of `handlers`, or of the built-in and installed ones. HandlerError: two of them claim one name."""
    from vault_tools.compiler.vocabulary import Vocabulary

    return _usual()[0] if handlers is None else Vocabulary.of(handlers)


@cache
def _usual(files: tuple[tuple[str, bytes], ...] = ()) -> tuple[Vocabulary, frozenset[str], tuple[Message, ...]]:
    """The usual words, the names of those from installed packages and trusted files, and what is wrong with such packages."""
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handlers import builtin, from_elsewhere

    plugins, problems = from_elsewhere(files)
    return Vocabulary.of((*builtin(), *(handler for _, handler in plugins))), frozenset(handler.name for _, handler in plugins), problems


def prepare_judge(files: tuple[tuple[str, bytes], ...] = ()) -> tuple[ChildJudge, tuple[Message, ...]]:
    """For a child (trust.py): what judges with the usual handlers and those of `files` (path, content), and what is wrong with them."""
    from vault_tools.verify.patterns import patterns

    vocabulary, plugins, problems = _usual(files)
    judge = ChildJudge(vocabulary)
    for position in range(len(_WARM_UP.formulas)):
        judge.judge(_WARM_UP, position, Settings(pictures=False))
    return judge, (*problems, *(problem for problem in patterns(vocabulary).problems if problem.values["family"] in plugins))


class ChildJudge:
    """See worker.Judge."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._draws = False

    def prepare_drawing(self) -> None:
        """Draw a picture; what goes wrong is said when that of a formula is drawn."""
        self._draws = True
        self.judge(_WARM_UP, 0, Settings())

    def read(self, note: NoteMath) -> None:
        """Parse, resolve and recognise every formula; what goes wrong is said when that formula is judged."""
        from vault_tools.verify.scope import scope_of

        scope = scope_of(note, self._vocabulary)
        for position in range(len(note.formulas)):
            with suppress(Exception):
                scope.recognition(position)

    def judge(self, note: NoteMath, position: int, settings: Settings) -> Judgement | None:
        """The judgement of one formula; None where it has pictures to draw and drawing is not prepared."""
        judgement = _judge_one(note, position, settings, self._vocabulary, draw=self._draws)
        pictures = () if judgement.exhibit is None else judgement.exhibit.pictures
        is_complete = self._draws or all(picture.name in settings.drawn for picture in pictures)
        return judgement if is_complete else None


_WARM_UP = NoteMath(
    tuple(
        Formula(latex, 1, True, Span(0, 0))
        for latex in (
            r"\mathrm{Attention}(Q,K,V)=\mathrm{softmax}(\frac{QK^T}{\sqrt{d_k}})V",
            r"z_i = \sum_{j=1}^{n} w_{ij} x_j^2 + \log b_i",
            r"2 \cdot 3 + 1 = 7",
        )
    )
)
"""A formula with a picture, one in index form that every family is asked about, and a claim: what a process reads, compiles or fills
once is there for all children.
"""


def _judge_here(handlers: Iterable[Handler] | None) -> JudgeNote:
    def judge_note(note: NoteMath, settings: Settings) -> list[Judgement]:
        vocabulary = vocabulary_of(handlers)
        return [_judge_one(note, position, settings, vocabulary) for position in range(len(note.formulas))]

    return judge_note


def _judge_one(note: NoteMath, position: int, settings: Settings, vocabulary: Vocabulary, *, draw: bool = True) -> Judgement:
    """Whatever happens to one formula, the rest of the note is still judged; what happened is the formula's problem, never silence."""
    from vault_tools.verify.judge import judge
    from vault_tools.verify.telling.notation import notation_of

    try:
        judgement = judge(
            note, position, vocabulary, pictures=settings.pictures, draw=draw, drawn=settings.drawn, everything=settings.everything
        )
        if settings.notation:
            judgement = replace(judgement, notation=notation_of(note, position, vocabulary))
        return judgement if settings.report == "family" or _makes_a_claim(judgement) else replace(judgement, reported=False)
    except MemoryError:
        return failed(note, position, message("failed.memory"))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{type(error).__name__}: {str(error)[:200]} ({Path(place.filename).name}:{place.lineno})"
        return failed(note, position, message("failed.error", error=told))


def _makes_a_claim(judgement: Judgement) -> bool:
    return bool(judgement.verdict.claims) or judgement.verdict.status in _FINDINGS


def failed(note: NoteMath, position: int, why: Message) -> Judgement:
    """The judgement of a formula that gave no answer: no number is shown."""
    formula = note.formulas[position]
    return Judgement(Verdict(formula.latex, formula.line, formula.display, "failed", problem=Problem(why)))


def _judge(note: Note, settings: Settings, judge: JudgeNote) -> Sequence[Judgement]:
    if note.off or note.math.options.ignore:
        return [Judgement(Verdict(formula.latex, formula.line, formula.display, "skipped")) for formula in note.math.formulas]
    math = replace(note.math, language=_language(note.math, settings))
    return judge(math, settings) if math.formulas else ()


# ---------------------------------------------------------------- outcomes


def _outcome(note: Note, name: str, made_from: str, judgements: Sequence[Judgement], decision: Plan) -> Outcome:
    reported = tuple(k for k, judgement in enumerate(judgements) if judgement.reported)
    return Outcome(
        name,
        decision.text,
        formulas=tuple(judgement.verdict for judgement in judgements),
        images={file: data for k in reported for file, data in judgements[k].images.items()},
        block=state_of(note, made_from),
        changed=decision.text != note.text,
        problem=decision.problem,
        reported=reported,
        titles=tuple(exhibit.title if (exhibit := judgements[k].exhibit) else judgements[k].verdict.latex for k in reported),
        unexpected=(
            *_unexpected((judgements[k].verdict.status for k in reported), note.math.options),
            *(("failed",) if _ran_out(judgements, _CLOCK) else ()),
        ),
    )


def _recalled(note: Note, name: str, made_from: str) -> Outcome:
    """The outcome of a note that needs no judging: what is wrong in it stands in its block."""
    decision = plan(note, None, made_from) if not note.regions or state_of(note, made_from) != "current" else Plan("nothing", note.text)
    findings = [status for region in note.regions for status in recalled_findings(note.text[region.span.start : region.span.end])]
    return Outcome(
        name,
        decision.text,
        block=state_of(note, made_from),
        changed=decision.text != note.text,
        problem=decision.problem,
        unexpected=_unexpected(findings, note.math.options),
        unjudged=len(note.math.formulas),
    )


def _unexpected(statuses: Iterable[Status], options: Options) -> tuple[Status, ...]:
    return tuple(status for status in statuses if status in _FINDINGS and status not in options.expected)
