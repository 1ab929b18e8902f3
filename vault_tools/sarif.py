"""Outcomes -> SARIF 2.1.0 (OASIS), which code hosts show as annotations at the line of a formula."""

from __future__ import annotations

import errno
import json
import os
import shutil
from importlib.metadata import version
from pathlib import PurePath
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from vault_tools.errors import ConfigError
from vault_tools.model import message
from vault_tools.terminal import problem_text, refutation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from types import TracebackType

    from vault_tools.model import Outcome, Verdict

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULES = ("refuted", "malformed", "note", "block")
"""A claim that does not hold, a formula that cannot be read, a note that cannot be processed, a block that is missing, stale or edited."""


class SarifLog:
    """The log of one run: results go to a temporary file as they come, and into FILE at the end, so that an earlier log stays till then.

    written: this run wrote the blocks, so that none is missing or stale any more.
    """

    def __init__(self, file: Path, *, written: bool) -> None:
        """ConfigError: there is no such folder, which is better said before an hour's work than after it."""
        self._file, self._written = file, written
        if not file.parent.is_dir():
            raise ConfigError(str(message("share.unwritable", path=file, reason=os.strerror(errno.ENOENT))))
        self._between = "\n"

    def __enter__(self) -> SarifLog:
        self._results = TemporaryFile("w+", encoding="utf-8", newline="\n")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._results.close()

    def add(self, outcome: Outcome) -> None:
        """What is to be told of one note."""
        for result in _results(outcome, written=self._written):
            self._results.write(self._between + json.dumps(result, ensure_ascii=False, indent=1))
            self._between = ",\n"

    def save(self) -> None:
        """Write the file. ConfigError: it cannot be written, and why."""
        self._results.seek(0)
        head, tail = _frame()
        try:
            with self._file.open("w", encoding="utf-8", newline="\n") as file:
                file.write(head)
                shutil.copyfileobj(self._results, file)
                file.write(tail)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ConfigError(str(message("share.unwritable", path=self._file, reason=reason))) from error


def _frame() -> tuple[str, str]:
    """What stands before and behind the results."""
    driver = {
        "name": "vault-tools",
        "version": version("vault-tools"),
        "rules": [{"id": rule, "shortDescription": {"text": str(message(f"sarif.{rule}"))}} for rule in RULES],
    }
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": []}
    text = json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)
    head, _, tail = text.rpartition("[]")
    return f"{head}[", f"\n]{tail}\n"


def _results(outcome: Outcome, *, written: bool) -> Iterator[Mapping[str, Any]]:
    if outcome.problem is not None:
        rule = "block" if outcome.block in ("edited", "damaged") else "note"
        yield _result(rule, "error", str(outcome.problem.message), outcome.name, 1)
    elif outcome.changed and not written:
        told = message("cli.would_write" if outcome.block == "none" else "cli.would_change", option="--check")
        yield _result("block", "warning", str(told), outcome.name, 1)
    for position in outcome.reported:
        verdict = outcome.formulas[position]
        if verdict.status in outcome.unexpected:
            yield _result(verdict.status, "error", _finding(verdict), outcome.name, _line(verdict))


def _finding(verdict: Verdict) -> str:
    told = problem_text(verdict.problem) if verdict.problem is not None else refutation(verdict)
    return told or str(message("sarif.refuted"))


def _line(verdict: Verdict) -> int:
    """The line of the broken place, else that of the formula's dollars."""
    span = verdict.problem.span if verdict.problem else None
    return verdict.line + (verdict.latex[: span.start].count("\n") if span else 0)


def _result(rule: str, level: str, text: str, note: str, line: int) -> Mapping[str, Any]:
    path = PurePath(note)
    address = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    place = {"artifactLocation": {"uri": address}, "region": {"startLine": line}}
    return {
        "ruleId": rule,
        "ruleIndex": RULES.index(rule),
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    }
