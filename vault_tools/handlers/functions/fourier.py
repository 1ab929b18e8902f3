"""Functions: the real part of the discrete Fourier transform along one axis, and along two (Lee-Thorp et al. 2021)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import deviation


def real_fourier(x, axis=-1):
    """The real part of the discrete Fourier transform along `axis`: sum of x_m cos(2 pi k m / n) for k = 0 .. n - 1."""
    return np.fft.fft(x, axis=axis).real


def real_fourier_plane(x):
    """The real part of the discrete Fourier transform over the last two axes."""
    return np.fft.fft2(x).real


def exact_real_fourier(mp: Any, x: Any) -> Any:
    """The sum of cosines."""
    n = len(x)
    return [mp.fsum(value * mp.cospi(mp.mpf(2 * k * m) / n) for m, value in enumerate(x)) for k in range(n)]


def exact_real_fourier_plane(mp: Any, x: Any) -> Any:
    """The double sum of cosines, the cosine of a sum of two angles."""
    n, d = len(x), len(x[0])

    def entry(k: int, j: int) -> Any:
        angles = ((value, mp.mpf(2 * k * a) / n + mp.mpf(2 * j * b) / d) for a, row in enumerate(x) for b, value in enumerate(row))
        return mp.fsum(value * mp.cospi(angle) for value, angle in angles)

    return [[entry(k, j) for j in range(d)] for k in range(n)]


def _first_is_the_sum(values: Values, output: Any) -> float:
    """Frequency 0 is the plain sum."""
    axis = values.get("axis", -1)
    return deviation(np.take(output, 0, axis=axis), np.sum(values["x"], axis=axis))


def _twice_gives_it_turned(values: Values, output: Any) -> float:
    """Transforming again gives n/2 times x and x read backwards (x_0 stays first) together."""
    x, axis = np.asarray(values["x"], dtype=float), values.get("axis", -1)
    backwards = np.roll(np.flip(x, axis=axis), 1, axis=axis)
    return deviation(real_fourier(output, axis=axis), x.shape[axis] * (x + backwards) / 2.0)


def _sums_known(values: Values, output: Any) -> float:
    """Frequency 0 of both axes is the plain sum; all frequencies together give n d times the first entry."""
    x, output = np.asarray(values["x"], dtype=float), np.asarray(output)
    size = x.shape[-2] * x.shape[-1]
    corner = deviation(output[..., 0, 0], np.sum(x, axis=(-2, -1)))
    return max(corner, deviation(np.sum(output, axis=(-2, -1)), size * x[..., 0, 0]), key=lambda error: (error != error, error))


REAL_FOURIER = Function(
    name="real_fourier",
    spellings=(),
    signature="(n)->(n)",
    numpy=real_fourier,
    exact=exact_real_fourier,
    invariants=(Invariant("first_is_the_sum", _first_is_the_sum), Invariant("twice_gives_it_turned", _twice_gives_it_turned)),
)
REAL_FOURIER_PLANE = Function(
    name="real_fourier_plane",
    spellings=(),
    signature="(n,d)->(n,d)",
    numpy=real_fourier_plane,
    exact=exact_real_fourier_plane,
    invariants=(Invariant("sums_known", _sums_known),),
)
FUNCTIONS = (REAL_FOURIER, REAL_FOURIER_PLANE)
