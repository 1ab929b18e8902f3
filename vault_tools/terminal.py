"""How results look on a terminal (and, without colours, in a pipe): a headline per note, a line per finding, the broken place underlined.

Everything that comes from a note is cleaned first: an escape sequence in a formula must not reach the terminal.
"""

from __future__ import annotations

import os
import unicodedata
from collections import Counter
from difflib import unified_diff
from typing import TYPE_CHECKING, Any, TextIO

from vault_tools.model import Message, Outcome, Problem, Span, Status, Verdict, message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

WIDTH = 110

_ORDER: tuple[Status, ...] = ("verified", "refuted", "malformed", "unsupported", "failed", "skipped")
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


def clean(text: str) -> str:
    """`text` on one line, without control characters, lone surrogates and marks that turn the direction of writing."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in ("Cc", "Cs", "Cf") else c
        for c in text.replace("\n", " ").replace("\t", " ")
    )


# ---------------------------------------------------------------- one note


def note_lines(outcome: Outcome, last: Message, style: Style) -> Iterator[str]:
    """What one note came to: headline, findings, and what happened to its block."""
    summary = tally(Counter(verdict.status for verdict in outcome.formulas), style)
    yield f"{style('bold', clean(outcome.name))}   {summary}".rstrip()
    titles = dict(zip(outcome.reported, outcome.titles, strict=False))
    shown = [k for k, verdict in enumerate(outcome.formulas) if k in titles or verdict.status in ("refuted", "malformed", "failed")]
    names = {k: clean(titles.get(k) or outcome.formulas[k].latex)[:32] for k in shown}
    wide = max(map(columns, names.values()), default=0)
    for k in shown:
        yield from _finding(outcome.formulas[k], names[k] + " " * (wide - columns(names[k])), style)
    yield f"    {last}"


def tally(count: Mapping[Status, int], style: Style) -> str:
    """`3 verified · 1 malformed · 17 skipped`."""
    return " · ".join(style(status, f"{count[status]} {message(f'cli.{status}')}") for status in _ORDER if count.get(status))


def _finding(verdict: Verdict, name: str, style: Style) -> Iterator[str]:
    mark = style(verdict.status, _MARKS[verdict.status])
    yield f"  {mark} {message('cli.line', line=verdict.line)!s:<10} {name}   {detail(verdict)}"
    if verdict.problem and verdict.problem.span and verdict.status == "malformed":
        yield from (f"      {line}" for line in underlined(verdict.latex, verdict.problem.span, style))


def detail(verdict: Verdict) -> str:
    """In half a line: the shapes and how far the voices agree, the claim that fails, or what is broken."""
    if verdict.problem is not None:
        return problem_text(verdict.problem)
    failing = [claim for claim in verdict.claims if claim.holds is False]
    if failing:
        return "; ".join(clean(f"{message('cli.claim', text=claim.text, computed=short(claim.computed))}") for claim in failing[:3])
    digits = [check.detail.values["digits"] for check in verdict.checks if check.passed and "digits" in check.detail.values]
    agreed = message("cli.agrees", digits=min(digits)) if digits else ""
    return ", ".join(str(part) for part in (shapes(verdict), agreed) if part)


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


def short(value: Any) -> str:
    """A number in up to six digits; arrays entry by entry, cut where they get long."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        text = ", ".join(map(short, value))
        return f"[{text[:70]}…]" if len(text) > 70 else f"[{text}]"
    return str(value)


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
    for line in unified_diff(before.split("\n"), after.split("\n"), f"a/{name}", f"b/{name}", lineterm="", n=2):
        yield "".join(c if c == "\t" else clean(c) for c in line)
