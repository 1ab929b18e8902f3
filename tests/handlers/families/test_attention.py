"""Attention: published worked examples, ONNX's Attention, and what must hold when inputs are permuted, shifted or masked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vault_tools.handlers.families.attention import reference_output, reference_scores, reference_weights, unscaled_output
from vault_tools.handlers.families.self_attention import reference_cross_attention, reference_plain, reference_self_attention

from ..reference import onnx_node, sample

# Raimi Karim, "Illustrated: Self-Attention" (Towards Data Science 2019)
X = np.array([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]], dtype=float)
W_K = np.array([[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]], dtype=float)
W_Q = np.array([[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]], dtype=float)
W_V = np.array([[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]], dtype=float)
Q, K, V = X @ W_Q, X @ W_K, X @ W_V


class TestWorkedExample:
    def test_projections_and_scores(self) -> None:
        np.testing.assert_array_equal(Q, [[1, 0, 2], [2, 2, 2], [2, 1, 3]])
        np.testing.assert_array_equal(K, [[0, 1, 1], [4, 4, 0], [2, 3, 1]])
        np.testing.assert_array_equal(V, [[1, 2, 3], [2, 8, 0], [2, 6, 3]])
        np.testing.assert_allclose(reference_scores(Q, K) * np.sqrt(3), [[2, 4, 4], [4, 16, 12], [4, 12, 10]], rtol=1e-14)

    def test_without_the_scale_as_the_article_computes_it(self) -> None:
        wanted = [[1.936621, 6.683105, 1.595068], [1.999994, 7.963992, 0.053976], [1.999705, 7.759892, 0.358389]]
        np.testing.assert_allclose(unscaled_output(Q, K, V), wanted, atol=5.1e-7)
        np.testing.assert_allclose(reference_weights(Q, K, scaled=False)[0], [0.063379, 0.468311, 0.468311], atol=5.1e-7)

    def test_the_article_rounds_its_weights_first(self) -> None:
        """Where two sources disagree: its printed outputs come from weights rounded by hand."""
        published = [[2.0, 7.0, 1.5], [2.0, 8.0, 0.0], [2.0, 7.8, 0.3]]
        assert np.abs(unscaled_output(Q, K, V) - published).max() > 0.3
        rounded = np.array([[0.0, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.9, 0.1]])
        assert np.abs(reference_weights(Q, K, scaled=False) - rounded).max() < 0.07
        np.testing.assert_allclose(rounded @ V, published, atol=1e-12)

    def test_with_the_scale(self) -> None:
        wanted = [[1.863874, 6.319371, 1.704189], [1.999110, 7.814124, 0.273472], [1.992555, 7.479636, 0.735877]]
        np.testing.assert_allclose(reference_output(Q, K, V), wanted, atol=5.1e-7)
        np.testing.assert_allclose(reference_self_attention(X, W_Q, W_K, W_V), wanted, atol=5.1e-7)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [([0, 10, 0], [10, 0]), ([0, 0, 10], [550, 5.5]), ([10, 10, 0], [5.5, 0])],
)
def test_tensorflow_tutorial(query: list[float], wanted: list[float]) -> None:
    """ "Transformer model for language understanding": four keys, four values, one query."""
    keys = 10.0 * np.eye(3)[[0, 1, 2, 2]]
    values = np.array([[1, 0], [10, 0], [100, 5], [1000, 6]], dtype=float)
    np.testing.assert_allclose(reference_output(np.array(query, dtype=float), keys, values), wanted, atol=1e-12)


def test_book_ai() -> None:
    """book-ai.org, chapter 2.3: the words themselves as queries, keys and values."""
    words = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]], dtype=float)
    np.testing.assert_allclose(reference_weights(words, words)[0], [0.506480, 0.186324, 0.307196], atol=5.1e-7)


def onnx_attention(Q: Any, K: Any, V: Any, mask: Any = None, **options: Any) -> Any:
    """ONNX Attention-24 with one batch and one head."""
    inputs = {"Q": Q[None, None], "K": K[None, None], "V": V[None, None], "attn_mask": mask}
    return onnx_node("Attention", inputs, **options)[0, 0]


class TestAgainstOnnx:
    Q, K, V = sample(3, 4, seed=1), sample(5, 4, seed=2), sample(5, 2, seed=3)

    def test_default_scale(self) -> None:
        np.testing.assert_allclose(reference_output(self.Q, self.K, self.V), onnx_attention(self.Q, self.K, self.V), rtol=1e-6)

    def test_no_scale(self) -> None:
        np.testing.assert_allclose(unscaled_output(self.Q, self.K, self.V), onnx_attention(self.Q, self.K, self.V, scale=1.0), rtol=1e-6)

    def test_additive_mask(self) -> None:
        mask = sample(3, 5, seed=4)
        wanted = onnx_attention(self.Q, self.K, self.V, mask)
        np.testing.assert_allclose(reference_output(self.Q, self.K, self.V, mask), wanted, rtol=1e-6)

    def test_causal_mask_of_a_square(self) -> None:
        """Only n = m: for others ONNX aligns the triangle to the top left, others to the bottom right, so it must be declared."""
        keys, values = self.K[:3], self.V[:3]
        mask = np.where(np.tril(np.ones((3, 3))) > 0, 0.0, -np.inf)
        wanted = onnx_attention(self.Q, keys, values, is_causal=1)
        np.testing.assert_allclose(reference_output(self.Q, keys, values, mask), wanted, rtol=1e-6)


class TestProperties:
    Q, K, V = sample(3, 4, seed=1), sample(5, 4, seed=2), sample(5, 2, seed=3)

    def test_the_order_of_the_keys_does_not_count(self) -> None:
        order = np.array([3, 1, 4, 0, 2])
        np.testing.assert_allclose(
            reference_output(self.Q, self.K[order], self.V[order]), reference_output(self.Q, self.K, self.V), rtol=1e-13
        )

    def test_the_order_of_the_queries_is_that_of_the_output(self) -> None:
        order = np.array([2, 0, 1])
        np.testing.assert_allclose(
            reference_output(self.Q[order], self.K, self.V), reference_output(self.Q, self.K, self.V)[order], rtol=1e-13
        )

    def test_a_vector_added_to_every_key_does_not_count(self) -> None:
        np.testing.assert_allclose(
            reference_output(self.Q, self.K + sample(4, seed=5), self.V), reference_output(self.Q, self.K, self.V), rtol=1e-12
        )

    def test_queries_of_zeros_give_the_mean_of_the_values(self) -> None:
        np.testing.assert_allclose(reference_output(0 * self.Q, self.K, self.V), np.tile(self.V.mean(axis=0), (3, 1)), rtol=1e-14)

    def test_masked_keys_are_as_if_they_were_not_there(self) -> None:
        mask = np.where(np.arange(5) < 3, 0.0, -np.inf)
        np.testing.assert_allclose(
            reference_output(self.Q, self.K, self.V, mask), reference_output(self.Q, self.K[:3], self.V[:3]), rtol=1e-13
        )

    def test_a_batch_goes_matrix_by_matrix(self) -> None:
        Q, K, V = sample(2, 3, 4, seed=1), sample(2, 5, 4, seed=2), sample(2, 5, 2, seed=3)
        np.testing.assert_allclose(reference_output(Q, K, V)[1], reference_output(Q[1], K[1], V[1]), rtol=1e-14)

    def test_self_attention_without_weights_is_unscaled_attention_of_X(self) -> None:
        X = sample(3, 4)
        np.testing.assert_allclose(reference_plain(X), unscaled_output(X, X, X), rtol=1e-14)

    def test_cross_attention_with_itself_is_self_attention(self) -> None:
        np.testing.assert_allclose(reference_cross_attention(X, X, W_Q, W_K, W_V), reference_self_attention(X, W_Q, W_K, W_V), rtol=1e-14)
