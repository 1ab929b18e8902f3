"""What the fuzzer has found, its beginnings, and a sample of random notes: the promises of scan_and_parse hold."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.scan_and_parse import BEGINNINGS, check_formula, check_note
from vault_tools.compiler.lexing.macros import NO_MACROS

FOUND = ("# Blo\x01\x00\x00\x0066%6.5666666v", "# \x00$x$\x00", "a \x00 $x\x00y$ b", "| \x00 | $x$ |\n|---|---|\n| $\x00$ | b |\n")
"""NUL stands as U+FFFD in what the Markdown parser gives back."""


@pytest.mark.parametrize("text", [*BEGINNINGS, *FOUND])
def test_the_promises_hold(text: str) -> None:
    check_note(text)


@given(st.text(st.sampled_from("\\{}[]()^_&$|%#~ \nabxQK129.,=+-*/<>!:;'`\0é其"), max_size=40))
@settings(max_examples=150)
def test_any_text_is_a_formula_or_an_error_that_points_into_it(text: str) -> None:
    check_formula(text, NO_MACROS)
