"""Verdicts on whole small notes: statuses, what is reported, and what stays quiet."""

from __future__ import annotations

import pytest

from vault_tools.notes.scan import scan
from vault_tools.verify.judge import judge

ATTENTION = r"$$\text{Attention}(Q,K,V)=\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V$$" + "\n\n"


def statuses(judgements) -> list[str]:
    return [judgement.verdict.status for judgement in judgements]


def test_attention_is_verified_and_told(judged) -> None:
    (judgement,) = judged(ATTENTION)
    verdict = judgement.verdict
    assert (verdict.status, verdict.handler, judgement.reported) == ("verified", "scaled_dot_product_attention", True)
    assert verdict.shape == ("n", "d_v")
    assert {check.name for check in verdict.checks} >= {"second_evaluation", "reference", "rows_sum_to_one"}
    assert judgement.exhibit is not None
    assert judgement.exhibit.title == "Attention(Q, K, V)"
    assert [step.name for step in judgement.exhibit.story] == ["Q", "K", "V", "scores", "scaled", "weights", "output"]


def test_pictures_are_drawn_where_they_are_wanted(vocabulary) -> None:
    note = scan(ATTENTION).math
    with_pictures, without = judge(note, 0, vocabulary), judge(note, 0, vocabulary, pictures=False)
    assert with_pictures.verdict.images == tuple(with_pictures.images)
    assert all(data.startswith(b"\x89PNG") for data in with_pictures.images.values())
    assert with_pictures.images
    assert not without.images


def test_published_numbers_of_the_worked_example(judged) -> None:
    """Karim's inputs, with the scale that the article leaves out."""
    note = (
        "```vault-tools\nX = [[1,0,1,0],[0,2,0,2],[1,1,1,1]]\nW_Q = [[1,0,1],[1,0,0],[0,0,1],[0,1,1]]\n"
        "W_K = [[0,0,1],[1,1,0],[0,1,0],[1,1,0]]\nW_V = [[0,2,0],[0,3,0],[1,0,3],[1,1,0]]\n```\n\n"
        r"$Q = XW_Q$, $K = XW_K$, $V = XW_V$" + "\n\n" + ATTENTION
    )
    scaled = judged(note)[-1].verdict
    assert scaled.status == "verified"
    assert scaled.value[0] == pytest.approx([1.863874, 6.319371, 1.704189], abs=5e-7)
    unscaled = judged(note.replace(r"\frac{QK^T}{\sqrt{d_k}}", "QK^T"))[-1].verdict
    assert unscaled.value[0] == pytest.approx([1.936621, 6.683105, 1.595068], abs=5e-7)


@pytest.mark.parametrize(
    "note",
    [
        "- second law: $F = ma$\n- $v = v_0 + at$\n- $s = v_0 t + \\frac{1}{2} a t^2$\n\n$$E = \\frac{1}{2} m v^2$$\n",
        "$n$ tokens, $Q \\in \\mathbb{R}^{n \\times d_k}$, $i \\in \\{1, \\dots, h\\}$, $f: \\mathbb{R}^n \\to \\mathbb{R}^m$",
        "$X = (x_1, x_2, \\ldots, x_n)$ and $\\theta \\in \\Theta$",
        "$PV = nRT$, $\\frac12 m v^2 = m g h$",
        "$\\frac{x}{$ is broken, but the note is about nothing that we know",
    ],
)
def test_quiet_notes(judged, note: str) -> None:
    judgements = judged(note)
    assert not any(judgement.reported for judgement in judgements)
    assert not {"refuted", "failed"} & set(statuses(judgements))


MULTI_HEAD = r"""
$$\text{MultiHead}(Q,K,V) = \text{Concat}(\text{head}_1, \dots, \text{head}_h) W^O$$

where $\text{head}_i = \text{Attention}(QW_i^Q, KW_i^K, VW_i^V)$, $W_i^Q \in \mathbb{R}^{d_{\text{model}} \times d_k}$,
$W_i^K \in \mathbb{R}^{d_{\text{model}} \times d_k}$, $W_i^V \in \mathbb{R}^{d_{\text{model}} \times d_v}$ and
$W^O \in \mathbb{R}^{h d_v \times d_{\text{model}}}$.

"""


@pytest.mark.parametrize("sizes", ["", "$d_k = 64$", r"$h = 8$ heads, $d_k = d_v = d_{\text{model}} / h = 64$"])
def test_multi_head_attention_with_the_shapes_of_the_paper(judged, sizes: str) -> None:
    verdicts = [judgement.verdict for judgement in judged(MULTI_HEAD + ATTENTION + sizes)]
    asked = [verdict.status for verdict in verdicts if verdict.latex.startswith((r"\text{MultiHead}(", r"\text{Attention}("))]
    assert asked == ["verified", "verified"]


def test_plain_products_are_run_only_beside_attention(judged) -> None:
    assert statuses(judged(r"$S = QK^T \odot B$")) == ["skipped"]
    assert statuses(judged(ATTENTION + r"$S = QK^T \odot B$")) == ["verified", "verified"]
    assert [judgement.reported for judgement in judged(ATTENTION + r"$S = QK^T \odot B$")] == [True, False]


@pytest.mark.parametrize(
    ("latex", "told"),
    [
        (r"Q = XW^Q, \quad K = XW^K, \quad V = XW^V", ["K 3×2, V 3×2"]),
        (r"Q = XW^Q", []),
        (r"Q = XW^Q, \quad S = QQ^T", []),  # Q has its part in S
    ],
)
def test_what_a_display_defines_beside_the_value_that_is_told_is_named(judged, latex: str, told: list[str]) -> None:
    exhibit = judged(ATTENTION + f"$${latex}$$")[1].exhibit
    notes = exhibit.notes
    assert f"{exhibit.title} = " in exhibit.latex.replace("&=", "=")
    assert [note.values["names"] for note in notes if note.key == "family.beside"] == told


def test_what_is_verified_has_a_value_and_checks_whichever_statement_it_is(judged) -> None:
    verdict = judged(ATTENTION + r"$$O = AV \quad \text{Time: } O(nd^2)$$")[1].verdict
    assert verdict.status == "verified"
    assert verdict.shape == ("n", "d_v")
    assert "second_evaluation" in {check.name for check in verdict.checks}


def test_a_claim_on_a_product_of_given_numbers_is_told_with_its_value(judged) -> None:
    judgement = judged("With $a = 2$ and $x = [1, 2]$: $$y = ax = [2, 4]$$")[2]
    assert judgement.verdict.value == [2.0, 4.0]
    assert judgement.exhibit is not None
    assert judgement.exhibit.latex == "a x"


def test_names_side_by_side_are_no_product(judged) -> None:
    verdict = judged(ATTENTION + "$QKV$")[1].verdict
    assert (verdict.status, [reading.key for reading in verdict.readings]) == ("skipped", ["reading.list_of_names"])


def test_mixed_conventions_are_said(judged) -> None:
    verdict = judged(ATTENTION + "$A^T=Q^TK$")[1].verdict
    assert verdict.status == "verified"
    assert "remark.mixed_conventions" in {reading.key for reading in verdict.readings}


def test_a_broken_formula_counts_where_it_names_attention(judged) -> None:
    (judgement,) = judged(r"$$\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}\right)V$$")
    assert (judgement.verdict.status, judgement.reported) == ("malformed", True)
    assert judgement.verdict.problem is not None
    assert judgement.verdict.problem.span is not None
    assert judgement.verdict.value is None


def test_no_number_is_shown_where_voices_disagree(judged) -> None:
    verdict = judged(ATTENTION + r"$(1 + 10^{-20}) - 1$")[1].verdict
    assert (verdict.status, verdict.value) == ("failed", None)


def test_the_worst_statement_decides(judged) -> None:
    display = "\\begin{aligned} a &= 1 + 1 = 2 \\\\ b &= 2 + 2 = 5 \\end{aligned}"
    assert statuses(judged(f"$${display}$$")) == ["refuted"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("", [[0.268941, 0.731059], [0.5, 0.5]]),
        ('softmax_axis = "columns"', [[0.268941, 0.5], [0.731059, 0.5]]),
        ("causal = true", [[1.0, 0.0], [0.5, 0.5]]),
    ],
)
def test_options_of_the_block(judged, option: str, value) -> None:
    rows = "[[0, 1], [2, 2]]" if "columns" not in option else "[[0, 2], [1, 2]]"
    verdict = judged(f"```vault-tools\nS = {rows}\n{option}\n```\n\n$A = \\text{{softmax}}(S)$")[0].verdict
    assert verdict.status == "verified"
    assert [pytest.approx(row, abs=1e-6) for row in value] == verdict.value


def test_every_family_of_the_vocabulary_compiles(vocabulary) -> None:
    from vault_tools.verify.patterns import patterns

    assert patterns(vocabulary).problems == ()


def alone(vocabulary, latex: str) -> str:
    """The status of one formula that somebody asks for."""
    return judge(scan(f"$$ {latex} $$").math, 0, vocabulary, pictures=False, everything=True).verdict.status


@pytest.mark.parametrize(
    "latex",
    [
        r"\mathrm{tr}(AB) = \mathrm{tr}(A)\mathrm{tr}(B)",
        r"\tanh(x) = \sigma(2x) - 1",
        r"\exp(x) = 1 + x",
        r"\lambda^2 - 5\lambda + 5 = 0",
        r"\operatorname{tr}(AB) = 3",
    ],
)
def test_an_equation_that_is_not_confirmed_is_not_verified(vocabulary, latex) -> None:
    assert alone(vocabulary, latex) == "unsupported"


@pytest.mark.parametrize(
    "latex",
    [
        r"\mathrm{tr}(AB) = \mathrm{tr}(BA)",
        r"\log(ab) = \log a + \log b",
        r"\tanh(x) = 2\sigma(2x) - 1",
        r"\tanh(x) = \frac{e^x - e^{-x}}{e^x + e^{-x}}",
        r"\mathrm{softmax}(x)_i = \frac{e^{x_i}}{\sum_j e^{x_j}}",
        r"f(xy) = xy + x",
    ],
)
def test_a_right_identity_and_a_definition_are_verified(vocabulary, latex) -> None:
    assert alone(vocabulary, latex) == "verified"


def test_a_wrong_law_of_the_logarithm_is_refuted(vocabulary) -> None:
    assert alone(vocabulary, r"\log(ab) = \log a \log b") == "refuted"


@pytest.mark.parametrize(
    ("note", "wanted"),
    [
        ("$3,5 + 1,5 = 5$ y $1.000 + 500 = 1.500$", ["verified", "verified"]),  # as thousands it holds
        ("$3,5 + 1,5 = 5$ y $1.000 + 500 = 1.600$", ["verified", "unsupported"]),
        ("$3,5 + 1,5 = 5$ y $1.234,5 + 1 = 1.235,5$", ["verified", "verified"]),
        ("$3,5 + 1,5 = 5$ y $1.234,5 + 1 = 1.236,5$", ["verified", "refuted"]),
        ("$1.234 + 1 = 2.234$", ["verified"]),
    ],
)
def test_doubtful_thousands_refute_nothing(judged, note, wanted) -> None:
    assert statuses(judged(note)) == wanted


def test_a_gain_comes_after_the_normalisation(judged) -> None:
    """a, g as in a note: the result's mean square is not 1, and nothing says so."""
    note = r"$a = (-0.5, 1.3, -0.8)$, $g = (1.2, 1.4, 0.1)$: $$\bar{a}_i = \frac{a_i}{\sqrt{\frac{1}{n}\sum_{j=1}^n a_j^2}} g_i$$"
    told = judged(note)[-1]
    names = {check.name for check in told.verdict.checks}
    assert "mean_square_one_before_gain" in names
    assert "mean_square_one" not in names
    steps = {step.name: step for step in told.exhibit.story}
    assert steps["output"].latex == r"g \odot \frac{a}{\mathrm{RMS}(a)}"
    assert steps["normalised"].value == pytest.approx([-0.539, 1.402, -0.863], abs=1e-3)


def test_invented_gains_are_positive(judged) -> None:
    (judgement,) = judged(r"$$y_i = g_i \frac{x_i}{\sqrt{\frac{1}{d}\sum_{j=1}^{d} x_j^2}}$$")
    assert min(judgement.verdict.inputs["g"].value) > 0


def test_a_statement_that_fails_beside_a_refuted_one_shows_no_steps(judged) -> None:
    """The index runs below the first row of K, so the first statement has no value."""
    note = r"$$O_h = \operatorname{softmax}(Q_h K_{\lfloor h/2 \rfloor - 9}^\top) V_h, \qquad 2 + 2 = 5$$"
    told = judged(note)[-1]
    assert told.verdict.status == "refuted"
    assert not told.exhibit.story


CACHED = (
    r"$x = (1, 2, 3)$ $$h = \mathrm{softmax}\left(\frac{qK^\top}{\sqrt{d_k}}\right)V, \quad q = xW_Q, \quad"
    r" K = \mathrm{concat}(K_c, xW_K), \quad V = \mathrm{concat}(V_c, xW_V)$$"
)
COUNTED = (
    r"$$P_{ij} = \frac{e^{S_{ij} - m_i}}{\ell_i}, \quad \ell_i = \sum_j e^{S_{ij} - m_i}, \quad"
    r" m_i = \sum_{i=1}^{n} \mathbb{1}[x_i \ne y_i]$$"
)


@pytest.mark.parametrize(
    ("note", "status"), [(CACHED, "verified"), (COUNTED, "unsupported")], ids=["joined rows", "an index that nothing depends on"]
)
def test_roles_found_entry_by_entry_have_values_or_are_left_out(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(("number", "digits"), [("1", 15), ("-10^9", 7)])
def test_a_reference_is_held_to_the_digits_that_large_numbers_leave(judged, number: str, digits: int) -> None:
    verdict = judged(rf"$m = 0.3$ $O = \mathrm{{softmax}}(QK^\top / \sqrt{{d_k}} + m({number}))V$")[-1].verdict
    assert verdict.status == "verified"
    assert next(check for check in verdict.checks if check.name == "reference").detail.values["digits"] == digits


def test_an_invented_mask_is_of_zeros_and_ones(judged) -> None:
    verdict = judged(r"$O = \mathrm{softmax}(QK^\top / \sqrt{d_k} + (1 - M)(-10^9))V$")[-1].verdict
    assert {entry for row in verdict.inputs["M"].value for entry in row} == {0.0, 1.0}


def test_a_stated_number_that_cannot_be_told_is_not_verified(judged) -> None:
    verdict = judged(r"$\bar x = \frac13 \sum_{i=0}^{2} x_i = 2.33$")[0].verdict
    assert (verdict.status, verdict.problem.message.key) == ("unsupported", "claim.inputs_unknown")


@pytest.mark.parametrize("latex", [r"P = d^2 = 7 \times 1000", r"P = d_k = 7 \times 10", r"P = 2 d = 7 \times 10"])
def test_a_side_in_the_middle_of_a_chain_defines_nothing(judged, latex: str) -> None:
    assert judged(f"$d = 20$, $d_k = 64$, so ${latex}$")[-1].verdict.status == "refuted"


@pytest.mark.parametrize(
    ("declared", "is_said"),
    [
        (r"$X \in \mathbb{R}^{n \times d}$ with $n = 3$, $d = 2$", True),
        (r"$X \in \mathbb{R}^{2 \times 3}$", True),
        (r"$X \in \mathbb{R}^{n \times d}$ with $n = 2$, $d = 2$", False),
        (r"$X \in \mathbb{R}^{n \times d}$", False),
    ],
)
def test_an_array_of_another_shape_than_declared_is_said(judged, declared: str, is_said: bool) -> None:
    note = declared + "\n\n" + r"$$X = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$$" + "\n\n$$Y = XX^\\top$$\n\n" + ATTENTION
    verdict = judged(note)[-2].verdict
    assert verdict.status == "verified"
    assert ("remark.other_shape" in {reading.key for reading in verdict.readings}) is is_said


OWN = "```vault-tools\nX = [[1, 2], [3, 4]]\n{options}```\n\n$Y = {formula}$\n"


@pytest.mark.parametrize(("formula", "options"), [("X X", ""), ("X^2 + X", ""), (r"\text{softmax}(X) X", 'softmax_axis = "columns"\n')])
def test_what_the_notes_block_gives_numbers_for_is_reported(judged, formula: str, options: str) -> None:
    assert judged(OWN.format(formula=formula, options=options))[0].reported


@pytest.mark.parametrize("formula", ["Z Z", r"a^2 + b"])
def test_what_it_gives_no_numbers_for_is_not(judged, formula: str) -> None:
    assert not judged(OWN.format(formula=formula, options=""))[0].reported


@pytest.mark.parametrize(
    "formula",
    [
        r"(3 \times 4)(4 \times 2) = 3 \times 2",
        r"(5 \times 4)(4 \times 7) = (5 \times 7) \quad \checkmark",
        r"(n \times d_k) \cdot (d_k \times n) = n \times n",
        r"[10, 64] \times [64, 10] = [10, 10]",
        r"[32, 10, 512] \times [512, 64] = [32, 10, 64]",
        r"(10 \times 64) \times (64 \times 32) \times (32 \times 2) = (10 \times 2)",
    ],
)
def test_the_product_of_shapes_is_no_number(judged, formula: str) -> None:
    assert judged(f"${formula}$")[-1].verdict.status == "skipped"


@pytest.mark.parametrize(
    ("formula", "status"),
    [
        (r"(3 \times 4)(4 \times 2) = 96", "verified"),
        (r"(3 \times 4)(4 \times 2) = 95", "refuted"),
        (r"(3 \times 4)(4 \times 2) = 3 \times 4", "refuted"),  # neither the shape nor the number
        (r"(2 \times 3) \cdot (4 + 2) = 36", "verified"),
        (r"512 \times 64 = 32768", "verified"),
    ],
)
def test_products_of_numbers_are_computed(judged, formula: str, status: str) -> None:
    assert judged(f"${formula}$")[-1].verdict.status == status
