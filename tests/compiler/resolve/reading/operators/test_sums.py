"""Sums that leave their range out: they run over the letters that nothing else binds; where that is not plain they are refused."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, meaning, resolved, show

WITHOUT_RANGE = [
    ("its only letter", r"\sum x_i y_i", None, "sum(i<n: (x[i] * y[i]))"),
    ("its only letter under a root", r"\sqrt{\sum (x_i - y_i)^2}", None, "sum(i<n: (x[i] + -y[i])**2)**1/2"),
    ("both letters of one array", r"\sum a_{ij} b_{ij}", None, "sum(i<n: sum(j<d: (a[i,j] * b[i,j])))"),
    ("what the left side does not have", r"y_i = \sum w_{ij} x_j", None, "[i<n] sum(j<d: (w[i,j] * x[j]))"),
    ("a letter of its own", r"p_i = \frac{e^{x_i}}{\sum e^{x_i}}", None, "[i<n] (e**x[i] / sum(i_2<n: e**x[i_2]))"),
    ("rows that the caller gives", r"s_i = \sum w_i", {"w": (3, 4)}, "[i<n] sum(i_2<d: w[i,i_2])"),
    ("entries", r"s = \sum x", None, "sum(i<n: x[i])"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "meaning"), WITHOUT_RANGE, ids=[row[0] for row in WITHOUT_RANGE])
def test_a_sum_without_a_range_binds_its_letters(why, latex, shapes, meaning):
    assert show(resolved(latex, shapes=shapes)) == meaning


OVER_ENTRIES = [
    (r"\sum p \log \frac{p}{q}", {"p": 1, "q": 1}),
    (r"L = \frac1N \sum (y - \hat{y})^2", {"y": 1, "y_hat": 1}),
    (r"L = \frac1N \sum (y_{true} - y_{pred})^2", {"y_true": 1, "y_pred": 1}),
    (r"\sum x y", {"x": 1, "y": 1}),
    (r"\ell' = e^{m - m'} \ell + \sum e^{s - m'}", {"m": 0, "m_prime": 0, "ell": 0, "s": 1}),
    (r"\sum (y - m x - b)^2", {"y": 1, "m": 0, "x": 1, "b": 0}),
    (r"\sum (x - \bar{x})^2", {"x": 1, "x_bar": 0}),
    (r"\sum (x - \mu)^2", {"x": 1, "mu": 0}),
    (r"\sum x_i w", {"x": 1, "w": 0}),
]


@pytest.mark.parametrize(("latex", "ranks"), OVER_ENTRIES)
def test_a_sum_over_entries_runs_over_all_that_varies_in_it_and_nowhere_else(latex, ranks):
    assert {parameter.name: len(parameter.shape) for parameter in resolved(latex).inputs} == ranks


BEHIND_IT = [
    (r"L = \sum \frac{L_i}{2 w_i^2} + \log w_i", "sum(i<n: ((L[i] / (2 * w[i]**2)) + log(w[i])))"),
    (r"L = -\sum y_i \log p_i + (1 - y_i) \log(1 - p_i)", "-sum(i<n: ((y[i] * log(p[i])) + ((1 + -y[i]) * log((1 + -p[i])))))"),
    (r"L = -\sum y \log p + (1 - y) \log(1 - p)", "-sum(i<n: ((y * log(p)) + ((1 + -y) * log((1 + -p))))[i])"),
    (r"y_i = \sum x_j + b_i", "[i<m] (sum(j<n: x[j]) + b[i])"),
    (r"L = \sum x_i + c", "(sum(i<n: x[i]) + c)"),
    (r"L = \sum (y - p)^2 + \lambda w^2", "(sum(i<n: (y + -p)**2[i]) + (lambda_ * w**2))"),
    (r"s = n \sum x^2 - (\sum x)^2", "((n * sum(i<m: x**2[i])) + -sum(i_2<m: x[i_2])**2)"),
]


@pytest.mark.parametrize(("latex", "wanted"), BEHIND_IT)
def test_a_sum_without_a_range_reaches_over_terms_of_the_same(latex, wanted):
    assert meaning(latex) == wanted


TYPED = [
    ("α_{ti} = exp(e_{ti}) / Σ_j exp(e_{tj})", "[t<n,i<d] (exp(e[t,i]) / sum(j<d: exp(e[t,j])))"),
    (r"s = \Sigma_{i=1}^n x_i", "sum(i<n: x[i])"),
    (r"y = \Sigma_k x_k", "(Sigma_k @ x_k)"),
    ("A = U Σ V^T", "((U @ Sigma) @ V')"),
    ("Π_i p_i", "product(i<n: p[i])"),
]


@pytest.mark.parametrize(("latex", "meaning"), TYPED, ids=[row[0] for row in TYPED])
def test_a_capital_sigma_that_binds_a_letter_is_a_sum(latex, meaning):
    assert show(resolved(latex)) == meaning


BETWEEN_NUMBERS = [
    (r"\frac{1}{n} \sum_1^n |y_i - z_i|", "((1 / <n>) * sum(i<n: abs((y[i] + -z[i]))))"),
    (r"p = \prod_1^n q_i", "product(i<n: q[i])"),
]


@pytest.mark.parametrize(("latex", "meaning"), BETWEEN_NUMBERS)
def test_between_two_numbers_runs_the_only_letter_of_the_body(latex, meaning):
    assert show(resolved(latex)) == meaning


def test_between_two_numbers_nobody_knows_which_of_two_letters_runs():
    with pytest.raises(UnsupportedError, match="range"):
        resolved(r"\sum_1^n x_{ij}")


UNTOLD = [
    ("bound on the left and nowhere else", r"c_i = \sum \alpha_i h_i"),
    ("a letter may be left over", r"\sum x_i w_{ij}"),
    ("which of two on the left", r"c_{ij} = a_{ij} \sum a_{ij}"),
]


@pytest.mark.parametrize(("why", "latex"), UNTOLD, ids=[row[0] for row in UNTOLD])
def test_a_sum_whose_letter_is_not_plain_is_refused(why, latex):
    with pytest.raises(UnsupportedError, match="which letter"):
        resolved(latex)


MEANS = [
    ("before the sum", r"L = \frac1n \sum (y_i - z_i)^2", "y:n z:n", "((1 / <n>) * sum(i<n: (y[i] + -z[i])**2))"),
    ("before entries", r"m = \frac{1}{N} \sum x", "x:N", "((1 / <N>) * sum(i<N: x[i]))"),
    ("below the sum", r"v = \frac{\sum v_i}{n}", "v:n", "(sum(i<n: v[i]) / <n>)"),
    ("one less", r"v = \frac{1}{n-1} \sum_i x_i", "x:n", "((1 / (<n> + -1)) * sum(i<n: x[i]))"),
    ("the number of a set", r"m = \frac{1}{|S|} \sum_{i \in S} x_i", "x:n", "((1 / <n>) * sum(i<n: x[i]))"),
    ("another letter", r"z = \frac{1}{T} \sum_i x_i", "T:() x:n", "((1 / T) * sum(i<n: x[i]))"),
    ("two letters run", r"m = \frac{1}{n} \sum_{i,j} x_{ij}", "n:() x:m×d", "((1 / n) * sum(i<m: sum(j<d: x[i,j])))"),
    ("bars of a matrix", r"y = |A| + 1", "A:d×d", "(det(A) + 1)"),
]


@pytest.mark.parametrize(("why", "latex", "given", "meaning"), MEANS, ids=[row[0] for row in MEANS])
def test_a_mean_is_divided_by_the_number_of_its_terms(why, latex, given, meaning):
    program = resolved(latex)
    assert inputs(program) == given
    assert show(program) == meaning


def test_a_number_that_is_given_is_no_size():
    assert inputs(resolved(r"m = \frac{1}{n} \sum x_i", shapes={"n": (), "x": (3,)})) == "n:() x:m"


LISTS = [
    ("in braces", r"\max\{x_1, \dots, x_n\}", "max(i_2<n: table(i: x[i])[i_2])"),
    ("in a group", r"m = \max{\{x_1, \dots, x_n\}}", "max(i_2<n: table(i: x[i])[i_2])"),
    ("in brackets", r"m = \max(x_1, \ldots, x_n)", "max(i_2<n: table(i: x[i])[i_2])"),
    ("a set in brackets", r"\hat A_i = r_i - \text{mean}(\{r_1, r_2, \cdots, r_G\})", "[i<G] (r[i] + -mean(table(j: r[j])))"),
    ("without dots", r"m = \text{mean}(\{a, b, c\})", "mean([a, b, c])"),
    ("two numbers", r"m = \max\{a, b\}", "max(a, b)"),
    ("parameters of the left side", r"\mathrm{LSE}(x_1, \dots, x_n) = \log(\exp(x_1) + \cdots + \exp(x_n))", "log(sum(i<n: exp(x[i])))"),
]


@pytest.mark.parametrize(("why", "latex", "meaning"), LISTS, ids=[row[0] for row in LISTS])
def test_a_list_of_numbers_is_one_vector_to_a_function(why, latex, meaning):
    assert show(resolved(latex)) == meaning


SERIES = [
    ("a discounted sum", r"r_1 + \gamma r_2 + \gamma^2 r_3 + \cdots + \gamma^{T-1} r_T", "sum(i<T: (gamma**(#i + -1) * r[i]))"),
    ("a polynomial", r"w_0 + w_1 x + w_2 x^2 + \ldots + w_M x^M", "sum(i<M + 1: (w[i] * x**#i))"),
    ("powers of any letter", r"a_0 + a_1 b + \dots + a_n b^n", "sum(i<n + 1: (a[i] * b**#i))"),
    ("powers alone", r"1 + x + x^2 + \dots + x^n", "sum(i<n + 1: x**#i)"),
    ("squares", r"x_1^2 + x_2^2 + \dots + x_n^2", "sum(i<n: x[i]**2)"),
]


@pytest.mark.parametrize(("why", "latex", "meaning"), SERIES, ids=[row[0] for row in SERIES])
def test_a_series_grows_as_its_last_term_says(why, latex, meaning):
    assert show(resolved(latex)) == meaning


@pytest.mark.parametrize("latex", [r"a_0 + a_1 x + a_2 x^3 + \dots + a_n x^n", r"I + A + A^2 + \dots + A^n", r"a_1 x + \dots + a_n y^n"])
def test_a_series_that_does_not_grow_evenly_is_refused(latex):
    with pytest.raises(UnsupportedError, match="dots"):
        resolved(latex)


UNLIKE = [
    r"S_{ij} = H_i H_j^\top + H_i P_{j|i}^\top",
    r"a_{ij} = z_i^\top W x_j + z_i^\top W R_{i-j}",
    r"y = (I + u A) x, \quad u = W x",
]


@pytest.mark.parametrize("latex", UNLIKE)
def test_products_of_guessed_shapes_are_not_added_to_what_has_more_axes(latex):
    with pytest.raises(UnsupportedError, match="numbers of axes"):
        resolved(latex)


def test_declared_products_and_numbers_may_be_added_to_arrays():
    shapes = {"q": (3, 4), "k": (5, 4), "B": (3, 5, 2)}
    assert "B[i,j]" in show(resolved(r"s_{ij} = q_i^\top k_j + B_{ij}", shapes=shapes))
    assert show(resolved(r"M = G + u^\top u")).startswith("(G + ")


def test_the_rank_of_a_state_is_found_by_trying():
    definition = (r"s_t = s_{t-1} + W x_t",)
    assert inputs(resolved(r"y = \|s_t\|", definition)) == "s_t_minus_1:n W:n×d x_t:d"
    gated = r"S_t = S_{t-1} \alpha_t (I - \beta_t k_t k_t^\top) + \beta_t v_t k_t^\top"
    assert inputs(resolved(gated)) == "S_t_minus_1:n×d beta_t:() k_t:d alpha_t:() v_t:n"
    assert inputs(resolved(r"h_t = \tanh(W h_{t-1} + U x_t)", (r"h_0 = b",))) == "b:d W:d×d U:d×k x:n×k"


def test_beside_a_number_the_entries_are_squared():
    shapes = {"G": (3, 3), "A": (3, 3)}
    assert show(resolved(r"D = G \odot (1 - A^2)", shapes=shapes)) == "(G * (1 + -A**2))"
    assert show(resolved(r"D = G (I - A^2)", shapes=shapes)) == "(G @ (I + -power(A, 2)))"
    assert show(resolved(r"D = 1 + A + A^2", shapes=shapes)) == "(1 + A + power(A, 2))"


IN_EXPONENTS = [
    (r"\ell = \text{rowsum}(e^{S - m})", "S:n×d m:n"),
    (r"\ell = \text{rowsum}(\exp(S - m))", "S:n×d m:n"),
    (r"O = \text{diag}(e^{a - b}) O' + e^{S - b} V", "a:n b:n O_prime:n×d S:n×k V:k×d"),
    (r"Y = W X - b", "W:n×d X:d×k b:()"),
]


@pytest.mark.parametrize(("latex", "wanted"), IN_EXPONENTS)
def test_what_is_subtracted_in_an_exponent_is_one_number_for_each_row(latex, wanted):
    assert inputs(resolved(latex)) == wanted


def test_one_letter_for_the_biases_of_users_and_items():
    with pytest.raises(UnsupportedError, match="two arrays with one letter"):
        resolved(r"r_{ui} = \mu + b_u + b_i + q_i^\top p_u")
    assert inputs(resolved(r"s_{ij} = w_i^\top w_j + b_i + b_j")) == "w:n×d b:n"
    assert inputs(resolved(r"r_{ui} = \mu + b_u + c_i + q_i^\top p_u")) == "mu:() b:n c:m q:m×d p:n×d"


@pytest.mark.parametrize("latex", [r"1 + 2 + \dots + 10", r"1 + 2 + \dots + n", r"x_1 + x_2 + \dots + x_n"])
def test_what_dots_continue_is_said_in_words(latex: str) -> None:
    said = next(reading for reading in resolved(latex).readings if reading.key == "reading.ellipsis")
    assert {type(value) for value in said.values.values()} == {str}


ROWS_OF_A_MATRIX = [
    (r"z_0 = x_p E + E_{pos}", "x_p:n×d E:d×k E_pos:n×k"),
    ("y = A x + B", "A:n×d x:d B:n"),
    ("y = x W + b", "x:n W:n×d b:d"),
    ("Y = X W + b", "X:n×d W:d×k b:k"),
]


@pytest.mark.parametrize(("latex", "given"), ROWS_OF_A_MATRIX)
def test_what_is_added_to_a_matrix_has_its_rows(latex, given):
    assert inputs(resolved(latex)) == given


REACHING = [
    (r"\sum_i a_i + b_i", "sum(i<n: (a[i] + b[i]))"),
    (r"L = -\sum_i a_i + b_i", "-sum(i<n: (a[i] + b[i]))"),
    (r"L = c - \sum_i a_i + b_i - d_i", "(c + -sum(i<n: (a[i] + b[i] + -d[i])))"),
    (r"L = -\sum_i a_i - \sum_i b_i", "(-sum(i<n: a[i]) + -sum(i<m: b[i]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), REACHING)
def test_how_far_a_sum_reaches(latex, wanted):
    assert meaning(latex).replace("i_2", "i") == wanted


def test_a_mean_reaches_over_what_uses_its_index():
    assert inputs(resolved(r"L = -\frac{1}{n} \sum_i y_i \log p_i + (1 - y_i) \log(1 - p_i)")) == "y:n p:n"


@pytest.mark.parametrize("latex", [r"L = -\sum_i a_i - b_i", r"L = c - \frac{1}{n} \sum_{i=1}^n a_i - b_i"])
def test_a_second_minus_may_be_of_the_sum_or_of_its_term(latex):
    with pytest.raises(UnsupportedError, match="minus before the sum"):
        resolved(latex)
