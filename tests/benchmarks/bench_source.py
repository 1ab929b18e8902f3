"""How fast generated source runs beside NumPy written by hand: the ratio of medians, measured in one run, must stay within 1.10.

Not part of the test suite: `pytest tests/benchmarks/bench_source.py -s`.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

import numpy as np
import pytest

from vault_tools.compiler.formula import compile_program
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin

VOCABULARY = Vocabulary.of(builtin())
ROUNDS = 31
ALLOWED = 1.10
RANDOM = np.random.RandomState(0)


def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    return softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])) @ V


def multi_head(Q, K, V, W_Q, W_K, W_V, W_O):
    heads = attention(Q @ W_Q, K @ W_K, V @ W_V)
    return np.moveaxis(heads, 0, 1).reshape(len(Q), -1) @ W_O


def additive(v, W, s, U, h):
    return np.tanh((s @ W.T)[:, None] + (h @ U.T)[None]) @ v


def arrays(**shapes):
    return {name: RANDOM.standard_normal(shape) / 8 for name, shape in shapes.items()}


ATTENTION = r"\text{Attention}(Q, K, V) = \text{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"
CASES = {
    "scaled dot product, n = m = 512, d = 64": (ATTENTION, (), attention, arrays(Q=(512, 64), K=(512, 64), V=(512, 64))),
    "multi-head, 8 heads": (
        r"\text{MultiHead}(Q, K, V) = \text{Concat}(\text{head}_1, \dots, \text{head}_h)W^O",
        (r"\text{head}_i = \text{Attention}(QW_i^Q, KW_i^K, VW_i^V)", ATTENTION),
        multi_head,
        arrays(Q=(256, 512), K=(256, 512), V=(256, 512), W_Q=(8, 512, 64), W_K=(8, 512, 64), W_V=(8, 512, 64), W_O=(512, 512)),
    ),
    "additive attention in index form": (
        r"e_{ij} = v^\top \tanh(W s_i + U h_j)",
        (),
        additive,
        arrays(v=(64,), W=(64, 32), s=(128, 32), U=(64, 32), h=(128, 32)),
    ),
}


def seconds(function, inputs):
    started = perf_counter()
    function(**inputs)
    return perf_counter() - started


@pytest.mark.parametrize("name", CASES)
def test_ratio_to_numpy_by_hand(name):
    latex, context, by_hand, inputs = CASES[name]
    formula = compile_program(latex, context=context, shapes={k: x.shape for k, x in inputs.items()}, vocabulary=VOCABULARY)
    np.testing.assert_allclose(formula(**inputs), by_hand(**inputs), rtol=1e-9, atol=1e-12)
    generated = formula._function
    pairs = [(seconds(generated, inputs), seconds(by_hand, inputs)) for _ in range(ROUNDS)]
    ours, theirs = (median(column) for column in zip(*pairs, strict=True))
    print(f"\n{name}: {1000 * ours:.2f} ms, by hand {1000 * theirs:.2f} ms, ratio {ours / theirs:.2f}")
    assert ours / theirs <= ALLOWED
