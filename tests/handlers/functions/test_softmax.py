"""softmax and its relatives: published numbers, other implementations, and arguments that break naive ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.special

from vault_tools.handlers.functions.softmax import log_softmax, logsumexp, softmax, softmax_one, sparsemax

from ..reference import onnx_node, sample


@pytest.mark.parametrize(
    ("x", "wanted", "digits"),
    [
        ([-1, 0, 1], [0.09003058, 0.24472848, 0.66524094], 8),  # ONNX, operator Softmax
        ([0, 1, 2, 3], [0.0320586, 0.0871443, 0.2368828, 0.6439143], 7),
        ([10000, 10001, 10002, 10003], [0.0320586, 0.0871443, 0.2368828, 0.6439143], 7),
        ([4, 1], [0.9526, 0.0474], 4),  # Godoy, Deep Learning with PyTorch
        ([400, 100], [1, 0], 15),
        ([14, 12], [0.88, 0.12], 2),  # Alammar, The Illustrated Transformer
        ([0, 0, 0], [1 / 3, 1 / 3, 1 / 3], 15),
        ([0, -np.inf], [1, 0], 15),
    ],
)
def test_published_values(x: list[float], wanted: list[float], digits: int) -> None:
    """To the printed digits; what ONNX prints was computed in float32, hence its relative allowance."""
    np.testing.assert_allclose(softmax(np.array(x, dtype=float)), wanted, atol=0.51 * 10.0**-digits, rtol=1.2e-7)


def test_log_softmax_where_the_logarithm_of_softmax_is_minus_infinity() -> None:
    np.testing.assert_array_equal(log_softmax(np.array([1000.0, 1.0])), [0.0, -999.0])  # scipy.special.log_softmax


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("scale", [1.0, 50.0, 1e4])
class TestAgainstScipy:
    def test_softmax(self, axis: int, scale: float) -> None:
        x = scale * sample(3, 4)
        np.testing.assert_allclose(softmax(x, axis=axis), scipy.special.softmax(x, axis=axis), rtol=1e-14, atol=1e-300)

    def test_log_softmax(self, axis: int, scale: float) -> None:
        x = scale * sample(3, 4)
        np.testing.assert_allclose(log_softmax(x, axis=axis), scipy.special.log_softmax(x, axis=axis), rtol=1e-14, atol=1e-15)

    def test_logsumexp(self, axis: int, scale: float) -> None:
        x = scale * sample(3, 4)
        np.testing.assert_allclose(logsumexp(x, axis=axis), scipy.special.logsumexp(x, axis=axis), rtol=1e-14)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_against_onnx(axis: int) -> None:
    x = sample(2, 3, 4)
    np.testing.assert_allclose(softmax(x, axis=axis), onnx_node("Softmax", {"x": x}, axis=axis), rtol=1e-14)


def test_softmax_one_leaves_everything_over_for_very_negative_scores() -> None:
    np.testing.assert_allclose(softmax_one(np.array([-800.0, -900.0])), [0.0, 0.0], atol=1e-300)


@pytest.mark.parametrize(
    ("z", "wanted"),
    [([0.1, 0.2, 0.3], [0.7 / 3, 1 / 3, 1.3 / 3]), ([3, 1, 0], [1, 0, 0]), ([1.0, 0.5, -2], [0.75, 0.25, 0]), ([2, 2], [0.5, 0.5])],
)
def test_sparsemax_has_exact_zeros(z: list[float], wanted: list[float]) -> None:
    result: Any = sparsemax(np.array(z, dtype=float))
    np.testing.assert_allclose(result, wanted, atol=1e-15)
    assert np.all(result[np.array(wanted) == 0] == 0)
