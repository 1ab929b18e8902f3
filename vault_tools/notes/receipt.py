"""The receipt: what was checked, how, and how far it agrees, one line per voice; the voices that did not speak are named too."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from vault_tools.notes.matrices import decimals, flat, spoken, written
from vault_tools.notes.whitelist import cell, harmless, known, say, separator, term, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import Check, Claim, Verdict

_MARKS = {True: "✓", False: "✗", None: "–"}
_ANSWERS = {True: "block.yes", False: "block.no", None: "block.untold"}
_PLAIN_AGREEMENT = {"check.agrees", "check.holds"}
_MOST_NUMBERS = 12
_MOST_DIFFERENCES = 3


def receipt(verdict: Verdict, language: str) -> list[str]:
    """A table of the checks and of the claims that fail; nothing where nothing was checked."""
    rows = receipt_rows(verdict, language)
    if not rows:
        return []
    heads = [words(f"block.receipt_{column}", language) for column in ("checked", "how", "agrees")]
    return [_row(heads), "|---|---|---|", *(_row(row) for row in rows)]


def receipt_rows(verdict: Verdict, language: str) -> list[list[str]]:
    """What was checked, how, and how far it agrees: the rows of the receipt."""
    return [*check_rows(verdict, language), *failing_rows(verdict, language)]


def check_rows(verdict: Verdict, language: str) -> Iterator[list[str]]:
    """One line per voice; the properties of one thing that all hold share a line."""
    for together, checks in groupby(verdict.checks, lambda check: _subject(check, language) if _holds(check) else None):
        if together is None:
            yield from (_check(check, verdict, language) for check in checks)
        else:
            yield _properties(together, list(checks), language)


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
        return say(check.detail, language)
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


# ---------------------------------------------------------------- claims that do not hold


def failing(verdict: Verdict) -> tuple[Claim, ...]:
    """The claims of the note that do not hold."""
    return tuple(claim for claim in verdict.claims if claim.holds is False)


def failing_rows(verdict: Verdict, language: str) -> Iterator[list[str]]:
    """Who states it, what is stated and what is right, and `no`: a row for each claim that does not hold."""
    for claim in failing(verdict):
        remark = f" {say(claim.remark, language)}" if claim.remark else ""
        yield [f"✗ {words('block.claim', language)}", _told(claim, language) + remark, words("block.no", language)]


def _told(claim: Claim, language: str) -> str:
    stated, computed = list(flat(claim.stated)), list(flat(claim.computed))
    if len(stated) != len(computed) or not stated or stated == computed:  # the same number in a wrong unit
        return _in_words(claim, language)
    if len(stated) > _MOST_NUMBERS:
        return _differences(stated, computed, language)
    digits, own = _telling_digits(stated, computed), _stated_digits(stated)
    joint = separator("comma", language)
    return words(
        "block.claim_numbers",
        language,
        stated=joint.join(spoken(value, own) for value in stated),
        computed=joint.join(spoken(value, digits) for value in computed),
    )


def _in_words(claim: Claim, language: str) -> str:
    """A claim that is no list of numbers, such as a shape or an equation."""
    if isinstance(claim.stated, str) and isinstance(claim.computed, str):
        return words("block.claim_numbers", language, stated=claim.stated, computed=claim.computed)
    return words("block.claim_text", language, text=claim.text)


def _differences(stated: list[float], computed: list[float], language: str) -> str:
    """Of many numbers, the few that differ most, in their order."""
    own = _stated_digits(stated)
    unlike = [k for k, value in enumerate(stated) if written(value, own) != written(computed[k], own)]
    worst = sorted(unlike, key=lambda k: -abs(stated[k] - computed[k]))[:_MOST_DIFFERENCES]
    told = [
        words("block.claim_entry", language, position=k + 1, stated=spoken(stated[k], own), computed=spoken(computed[k], max(own, 2)))
        for k in sorted(worst)
    ]
    return separator("semicolon", language).join(told)


def _stated_digits(values: list[float]) -> int:
    """The digits that the note wrote, as far as the numbers still tell: those that the longest of them needs."""
    return next(
        (digits for digits in range(10) if all(abs(value - round(value, digits)) <= 1e-12 * max(1.0, abs(value)) for value in values)), 10
    )


def _telling_digits(stated: list[float], computed: list[float]) -> int:
    """As many digits as are stated, and more until stated and right number look different."""
    digits = max(2, _stated_digits(stated)) if decimals(computed) else 0
    while digits < 12 and [written(value, digits) for value in stated] == [written(value, digits) for value in computed]:
        digits += 1
    return digits
