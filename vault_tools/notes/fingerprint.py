"""FROM: the fingerprint of all that a block is made from, so that an unchanged note is recognised without computing anything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from vault_tools.messages.phrases import axis_in, says_something
from vault_tools.model import NoteMath, Passage, Settings, Table

FORMAT = 2
"""Part of the fingerprint: raised whenever the text of a block changes for the same judgements."""
NUMBER = r"[-+−]?\d[\d.,]*(?:[eE][-+]?\d+)?%?"
DIGIT = re.compile(r"\d")
FORMULA = re.compile(r"\$\d+\$")
STATED = re.compile(rf"(?:(\w{{1,40}})\W{{0,3}})?([\[(（]*{NUMBER}(?:[\])）]*[\s,;，；、]*[\[(（]*{NUMBER})*)")
"""Numbers in prose that can become an input or a claim: a run of numbers, with the word before it."""


def fingerprint(math: NoteMath, settings: Settings | None = None) -> str:
    """16 hex digits over formulas, numbers in tables and prose, claims in words, options and language: not over other wording or places."""
    settings = settings or Settings()
    formulas = [formula.latex for formula in math.formulas]
    has_axis = any("softmax" in latex.lower() for latex in formulas)
    made_from = {
        "format": FORMAT,
        "formulas": formulas,
        "tables": [[table.after, table.header, table.rows] for table in math.tables if has_numbers(table)],
        "numbers": [numbers for passage in math.passages for numbers in stated_numbers(passage)],
        "words": [
            passage.text
            for passage in math.passages
            if says_something(passage.text, formulas) or (has_axis and axis_in(passage.text) is not None)
        ],
        "options": asdict(math.options),
        "language": settings.language or math.options.language or math.language,
        "preamble": math.preamble,
        "settings": [settings.report, settings.pictures],
    }
    return sha256(json.dumps(made_from, sort_keys=True, default=_plain).encode()).hexdigest()[:16]


def has_numbers(table: Table) -> bool:
    """Whether a table can hold inputs or claims."""
    return any(sign.isdecimal() for row in (table.header, *table.rows) for cell in row for sign in cell)


def stated_numbers(passage: Passage) -> Iterator[tuple[str, str]]:
    """The runs of numbers in a passage, each with the word before it; formulas stand in it as `$k$`."""
    text = FORMULA.sub("$", passage.text)
    if DIGIT.search(text):
        for found in STATED.finditer(text):
            yield found[1] or "", "".join(found[2].split())


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)
