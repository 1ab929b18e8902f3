"""How long text takes to become a callable: the attention formulas of tests/data, and what SymPy reads, too, beside SymPy itself.

Not part of the test suite: `pytest tests/benchmarks/bench_compile.py -s` (the comparison needs the package lark).
Every round starts from the text: what a display is remembered by in a running process is forgotten before it.
"""

from __future__ import annotations

import gc
import json
from pathlib import Path
from statistics import median, quantiles
from time import process_time

import pytest

from vault_tools.compiler.formula import compile_program
from vault_tools.compiler.resolve.writing.statements import context
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin

VOCABULARY = Vocabulary.of(builtin())
ROUNDS = 7
MEDIAN, LARGEST = 5.0, 25.0
"""Milliseconds of processor time that a formula of the corpus may take."""
CORPUS = json.loads(Path(__file__).parents[1].joinpath("data", "attention.json").read_text(encoding="utf-8"))
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
        context._parsed.cache_clear()
        started = process_time()
        compiling()
        times.append(1000 * (process_time() - started))
    return median(times[1:])


def compiled(case):
    return compile_program(case["latex"], context=tuple(case["context"]), target=case.get("target"), vocabulary=VOCABULARY)


def test_attention_formulas():
    gc.collect()
    took = sorted((milliseconds(lambda case=case: compiled(case)), case["latex"]) for case in CORPUS)
    times = [time for time, _ in took]
    print(f"\n{len(took)} formulas: p50 {median(times):.2f} ms, p90 {quantiles(times, n=10)[-1]:.2f} ms, max {times[-1]:.2f} ms")
    print(*(f"{time:6.2f} ms  {latex[:100]!r}" for time, latex in took[-5:]), sep="\n")
    assert median(times) <= MEDIAN
    assert times[-1] <= LARGEST


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
