"""The receipt: what was checked, how, and how far it agrees, one line per voice; the voices that did not speak are named too.

What a note states wrongly stands above it, see finding.py.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from vault_tools.model import message
from vault_tools.notes.writing.whitelist import cell, harmless, known, say, separator, term, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import Check, Message, Verdict

_MARKS = {True: "✓", False: "✗", None: "–"}
_ANSWERS = {True: "block.yes", False: "block.no", None: "block.untold"}
_PLAIN_AGREEMENT = {"check.agrees", "check.holds"}


def receipt(verdict: Verdict, language: str) -> list[str]:
    """A table of the checks; nothing where nothing was checked."""
    rows = list(check_rows(verdict, language))
    if not rows:
        return []
    heads = [words(f"block.receipt_{column}", language) for column in ("checked", "how", "agrees")]
    return [_row(heads), "|---|---|---|", *(_row(row) for row in rows)]


def check_rows(verdict: Verdict, language: str) -> Iterator[list[str]]:
    """One line per voice, the note's own first; the properties of one thing that all hold share a line."""
    ordered = (*_claims(verdict), *(check for check in verdict.checks if check.name != "claim"))
    for together, checks in groupby(ordered, lambda check: _subject(check, language) if _holds(check) else None):
        if together is None:
            yield from (_check(check, verdict, language) for check in checks)
        else:
            yield _properties(together, list(checks), language)


def _claims(verdict: Verdict) -> Iterator[Check]:
    """What the statements of a formula and the words beside it say of the note's own claims, each answer once."""
    claims = [check for check in verdict.checks if check.name == "claim"]
    for passed in dict.fromkeys(check.passed for check in claims):
        alike = [check for check in claims if check.passed is passed]
        count = sum(int(check.detail.values.get("count", 1)) for check in alike)
        yield replace(alike[0], detail=message(alike[0].detail.key, **{**alike[0].detail.values, "count": count}))


def _holds(check: Check) -> bool:
    return bool(check.passed) and check.detail.key == "check.holds" and check.detail.values.get("digits") is not None


def _properties(subject: str, checks: list[Check], language: str) -> list[str]:
    told = list(dict.fromkeys(term("block.how", check.name, language) for check in checks))
    digits = min(check.detail.values["digits"] for check in checks)
    return [f"✓ {subject}", separator("semicolon", language).join(told), words("block.to_digits", language, digits=digits)]


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell(entry) for entry in cells) + " |"


def _check(check: Check, verdict: Verdict, language: str) -> list[str]:
    return [f"{_MARKS[check.passed]} {_subject(check, language)}", _how(check, verdict, language), _agrees(check, language)]


def _subject(check: Check, language: str) -> str:
    if known("block.subject", check.name):
        return term("block.subject", check.name, language)
    function = check.detail.values.get("of")
    return harmless(str(function).replace("_", " ")) if function else words("block.subject", language)


def _how(check: Check, verdict: Verdict, language: str) -> str:
    if check.name == "claim":
        return separator("stop", language).join(
            [say(check.detail, language), *(_ended(remark, language) for remark in _remarks(verdict, check.passed))]
        )
    if check.name == "reference" and verdict.handler:
        return words("block.how_reference", language, handler=term("block.family", verdict.handler, language))
    return term("block.how", check.name, language)


def _agrees(check: Check, language: str) -> str:
    if check.name == "claim":
        return words(_ANSWERS[check.passed], language)
    digits = check.detail.values.get("digits")
    if check.passed and check.detail.key in _PLAIN_AGREEMENT and digits is not None:
        return words("block.to_digits", language, digits=digits)
    return say(check.detail, language)


def _ended(remark: Message, language: str) -> str:
    """A remark without its full stop: in a cell it ends with the cell."""
    return say(remark, language).rstrip(".。")


def _remarks(verdict: Verdict, holds: bool | None) -> tuple[Message, ...]:
    """How the claims that hold are to be taken (the last digit is cut off), or why others cannot be told."""
    told = {str(claim.remark): claim.remark for claim in verdict.claims if claim.holds is holds and claim.remark is not None}
    return tuple(told.values())
