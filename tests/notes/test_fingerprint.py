"""What a block is made from, and what may change without a new one."""

from __future__ import annotations

import pytest

from vault_tools.model import Settings
from vault_tools.notes.fingerprint import fingerprint
from vault_tools.notes.scan import scan

NOTE = (
    "# Title\n\nThe words around $x$ are these.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- z = 0.5, 0.25\n\n| c | d |\n|---|---|\n| e | f |\n"
)


def of(text: str) -> str:
    return fingerprint(scan(text).math)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Title", "## Another title"),
        ("words around", "sentences round"),
        ("\n\n", "\n\n\n"),
        ("\n", "\r\n"),
        ("| e | f |", "| e | g |"),
        ("\n- z", "\nNew prose.\n\n- z"),
        ("# Title", "---\nvault-tools: true\nmodified: 2026\n---\n# Title"),
        ("| 1 | 2 |", "|  1 | 2  |"),
    ],
)
def test_wording_and_places_do_not_count(old: str, new: str) -> None:
    assert of(NOTE.replace(old, new)) == of(NOTE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("$x$", "$y$"),
        ("$x$", "$x$ and $x$"),
        ("| 1 |", "| 3 |"),
        ("| a | b |", "| a | c |"),
        ("0.25", "0.35"),
        ("- z", "- y"),
        ("are these.", "are these. Its rows sum to one."),
        ("are these.", "are these. They have zero mean."),
        ("# Title", "```vault-tools\nx = 1\n```"),
        ("# Title", "```vault-tools\ncausal = true\n```"),
        ("# Title", "# 这是一个中文的标题，比英文的单词多得多"),
    ],
)
def test_formulas_numbers_options_and_language_count(old: str, new: str) -> None:
    assert of(NOTE.replace(old, new)) != of(NOTE)


def test_settings_that_shape_the_block_count() -> None:
    math = scan(NOTE).math

    assert fingerprint(math, Settings(language="zh")) != fingerprint(math)
    assert fingerprint(math, Settings(pictures=False)) != fingerprint(math)
    assert fingerprint(math, Settings(quiet_seconds=9)) == fingerprint(math)
