r"""What is a token: commands, single letters and digits, the prose of `\text`; and that Unicode is read as the LaTeX it stands for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_tools.compiler.tokens import MAXIMUM_CHARACTERS, MAXIMUM_DIGITS, Token, tokenize
from vault_tools.errors import LatexSyntaxError


def written(latex: str) -> list[str]:
    """The tokens in one notation: commands with their backslash, prose in quotes."""
    forms = {"command": "\\{}", "text": '"{}"', "begin": "begin {}", "end": "end {}", "tag": "tag {}"}
    return [forms.get(token.kind, "{}").format(token.text) for token in tokenize(latex)]


@pytest.mark.parametrize(
    ("latex", "tokens"),
    [
        (r"QK^T", ["Q", "K", "^", "T"]),
        (r"\frac12", [r"\frac", "1", "2"]),
        (r"\alpha_{ij}", [r"\alpha", "_", "{", "i", "j", "}"]),
        (r"\operatorname*{max}", [r"\operatorname*", "{", "m", "a", "x", "}"]),
        (r"a \\[4pt] b", ["a", r"\\", "b"]),
        (r"\sum*", [r"\sum", "*"]),
        (r"\begin{align*}a\end{align*}", ["begin align", "a", "end align"]),
        (r"\begin{array}{c|c}1\end{array}", ["begin array", "1", "end array"]),
        ("a % a comment\nb", ["a", "b"]),
        (r"15\%", ["1", "5", r"\%"]),
        (r"\tag{1.2} a", ["tag 1.2", "a"]),
        (r"\label{eq:sdpa_1} a", ["a"]),
        (r"\color{red}{a} \textcolor{blue}{b}", ["{", "a", "}", "{", "b", "}"]),
        ("a\u00a0b\u3000c\u200bd", ["a", "b", "c", "d"]),
    ],
)
def test_tokens(latex: str, tokens: list[str]) -> None:
    assert written(latex) == tokens


@pytest.mark.parametrize(
    ("latex", "tokens"),
    [
        (r"\text{soft max}", ['"soft max"']),
        (r"\text T", ['"T"']),
        (r"\text{step\_num}", ['"step_num"']),
        (r"\text{차단 위치 }", ['"차단 위치 "']),
        (r"\text{where head}_i", ['"where "', '"head"', "_", "i"]),
        (r"\text{if $x > 0$}", ['"if "', "x", ">", "0"]),
        (r"\text{if x > 0}", ['"if "', "x", ">", "0"]),
        (r"\text{if the mask is set}", ['"if the mask is set"']),
        (r"\text{a {nested} group}", ['"a nested group"']),
        ("注意力(Q)", ['"注意力"', "(", "Q", ")"]),
    ],
)
def test_prose(latex: str, tokens: list[str]) -> None:
    assert written(latex) == tokens


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("K^⊤", r"K^\top"),
        ("2×3·4⋅5−1", r"2\times3\cdot4\cdot5-1"),
        ("a₁₂", "a_{12}"),
        ("x²", "x^{2}"),
        ("Qᵀ", "Q^{T}"),
        ("（a，b）＝c；", "(a,b)=c;"),
        ("a…", r"a\ldots"),
        ("√x", r"\sqrt x"),
        ("αβΣλ", r"\alpha\beta\Sigma\lambda"),
        ("ŷ", r"\hat{y}"),
        ("y\u0302", r"\hat{y}"),
        ("x ∈ ℝ", r"x \in \mathbb{R}"),
        ("𝐐𝑲", "QK"),
        ("‖x‖", r"\Vert x\Vert"),
        ("a ≤ b ≠ c", r"a \le b \ne c"),
        ("∑ᵢ", r"\sum_{i}"),
    ],
)
def test_unicode_is_the_latex_it_stands_for(typed: str, meant: str) -> None:
    assert written(typed) == written(meant)


@pytest.mark.parametrize(
    ("latex", "place", "words"),
    [
        ("a\\", "\\", "backslash"),
        (r"\label{x", "{", "never closed"),
        (r"\text", r"\text", "argument"),
        ("a $ b", "$", "character $"),
        ("a \U0001f600 b", "\U0001f600", "no meaning"),
        ("9" * (MAXIMUM_DIGITS + 1), "9" * (MAXIMUM_DIGITS + 1), "digits"),
        ("a" * (MAXIMUM_CHARACTERS + 1), "a" * (MAXIMUM_CHARACTERS + 1), "64 KB"),
        ("图" * (MAXIMUM_CHARACTERS // 2), "图" * (MAXIMUM_CHARACTERS // 2), "64 KB"),
        ("a " * 20_001, "a " * 20_001, "20,000"),
    ],
)
def test_refused(latex: str, place: str, words: str) -> None:
    with pytest.raises(LatexSyntaxError) as caught:
        tokenize(latex)
    start, end = caught.value.span
    assert (latex[start:end], words in str(caught.value)) == (place, True)


def attempt(latex: str) -> tuple[Token, ...] | LatexSyntaxError:
    try:
        return tokenize(latex)
    except LatexSyntaxError as error:
        return error


@given(st.text(max_size=60))
def test_places_grow_and_lie_in_the_text(latex: str) -> None:
    outcome = attempt(latex)
    spans = [outcome.span] if isinstance(outcome, LatexSyntaxError) else [token.span for token in outcome]
    assert spans == sorted(spans)
    assert all(0 <= span.start <= span.end <= len(latex) for span in spans)


@pytest.mark.parametrize(
    ("latex", "kinds"),
    [
        ("Größe = x", [("text", "Größe"), ("symbol", "="), ("letter", "x")]),
        (r"Hàm\;kích", [("text", "Hàm"), ("command", ";"), ("text", "kích")]),
        ("xŷ", [("letter", "x"), ("command", "hat"), ("symbol", "{"), ("letter", "y"), ("symbol", "}")]),
        ("lnŷ", [("letter", "l"), ("letter", "n"), ("command", "hat"), ("symbol", "{"), ("letter", "y"), ("symbol", "}")]),
        ("2×3", [("digit", "2"), ("command", "times"), ("digit", "3")]),
    ],
)
def test_words_with_accents_are_words(latex, kinds):
    assert [(token.kind, token.text) for token in tokenize(latex)] == kinds


def test_a_formula_inside_prose_is_none():
    with pytest.raises(LatexSyntaxError) as caught:
        tokenize(r"S = \text{softmax(\frac{S}{2})}")
    assert caught.value.message.key == "syntax.formula_in_text"
    assert written(r"\text{since $\frac12$ is}") == ['"since "', r"\frac", "1", "2", '" is"']
