r"""The prose inside a text command and the formulas that stand in it, apart: `\text{if } x > 0`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from vault_tools.compiler import notation

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIRST_WORD = re.compile(r"\s*([A-Za-zÀ-ÿ]+)(?:\s+|\s*$)")
_CONDITION = re.compile(r"(?:\s|[A-Za-z](?![A-Za-z])|[0-9.]|[-+*/=<>≤≥≠(),|])+$")
_RELATION = re.compile(r"[=<>≤≥≠]")
_WORD = re.compile(r"\s*[A-Za-z][\w-]*\s*$")
_SIGNS_ALONE = re.compile(r"[()\[\],;=+*/.\s-]+$")
_CALL = re.compile(r"(\s*[A-Za-z][A-Za-z-]*)\((?:[A-Za-z](?:_?[A-Za-z0-9])?(?:\s*,\s*[A-Za-z](?:_?[A-Za-z0-9])?)*\))?\s*$")
r"""`Attention(Q, K, V)` and `softmax(` inside `\text`."""
_APPLIED = re.compile(
    r"(\s*(?:soft ?max|log-?softmax|sigmoid|tanh|relu|gelu|dropout|layer ?norm)\s*)\((\s*[A-Za-z]\w+\s*)\)\s*$", re.IGNORECASE
)
r"""`Softmax(Scores)` inside `\text`: a function that nobody takes for a word, of a quantity that is one."""
_FORMULA = re.compile(r"\\(?:[dt]?frac|sqrt|sum|prod|int)(?![A-Za-z])")


def split_prose(content: str) -> Iterator[tuple[Literal["text", "math"], int, int]]:
    r"""Pieces of the content of a `\text`: `$…$` inside is mathematics; `if x > 0` and `where head` come apart behind the first word."""
    start = 0
    for dollars in re.finditer(r"(?<!\\)\$([^$]*)\$", content):
        if content[start : dollars.start()].strip():
            yield "text", start, dollars.start()
        yield "math", dollars.start(1), dollars.end(1)
        start = dollars.end()
    if start and not content[start:].strip():
        return
    if content[start:].strip() and _SIGNS_ALONE.match(content, start):
        yield "math", start, len(content)
        return
    if call := _CALL.match(content, start):
        yield "text", start, call.end(1)
        yield "math", call.end(1), len(content)
        return
    if applied := _APPLIED.match(content, start):
        yield "text", start, applied.end(1)
        yield "math", applied.end(1), applied.start(2)
        yield "text", *applied.span(2)
        yield "math", applied.end(2), len(content)
        return
    first = _FIRST_WORD.match(content, start)
    rest = first.end() if first and first.group(1).lower() in notation.CONNECTIVES else start
    if start < rest < len(content):
        condition = bool(_CONDITION.match(content, rest) and _RELATION.search(content, rest))
        if condition or _WORD.match(content, rest):
            yield "text", start, rest
            yield ("math" if condition else "text"), rest, len(content)
            return
    yield "text", start, len(content)


def is_condition(content: str) -> bool:
    r"""Nothing but letters, numbers and signs round a relation: the `z < 0` of `\text{z < 0}` behind a value of cases."""
    return bool(_RELATION.search(content) and _CONDITION.match(content))


def formula_in(piece: str) -> str:
    r"""The command of mathematics in prose, where every renderer shows its name and no formula: `\text{softmax(\frac{S}{2})}`; else ""."""
    found = _FORMULA.search(piece)
    return found.group() if found else ""


def plain(content: str) -> str:
    r"""The words of prose without its escapes: `step\_num` -> `step_num`, `{\bf a}` -> `a`."""
    return re.sub(r"\\([_&%#${} ])", r"\1", re.sub(r"\\[A-Za-z]+\s*|(?<!\\)[{}]", "", content))
