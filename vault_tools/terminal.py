"""How results look on a terminal (and, without colours, in a pipe): a headline per note, a line per finding, the broken place underlined.

Everything that comes from a note is cleaned first: an escape sequence in a formula must not reach the terminal.
"""

from __future__ import annotations

import io
import os
import unicodedata
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from vault_tools.model import Claim, Message, Outcome, Problem, Span, Status, Verdict, message
from vault_tools.notes.writing.receipt import check_rows
from vault_tools.verify.wording.plain import plain_text
from vault_tools.verify.wording.title import whole_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vault_tools.catalogue import Entry

WIDTH = 110
LONGEST_NAME = 40
MOST_UNREAD = 8
"""Formulas of a note that cannot be read and are named."""
BEGIN = "<!-- vault-tools:begin "

_ORDER: tuple[Status, ...] = ("verified", "refuted", "malformed", "unsupported", "failed", "skipped")
_WORTH_A_LINE: frozenset[Status] = frozenset({"refuted", "malformed", "failed", "unsupported"})
"""Though the block may have no entry for it."""
_MARKS: Mapping[Status, str] = {"verified": "✓", "refuted": "✗", "malformed": "✗", "unsupported": "?", "failed": "!", "skipped": "·"}
_COLOURS: Mapping[str, str] = {
    "verified": "32",
    "refuted": "31",
    "malformed": "31",
    "failed": "33",
    "unsupported": "33",
    "bold": "1",
    "faint": "2",
}


class Style:
    """Colours where a person looks, plain text elsewhere."""

    def __init__(self, stream: TextIO) -> None:
        self.coloured = stream.isatty() and not os.environ.get("NO_COLOR")

    def __call__(self, kind: str, text: str) -> str:
        """`text` in the colour of `kind`."""
        return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if self.coloured and kind in _COLOURS else text

    def link(self, text: str, path: str) -> str:
        """`text`, which opens a file at a click where the terminal knows links (OSC 8)."""
        if not self.coloured:
            return text
        return f"\x1b]8;;{Path(path).absolute().as_uri()}\x1b\\{text}\x1b]8;;\x1b\\"


def clean(text: str) -> str:
    """`text` on one line, without control characters, lone surrogates and marks that turn the direction of writing."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in ("Cc", "Cs", "Cf") else c
        for c in text.replace("\n", " ").replace("\t", " ")
    )


# ---------------------------------------------------------------- one note


def note_lines(outcome: Outcome, fate: Message, style: Style, *, findings_only: bool = False) -> Iterator[str]:
    """What one note came to: headline, a line for each formula (or each that needs a look), and what happened to its block."""
    yield headline(outcome, style)
    titles = dict(zip(outcome.reported, outcome.titles, strict=False))
    unread = [k for k, verdict in enumerate(outcome.formulas) if verdict.status == "unsupported" and k not in titles]
    left_out = {k for k in unread if not _differs(outcome.formulas[k])} - set(unread[:MOST_UNREAD])
    untried = [k for k, verdict in enumerate(outcome.formulas) if verdict.problem and verdict.problem.message.key == "failed.note_time"]
    hidden = left_out | set(untried)
    told = set() if findings_only else set(titles)
    shown = [k for k, verdict in enumerate(outcome.formulas) if k not in hidden and (k in told or verdict.status in _WORTH_A_LINE)]
    names = {k: _short(clean(titles.get(k) or whole_title(outcome.formulas[k].latex))) for k in shown}
    wide = max(map(columns, names.values()), default=0)
    for k in shown:
        yield from _finding(outcome.formulas[k], names[k] + " " * (wide - columns(names[k])), style)
    if left_out:
        yield f"    {message('cli.more_unread', count=len(left_out))}"
    if untried:
        first = outcome.formulas[untried[0]]
        yield f"    {message('cli.not_tried', count=len(untried), line=first.line, why=first.problem.message if first.problem else '')}"
    yield f"    {clean(str(fate))}"


def _differs(verdict: Verdict) -> bool:
    """Two sides that were equated are not the same: always worth a line."""
    return any(claim.remark is not None and claim.remark.key == "claim.no_identity" for claim in verdict.claims)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def headline(outcome: Outcome, style: Style) -> str:
    """The note's name and what its formulas came to: all of them are counted, and said how many verified ones the block tells of."""
    summary = tally(Counter(verdict.status for verdict in outcome.formulas), style, _told_of(outcome))
    return f"{style('bold', clean(outcome.name))}   {summary}".rstrip()


def fate(outcome: Outcome, *, dry: str = "") -> Message:
    """What became of the note's block, or would have but for the option `dry`."""
    if outcome.problem is not None:
        return outcome.problem.message
    if outcome.unexpected and not outcome.formulas:
        return message("cli.current_findings", findings=tally(Counter(outcome.unexpected), Style(io.StringIO())))
    if not outcome.changed:
        return message("cli.current" if outcome.block == "current" else "cli.no_block")
    if dry:
        return message("cli.would_write" if outcome.block == "none" else "cli.would_change", option=dry)
    if BEGIN not in outcome.text:
        return message("cli.removed")
    return message("cli.written", count=len(outcome.images)) if outcome.images else message("cli.written_plain")


def fate_of_cleaning(outcome: Outcome, *, dry: str = "") -> Message:
    """What became of the block that `clean` takes out, or would have."""
    if outcome.problem is not None:
        return outcome.problem.message
    if not outcome.changed:
        return message("cli.nothing_to_clean")
    return message("cli.would_clean", option=dry) if dry else message("cli.cleaned")


def _told_of(outcome: Outcome) -> Mapping[Status, Message]:
    """How many verified formulas the block has an entry for, where it has none for some."""
    verified = [k for k, verdict in enumerate(outcome.formulas) if verdict.status == "verified"]
    told = len(set(verified) & set(outcome.reported))
    return {"verified": message("cli.told_of", count=told)} if told < len(verified) else {}


def tally(count: Mapping[Status, int], style: Style, notes: Mapping[Status, Message] | None = None) -> str:
    """`3 verified · 1 malformed · 17 skipped`; `notes`: what is said behind a count."""
    told = {status: f" ({note})" for status, note in (notes or {}).items()}
    return " · ".join(
        style(status, f"{count[status]} {message(f'cli.{status}')}") + told.get(status, "") for status in _ORDER if count.get(status)
    )


def closing_table(count: Mapping[str, int], style: Style) -> Iterator[str]:
    """All formulas of a vault by what came of them, a line each; nothing where there are none."""
    width = len(str(max(count.values(), default=0)))
    for status in (*_ORDER, "unchanged") if count else ():
        number = count.get(status, 0)
        if number or status not in ("skipped", "unchanged"):
            told = f"  {number:>{width}} {message(f'cli.{status}')}"
            yield style(status if number else "faint", told)


def finding_line(note: str, line: int, status: Status, style: Style) -> str:
    """`note.md:12: refuted`, which editors and terminals open at a click."""
    return f"{style.link(f'{clean(note)}:{line}', note)}: {style(status, str(message(f'cli.{status}')))}"


def _finding(verdict: Verdict, name: str, style: Style) -> Iterator[str]:
    mark = style(verdict.status, _MARKS[verdict.status])
    yield f"  {mark} {message('cli.line', line=verdict.line)!s:<10} {name}   {detail(verdict)}"
    if verdict.problem and verdict.problem.span and verdict.status == "malformed":
        yield from (f"      {line}" for line in underlined(verdict.latex, verdict.problem.span, style))


def detail(verdict: Verdict) -> str:
    """In half a line: the shapes and how far the voices agree, the claim that fails, or what is broken."""
    if verdict.problem is not None:
        return problem_text(verdict.problem)
    if refuted := refutation(verdict):
        return refuted
    digits = [check.detail.values["digits"] for check in verdict.checks if check.passed and "digits" in check.detail.values]
    agreed = message("cli.agrees", digits=min(digits)) if digits else ""
    told = ", ".join(str(part) for part in (shapes(verdict), agreed) if part)
    return told or next((clean(str(check.detail)) for check in verdict.checks if check.passed), "")


NAMES_ENTRIES = frozenset({"claim.wrong_entry", "claim.wrong_cell"})
"""Remarks that say what is right instead of what: two whole matrices before them would push them off the line."""


def refutation(verdict: Verdict) -> str:
    """What the note states, what comes out, and what the mistake may be, of up to three claims that do not hold; "" where all do."""
    failing = [claim for claim in verdict.claims if claim.holds is False]
    return "; ".join(map(_refuted, failing[:3]))


def _refuted(claim: Claim) -> str:
    if claim.remark is not None and claim.remark.key in NAMES_ENTRIES:
        return clean(str(claim.remark))
    stated = short(claim.stated) if isinstance(claim.stated, list | tuple) else plain_text(claim.text).removeprefix("= ")
    alike = claim.stated == claim.computed  # in a wrong unit
    told = message("cli.stated", text=stated) if alike else message("cli.claim", text=stated, computed=_differing(claim))
    return clean(f"{told}. {claim.remark}" if claim.remark else str(told))


def problem_text(problem: Problem) -> str:
    """The sentence and its hint."""
    return clean(" ".join(str(part) for part in (problem.message, problem.hint) if part))


def shapes(verdict: Verdict) -> str:
    """`Q 3×4, K 5×4 → 3×4`; scalars have no shape."""
    inputs = [f"{name} {_times(used.shape)}" for name, used in verdict.inputs.items() if used.shape]
    output = shape_of(verdict.value)
    return clean(" → ".join(part for part in (", ".join(inputs[:5]), _times(output)) if part))


def shape_of(value: Any) -> tuple[int, ...]:
    """Of nested lists."""
    return (len(value), *shape_of(value[0])) if isinstance(value, list | tuple) and value else ()


def _times(shape: tuple[int | str, ...]) -> str:
    return "×".join(map(str, shape))


def _differing(claim: Claim) -> str:
    """The computed value in as many digits as it takes to tell it from the stated one, six at least."""
    digits = next((count for count in range(6, 17) if short(claim.stated, count) != short(claim.computed, count)), 6)
    return short(claim.computed, digits)


def short(value: Any, digits: int = 6) -> str:
    """A whole number, or one in up to six digits (or as many as asked for); arrays entry by entry, cut where they get long."""
    if isinstance(value, float):
        return f"{value:.{16 if value.is_integer() else digits}g}"
    if isinstance(value, list | tuple):
        text = ", ".join(short(item, digits) for item in value)
        return f"[{text[:70]}…]" if len(text) > 70 else f"[{text}]"
    return str(value)


# ---------------------------------------------------------------- one formula, handlers


def formula_lines(verdict: Verdict, style: Style) -> Iterator[str]:
    """All that is known of one formula: how it was read, its source, and its value."""
    told = str(message("cli.nothing")) if verdict.status == "skipped" else detail(verdict)
    yield f"{style(verdict.status, _MARKS[verdict.status])} {message(f'cli.{verdict.status}')}   {told}"
    if verdict.problem and verdict.problem.span:
        yield from (f"    {line}" for line in underlined(verdict.latex, verdict.problem.span, style))
    for reading in verdict.readings:
        yield f"{message('cli.reading')} {clean(str(reading))}"
    for name, used in verdict.inputs.items():
        yield f"{name} = {short(used.value)}   {style('faint', clean(str(used.origin)))}"
    yield from map(claim_line, verdict.claims)
    for subject, how, agrees in check_rows(verdict, "en"):
        yield f"{message('cli.check')} {clean(subject)}: {clean(how)}: {clean(agrees)}"
    if verdict.source:
        yield from ("", *verdict.source.rstrip().split("\n"), "")
    if verdict.shape is not None:
        yield f"{message('cli.shape')} {_times(verdict.shape) or message('cli.number')}"
    if verdict.value is not None:
        yield f"{message('cli.value')} {array_text(verdict.value)}"


def claim_line(claim: Claim) -> str:
    """What the formula states, whether it holds, and why."""
    holds = message({True: "cli.holds", False: "cli.does_not_hold", None: "cli.cannot_tell"}[claim.holds])
    return clean(" ".join(part for part in (f"{message('cli.claimed')} {claim.text}: {holds}", str(claim.remark or "")) if part))


def array_text(value: Any) -> str:
    """Rows below each other, numbers with six digits."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple):
        return "[" + ",\n       ".join(array_text(row).replace("\n", "\n ") for row in value) + "]"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(array_text, value)) + "]"
    return short(value)


def handler_lines(entries: Sequence[Entry], *, full: bool) -> Iterator[str]:
    """Under each origin one line per handler, or all that it says of itself."""
    origin = ""
    for entry in entries:
        if entry.origin != origin:
            origin = entry.origin
            yield f"{message('cli.from')} {clean(origin)}"
        yield f"  {clean(entry.name):<28} {clean(entry.written)}"
        if full:
            yield from (f"    {clean(form)}" for form in entry.also)
            yield from (f"    {clean(line)}" for line in entry.page)


# ---------------------------------------------------------------- the underlined place


def underlined(latex: str, span: Span, style: Style) -> tuple[str, str]:
    """The line of `latex` in which `span` starts, and a line with carets below the span."""
    start = min(span.start, len(latex))
    first = latex.rfind("\n", 0, start) + 1
    last = latex.find("\n", start)
    line = latex[first : last if last >= 0 else len(latex)]
    begin, end = start - first, max(min(span.end - first, len(line)), start - first + 1)
    cut = max(0, begin - WIDTH // 2)
    visible = line[cut : cut + WIDTH]
    before, marked = clean(line[cut:begin]), clean(line[begin:end][: WIDTH // 2])
    lead, tail = "…" if cut else "", "…" if cut + WIDTH < len(line) else ""
    carets = " " * (columns(before) + len(lead)) + "^" * max(1, columns(marked))
    return f"{lead}{clean(visible)}{tail}", style("malformed", carets)


def columns(text: str) -> int:
    """How wide a text stands on a terminal: Chinese characters take two columns, combining marks none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def diff_lines(before: str, after: str, name: str) -> Iterator[str]:
    """A unified diff of the note with and without the change."""
    from difflib import unified_diff

    for line in unified_diff(before.split("\n"), after.split("\n"), f"a/{name}", f"b/{name}", lineterm="", n=2):
        yield "".join(c if c == "\t" else clean(c) for c in line)
