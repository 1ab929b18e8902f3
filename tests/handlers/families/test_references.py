"""The references of the other families against published numbers and further implementations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.special
import scipy.stats

from vault_tools.handlers.families import (
    activations,
    biases,
    log_sum_exp,
    losses,
    multi_head,
    optimisers,
    positional,
    references,
    rotary,
    scores,
)
from vault_tools.handlers.families.attention import reference_output, reference_scores
from vault_tools.handlers.families.linear_attention import causal_weights, reference_causal, reference_linear

from ..reference import onnx_node, sample

X = np.linspace(-6.0, 6.0, 49)


@pytest.mark.parametrize(
    ("reference", "wanted"),
    [
        (references.logistic, scipy.special.expit),
        (activations.reference_tanh, np.tanh),
        (activations.reference_gelu, lambda x: x * scipy.special.ndtr(x)),
        (activations.reference_softplus, lambda x: np.log1p(np.exp(x))),
        (activations.reference_elu, lambda x: onnx_node("Elu", {"x": x})),
        (activations.reference_leaky_relu, lambda x: np.where(x > 0, x, 0.01 * x)),
        (references.softmax, scipy.special.softmax),
        (log_sum_exp.reference_logsumexp, scipy.special.logsumexp),
    ],
)
def test_against_another_implementation(reference: Any, wanted: Any) -> None:
    np.testing.assert_allclose(reference(X), wanted(X), rtol=1e-12, atol=1e-15)


def test_entropy_and_divergence_against_scipy() -> None:
    p, q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.2, 0.6])
    assert references.entropy(p) == pytest.approx(scipy.stats.entropy(p), rel=1e-14)
    assert losses.reference_divergence(p, q) == pytest.approx(scipy.stats.entropy(p, q), rel=1e-14)
    assert losses.reference_cross_entropy(p, q) == pytest.approx(-np.sum(p * np.log(q)), rel=1e-14)


def test_a_single_class_is_a_distribution() -> None:
    """Its entropy is 0, so the whole cross-entropy is what q costs."""
    values = {"p": np.array([0.0, 1.0, 0.0]), "q": np.array([0.2, 0.7, 0.1])}
    (sentence,) = losses.explain_two(values, losses.reference_cross_entropy(values["p"], values["q"])).sentences
    assert (sentence.key, sentence.values) == ("family.cross_entropy", {"entropy": "0", "divergence": "0.3567"})


def test_divergence_of_keras_documentation() -> None:
    """Printed from float32, hence 3e-8 instead of half of the last digit."""
    assert losses.reference_divergence([0.4, 0.9, 0.2], [0.5, 0.8, 0.12]) == pytest.approx(0.11891246, abs=3e-8)


@pytest.mark.parametrize(("predicted", "loss"), [([0.05, 0.95, 0.0], 0.0513), ([0.1, 0.8, 0.1], 2.303)])
def test_cross_entropy_of_keras_documentation(predicted: list[float], loss: float) -> None:
    wanted = 1 if loss < 1 else 2
    assert -np.log(predicted[wanted]) == pytest.approx(loss, abs=5.1e-4 if loss > 1 else 5.1e-5)


def test_positional_encoding_at_position_1_of_width_4() -> None:
    np.testing.assert_allclose(positional.encoding(2, 4)[1], [0.841471, 0.540302, 0.0099998, 0.99995], atol=5.1e-7)
    np.testing.assert_allclose(np.sum(np.square(positional.encoding(9, 6)), axis=-1), 3.0, rtol=1e-14)
    assert positional.reference_sine(1.0, 1.0, 4.0) == pytest.approx(0.0099998, abs=5.1e-8)
    assert positional.reference_cosine(1.0, 1.0, 4.0) == pytest.approx(0.99995, abs=5.1e-8)


@pytest.mark.parametrize(
    ("row", "m", "wanted"),
    [([4, 5, 6, 7], 1, [-2.887617, 4.929751, 6.607698, 7.049649]), ([7, 8, 9, 10], 2, [-11.096705, 7.798413, 2.619760, 10.157989])],
)
def test_rotation_by_halves(row: list[float], m: int, wanted: list[float]) -> None:
    """labml's test input, pairs (1, 3) and (2, 4), angles 1 and 1/100."""
    pairs = [rotary.reference(row[k], row[k + 2], m, 10000.0 ** (-2 * k / 4))[:, 0] for k in range(2)]
    np.testing.assert_allclose([pairs[0][0], pairs[1][0], pairs[0][1], pairs[1][1]], wanted, atol=5.1e-7)


@pytest.mark.parametrize("interleaved", [0, 1])
def test_rotation_against_onnx(interleaved: int) -> None:
    x, angles = sample(1, 1, 3, 4), np.arange(3)[:, None] * np.array([1.0, 0.01])
    inputs = {"x": x, "cos": np.cos(angles)[None], "sin": np.sin(angles)[None]}
    out = onnx_node("RotaryEmbedding", inputs, interleaved=interleaved)[0, 0]
    first, second = ((0, 1), (2, 3)) if interleaved else ((0, 2), (1, 3))
    for m in range(3):
        for (a, b), theta in ((first, 1.0), (second, 0.01)):
            np.testing.assert_allclose(rotary.reference(x[0, 0, m, a], x[0, 0, m, b], m, theta)[:, 0], out[m, [a, b]], rtol=1e-12)


def test_adam_against_onnx_published_inputs() -> None:
    """ONNX's example for Adam: its norm_coefficient adds 0.001 X to the gradient."""
    x, g = np.array([1.2, 2.8]), np.array([-0.94, -2.5])
    gradient = g + 0.001 * x
    m, v = 0.95 * np.array([1.7, 3.6]) + 0.05 * gradient, 0.1 * np.array([0.1, 0.1]) + 0.9 * np.square(gradient)
    np.testing.assert_allclose(optimisers.reference(x, 0.1, m, v, 1e-7), [1.025036, 2.661033], atol=5.1e-7)


def test_multi_head_with_one_head_and_identities_is_attention() -> None:
    Q, K, V = sample(3, 4, seed=1), sample(5, 4, seed=2), sample(5, 2, seed=3)
    wide, narrow = np.eye(4)[None], np.eye(2)[None]
    np.testing.assert_allclose(multi_head.reference(Q, K, V, wide, wide, narrow, np.eye(2)), reference_output(Q, K, V), rtol=1e-13)


def test_general_score_with_the_identity_is_the_dot_product() -> None:
    s, h = sample(3, 4, seed=1), sample(5, 4, seed=2)
    np.testing.assert_allclose(scores.reference_general(s, np.eye(4), h), s @ h.T, rtol=1e-13)


def test_concat_score_is_the_additive_score_with_a_split_matrix() -> None:
    s, h, v, W = sample(3, 4, seed=1), sample(5, 2, seed=2), sample(3, seed=3), sample(3, 6, seed=4)
    pairs = [[v @ np.tanh(W @ np.concatenate([a, b])) for b in h] for a in s]
    np.testing.assert_allclose(scores.reference_concat(s, h, v, W), pairs, rtol=1e-12)


@pytest.mark.parametrize("heads", [4, 8])
def test_alibi_slopes_are_equivalent_to_a_bias_on_the_key_under_softmax(heads: int) -> None:
    S, m = sample(3, 4), 2.0 ** (-8 / heads)
    plain = references.softmax(biases.reference_alibi(S, m))
    np.testing.assert_allclose(plain, references.softmax(S + m * np.arange(4)), rtol=1e-13)


def test_causal_linear_attention_is_the_same_step_by_step_and_all_at_once() -> None:
    Q, K, V = sample(4, 3, seed=1), sample(4, 3, seed=2), sample(4, 2, seed=3)
    np.testing.assert_allclose(reference_causal(Q, K, V), causal_weights(Q, K) @ V, rtol=1e-13)
    np.testing.assert_allclose(reference_causal(Q, K, V)[-1], reference_linear(Q, K, V)[-1], rtol=1e-13)


def test_linear_attention_is_a_weighted_mean() -> None:
    Q, K = sample(3, 4, seed=1), sample(5, 4, seed=2)
    np.testing.assert_allclose(reference_linear(Q, K, np.ones((5, 2))), np.ones((3, 2)), rtol=1e-14)


def test_the_mean_cross_entropy_of_keras_documentation() -> None:
    """Over its two samples, with the classes as distributions of one."""
    true, predicted = [[0, 1, 0], [0, 0, 1]], [[0.05, 0.95, 1e-7], [0.1, 0.8, 0.1]]
    assert losses.reference_mean_cross_entropy(true, predicted) == pytest.approx(1.177, abs=5.1e-4)


def test_the_illustrated_transformer() -> None:
    """Alammar: scores 112 and 96, divided by √64, give weights .88 and .12."""
    scaled = np.array([112.0, 96.0]) / np.sqrt(64.0)
    np.testing.assert_array_equal(scaled, [14.0, 12.0])
    np.testing.assert_allclose(references.softmax(scaled), [0.88, 0.12], atol=5.1e-3)


def test_the_scores_of_book_ai() -> None:
    words = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]], dtype=float)
    np.testing.assert_allclose(reference_scores(words, words) * 2.0, [[2, 0, 1], [0, 2, 1], [1, 1, 2]], atol=1e-15)


@pytest.mark.parametrize("x", [-700.0, -40.0, -10.0, 0.0, 40.0])
def test_the_logistic_function_keeps_its_digits_far_below_zero(x):
    assert np.isclose(references.logistic(x), scipy.special.expit(x), rtol=1e-14, atol=0)


def test_the_logistic_function_is_zero_beyond_floats():
    assert references.logistic(-2000.0) == 0
