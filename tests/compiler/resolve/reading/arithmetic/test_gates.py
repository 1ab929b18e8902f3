"""Dots between vectors of one step, one letter for two arrays, entries beside a bias, and arguments that end before a slash."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.errors import UnsupportedError

CELL = r"c_t = f_t \cdot c_{t-1} + i_t \cdot \tilde c_t"
VECTOR = (3,)


def test_dots_in_the_step_of_a_vector_multiply_entry_by_entry():
    formula = compile_formula(CELL, shapes=dict.fromkeys(("f_t", "c_t_minus_1", "i_t", "c_tilde_t"), VECTOR))
    assert formula.shape == ("n",)
    assert any("entry by entry" in str(reading) for reading in formula.readings)


def test_a_gate_before_an_activation_needs_the_shape_of_the_left_side():
    latex = r"h_t = o_t \cdot \tanh(c_t)"
    with pytest.raises(UnsupportedError, match="as in a gate"):
        compile_formula(latex, shapes={"o_t": VECTOR, "c_t": VECTOR})
    assert compile_formula(latex, shapes={"o_t": VECTOR, "c_t": VECTOR, "h_t": VECTOR}).shape == ("n",)
    assert compile_formula(latex, shapes={"o_t": VECTOR, "c_t": VECTOR, "h_t": ()}).shape == ()


@pytest.mark.parametrize("latex", [r"s = a \cdot b", r"s = a \cdot b + a \cdot a", r"s = a \cdot \tanh(b)"])
def test_other_dots_stay_dot_products(latex):
    assert compile_formula(latex, shapes={"a": VECTOR, "b": VECTOR}).shape == ()


def test_a_point_and_the_data_in_a_run_of_letters_are_refused():
    with pytest.raises(UnsupportedError, match="two arrays with one letter"):
        compile_formula(r"f(x) = \sum_i ax_i^T x")


KEPT = [r"f(x) = \frac{\sum_i x_i}{\|x\|}", r"s = \sum_i (x_i - \bar x)^2", r"f(z) = \sum_i \alpha_i x_i^T z"]


@pytest.mark.parametrize("latex", KEPT)
def test_entries_of_an_argument_and_other_letters_are_computed(latex):
    assert compile_formula(latex).inputs


BESIDE_BIAS = [
    (r"y_i = \sum_j W_{ij} x_j + b_i", "x", 1),
    (r"y_i = \tanh(b_i + \sum_j W_{ij} x_j)", "x", 1),
    (r"c_i = \sum_j \alpha_{ij} h_j", "h", 2),
    (r"z_i = \sum_j W_{ij} h_j", "h", 2),
]


@pytest.mark.parametrize(("latex", "name", "rank"), BESIDE_BIAS)
def test_only_a_bias_with_the_index_of_the_row_makes_the_weighted_numbers(latex, name, rank):
    assert len(compile_formula(latex).inputs[name]) == rank


def test_an_argument_that_ends_before_a_slash_is_said():
    assert any("slash" in str(reading) for reading in compile_formula(r"\exp -x/2").readings)
    assert not any("slash" in str(reading) for reading in compile_formula(r"\exp(-x)/2").readings)


STATES = [
    (r"S_t = \gamma_t S_{t-1} + v_t, \quad S_0 = 0", {"gamma": 1, "v": 1}),
    (r"S_t = \gamma_t S_{t-1} + V_t, \quad S_0 = 0", {"gamma": 1, "V": 2}),
    (r"S_t = \gamma_t S_{t-1} + v_t k_t^\top, \quad S_0 = 0", {"gamma": 1, "v": 2, "k": 2}),
]


@pytest.mark.parametrize(("context", "ranks"), STATES)
def test_a_state_in_capitals_is_as_large_as_what_is_added(context, ranks):
    inputs = compile_formula(r"o_t = S_t + 1", context=(context,)).inputs
    assert {name: len(shape) for name, shape in inputs.items()} == ranks
