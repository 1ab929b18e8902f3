"""What the commands do that take something out of a vault: export, report, index, completion."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from vault_tools import commands
from vault_tools.errors import ConfigError, NoteError
from vault_tools.model import Settings, message
from vault_tools.report import Exit
from vault_tools.share.gather import judged_note
from vault_tools.terminal import clean

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path


def export_note(options: Namespace) -> int:
    """`export NOTE --to py|ipynb`: the verified formulas as code, on standard output or in a file."""
    from vault_tools.share.export import module_of, python_module
    from vault_tools.share.notebook import notebook

    with commands.judging(None) as judge:
        note = judged_note(options.note, judge, Settings(pictures=False, everything=True))
    if note.problem is not None and not note.judgements:
        raise NoteError(note.problem.message)
    module = module_of(note.judgements)
    write = python_module if options.to == "py" else notebook
    _put(write(module, note.name), options.output, replace=options.replace)
    verified = sum(judgement.verdict.status == "verified" for judgement in note.judgements)
    print(message("share.exported", count=len(module.formulas), verified=verified, total=len(note.judgements)), file=sys.stderr)
    return Exit.FINE


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
        reason = error.strerror or type(error).__name__
        raise ConfigError(str(message("share.unwritable", path=clean(str(output)), reason=reason))) from error
