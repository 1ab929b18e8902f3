"""Arguments by name stand in the order of the parameters."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ....dump import meaning, resolved

CALLED = [
    ("z = f(y = a, x = b)", ("f(x, y) = x - y",), "z = f(b, a)"),
    (r"z = \text{Attn}(Q = x, K = V = y)", (r"\text{Attn}(Q, K, V) = \text{softmax}(QK^\top)V",), r"z = \text{Attn}(x, y, y)"),
    (r"z = \text{Attention}(K = B, V = C, Q = A)", (), r"z = \text{Attention}(A, B, C)"),
]


@pytest.mark.parametrize(("latex", "context", "same"), CALLED)
def test_arguments_by_name(latex, context, same):
    assert meaning(latex, context) == meaning(same, context)


OTHERS = [("z = f(y = a, w = b)", ("f(x, y) = x - y",)), ("z = f(y = a)", ("f(x, y) = x - y",))]


@pytest.mark.parametrize(("latex", "context"), OTHERS)
def test_other_names_are_refused(latex, context):
    with pytest.raises(UnsupportedError):
        resolved(latex, context)


def test_what_stands_for_a_matrix_is_one():
    context = (r"\text{Cross}(Q, K, V) = \text{softmax}(QK^\top)V",)
    assert [len(p.shape) for p in resolved(r"h = \text{Cross}(\mathbf{a}, \mathbf{b}, \mathbf{b})", context).inputs] == [2, 2]
