"""Recognising formulas up to names: which are instances of a pattern, with which roles, and which must be left alone."""

from __future__ import annotations

import pytest

from vault_tools.compiler.matching import find_match, match, normal
from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.tree import Input, MatMul
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin

ATTENTION = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"
MASKED = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)V"
GRAM = r"\mathrm{softmax}(XX^\top)X"
SOFTMAX = r"P_i = \frac{e^{z_i}}{\sum_j e^{z_j}}"
VOCABULARY = Vocabulary.of(builtin())


def program(latex: str, *context: str):
    return resolve(parse(latex), Context.read(context), VOCABULARY)


@pytest.mark.parametrize(
    ("pattern", "formula"),
    [
        (ATTENTION, r"Attention(Q,K,V)=softmax(\frac {QK^T} {\sqrt {d_ {k}}})V"),
        (ATTENTION, r"O = \text{softmax}(A B^T / \sqrt{d}) C"),
        (ATTENTION, r"\text{softmax}\left(\frac{1}{\sqrt{d_k}} QK^T\right)V"),
        (ATTENTION, r"\text{softmax}\left(d_k^{-1/2} QK^T\right)V"),
        (ATTENTION, r"\text{softmax}\left(\frac{XW_Q (XW_K)^T}{\sqrt{d_k}}\right) X W_V"),
        (MASKED, r"\text{softmax}\left(B + \frac{QK^T}{\sqrt{d_k}}\right)V"),
        (GRAM, r"\text{softmax}(YY^T)Y"),
        (SOFTMAX, r"\alpha_i = \frac{\exp(s_i)}{\sum_k \exp(s_k)}"),
    ],
)
def test_accepted(pattern: str, formula: str) -> None:
    assert match(program(pattern), program(formula)) is not None


@pytest.mark.parametrize(
    ("pattern", "formula"),
    [
        (ATTENTION, r"\text{softmax}(QK^T)V"),
        (ATTENTION, r"\text{softmax}\left(\frac{QK^T}{d_k}\right)V"),
        (ATTENTION, r"\frac{QK^T}{\sqrt{d_k}}V"),
        (ATTENTION, r"\text{softmax}\left(\frac{QK^T}{\sqrt{8}} + 1\right)V"),
        (GRAM, r"\text{softmax}(XX^T)Y"),
        (GRAM, r"\text{softmax}(X^TX)X"),
        (SOFTMAX, r"\alpha_i = \frac{\exp(s_i)}{1 + \sum_k \exp(s_k)}"),
        (SOFTMAX, r"\alpha_i = \frac{\exp(s_i)}{\sum_k \exp(t_k)}"),
        (SOFTMAX, r"\alpha_i = \frac{s_i}{\sum_k s_k}"),
    ],
)
def test_left_alone(pattern: str, formula: str) -> None:
    assert match(program(pattern), program(formula)) is None


def test_roles_are_the_expressions_that_stand_there() -> None:
    roles = match(program(ATTENTION), program(r"\text{softmax}\left(\frac{XW_Q K^T}{\sqrt{d_k}}\right)V"))
    assert roles is not None
    assert isinstance(roles["Q"], MatMul)
    assert [isinstance(roles[name], Input) for name in ("K", "V")] == [True, True]


def test_definitions_of_the_note_are_put_in() -> None:
    formula = program(r"A = \text{softmax}\left(\frac{S}{\sqrt{d_k}}\right)V", r"S = QK^T")
    assert match(program(r"\text{softmax}(T)V"), formula) is not None


def test_a_number_under_the_root_fixes_the_width() -> None:
    wanted = normal(program(ATTENTION))
    given = normal(program(r"\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V", "d_k = 64"))
    assert wanted is not None
    assert given is not None
    found = find_match(wanted, given)
    assert found is not None
    assert list(found.sizes.values()) == [64]


def test_a_long_sum_is_compared_in_its_order_only() -> None:
    """Twelve terms have half a billion orders."""
    terms = [rf"\exp({letter})" for letter in "abcdfghkmpqr"]
    assert match(program(" + ".join(terms)), program(" + ".join(reversed(terms)))) is not None
    assert match(program(" + ".join(terms)), program(" + ".join([*terms[:-1], "x"]))) is None
