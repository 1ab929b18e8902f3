r"""What a note states and what is right instead: the first thing that stands under a refuted formula.

`The note states $[0.2, 0.8]$; right is $[0.3, 0.7]$`: lists and matrices in their shape, the wrong entries in a frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vault_tools.notes.writing.matrices import as_float, decimals, flat, matrix, number, small, spoken, table, written
from vault_tools.notes.writing.whitelist import say, separator, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import Claim, Verdict

_MOST_NUMBERS = 36
_MOST_DIFFERENCES = 3


def failing(verdict: Verdict) -> tuple[Claim, ...]:
    """The claims of the note that do not hold."""
    return tuple(claim for claim in verdict.claims if claim.holds is False)


def findings(verdict: Verdict, language: str) -> Iterator[str]:
    """A sentence for each claim that does not hold: what is stated, what is right, and what the mistake may be."""
    who = words("block.claim", language)
    gap = " " if language == "en" else ""
    for claim in failing(verdict):
        remark = say(claim.remark, language) if claim.remark else ""
        yield f"**{who[:1].upper()}{who[1:]}**{gap}{_told(claim, language)}{separator('stop', language)}{remark}".rstrip()


def _told(claim: Claim, language: str) -> str:
    stated, computed = list(flat(claim.stated)), list(flat(claim.computed))
    if len(stated) != len(computed) or not stated or stated == computed:  # the same number in a wrong unit
        return _in_words(claim, language)
    if len(stated) > _MOST_NUMBERS or not small(claim.stated) or not small(claim.computed):
        return _differences(stated, computed, language)
    digits, own = _telling_digits(stated, computed), _stated_digits(stated)
    return _against(_numbers(claim.stated, own), _numbers(claim.computed, digits, unlike(claim)), language)


def _against(stated: str, computed: str, language: str) -> str:
    right = f"{separator('semicolon', language)}{words('block.right_is', language)} ${computed}$"
    return f"{words('block.states', language)} ${stated}${right}"


def _in_words(claim: Claim, language: str) -> str:
    """A claim that is no list of numbers, such as a shape or an equation."""
    if isinstance(claim.stated, str) and isinstance(claim.computed, str):
        return words("block.claim_numbers", language, stated=claim.stated, computed=claim.computed)
    return words("block.claim_text", language, text=claim.text.removeprefix("= "))


def _numbers(value: Any, digits: int, framed: frozenset[int] = frozenset()) -> str:
    """LaTeX of a number, a row or a matrix with so many digits behind the point; very large and very small ones as everywhere."""
    if not isinstance(value, list | tuple):
        single = as_float(value)
        return number(value) if r"\cdot" in number(value) else written(single, digits)
    if "10^" in matrix(value):
        return matrix(value)
    shown = (written(entry, digits) for entry in flat(value))
    return table(value, [rf"\boxed{{{entry}}}" if k in framed else entry for k, entry in enumerate(shown)])


def unlike(claim: Claim) -> frozenset[int]:
    """Places of the entries that differ by a unit of the last stated digit or more, where others do not."""
    stated, computed = list(flat(claim.stated)), list(flat(claim.computed))
    unit = 10.0 ** -_stated_digits(stated)
    wrong = {k for k, (one, other) in enumerate(zip(stated, computed, strict=True)) if abs(one - other) >= unit * (1 - 1e-9)}
    return frozenset(wrong if len(wrong) < len(stated) else ())


def _differences(stated: list[float], computed: list[float], language: str) -> str:
    """Of many numbers, the few that differ most, in their order."""
    own = _stated_digits(stated)
    unequal = [k for k, value in enumerate(stated) if written(value, own) != written(computed[k], own)]
    worst = sorted(unequal, key=lambda k: -abs(stated[k] - computed[k]))[:_MOST_DIFFERENCES]
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
