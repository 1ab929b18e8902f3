"""Properties of the note side on notes that nobody would write, and on some that somebody would."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault_tools.errors import NoteError
from vault_tools.notes.fingerprint import fingerprint
from vault_tools.notes.lines import LINE_END, split_lines
from vault_tools.notes.plan import plan, plan_clean, state_of
from vault_tools.notes.scan import scan
from vault_tools.notes.splice import insert, remove

PIECES = (
    "$x$",
    "$$y$$",
    "$$",
    "$",
    "\\$",
    "`",
    "``",
    "```",
    "~~~",
    "%%",
    "<!--",
    "-->",
    "<%",
    "%>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "[[",
    "]]",
    "![[",
    "[a](b)",
    "http://a.b/",
    "|",
    "\\|",
    "|---|",
    ">",
    "-",
    "+",
    "*",
    "1.",
    "#",
    "===",
    "---",
    "\\",
    "\t",
    "5",
    "$5",
    "a",
    "其中",
    "^id",
    "[^1]:",
    "\\begin{align}",
    "}",
    "{",
    "&",
    "_",
    "!",
    "(",
    ")",
    ":",
    "<!DOCTYPE",
    "<?",
    "vault-tools",
    "{}",
    "\x0c",
    "\u2028",
    "\x85",
    "\ufeff",
)
MARKERS = ("<!-- vault-tools:begin 1 -->", "<!-- vault-tools:end 0123456789abcdef 0123456789abcdef -->", "<!-- vault-tools:begin")
ENDINGS = ("\n", "\r\n", "\r", "\n\n", "\n    ", "\n> ", "\n- ", "\n  ")


def has_options_that_can_be_read(text: str) -> bool:
    """No block `vault-tools` with something else than TOML in it: of such a note a run says the line and leaves it alone."""
    try:
        scan(text)
    except NoteError:
        return False
    return True


notes = (
    st.lists(st.sampled_from((*PIECES, *MARKERS, *ENDINGS, *ENDINGS, " ", " ")), max_size=60)
    .map("".join)
    .filter(has_options_that_can_be_read)
)
BODY = "1 verified\n\n> [!success]- x\n> $$x$$"


@given(notes)
@settings(max_examples=120)
def test_spans_rebuild_the_text(text: str) -> None:
    note = scan(text)
    spans = [formula.span for formula in note.math.formulas]

    assert all(left.end <= right.start for left, right in pairwise(spans))
    for formula in note.math.formulas:
        width = 2 if formula.display else 1
        written = text[formula.span.start : formula.span.end]
        assert written.startswith("$" * width)
        assert written.endswith("$" * width)
        assert [text[place] for place in formula.positions] == [
            text[place] if sign == "\n" else sign for place, sign in zip(formula.positions, formula.latex, strict=True)
        ]
        assert formula.line == len(LINE_END.findall(text, 0, formula.span.start)) + 1


@given(notes)
@settings(max_examples=120)
def test_nothing_outside_the_block_changes_and_a_second_run_writes_nothing(text: str) -> None:
    note = scan(text)
    made_from = fingerprint(note.math)
    decision = plan(note, BODY, made_from)
    again = plan(scan(decision.text), BODY, made_from)

    assert again.text == decision.text
    if decision.action == "write" and not note.regions:
        assert decision.text.startswith(text)
        assert scan(decision.text).math.formulas == note.math.formulas
        assert plan_clean(scan(decision.text)).text == text
    if decision.action != "write":
        assert decision.text == text


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_lines_and_endings_give_the_text_back(text: str) -> None:
    lines = split_lines(text)
    ends = [*(found.group() for found in LINE_END.finditer(text)), ""]

    assert "".join(line + end for line, end in zip(lines.texts, ends, strict=True)) == text


def deface(text: str, chance: random.Random) -> str:
    """Do to the marker lines of a note what editors, merges and people do: delete, move, double, nest, retype."""
    lines = text.split("\n")
    marked = [number for number, line in enumerate(lines) if "vault-tools:" in line]
    for _ in range(chance.randint(1, 3)):
        here, there = chance.choice(marked), chance.randrange(len(lines))
        match chance.randrange(7):
            case 0:
                lines[here] = ""
            case 1:
                lines[here], lines[there] = lines[there], lines[here]
            case 2:
                lines.insert(there, lines[here])
            case 3:
                lines[there:there] = lines[min(marked) : max(marked) + 1]
            case 4:
                lines[here] = chance.choice((" ", "> ", "- ", "```")) + lines[here]
            case 5:
                lines[here] = lines[here].replace(chance.choice("vbe<-0 "), chance.choice(("", "x", " ")), 1)
            case 6:
                lines[there] += " mine"
    return "\n".join(lines)


def check_defaced(seed: int) -> None:
    chance = random.Random(seed)
    own = chance.choice(("# a\n\n$x$\n\ntext of mine\n", "$x$", "> $x$\n> text\n\n- a\n- b\n", "```\n$y$\n```\n\n$x$ and so on\n\n"))
    first = scan(own)
    written = insert(first, BODY, fingerprint(first.math)) + chance.choice(("", "text behind\n", "\n\n# More\n\n$z$\n"))
    text = deface(written, chance)
    note = scan(text)
    made_from = fingerprint(note.math)
    outside = remove(note) if not note.damaged and all(region.intact for region in note.regions) else None
    for body in (BODY, "other", None):
        decision = plan(note, body, made_from)
        if decision.action != "write":
            assert decision.text == text
            continue
        assert state_of(note, made_from) in ("none", "stale", "current")
        after = scan(decision.text)
        assert outside is not None
        assert remove(after) == outside
        assert plan(after, body, fingerprint(after.math)).text == decision.text


@pytest.mark.parametrize("seed", range(150))
def test_only_a_whole_and_intact_region_is_ever_touched(seed: int) -> None:
    check_defaced(seed)


@pytest.mark.soak
def test_only_a_whole_and_intact_region_is_ever_touched_at_length() -> None:
    for seed in range(5_000):
        check_defaced(seed)


def check_odd_bytes(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choice((*PIECES, *ENDINGS, " ", "text ")) for _ in range(chance.randrange(80)))
    try:
        note = scan(text)
    except NoteError:
        return
    decision = plan(note, BODY, fingerprint(note.math))
    assert plan_clean(scan(decision.text)).text.encode() == text.encode()


def test_odd_notes_come_back_byte_for_byte() -> None:
    for seed in range(200):
        check_odd_bytes(seed)


@pytest.mark.soak
def test_odd_notes_come_back_byte_for_byte_at_length() -> None:
    for seed in range(2_000):
        check_odd_bytes(seed)
