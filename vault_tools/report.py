"""What a run reports, apart from how it looks: the JSON document and the exit code."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from vault_tools.errors import Exit
from vault_tools.model import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.model import Outcome, Verdict

MOST_NUMBERS = 400
FINDINGS: tuple[Status, ...] = ("refuted", "malformed")


def exit_code(outcome: Outcome, *, written: bool) -> Exit:
    """What one note contributes. `written`: this run wrote the change, so that no block is missing or stale any more."""
    if outcome.problem is not None and outcome.block not in ("edited", "damaged"):
        return Exit.UNPROCESSED
    if outcome.block in ("edited", "damaged") and not (written and outcome.changed):
        return Exit.FINDINGS
    if outcome.unexpected or (outcome.changed and not written):
        return Exit.FINDINGS
    return Exit.FINE


@dataclass(frozen=True, slots=True)
class Count:
    """What a note adds to the closing table."""

    statuses: Mapping[str, int]
    """Formulas by status; `unchanged`: those that were not judged, because their block is up to date."""
    findings: tuple[tuple[int, Status], ...] = ()
    """Lines of refuted and malformed formulas: what a block tells of and the note does not expect; without a block all of them."""

    @staticmethod
    def of(outcome: Outcome) -> Count:
        """The formulas of one note."""
        statuses = Counter[str](verdict.status for verdict in outcome.formulas)
        if outcome.unjudged:
            statuses["unchanged"] = outcome.unjudged
        return Count(statuses, tuple(_findings(outcome)))


def _findings(outcome: Outcome) -> Iterator[tuple[int, Status]]:
    """The same that is known of the note when its block is trusted the next time."""
    for position, verdict in enumerate(outcome.formulas):
        is_told = position in outcome.reported and verdict.status in outcome.unexpected
        if verdict.status in FINDINGS and (is_told or not outcome.reported):
            yield verdict.line, verdict.status


class DocumentWriter:
    """Writes the one JSON document of `--json`, note by note; between `begin` and `end` it is not whole."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._between = ""

    def begin(self) -> None:
        """Open the list of notes."""
        self._write('{"notes": [')

    def add(self, outcome: Outcome) -> None:
        """One note; non-finite numbers are strings."""
        self._write(self._between + json.dumps(_note(outcome), ensure_ascii=False, allow_nan=False))
        self._between = ", "

    def end(self) -> None:
        """Close the document."""
        self._write("]}\n")

    @contextmanager
    def whole(self) -> Iterator[None]:
        """From `begin` to `end`, which comes also where an error ends the run: whoever reads the document gets a whole one."""
        self.begin()
        try:
            yield
        finally:
            self.end()


def _note(outcome: Outcome) -> dict[str, Any]:
    return {
        "note": outcome.name,
        "changed": outcome.changed,
        "block": outcome.block,
        "problem": _plain(asdict(outcome.problem)) if outcome.problem else None,
        "formulas": [_formula(asdict(verdict)) for verdict in outcome.formulas],
    }


def formula_document(verdict: Verdict) -> str:
    """One formula's entry alone, for `run --json`."""
    return json.dumps(_formula(asdict(verdict)), ensure_ascii=False, allow_nan=False)


def _formula(entry: dict[str, Any]) -> dict[str, Any]:
    for holder in (entry, *entry["inputs"].values()):
        if _count(holder["value"]) > MOST_NUMBERS:
            holder["value"] = None
    plain: dict[str, Any] = _plain(entry)
    return plain


def _count(value: Any) -> int:
    return sum(map(_count, value)) if isinstance(value, list | tuple) else 1


def _plain(value: Any) -> Any:
    """Only what strict JSON has."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value
