"""erf, the normal distribution function and GELU: accuracy over the whole range, published numbers, other implementations."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
import scipy.special

from vault_tools.handlers.functions.gelu import erf, gelu, gelu_tanh, normal_cdf

from ..reference import onnx_node, sample

WHOLE_RANGE = np.concatenate([np.linspace(1e-8, 7, 701), 10.0 ** -np.arange(1, 300, 20)])


def relative_error(value: Any, wanted: Any) -> Any:
    """Against mpmath, entry by entry."""
    return np.array([float(abs((mpmath.mpf(float(v)) - w) / w)) for v, w in zip(value, wanted, strict=True)])


def test_erf_is_right_to_two_units_in_the_last_place() -> None:
    with mpmath.workdps(40):
        wanted = [mpmath.erf(mpmath.mpf(float(x))) for x in WHOLE_RANGE]
        assert relative_error(erf(WHOLE_RANGE), wanted).max() < 4.5e-16
        assert relative_error(-erf(-WHOLE_RANGE), wanted).max() < 4.5e-16


def test_normal_cdf_is_right_far_out_in_the_lower_tail() -> None:
    """The rounding of x alone changes Φ(x) by x² units there."""
    x = np.linspace(-37.0, 8.0, 1001)
    with mpmath.workdps(40):
        wanted = [mpmath.ncdf(mpmath.mpf(float(v))) for v in x]
        assert (relative_error(normal_cdf(x), wanted) / (1 + x * x)).max() < 4e-16


@pytest.mark.parametrize("function", [erf, normal_cdf])
def test_the_ends_and_no_number(function: Any) -> None:
    low, high, nothing = function(np.array([-np.inf, np.inf, np.nan]))
    assert (low, high) == ((-1.0, 1.0) if function is erf else (0.0, 1.0))
    assert np.isnan(nothing)


def test_against_scipy() -> None:
    x = np.linspace(-6, 6, 401)
    np.testing.assert_allclose(erf(x), scipy.special.erf(x), rtol=6e-16)
    np.testing.assert_allclose(normal_cdf(x), scipy.special.ndtr(x), rtol=3e-14)


X = np.array([-3.0, -1.0, 0.0, 1.0, 3.0])


def test_published_values() -> None:
    """TensorFlow's documentation computed in float32: its last printed digits are its own rounding."""
    np.testing.assert_allclose(gelu(X), [-0.00404951, -0.15865529, 0.0, 0.8413447, 2.9959507], atol=2e-7, rtol=1.5e-7)
    np.testing.assert_allclose(gelu_tanh(X), [-0.00363752, -0.15880796, 0.0, 0.841192, 2.9963627], atol=2e-7, rtol=1.5e-7)


def test_the_float32_documentation_is_off_from_the_exact_value() -> None:
    """Where two sources disagree: exact is -0.00404969, the documentation prints -0.00404951."""
    with mpmath.workdps(30):
        exact = float(-3 * mpmath.ncdf(-3))
    assert abs(gelu(X)[0] - exact) < 1e-17
    assert abs(exact - -0.00404951) > 1.5e-7


@pytest.mark.parametrize(("approximate", "function"), [("none", gelu), ("tanh", gelu_tanh)])
def test_against_onnx(approximate: str, function: Any) -> None:
    x = sample(3, 4)
    np.testing.assert_allclose(function(x), onnx_node("Gelu", {"x": x}, approximate=approximate), rtol=1e-6, atol=1e-7)


def test_the_minimum() -> None:
    x = np.linspace(-1.0, -0.5, 100_001)
    assert gelu(x).min() == pytest.approx(-0.16997120747, abs=1e-10)
    assert np.abs(gelu_tanh(np.linspace(-6, 6, 5001)) - gelu(np.linspace(-6, 6, 5001))).max() < 5e-4
