"""Recognising formulas up to names: which are instances of a pattern, with which roles, and which must be left alone."""

# ruff: noqa: E501 (tables: one pair stays on one line)

from __future__ import annotations

import pytest

from vault_tools.compiler.recognition.forms import Forms
from vault_tools.compiler.recognition.matching import EXACTLY, Match, Rules, find_match, match, normal
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


def test_queries_end_where_the_transposed_keys_begin() -> None:
    formula = program(r"A_i = \text{softmax}\left(\frac{QW_i^Q (KW_i^K)^T}{\sqrt{d_k}}\right)V", "d_k = 64")
    pattern, given = normal(program(ATTENTION)), normal(formula)
    assert pattern is not None
    assert given is not None
    found = find_match(pattern, given, Rules(ranks=True))
    assert found is not None
    assert [str(dim) for dim in found.roles["Q"].shape] == ["n", "k"]
    assert found.sizes == {"k": 64}


def test_a_long_sum_is_compared_in_its_order_only() -> None:
    """Twelve terms have half a billion orders."""
    terms = [rf"\exp({letter})" for letter in "abcdfghkmpqr"]
    assert match(program(" + ".join(terms)), program(" + ".join(reversed(terms)))) is not None
    assert match(program(" + ".join(terms)), program(" + ".join([*terms[:-1], "x"]))) is None


# ---------------------------------------------------------------- entry by entry, multiplied out, with other ranks


def found_in(form: str, pattern: str, formula: str, rules: Rules = EXACTLY) -> Match | None:
    """The match of two formulas in one form."""
    wanted, given = (getattr(Forms(program(latex)), form) for latex in (pattern, formula))
    return find_match(wanted, given, rules) if wanted is not None and given is not None else None


ONE_TO_ANOTHER = r"O_i = \sum_j \frac{\exp(q_i^\top k_j / \sqrt{d})}{\sum_l \exp(q_i^\top k_l / \sqrt{d})} v_j"
PER_HEAD = r"H_i = \text{softmax}\left(\frac{Q_i K_i^T}{\sqrt{d_k}}\right) V_i"


@pytest.mark.parametrize(
    ("pattern", "formula"),
    [
        (r"A = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)", r"\alpha_{ij} = \text{softmax}_j\left(\frac{q_i \cdot k_j}{\sqrt{d_k}}\right)"),
        (r"QK^\top", r"s_{ij} = \sum_l a_{il} b_{jl}"),
        (r"p = \mathrm{softmax}(x)", r"p_i = \frac{e^{x_i - m}}{\sum_j e^{x_j - m}}"),
        (r"p = \mathrm{softmax}(x)", r"p_i = \frac{e^{x_i - \max_k x_k}}{\sum_j e^{x_j - \max_k x_k}}"),
        (r"\frac{x - \mathbb{E}[x]}{\sqrt{\mathrm{Var}[x] + \epsilon}}", r"y_i = \frac{x_i - \mu}{\sqrt{s + \epsilon}}, \mu = \frac{1}{n}\sum_{j=1}^n x_j, s = \frac{1}{n}\sum_{j=1}^n (x_j - \mu)^2"),
        (r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}", r"M_{ij} = \begin{cases} -\infty & i < j \\ 0 & \text{otherwise} \end{cases}"),
        (r"M_{ij} = \begin{cases} 0 & i - w < j \le i \\ -\infty & \text{otherwise} \end{cases}", r"M_{ij} = \begin{cases} -\infty & j > i \text{ or } j \le i - w \\ 0 & \text{otherwise} \end{cases}"),
        (r"c \tanh(S / c)", r"50 \tanh(Z / 50)"),
    ],
)  # fmt: skip
def test_entry_by_entry_two_notations_are_one(pattern: str, formula: str) -> None:
    assert found_in("entries", pattern, formula) is not None


@pytest.mark.parametrize(
    ("pattern", "formula"),
    [
        (r"A = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)", r"\alpha_{ij} = \text{softmax}_i\left(\frac{q_i \cdot k_j}{\sqrt{d_k}}\right)"),
        (r"QK^\top", r"s_{ij} = \sum_l a_{il} b_{ij}"),
        (r"p = \mathrm{softmax}(x)", r"p_i = \frac{e^{x_i - m}}{\sum_j e^{x_j}}"),
        (r"p = \mathrm{softmax}(x)", r"p_i = \frac{e^{x_i}}{\sum_j e^{y_j}}"),
        (r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}", r"M_{ij} = \begin{cases} -\infty & j \ge i \\ 0 & \text{otherwise} \end{cases}"),
        (r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}", r"M_{ij} = \begin{cases} 0 & j \ge i \\ -\infty & j < i \end{cases}"),
        (r"c \tanh(S / c)", r"50 \tanh(Z / 20)"),
        (r"\mathrm{softmax}(x / T)", r"\mathrm{softmax}(-x)"),
    ],
)  # fmt: skip
def test_entry_by_entry_what_differs_stays_apart(pattern: str, formula: str) -> None:
    assert found_in("entries", pattern, formula) is None


@pytest.mark.parametrize(
    ("pattern", "formula"),
    [
        (r"J_{ij} = p_i (\delta_{ij} - p_j)", r"J_{ij} = \delta_{ij} p_i - p_i p_j"),
        (r"\sum_i p_i \log \frac{p_i}{q_i}", r"\sum_j p_j \ln p_j - \sum_j p_j \ln q_j"),
        (r"-\sum_i p_i \log p_i", r"\sum_i p_i \log \frac{1}{p_i}"),
        (r"(A - \lambda B)V", r"AV - \lambda BV"),
        (r"-\log \frac{e^{y}}{\sum_j e^{z_j}}", r"\log \sum_j e^{z_j} - y"),
        (r"\mathbf{y} = W\mathbf{x} + \frac{\alpha}{r}BA\mathbf{x}", r"\mathbf{y} = \left(W + \frac{\alpha}{r}BA\right)\mathbf{x}"),
    ],
)
def test_multiplied_out_they_are_one(pattern: str, formula: str) -> None:
    assert found_in("multiplied_out", pattern, formula) is not None


@pytest.mark.parametrize(
    ("pattern", "formula"),
    [
        (r"J_{ij} = p_i (\delta_{ij} - p_j)", r"J_{ij} = \delta_{ij} p_i + p_i p_j"),
        (r"\sum_i p_i \log \frac{p_i}{q_i}", r"\sum_j p_j \ln p_j - \sum_j q_j \ln q_j"),
        (r"(A - \lambda B)V", r"AV - \lambda BW"),
        (r"-\log \frac{e^{y}}{\sum_j e^{z_j}}", r"\log \sum_j e^{z_j} + y"),
        (r"-\sum_i p_i \log q_i", r"-(0 \cdot \log 2 + 0 \cdot \log 3)"),
    ],
)
def test_multiplied_out_what_differs_stays_apart(pattern: str, formula: str) -> None:
    assert found_in("multiplied_out", pattern, formula) is None


def test_a_head_is_a_batch_and_one_query_lacks_an_axis() -> None:
    ranks = Rules(ranks=True)
    per_head = found_in("entries", ATTENTION, PER_HEAD, ranks)
    assert per_head is not None
    assert [index.name for index in per_head.batch] == ["i"]
    query = found_in("entries", ATTENTION, ONE_TO_ANOTHER, ranks)  # each position by itself
    assert query is not None
    assert ([index.name for index in query.batch], query.absent, query.widened) == (["i"], (0,), {"Q": (0,)})
    scalars = found_in("entries", ATTENTION, ONE_TO_ANOTHER.replace("v_j", r"\beta_j"), ranks)  # numbers: the values have one column
    assert scalars is not None
    assert (scalars.batch, scalars.absent, scalars.widened) == ((), (1,), {"V": (1,)})
    assert found_in("entries", ATTENTION, PER_HEAD) is None


@pytest.mark.parametrize("pattern", [r"QK^\top", r"T_{hij} = \sum_g P_{hg} S_{gij}", r"\sum_{i=1}^n a_i b_i"])
def test_a_mere_product_has_its_own_ranks_only(pattern: str) -> None:
    """With fewer indices each of them is any product at all."""
    for formula in (r"\vec{a} \cdot \vec{b}", r"AB", r"s_{hij} = \sum_l a_{hil} b_{hjl}"):
        assert found_in("entries", pattern, formula, Rules(ranks=True)) is None
