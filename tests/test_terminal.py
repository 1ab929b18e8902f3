"""How results look on a terminal."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from vault_tools.model import Check, Claim, InputUsed, Outcome, Problem, Span, Verdict, message
from vault_tools.terminal import Style, clean, columns, detail, diff_lines, formula_lines, headline, note_lines, shape_of, short, underlined

PLAIN = Style(io.StringIO())
ORIGIN = message("cli.no_block")


@pytest.mark.parametrize(
    ("latex", "span", "line", "carets"),
    [
        ("a + b", Span(2, 3), "a + b", "  ^"),
        ("a + b", Span(0, 5), "a + b", "^^^^^"),
        ("a + b", Span(5, 5), "a + b", "     ^"),
        ("a + b", Span(9, 12), "a + b", "     ^"),
        ("first\nsecond line\nthird", Span(13, 17), "second line", "       ^^^^"),
        ("first\nsecond\nthird", Span(2, 15), "first", "  ^^^"),
        ("注意 a", Span(0, 2), "注意 a", "^^^^"),
        ("注意 a", Span(3, 4), "注意 a", "     ^"),
        ("a\tb\x1b[0m", Span(2, 3), "a b\N{REPLACEMENT CHARACTER}[0m", "  ^"),
        ("", Span(0, 0), "", "^"),
    ],
)
def test_the_place_is_underlined(latex, span, line, carets):
    assert underlined(latex, span, PLAIN) == (line, carets)


def test_of_a_long_line_the_part_round_the_place_is_shown():
    latex = "x" * 300 + "HERE" + "y" * 300
    line, carets = underlined(latex, Span(300, 304), PLAIN)
    assert line[carets.index("^") : carets.rindex("^") + 1] == "HERE"
    assert line.startswith("…")
    assert line.endswith("…")
    assert len(line) < 130


@pytest.mark.parametrize("hostile", ["\x1b[2J", "\x07", "\u202e", "\r", "\x9b31m", "\udce9", "\u2066"])
def test_nothing_that_controls_a_terminal_gets_through(hostile):
    assert hostile[0] not in clean(f"a{hostile}b")
    assert "\n" not in clean("a\nb")
    assert all(hostile[0] not in line for line in diff_lines("", hostile, "n.md"))


@pytest.mark.parametrize(("text", "wide"), [("abc", 3), ("注意", 4), ("é", 1), ("e\u0301", 1), ("", 0)])
def test_columns(text, wide):
    assert columns(text) == wide


def verdict(status, **more):
    return Verdict("x", 1, False, status, **more)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (verdict("skipped"), ""),
        (
            verdict(
                "verified",
                inputs={"Q": InputUsed((3, 4), None, ORIGIN), "c": InputUsed((), 2, ORIGIN)},
                value=[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
                checks=(
                    Check("a", True, message("check.agrees", digits=15, worst_error=0.0)),
                    Check("b", True, message("check.agrees", digits=12, worst_error=0.0)),
                ),
            ),
            "Q 3×4 → 3×2, agrees to 12 digits",
        ),
        (
            verdict("refuted", claims=(Claim("= 0.06", 0.06, 0.0612345678, False), Claim("y", 1, 1, True))),
            "the note says 0.06; computed 0.0612346",
        ),
        (
            verdict(
                "refuted",
                claims=(Claim(r"= \begin{bmatrix} 1 & 2 \end{bmatrix}", [[1.0, 2.0]], [[1.0, 3.5]], False, message("cli.number")),),
            ),
            "the note says [[1, 2]]; computed [[1, 3.5]]. a number",
        ),
        (verdict("refuted", claims=(Claim("= 9", 9.0, 9.0, False, message("cli.number")),)), "the note says 9. a number"),
        (verdict("refuted", claims=(Claim("= 1048567", 1048567.0, 1048576.0, False),)), "the note says 1048567; computed 1048576"),
        (
            verdict(
                "refuted",
                claims=(
                    Claim(
                        "= [1, 2]", [1.0, 2.0], [1.0, 3.5], False, message("claim.wrong_entry", place=2, right="3.5", stated="2", count=1)
                    ),
                ),
            ),
            "Entry 2 is 3.5, not 2; wrong entries: 1.",
        ),
        (verdict("failed", problem=Problem(message("failed.memory"))), "Stopped: more memory than a formula may have."),
    ],
)
def test_half_a_line_for_each_formula(given, said):
    assert detail(given) == said


def test_what_agrees_to_no_digits_says_how_it_was_checked() -> None:
    assert (
        detail(verdict("verified", checks=(Check("claim", True, message("check.claims_hold", count=1)),)))
        == "results stated in the note that are right: 1"
    )


def test_formulas_that_cannot_be_read_are_named_with_the_reason_up_to_eight() -> None:
    unread = [replace(verdict("unsupported", problem=Problem(message("failed.memory"))), latex=rf"\oint f_{k}", line=k) for k in range(10)]
    lines = list(note_lines(Outcome("n.md", "", tuple(unread)), message("cli.no_block"), PLAIN))
    assert lines[1] == "  ? line 0     ∮ f₀   Stopped: more memory than a formula may have."
    assert len(lines) == 1 + 8 + 2
    assert "2 more" in lines[-2]


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        (True, "states: = 3: holds. Holds for every example tried: an identity."),
        (False, "states: = 3: does not hold. Holds for every example tried: an identity."),
        (None, "states: = 3: cannot be told. Holds for every example tried: an identity."),
    ],
)
def test_one_formula_is_told_with_what_it_states(holds, said):
    claim = Claim("= 3", 3.0, 3.0, holds, message("claim.identity"))
    assert said in list(formula_lines(verdict("verified", claims=(claim,)), PLAIN))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (3, "3"),
        ([1.0, [2.5]], "[1, [2.5]]"),
        ("nan", "nan"),
        (None, "None"),
        ([0.125] * 50, "[" + "0.125, " * 10 + "…]"),
    ],
)
def test_short_numbers(value, text):
    assert short(value) == text


@pytest.mark.parametrize(("value", "shape"), [(1.0, ()), ([1, 2], (2,)), ([[1], [2], [3]], (3, 1)), ([], ())])
def test_shapes(value, shape):
    assert shape_of(value) == shape


def test_colours_only_where_a_person_looks(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Style(Terminal())("verified", "yes") == "\x1b[32myes\x1b[0m"
    assert PLAIN("verified", "yes") == "yes"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Style(Terminal())("verified", "yes") == "yes"


def test_verified_formulas_that_the_block_does_not_tell_of_are_counted_and_said() -> None:
    outcome = Outcome("n.md", "", (verdict("verified"), verdict("verified"), verdict("skipped")), reported=(0,), titles=("A",))
    assert headline(outcome, PLAIN).endswith("2 verified (1 of them in the block) · 1 skipped")
    assert headline(replace(outcome, reported=(0, 1), titles=("A", "B")), PLAIN).endswith("2 verified · 1 skipped")


def test_what_was_not_tried_is_one_line():
    untried = verdict("failed", problem=Problem(message("failed.note_time", seconds=45.0)))
    outcome = Outcome("n.md", "", formulas=(verdict("refuted"), untried, untried, untried))
    lines = list(note_lines(outcome, ORIGIN, PLAIN))
    assert sum("45 s" in line for line in lines) == 1
    assert any("3 formulas from line 1 on" in line for line in lines)
