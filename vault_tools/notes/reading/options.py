"""The note's ```` ```vault-tools ```` blocks: TOML -> Options, several blocks merged, every key checked."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from vault_tools.errors import NoteError
from vault_tools.messages import LANGUAGES
from vault_tools.model import Options, Status, message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TOML_LINE = re.compile(r"\(at line (\d+), column \d+\)$")
NEAR = 0.6
"""Likeness from which on an option is suggested for a name that is none."""
LARGEST = 10_000
"""Most numbers of one input."""


class Source(NamedTuple):
    """The text of one block and the 1-based line of the note in which it begins."""

    text: str
    line: int


class Rule(NamedTuple):
    """What an option allows: a test of its value, and the same in words."""

    holds: Callable[[Any], bool]
    allowed: str


def _one_of(*values: str) -> Rule:
    return Rule(lambda value: isinstance(value, str) and value in values, " | ".join(f'"{value}"' for value in values))


def _some_of(*values: str) -> Rule:
    return Rule(
        lambda value: isinstance(value, list) and all(isinstance(item, str) and item in values for item in value),
        "a list of " + ", ".join(f'"{value}"' for value in values),
    )


TRUTH = Rule(lambda value: isinstance(value, bool), "true | false")

OPTIONS: Mapping[str, Rule] = {
    "causal": TRUTH,
    "softmax_axis": _one_of("rows", "columns"),
    "expected": _some_of(*get_args(Status)),
    "ignore": TRUTH,
    "language": _one_of(*LANGUAGES),
}
EXTRA: Mapping[str, Rule] = {
    "causal_alignment": _one_of("top-left", "bottom-right"),
    "masked_rows": _one_of("undefined", "zero"),
    "rope": _one_of("interleaved", "half-split"),
    "softcap": _one_of("before-mask", "after-mask"),
    "tokens": Rule(lambda value: isinstance(value, list) and all(isinstance(word, str) for word in value), '["…", "…"]'),
}
"""Conventions on which sources differ, the default first, and words for pictures; they arrive in `Options.extra`."""


def read_options(sources: tuple[Source, ...]) -> Options:
    """Merge the blocks of one note. Bad TOML, an unknown key and a key given twice raise NoteError with the line."""
    merged = Options()
    for source in sources:
        merged = merge(merged, parse(source), source)
    return merged


def parse(source: Source) -> Mapping[str, Any]:
    """The TOML of one block."""
    import tomllib

    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        place = TOML_LINE.search(str(error))
        line = source.line + (int(place[1]) - 1 if place else source.text.rstrip().count("\n"))
        reason = TOML_LINE.sub("", str(error)).strip()
        raise NoteError(message("note.toml", line=line, reason=reason), line) from error
    except (RecursionError, ValueError) as error:
        raise NoteError(message("note.toml", line=source.line, reason=str(error)), source.line) from error


def merge(options: Options, table: Mapping[str, Any], source: Source, inside: str = "") -> Options:
    """`options` with the keys of one table; a table inside it narrows to the left-hand side that names it."""
    from vault_tools.compiler.names import code_name  # what a note without such a block does not need

    inputs, extra, narrowed = dict(options.inputs), dict(options.extra), dict(options.narrowed)
    fields: dict[str, Any] = {}
    given = options.inputs.keys() | options.extra.keys() | _set_fields(options)
    for key, value in table.items():
        if code_name(key) in given | inputs.keys():
            raise _problem("note.key_twice", key, source)
        if isinstance(value, dict) and not inside:
            narrowed[code_name(key)] = merge(narrowed.get(code_name(key), Options()), value, source, key)
        elif key in OPTIONS or key in EXTRA:
            _check(key, value, source)
            (fields if key in OPTIONS else extra)[key] = tuple(value) if isinstance(value, list) else value
        elif is_numbers(value):
            inputs[code_name(key)] = value
        else:
            near = get_close_matches(key, (*OPTIONS, *EXTRA), 1, NEAR)
            sentence = "note.key_near" if near else "note.key"
            raise _problem(sentence, key, source, allowed=", ".join((*OPTIONS, *EXTRA)), **({"near": near[0]} if near else {}))
    return replace(options, inputs=inputs, extra=extra, narrowed=narrowed, **fields)


def _set_fields(options: Options) -> set[str]:
    blank = Options()
    return {key for key in OPTIONS if getattr(options, key) != getattr(blank, key)}


def _check(key: str, value: Any, source: Source) -> None:
    rule = OPTIONS.get(key) or EXTRA[key]
    if not rule.holds(value):
        raise _problem("note.option", key, source, allowed=rule.allowed)


def is_numbers(value: Any) -> bool:
    """Whether `value` is a number or a full rectangular array of numbers (`[[1, 2], [3, 4]]`) of at most LARGEST entries."""
    shape = shape_of(value)
    size = 1
    for length in shape or ():
        size *= length
    return shape is not None and 0 < size <= LARGEST


def shape_of(value: Any) -> tuple[int, ...] | None:
    """Lengths of nested lists of numbers, () for a number, None for anything else."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return ()
    if not isinstance(value, list) or not value:
        return None
    shapes = {shape_of(item) for item in value}
    first = shapes.pop()
    return None if shapes or first is None else (len(value), *first)


def _problem(sentence: str, key: str, source: Source, **values: str) -> NoteError:
    written = re.compile(rf"""^\s*\[?\s*["']?{re.escape(key)}["']?\s*[\]=.]""", re.MULTILINE).search(source.text)
    line = source.line + (source.text.count("\n", 0, written.end()) if written else 0)
    return NoteError(message(sentence, name=key, line=line, **values), line)
