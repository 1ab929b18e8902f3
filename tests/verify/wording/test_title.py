"""Plain titles of formulas, for reading only; a broken formula has one too."""

from __future__ import annotations

import pytest

from vault_tools.verify.wording.title import LONGEST, plain_title


@pytest.mark.parametrize(
    ("latex", "title"),
    [
        (r"Attention(Q,K,V)=softmax(\frac {QK^T} {\sqrt {d_ {k}}})V", "Attention(Q, K, V)"),
        (r"softmax(XX^T)X", "softmax(XXᵀ)X"),
        (r"\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V", "softmax(QKᵀ/√dₖ)V"),
        (r"\overrightarrow {a} \cdot \overrightarrow {b} = \sum _{i=1} ^n= a_{1}b_{1}", "a · b"),
        (r"15\% + 30\% = 100\%", "15% + 30% = 100%"),
        (r"P_i = \frac{e^{z_i}}{\sum_j e^{z_j}}", "Pᵢ"),
        (r"\alpha_{ij} \approx 0.5", "αᵢⱼ"),
        (r"\alpha_{i,j} = 1", "αᵢⱼ"),
        (r"PE_{(pos, 2i)} = \sin(pos)", "PE(pos, 2i)"),
        (r"\sum_{k=1}^{n} k^2 = 14", "Σₖ₌₁ⁿ k²"),
        (r"\binom{5}{2} = 10", "C(5, 2)"),
        (r"10 \bmod 3 = 1", "10 mod 3"),
        (r"\sqrt{64} = 8", "√64 = 8"),
        (r"S_{ij} - m_h(i-j),\ m_h = 2^{-8k/h}", "Sᵢⱼ - mₕ(i - j)"),
        (r"Q, K, V = XW_Q, XW_K, XW_V", "Q, K, V"),
        (r"\Theta", "Θ"),
        (r"\frac{a", "a/"),
        ("}{", ""),
        ("", ""),
    ],
)
def test_title(latex: str, title: str) -> None:
    assert plain_title(latex) == title


def test_long_titles_are_cut() -> None:
    assert len(plain_title("+".join("abcdefgh" * 20))) == LONGEST
