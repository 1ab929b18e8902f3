"""One judgement -> one card of the page: status, formula, what is wrong, and folded away how it was computed. Everything is escaped."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from vault_tools.compiler.lexing.macros import NO_MACROS, Macros
from vault_tools.errors import LatexSyntaxError
from vault_tools.model import Exhibit, Judgement, Verdict
from vault_tools.notes.writing.finding import findings
from vault_tools.notes.writing.matrices import matrix, small
from vault_tools.notes.writing.receipt import check_rows
from vault_tools.notes.writing.sizes import is_symbol, shape_story, symbol
from vault_tools.notes.writing.underline import underlined
from vault_tools.notes.writing.whitelist import plain, say, term, words
from vault_tools.share.mathml import mathml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vault_tools.model import Status

MARKS: Mapping[Status, str] = {"verified": "✓", "refuted": "✗", "malformed": "✗", "failed": "!", "unsupported": "?", "skipped": "·"}
PICTURES = "pictures"
"""Folder of the pictures beside the page."""
_LONGEST = 6000
_MOST_FINDINGS = 3
_WITH_NUMBERS: frozenset[Status] = frozenset({"verified", "refuted"})


def card(judgement: Judgement, language: str, macros: Macros = NO_MACROS) -> str:
    """The `<article>` of one formula; its data attributes are what the page filters by."""
    verdict, exhibit = judgement.verdict, judgement.exhibit
    family = term("block.family", verdict.handler, language) if verdict.handler else ""
    title = plain(exhibit.title) if exhibit and exhibit.title != verdict.latex else family
    data = {"status": verdict.status, "family": verdict.handler or "", "text": _searched(verdict, title, family)}
    attributes = " ".join(f'data-{name}="{escape(value)}"' for name, value in data.items())
    inside = [_head(verdict, title, family, language), _formula(verdict, exhibit, macros), *_findings(verdict, language)]
    return f'<article class="card" {attributes}>{"".join(inside)}{_details(judgement, language)}</article>'


def _searched(verdict: Verdict, title: str, family: str) -> str:
    return plain(f"{title} {family} {verdict.latex[:_LONGEST]}").lower()


def _head(verdict: Verdict, title: str, family: str, language: str) -> str:
    status = f'<span class="status {verdict.status}">{MARKS[verdict.status]} {escape(words(f"cli.{verdict.status}", language))}</span>'
    place = escape(words("cli.line", language, line=verdict.line))
    told = f"{escape(family)} · {place}" if family and family != title else place
    return f'<header>{status}<h3>{escape(title)}</h3><span class="place">{told}</span></header>'


# ---------------------------------------------------------------- the formula


def _formula(verdict: Verdict, exhibit: Exhibit | None, macros: Macros) -> str:
    """As it was understood; else as the note has it; what cannot be read at all as text, its broken place underlined."""
    if verdict.status == "malformed" and verdict.problem and verdict.problem.span:
        return f"<pre>{escape(underlined(verdict.latex[:_LONGEST], verdict.problem.span))}</pre>"
    latex, known = (exhibit.latex, NO_MACROS) if exhibit and exhibit.latex else (verdict.latex, macros)
    return f'<div class="formula" tabindex="0">{shown(latex, known)}</div>'


def shown(latex: str, macros: Macros = NO_MACROS, *, block: bool = True) -> str:
    """LaTeX as MathML, or as code where it cannot be read."""
    try:
        return mathml(latex, macros, block=block)
    except LatexSyntaxError:
        return f"<code>{escape(latex.strip()[:_LONGEST])}</code>"


def prose(text: str) -> str:
    """A sentence of ours (its foreign values are harmless already) with its code, bold words and formulas."""
    parts = escape(text, quote=False).split("$")
    for k in range(1, len(parts), 2):
        parts[k] = shown(parts[k].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"), block=False)
    joined = re.sub(r"`([^`]+)`", r"<code>\1</code>", "".join(parts))
    return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", joined)


def _findings(verdict: Verdict, language: str) -> Iterator[str]:
    """What the reader must see without unfolding anything."""
    if verdict.problem is not None:
        said = [part for part in (verdict.problem.message, verdict.problem.hint) if part]
        yield f'<p class="finding">{prose(" ".join(say(part, language) for part in said))}</p>'
    for told in islice(findings(verdict, language), _MOST_FINDINGS):
        yield f'<p class="finding">{prose(told)}</p>'


# ---------------------------------------------------------------- folded away


def _details(judgement: Judgement, language: str) -> str:
    verdict, exhibit = judgement.verdict, judgement.exhibit or Exhibit("")
    parts = [
        _part("shapes", "block.shapes", _shapes(verdict, exhibit, language), language),
        _part("steps", "block.steps", _steps(verdict, exhibit, language), language),
        _pictures(exhibit, language),
        _part("checks", "share.checks", _receipt(verdict, language), language),
        _remarks(verdict, exhibit, language),
        _code(verdict, language),
    ]
    body = "".join(parts)
    return f"<details><summary>{escape(words('share.details', language))}</summary>{body}</details>" if body else ""


def _part(name: str, key: str, body: str, language: str) -> str:
    return f'<section class="{name}"><h4>{escape(words(key, language))}</h4>{body}</section>' if body else ""


def _shapes(verdict: Verdict, exhibit: Exhibit, language: str) -> str:
    story = f"<p>{prose(shape_story(exhibit.story, set(verdict.inputs), language))}</p>" if any(s.shape for s in exhibit.story) else ""
    rows = [
        (
            shown(symbol(name), block=False),
            escape("×".join(map(str, used.shape)) or words("cli.number", language)),
            prose(say(used.origin, language)),
        )
        for name, used in verdict.inputs.items()
    ]
    return story + _table((), rows)


def _steps(verdict: Verdict, exhibit: Exhibit, language: str) -> str:
    """Small inputs and steps with their numbers; without a story the value."""
    if verdict.status not in _WITH_NUMBERS:
        return ""
    told = {step.name for step in exhibit.story}
    lines = [rf"{symbol(name)} = {matrix(used.value)}" for name, used in verdict.inputs.items() if name not in told and small(used.value)]
    for step in exhibit.story:
        if small(step.value):
            head = symbol(step.name) if is_symbol(step.name) else rf"\text{{{term('block.step', step.name, language)}}}"
            lines.append(" = ".join(part for part in (*_told(head, step.latex), matrix(step.value)) if part))
    if not exhibit.story and small(verdict.value):
        lines.append(rf"\text{{{words('block.result', language)}}} = {matrix(verdict.value)}")
    return "".join(f'<div class="formula" tabindex="0">{shown(line)}</div>' for line in lines)


def _told(head: str, latex: str) -> tuple[str, str]:
    """A step's name and its formula, without saying the name twice."""
    names_itself = latex == head or latex.startswith((f"{head} =", f"{head}="))
    return ("", latex) if names_itself else (head, latex)


def _pictures(exhibit: Exhibit, language: str) -> str:
    return "".join(_figure(f"{PICTURES}/{picture.name}", say(picture.alt, language), picture.wide) for picture in exhibit.pictures)


def _figure(source: str, alt: str, wide: int) -> str:
    return f'<figure><img src="{escape(source)}" alt="{escape(alt)}" width="{wide}" loading="lazy"></figure>'


def _receipt(verdict: Verdict, language: str) -> str:
    heads = [words(f"block.receipt_{column}", language) for column in ("checked", "how", "agrees")]
    note = escape(term("block.subject", "claim", language))
    answers = {True: words("block.yes", language), None: words("block.untold", language)}
    claims = [
        [
            f"{MARK_OF[claim.holds]} {note}",
            shown(claim.text, block=False),
            prose(say(claim.remark, language) if claim.remark else answers[claim.holds]),
        ]
        for claim in verdict.claims
        if claim.holds is not False
    ]
    others = replace(verdict, checks=tuple(check for check in verdict.checks if check.name != "claim" or not claims))
    return _table(map(escape, heads), [*claims, *([prose(entry) for entry in row] for row in check_rows(others, language))])


MARK_OF = {True: "✓", False: "✗", None: "–"}


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col">{entry}</th>' for entry in heads)
    body = "".join(f"<tr>{''.join(f'<td>{entry}</td>' for entry in row)}</tr>" for row in rows)
    return (
        f'<div class="wide"><table>{f"<thead><tr>{head}</tr></thead>" if head else ""}<tbody>{body}</tbody></table></div>' if body else ""
    )


def _remarks(verdict: Verdict, exhibit: Exhibit, language: str) -> str:
    notes = [prose(say(note, language)) for note in exhibit.notes]
    readings = [
        f"<strong>{escape(words('block.reading', language))}</strong> {prose(say(reading, language))}" for reading in verdict.readings
    ]
    items = "".join(f"<li>{text}</li>" for text in (*notes, *readings))
    return f"<ul>{items}</ul>" if items else ""


def _code(verdict: Verdict, language: str) -> str:
    if not verdict.source or verdict.status not in _WITH_NUMBERS:
        return ""
    button = f'<button type="button" class="copy">{escape(words("share.copy", language))}</button>'
    return f'<section class="code"><h4>NumPy</h4>{button}<pre><code>{escape(verdict.source.rstrip())}</code></pre></section>'
