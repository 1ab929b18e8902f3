r"""What the tree of a formula is: one table per kind of notation, one for what is refused and what the reader is told."""

from __future__ import annotations

import re
import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.lexing.cursor import MAXIMUM_DEPTH
from vault_tools.compiler.names import IDENTIFIER, canonical
from vault_tools.compiler.syntax import parse, uses_decimal_comma
from vault_tools.errors import LatexSyntaxError

if TYPE_CHECKING:
    from collections.abc import Callable


def sketch(node: Any) -> str:
    """The tree in one line: letters as they are, everything else as `kind(parts)`."""
    return SKETCHES[type(node)](node)


def limits(node: Any) -> str:
    return (f"_{{{sketch(node.sub)}}}" if node.sub else "") + (f"^{{{sketch(node.sup)}}}" if node.sup else "")


def chained(node: Any) -> str:
    return sketch(node.first) + "".join(f" {operator} {sketch(side)}" for operator, side in node.rest)


def listed(node: tree.Sequence) -> str:
    return sketch(node.items[0]) + "".join(f" {sign} {sketch(item)}" for sign, item in zip(node.separators, node.items[1:], strict=True))


SKETCHES: dict[type, Callable[[Any], str]] = {
    tree.Letters: lambda n: n.text,
    tree.Name: lambda n: n.text,
    tree.Number: lambda n: n.text,
    tree.Text: lambda n: f'"{n.text.strip()}"',
    tree.Empty: lambda _: "∅",
    tree.Ellipsis_: lambda _: "…",
    tree.Styled: lambda n: f"{n.font}({sketch(n.body)})",
    tree.Accented: lambda n: f"{n.accent}({sketch(n.body)})",
    tree.Scripted: lambda n: sketch(n.base) + "'" * n.primes + limits(n),
    tree.Juxtaposed: lambda n: "[" + " ".join(map(sketch, n.items)) + "]",
    tree.Product: lambda n: f"({chained(n)})",
    tree.Sum: lambda n: "(" + " ".join(f"{sign} {sketch(term)}" for sign, term in n.terms).removeprefix("+ ") + ")",
    tree.Relation: lambda n: f"<{chained(n)}>",
    tree.Prefix: lambda n: f"{n.operator}({sketch(n.operand)})",
    tree.Postfix: lambda n: f"{n.operator}({sketch(n.operand)})",
    tree.Fraction: lambda n: f"{'frac' if n.bar else 'binom'}({sketch(n.numerator)}, {sketch(n.denominator)})",
    tree.Root: lambda n: f"root({sketch(n.radicand)}{', ' + sketch(n.degree) if n.degree else ''})",
    tree.Fence: lambda n: n.opener + sketch(n.body) + n.closer,
    tree.Sequence: listed,
    tree.Grid: lambda n: f"{n.kind}{{" + " / ".join(" & ".join(map(sketch, row)) for row in n.rows) + "}",
    tree.BigOperator: lambda n: f"{n.operator}{limits(n)}({sketch(n.body) if n.body else ''})",
    tree.Labelled: lambda n: f"labelled({sketch(n.body)}{', ' + sketch(n.label) if n.label else ''})",
    tree.Display: lambda n: "rows{" + " / ".join(map(sketch, n.rows)) + "}",
}


def rows(latex: str) -> str:
    return " / ".join(map(sketch, parse(latex).rows))


FONTS_AND_LAYOUT = [
    (r"softmax(x)", "[softmax (x)]"),
    (r"\text{softmax}(x)", "[softmax (x)]"),
    (r"√16 + \sqrt16", "(root(16) + [root(1) 6])"),
    (r"v = 2.5.3", '<v = "2.5.3">'),
    (r"y = 2.5 . 3", "<y = (2.5 dot 3)>"),
    (r"x = ?", '<x = "?">'),
    (r"x = 1 \checkmark", "<x = 1>"),
    (r"x = \checkmark", '<x = "✓">'),
    (r"\boxed{x} = \boxed{\ }", '<x = "□">'),
    (r"\mathrm{softmax}(x)", "[softmax (x)]"),
    (r"\operatorname*{softmax}(x)", "[softmax (x)]"),
    (r"\textrm{softmax}(x)", "[softmax (x)]"),
    (r"{\rm softmax}(x)", "[softmax (x)]"),
    (r"\softmax(x)", "[softmax (x)]"),
    (r"\textbf{Q}\textbf{K}^\text{T}", "[bf(Q) bf(K)^{T}]"),
    (r"{\bf W} x", "[bf(W) x]"),
    (r"\mathbf{QK}^\top", "bf(QK)^{top}"),
    (r"\mathbf{Z W}_q", "bf([Z W])_{q}"),
    # a result in bold is that result; a bold one or zero is an array
    (r"\mathbf{0.94 \text{ bits}}", '[0.94 "bits"]'),
    (r"\underline{0.94}", "0.94"),
    (r"2 \not> 2", "<2 ≤ 2>"),
    (r"2 \not\le 1", "<2 > 1>"),
    (r"\mathbf{G = 0.94 - 0.89}", "<G = (0.94 - 0.89)>"),
    (r"\mathbf{y = Wx}", "bf(<y = Wx>)"),
    (r"\mathbf{1}", "bf(1)"),
    (r"\mathcal{L}_{\text{total}}", "cal(L)_{total}"),
    (r"x \in \R^{n \times d}", "<x ∈ bb(R)^{(n times d)}>"),
    (r"\left( a \right) \bigl[ b \bigr]", "[(a) [b]]"),
    (r"\displaystyle \sum\limits_{i} x_i", "sum_{i}(x_{i})"),
    (r"\color{blue}{a = b}", "<a = b>"),
    (r"\underbrace{QK^\top}_{n \times n} V", "[labelled(QK^{top}, (n times n)) V]"),
    (r"a \;=\; b \,,", "<a = b>"),
    (r"a = b \tag{3} \label{eq:x_1}", "<a = b>"),
    (r"\boxed{a = b}.", "<a = b>"),
    (r"V_{i m g}", "V_{[i m g]}"),
    (r"step\_num^{-1}", "step_num^{(- 1)}"),
    ("y＝softmax（QK^⊤）·V，", "<y = ([softmax (QK^{top})] cdot V)>"),
    ("x₁² − √d", "(x_{1}^{2} - root(d))"),
    (r"a = b % = c", "<a = b>"),
    (r"a {=} b {+} c", "<a = (b + c)>"),
    (r"\text{Attention(Q, K)} = \text{softmax(}S\text{)}V\text{.}", "<[Attention (Q , K)] = [softmax (S) V]>"),
    (r"\text{Softmax(Scores)} V", "[Softmax (Scores) V]"),
    (r"\text{weights(learned)} V", '"weights(learned)" where V'),
    (r"\operatorname { s o f t m a x } ( x )", "[softmax (x)]"),
]

ARGUMENTS_AND_SCRIPTS = [
    (r"\frac12 + \frac ab + \frac1{\sqrt{d_k}}", "(frac(1, 2) + frac(a, b) + frac(1, root(d_{k})))"),
    (r"\sqrt d_k", "root(d)_{k}"),
    (r"\sqrt(D_h) + \sqrt[3]{x}", "(root((D_{h})) + root(x, 3))"),
    (r"{a \over b + c}", "frac(a, (b + c))"),
    (r"\binom{n}{k}", "binom(n, k)"),
    (r"X^TX", "[X^{T} X]"),
    (r"W_wh_{it}", "[W_{w} h_{it}]"),
    (r"a^2_i + a_i^2", "(a_{i}^{2} + a_{i}^{2})"),
    (r"K'^\top + x^{\prime\prime} + h'_i", "(K'^{top} + x'' + h'_{i})"),
    (r"d^{'}_i + x^{''} + K^{'T}", "(d'_{i} + x'' + K'^{T})"),
    (r"2^{H(p)} + x^{n'}", "(2^{[H (p)]} + x^{n'})"),
    ("[9+, 5-]", '["9+" , "5-"]'),
    ("[9+3, 5]", "[(9 + 3) , 5]"),
    (r"k_+ + h^* + W^{(0)} + c^{<t-1>}", "(k_{plus} + h^{star} + W^{(0)} + c^{⟨(t - 1)⟩})"),
    (r"a^{[l]<t>} + a^{<t>(i)}", "(a^{[[l] ⟨t⟩]} + a^{[⟨t⟩ (i)]})"),
    (r"w_{<i} + O_{i,:} + x_{1:k}", "(w_{<∅ < i>} + O_{i , <∅ : ∅>} + x_{<1 : k>})"),
    (r"d_k^{-1/2}", "d_{k}^{(- (1 slash 2))}"),
    (r"\hat y_i + \hat{y_i} + \vec{v}", "(hat(y)_{i} + hat(y_{i}) + vec(v))"),
    (r"\sin 30^\circ", "[sin degree(30)]"),
    (r"A[i][j]", "[A [i] [j]]"),
    (r"W_[k, E]", "W_{[k , E]}"),
    (r"\bar{x}_{i\cdot} + x_{k+}", "(bar(x)_{(i cdot ∅)} + x_{(k + ∅)})"),
    (r"0{,}841 + 0.5 + .5", "(0.841 + 0.5 + 0.5)"),
    (r"1{,}073{,}741{,}824 + 10{,}000", "(1073741824 + 10000)"),
    (r"1e-3 + 6.02e23x + 2E3", "(0.001 + [602000000000000000000000 x] + 2000)"),
    (r"1\text{e-}3 + 5\mathrm{e}{-4} + 1e{-5}", "(0.001 + 0.0005 + 0.00001)"),
    (r"2e - 3", "([2 e] - 3)"),
    (r"2e^{-3} + 3e_2 + 2e1.5 + xe-3", "([2 e^{(- 3)}] + [3 e_{2}] + [2 e 1.5] + xe - 3)"),
    (r"\text{DCG}@k + \mathrm{Hit}@10 + \operatorname{Recall}@K", "(DCG@k + Hit@10 + Recall@K)"),
    (r"\mathrm{DCG@k} + NDCG@10 + P@5 + \text{Recall@K}", "(DCG@k + NDCG@10 + P@5 + Recall@K)"),
    (r"P@k + R@K", "(P@k + R@K)"),
    (r"X \perp\!\!\!\perp Y", "<X ⊥ Y>"),
    (r"1 + \exp -x y + \log_2 -z", "(1 + [exp -([x y])] + [log_{2} -(z)])"),
    (r"\exp(x) - y + \dim - 1 + \log x - y", "([exp (x)] - y + dim - 1 + [log x] - y)"),
    (r"E = 2E+1", "<E = ([2 E] + 1)>"),
    (r"x = 1,024", "<x = 1024>"),
    (r"p = 0,88", "<p = 0.88>"),
    (r"2,5x + 3,14", "([2.5 x] + 3.14)"),
    (r"\begin{bmatrix} 2,5 & 1 \end{bmatrix}", "bmatrix{2.5 & 1}"),
    (r"i = 1,2,3", "<i = 1> , 2 , 3"),
    (r"i = 1, 2", "<i = 1> , 2"),
    (r"f(0,5) + x_{1,2}", "([f (0 , 5)] + x_{1 , 2})"),
    (r"[1,024]", "[1 , 024]"),
    (r"15\% + n!", "(percent(15) + !(n))"),
]

PRODUCTS_AND_BARS = [
    (r"Q_{i}.K_{j}", "(Q_{i} dot K_{j})"),
    (r"a / 2b \cdot -c", "(a slash [2 b] cdot -(c))"),
    (r"3*(2*N*d)", "(3 ast ((2 ast N ast d)))"),
    (r"f(\cdot, x)", "[f (cdot , x)]"),
    (r"\|x\|_2 + |x| + ||x||", "(‖x‖_{2} + |x| + ‖x‖)"),
    (r"\frac{a}{|a||b|} + \|a\| \|b\| + 2|x|", "(frac(a, [|a| |b|]) + [‖a‖ ‖b‖] + [2 |x|])"),
    (r"m_h \cdot |i - j|", "(m_{h} cdot |(i - j)|)"),
    (r"P(y|x) + p(x \mid y)", "([P (y | x)] + [p (x | y)])"),
    (r"D(P \| Q) + D(P||Q)", "([D (P ‖ Q)] + [D (P ‖ Q)])"),
    (r"[h_i \| h_j] + [a || b || c]", "([h_{i} ‖ h_{j}] + [a ‖ b ‖ c])"),
    (r"\{x \in R | |x| < 3\}", "{<x ∈ R> | <|x| < 3>}"),
    (r"\left.\frac{x}{2}\right|_0^1 + f(x)|_{x=0}", "(.frac(x, 2)|_{0}^{1} + .[f (x)]|_{<x = 0>})"),
    (r"\langle q, k \rangle + K_{\lfloor h/g \rfloor}", "(⟨q , k⟩ + K_{⌊(h slash g)⌋})"),
    (r"x \in [0, 1)", "<x ∈ [0 , 1)>"),
    (r"\text{softmax}({\frac{Q}{d})V}", "[softmax (frac(Q, d)) V]"),
    (r"||x| - |y|| + | |x| |", "(|(|x| - |y|)| + ||x||)"),
    (r"\|\cdot\| + \|a + |b|\|", "(‖cdot‖ + ‖(a + |b|)‖)"),
    (r"[a \parallel b] + ∥x∥", "([a ‖ b] + ‖x‖)"),
    (r"\mid x \mid + p(x \mid |y|)", "(|x| + [p (x | |y|)])"),
    (r"\big\Vert_{k=1}^{K} h_k", "concat_{<k = 1>}^{K}(h_{k})"),
    (r"\text{Concat}_{k=1}^{K} W^k x", "concat_{<k = 1>}^{K}([W^{k} x])"),
    (r"\mathrm{Concat}_{k=1}^{K}(h_k) W", "[concat_{<k = 1>}^{K}((h_{k})) W]"),
    (r"x_{t=0} \text{Concat}_c(a)", "[x_{<t = 0>} Concat_{c} (a)]"),
]

OPERATORS = [
    (r"\sum_i \sum_j a_{ij} b_j + c", "(sum_{i}(sum_{j}([a_{ij} b_{j}])) + c)"),
    (r"\sum^{n}_{i=1}-p_i", "sum_{<i = 1>}^{n}(-(p_{i}))"),
    (r"\sum_texp(u_t)", "sum_{t}([exp (u_{t})])"),
    (r"\sum_{\substack{j=1 \\ j \ne i}} x_j", "sum_{<j = 1> , <j ≠ i>}(x_{j})"),
    (r"\arg\max_k p_k", "argmax_{k}(p_{k})"),
    (r"\operatorname*{arg\,max}_k p_k", "argmax_{k}(p_{k})"),
    (r"\underset{k}{\arg\max}\, p_k", "argmax_{k}(p_{k})"),
    (r"\max(0, x)", "[max (0 , x)]"),
    (r"max_j e_{ij}", "max_{j}(e_{ij})"),
    (r"\mathbb{E}_{x \sim p}[f(x)]", "E_{<x ∼ p>}([[f (x)]])"),
    (r"\log p(x)", "[log p (x)]"),
    (r"\log^2 x + \log_2 x", "([log^{2} x] + [log_{2} x])"),
]

STATEMENTS = [
    (r"a = b \implies c = d", "<<a = b> ⇒ <c = d>>"),
    (r"a := b <= c", "<a := b ≤ c>"),
    (r"f: A \to B", "<f : A → B>"),
    (r"a \overset{\text{def}}{=} b", "<a = b>"),
    (r"i = j \land k > 0", "<<i = j> ∧ <k > 0>>"),
    (r"a = b, \quad c = d", "<a = b> quad <c = d>"),
    (r"y = f(x) \text{ where } x = Wz", '<y = [f (x)]> where "where" where <x = Wz>'),
    (r"y = x, where\ x = 3", '<y = x> , "where" where <x = 3>'),
    (r"\text{Attention Weights}(Q)", '["Attention Weights" (Q)]'),
    (r"4 \text{ bytes}", '[4 "bytes"]'),
    (r"head_1,...,head_h", "head_{1} , … , head_{h}"),
    (r"a = b. \quad c = d.", "<a = b> quad <c = d>"),
    (r"x \\ = y", "x / <∅ = y>"),
]

ENVIRONMENTS = [
    (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "bmatrix{1 & 2 / 3 & 4}"),
    (r"\begin{bmatrix} x_1 \\\\ x_2 \\\\ \end{bmatrix}", "bmatrix{x_{1} / x_{2}}"),
    (r"\left(\begin{array}{cc} 1 & 2 \end{array}\right)", "(array{1 & 2})"),
    (r"\begin{array}{rcl} a &=& b \\ c &=& d \end{array}", "<a = b> / <c = d>"),
    (
        r"\begin{cases} 0 & \text{if } j \le i \\ -\infty & \text{otherwise} \end{cases}",
        'cases{0 & "if" where <j ≤ i> / (- infty) & "otherwise"}',
    ),
    (r"\begin{cases} 0 && i \ge j \\\ 1 && i < j \end{cases}", "cases{0 & <i ≥ j> / 1 & <i < j>}"),
    (r"\begin{cases} 0 & \text{jos } j \le i \\ 1 \end{cases}", 'cases{0 & "jos" where <j ≤ i> / 1}'),
    (r"\begin{aligned} a &= b \\[4pt] &= c \\ &+ d \end{aligned}", "<a = b> / <∅ = (c + d)>"),
    (r"\begin{align} a &= b & c &= d \\ x &= y && \text{by definition} \end{align}", '<a = b> quad <c = d> / <x = y> quad "by definition"'),
    ("\\begin{aligned}\na &= b \\\nc &= d\n\\end{aligned}", "<a = b> / <c = d>"),
    (r"h = q, \left\{ \begin{aligned} q &= 1 \\ k &= 2 \end{aligned} \right.", "<h = q> , {rows{<q = 1> / <k = 2>}."),
    (r"\left\{\begin{array}{ll} 0 & j \le i \\ 1 & j > i \end{array}\right.", "cases{0 & <j ≤ i> / 1 & <j > i>}"),
    (r"\begin{cases} x &= 1 \\ y &= 2 \end{cases}", "cases{<x = 1> / <y = 2>}"),
    (r"\begin{aligned} a &= 2 \Big[ \\ &\quad b \\ &\quad + c \\ &\Big] \end{aligned}", "<a = [2 [(b + c)]]>"),
    (r"a = b \quad \Longrightarrow \quad c = d", "<a = b> quad <∅ ⇒ <c = d>>"),
    (r"\begin{aligned} a &= b + \\ &\quad c \\ &\quad - d \end{aligned}", "<a = (b + c - d)>"),
    (r"\begin{multline} a + b \\ + c = d \end{multline}", "<(a + b + c) = d>"),
    (r"\begin{split} & a b \\ &\quad + c = d \end{split}", "<([a b] + c) = d>"),
    (r"\begin{gathered} a \\ -b = c \end{gathered}", "a / <(- b) = c>"),
    (r"\begin{gathered} x = 1 \\ + c = d \end{gathered}", "<x = 1> / <(c) = d>"),
    (r"\begin{equation}\begin{split} a &= b \\ &= c \end{split}\end{equation}", "<a = b> / <∅ = c>"),
]


@pytest.mark.parametrize(
    ("latex", "expected"), [*FONTS_AND_LAYOUT, *ARGUMENTS_AND_SCRIPTS, *PRODUCTS_AND_BARS, *OPERATORS, *STATEMENTS, *ENVIRONMENTS]
)
def test_trees(latex: str, expected: str) -> None:
    assert rows(latex) == expected


@pytest.mark.parametrize(
    ("latex", "decimal_comma", "expected"),
    [
        (r"3{,}142", False, "3142"),
        (r"3{,}142", True, "3.142"),
        (r"3{,}142 + 0{,}5", False, "(3.142 + 0.5)"),
        (r"1{,}000{,}000", True, "1000000"),
    ],
)
def test_three_digits_behind_a_comma(latex: str, decimal_comma: bool, expected: str) -> None:
    assert sketch(parse(latex, decimal_comma=decimal_comma).rows[0]) == expected


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"(0,5 + 1,5) \times 4", True),
        (r"4 \cdot (0,25 - 0,125)", True),
        (r"\max(0,1 - yf)", False),
        (r"(0,1) + (2,3)", False),
        (r"f(1,2 + 3,4)", False),
    ],
)
def test_decimal_commas_in_brackets_stand_in_several_numbers(latex: str, expected: bool) -> None:
    assert uses_decimal_comma(latex) is expected


def test_the_tag_of_a_display_is_kept() -> None:
    assert parse(r"a = b \tag{3}").tag == "3"


# ---------------------------------------------------------------- what is refused

REFUSED = [
    (r"softmax(\frac{QK^T}{\sqrt{d_k})V", 19, "{", r"The denominator of \frac", "before )"),
    (r"\left(\frac{a}{\sqrt{b}\right)", 14, "{", r"The denominator of \frac", r"\right)"),
    (r"\frac{1}{1+e^{-z}", 8, "{", "never closed", ""),
    (r"\frac{(a)V}", 0, r"\frac", "no denominator", r"\frac{...}{...}"),
    (r"\frac{}{b}", 5, "{}", "numerator", ""),
    (r"\sqrt", 0, r"\sqrt", "argument", r"\sqrt{...}"),
    (r"\frac{1}{\sqrt{d)_k}}", 16, ")", "closes nothing", "Remove it"),
    (r"(a", 0, "(", "never closed", ""),
    (r"a)", 1, ")", "closes nothing", ""),
    (r"a}", 1, "}", "closes nothing", ""),
    (r"\left( a", 0, r"\left(", "never closed", r"\right"),
    (r"a \right)", 2, r"\right)", "nothing that it could close", r"\left"),
    (r"\lfloor x )", 10, ")", "⌊ is closed by )", ""),
    (r"\begin{aligned} a \end{align}", 18, r"\end{align}", "aligned", r"\end{aligned}"),
    (r"\begin{aligned} a", 0, r"\begin{aligned}", "never closed", r"\end{aligned}"),
    (r"\begin{bmatirx} a \end{bmatirx}", 0, r"\begin{bmatirx}", "bmatirx", "bmatrix"),
    (r"\hat", 0, r"\hat", "no argument", r"\hat{...}"),
    (r"|x", 0, "|", "never closed", "pairs"),
    (r"\text{softmax}\\left( x \right)", 14, r"\\left", "line break", r"\left with one"),
    (r"\cos\left(\\frac{a}{b}\right)", 10, r"\\frac", "line break", r"\frac with one"),
    ("\text{softmax}(x)", 1, "ext", r"\text", r"\text"),
    ("\frac{a}{b}", 0, "\frac", r"\frac", r"\frac"),
    (r"\begin{bmatrix} 1 & 0 \ 0 & 1 \end{bmatrix}", 24, "0", "row may end", "two backslashes"),
    (r"\begin{aligned} a &= b \ c &= d \end{aligned}", 25, "c", "row may end", "two backslashes"),
    (r"\bmatrix{a}", 0, r"\bmatrix", "not known", r"\begin{bmatrix}"),
    (r"i = 1,2", 4, "1,2", "two numbers", "{,}"),
    (r"frac{1}{2}", 0, "frac", "without its backslash", r"\frac"),
    (r"softmax!\left( x \right)", 7, "!", "factorial", "exclamation"),
    (r"\sigma!\left( W x \right)", 6, "!", "factorial", "exclamation"),
    (r"\Phi!(x)", 4, "!", "factorial", "exclamation"),
    (r"P!\left( A \right)", 1, "!", "factorial", "exclamation"),
    (r"\sum*{i=1}^n x_i", 4, "*", r"\sum", "underscore"),
    (r"\sum_{i=1}{n} x_i", 10, "{", "last one", "range ends"),
    (r"p(w_i | w*{<i})", 9, "*", "w", "underscore"),
    (r"a = \sum _{i=1} ^n= b", 4, r"\sum _{i=1} ^n", r"\sum", "term behind it"),
    (r"\frac{a}{\sum_{j=1}^{n}}", 9, r"\sum_{j=1}^{n}", r"\sum", ""),
    (r"x^", 1, "^", "Nothing follows ^", ""),
    (r"^2", 0, "^", "nothing in front", ""),
    (r"x_i_j", 0, "x_i_j", "Two scripts", "x_{ab}"),
    (r"x^a^b", 0, "x^a^b", "Two scripts", "x^{ab}"),
    (r"10^-3", 3, "-3", "minus", "10^{-3}"),
    (r"x^10", 2, "10", "digit 1", "x^{10}"),
    (r"a = ", 2, "=", "Nothing follows =", ""),
    (r"a + ", 2, "+", "Nothing follows +", ""),
    (r"a \cdot = b", 2, r"\cdot", r"Nothing follows \cdot", ""),
    (r"\sofmax(x) + \alhpa", 0, r"\sofmax", r"\sofmax", ""),
    (r"\alhpa", 0, r"\alhpa", r"\alhpa", r"\alpha"),
    (r"\cdotx", 0, r"\cdotx", r"\cdotx", r"\cdot"),
    (r"\left", 0, r"\left", "not followed by a bracket", ""),
    (r"a & b {c & d}", 9, "&", "& fits nowhere", ""),
]


@pytest.mark.parametrize(("latex", "start", "place", "words", "advice"), REFUSED)
def test_what_is_refused_and_what_the_reader_is_told(latex: str, start: int, place: str, words: str, advice: str) -> None:
    with pytest.raises(LatexSyntaxError) as caught:
        parse(latex)
    error = caught.value
    assert (error.span.start, latex[error.span.start : error.span.end]) == (start, place)
    assert words in str(error.message)
    assert advice in str(error.hint or "")
    assert error.message.in_language("zh")


@pytest.mark.parametrize("latex", [r"n!(n-1)", r"2*{\frac{1}{2}(x)}", r"\begin{aligned} a \\ b \end{aligned}", r"\sum"])
def test_what_only_looks_broken_is_left_alone(latex: str) -> None:
    assert parse(latex).rows


# ---------------------------------------------------------------- caps

NESTINGS = [
    ("(", ")"), (r"\left(", r"\right)"), (r"\frac{", "}{2}"), (r"\sqrt{", "}"), (r"\hat{", "}"), (r"\hat", ""), ("x^{", "}"),
    (r"\sum_i ", ""), (r"{\bf ", "}"), (r"\begin{matrix}", r"\end{matrix}"), (r"\underset{a}{", "}"), (r"\neg ", ""), (r"\max_{i} ", ""),
    ("-", ""), ("{", "}"),
]  # fmt: skip


@pytest.mark.parametrize("depth", [MAXIMUM_DEPTH + 2, 500, 2_000])
@pytest.mark.parametrize(("opening", "closing"), NESTINGS)
def test_deep_nesting_is_refused_without_a_recursion_error(opening: str, closing: str, depth: int) -> None:
    with pytest.raises(LatexSyntaxError):
        parse(opening * depth + " x" + closing * depth)


@pytest.mark.parametrize(("opening", "closing"), NESTINGS)
def test_ordinary_nesting_is_read(opening: str, closing: str) -> None:
    assert parse(opening * 15 + " x" + closing * 15).rows


GROWING = [
    r"x_{1} + ",
    r"\frac{a}{b} \cdot ",
    r"f(x) = ",
    r"|x| \|y\| + ",
    r"a, \quad ",
    r"\alpha \text{if } ",
    r"x \\ + ",
    "[a | b] ",
    r"\$1 + ",
]


@pytest.mark.parametrize("piece", GROWING)
def test_work_grows_linearly_with_the_length(piece: str) -> None:
    """Counted in calls of Python functions, so that no clock decides."""

    def calls(latex: str) -> int:
        count = 0

        def profiler(_frame: object, event: str, _argument: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        previous = sys.getprofile()
        sys.setprofile(profiler)
        try:
            parse(latex)
        finally:
            sys.setprofile(previous)
        return count

    small, large = (calls(piece * n + "z") for n in (100, 400))
    assert large < 4.4 * small


# ---------------------------------------------------------------- properties

FORMULAS = [
    latex
    for table in (FONTS_AND_LAYOUT, ARGUMENTS_AND_SCRIPTS, PRODUCTS_AND_BARS, OPERATORS, STATEMENTS, ENVIRONMENTS)
    for latex, _ in table
]
PIECES = sorted({piece for latex in FORMULAS for piece in re.findall(r"\\[A-Za-z]+|\\.|.", latex, re.DOTALL)})


def children(node: tree.Node) -> list[tree.Node]:
    found: list[tree.Node] = []
    values = [getattr(node, f.name) for f in fields(node) if f.name != "span"]
    while values:
        value = values.pop()
        if isinstance(value, tree.Node):
            found.append(value)
        elif isinstance(value, tuple):
            values.extend(value)
    return found


def check_places(node: tree.Node, start: int, end: int) -> None:
    assert start <= node.span.start <= node.span.end <= end, (node, start, end)
    for child in children(node):
        check_places(child, node.span.start, node.span.end)


def attempt(latex: str) -> tree.Display | LatexSyntaxError:
    try:
        return parse(latex)
    except LatexSyntaxError as error:
        return error


def check_parse(latex: str) -> None:
    """The only exception is LatexSyntaxError; places are nested in the text; every row has a name that is an identifier."""
    outcome = attempt(latex)
    assert 0 <= outcome.span.start <= outcome.span.end <= len(latex)
    if isinstance(outcome, LatexSyntaxError):
        assert str(outcome.message)
        return
    check_places(outcome, 0, len(latex))
    for row in outcome.rows:
        assert IDENTIFIER.fullmatch(canonical(row))


@given(st.text(max_size=80))
def test_arbitrary_text(latex: str) -> None:
    check_parse(latex)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@settings(max_examples=300)
def test_arbitrary_pieces_of_formulas(latex: str) -> None:
    check_parse(latex)


@given(st.data())
@settings(max_examples=300)
def test_formulas_cut_doubled_and_mutilated(data: st.DataObject) -> None:
    latex = data.draw(st.sampled_from(FORMULAS))
    start, end = sorted(data.draw(st.tuples(st.integers(0, len(latex)), st.integers(0, len(latex)))))
    how = data.draw(st.sampled_from(["cut", "delete", "double"]))
    check_parse({"cut": latex[start:end], "delete": latex[:start] + latex[end:], "double": latex[:end] + latex[start:]}[how])


@pytest.mark.parametrize(("latex", "sign"), [("c = a .* b", "odot"), ("c = a ./ b", "slash"), ("c = a . b", "dot")])
def test_products_as_programs_write_them_keep_both_factors(latex, sign):
    (row,) = parse(latex).rows
    ((_, side),) = row.rest
    assert [one for one, _ in side.rest] == [sign]


@pytest.mark.parametrize("word", ["且", "其中", "gdzie", "где", "ただし", "여기서"])
def test_words_between_statements_in_other_scripts(word: str) -> None:
    (row,) = parse(rf"a = b \text{{ {word} }} \text{{Loss}} = c").rows
    assert isinstance(row, tree.Sequence)
    assert [type(item) for item in row.items] == [tree.Relation, tree.Text, tree.Relation]
