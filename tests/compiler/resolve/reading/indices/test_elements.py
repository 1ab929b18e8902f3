"""Computed places: from which number they are counted, and how far an index runs."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import ShapeError, UnsupportedError

from ...dump import inputs, meaning, resolved, show

PLACES = [
    (r"y_i = x_{2i} + b_i", "[i<m] (x[((2 * #i) + -1)] + b[i])"),
    (r"y_i = x_{2i-1} + b_i + x_{2i}", "[i<m] (x[(((2 * #i) + -1) + -1)] + b[i] + x[((2 * #i) + -1)])"),
    (r"y_i = x_{2i} b_i + x_{2i+1}", "[i<m] ((x[(2 * #i)] * b[i]) + x[((2 * #i) + 1)])"),
    (r"y_i = q_i x_{\lceil i/r \rceil}", "[i<n] (q[i] * x[(ceil((#i / r)) + -1)])"),
    (r"y_i = q_i x_{\lfloor i/r \rfloor}", "[i<n] (q[i] * x[floor((#i / r))])"),
]


@pytest.mark.parametrize(("latex", "wanted"), PLACES, ids=[row[0] for row in PLACES])
def test_places(latex, wanted):
    assert meaning(latex) == wanted


DIFFERENCES = [
    ("a bias by distance", r"S_{ij} = q_i^\top k_j + b_{i-j}", "q:n×d k:m×d b:m + n - 1", "((q[i] @ k[j]) + b[(i + -j + <m> + -1)])"),
    ("none before the first", r"o_i = \sum_{j \le i} w_{i-j} v_j", "w:n v:n", "sum(j<n if (#j <= #i): (w[(i + -j)] * v[j]))"),
    ("none that is not later", r"o_i = \sum_{j < i} w_{i-j} v_j", "w:n - 1 v:n", "sum(j<n if (#j < #i): (w[(i + -j + -1)] * v[j]))"),
    ("a distance", r"S_{ij} = q_i^\top k_j + b_{|i-j|}", "q:n×d k:n×d b:n", "((q[i] @ k[j]) + b[abs((#i + -#j))])"),
    ("a slope", r"S_{ij} = q_i^\top k_j - m(i-j)", "q:n×d k:p×d m:()", "((q[i] @ k[j]) + -(m * (#i + -#j)))"),
]


@pytest.mark.parametrize(("why", "latex", "given", "wanted"), DIFFERENCES, ids=[row[0] for row in DIFFERENCES])
def test_differences_of_indices(why, latex, given, wanted):
    program = resolved(latex)
    assert inputs(program) == given
    assert meaning(latex).partition("] ")[2] == wanted


def test_a_difference_that_may_be_negative_inside_a_place_is_refused():
    with pytest.raises(UnsupportedError, match="difference of two indices"):
        resolved(r"S_{ij} = q_i^\top k_j + b_{\min(i-j, 2)}")


STARTS = [
    (r"y_i = x_{2i} + b_i", 1),
    (r"y_i = x_{2i} b_i + x_{2i+1}", 0),
    (r"y_i = q_i x_{\lceil i/r \rceil}", 1),
    (r"y_i = q_i x_{\lfloor i/r \rfloor}", 0),
]


@pytest.mark.parametrize(("latex", "start"), STARTS, ids=[row[0] for row in STARTS])
def test_first_value_of_an_unwritten_range(latex, start):
    assert resolved(latex).indices[0].start == start


def test_an_index_whose_range_is_not_written():
    with pytest.raises(UnsupportedError, match="range of the index k"):
        resolved(r"r_k = \frac{\sum_{t=1}^{n-k} (x_t - \bar x)(x_{t+k} - \bar x)}{\sum_t (x_t - \bar x)^2}")


STEPS = [
    ("a step of two", r"y_i = \sum_{k=0}^{K-1} w_k x_{2i+k}", "w:K x:K + 2*n - 2", "[i<n] sum(k<K: (w[k] * x[((2 * i) + k)]))"),
    ("a named step", r"y[i] = \sum_{k=0}^{K-1} x[i + r \cdot k] w[k]", "x:K*r + n - r w:K r:()",
     "[i<n] sum(k<K: (x[(i + (r * k))] * w[k]))"),
    ("one place at a time", r"y_i = \sum_{k=0}^{K-1} w_k x_{i+k}", "w:K x:K + n - 1", "[i<n] sum(k<K: (w[k] * x[(i + k)]))"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "latex", "given", "wanted"), STEPS, ids=[row[0] for row in STEPS])
def test_places_that_take_steps_fill_the_axis(why, latex, given, wanted):
    program = resolved(latex)
    assert (inputs(program), show(program).replace("<r>", "r")) == (given, wanted)


@pytest.mark.parametrize("latex", [r"y[i] = \sum_{k=1}^{K} x[i + r \cdot k] w[k]", r"y_i = \sum_{k=1}^{K} w_k x_{2i+k}"])
def test_steps_of_letters_that_count_from_one_are_refused(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)


def test_an_array_beside_a_step_is_not_short_of_places():
    formula = compile_formula(r"y_i = \sum_{k=0}^{K-1} w_k x_{2i+k}")
    assert np.allclose(formula(w=np.ones(3), x=np.arange(9.0)), [3, 9, 15, 21])
    with pytest.raises(ShapeError):
        formula(w=np.ones(3), x=np.arange(10.0))


def test_a_sum_starts_where_the_differences_of_the_note_do():
    formula = compile_formula(r"s = \sum_{t=2}^{T} d_t, \quad d_t = x_t - x_{t-1}", shapes={"x": (4,)})
    assert formula(x=np.array([1.0, 4.0, 9.0, 16.0])) == 15


def test_a_sum_from_one_counts_what_is_looked_back_at_from_zero():
    formula = compile_formula(r"s = \sum_{t=1}^{T} d_t, \quad d_t = x_t - x_{t-1}", shapes={"x": (4,)})
    assert formula(x=np.array([1.0, 4.0, 9.0, 16.0])) == 15


def test_entries_that_are_places_do_not_say_what_they_count_from():
    with pytest.raises(UnsupportedError, match="from 0 or from 1"):
        resolved(r"L = \sum_n w_{y_n} x_n")


@pytest.mark.parametrize("place", ["g(h)", r"\lceil h/g \rceil"])
def test_what_the_same_place_is_looked_up_in_is_as_long(place):
    first = {parameter.name: parameter.shape[:1] for parameter in resolved(rf"O_h = Q_h K_{{{place}}}^T V_{{{place}}}").inputs}
    assert first["K"] == first["V"] != first["Q"]


def test_different_places_say_nothing_of_lengths():
    first = {parameter.name: parameter.shape[:1] for parameter in resolved(r"y_h = a_{g(h)} b_{f(h)} c_h").inputs}
    assert first["a"] != first["b"]


def test_a_given_function_of_an_index_names_places_from_one_and_says_so():
    program = resolved(r"O_h = Q_h K_{g(h)}^T")
    assert "counted from 1" in " ".join(map(str, program.readings))


def test_a_function_of_the_note_says_which_place_an_index_means():
    assert meaning(r"y_i = z_i x_{g(i)}", (r"g(i) = \lceil i / r \rceil",)) == "[i<n] (z[i] * x[(ceil((#i / r)) + -1)])"


FIRST = [
    (r"\lceil i / r \rceil", "x[(ceil((#i / r)) + -1)]"),
    (r"\lfloor (i - 1) / r \rfloor + 1", "x[((floor(((#i + -1) / r)) + 1) + -1)]"),
    (r"\lfloor i / r \rfloor", "x[floor((#i / r))]"),
]


@pytest.mark.parametrize(("place", "wanted"), FIRST)
def test_a_computed_place_counts_from_what_the_first_index_gives(place, wanted):
    assert wanted in meaning(rf"y_i = z_i x_{{{place}}}")


def test_a_floor_that_leaves_out_the_first_place_is_refused():
    with pytest.raises(UnsupportedError, match="from 0 or from 1"):
        resolved(r"y_i = z_i x_{\lfloor i / r \rfloor + 1}")


@pytest.mark.parametrize("latex", [r"g(h) = \frac{1}{n}\sum_{t=1}^{n-h} x_{t+h} x_t", r"g = \frac{1}{n}\sum_{t=1}^{n-h} x_t x_{t+h}"])
def test_a_lag_makes_the_axis_longer_than_the_range(latex):
    formula = compile_formula(latex)
    x = np.array([1.0, 2.0, -1.0, 3.0, 0.5])
    assert formula.inputs["x"] == ("n",)
    assert formula(x=x, h=2) == pytest.approx(x[2:] @ x[:-2] / 5)


def test_a_shift_by_a_number_that_no_range_knows_leaves_the_axis_open():
    assert inputs(resolved(r"y_i = x_{i+s} + b_i")) == "x:n s:() b:m"


@pytest.mark.parametrize("latex", [r"s_{ij} = q_i^\top k_j + b_{r_{ij}}", r"h_v = \sum_u W_{\tau_{uv}} x_u"])
def test_so_are_places_for_each_pair(latex):
    with pytest.raises(UnsupportedError, match="counts places"):
        resolved(latex)


def test_parameters_below_are_no_places():
    assert inputs(resolved(r"y_i = w_{\theta_i} x_i")).startswith("w_theta")
