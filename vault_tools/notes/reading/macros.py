r"""The macros that a note defines in its formulas (`\newcommand`, `\def`, `\DeclareMathOperator`): they hold in the whole note."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DEFINITION = re.compile(r"\\(?:newcommand|renewcommand|providecommand|DeclareMathOperator|def)(?![A-Za-z])\*?\s*")
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
NAME = re.compile(r"\{\s*\\(?:[A-Za-z]+|.)\s*\}|\\(?:[A-Za-z]+|.)")
COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)")
PARAMETERS = re.compile(r"(?:\s*\[[^\[\]]*\]|\s*#\d)*\s*")


def preamble_of(formulas: Iterable[str]) -> str:
    """The definitions in these formulas, one per line, in their order."""
    return "\n".join(definition for latex in formulas if "\\" in latex for definition in definitions(latex))


def used_definitions(preamble: str, formulas: Iterable[str]) -> str:
    """Those definitions of a vault's preamble that these formulas use, also by way of one another; the others say nothing about a note."""
    named = {defined_name(definition): definition for definition in definitions(preamble)}
    used: set[str] = set()
    fresh = {command for latex in formulas for command in COMMAND.findall(latex)} & named.keys()
    while fresh:
        used |= fresh
        fresh = {command for name in fresh for command in COMMAND.findall(named[name])} & named.keys() - used
    return "\n".join(definition for name, definition in named.items() if name in used)


def defined_name(definition: str) -> str:
    r"""`\newcommand{\R}{…}` -> `\R`."""
    head = DEFINITION.match(definition)
    name = NAME.match(definition, head.end()) if head else None
    return name[0].strip("{} ") if name else ""


def definitions(latex: str) -> Iterator[str]:
    """Every complete macro definition in one formula; from one whose braces do not close on, the rest is left to the parser."""
    position = 0
    while (head := DEFINITION.search(latex, position)) is not None:
        position = head.end()
        name = NAME.match(latex, position)
        parameters = PARAMETERS.match(latex, name.end()) if name else None
        if parameters is None:
            continue
        end = closing_brace(latex, parameters.end())
        if end is None:
            return
        yield " ".join(latex[head.start() : end].split())
        position = end


def closing_brace(latex: str, start: int) -> int | None:
    """Offset behind the brace that closes the one at `start`; None when there is none there or it stays open."""
    if latex[start : start + 1] != "{":
        return None
    depth = 0
    for found in BRACE.finditer(latex, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return None
