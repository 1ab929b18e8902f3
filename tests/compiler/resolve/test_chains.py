"""The sides of a chain: which are kept, and what the letters on the left count."""

from __future__ import annotations

import pytest

from .dump import inputs, meaning, resolved, show

NUMBERS_PUT_IN = [
    (r"s_{ij} = q_i \cdot k_j = 1 \cdot 0.5 + 2 \cdot 0.25", "((1 * 0.5) + (2 * 0.25))"),
    (r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})} = \frac{e^2}{e^2 + e}", "(e**2 / (e**2 + e))"),
    (r"H(p_t, p_s) = -\sum_k p_{t,k} \log p_{s,k} = -\log(0.52)", "-log(0.52)"),
]


@pytest.mark.parametrize(("latex", "wanted"), NUMBERS_PUT_IN)
def test_numbers_put_in_are_those_of_one_place(latex, wanted):
    program = resolved(latex)
    assert show(program) == wanted
    assert program.indices == ()
    assert "reading.one_place" in {reading.key for reading in program.readings}


SEVERAL_PLACES = [
    (r"s_{ij} = q_i \cdot k_j = q_i \cdot k_j + 0", "q:n×d k:m×d", 2),
    (r"v_i = x_i + 1 = [1, 2] + [1, 1]", "", 0),
    (r"y_i = 2 x_i = x_i + x_i", "x:n", 1),
]


@pytest.mark.parametrize(("latex", "given", "count"), SEVERAL_PLACES)
def test_sides_with_the_letters_or_with_all_entries_stay_as_they_are(latex, given, count):
    program = resolved(latex)
    assert (inputs(program), len(program.indices)) == (given, count)
    assert "reading.one_place" not in {reading.key for reading in program.readings}


WHOLE_IN_THE_LAST = [
    (r"\alpha_{t,i} = \frac{\exp(e_{t,i})}{\sum_j \exp(e_{t,j})} = \text{softmax}(e_t)", "[t<n,i<d] softmax(e[t])[i]", "e:n×d"),
    (r"P_{ij} = x_i y_j = (x_i y)", "[i<n,j<m] (x[i] * y)[j]", "x:n y:m"),
    (r"h_{t,i} = x_t + W_i y_t = W_i y_t + x_t", "[t<n,i<m] ((W[i] @ y[t]) + x[t])", "x:n W:m×p×d y:n×d"),
]


@pytest.mark.parametrize(("latex", "wanted", "given"), WHOLE_IN_THE_LAST)
def test_a_side_that_is_whole_in_the_last_letters_is_taken_at_their_places(latex, wanted, given):
    program = resolved(latex)
    assert (show(program), inputs(program)) == (wanted, given)


APPROXIMATED = [
    (r"z = a + b \approx a", "(a + b)"),
    (r"z = a + b \approx a \approx 0", "(a + b)"),
    (r"z \approx a", "a"),
    (r"z = 2 \cdot 3 + 1 \approx 2 \cdot 3", "(2 * 3)"),
]


@pytest.mark.parametrize(("latex", "wanted"), APPROXIMATED)
def test_behind_an_exact_side_a_formula_near_it_is_not_the_value(latex, wanted):
    program = resolved(latex)
    assert show(program) == wanted
    assert program.stated == ()


AMOUNTS = [
    (r"T = \frac{140}{1978} \approx 70.8 \text{ ms}", (), None, "70/989"),
    (r"M = 2P = 140 \text{ GB}", (), {"P": ()}, "(2 * P)"),
    (r"M = a + b = 8192\ \text{Werte}", (), None, "(a + b)"),
    (r"M = a + b = 2ab", (), None, "(2 * a * b)"),
    (r"M = a + b = 2\pi", (), None, "(2 * pi)"),
    (r"x = 2 y = 4 \text{scale}", ("scale = 3 z",), None, "scale = (3 * z)\n(4 * scale)"),
    (r"x = 2 y = 4 \text{scale}", (), {"scale": (3,)}, "(4 * scale)"),
]


@pytest.mark.parametrize(("latex", "context", "shapes", "wanted"), AMOUNTS)
def test_a_number_with_words_behind_a_value_is_the_value_said_once_more_unless_the_words_are_given(latex, context, shapes, wanted):
    assert show(resolved(latex, context, shapes)) == wanted


@pytest.mark.parametrize(
    ("latex", "count"),
    [
        (r"C_{i,j} = C_{i-1,j} + a_{i,j} = \sum_{k=1}^i a_{k,j}", "n"),
        (r"C_{i,j} = C_{i-1,j} + a_{i,j} + b_{i,j}", "n"),
    ],
)
def test_a_sum_from_the_first_step_behind_a_recurrence_starts_at_the_first(latex, count):
    program = resolved(latex, shapes={"a": (3, 5), "b": (3, 5)})
    assert str(program.indices[0].size) == count
    assert program.indices[0].start == (1 if "sum" in latex else 2)


SHAPES_BEHIND = [
    (r"S = QK^\top = n \times n", "(Q @ K')"),
    (r"Q = X W_Q = (n \times d_k)", "(X @ W_Q)"),
    (r"A = \pi r^2 = b \times h", "(b * h)"),
    (r"y = w^\top x = n \times d", "(n * d)"),
    (r"S = QK^\top = 3 \times 3", "(3 * 3)"),
]


@pytest.mark.parametrize(("latex", "wanted"), SHAPES_BEHIND)
def test_a_shape_behind_an_array_is_no_number(latex, wanted):
    assert show(resolved(latex)) == wanted


NAMES_BEHIND = [
    (r"A = \mathrm{softmax}(QK^\top) = \begin{bmatrix} a_{11} & a_{12} \\ a_{21} & a_{22} \end{bmatrix}", "softmax((Q @ K'))"),
    (r"C = AB = \begin{bmatrix} c_{11} & c_{12} \\ c_{21} & c_{22} \end{bmatrix}", "(A @ B)"),
    (r"y = \begin{bmatrix} a \\ b \end{bmatrix}", "[[a], [b]]"),
    (r"y = (a, b)^\top = \begin{bmatrix} a \\ b \end{bmatrix}", "[[a], [b]]"),
    (r"y = A x = \begin{bmatrix} a + b \\ b \end{bmatrix}", "[[(a + b)], [b]]"),
]


@pytest.mark.parametrize(("latex", "wanted"), NAMES_BEHIND)
def test_a_table_of_names_behind_what_it_names_is_no_value(latex, wanted):
    assert show(resolved(latex)) == wanted


@pytest.mark.parametrize(
    ("latex", "wanted"), [("E = F = [1, 2]", "[1, 2]"), ("a = b = 3", "3"), ("F = ma = 6", "(m * a)"), (r"s = q \cdot k = 3", "(q @ k)")]
)
def test_a_second_name_of_numbers_is_no_value(latex, wanted):
    assert meaning(latex) == wanted
