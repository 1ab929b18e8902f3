"""What a run reports, apart from how it looks: the JSON document and the exit code."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.model import Outcome, Verdict

MOST_NUMBERS = 400


class Exit(IntEnum):
    """The process's exit code; of several notes the highest wins."""

    FINE = 0
    FINDINGS = 1
    """A block missing, stale, edited or damaged, or a reported formula refuted or malformed that the note does not expect."""
    USAGE = 2
    UNPROCESSED = 3
    """A note that could not be processed; it is untouched."""


def exit_code(outcome: Outcome, *, written: bool) -> Exit:
    """What one note contributes. `written`: this run wrote the change, so that no block is missing or stale any more."""
    if outcome.problem is not None and outcome.block not in ("edited", "damaged"):
        return Exit.UNPROCESSED
    if outcome.block in ("edited", "damaged") and not (written and outcome.changed):
        return Exit.FINDINGS
    if outcome.unexpected or (outcome.changed and not written):
        return Exit.FINDINGS
    return Exit.FINE


def document(outcomes: Iterable[Outcome]) -> str:
    """The one JSON document of `--json`; non-finite numbers are strings."""
    notes = [
        {
            "note": outcome.name,
            "changed": outcome.changed,
            "block": outcome.block,
            "problem": _plain(asdict(outcome.problem)) if outcome.problem else None,
            "formulas": [_formula(asdict(verdict)) for verdict in outcome.formulas],
        }
        for outcome in outcomes
    ]
    return json.dumps({"notes": notes}, ensure_ascii=False, allow_nan=False)


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
