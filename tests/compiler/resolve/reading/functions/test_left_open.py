r"""Functions that formulas of attention leave open: shown with a usual one, which is said, where the formula says what kind they are."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import meaning, resolved

FEATURES = "((elu(Q) + 1) @ ((elu(K) + 1)' @ V))"
LAYER = "((max(0, ((layer_norm(x) @ W_1) + b_1)) @ W_2) + b_2)"
SHOWN = [
    (r"\phi(Q)(\phi(K)^\top V)", "feature_map", FEATURES),
    (r"\varphi(Q)(\varphi(K)^\top V)", "feature_map", FEATURES),
    (r"s = \phi(q)^\top \phi(k)", "feature_map", "((elu(q) + 1) @ (elu(k) + 1))"),
    (r"x + F(\mathrm{LN}(x))", "any_layer", f"(x + {LAYER})"),
    (r"y = \mathrm{SubLayer}(\mathrm{LN}(x)) + x", "any_layer", f"({LAYER} + x)"),
    (r"\mathrm{LN}(x + \mathrm{Sublayer}(x))", "any_layer", "layer_norm((x + ((max(0, ((x @ W_1) + b_1)) @ W_2) + b_2)))"),
]


@pytest.mark.parametrize(("latex", "reading", "wanted"), SHOWN)
def test_what_is_left_open_is_shown_with_a_usual_function_and_said(latex, reading, wanted):
    assert meaning(latex) == wanted
    assert f"reading.{reading}" in {one.key for one in resolved(latex).readings}


REFUSED = [
    r"\phi(x)^\top \phi(y)",
    r"E = \phi(q) + q",
    r"o_i = \sum_j \phi(q_i) \phi(k_j) v_j",
    r"O = \phi(Q) \phi(K) V",
    r"s = \psi(q)^\top \psi(k)",
    r"y = F(x)",
    r"y = x + F(x)",
    r"y = x + \mathrm{Sublayer}(x)",
    r"y = x + F(\mathrm{LN}(z))",
    r"y = \mathrm{LN}(z) + F(x)",
    r"y = x - F(\mathrm{LN}(x))",
    r"y = x + G(\mathrm{LN}(x))",
    r"y = x + F_i(\mathrm{LN}(x))",
]


@pytest.mark.parametrize("latex", REFUSED)
def test_where_nothing_says_what_kind_it_is_it_is_not_guessed(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)


OF_THE_NOTE = [
    (r"\phi(Q)(\phi(K)^\top V)", r"\phi(x) = \mathrm{relu}(x)", "(relu(Q) @ (relu(K)' @ V))"),
    (r"x + F(\mathrm{LN}(x))", r"F(x) = \tanh(x)", "(x + tanh(layer_norm(x)))"),
]


@pytest.mark.parametrize(("latex", "definition", "wanted"), OF_THE_NOTE)
def test_what_the_note_defines_comes_first(latex, definition, wanted):
    assert meaning(latex, (definition,)) == wanted
