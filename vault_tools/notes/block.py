"""Judgements -> the text of the block: a summary and one callout per reported formula. The markers round it are splice's."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from vault_tools.model import Exhibit, InputUsed, Judgement, Status, Verdict
from vault_tools.notes.writing.callouts import KINDS, OPEN, callout, code, paragraphs
from vault_tools.notes.writing.finding import failing, findings
from vault_tools.notes.writing.links import LinkStyle
from vault_tools.notes.writing.matrices import brief, decimals, flat, matrix, small, spoken
from vault_tools.notes.writing.receipt import receipt
from vault_tools.notes.writing.retold import tellings
from vault_tools.notes.writing.sizes import is_symbol, shape_story, symbol
from vault_tools.notes.writing.underline import underlined
from vault_tools.notes.writing.whitelist import fenced, harmless, math, say, separator, term, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vault_tools.model import Message
    from vault_tools.notes.writing.retold import Telling

_ORDER: tuple[Status, ...] = ("verified", "refuted", "malformed", "failed", "unsupported", "skipped")
_WITH_NUMBERS: frozenset[Status] = frozenset({"verified", "refuted"})
"""Where the voices disagree no number is shown."""
_LONGEST_TITLE = 72
_LONGEST_ALT = 240
_SCALARS_SHOWN = 8
STATED = re.compile(r" = [−-]?\d[^=()]*(?<!…)$")
"""A title that ends with the number that the note states: `3 · 4 = 12`, and not `P(X = 3)`."""


def render(judgements: Sequence[Judgement], *, language: str = "en", links: LinkStyle | None = None) -> list[str]:
    """The lines between the markers, without empty lines at either end; nothing when no formula is reported.

    The same judgements give the same lines on every machine: no dates, versions, paths or line numbers stand in them.
    """
    reported = [judgement for judgement in judgements if judgement.reported]
    if not reported:
        return []
    style = links or LinkStyle()
    told, shared = tellings(reported)
    return paragraphs([_summary(reported, language)], *(_callout(telling, language, style) for telling in told), _shared(shared, language))


def _shared(readings: Sequence[Message], language: str) -> list[str]:
    """How several of the formulas were read, once for all."""
    lines = [f"- {say(reading, language)}" for reading in readings]
    return callout("info", words("block.readings_shared", language), lines, open_=False) if lines else []


def _summary(reported: Sequence[Judgement], language: str) -> str:
    counts = Counter(judgement.verdict.status for judgement in reported)
    return " · ".join(words(f"block.count_{status}", language, count=counts[status]) for status in _ORDER if counts[status])


def _callout(telling: Telling, language: str, links: LinkStyle) -> list[str]:
    judgement = telling.judgement
    verdict = judgement.verdict
    exhibit = judgement.exhibit or Exhibit(title=words("block.a_formula", language))
    body = paragraphs(
        _formula(verdict, exhibit),
        *([line] for line in findings(verdict, language)),
        _problem(verdict, language),
        list(_facts(verdict, exhibit, language)),
        [words("block.shown_above", language, title=telling.like)] if telling.like else [],
        *([line] for line in _pictures(exhibit, language, links)),
        receipt(verdict, language),
        list(_remarks(verdict, exhibit, language)),
        [] if telling.like else _steps(verdict, exhibit, language),
        code(words("block.code", language), verdict.source) if verdict.source and verdict.status in _WITH_NUMBERS else [],
    )
    title = _title(verdict, exhibit, language) + (f" (×{telling.times})" if telling.times > 1 else "")
    return callout(KINDS.get(verdict.status, "warning"), title, body, open_=verdict.status in OPEN)


# ---------------------------------------------------------------- title, formula, problem


def _title(verdict: Verdict, exhibit: Exhibit, language: str) -> str:
    return f"{harmless(exhibit.title)} — {_outcome(verdict, exhibit.title, language)}"


def _outcome(verdict: Verdict, title: str, language: str) -> str:
    wrong = len(failing(verdict))
    if verdict.status == "refuted" and wrong:
        return words("block.refuted_one" if wrong == 1 else "block.refuted_many", language, count=wrong)
    status = words(f"block.is_{verdict.status}", language)
    if verdict.status == "verified":
        return status + _value(verdict, title, language)
    told = _briefly(verdict, language)
    if not told or verdict.status == "malformed":
        return told or status
    return f"{status}{separator('colon', language)}{told}"


def _value(verdict: Verdict, title: str, language: str) -> str:
    """A single number stands in the title, unless the formula there says it: the reader of a folded callout came for it."""
    if isinstance(verdict.value, list | tuple) or not small(verdict.value):
        return ""
    value = _in_telling_digits(verdict)
    says_it = STATED.search(title) or title.replace("-", "−").endswith(f" ≈ {value}")
    return "" if says_it else f"{separator('colon', language)}{value}"


def _in_telling_digits(verdict: Verdict) -> str:
    """A number with a digit more than the note has, where the note cuts its last digit off: 0.99995 beside 0.9999."""
    cut = [claim.stated for claim in verdict.claims if claim.remark is not None and claim.remark.key == "claim.truncated"]
    numbers = list(flat(verdict.value))
    digits = max((decimals([number]) for stated in cut for number in flat(stated)), default=0)
    return spoken(numbers[0], digits + 1) if digits and "e" not in brief(verdict.value) else brief(verdict.value)


def _briefly(verdict: Verdict, language: str) -> str:
    """The problem as the end of a title, "" where it is too long for that."""
    if verdict.problem is None:
        return ""
    told = say(verdict.problem.message, language).rstrip(".。")
    if len(told) > _LONGEST_TITLE:
        return ""
    return told[:1].lower() + told[1:] if told[1:2].islower() else told


def _formula(verdict: Verdict, exhibit: Exhibit) -> list[str]:
    """Printed by our own printer; what could not be read stands in a fence, the place underlined."""
    if exhibit.latex is not None:
        return [f"$${math(exhibit.latex)}$$"]
    span = verdict.problem.span if verdict.problem else None
    return fenced(underlined(verdict.latex, span), "text")


def _problem(verdict: Verdict, language: str) -> list[str]:
    """What is wrong, unless the title says it, and what to do next."""
    if verdict.problem is None:
        return []
    message = [] if _briefly(verdict, language) else [verdict.problem.message]
    parts = [*message, *([verdict.problem.hint] if verdict.problem.hint else [])]
    return [" ".join(say(part, language) for part in parts)] if parts else []


# ---------------------------------------------------------------- shapes, inputs, result


def _facts(verdict: Verdict, exhibit: Exhibit, language: str) -> Iterator[str]:
    if any(step.shape for step in exhibit.story):
        yield f"- **{words('block.shapes', language)}** {shape_story(exhibit.story, set(verdict.inputs), language)}"
    if verdict.inputs:
        yield f"- **{words('block.inputs', language)}** {_inputs(verdict, language)}"
    if verdict.status == "refuted" and not _is_told(verdict) and not isinstance(verdict.value, list | tuple) and small(verdict.value):
        yield f"- **{words('block.result', language)}** ${matrix(verdict.value)}$"


def _is_told(verdict: Verdict) -> bool:
    """Whether a finding says the value that is right."""
    return any(claim.computed == verdict.value for claim in failing(verdict))


def _inputs(verdict: Verdict, language: str) -> str:
    """Inputs by origin, in the order in which the formula names them; numbers with their value."""
    groups: dict[str, list[str]] = {}
    for name, given in verdict.inputs.items():
        shown = f"${symbol(name)} = {matrix(given.value)}$" if _is_told_in_line(given) else f"${symbol(name)}$"
        groups.setdefault(say(given.origin, language), []).append(shown)
    comma, colon = separator("comma", language), separator("colon", language)
    told = [comma.join(_few(names)) + colon + origin for origin, names in groups.items()]
    return separator("semicolon", language).join(told)


def _is_told_in_line(given: InputUsed) -> bool:
    """Numbers, and rows of a few."""
    return len(given.shape) < 2 and small(given.value)


def _few(names: list[str]) -> list[str]:
    return names if len(names) <= _SCALARS_SHOWN else [*names[:_SCALARS_SHOWN], "…"]


# ---------------------------------------------------------------- pictures, remarks, steps


def _pictures(exhibit: Exhibit, language: str, links: LinkStyle) -> Iterator[str]:
    for picture in exhibit.pictures:
        yield links.embed(picture.name, say(picture.alt, language)[:_LONGEST_ALT], picture.wide)


def _remarks(verdict: Verdict, exhibit: Exhibit, language: str) -> Iterator[str]:
    for note in exhibit.notes:
        yield f"- {say(note, language)}"
    for reading in verdict.readings:
        yield f"- **{words('block.reading', language)}** {say(reading, language)}"


def _steps(verdict: Verdict, exhibit: Exhibit, language: str) -> list[str]:
    """Small inputs and steps with their numbers, folded away where a picture shows them already."""
    if verdict.status not in _WITH_NUMBERS:
        return []
    made = list(_made(verdict, exhibit, language))
    given = list(_given(verdict, exhibit))
    title = words("block.steps" if made else "block.given", language)
    return callout("example", title, [*given, *made], open_=not exhibit.pictures) if given or made else []


def _given(verdict: Verdict, exhibit: Exhibit) -> Iterator[str]:
    """The arrays that are put in, but for those that the line of the inputs tells."""
    told = {step.name: step for step in exhibit.story}
    for name, used in verdict.inputs.items():
        if used.shape != () and small(used.value) and not _is_told_in_line(used):
            yield _valued(symbol(name), told[name].latex if name in told else "", matrix(used.value))


def _made(verdict: Verdict, exhibit: Exhibit, language: str) -> Iterator[str]:
    """The steps of the story, and the value where none of them is it; a number that is the value stands in the title."""
    told = set()
    for step in exhibit.story:
        if step.name in verdict.inputs or not small(step.value) or (step.shape == () and step.value == verdict.value):
            continue
        told.add(matrix(step.value))
        yield _valued(_head(step.name, language), step.latex, matrix(step.value))
    if isinstance(verdict.value, list | tuple) and small(verdict.value) and (numbers := matrix(verdict.value)) not in told:
        yield _valued(_head("output", language), "", numbers)


def _head(name: str, language: str) -> str:
    """LaTeX of a step's name: a word of the table upright, a symbol as a symbol."""
    return symbol(name) if is_symbol(name) else rf"\text{{{math(term('block.step', name, language))}}}"


def _valued(head: str, latex: str, numbers: str) -> str:
    r"""`$$\text{scores} = \frac{QK^T}{\sqrt{d_k}} = \begin{bmatrix} … \end{bmatrix}$$` on one line."""
    told = math(latex).removeprefix(f"{head} = ") if latex else ""
    formula = f" = {told}" if told and told != head else ""
    return f"$${head}{formula} = {numbers}$$"
