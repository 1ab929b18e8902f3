"""Older and foreign spellings read as the usual ones."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.syntax import parse
from vault_tools.errors import LatexSyntaxError

ALIKE = [
    (r"\matrix{a & b \cr c & d}", r"\begin{matrix} a & b \\ c & d \end{matrix}"),
    (r"\left(\matrix{a & b \cr c & d \cr}\right)", r"\left(\begin{matrix} a & b \\ c & d \end{matrix}\right)"),
    (r"\pmatrix{\frac{1}{2} \cr 0}", r"\begin{pmatrix} \frac{1}{2} \\ 0 \end{pmatrix}"),
    (r"x \in ]0, 1[", r"x \in (0, 1)"),
    (r"x \in [0, 1[", r"x \in [0, 1)"),
    (r"x \in ]-\infty, a] \cup [b, \infty[", r"x \in (-\infty, a] \cup [b, \infty)"),
    (r"x \in [0, 1]", r"x \in [0, 1]"),
    (r"536\,870\,912", "536870912"),
    (r"10\ 000.5", "10000.5"),
    ("536'870", "536870"),
    (r"a \times 12\,345 + 1", r"a \times 12345 + 1"),
    (r"\log_28 + \log_20.5", r"\log_2 8 + \log_2 0.5"),
    (r"o\_i = \sum\_j \alpha\_{ij} v\_j", r"o_i = \sum_j \alpha_{ij} v_j"),
    (r"\mathrm{my\_rate} \alpha\_{i}", r"\mathrm{my\_rate} \alpha_{i}"),
    (r"\displaylines{a = b \\ c = d}", r"\begin{gathered} a = b \\ c = d \end{gathered}"),
    (r"a = b \quad ------ \quad (1)", r"a = b \quad \quad (1)"),
    (r"\sum_{\forall j} x_j", r"\sum_{j} x_j"),
    (r"a^{<t-1>} + x_{<t>}", r"a^{\langle t-1 \rangle} + x_{\langle t \rangle}"),
    (r"a^{[l]<t>} + x^{<t>(i)}", r"a^{[l]\langle t \rangle} + x^{\langle t \rangle (i)}"),
    (r"p(x_t | x_{<t}) + P^{(i)<3}", r"p(x_t | x_{\lt t}) + P^{(i)\lt 3}"),
    (r"\sum_{0<i<n} x_i", r"\sum_{0 \lt i \lt n} x_i"),
    (r"\sum_{\forall j \in N(i)} x_j", r"\sum_{j \in N(i)} x_j"),
    (r"y_{\text{m e r g e}}", r"y_{\text{merge}}"),
    (r"y = 2x \ \ \ (4)", r"y = 2x \quad (4)"),
    (r"y = 2x \;\; (2.4) \\ z = 3", r"y = 2x \quad (2.4) \\ z = 3"),
    (r"y = 2x \ (4)", r"y = 2x (4)"),
    (r"y = 2x \;\; (n)", r"y = 2x (n)"),
    (r"y = 2x \;\; (4) z", r"y = 2x (4) z"),
    (r"w - learning_rate * grad", r"w - learning\_rate * grad"),
    (r"\frac{a}{step_each_epoch}", r"\frac{a}{step\_each\_epoch}"),
    (r"max_isim(q, k_i)", r"max_{i} sim(q, k_i)"),
    (r"score_ij", r"score_{i} j"),
    (r"x.y", r"x . y"),
    (r"y \mathrel{=} a \mathbin{\cdot} b", r"y = a \cdot b"),
    (r"\mathop{x} y", r"x y"),
    (r"a &b; c", r"a \quad b; c"),
]


@pytest.mark.parametrize(("written", "usual"), ALIKE, ids=[row[0] for row in ALIKE])
def test_read_alike(written, usual):
    assert key(parse(written).rows) == key(parse(usual).rows)


PRODUCTS = [r"x'2", r"2\,\text{softmax}(x)", r"x_{1\,024}"]


@pytest.mark.parametrize("latex", PRODUCTS)
def test_spaces_elsewhere_join_no_number(latex):
    assert key(parse(latex).rows) == key(parse(latex.replace(r"\,", "{} ")).rows)


def test_a_sign_alone_between_brackets_is_a_name():
    names = [str(key(parse(latex).rows)) for latex in ("P(+)", "P(D|+)", "P(-|D)")]
    assert all("('Name', 'plus'" in name or "('Name', 'minus'" in name for name in names)


REFUSED = [
    (r"a &lt; b", "&lt;"),
    (r"a &amp; b", "&amp;"),
    (r"W x &plus; b", "&plus;"),
    (r"W x &#43; b", "&#43;"),
    (r"&alpha; x", "&alpha;"),
    (r"12\,345\,67", "no number"),
    (r"1\,2", "side by side"),
    (r"1024\,000", "side by side"),
    (r"0\,125", "side by side"),
    (r"\log_10 x", "digit 1"),
    (r"math.cos * x", "math.cos"),
    (r"y = x.mean(axis)", "x.mean"),
    (r"\log_20 x", "digit 2"),
]


@pytest.mark.parametrize(("latex", "says"), REFUSED)
def test_refused(latex, says):
    with pytest.raises(LatexSyntaxError, match=says):
        parse(latex)


def test_a_unit_behind_a_number_is_prose():
    assert "('Text', 'bytes')" in str(key(parse(r"n \times 2\ \text{bytes}").rows))
    assert "('Name', 'loss'" in str(key(parse(r"n \times 2\,\text{loss}").rows))


@pytest.mark.parametrize("latex", [r"f(-\|x\|)", "f(-|x|)"])
def test_a_sign_before_bars_is_no_name(latex):
    assert "'minus'" not in str(key(parse(latex).rows))


ESCAPED = [
    (r"x = \max\\{a, b\\}", r"x = \max\{a, b\}"),
    (r"y = \sum_{j \in N \cup \\{i\\}} a_j", r"y = \sum_{j \in N \cup \{i\}} a_j"),
]


@pytest.mark.parametrize(("escaped", "meant"), ESCAPED)
def test_braces_that_markdown_escaped(escaped, meant):
    assert key(parse(escaped).rows) == key(parse(meant).rows)


def test_a_brace_that_begins_a_row_stays_one():
    assert len(parse(r"\begin{aligned} a &= b \\{c} &= d \end{aligned}").rows) == 2


@pytest.mark.parametrize("remark", [r"\text{(known }s\text{)}", r"\text{(known }s)", r"(\text{known } s)", r"\text{（known }s)"])
def test_a_bracket_may_begin_in_a_text(remark):
    assert compile_formula(rf"z = \frac{{x - m}}{{s}} \quad {remark}").inputs.keys() == {"x", "m", "s"}


@pytest.mark.parametrize("latex", [r"y = (a + b)) c", r"y = x \text{ (a)} )", r"a - -b)"])
def test_a_bracket_that_closes_nothing(latex):
    with pytest.raises(LatexSyntaxError, match="closes nothing"):
        parse(latex)
