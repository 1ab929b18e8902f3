r"""What a symbol is called: DESIGN's rules as a table, and that nothing but an identifier ever leaves names.py."""

from __future__ import annotations

import keyword
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_tools.compiler.names import IDENTIFIER, canonical, identifier, label, raised
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Scripted


@pytest.mark.parametrize(
    ("latex", "name"),
    [
        ("W^Q", "W_Q"),
        ("W_Q", "W_Q"),
        ("W_i^Q", "W_i_Q"),
        ("W^Q_i", "W_i_Q"),
        (r"d_{\text{model}}", "d_model"),
        (r"d_{model}", "d_model"),
        ("W^{(0)}", "W_0"),
        ("H^{(l)}", "H_l"),
        ("h_{t-1}", "h_t_minus_1"),
        ("h_{t+1}", "h_t_plus_1"),
        ("k_+", "k_plus"),
        ("k_{-}", "k_minus"),
        ("h^*", "h_star"),
        (r"\hat{y}", "y_hat"),
        (r"\hat{y}_i", "y_hat_i"),
        (r"\hat{y_i}", "y_hat_i"),
        (r"\bar{x}", "x_bar"),
        (r"\tilde{A}", "A_tilde"),
        (r"\vec{v}", "v"),
        (r"\mathbf{Q}", "Q"),
        (r"\boldsymbol{\alpha}", "alpha"),
        (r"\bold{h_j}", "h_j"),
        ("x'", "x_prime"),
        (r"\mathbf{W}_k^{\prime}", "W_k_prime"),
        ("x''", "x_prime_prime"),
        (r"c^{<t-1>}", "c_t_minus_1"),
        (r"m^{(A)}", "m_A"),
        (r"step\_num", "step_num"),
        (r"V_{i m g}", "V_img"),
        (r"\mathbf{Z}^{\text {new }}", "Z_new"),
        (r"\text{Softmax-1}", "Softmax_1"),
        (r"\text{Total tokens processed}", "Total_tokens_processed"),
        (r"\lambda", "lambda_"),
        (r"\lambda_1", "lambda_1"),
        (r"\varepsilon", "varepsilon"),
        (r"\ell", "ell"),
        ("Σ", "Sigma"),
        (r"\text{in}", "in_"),
        (r"q_{\text{我}}", "q_u6211"),
        (r"\mathbf{1}", "v_1"),
        (r"\mathcal{L}_{\text{total}}", "L_total"),
        (r"\hat{\beta}_{LR}^{Ridge}", "beta_hat_LR_Ridge"),
    ],
)
def test_canonical_names(latex: str, name: str) -> None:
    assert canonical(parse(latex).rows[0]) == name


@pytest.mark.parametrize(
    ("latex", "text"),
    [("x_{t-1}", "t_minus_1"), ("x_{(0)}", "0"), ("x_{i m g}", "img"), ("x_{<t>}", "t"), ("x_{i,j}", "i_j"), ("x_{}", "")],
)
def test_labels(latex: str, text: str) -> None:
    node = parse(latex).rows[0]
    assert isinstance(node, Scripted)
    assert node.sub is not None
    assert label(node.sub) == text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("step_num", "step_num"),
        ("Softmax-1", "Softmax_1"),
        ("密钥", "u5bc6u94a5"),
        ("café au lait", "cafe_au_lait"),
        ("1st", "v_1st"),
        ("", "v"),
    ],
)
def test_identifiers_from_words(text: str, name: str) -> None:
    assert identifier(text) == name


def test_long_names_keep_apart() -> None:
    first, second = identifier("a" * 70 + "b"), identifier("a" * 70 + "c")
    assert first != second
    assert len(first) == len(second) == 64


@pytest.mark.parametrize(
    ("name", "power", "own"),
    [
        ("sigma", 2, "sigma_squared"),
        ("sigma_B", 3, "sigma_B_cubed"),
        ("r", 4, "r_power_4"),
        ("A", -1, "A"),
        ("s", Fraction(1, 2), "s"),
        ("y", None, "y"),
        ("x" * 64, 2, "x" * 64),
    ],
)
def test_powers_have_names_of_their_own(name: str, power: Fraction | None, own: str) -> None:
    assert raised(name, power and Fraction(power)) == own


@given(st.text(max_size=200))
def test_every_text_becomes_an_identifier(text: str) -> None:
    name = identifier(text)
    assert IDENTIFIER.fullmatch(name)
    assert len(name) <= 64
    assert not keyword.iskeyword(name)


@pytest.mark.parametrize("name", [*keyword.kwlist, *(word for word in keyword.softkwlist if word != "_"), "np"])
def test_words_of_generated_source_get_an_underscore(name: str) -> None:
    assert identifier(name) == name + "_"


@pytest.mark.parametrize("name", ["Q", "d_k", "lambda_", "softmax", "sum", "numpy"])
def test_other_names_stay(name: str) -> None:
    assert identifier(name) == name.rstrip("_") + "_" * (name == "lambda_")
