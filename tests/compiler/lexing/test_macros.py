r"""Macros: what `\newcommand`, `\def` and `\DeclareMathOperator` stand for, and that expansion ends."""

from __future__ import annotations

import pytest

from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.lexing.macros import MAXIMUM_EXPANSIONS, Macros
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.tokens import tokenize
from vault_tools.errors import LatexSyntaxError

PREAMBLE = r"""
\newcommand{\R}{\mathbb{R}}
\newcommand{\pair}[2][a]{(#1, #2)}
\renewcommand\half[1]{\frac{#1}{2}}
\def\twice#1{#1 #1}
\DeclareMathOperator{\sm}{softmax}
\DeclareMathOperator*{\am}{arg\,max}
\newcommand{\tx}[1]{\text{#1}}
\newcommand{\nested}{\half{\R}}
this line is no definition
"""


def expanded(latex: str) -> str:
    return " ".join(token.text for token in Macros.read(PREAMBLE).expand(tokenize(latex)))


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\R^n", r"\mathbb{R}^n"),
        (r"\pair{b} \pair[c]{d}", "(a, b) (c, d)"),
        (r"\half{x} \half y", r"\frac{x}{2} \frac{y}{2}"),
        (r"\twice x", "x x"),
        (r"\sm(x)", r"\operatorname{softmax}(x)"),
        (r"\am_k", r"\operatorname{arg\,max}_k"),
        (r"\tx{head}_i", r"\text{head}_i"),
        (r"\nested", r"\frac{\mathbb{R}}{2}"),
    ],
)
def test_what_a_macro_stands_for(latex: str, meant: str) -> None:
    assert expanded(latex) == " ".join(token.text for token in tokenize(meant))


def test_a_definition_inside_the_formula() -> None:
    assert isinstance(parse(r"\newcommand{\q}{\mathbf{q}} \q").rows[0], tree.Styled)


def test_tokens_of_a_macro_have_the_place_of_its_use() -> None:
    latex = r"a + \nested + b"
    fraction = parse(latex, Macros.read(PREAMBLE)).rows[0]
    assert isinstance(fraction, tree.Sum)
    start, end = fraction.terms[1][1].span
    assert latex[start:end] == r"\nested"


@pytest.mark.parametrize("body", [r"\x", r"\x\x", r"a\y"])
def test_endless_macros_are_refused(body: str) -> None:
    macros = Macros.read(f"\\newcommand{{\\x}}{{{body}}}\n\\newcommand{{\\y}}{{\\x\\x}}")
    with pytest.raises(LatexSyntaxError, match=str(MAXIMUM_EXPANSIONS)):
        parse(r"\x", macros)


@pytest.mark.parametrize("latex", [r"\half", r"\half{x", r"\pair[c", r"\newcommand", r"\newcommand{ab}{c}", r"\def\a"])
def test_what_is_incomplete_is_refused(latex: str) -> None:
    with pytest.raises(LatexSyntaxError):
        parse(latex, Macros.read(PREAMBLE))
