"""Names of functions whose letters were set apart are read; other words are refused, and products stay products."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.syntax import parse
from vault_tools.errors import LatexSyntaxError

ALIKE = [
    (r"y = s i n ( x ) + c o s ( x )", r"y = sin(x) + cos(x)"),
    (r"p = e x p ( - x )", r"p = exp(-x)"),
    (r"A t t e n t i o n ( Q , K ) = Q", r"Attention(Q, K) = Q"),
    (r"h e a d _ { i } = Q", r"head_{i} = Q"),
    (r"\frac { T P } { T P + F N }", r"\frac{TP}{TP + FN}"),
    (r"A c c u r a c y = \frac { a } { b }", r"Accuracy = \frac{a}{b}"),
]


@pytest.mark.parametrize(("written", "usual"), ALIKE)
def test_a_known_word(written, usual):
    assert key(parse(written).rows) == key(parse(usual).rows)


@pytest.mark.parametrize("latex", [r"s = \frac { s c o r e } { d }", r"y = 2 p o s + x _ { i }"])
def test_another_word_is_refused(latex):
    with pytest.raises(LatexSyntaxError, match="word or a product"):
        parse(latex)


PRODUCTS = [
    (r"y = a b c + x _ { i }", r"y = {a} {b} {c} + x_{i}"),
    (r"y = m x a n", r"y = {m} {x} {a} {n}"),
    (r"y = Q W W K + x _ { i }", r"y = {Q} {W} {W} {K} + x_{i}"),
    (r"L _ { \mathrm { D i c e - F o c a l } } + 1", r"L_{\mathrm{{D} {i} {c} {e} - {F} {o} {c} {a} {l}}} + 1"),
    (r"x _ { i j k l }", r"x_{i j k l}"),
    (r"y = s i n", r"y = {s} {i} {n}"),
]


@pytest.mark.parametrize(("written", "usual"), PRODUCTS)
def test_left_alone(written, usual):
    assert key(parse(written).rows) == key(parse(usual).rows)
