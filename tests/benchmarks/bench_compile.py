"""How long text takes to become a callable: a typical attention formula, and beside SymPy's parse_latex and lambdify on what both read.

Not part of the test suite: `pytest tests/benchmarks/bench_compile.py -s` (the comparison needs the package lark).
"""

from __future__ import annotations

from statistics import median
from time import process_time

import pytest

from vault_tools.compiler.formula import compile_program
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin

VOCABULARY = Vocabulary.of(builtin())
ROUNDS = 15
ALLOWED_MILLISECONDS = 5.0
ATTENTION = (
    r"\text{Attention}(Q, K, V) = \text{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
    r"\alpha_{ij} = \frac{\exp(q_i^\top k_j / \sqrt{d})}{\sum_{l=1}^{m} \exp(q_i^\top k_l / \sqrt{d})}",
    r"c_i = \sum_j \alpha_{ij} h_j",
    r"e_{ij} = v^\top \tanh(W s_i + U h_j)",
    r"\text{softmax}(X W_Q W_K^\top X^\top) X W_V",
)
COMMON = (
    r"a x^2 + b x + c",
    r"\frac{1}{1 + e^{-x}}",
    r"\sqrt{x^2 + y^2}",
    r"\frac{x - m}{s}",
    r"\sin(x) \cos(y)",
    r"\frac{a + b}{2} - \sqrt{a b}",
)


def milliseconds(compiling):
    """Median processor time, after one round to warm up."""
    times = []
    for _ in range(ROUNDS + 1):
        started = process_time()
        compiling()
        times.append(1000 * (process_time() - started))
    return median(times[1:])


def test_typical_attention_formulas():
    took = {latex: milliseconds(lambda latex=latex: compile_program(latex, vocabulary=VOCABULARY)) for latex in ATTENTION}
    print("", *(f"{time:6.2f} ms  {latex}" for latex, time in took.items()), sep="\n")
    assert median(took.values()) <= ALLOWED_MILLISECONDS


@pytest.mark.parametrize("latex", COMMON)
def test_beside_sympy(latex):
    pytest.importorskip("lark")
    from sympy import lambdify
    from sympy.parsing.latex import parse_latex

    def sympy_way():
        expression = parse_latex(latex, backend="lark")
        lambdify(sorted(expression.free_symbols, key=str), expression)

    ours, theirs = milliseconds(lambda: compile_program(latex, vocabulary=VOCABULARY)), milliseconds(sympy_way)
    print(f"\n{ours:6.2f} ms, SymPy {theirs:6.2f} ms, ratio {ours / theirs:.2f}  {latex}")
    assert ours < theirs
