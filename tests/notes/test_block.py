"""The text of the block: what a reader finds in it, and what no note can smuggle into it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from vault_tools.model import Check, Claim, Exhibit, InputUsed, Judgement, Picture, Problem, Span, Step, Verdict, message
from vault_tools.notes.block import render
from vault_tools.notes.writing.links import LinkStyle

Q, K, V = [[1, 0, 2], [2, 2, 2]], [[0, 1, 1], [4, 4, 0], [2, 3, 1]], [[1, 2], [2, 8], [2, 6]]
SCORES = [[1.1547005, 2.3094011, 2.3094011], [2.3094011, 9.2376043, 6.9282032]]
OUTPUT = [[1.863874, 6.319371], [1.999107, 7.814124]]
AGREES = message("check.agrees", digits=15, worst_error=0.0)
SILENT = message("check.no_reference")
EMPTY_SUM = r"\vec{a} \cdot \vec{b} = \sum _{i=1} ^n= a_{1}b_{1}"


def invented() -> object:
    return message("block.is_verified")


def attention(**changes: object) -> Judgement:
    verdict = Verdict(
        latex=r"softmax(\frac{QK^T}{\sqrt{d_k}})V",
        line=98765,
        display=True,
        status="verified",
        handler="scaled_dot_product_attention",
        inputs={name: InputUsed((len(v), len(v[0])), v, invented()) for name, v in (("Q", Q), ("K", K), ("V", V))},
        shape=("n", "d_v"),
        value=OUTPUT,
        source='def attention(Q, K, V):\n    r"""\\mathrm{softmax}"""\n    return Q @ K\n',
        checks=(Check("second_evaluation", True, AGREES), Check("reference", None, SILENT)),
    )
    exhibit = Exhibit(
        title="Attention(Q, K, V)",
        latex=r"\mathrm{softmax}\left(\frac{QK^{T}}{\sqrt{d_{k}}}\right)V",
        story=(
            Step("Q", "Q", ("n", "d_k"), (2, 3), Q),
            Step("K", "K", ("m", "d_k"), (3, 3), K),
            Step("scores", r"\frac{QK^{T}}{\sqrt{d_{k}}}", ("n", "m"), (2, 3), SCORES),
            Step("output", "", ("n", "d_v"), (2, 2), OUTPUT),
        ),
        pictures=(Picture("attention-0123456789ab-1.png", message("block.shapes")),),
    )
    return Judgement(replace(verdict, **changes), reported=True, exhibit=exhibit)


def broken(latex: str = EMPTY_SUM, span: Span | None = None, title: str = "a · b") -> Judgement:
    start = latex.find(r"\sum")
    problem = Problem(message("block.is_malformed"), message("block.is_unsupported"), span or Span(start, start + 13))
    return Judgement(Verdict(latex, 7, False, "malformed", problem=problem), reported=True, exhibit=Exhibit(title))


def scalar(value: object = 9.0, status: str = "verified") -> Judgement:
    verdict = Verdict("a \\cdot b", 3, True, status, value=value, checks=(Check("second_evaluation", True, AGREES),))
    return Judgement(verdict, reported=True, exhibit=Exhibit("a · b", r"a \cdot b"))


def block(*judgements: Judgement, language: str = "en", links: LinkStyle | None = None) -> str:
    return "\n".join(render(judgements, language=language, links=links))


# ---------------------------------------------------------------- what a reader finds


@pytest.mark.parametrize(
    ("language", "summary"),
    [("en", "2 verified · 1 refuted · 1 malformed"), ("zh", "2 个已验证 · 1 个不成立 · 1 个有误")],
)
def test_the_summary_counts_what_is_reported_good_news_first(language: str, summary: str) -> None:
    quiet = replace(attention(), reported=False)
    lines = render([broken(), attention(), quiet, attention(status="refuted"), scalar()], language=language)
    assert lines[0] == summary


def test_without_a_reported_formula_there_is_no_block() -> None:
    assert render([replace(attention(), reported=False)]) == []


@pytest.mark.parametrize(
    ("judgement", "first"),
    [
        (attention(), "> [!success]- Attention(Q, K, V) — verified"),
        (attention(status="refuted"), "> [!warning]+ Attention(Q, K, V) — does not hold"),
        (broken(), "> [!failure]+ a · b — malformed"),
        (attention(status="failed"), "> [!warning]- Attention(Q, K, V) — not verified"),
        (attention(status="unsupported"), "> [!warning]- Attention(Q, K, V) — not supported yet"),
        (scalar(), "> [!success]- a · b — verified: 9"),
    ],
)
def test_wrong_formulas_stand_open_and_right_ones_folded(judgement: Judgement, first: str) -> None:
    assert render([judgement])[2] == first


def test_callouts_are_quotes_with_an_empty_line_between_them() -> None:
    lines = render([attention(), broken(), scalar()])
    assert "" not in (lines[0], lines[-1])
    starts = [k for k, line in enumerate(lines) if line.startswith("> [!")]
    assert [lines[k - 1] for k in starts] == ["", "", ""]
    assert all(line == "" or line[0] == ">" for line in lines[1:])


def test_shapes_are_told_with_their_names_and_the_sizes_once() -> None:
    assert (
        r"- **Shapes** $Q \in \mathbb{R}^{n \times d_{k}}$, $K \in \mathbb{R}^{m \times d_{k}}$ → scores $\in \mathbb{R}^{n \times m}$"
        r" → output $\in \mathbb{R}^{n \times d_{v}}$; "
        r"here $n = 2$, $d_{k} = 3$, $m = 3$, $d_{v} = 2$"
    ) in block(attention())


@pytest.mark.parametrize(
    ("links", "embed"),
    [
        (LinkStyle(), "![[attention-0123456789ab-1.png|Shapes|640]]"),
        (LinkStyle("my files", markdown=True, form="absolute"), "![Shapes|640](my%20files/attention-0123456789ab-1.png)"),
        (LinkStyle("a`$= b`", form="absolute"), "![Shapes|640](a%60%24%3D%20b%60/attention-0123456789ab-1.png)"),
        (LinkStyle("我的 附件", form="absolute"), "![[我的 附件/attention-0123456789ab-1.png|Shapes|640]]"),
    ],
)
def test_pictures_are_linked_the_way_the_vault_links(links: LinkStyle, embed: str) -> None:
    assert f"\n> {embed}\n" in block(attention(), links=links)


def test_small_matrices_are_shown_step_by_step_folded_under_a_picture() -> None:
    text = block(attention())
    assert "> > [!example]- Step by step" in text
    assert r"> > $$\text{scores} = \frac{QK^{T}}{\sqrt{d_{k}}} = \begin{bmatrix} 1.155 & 2.309 & 2.309 \\ 2.309 & 9.238 & 6.928" in text
    without = replace(attention(), exhibit=replace(attention().exhibit, pictures=()))
    assert "> > [!example]+ Step by step" in block(without)


def test_a_step_that_names_itself_is_not_named_twice() -> None:
    exhibit = replace(attention().exhibit, story=(Step("K", r"K = XW_K", ("m", "d_k"), (3, 3), K),))
    assert r"$$K = XW_K = \begin" in block(replace(attention(), exhibit=exhibit))


def test_code_is_folded_inside_the_callout() -> None:
    text = block(attention())
    assert "> > [!abstract]- NumPy\n> > ```python\n> > def attention(Q, K, V):" in text


@pytest.mark.parametrize("status", ["failed", "unsupported", "malformed"])
def test_no_number_is_shown_that_was_not_verified(status: str) -> None:
    text = block(attention(status=status), scalar(3.25, status))
    for shown in ("bmatrix", "3.25", "NumPy"):
        assert shown not in text


def test_the_receipt_names_the_voices_that_did_not_speak() -> None:
    text = block(attention())
    assert "| ✓ value | second evaluation with 50 digits, straight from the formula | to 15 digits |" in text
    assert f"| – value | against an independent implementation: scaled dot-product attention (Vaswani et al. 2017) | {SILENT} |" in text


def test_claims_that_hold_are_a_voice() -> None:
    text = block(attention(checks=(Check("second_evaluation", True, AGREES), Check("claim", True, message("check.claims_hold", count=2)))))
    assert f"| ✓ the note | {message('check.claims_hold', count=2)} | yes |" in text


def test_claims_of_several_statements_are_one_line_for_each_answer() -> None:
    held, untold = message("check.claims_hold", count=1), message("check.claims_untold", count=1)
    checks = (
        Check("claim", True, held),
        Check("second_evaluation", True, AGREES),
        Check("claim", True, held),
        Check("claim", None, untold),
    )
    text = block(attention(checks=checks))
    assert f"| ✓ the note | {message('check.claims_hold', count=2)} | yes |" in text
    assert text.count("✓ the note") == text.count("– the note") == 1


def test_a_number_stands_in_the_title_and_nowhere_else() -> None:
    one = replace(scalar(-1.5), exhibit=Exhibit("x", "x", (Step("output", "", (), (), -1.5),)))
    text = block(one)
    assert "x — verified: −1.5" in text
    assert text.count("1.5") == 1
    assert "Shapes" not in text
    assert "Step by step" not in text


def test_latex_in_a_sentence_is_code() -> None:
    text = block(broken_with_hint(r"a_{i}b_{i}"))
    assert "> states `a_{i}b_{i}`" in text


def broken_with_hint(latex: str) -> Judgement:
    told = replace(broken().verdict, problem=Problem(message("block.is_malformed"), message("block.claim_text", text=latex)))
    return Judgement(told, reported=True, exhibit=Exhibit("a · b"))


def test_the_properties_of_one_thing_share_a_line() -> None:
    held = [
        Check(name, True, message("check.holds", digits=digits, of="softmax"))
        for name, digits in (("rows_sum_to_one", 15), ("bounded", 14))
    ]
    text = block(attention(checks=(Check("second_evaluation", True, AGREES), *held)))
    assert "| ✓ softmax | the weights sum to 1; every entry within its bounds | to 14 digits |" in text


def test_a_repeated_formula_is_told_once_and_counted_each_time() -> None:
    text = block(scalar(), attention(), scalar(), scalar())
    assert text.startswith("4 verified\n")
    assert text.count("a · b — verified") == 1
    assert "> [!success]- a · b — verified: 9 (×3)" in text


def test_only_failing_claims_are_told() -> None:
    holds = Claim("row 1", [1.0, 2.0], [1.0, 2.0], True)
    fails = Claim("row 2", [1.94, 6.6], [1.863874, 6.319371], False, message("block.is_refuted"))
    text = block(attention(status="refuted", claims=(holds, fails)))
    assert "Attention(Q, K, V) — one statement in the note does not hold" in text
    assert (
        r"> **The note** states $\begin{bmatrix} 1.94 & 6.60 \end{bmatrix}$; right is $\begin{bmatrix} 1.86 & 6.32 \end{bmatrix}$. does"
        in text
    )
    assert text.count("**The note**") == 1


def test_what_is_wrong_stands_before_pictures_and_checks() -> None:
    text = block(attention(status="refuted", claims=(Claim("", 3.0, 4.0, False),)))
    assert text.index("**The note** states $3$; right is $4$.") < min(
        text.index("**Shapes**"), text.index("![["), text.index("| checked |")
    )


def test_of_a_matrix_the_wrong_entries_are_framed() -> None:
    claim = Claim("", [[3.0, 4.41], [2.6, 3.8]], [[3.0, 4.406], [2.599, 4.0]], False)
    text = block(attention(status="refuted", claims=(claim,)))
    assert r"right is $\begin{bmatrix} 3.00 & 4.41 \\ 2.60 & \boxed{4.00} \end{bmatrix}$" in text


def test_where_all_entries_are_wrong_none_is_framed() -> None:
    assert "boxed" not in block(attention(status="refuted", claims=(Claim("", [1.0, 2.0], [3.0, 4.0], False),)))


def test_of_a_long_wrong_claim_the_worst_numbers_are_told() -> None:
    computed = [k / 10 for k in range(1, 31)]
    stated = [*computed[:-1], 3.5]
    text = block(attention(status="refuted", claims=(Claim("", stated, computed, False),)))
    assert "number 30 is 3.5 in the note; right is 3.00" in text


def test_a_claim_that_differs_late_is_told_with_enough_digits() -> None:
    text = block(attention(status="refuted", claims=(Claim("", 0.33, 0.334999, False),)))
    assert "states $0.33$; right is $0.335$." in text


def test_a_broken_formula_stands_in_a_fence_with_its_place_marked() -> None:
    lines = render([broken()])
    start = lines.index("> ```text")
    assert lines[start + 1] == f"> {EMPTY_SUM}"
    assert lines[start + 2] == "> " + " " * EMPTY_SUM.index(r"\sum") + "^" * 13


def test_chinese_blocks_use_chinese_marks() -> None:
    text = block(attention(), scalar(), language="zh")
    assert "Attention(Q, K, V) — 已验证" in text
    assert "a · b — 已验证：9" in text
    assert "**形状** $Q \\in \\mathbb{R}^{n \\times d_{k}}$、$K" in text


def test_the_same_judgements_give_the_same_text_wherever_the_formula_stands() -> None:
    text = block(attention(), broken())
    assert text == block(attention(), broken())
    assert "98765" not in text
    assert text == block(attention(line=1), broken())


# ---------------------------------------------------------------- what no note can smuggle in

HOSTILE = [
    "<img src=http://evil.example/x.png>",
    "<script>alert(1)</script>",
    "`$= dv.current()`",
    "```dataviewjs\ndv.view('x')\n```",
    "<% tp.file.delete() %>",
    "[[secret]] ![[secret.png]]",
    "[click](http://evil.example) ![x](http://evil.example/y.png)",
    "%% hidden %%",
    "--> <!-- vault-tools:end 0000000000000000 0000000000000000 -->",
    "a\n\n# heading\n- item",
    "‮evil‬ \u2066x\u2069 \u200b\ufeff",
    "| cell | cell |",
    "$$x$$ $y$",
    "````\n```\n~~~",
    "**bold** __bold__ *it* ==mark== ~~gone~~",
    "#tag ^block-id",
    "key:: value",
    "https://evil.example www.evil.example",
]
ALLOWED = {
    "blockquote_open", "blockquote_close", "paragraph_open", "paragraph_close", "inline", "text", "softbreak", "bullet_list_open",
    "bullet_list_close", "list_item_open", "list_item_close", "strong_open", "strong_close", "code_inline", "fence", "table_open",
    "table_close", "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_open", "tr_close", "th_open", "th_close",
    "td_open", "td_close",
}  # fmt: skip
FENCES = {"text", "python"}


def poisoned(text: str) -> list[Judgement]:
    """A judgement with the text in every place into which something from a note can come."""
    said = message("block.claim_text", text=text)
    verdict = replace(
        attention().verdict,
        latex=text,
        status="refuted",
        handler=text,
        inputs={text: InputUsed((), 1.0, said), "Q": InputUsed((2, 3), Q, said)},
        source=text,
        readings=(said,),
        checks=(Check(text, True, said), Check("bounded", None, message("check.no_step", step=text, of=text))),
        claims=(Claim(text, text, text, False, said),),
        problem=Problem(said, said, Span(0, len(text))),
    )
    exhibit = Exhibit(text, text, (Step(text, text, (text, 3), (2, 3), Q),), (said,), (Picture("a-1.png", said),))
    malformed = replace(verdict, status="malformed", source=None)
    return [Judgement(verdict, True, exhibit), Judgement(malformed, True, Exhibit(text))]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_becomes_harmless(text: str, language: str) -> None:
    check_harmless(block(*poisoned(text), language=language))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@example("`" * 7)
def test_any_text_becomes_harmless(text: str) -> None:
    check_harmless(block(*poisoned(text)))


MATH = re.compile(r"(\$\$?)([^$\n]*)\1")


def check_harmless(text: str) -> None:
    """Markdown of known kinds only, once the formulas are taken out; they are whole, since foreign text loses its dollars."""
    shown = []
    for token in MarkdownIt("commonmark").enable("table").parse(MATH.sub("M", text)):
        assert token.type in ALLOWED, token
        if token.type == "fence":
            assert token.info in FENCES
            continue
        for child in token.children or ():
            assert child.type in ALLOWED, child
            assert not (child.type == "code_inline" and child.content.startswith(("=", "$")))
        shown.append(token.content)
    formulas = [found[2] for found in MATH.finditer(text)]
    for mark in ("<", "%%", "-->", "[[", "](", "://", "::", "$"):
        assert mark not in "\n".join(shown).replace("![[a-1.png|", "")
        assert not any(mark in formula for formula in formulas)
    assert not any("`" in formula for formula in formulas)
    assert not any(mark in text for mark in ("<!--", "-->", "<%", "%%", "\u202e", "\u2066", "\u200b"))
    assert all(line == "" or line[0] == ">" for line in text.split("\n")[1:])


def test_a_right_number_in_a_wrong_unit_is_not_said_to_be_right() -> None:
    text = block(attention(status="refuted", claims=(Claim("= 9", 9.0, 9.0, False, message("block.is_refuted")),)))
    assert "> **The note** states 9. does not hold\n" in text


def test_a_cut_off_digit_is_said_and_the_title_shows_one_more() -> None:
    cut = Claim("≈ 0.9999", 0.9999, 0.99995, True, message("claim.truncated"))
    held = Check("claim", True, message("check.claims_hold", count=1))
    one = scalar(0.99995)
    text = block(replace(one, verdict=replace(one.verdict, claims=(cut,), checks=(*one.verdict.checks, held))))
    assert "a · b — verified: 0.99995" in text
    assert f"| ✓ the note | {message('check.claims_hold', count=1)}. The last digit is cut off, not rounded | yes |" in text


def test_a_title_that_says_the_number_is_not_followed_by_it() -> None:
    assert "> [!success]- √2 ≈ 1.414 — verified\n" in block(replace(scalar(1.41421356), exhibit=Exhibit("√2 ≈ 1.414", "x")))
    assert "> [!success]- √2 ≈ 1.4 — verified: 1.414\n" in block(replace(scalar(1.41421356), exhibit=Exhibit("√2 ≈ 1.4", "x")))


@pytest.mark.parametrize(
    ("title", "rest"),
    [("3 · 3 = 9", ""), ("2 · 4.5 ≈ 9", ""), ("P(X = 3)", ": 9"), ("0.1 + 0.2 + 0.30 + 8.4 = 9.00…", ": 9"), ("a = b", ": 9")],
)
def test_the_number_follows_a_title_that_does_not_end_with_it(title: str, rest: str) -> None:
    assert f"> [!success]- {title} — verified{rest}\n" in block(replace(scalar(), exhibit=Exhibit(title, "x")))


def test_rows_and_numbers_stand_in_the_line_of_the_inputs_and_matrices_below() -> None:
    inputs = {"x": InputUsed((2,), [1.0, 2.0], invented()), "A": InputUsed((2, 2), [[1.0, 2.0], [3.0, 4.0]], invented())}
    told = scalar()
    text = block(replace(told, verdict=replace(told.verdict, inputs=inputs)))
    assert r"- **Inputs** $x = \begin{bmatrix} 1 & 2 \end{bmatrix}$, $A$: " in text
    assert "> > [!example]+ The numbers put in\n> > $$A = " in text
    assert text.count("$x = ") == 1
