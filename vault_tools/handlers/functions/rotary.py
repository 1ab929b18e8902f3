"""Functions: rotary position embedding of a vector, pairs of neighbours or pairs of halves (Su et al. 2021; half-split as in GPT-NeoX)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import deviation

if TYPE_CHECKING:
    from collections.abc import Callable


def rope(x, m, axis=-1):
    """The pairs (1, 2), (3, 4) ... of x turned by the angles m / 10000^(2i/d), i = 0, 1 ...; an odd number of entries gives nan."""
    x = np.moveaxis(1.0 * np.asarray(x), axis, -1)
    if x.shape[-1] % 2:
        return np.full_like(np.moveaxis(x, -1, axis), np.nan)
    angles = np.asarray(m)[..., None] / 10000.0 ** (np.arange(0, x.shape[-1], 2) / x.shape[-1])
    first, second = x[..., 0::2], x[..., 1::2]
    turned = [first * np.cos(angles) - second * np.sin(angles), first * np.sin(angles) + second * np.cos(angles)]
    return np.moveaxis(np.stack(turned, axis=-1).reshape(x.shape), -1, axis)


def rope_half_split(x, m, axis=-1):
    """The pairs (1, d/2 + 1), (2, d/2 + 2) ... of x turned by the same angles; an odd number of entries gives nan."""
    x = np.moveaxis(1.0 * np.asarray(x), axis, -1)
    if x.shape[-1] % 2:
        return np.full_like(np.moveaxis(x, -1, axis), np.nan)
    angles = np.asarray(m)[..., None] / 10000.0 ** (np.arange(0, x.shape[-1], 2) / x.shape[-1])
    first, second = np.split(x, 2, axis=-1)
    turned = [first * np.cos(angles) - second * np.sin(angles), first * np.sin(angles) + second * np.cos(angles)]
    return np.moveaxis(np.concatenate(turned, axis=-1), -1, axis)


def rotate_half(x, axis=-1):
    """The second half of x, negated, before the first: pairs turned by 90 degrees (Su et al. 2021); an odd number gives nan."""
    x = np.moveaxis(1.0 * np.asarray(x), axis, -1)
    if x.shape[-1] % 2:
        return np.full_like(np.moveaxis(x, -1, axis), np.nan)
    first, second = np.split(x, 2, axis=-1)
    return np.moveaxis(np.concatenate([-second, first], axis=-1), -1, axis)


def _turned(mp: Any, x: Any, m: Any, pairs: list[tuple[int, int]]) -> Any:
    """Each pair as a complex number times e^{i angle}; NaN where one entry has no partner."""
    out = [mp.nan] * len(x)
    for k, (i, j) in enumerate(pairs if len(x) % 2 == 0 else []):
        angle = m * mp.power(10000, -mp.mpf(2 * k) / len(x))
        number = mp.mpc(x[i], x[j]) * mp.expj(angle)
        out[i], out[j] = number.real, number.imag
    return out


def exact_rope(mp: Any, x: Any, m: Any) -> Any:
    """Neighbours as complex numbers."""
    return _turned(mp, x, m, [(k, k + 1) for k in range(0, len(x) - 1, 2)])


def exact_rope_half_split(mp: Any, x: Any, m: Any) -> Any:
    """The halves as complex numbers."""
    half = len(x) // 2
    return _turned(mp, x, m, [(k, k + half) for k in range(half)])


def exact_rotate_half(mp: Any, x: Any) -> Any:
    """The halves as complex numbers, times i."""
    half = len(x) // 2
    turned = [mp.mpc(x[k], x[k + half]) * mp.mpc(0, 1) for k in range(half)] if len(x) % 2 == 0 else []
    return [number.real for number in turned] + [number.imag for number in turned] if turned else [mp.nan] * len(x)


def _length_kept(values: Values, output: Any) -> float:
    """A rotation keeps the length."""
    axis = values.get("axis", -1)
    return deviation(np.linalg.norm(output, axis=axis), np.linalg.norm(np.asarray(values["x"], dtype=float), axis=axis))


def _twice_is_minus(values: Values, output: Any) -> float:
    """Turned by 90 degrees once more, it is turned round."""
    return deviation(rotate_half(output, axis=values.get("axis", -1)), np.negative(values["x"]))


def _turns_back(function: Callable[..., Any]) -> Invariant:
    """Turned by -m again, x is as it was."""

    def check(values: Values, output: Any) -> float:
        return deviation(function(output, np.negative(values["m"]), axis=values.get("axis", -1)), values["x"])

    return Invariant("turns_back", check)


def _rotary(name: str, spellings: tuple[str, ...], numpy: Callable[..., Any], exact: Callable[..., Any]) -> Function:
    invariants = (Invariant("length_kept", _length_kept), _turns_back(numpy))
    return Function(name=name, spellings=spellings, signature="(n),()->(n)", numpy=numpy, exact=exact, invariants=invariants)


ROPE = _rotary("rope", ("rotary", "rotary_embedding"), rope, exact_rope)
ROPE_HALF_SPLIT = _rotary("rope_half_split", (), rope_half_split, exact_rope_half_split)
ROTATE_HALF = Function(
    name="rotate_half",
    spellings=("rotatehalf", "rotate half"),
    signature="(n)->(n)",
    numpy=rotate_half,
    exact=exact_rotate_half,
    invariants=(Invariant("length_kept", _length_kept), Invariant("twice_is_minus", _twice_is_minus)),
)
FUNCTIONS = (ROPE, ROPE_HALF_SPLIT, ROTATE_HALF)
