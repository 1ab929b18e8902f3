"""A definition used with fewer or more indices than it is written with names a part of it, or the entries of its value."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import UnsupportedError

from ...dump import inputs, resolved

SCORES = r"e_{t,i} = s_t^\top W h_i"
PARTS = [
    ("a row", r"\alpha_t = \text{softmax}(e_t)", (SCORES,), "s:n×d W:d×k h:m×k"),
    ("what stands at a letter above", r"a^t = \text{softmax}(e^t)", (r"e_i^t = v^T \tanh(W h_i + U s_t)",), "v:n W:n×d h:m×d U:n×k s:p×k"),
    ("a matrix for each head", r"A^h = \text{softmax}(s^h)", (r"s_{ij}^h = q_i^\top W^h k_j",), "q:n×d W:m×d×p k:r×p"),
]


@pytest.mark.parametrize(("why", "latex", "context", "given"), PARTS, ids=[row[0] for row in PARTS])
def test_fewer_indices(why, latex, context, given):
    assert inputs(resolved(latex, context)) == given


ENTRIES = [
    ("of a row", r"c_t = \sum_i \alpha_{t,i} h_i", (r"\alpha_t = \text{softmax}(e_t)", SCORES), "s:n×d W:d×k h:m×k"),
    ("below a letter above", r"c_t = \sum_i \alpha_i^t h_i", (r"\alpha^t = \text{softmax}(W s^t)",), "W:n×d s:m×d h:n×k"),
    ("of the same display", r"\alpha_t = \text{softmax}(s_t), \quad c_t = \sum_j \alpha_{tj} h_j", (), "s:n×d h:d×k"),
]


@pytest.mark.parametrize(("why", "latex", "context", "given"), ENTRIES, ids=[row[0] for row in ENTRIES])
def test_more_indices(why, latex, context, given):
    assert inputs(resolved(latex, context)) == given


APART = [
    ("a vector of its own", r"s_{ij} = x_i^\top x_{ij}", (r"x_i = W z_i",), "W:d×k z:n×k x:n×m×d"),
    ("a number with an entry", r"y = \sum_{i,j} D_{ij}", (r"D_i = \sum_j A_{ij}",), "D:n×d"),
]


@pytest.mark.parametrize(("why", "latex", "context", "given"), APART, ids=[row[0] for row in APART])
def test_another_symbol_of_the_letter_is_given(why, latex, context, given):
    assert inputs(resolved(latex, context)) == given


def test_letters_in_another_order_are_refused():
    with pytest.raises(UnsupportedError, match="defines e"):
        resolved(r"a_i = \text{softmax}(e_i)", (SCORES,))


def test_values():
    rng = np.random.default_rng(0)
    e, h = rng.normal(size=(5, 3)), rng.normal(size=(5, 2))
    found = compile_formula(r"c^t = \sum_i \alpha_i^t h_i", context=(r"\alpha^t = \text{softmax}(2 e^t)",))
    weights = np.exp(2 * e.T) / np.exp(2 * e.T).sum(axis=-1, keepdims=True)
    assert np.allclose(found(e=e.T, h=h), weights @ h)
