"""Operators with a range."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, meaning, resolved, show

RANGES = [
    (r"\sum_{i=1}^{n} x_i", "sum(i<n: x[i])"),
    (r"\prod_{t=1}^T p_t", "product(t<T: p[t])"),
    (r"\max_j s_j", "max(j<n: s[j])"),
    (r"\min_{i} x_i", "min(i<n: x[i])"),
    (r"\sum_t \gamma^{t-1} r_t", "sum(t<n: (gamma**(#t + -1) * r[t]))"),
    (r"\sum_i 2^{i-1} b_i", "sum(i<n: (2**(#i + -1) * b[i]))"),
    (r"\|_{i=1}^h head_i", "table(i: head[i])"),
    (r"\frac{1}{n} \sum x", "((1 / <n>) * sum(i<n: x[i]))"),
    (r"\mathbb{E}[x]", "mean(x)"),
    (r"\sum_{i=0}^{n-1} x_i", "sum(i<n: x[i])"),
    (r"\sum_{i=1}^{n}-1 x_i", "sum(i<n: -(1 * x[i]))"),
    (r"\sum_{i=1}^n-x_i", "sum(i<n: -x[i])"),
]


@pytest.mark.parametrize(("latex", "wanted"), RANGES)
def test_ranges(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize("latex", [r"\sum_{i=0}^t-1 x_i", r"\prod_{i=1}^n-2x_i"])
def test_a_limit_that_ends_for_want_of_braces_is_refused(latex):
    with pytest.raises(UnsupportedError, match="Without braces"):
        meaning(latex)


@pytest.mark.parametrize(
    "latex", [r"k = \mathbb{E}_\omega[\exp(\omega^\top x)]", r"J = \mathbb{E}_x[\theta^\top x]", r"L = \mathbb{E}_z[z^\top A z]"]
)
def test_an_expectation_over_vectors_that_are_drawn_is_refused(latex):
    with pytest.raises(UnsupportedError, match="no data"):
        meaning(latex)


def test_an_expectation_over_numbers_is_their_mean():
    assert meaning(r"J = \mathbb{E}_x[x^2]") == "mean(x**2)"


@pytest.mark.parametrize("latex", [r"y = \sum_{\substack{i=1 \\ i \neq j}}^n x_i", r"y = \sum_{i=1, i \neq j}^n x_i"])
def test_a_place_left_out_must_be_known(latex):
    with pytest.raises(UnsupportedError, match="range of the index j"):
        meaning(latex)
    assert "!=" in meaning(latex.replace("y =", "y_j ="))


def test_a_reward_is_an_outcome_with_a_value():
    program = resolved(r"q(s, a) = \sum_{s', r} p(s', r | s, a) [r + \gamma V(s')]")
    assert inputs(program) == "p:n×m×q×d r:m gamma:() V:n"
    assert "#r" not in show(program)
    assert "#r" in show(resolved(r"y = \sum_{r=1}^{R} r x_r"))
    with pytest.raises(UnsupportedError, match="values"):
        resolved(r"r(s, a) = \sum_r r \sum_{s'} p(s', r | s, a)")


def test_the_square_of_a_difference_of_vectors_has_no_mean():
    with pytest.raises(UnsupportedError, match="distribution"):
        resolved(r"L = E[(y - Wx)^2]")
    assert inputs(resolved(r"L = E[(y - w x)^2]", shapes={"w": (), "x": (3,), "y": (3,)})) == "y:n w:() x:n"


def test_a_sum_without_letter_runs_over_no_steps():
    with pytest.raises(UnsupportedError, match="which letter"):
        resolved(r"l_i^{(j)} = l_i^{(j-1)} e^{m_i^{(j-1)} - m_i^{(j)}} + \sum e^{S_{ij} - m_i^{(j)}}")
    assert inputs(resolved(r"s_t = s_{t-1} + \sum x_i w_i")) == "s_t_minus_1:() x:n w:n"
