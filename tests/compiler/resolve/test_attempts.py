"""Ranks that are tried again: what an update defines has the axes of itself a step before."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve import attempts
from vault_tools.errors import ShapeError, UnsupportedError

from .dump import inputs, resolved

UPDATES = [
    ("rows called by their number", r"M_t(i) = M_{t-1}(i) \odot (\mathbf{1} - w_t(i) \mathbf{e}_t)", "M_t_minus_1:n×d w_t:n e_t:d"),
    ("a product on the left", r"Q(c U)^\top = (Q U^\top) c^\top", "Q:n×d U:m×d c:m"),
    ("a number in each row", r"w_t(i) = g_t v_t(i) + (1 - g_t) w_{t-1}(i)", "g_t:() v_t:n w_t_minus_1:n"),
]


@pytest.mark.parametrize(("why", "latex", "given"), UPDATES, ids=[row[0] for row in UPDATES])
def test_updates(why, latex, given):
    assert inputs(resolved(latex)) == given


GUESSES = [
    (r"\mathrm{Gain} = \mathrm{Entropy}(S) - \sum_{v} \frac{|S_v|}{|S|} \mathrm{Entropy}(S_v)", UnsupportedError),
    (
        r"q = 3, \quad y = \mathrm{softmax}(q^\top Q) + \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} \begin{bmatrix} 1 & 2 \end{bmatrix}",
        ShapeError,
    ),
]


@pytest.mark.parametrize(("latex", "error"), GUESSES)
def test_what_only_a_guess_contradicts_is_no_mistake_of_the_note(latex, error):
    with pytest.raises(error) as told:
        resolved(latex)
    assert type(told.value) is not UnsupportedError or told.value.message.key == "unsupported.guessed_rank"


def test_a_weight_of_one_place_for_another_is_a_number():
    assert inputs(resolved(r"\alpha_{ij} = \frac{\exp(w^\top H_i^\top H_j)}{\sum_k \exp(w^\top H_i^\top H_k)}")) == "w:() H:n×d"


def test_one_row_of_weights_makes_one_entry():
    program = resolved(r"\alpha_{ij} = \frac{\exp(a [W h_i \| W h_j])}{\sum_k \exp(a [W h_i \| W h_k])}", shapes={"a": (1, 6)})
    assert [str(dim) for dim in program.result.shape] == ["1"]


MANY_RANKS = [
    ("a doubt, then read loosely", r"\alpha_{ij} = \frac{\exp(a [W h_i \| W h_j])}{\sum_k \exp(a [W h_i \| W h_k])}", 13),
    ("contradictions until the last ranks fit", r"p = \sum_k \pi_k \mathcal{N}(x \mid \mu_k, \Sigma_k)", 27),
]


@pytest.mark.parametrize(("why", "latex", "count"), MANY_RANKS, ids=[row[0] for row in MANY_RANKS])
def test_how_long_other_ranks_are_tried(monkeypatch, why, latex, count):
    tried, attempt = [], attempts._attempt
    monkeypatch.setattr(attempts, "_attempt", lambda task, reader: (tried.append(reader.choices), attempt(task, reader))[1])
    resolved(latex)
    assert len(tried) == count


def test_a_row_that_the_note_declares_is_a_vector():
    latex = r"c_t = h_t W, \quad c_t \in \mathbb{R}^{1 \times d}"
    assert [str(dim) for dim in resolved(latex).inputs[1].shape][-1] == "d"


ONE_WEIGHT_FOR_EACH = [
    (r"p_{ij} = \frac{\exp(x_i W_j)}{\sum_k \exp(x_i W_k)}", "x:n×d W:m×d"),
    (r"\alpha_{ij} = \frac{\exp(Q_i K_j)}{\sum_k \exp(Q_i K_k)}", "Q:n×d_k K:m×d_k"),
    (r"A_j = \frac{\exp(K_j)}{\sum_k \exp(K_k)}", "K:n×d_k"),
    (r"p_k(x) = \frac{\exp(x W_k + b_k)}{\sum_j \exp(x W_j + b_j)}", "x:() W:n b:n"),
    (r"P(y=k|x) = \frac{\exp(x W_k)}{\sum_j \exp(x W_j)}", "x:() W:n"),
]


@pytest.mark.parametrize(("latex", "given"), ONE_WEIGHT_FOR_EACH)
def test_a_share_of_a_sum_of_exponentials_is_a_number(latex, given):
    assert inputs(resolved(latex)) == given
