"""Family: tokens mixed by a Fourier transform over positions and dimensions in place of attention (FNet, Lee-Thorp et al. 2021)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.telling import panel, step, strip
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message


def _waves(size: int) -> tuple[Any, Any]:
    """The matrices of the cosines and of the sines of all frequencies."""
    angles = 2.0 * np.pi * np.outer(np.arange(size), np.arange(size)) / size
    return np.cos(angles), np.sin(angles)


def reference(x: Any) -> Any:
    """Products with matrices of cosines and sines: C x C - S x S."""
    x = np.asarray(x, dtype=float)
    (cosines, sines), (other_cosines, other_sines) = (_waves(size) for size in x.shape[-2:])
    return cosines @ x @ other_cosines - sines @ x @ other_sines


def _sum_in_the_corner(values: Values, output: Any) -> float:
    """Frequency 0 of both axes is the sum of all entries."""
    return deviation(np.asarray(output)[..., 0, 0], np.sum(values["x"], axis=(-2, -1)))


def _same_turned_round(values: Values, output: Any) -> float:
    """Of real tokens, frequencies k and -k have one real part."""
    output = np.asarray(output)
    turned = np.roll(np.flip(output, axis=(-2, -1)), 1, axis=(-2, -1))
    return deviation(turned, output)


def _linear(values: Values, output: Any) -> float:
    """Half the tokens give half the output."""
    return deviation(2.0 * reference(0.5 * np.asarray(values["x"], dtype=float)), output)


def explain(values: Values, output: Any) -> Explanation:
    """What mixes with what, and what has no weights."""
    return Explanation((step("output", r"\Re(\mathcal{F}_{seq}(\mathcal{F}_{h}(x)))", ("n", "d"), output),), (message("family.fourier"),))


def figure(values: Values, output: Any) -> Figure:
    """Tokens and spectrum."""
    return strip((panel("x", values["x"]), panel("real part of F(F(x))", output, join="→")), "family.alt_fourier", output)


FOURIER = Family(
    name="fourier_mixing",
    formula=r"\Re(\mathcal{F}_{seq}(\mathcal{F}_{h}(x)))",
    roles={"x": "tokens"},
    invariants=(
        Invariant("sum_in_the_corner", _sum_in_the_corner),
        Invariant("same_turned_round", _same_turned_round),
        Invariant("linear", _linear),
    ),
    reference=reference,
    figure=figure,
    explain=explain,
)
FAMILIES = (FOURIER,)
