"""LaTeX as MathML: well-formed, with the structure that is written, and nothing of a note as markup."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from vault_tools.compiler.lexing.macros import Macros
from vault_tools.errors import LatexSyntaxError
from vault_tools.share.mathml import mathml


def inside(latex):
    """The MathML of a formula, without the element round it."""
    text = mathml(latex, block=False)
    ET.fromstring(text)
    return text.removeprefix("<math>").removesuffix("</math>")


def words(latex):
    """All that is to be read in a formula, side by side."""
    return "".join(ET.fromstring(mathml(latex)).itertext())


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("x", "<mi>x</mi>"),
        ("0.5", "<mn>0.5</mn>"),
        (r"\alpha", "<mi>α</mi>"),
        (r"\Sigma", '<mi mathvariant="normal">Σ</mi>'),
        (r"\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        (r"\sqrt{d_k}", "<msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt>"),
        (r"\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        ("x^2", "<msup><mi>x</mi><mn>2</mn></msup>"),
        ("x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        ("QK", "<mrow><mi>Q</mi><mi>K</mi></mrow>"),
        (r"\boxed{0.5}", '<mrow class="framed"><mn>0.5</mn></mrow>'),
        (r"\boxed{ -x }", '<mrow class="framed"><mrow><mo form="prefix">−</mo><mi>x</mi></mrow></mrow>'),
        (r"\hat{y}", '<mover accent="true"><mi>y</mi><mo stretchy="false">^</mo></mover>'),
    ],
)
def test_elements(latex, expected):
    assert inside(latex) == expected


@pytest.mark.parametrize(
    ("latex", "read"),
    [
        ("a - b + c", "a−b+c"),
        ("-x", "−x"),
        (r"a \cdot b", "a⋅b"),
        (r"A \odot B", "A⊙B"),
        (r"a < b \le c", "a<b≤c"),
        (r"\mathrm{softmax}(x)", "softmax(x)"),
        (r"\log p(x)", "logp(x)"),
        (r"\mathbb{R}^{n \times d}", "ℝn×d"),
        (r"\mathbb{E}[x]", "𝔼[x]"),
        (r"\mathcal{L}", "ℒ"),
        (r"\mathbf{W}", "𝐖"),
        (r"\mathfrak{g}", "𝔤"),
        (r"\sum_{i=1}^{n} x_i", "∑i=1nxi"),
        (r"\max_j x_j", "maxjxj"),
        (r"\int_0^1 f", "∫01f"),
        (r"\binom{n}{k}", "(nk)"),
        (r"f'(x)", "f′(x)"),
        (r"\lfloor x \rfloor", "⌊x⌋"),
        (r"\left\{ x \right.", "{x"),
        (r"\underbrace{x}_{n}", "x⏟n"),
        (r"x_1, \ldots, x_n", "x1,…,xn"),
        (r"n!", "n!"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "[1234]"),
        (r"\begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}", "{1x>00otherwise"),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", "a=bc=d"),
        (r"注意 = x", "注意=x"),
    ],
)
def test_what_a_reader_sees(latex, read):
    assert words(latex) == read


def test_rows_of_a_display_are_aligned_at_their_relations():
    text = mathml(r"\begin{aligned} a &= b \\ cc &= d \end{aligned}")
    assert text.count('<mtable class="aligned" displaystyle="true">') == 1
    assert text.count("<mtr>") == 2
    assert text.count("<mtd>") == 4


def test_macros_of_the_note():
    assert "<mi>ℝ</mi>" in mathml(r"\R", Macros.read(r"\newcommand{\R}{\mathbb{R}}")).replace(' mathvariant="normal"', "")


@pytest.mark.parametrize(
    "latex", [r"\text{<script>alert(1)</script>}", r"a < b > c", r'\text{"><img src=x>}', r"\text{&amp;}", r"\operatorname{a<b}"]
)
def test_nothing_of_a_note_is_markup(latex):
    try:
        text = mathml(latex)
    except LatexSyntaxError:
        return
    names = {element.tag for element in ET.fromstring(text).iter()}
    assert names <= {"math", "mrow", "mi", "mo", "mtext", "mn", "mspace"}


def test_marks_that_turn_the_direction_of_writing_are_gone():
    assert "\u202e" not in mathml("\\text{a\u202eb c}")


def test_broken_latex_is_an_error():
    with pytest.raises(LatexSyntaxError):
        mathml(r"\frac{a}{")
