"""The index of a vault: distinct formulas with their places and variants, clashes of notation, links, and the rules of every block."""

from __future__ import annotations

from collections import Counter

import pytest

from vault_tools.model import Exhibit, Judgement, Notation, Problem, Settings, Verdict, message
from vault_tools.notes.reading.frontmatter import INDEX
from vault_tools.notes.scan import scan
from vault_tools.notes.writing.links import LinkStyle
from vault_tools.notes.writing.whitelist import harmless
from vault_tools.pipeline import verify_text
from vault_tools.share.gather import JudgedNote
from vault_tools.share.index import clashes, distinct, slim, status, variants
from vault_tools.share.index_note import Links, index_text, plan_index

from .conftest import judged_with_notation


def formula(form, latex, *, line=1, name="", status="verified", shapes=None, title="", handler=None):
    notation = Notation(form, latex, name, shapes or {"x": ()}) if form else None
    problem = Problem(message("note.nul", line=1)) if status == "malformed" else None
    return Judgement(
        Verdict(latex, line, True, status, handler=handler, problem=problem),
        exhibit=Exhibit(title, latex) if title else None,
        notation=notation,
    )


def note(name, *judgements):
    return JudgedNote(name, judgements=judgements, language="en")


def text_of(*notes, style=None, language="en"):
    links = Links.of(style or LinkStyle(), [one.name for one in notes])
    return index_text(distinct(notes), clashes(notes), links, language)


# ---------------------------------------------------------------- what is listed


def test_formulas_that_are_equal_up_to_names_are_listed_once():
    notes = [note("a.md", formula("f", "x+1"), formula("g", "x")), note("b.md", formula("f", "y+1"), formula("f", "x+1"))]
    first, second = distinct(notes)
    assert [place.note for place in first] == ["a.md", "b.md", "b.md"]
    assert variants(first) == ("x+1", "y+1")
    assert [place.latex for place in second] == ["x"]


def test_the_worst_come_first_and_what_has_nothing_to_compute_is_left_out():
    notes = [note("a.md", *(formula(name, name, status=name) for name in ("verified", "skipped", "unsupported", "failed", "refuted")))]
    assert [status(places) for places in distinct(notes)] == ["refuted", "failed", "verified", "unsupported"]


def test_what_cannot_be_read_is_told_apart_by_its_text():
    notes = [
        note("a.md", formula("", "a  b", status="malformed"), formula("", "a b", status="malformed"), formula("", "c", status="malformed"))
    ]
    assert [len(places) for places in distinct(notes)] == [2, 1]


def test_notation_of_real_formulas():
    judgements = judged_with_notation("$$y = Wx + b$$\n\n$$z = c + Av$$\n\n$$W \\in \\mathbb{R}^{3 \\times 4}$$\n\n$\\frac{1}{$\n")
    forms = [judgement.notation and judgement.notation.form for judgement in judgements]
    assert forms[0] == forms[1] != ""
    assert forms[3] is None
    assert judgements[0].notation.name == "y"
    assert len(judgements[0].notation.shapes["W"]) == 2


def test_slim_notes_give_the_same_index(judgements):
    whole = [note("a.md", *judgements)]
    assert text_of(*map(slim, whole)) == text_of(*whole)


# ---------------------------------------------------------------- clashes


@pytest.mark.parametrize(
    ("one", "other", "clash"),
    [
        (("d", "k"), ("n", "m"), False),
        (("d_in", "d_out"), ("d_out", "d_in"), True),
        (("d", "k"), ("k", "d"), False),
        (("d", "k"), ("d",), True),
        ((), ("d",), True),
        ((3, 4), (4, 3), False),
        (("n", "n"), ("n", "m"), False),
        ((), (), False),
    ],
)
def test_one_name_in_two_shapes(one, other, clash):
    notes = [note("a.md", formula("f", "x", shapes={"W": one})), note("b.md", formula("g", "y", shapes={"W": other}))]
    assert [found.name for found in clashes(notes)] == ["W"] * clash


def test_one_name_defined_by_two_formulas():
    notes = [note("a.md", formula("f", "A = x", name="A")), note("b.md", formula("g", "A = y", name="A"), formula("f", "A = z", name="A"))]
    (clash,) = clashes(notes)
    assert clash.name == "A"
    assert clash.meanings == (("A = x", ("a.md", "b.md")), ("A = y", ("b.md",)))


# ---------------------------------------------------------------- the text


def test_the_text_names_places_variants_and_statuses():
    text = text_of(note("a.md", formula("f", "x+1", title="plus")), note("b.md", formula("f", "y+1", status="refuted")))
    assert "Distinct formulas: 1 (places: 2)" in text
    assert "## 1 refuted" in text
    assert (
        "- [[a]] line 1 (verified) · [[b]] line 1 (refuted)\n- Also written: $y+1$" in text
        or "- [[a]] line 1 (verified) · [[b]] line 1 (refuted)\n- Also written: $x+1$" in text
    )


def test_lines_of_one_note_stand_together():
    text = text_of(note("a.md", *[formula("f", "x", line=line) for line in (3, 9)]), note("b.md", formula("f", "x", line=4)))
    assert "- [[a]] lines 3, 9 · [[b]] line 4" in text


def test_many_lines_are_cut():
    text = text_of(note("a.md", *[formula("f", "x", line=line) for line in range(1, 30)]))
    assert "- [[a]] lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …" in text


def test_a_left_side_keeps_its_arguments():
    (judgement,) = judged_with_notation("$$\\mathrm{LN}(x) = \\gamma x + \\beta$$\n")
    assert judgement.notation.latex == r"\mathrm{LN}\left(x\right) = \gamma x + \beta"


@pytest.mark.parametrize(
    ("path", "style", "link"),
    [
        ("a/n.md", LinkStyle(), "[[n]]"),
        ("a/same.md", LinkStyle(), "[[a/same]]"),
        ("a/n.md", LinkStyle(form="absolute"), "[[a/n]]"),
        ("a/n.md", LinkStyle(form="relative", note_folder="a"), "[[n]]"),
        ("a/n.md", LinkStyle(form="relative", note_folder="b"), "[[../a/n]]"),
        ("a/n m.md", LinkStyle(markdown=True), "[n m](a/n%20m.md)"),
        ("a/n.md", LinkStyle(markdown=True, form="relative", note_folder="b"), "[n](../a/n.md)"),
        ("a/x#y.md", LinkStyle(), "[x＃y](a/x%23y.md)"),
        ("`$= dv.pages()`.md", LinkStyle(), "['= dv.pages()'](%60%24%3D%20dv.pages%28%29%60.md)"),
        ("a\nb.md", LinkStyle(), "[a b](a%0Ab.md)"),
        ("\u202ea.md", LinkStyle(), "[a](%E2%80%AEa.md)"),
        ("<img src=x>.md", LinkStyle(), "[‹img src=x>](%3Cimg%20src%3Dx%3E.md)"),
        ("a/%%/n.md", LinkStyle(form="absolute"), "[n](a/%25%25/n.md)"),
        ("a/自注意力 (1) _x_ 'b' & c!.md", LinkStyle(form="absolute"), "[[a/自注意力 (1) _x_ 'b' & c!]]"),
    ],
)
def test_links_in_the_style_of_the_vault(path, style, link):
    assert Links(style, Counter({"n": 1, "same": 2, "n m": 1, "x#y": 1})).to(path) == link


@pytest.mark.parametrize(
    ("judgement", "heading"),
    [
        (formula("f", "x+1", title="plus"), "plus"),
        (formula("f", r"\sqrt{d_k}"), "√dₖ"),
        (formula("f", "y = x", name="y"), "y"),
        (formula("f", "p_i = x", handler="softmax"), "pᵢ · softmax"),
        (formula("f", r"\mathrm{softmax}(x) = x", title="softmax", handler="softmax"), "softmax"),
        (formula("", r"\frac{1}{", status="malformed"), "1/"),
        (formula("", r"\,", status="malformed"), "Formula"),
    ],
)
def test_a_formula_in_no_block_is_called_by_what_is_written(judgement, heading):
    assert f"### {harmless(heading)}\n" in text_of(note("a.md", judgement))


def test_names_that_clash_stand_as_in_a_formula():
    text = text_of(note("a.md", formula("f", "alpha", shapes={"alpha": ()}), formula("g", "alpha", shapes={"alpha": ("n", "d_k")})))
    assert "- $\\alpha$\n    - a number: [[a]]\n    - $n \\times d_{k}$: [[a]]" in text


def test_nothing_of_a_note_becomes_markup():
    hostile = "]]<script>alert(1)</script> ``` $$ %% [[x]] <!-- vault-tools:begin 1 -->"
    text = text_of(note(f"{hostile}.md", formula("", hostile, status="malformed"), formula("f", "x", title=hostile)))
    assert "<script" not in text.replace("```text\n" + hostile.replace("<!", "‹!").replace("-->", "--›").replace("%%", "% "), "")
    assert plan_index(INDEX, text).action == "write"


# ---------------------------------------------------------------- the note


def test_the_index_follows_the_rules_of_every_block():
    first = plan_index(INDEX, "text").text
    assert first.startswith(INDEX)
    assert plan_index(first, "text").action == "nothing"
    assert "other" in plan_index(first, "other").text
    edited = first.replace("text", "mine")
    assert plan_index(edited, "text").problem.message.key == "note.edited"
    assert plan_index(edited, "text", force=True).text == first
    assert plan_index(first + "\nmy words\n", "other").text.endswith("\nmy words\n")


def test_a_note_that_is_not_turned_off_is_no_index():
    assert plan_index("# Mine\n", "text").problem is not None


def test_other_commands_leave_the_index_alone(judge):
    written = plan_index(INDEX, "text").text
    outcome = verify_text(written, judge=judge)
    assert (outcome.changed, outcome.problem, outcome.text) == (False, None, written)


def test_settings_ask_for_notation():
    assert not Settings().notation
    assert scan(INDEX).off


def test_a_size_that_no_formula_writes_is_no_name():
    shapes = {"x": ("k",), "k": ()}
    unwritten, vector = note("a.md", formula("f", r"\lVert x \rVert", shapes=shapes)), note("b.md", formula("g", "k", shapes={"k": ("n",)}))
    assert clashes([unwritten, vector]) == ()
    written = note("a.md", formula("f", r"\frac{x}{\sqrt{k}}", shapes=shapes))
    assert [clash.name for clash in clashes([written, vector])] == ["k"]
