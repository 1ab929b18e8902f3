"""LayerNorm, RMSNorm, norms and cosine similarity against ONNX and NumPy, and their options."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools.handlers.functions.norms import cosine_similarity, frobenius_norm, layer_norm, norm, rms_norm

from ..reference import onnx_node, sample


@pytest.mark.parametrize("epsilon", [1e-5, 0.1])
def test_layer_norm_against_onnx(epsilon: float) -> None:
    x = sample(3, 5)
    wanted = onnx_node("LayerNormalization", {"x": x, "scale": np.ones(5), "bias": np.zeros(5)}, axis=-1, epsilon=epsilon)
    np.testing.assert_allclose(layer_norm(x, epsilon=epsilon), wanted, rtol=2e-6, atol=1e-7)  # ONNX keeps epsilon in float32


@pytest.mark.parametrize("epsilon", [1e-5, 0.1])
def test_rms_norm_against_onnx(epsilon: float) -> None:
    x = sample(3, 5)
    wanted = onnx_node("RMSNormalization", {"x": x, "scale": np.ones(5)}, axis=-1, epsilon=epsilon)
    np.testing.assert_allclose(rms_norm(x, epsilon=epsilon), wanted, rtol=2e-6, atol=1e-7)


def test_rms_norm_is_layer_norm_on_centred_rows() -> None:
    x = sample(3, 5)
    np.testing.assert_allclose(rms_norm(x - x.mean(axis=-1, keepdims=True)), layer_norm(x), rtol=1e-14)


def test_layer_norm_does_not_see_scale_and_shift() -> None:
    x = sample(3, 5)
    np.testing.assert_allclose(layer_norm(2.5 * x + 7.0), layer_norm(x), rtol=1e-13)


@pytest.mark.parametrize(("order", "ord_"), [(1, 1), (2, 2), (3, 3), ("inf", np.inf)])
def test_norms_of_vectors(order: int | str, ord_: float) -> None:
    x = sample(3, 5)
    np.testing.assert_allclose(norm(x, order=order), np.linalg.norm(x, ord=ord_, axis=-1), rtol=1e-15)


def test_norm_of_a_matrix() -> None:
    x = sample(2, 3, 5)
    np.testing.assert_allclose(frobenius_norm(x), np.linalg.norm(x, axis=(-2, -1)), rtol=1e-15)


@pytest.mark.parametrize(("a", "b", "cosine"), [([3, 4], [4, 3], 0.96), ([1, 0], [0, 2], 0), ([1, 2], [-2, -4], -1)])
def test_cosine(a: list[float], b: list[float], cosine: float) -> None:
    assert cosine_similarity(np.array(a), np.array(b)) == pytest.approx(cosine, abs=1e-15)
