"""What other implementations say of the conventions on which sources differ; where two of them disagree, the test says which is which."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vault_tools.handlers.families import rotary, sharing
from vault_tools.handlers.families.attention import reference_output, unscaled_output
from vault_tools.handlers.families.masked_rows import reference_output as zero_rows
from vault_tools.handlers.families.softcap import reference_softcap
from vault_tools.handlers.functions.rotary import rope, rope_half_split
from vault_tools.handlers.functions.softmax import softmax, softmax_or_zero

from .reference import onnx_node, sample


def attention(Q: Any, K: Any, V: Any, mask: Any = None, **options: Any) -> Any:
    """ONNX Attention-24 of one batch: (heads, n, d)."""
    return onnx_node("Attention", {"Q": Q[None], "K": K[None], "V": V[None], "attn_mask": mask}, **options)[0]


@pytest.mark.parametrize(("interleaved", "function", "reference"), [
    (1, rope, rotary.reference_interleaved),
    (0, rope_half_split, rotary.reference_half_split),
])  # fmt: skip
def test_both_layouts_of_rope(interleaved: int, function: Any, reference: Any) -> None:
    """Su et al. and Llama's own code turn neighbours, GPT-NeoX and Hugging Face the halves: ONNX knows both, and they differ."""
    x, positions = sample(4, 6), np.arange(4.0)
    angles = positions[:, None] * 10000.0 ** (-2 * np.arange(3) / 6)
    wanted = onnx_node(
        "RotaryEmbedding", {"x": x[None, None], "cos": np.cos(angles)[None], "sin": np.sin(angles)[None]}, interleaved=interleaved
    )[0, 0]
    np.testing.assert_allclose(function(x, positions), wanted, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose([reference(row, m) for row, m in zip(x, positions, strict=True)], wanted, rtol=1e-12, atol=1e-14)
    assert not np.allclose(rope(x, positions), rope_half_split(x, positions))


def test_the_product_of_turned_vectors_depends_on_the_distance() -> None:
    q, k = sample(6, seed=1), sample(6, seed=2)
    near = [rope(q, m + 3.0) @ rope(k, m) for m in (0.0, 5.0, 40.0)]
    np.testing.assert_allclose(near, near[0], rtol=1e-11)


def test_grouped_queries() -> None:
    """Four heads, two sets of keys and values: head i uses set i // 2 in ONNX, counted from 1 in the formula."""
    Q, K, V = sample(4, 3, 4, seed=1), sample(2, 5, 4, seed=2), sample(2, 5, 2, seed=3)
    ours = sharing.reference_given(Q=Q, K=K, V=V, g=np.array([1, 1, 2, 2]))
    np.testing.assert_allclose(ours, attention(Q, K, V), rtol=1e-6)


def test_the_softcap() -> None:
    Q, K, V = sample(1, 3, 4, seed=1), sample(1, 5, 4, seed=2), sample(1, 5, 2, seed=3)
    scores = reference_softcap(Q[0] @ K[0].T / 2.0, 1.5)
    np.testing.assert_allclose(softmax(scores) @ V[0], attention(Q, K, V, softcap=1.5)[0], rtol=1e-6)


def test_the_softcap_comes_before_the_mask() -> None:
    """Capped after the mask, a masked place would keep the weight of a score of -c; ONNX caps first, as Gemma 2 does."""
    Q, K, V = sample(1, 3, 4, seed=1), sample(1, 5, 4, seed=2), sample(1, 5, 2, seed=3)
    mask = np.where(np.arange(5) < 4, 0.0, -np.inf)[None].repeat(3, axis=0)
    scores = Q[0] @ K[0].T / 2.0
    onnx = attention(Q, K, V, mask, softcap=1.5)[0]
    np.testing.assert_allclose(softmax(reference_softcap(scores, 1.5) + mask) @ V[0], onnx, rtol=1e-6)
    assert not np.allclose(softmax(reference_softcap(scores + mask, 1.5)) @ V[0], onnx)


@pytest.mark.parametrize("kind", ["added", "true where seen"])
def test_a_mask_over_grouped_queries(kind: str) -> None:
    Q, K, V = sample(4, 3, 4, seed=1), sample(2, 5, 4, seed=2), sample(2, 5, 2, seed=3)
    seen = np.tril(np.ones((3, 5)), k=1) > 0
    mask = np.where(seen, 0.0, -np.inf)
    ours = [reference_output(Q[head], K[head // 2], V[head // 2], mask) for head in range(4)]
    np.testing.assert_allclose(ours, attention(Q, K, V, seen if kind != "added" else mask), rtol=1e-6)


def test_a_scale_of_ones_own() -> None:
    """Raimi Karim's walkthrough leaves out √d_k: `scale=1` in ONNX."""
    Q, K, V = sample(1, 3, 4, seed=1), sample(1, 5, 4, seed=2), sample(1, 5, 2, seed=3)
    np.testing.assert_allclose(unscaled_output(Q[0], K[0], V[0]), attention(Q, K, V, scale=1.0)[0], rtol=1e-6)


def test_the_corner_of_a_causal_mask_where_there_are_more_keys_than_queries() -> None:
    """ONNX without past aligns to the top left; flash-attention since 2.1 and PyTorch's `causal_lower_right` to the bottom right."""
    Q, K, V = sample(1, 3, 4, seed=1), sample(1, 5, 4, seed=2), sample(1, 5, 2, seed=3)
    corner = {ahead: np.where(np.arange(5) <= np.arange(3)[:, None] + ahead, 0.0, -np.inf) for ahead in (0, 2)}
    onnx = attention(Q, K, V, is_causal=1)[0]
    np.testing.assert_allclose(reference_output(Q[0], K[0], V[0], corner[0]), onnx, rtol=1e-6)
    assert not np.allclose(reference_output(Q[0], K[0], V[0], corner[2]), onnx)
    np.testing.assert_allclose(reference_output(Q[0], K[0], V[0], corner[2])[-1], reference_output(Q[0], K[0], V[0])[-1], rtol=1e-13)


def test_a_row_without_keys() -> None:
    """NumPy's softmax of -∞ alone is not defined; the zero that some libraries give is an option, and the rest of the rows is the same."""
    Q, K, V, M = sample(2, 4, seed=1), sample(3, 4, seed=2), sample(3, 2, seed=3), np.array([[0.0, 0.0, -np.inf], [-np.inf] * 3])
    ours = zero_rows(Q, K, V, M)
    np.testing.assert_allclose(ours[0], reference_output(Q[:1], K, V, M[:1])[0], rtol=1e-13)
    assert not ours[1].any()
    with np.errstate(invalid="ignore"):
        assert np.isnan(softmax(M[1])).all()
    assert not softmax_or_zero(M[1]).any()
