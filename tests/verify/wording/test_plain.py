"""Formulas on a line of plain text, as somebody would write them by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_tools.verify.wording.plain import plain_text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"2\sin x\cos x", "2 sin x cos x"),
        (r"\operatorname*{arg\,max}_x f", "arg maxₓ f"),
        (r"-\log\frac{e^{z_y}}{\sum e^{z_j}}", "-log e^(z_y)/(Σ e^zⱼ)"),
        (r"\frac{1}{N}\sum_{i=1}^N (y_i - \hat{y}_i)^2", "1/N Σᵢ₌₁^N (yᵢ - y\u0302ᵢ)²"),
        (r"\gamma\frac{x-\mu}{\sqrt{\sigma^2+\epsilon}}+\beta", "γ (x - μ)/√(σ² + ε) + β"),
        (r"\frac{\partial L}{\partial w}", "∂L/∂w"),
        (r"\sqrt[3]{27} = 3", "∛27 = 3"),
        (r"|-3| = 3", "|-3| = 3"),
        (r"f(-x) = -f(x)", "f(-x) = -f(x)"),
        (r"D_{KL}(P\|Q)", "D_KL(P‖Q)"),
        (r"P(A \mid B)", "P(A | B)"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "[1, 2; 3, 4]"),
        (r"M_{ij}=\begin{cases}0&j\le i\\-\infty&j>i\end{cases}", "Mᵢⱼ = {0, j ≤ i; -∞, j > i}"),
        (r"0{,}5 \cdot 4 = 2", "0,5 · 4 = 2"),
        (r"(a,b)", "(a, b)"),
        (r"h_{t-1}", "hₜ₋₁"),
        (r"d_{\text{model}} + x_{\text{in}} + x_{\max}", "d_model + x_in + x_max"),
        (r"x_{i,j+1}", "x_(i,j+1)"),
        (r"W^{-1} y^* e^{-x^2} x^{(l)}", "W⁻¹y*e^(-x²)x^(l)"),
        (r"a\quad b \text{ if } c", "a b if c"),
        (r"\unknown(x)", "unknown(x)"),
        (r"\frac12", "1/2"),
        (r"\int_0^1 x^2\,dx", "∫₀¹ x² dx"),
        (r"2.02\ \mathrm{s}", "2.02 s"),
        (r"P(\,A\,\|\,B\,)", "P(A‖B)"),
    ],
)  # fmt: skip
def test_plain_text(latex: str, text: str) -> None:
    assert plain_text(latex) == text


PIECES = [*r"\{}^_&()[]|,'=+-. ab12", r"\frac", r"\sqrt", r"\begin", r"\end", r"\text", r"\left"]


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_whatever_is_written_has_a_line(pieces: list[str]) -> None:
    assert "\n" not in plain_text("".join(pieces))


@pytest.mark.parametrize("opening", ["{", r"\frac{", r"\sqrt", "^", r"\begin{bmatrix}"])
def test_what_is_nested_without_end_is_cut(opening: str) -> None:
    assert len(plain_text("x" + opening * 5_000)) < 1_000
