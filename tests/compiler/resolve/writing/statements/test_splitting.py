"""A display's statements: where they end, which one is computed, what the chain's sides are, what the context gives."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve import Context
from vault_tools.errors import NothingToCompute, UnsupportedError

from ...dump import inputs, resolved, show, statements, text

CHOSEN = [
    ("the row that no other uses", r"\begin{aligned} Q &= ZW^Q \\ K &= ZW^K \\ A &= QK^\top \end{aligned}", "A"),
    ("the last row of several", r"\begin{aligned} q &= Wx \\ k &= Ux \end{aligned}", "k"),
    ("the first of one line", r"m = \frac1n\sum_{i=1}^n x_i, \qquad s = \sqrt{v}", "m"),
    ("one that uses what is defined behind it", r"c_i = \sum_j a_{ij} h_j, \quad a_{ij} = e^{s_{ij}}", "c"),
    ("the last behind an implication", r"a = b + 1 \implies c = 2 a", "c"),
    ("rows behind a left brace", r"h = qV, \quad \left\{ \begin{aligned} q &= xW \\ V &= xU \end{aligned} \right.", "h"),
    ("a system in cases", r"\begin{cases} q = Wx \\ k = Ux \end{cases}", "k"),
    ("prose and equation numbers aside", r"y = 2 x \quad \text{where } x > 0 \quad (3)", "y"),
    ("a range with two dots aside", r"y_i = x_i + 1, \quad i = 0..n-1", "y"),
    ("names and values in pairs", r"Q, K = XW_Q, XW_K, \quad S = QK^\top", "S"),
    ("a row of shapes aside", r"\begin{align} O &= QV \\ &(n \times d)(d \times m) \end{align}", "O"),
    ("the shape behind an arrow aside", r"A = QK^\top \rightarrow (n \times n)", "A"),
    ("a declared shape behind a wide space aside", r"A = QK^\top \quad \in \mathbb{R}^{n \times n}", "A"),
    ("a declared shape on a row of its own aside", r"\begin{aligned} A &= QK^\top \\ & \in \mathbb{R}^{n \times n} \end{aligned}", "A"),
    ("a declared shape behind it aside", r"A = QK^\top \in \mathbb{R}^{n \times n}", "A"),
    ("what it is proportional to aside", r"a = e^{s} \propto b e^{s}", "a"),
]


@pytest.mark.parametrize(("why", "latex", "name"), CHOSEN, ids=[row[0] for row in CHOSEN])
def test_the_statement_that_is_computed(why, latex, name):
    assert resolved(latex).name == name


def test_target_names_the_statement():
    latex = r"\begin{aligned} q &= Wx \\ k &= Ux \end{aligned}"
    assert resolved(latex, target="q").name == "q"
    with pytest.raises(UnsupportedError, match="q, k"):
        resolved(latex, target="v")


def test_every_statement_has_its_own_result():
    found = statements(r"\begin{aligned} q &= Wx \\ k &= f(x) \\ Q, &K \end{aligned}")
    assert [(r.name, r.program is not None) for r in found[:2]] == [("q", True), ("k", False)]
    assert isinstance(found[1].error, UnsupportedError)
    assert isinstance(found[2].error, NothingToCompute)


CHAINS = [
    ("last computable side", r"\text{proj} = \kappa(x) = 2 x", (), "(2 * x)", []),
    ("numbers are claims", r"y = 2 \cdot 3 = 6", (), "(2 * 3)", ["= 6"]),
    ("numbers alone are the value", r"y = 6", (), "6", []),
    ("a function beside a number is computed", r"\text{ReLU}(-1) = 0", (), "relu(-1)", ["= 0"]),
    ("whole fractions are numbers, quotients of decimals are not", r"y = \frac{1}{1.5} = \frac23", (), "(1 / 1.5)", ["= 2/3"]),
    ("an arrow to words concludes", r"P = \frac{1}{4} = 0.25 \to \text{spam}", (), "1/4", ["= 0.25"]),
    ("an arrow only leads to the chain", r"(0, 1) \to (2 \cdot 1, 3) \approx (2, 3)", (), "[(2 * 1), 3]", ["≈ [2, 3]"]),
    ("a left side that is an expression counts", r"a \cdot 2 = 4", (), "(a * 2)", ["= 4"]),
    ("of words", r"\text{Out} = \text{Attention Weights} \cdot V", (), "(Attention_Weights @ V)", []),
    ("of words with capitals", r"\text{VRAM MIN} = \text{Weights} + \text{KV Cache}", (), "(Weights + KV_Cache)", []),
    (
        "of words that are numbers",
        r"\text{Rate} = \frac{\text{Right Answers}}{\text{All Answers}}",
        (),
        "(Right_Answers / All_Answers)",
        [],
    ),
]


@pytest.mark.parametrize(("why", "latex", "context", "value", "stated"), CHAINS, ids=[row[0] for row in CHAINS])
def test_sides_of_a_chain(why, latex, context, value, stated):
    program = resolved(latex, context)
    assert text(program.result) == value
    assert [f"{sign} {text(number)}" for sign, number in program.stated] == stated


def test_a_sum_of_entries_may_be_claimed_of_every_row():
    program = resolved(r"\sum_j A_{ij} = 1", (r"A = \text{softmax}(S)",))
    assert [index.name for index in program.indices] == ["i"]
    assert not resolved(r"x_i^\top x_j = 0").indices


def test_names_and_values_in_a_list_are_paired_by_position():
    program = resolved(r"Q, K, V = XW_Q, XW_K, XW_V; O = QK^\top V")
    assert show(program) == "Q = (X @ W_Q)\nK = (X @ W_K)\nV = (X @ W_V)\n((Q @ K') @ V)"


def test_words_that_the_note_defines_are_names():
    program = resolved(r"O = \text{softmax}(\text{attention scores}) V", (r"\text{attention scores} = QK^\top",))
    assert show(program) == "attention_scores = (Q @ K')\n(softmax(attention_scores) @ V)"


def test_sides_are_kept_where_they_need_nothing_more():
    program = resolved(r"\langle x, y \rangle = \sum_i x_i y_i")
    assert [text(side) for side in program.sides] == ["(x @ y)", "sum(i<n: (x[i] * y[i]))"]
    assert len(resolved(r"\det(A) = |A| = ad - bc").sides) == 1


CONTEXT = [
    ("nearest above first", r"y = 2 z", ("z = x + 1", "z = x + 2"), "z = (x + 2)\n(2 * z)"),
    ("numbers become defaults, not definitions", r"y = A x", (r"A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",), "(A @ x)"),
    ("parameters are not replaced by what other formulas say", r"f(x) = x + 1", ("x = 2 w",), "(x + 1)"),
    ("the given Q and the indexed one are two", r"A_i = Q_i + 1", (r"Q_i = Q W_i",), "Q_i[i_2<m] = (Q @ W[i_2])\n[i<m] (Q_i[i] + 1)"),
    ("a circle ends", r"y = z", ("z = y + 1", "y = z"), "z = (y + 1)\nz"),
    (
        "a power can be defined",
        r"y = \sigma_B^2 + 1",
        (r"\sigma_B^2 = \frac{1}{m}\sum_{i=1}^m x_i",),
        "sigma_B_squared = ((1 / <m>) * sum(i<m: x[i]))\n(sigma_B_squared + 1)",
    ),
    ("functions take their arguments by position", r"y = g(b, a)", (r"g(s, t) = s - 2t",), "(b + -(2 * a))"),
    ("formulas that are broken are passed over", r"y = 2 z", (r"z = \frac{1", "z = x"), "z = x\n(2 * z)"),
]


@pytest.mark.parametrize(("why", "latex", "context", "value"), CONTEXT, ids=[row[0] for row in CONTEXT])
def test_what_the_note_defines(why, latex, context, value):
    assert show(resolved(latex, context)) == value


def test_below_counts_only_without_above():
    above, below = Context.read(before=("z = a",), after=("z = b",)), Context.read(after=("z = b",))
    assert above.entries[0].statement.sides[1].text == "a"
    assert below.entries[0].statement.sides[1].text == "b"


def test_declared_names_are_inputs():
    assert inputs(resolved(r"y = 2 z", ("z = x + 1",), {"z": (3,)})) == "z:n"


def test_annotations_declare_shapes():
    program = resolved(r"Y = XW", (r"X \in \mathbb{R}^{n \times d}, W \in \mathbb{R}^{d \times d_v}",))
    assert inputs(program) == "X:n×d W:d×d_v"


SPACES = [
    ("a number", r"y = Wx + b", (r"b \in \mathbb{R}",), "W:n×d x:d b:()"),
    ("a positive number", r"y = W x \eta", (r"\eta \in \mathbb{R}^+",), "W:n×d x:d eta:()"),
    ("entries that are numbers", r"y_i = 2 x_i", (r"x_i \in \mathbb{R}",), "x:n"),
    ("what is computed", r"y = WX", (r"y \in \mathbb{R}^{p \times c}",), "W:p×d X:d×c"),
    ("what is computed, at once", r"L = x^\top A y \in \mathbb{R}", (), "x:n A:n×d y:d"),
]


@pytest.mark.parametrize(("why", "latex", "context", "wanted"), SPACES, ids=[row[0] for row in SPACES])
def test_spaces_declare(why, latex, context, wanted):
    assert inputs(resolved(latex, context)) == wanted


def test_a_result_of_another_rank_than_the_note_says_is_refused():
    declared = (r"W \in \mathbb{R}^{m \times n}", r"x \in \mathbb{R}^n", r"y \in \mathbb{R}")
    with pytest.raises(UnsupportedError, match="declares y as number"):
        resolved(r"y = Wx", declared)


def test_numbers_of_the_note_are_defaults():
    program = resolved(r"y = d_k + 1", ("d_k = 64",))
    assert text(program.inputs[0].default) == "64"


def test_sizes_are_shared_by_name():
    program = resolved(r"\text{softmax}\left(\frac{Q_1K_1^T}{\sqrt{d}}\right) - \text{softmax}\left(\frac{Q_2K_2^T}{\sqrt{d}}\right)")
    assert [str(p.shape[-1]) for p in program.inputs] == ["d", "d", "d", "d"]


def test_a_size_that_no_array_gives_is_an_input():
    assert inputs(resolved(r"\sum_{t=1}^{T} t")) == "T:()"


def test_a_side_is_tried_with_other_ranks_before_an_earlier_one_counts():
    program = resolved(r"\text{sim}(A,B) = \cos(\theta) = \frac{A \cdot B}{\|A\|\|B\|}")
    assert text(program.result) == "((A @ B) / (norm(A) * norm(B)))"


ENDS = [
    (r"\sum_{1 \le i \le n} x_i", "sum(i<n: x[i])"),
    (r"\sum_{1 \le i < j \le n} x_i x_j", "sum(i<n: sum(j<n if (#i < #j): (x[i] * x[j])))"),
    (r"\max_{0 \le k < K} x_k", "max(k<K: x[k])"),
    (r"w_0 + w_1 x_1 + \cdots + w_n x_n", "(sum(i<n: (w[i] * x[i])) + w_0)"),
    (r"w_1 x_1 + w_2 x_2 + \dots + w_n x_n + b", "(sum(i<n: (w[i] * x[i])) + b)"),
    (r"\sum_{i=2}^{n} x_i x_{i-1}", "sum(i<n - 1: (x[(i + 1)] * x[i]))"),
]


@pytest.mark.parametrize(("latex", "value"), ENDS, ids=[row[0] for row in ENDS])
def test_ranges(latex, value):
    assert show(resolved(latex)) == value


@pytest.mark.parametrize("latex", [r"S_{ij} = R_{hh}(i),h(j) + q_i^T k_j", r"y = a, b + c"])
def test_half_of_a_side_is_never_computed(latex):
    with pytest.raises(UnsupportedError, match="comma"):
        resolved(latex)


def test_what_follows_a_comma_and_is_no_sum_is_a_clause():
    assert resolved(r"x = 3, -3").name == "x"
    assert resolved(r"y = a + b, c = a + 2", target="c").name == "c"


ROWS = [
    (r"2 + 3 = 5 \\ -1 + 5 = 4", 2),
    (r"\begin{gathered} 2 + 3 = 5 \\ -1 + 5 = 4 \end{gathered}", 2),
    (r"x = 2 + 3 \\ - 1 = 4", 1),
    (r"\begin{aligned} x &= 10 \\ &- 4 = 6 \end{aligned}", 1),
    (r"y = a \\ - b = c", 1),
]


@pytest.mark.parametrize(("latex", "count"), ROWS)
def test_a_row_with_a_sign_before_it_begins_anew_behind_a_result(latex, count):
    assert len(statements(latex)) == count
