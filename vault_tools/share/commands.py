"""What the commands do that take something out of a vault: export, report, index, completion."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools import session
from vault_tools.atomic import create_file
from vault_tools.config import find_vault
from vault_tools.errors import ConfigError, Exit, NoteError
from vault_tools.files import read_note, write_note
from vault_tools.model import Outcome, Settings, message
from vault_tools.pictures import link_style
from vault_tools.share.gather import judged_note, prevailing
from vault_tools.terminal import clean
from vault_tools.vault import find_notes

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator
    from pathlib import Path

    from vault_tools.files import NoteFile
    from vault_tools.notes.writing.links import LinkStyle
    from vault_tools.share.gather import JudgedNote


def export_note(options: Namespace) -> int:
    """`export NOTE --to py|ipynb`: the verified formulas as code, on standard output or in a file."""
    from vault_tools.share.export import module_of, python_module
    from vault_tools.share.notebook import notebook

    with session.judging(None) as judge:
        note = judged_note(options.note, judge, Settings(pictures=False, everything=True))
    if note.problem is not None and not note.judgements:
        raise NoteError(note.problem.message)
    module = module_of(note.judgements)
    write = python_module if options.to == "py" else notebook
    _put(write(module, note.name), options.output, replace=options.replace)
    verified = sum(judgement.verdict.status == "verified" for judgement in note.judgements)
    print(message("share.exported", count=len(module.formulas), verified=verified, total=len(note.judgements)), file=sys.stderr)
    return Exit.FINE


def report_vault(options: Namespace) -> int:
    """`report VAULT -o DIR`: a page with every formula of the vault."""
    from vault_tools.share.site import PAGE, demand_ours, write_site

    vault, settings = session.open_vault(options.vault)
    demand_ours(options.output)
    notes = _judged_notes(vault, session.narrowed(settings, options), options.jobs)
    statuses = write_site(options.output, vault.resolve().name, notes, settings.language)
    print(message("share.reported", path=clean(str(options.output / PAGE)), count=sum(statuses.values())))
    return Exit.FINE


def index_vault(options: Namespace) -> int:
    """`index VAULT`: one note that lists every distinct formula of the vault."""
    from vault_tools.notes.reading.frontmatter import INDEX
    from vault_tools.share.index import clashes, distinct, slim
    from vault_tools.share.index_note import Links, index_text, plan_index

    vault, settings = session.open_vault(options.vault)
    path = vault / options.output
    if path.suffix.lower() != ".md" or not path.absolute().parent.resolve().is_relative_to(vault.resolve()):
        raise ConfigError(str(message("share.index_no_note", path=clean(str(options.output)))))
    asked = replace(session.narrowed(settings, options), pictures=False, everything=True, notation=True)
    notes = [slim(note) for note in _judged_notes(vault, asked, options.jobs) if path.name != note.name]
    language = settings.language or prevailing(notes)
    note = read_note(path) if os.path.lexists(path) else None
    links = Links.of(_link_style(path), (other.name for other in notes))
    decision = plan_index(note.text if note else INDEX, index_text(distinct(notes), clashes(notes), links, language), force=options.force)
    if decision.problem is not None:
        print(f"{clean(str(path))}: {decision.problem.message}")
        return Exit.FINDINGS
    if decision.action == "nothing" or options.check:
        print(message("share.index_current" if decision.action == "nothing" else "share.index_stale", path=clean(str(path))))
        return Exit.FINE if decision.action == "nothing" else Exit.FINDINGS
    _write_index(path, note, decision.text)
    print(message("share.index_written", path=clean(str(path))))
    return Exit.FINE


def _link_style(path: Path) -> LinkStyle:
    absolute = path.absolute()
    vault = find_vault(absolute)
    return link_style(absolute.parent.resolve() / path.name, vault.resolve() if vault else None)


def _write_index(path: Path, note: NoteFile | None, text: str) -> None:
    """NoteError, ConfigError: it could not be written, or somebody else made a note of that name in between."""
    if note is not None:
        write_note(note, Outcome(note.place.name, text, changed=True))
        return
    try:
        is_new = create_file(path, text.encode("utf-8"))
    except OSError as error:
        raise _unwritable(path, error) from error
    if not is_new:
        raise NoteError(message("note.busy"))


def print_completion(options: Namespace) -> int:
    """`completion bash|zsh|fish`: a script for the shell."""
    from vault_tools.share.completion import script

    sys.stdout.write(script(options.parser, options.shell))
    return Exit.FINE


def _judged_notes(vault: Path, settings: Settings, jobs: int | None) -> Iterator[JudgedNote]:
    """Every note of the vault, several at a time; a line of progress where a person looks."""
    from vault_tools import many
    from vault_tools.state import Bombs

    notes, said = find_notes(vault, settings), session.complain
    if not notes:
        said(message("cli.no_notes", path=clean(str(vault))))
    judged = many.verify_many(
        notes, lambda path, judge: judged_note(path, judge, settings, vault), jobs, on_problem=said, bombs=Bombs(anew=False)
    )
    if not sys.stderr.isatty():
        yield from judged
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(judged, total=len(notes), description=str(message("cli.notes")), console=Console(file=sys.stderr), transient=True)


def _put(text: str, output: Path | None, *, replace: bool) -> None:
    """Write a file of the user's choice, or to standard output."""
    if output is None:
        sys.stdout.write(text)
        return
    try:
        with output.open("w" if replace else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise ConfigError(str(message("share.exists", path=clean(str(output))))) from None
    except OSError as error:
        raise _unwritable(output, error) from error


def _unwritable(path: Path, error: OSError) -> ConfigError:
    return ConfigError(str(message("share.unwritable", path=clean(str(path)), reason=error.strerror or type(error).__name__)))
