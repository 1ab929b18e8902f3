"""Letters with two jobs: T as transpose and as length, a time step that is shifted somewhere, pi as number and as array."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, meaning, resolved, show

TRANSPOSE_OR_POWER = [
    ("a vector whose T is a length, too", r"c = \sum_{t=1}^T (u^T h_t) h_t", None, "u:d h:T×d"),
    ("a vector at a position", r"c = \sum_{t=1}^T h_t^T W h_t", None, "h:T×d W:d×d"),
    ("a number by its shape", r"c = \sum_{t=1}^T u^T x_t", {"u": (), "x": (4,)}, "u:() x:T"),
    ("a number by its other powers", r"R = \sum_{t=1}^T \gamma^t r_t + \gamma^T v", None, "gamma:() r:T v:()"),
    ("a matrix is never raised to a length", r"y = \sum_{t=1}^T A^T x_t", None, "A:d×k x:T×d"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "wanted"), TRANSPOSE_OR_POWER, ids=[row[0] for row in TRANSPOSE_OR_POWER])
def test_t_that_is_a_length_transposes_arrays_and_raises_numbers(why, latex, shapes, wanted):
    assert inputs(resolved(latex, shapes=shapes)) == wanted


def test_a_number_of_the_note_is_raised():
    assert "gamma**<T>" in show(resolved(r"R = \sum_{t=1}^T r_t + \gamma^T v", (r"\gamma = 0.9",)))


GATE = "z_t = sigmoid((W @ x_t))\n(z_t * h_t_minus_1)"
BESIDE = "a_i[j_2<n] = (2 * s_i_minus_1 * h[j_2])\nsum(j<n: (a_i[j] * h[j]))"
STEPS = [
    ("shifted in another row", r"z_t = \sigma(W x_t), \quad h_t = z_t \odot h_{t-1}", (), GATE),
    ("shifted by the user of a definition", r"h_t = z_t \odot h_{t-1}", (r"z_t = \sigma(W x_t)",), GATE),
    ("shifted in a definition", r"h_t = 2 c_t", (r"c_t = f_t c_{t-1}",), "c_t = (f_t * c_t_minus_1)\n(2 * c_t)"),
    ("beside an index", r"c_i = \sum_j a_{ij} h_j", (r"a_{ij} = 2 s_{i-1} h_j",), BESIDE),
    ("shifted anywhere in the note", "y_t = W h_t", ("z_t = V h_{t-1}",), "(W @ h_t)"),
    ("another symbol is shifted", "y_t = W h_t", ("z_t = V g_{t-1}",), "[t<m] (W @ h[t])"),
    ("bound letters are no steps", r"d = \sum_{i=1}^{n-1} x_{i+1} x_i, \quad y_i = 2 x_i", (), "sum(i<n - 1: (x[(i + 1)] * x[i]))"),
]


@pytest.mark.parametrize(("why", "latex", "context", "wanted"), STEPS, ids=[row[0] for row in STEPS])
def test_a_letter_that_is_shifted_somewhere_is_a_label_in_every_row(why, latex, context, wanted):
    assert show(resolved(latex, context)) == wanted


PI = [
    (
        "the number beside a scripted pi",
        r"r_k = \frac{\pi_k N(x_k)}{\sum_j \pi_j N(x_j)}",
        (r"N(x) = \frac{1}{\sqrt{2\pi}} e^{-x^2}",),
        "2 * pi",
    ),
    ("the number beside a label", r"y = \sin(2\pi x) + \pi_0", (), "2 * pi"),
    ("the number alone", r"N = \frac{1}{\sqrt{2\pi}} e^{-x^2}", (), "2 * pi"),
]


@pytest.mark.parametrize(("why", "latex", "context", "part"), PI, ids=[row[0] for row in PI])
def test_pi_beside_a_number_is_the_number(why, latex, context, part):
    assert part in show(resolved(latex, context))


def test_a_bare_pi_beside_scripted_ones_is_refused():
    with pytest.raises(UnsupportedError, match="pi"):
        resolved(r"r_k = \pi_k \theta + \pi x_k")


PREFIXES = [
    ("a limit above", r"c_t = \prod_{s=1}^t x_s", "x:n"),
    ("a limit below", r"c_t = \sum_{s \le t} x_s", "x:n"),
    ("a mean", r"c_t = \frac{1}{t} \sum_{s=1}^t x_s", "x:n"),
    ("an axis of its own", r"c_t = \sum_{s \le t} a_{ts} + x_s", "a:n×d x:d"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), PREFIXES, ids=[row[0] for row in PREFIXES])
def test_an_index_that_only_limits_another_runs_over_its_axis(why, latex, wanted):
    assert inputs(resolved(latex)) == wanted


UNWRITTEN = [r"s = \sum_{k=1} v^k", r"y = \sum_k 2^{-k}", r"c = \sum_{t=1}^T x_t \sum_k 2^{-k}"]


@pytest.mark.parametrize("latex", UNWRITTEN)
def test_no_input_has_a_name_that_the_formula_does_not_write(latex):
    with pytest.raises(UnsupportedError, match="how large"):
        resolved(latex, shapes={"v": (), "x": (3,)})


GRADIENTS = [
    ("beside its like", r"dW = \frac{1}{m} dZ X^T", "m:() dZ:n×d X:p×d"),
    ("d by itself somewhere", r"dW = d X + dZ / d", "dX:n×k dZ:n×k d:()"),
    ("a cubic", r"f(x) = a + bx + cx^2 + dx^3", "a:() b:() x:() c:() d:()"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), GRADIENTS, ids=[row[0] for row in GRADIENTS])
def test_d_and_a_letter_are_one_name_where_the_note_defines_another(why, latex, wanted):
    given = inputs(resolved(latex))
    assert given == wanted


def test_a_label_may_start_with_a_digit():
    assert inputs(resolved(r"y = \beta_{2\_pow} + x_2")) == "beta_2_pow:() x_2:()"


SPREAD = [
    (r"y = \mathbf{s o f t m a x}(W x)", "W:n×d x:d"),
    (r"y = s o f t m a x (W x)", "W:n×d x:d"),
    (r"y = \mathbf{Q K} x", "Q:n×d_k K:d_k×d x:d"),
]


@pytest.mark.parametrize(("latex", "given"), SPREAD)
def test_letters_that_a_scanner_set_apart(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"R^2 = 1 - \frac{SS_{res}}{SS_{tot}}", {"SS_res", "SS_tot"}),
        (r"F = SS_{\text{between}} / k", {"SS_between", "k"}),
        (r"y = XX^\top v", {"X", "v"}),
        (r"w_{t,d} = tf_{t,d} \times \log\frac{N}{df_t}", {"tf", "N", "df"}),
        (r"n = 4df + d + f", {"d", "f"}),
        (r"mAP = \frac{1}{N} \sum_{i=1}^N AP_i", {"AP"}),
        (r"y = AP x", {"A", "P", "x"}),
        (r"MS_B = \frac{SS_B}{k - 1}", {"SS_B", "k"}),
        (r"Y = S S_B + S", {"S", "S_B"}),
        (r"FV = PV(1 + r)^n", {"PV", "r", "n"}),
        (r"BLEU = BP \cdot \exp(m)", {"BP", "m"}),
        (r"\text{Bleu} = BP \cdot \exp(m)", {"BP", "m"}),
        (r"n = \frac{PV}{RT}", {"P", "V", "R", "T"}),
    ],
)
def test_abbreviations_are_one_name(latex, wanted):
    assert {parameter.name for parameter in resolved(latex).inputs} == wanted


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"\Gamma_u = \sigma(W_u [c; x] + b_u)", {"W_u", "c", "x", "b_u"}),
        (r"r_r = \sigma(W_r h + b_r)", {"W_r", "h", "b_r"}),
        (r"y_i = W_i x + b_i", {"W", "x", "b"}),
    ],
)
def test_the_letter_of_a_gate_counts_nothing(latex, wanted):
    assert {parameter.name for parameter in resolved(latex).inputs} == wanted


def test_pi_over_a_labelled_pi_is_another_policy():
    assert inputs(resolved(r"r = s - \beta \log \frac{\pi}{\pi_{ref}}")) == "s:() beta:() pi:() pi_ref:()"


RUNS = [
    ("words with a transpose", r"S = Query Key^T", "Query:n×d Key:m×d"),
    ("letters with a transpose", r"S = QWK^T", "Q:n×d W:d×k K:m×k"),
    ("small letters with a transpose", r"h = abc^T", "a:() b:n c:m"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), RUNS, ids=[row[0] for row in RUNS])
def test_a_transpose_makes_factors_of_letters_but_not_of_a_word(why, latex, wanted):
    assert inputs(resolved(latex)) == wanted


LETTERS_OF_A_FUNCTION = [
    ("beside its letters", "y = L + n + d + 4Lnd", (), "(L + n + d + (4 * L * n * d))"),
    ("small letters behind a number", "y = l + n + d + 4lnd", (), "(l + n + d + (4 * l * n * d))"),
    ("capitals behind a number", "y = L + N + d + 4LNd^2", (), "(L + N + d + (4 * L * N * d**2))"),
    ("the letters of the note", "y = d + 4Lnd", ("L = 2", "n = 3"), "(d + (4 * L * n * d))"),
    ("without a number", "y = l + n + x + lnx", (), "(l + n + x + log(x))"),
    ("without the letters", "y = x + 2lnx", (), "(x + (2 * log(x)))"),
    ("the letters somewhere else", "y = x + 2lnx", ("l = 2", "n = 3"), "(x + (2 * log(x)))"),
    ("set apart", "y = l + n + x + 2 ln x", (), "(l + n + x + (2 * log(x)))"),
    ("the command", r"y = l + n + d + 2\ln d", (), "(l + n + d + (2 * log(d)))"),
    ("the argument is a number", "y = l + n + 2 ln2", (), "(l + n + (2 * log(2)))"),
    ("a word", "y = s + i + n + x + 2sinx", (), "(s + i + n + x + (2 * sin(x)))"),
]


@pytest.mark.parametrize(("why", "latex", "context", "wanted"), LETTERS_OF_A_FUNCTION, ids=[row[0] for row in LETTERS_OF_A_FUNCTION])
def test_letters_in_use_that_would_be_a_function(why, latex, context, wanted):
    assert show(resolved(latex, context)) == wanted


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"y = Ax + Bu", "A:n×d x:d B:n×k u:k"),
        (r"z = Wa + b", "W:n×d a:d b:n"),
        (r"x_{t+1} = Ax_t + Bu_t", "A:n×d x_t:d B:n×k u_t:k"),
        (r"y = 2 Re + Bi", "Re:() Bi:()"),
        (r"y = He + 1", "He:()"),
    ],
)
def test_a_matrix_and_what_it_is_applied_to(latex, wanted):
    assert inputs(resolved(latex)) == wanted


def test_a_standard_error_of_a_coefficient_is_one_name():
    assert inputs(resolved(r"t = \frac{b_1 - c}{SE_{b_1}}")) == "b_1:() c:() SE_b_1:()"
    assert inputs(resolved(r"y = SE_1 x")).startswith("S:")


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"\frac{VP}{VP + FP}", "VP:() FP:()"),
        (r"\frac{TP \times TN - FP \times FN}{\sqrt{(TP + FP)(TP + FN)(TN + FP)(TN + FN)}}", "TP:() TN:() FP:() FN:()"),
        (r"\frac{VP}{2}", "V:n×d P:d×k"),
    ],
)
def test_counts_of_right_and_wrong(latex, wanted):
    assert inputs(resolved(latex)) == wanted


COUNTS_AND_PRODUCTS = [
    (r"P_{k|k-1} = FP_{k-1}F^\top + Q", "F:d×k P_k_minus_1:k×k Q:d×d"),
    (r"r_c = \frac{TP_c}{TP_c + FN_c}", "TP:n FN:n"),
]


@pytest.mark.parametrize(("latex", "wanted"), COUNTS_AND_PRODUCTS)
def test_no_counts_of_the_step_before(latex, wanted):
    assert inputs(resolved(latex)) == wanted


WEIGHTED = [
    (r"H = Vsoftmax(\frac{K^T Q}{\sqrt{d_k}})", r"H = V \mathrm{softmax}(\frac{K^T Q}{\sqrt{d_k}})"),
    (r"y = Wtanh(x)", r"y = W \tanh(x)"),
]


@pytest.mark.parametrize(("latex", "same"), WEIGHTED)
def test_values_and_weights_before_a_function(latex, same):
    assert meaning(latex) == meaning(same)


@pytest.mark.parametrize("latex", ["y = Gsoftmax(x)", "y = Prelu(x)", "m = Hmean(x)", "y = Vmax(x)"])
def test_another_capital_may_be_part_of_a_name(latex):
    with pytest.raises(UnsupportedError):
        meaning(latex)


def test_the_end_of_an_abbreviation_is_no_name_of_its_own():
    assert {parameter.name for parameter in resolved(r"F = \frac{2PR}{P + R}", (r"FPR = 1 - 0.9",)).inputs} == {"P", "R"}
