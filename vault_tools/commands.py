"""What the commands do: notes and vaults in, lines or one JSON document out, an exit code back."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vault_tools import session
from vault_tools.config import find_vault
from vault_tools.errors import ConfigError, Exit, NoteError, UnwritableNoteError
from vault_tools.model import Formula, Judgement, NoteMath, Options, Outcome, Problem, Settings, Span, message
from vault_tools.report import FINDINGS, Count, DocumentWriter, exit_code, formula_document
from vault_tools.teller import DIFF, Teller
from vault_tools.terminal import Style, clean, diff_lines, formula_lines
from vault_tools.vault import find_notes, is_note, sorted_notes

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence

    from vault_tools.model import Verdict
    from vault_tools.pipeline import JudgeNote
    from vault_tools.sarif import SarifLog
    from vault_tools.settled import Settled
    from vault_tools.vault import Found
    from vault_tools.watch import Ledger


class Manner(NamedTuple):
    """How a note is verified: without writing, replacing an edited block, trusting a block that says nothing has changed, with pictures."""

    check: bool = False
    force: bool = False
    trust: bool = True
    pictures: bool = True

    @staticmethod
    def of(options: Namespace) -> Manner:
        """As the command line says; who asks for JSON or SARIF wants every formula's verdict, so they are computed."""
        check = options.check or options.diff
        return Manner(check, options.force, trust=not (check or options.force or options.json or options.sarif))


# ---------------------------------------------------------------- verify-note, verify-vault


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a note, and what it adds to the closing table."""

    outcome: Outcome
    count: Count

    @staticmethod
    def of(outcome: Outcome) -> Result:
        """Of a note by itself."""
        return Result(outcome, Count.of(outcome))


def verify_notes(options: Namespace) -> int:
    """`verify-note NOTE...`"""
    manner = Manner.of(options)
    notes = (path for path in options.notes if not (options.force_exclude and _is_left_out(path)))
    with session.judging(options.jobs, anew=manner.check or manner.force) as judge:
        return _tell((Result.of(_verify(path, judge, manner)) for path in notes), options, manner)


def _is_left_out(path: Path) -> bool:
    """Whether `verify-vault` would not look at a note."""
    vault = find_vault(path.absolute())
    return vault is not None and not is_note(path.absolute().relative_to(vault).as_posix(), session.settings_of(vault))


def verify_vault(options: Namespace) -> int:
    """`verify-vault VAULT`: every note, several at a time, and a summary."""
    vault, settings = session.open_vault(options.vault)
    notes, manner = sorted_notes(vault, session.narrowed(settings, options)), Manner.of(options)
    if not notes:
        session.complain(message("cli.no_notes", path=clean(str(vault))))
    paths = (Path(note.entry.path) for note in notes)
    if not manner.check and not _agreed(
        paths, len(notes), options, lambda: (told.outcome for told in _verify_all(notes, TRIAL, None, options.jobs))
    ):
        return Exit.FINE
    narrowed = bool(options.include or options.exclude)
    with _settled(vault, settings, None if narrowed else notes) if manner.trust else nullcontext() as settled:
        return _tell(_verify_all(notes, manner, settled, options.jobs), options, manner, total=len(notes))


@contextmanager
def _settled(vault: Path, settings: Settings, notes: Sequence[Found] | None) -> Iterator[Settled]:
    """What earlier runs remember; kept for the next one, also when this one is interrupted. notes: all there are, None: not known."""
    from vault_tools.settled import Settled, circumstances

    settled = Settled(vault, circumstances(find_vault(vault.absolute()), settings))
    try:
        yield settled
        settled.save(None if notes is None else (note.name for note in notes))
    finally:
        settled.close()


def _verify_all(notes: Sequence[Found], manner: Manner, settled: Settled | None, jobs: int | None) -> Generator[Result, None, None]:
    """Settled notes at once, the others several at a time; all in the order of the notes."""
    known = [settled.recall(note) if settled else None for note in notes]
    due = [note for note, told in zip(notes, known, strict=True) if told is None]
    with closing(_verify_due_notes(due, manner, settled, jobs)) as verified:
        for note, told in zip(notes, known, strict=True):
            if told is None:
                yield next(verified)
            else:
                path = str(Path(note.entry.path)) if told.unexpected else note.entry.path  # as it is told; where nothing is, none is made
                yield Result(Outcome(path, "", block=told.block, unexpected=told.unexpected), told.count)


def _verify_due_notes(due: Sequence[Found], manner: Manner, settled: Settled | None, jobs: int | None) -> Generator[Result, None, None]:
    if not due:
        return  # not even the imports that judging needs
    from vault_tools.many import verify_many
    from vault_tools.state import Bombs

    def verify(note: Found, judge: JudgeNote) -> Result:
        path = Path(note.entry.path)
        before = path.stat() if path.exists() else None
        outcome = _verify(path, judge, manner)
        count = _located(path, judge, outcome)
        if settled and before:
            settled.remember(note, before, outcome, count)
        return Result(replace(outcome, images=dict.fromkeys(outcome.images, b"")), count)

    yield from verify_many(due, verify, jobs, on_problem=session.complain, bombs=Bombs(anew=manner.check or manner.force))


def _located(path: Path, judge: JudgeNote, outcome: Outcome) -> Count:
    """A block that was trusted says that something is wrong, but not where: its note is judged, and nothing is written."""
    count = Count.of(outcome)
    if not outcome.unexpected or outcome.formulas:
        return count
    again = _verify(path, judge, TRIAL)
    places = [
        (verdict.line, verdict.status) for k, verdict in enumerate(again.formulas) if k in again.reported and verdict.status in FINDINGS
    ]
    found = tuple(place for place in places if place[1] in outcome.unexpected) or tuple((1, status) for status in outcome.unexpected)
    return Count({"unchanged": max(0, outcome.unjudged - len(found))} | Counter[str](status for _, status in found), found)


TRIAL = Manner(check=True, trust=False, pictures=False)


def _verify(path: Path, judge: JudgeNote, manner: Manner) -> Outcome:
    """One note, whatever it is: a note that cannot be processed is an outcome with a problem."""
    from vault_tools.files import verify_note  # what an unchanged vault does not need

    try:
        settings = session.settings_of(find_vault(path.absolute()))
        settings = settings if manner.pictures else replace(settings, pictures=False)
        try:
            outcome = verify_note(path, settings=settings, judge=judge, check=manner.check, force=manner.force, trust=manner.trust)
        except UnwritableNoteError as error:
            outcome = _only_judged(verify_note(path, settings=settings, judge=judge, check=True), error)
    except NoteError as error:
        outcome = Outcome(str(path), "", problem=Problem(error.message))
    return replace(outcome, name=str(path))


def _only_judged(outcome: Outcome, refusal: UnwritableNoteError) -> Outcome:
    """What a note that is not to be written came to; the refusal counts where its block would have changed."""
    if not outcome.changed:
        return outcome
    return replace(outcome, changed=False, images={}, problem=outcome.problem or Problem(refusal.message))


def _tell(results: Iterable[Result], options: Namespace, manner: Manner, total: int | None = None) -> int:
    """Print what came of the notes as they come, as lines or as one JSON document; the highest exit code wins."""
    worst = Exit.FINE
    document = DocumentWriter(sys.stdout.write)
    with (
        _sarif_log(options, manner) as log,
        _teller(options, manner, total) as teller,
        document.whole() if options.json else nullcontext(),
    ):
        for result in results:
            outcome = result.outcome
            code = exit_code(outcome, written=not manner.check)
            worst = max(worst, code)
            if log:
                log.add(outcome)
            if options.json:
                document.add(outcome)
                continue
            teller.tell(outcome, result.count, code)
            if options.diff and outcome.changed:
                _show_change(outcome)
        if log:
            log.save()
    return worst


def _teller(options: Namespace, manner: Manner, total: int | None) -> Teller:
    """Of a run that shows changes the standard output is the patch, and the report goes to standard error."""
    dry = DIFF if options.diff else "--check" if manner.check else ""
    stream = sys.stderr if options.diff else sys.stdout
    return Teller(stream, quiet=options.quiet or options.json, dry=dry, total=total, cleaning=options.command == "clean")


def _show_change(outcome: Outcome) -> None:
    """The change as a unified diff, which `patch -p1` takes."""
    before = Path(outcome.name).read_bytes().decode("utf-8", "replace")
    for line in diff_lines(before, outcome.text, clean(outcome.name).lstrip("/")):
        print(line)


def _sarif_log(options: Namespace, manner: Manner) -> AbstractContextManager[SarifLog | None]:
    if not options.sarif:
        return nullcontext()
    from vault_tools.sarif import SarifLog

    return SarifLog(options.sarif, written=not manner.check)


# ---------------------------------------------------------------- the question before the first block of a vault


def _agreed(notes: Iterable[Path], total: int, options: Namespace, trial: Callable[[], Iterable[Outcome]]) -> bool:
    """In a vault without any block say first how many notes would get one, and ask where somebody can answer."""
    if options.yes or options.json or not _can_answer():
        return True
    from vault_tools.files import has_block  # what a run that asks nothing does not need

    if any(map(has_block, notes)):
        return True
    from rich.console import Console
    from rich.progress import track

    looked_at = track(trial(), str(message("cli.looking")), total, console=Console(file=sys.stdout), transient=True)
    count = sum(outcome.changed for outcome in looked_at)
    print(message("cli.first_time", count=count, total=total))
    return count == 0 or input(str(message("cli.ask"))).strip().lower() in ("y", "yes")


def _can_answer() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


# ---------------------------------------------------------------- watch


def watch_vault(options: Namespace) -> int:
    """`watch VAULT` until Ctrl-C or SIGTERM; `--once` until all notes are up to date."""
    from vault_tools.state import watch_lock
    from vault_tools.watch import Ledger, Observed, due_notes

    vault, settings = session.open_vault(options.vault)
    options.json = options.diff = options.sarif = False
    with watch_lock(vault) as alone, session.judging(options.jobs) as judge:
        if not alone:
            print(message("watch.locked", vault=clean(str(vault))), file=sys.stderr)
            return Exit.USAGE
        notes = find_notes(vault, settings)
        if not _agreed(notes, len(notes), options, lambda: (_verify(path, judge, TRIAL) for path in notes)):
            return Exit.FINE
        ledger = Ledger(vault, settings)
        try:
            with Observed(vault, settings, lambda said: print(said, flush=True)) as hints:
                outcomes = _verify_due(due_notes(ledger, hints, once=options.once), ledger, judge)
                return _tell(map(Result.of, outcomes), options, Manner())
        except KeyboardInterrupt:
            print(message("watch.ended"))
            return Exit.FINE


def _verify_due(due: Iterable[set[Path]], ledger: Ledger, judge: JudgeNote) -> Iterator[Outcome]:
    from vault_tools.files import may_concern_us

    for paths in due:
        for path in sorted(filter(may_concern_us, paths)):
            outcome = _verify(path, judge, Manner())
            if outcome.changed:
                ledger.wrote(path, outcome)
            if outcome.changed or outcome.problem or outcome.unexpected:
                yield outcome


# ---------------------------------------------------------------- run, handlers, trust, service, clean


def run_formula(options: Namespace) -> int:
    """`run LATEX`: one formula on the inputs of `--set`, the others invented; judged as in a note."""
    from vault_tools.compiler.names import code_name  # what other commands do not need

    latex = options.latex.strip().strip("$").strip()
    given = {code_name(name): value for name, value in options.set}
    note = NoteMath((Formula(latex, 1, True, Span(0, len(latex))),), options=Options(inputs=given))
    with session.judging(1) as judge:
        judgement: Judgement = judge(note, Settings(pictures=False, everything=True))[0]
    verdict = _said_where_from(judgement.verdict, given)
    unknown = sorted(set(given) - set(verdict.inputs)) if verdict.inputs else []
    if unknown:
        raise ConfigError(str(message("cli.unknown_input", name=unknown[0], inputs=", ".join(verdict.inputs))))
    if options.json:
        print(formula_document(verdict))
    else:
        for line in formula_lines(verdict, Style(sys.stdout)):
            print(line)
    return Exit.FINDINGS if verdict.status in ("refuted", "malformed") else Exit.FINE


def _said_where_from(verdict: Verdict, given: Mapping[str, object]) -> Verdict:
    """Inputs of `--set` come from the command line, not from a note's block."""
    origin = message("input.command_line")
    inputs = {name: replace(used, origin=origin) if name in given else used for name, used in verdict.inputs.items()}
    return replace(verdict, inputs=inputs)


def print_service(options: Namespace) -> int:
    """`service VAULT`: the text of a service that watches the vault; where it belongs is said on standard error."""
    from vault_tools.service import START, WHERE, service_text, usual_kind

    vault, _ = session.open_vault(options.vault)
    kind = options.kind or usual_kind()
    try:
        print(service_text(vault, kind), end="")
    except UnicodeError as error:
        raise ConfigError(str(message("service.no_text", path=clean(str(vault))))) from error
    print(message("service.where", path=WHERE[kind], command=START[kind]), file=sys.stderr)
    return Exit.FINE


def clean_notes(options: Namespace) -> int:
    """`clean NOTE|VAULT`: blocks and pictures out, every other byte as it was."""
    notes = [note for path in options.paths for note in (find_notes(path, Settings()) if path.is_dir() else [path])]
    options.json = options.diff = options.sarif = False
    total = len(notes) if any(path.is_dir() for path in options.paths) else None
    return _tell((Result.of(_clean(path, options)) for path in notes), options, Manner(options.check, options.force), total)


def _clean(path: Path, options: Namespace) -> Outcome:
    from vault_tools.files import clean_note

    try:
        outcome = clean_note(path, check=options.check, force=options.force)
    except NoteError as error:
        outcome = Outcome(str(path), "", problem=Problem(error.message))
    return replace(outcome, name=str(path))
