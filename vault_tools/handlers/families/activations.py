"""Families: activation functions, called by name or written out, each drawn as a curve."""

from __future__ import annotations

from math import erfc
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel
from vault_tools.handlers.families.references import logistic
from vault_tools.handlers.invariants import between, deviation, excess, not_negative, odd_part_is_x, worst
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_tools.handler import Values

SPELLINGS = {
    "relu": "ReLU", "leaky_relu": "LeakyReLU", "elu": "ELU", "gelu": "GELU", "gelu_tanh": "GELU", "silu": "SiLU", "swish": "Swish",
}  # fmt: skip
"""How readers know a function; others are called as here."""
ABSCISSAS = np.linspace(-4.0, 4.0, 81)

# ---------------------------------------------------------------- references: each by another identity than the functions use


def reference_tanh(x: Any) -> Any:
    """(1 - e^(-2|x|)) / (1 + e^(-2|x|)) with the sign of x."""
    x = np.asarray(x, dtype=float)
    return np.sign(x) * -np.expm1(-2.0 * np.abs(x)) / (1.0 + np.exp(-2.0 * np.abs(x)))


def reference_relu(x: Any) -> Any:
    """(x + |x|)/2."""
    return (np.asarray(x, dtype=float) + np.abs(x)) / 2.0


def reference_gelu(x: Any) -> Any:
    """x/2 erfc(-x/√2), number by number with the C library's erfc."""
    return np.vectorize(lambda v: v / 2.0 * erfc(-v / 2.0**0.5), otypes=[float])(x)


def reference_gelu_tanh(x: Any) -> Any:
    """The same approximation through the logistic function."""
    x = np.asarray(x, dtype=float)
    return x / (1.0 + np.exp(-2.0 * (2.0 / np.pi) ** 0.5 * x * (1.0 + 0.044715 * x * x)))


def reference_swish(x: Any) -> Any:
    """x times the logistic function, that through tanh."""
    return np.asarray(x, dtype=float) * logistic(x)


def reference_softplus(x: Any) -> Any:
    """log(e^0 + e^x)."""
    return np.logaddexp(0.0, x)


def reference_elu(x: Any, alpha: Any = 1.0) -> Any:
    """max(x, 0) + alpha (e^min(x, 0) - 1)."""
    return reference_relu(x) + alpha * (np.exp(-reference_relu(np.negative(x))) - 1.0)


def reference_leaky_relu(x: Any, alpha: Any = 0.01) -> Any:
    """Slope alpha everywhere, and the rest where x is positive."""
    return alpha * np.asarray(x, dtype=float) + (1.0 - alpha) * reference_relu(x)


# ---------------------------------------------------------------- invariants


def _keeps_sign(values: Values, output: Any) -> float:
    """x and f(x) have the same sign."""
    return worst(np.minimum(np.sign(values["x"]) * np.asarray(output), 0.0))


def not_below(least: float) -> Invariant:
    """The curve has a lowest point, at which its value is `least` (rounded down)."""
    return Invariant("not_below_minimum", lambda values, output: excess(output, least, np.inf))


def activation(
    name: str,
    formula: str,
    *also: str,
    reference: Callable[..., Any],
    invariants: tuple[Invariant, ...] = (),
    roles: tuple[str, ...] = (),
    common: bool = False,
) -> Family:
    """A function of one number, with a picture of its curve and one sentence (`family.NAME`)."""

    def figure(values: Values, output: Any) -> Figure:
        settings = {role: values[role] for role in roles}
        shown = Panel(SPELLINGS.get(name, name), np.asarray(reference(ABSCISSAS, **settings), dtype=float))
        return Figure("curve", (shown,), message("family.alt_curve", name=SPELLINGS.get(name, name)), {"x": ABSCISSAS})

    def explain(values: Values, output: Any) -> Explanation:
        return Explanation(sentences=(message(f"family.{name}"),))

    meaning = {"x": "input", **dict.fromkeys(roles, "parameter")}
    return Family(
        name, formula, also, roles=meaning, invariants=invariants, reference=reference, figure=figure, explain=explain, common=common
    )


SIGMOID = activation(
    "sigmoid",
    r"\sigma(x) = \frac{1}{1 + e^{-x}}",
    r"\mathrm{sigmoid}(x)",
    r"\frac{e^x}{1 + e^x}",
    reference=logistic,
    invariants=(
        between(0.0, 1.0),
        Invariant("mirrored_in_one_half", lambda v, out: deviation(np.subtract(1.0, out), logistic(np.negative(v["x"])))),
    ),
)
TANH = activation(
    "tanh",
    r"\tanh(x) = \frac{e^x - e^{-x}}{e^x + e^{-x}}",
    r"\tanh(x)",
    reference=reference_tanh,
    invariants=(between(-1.0, 1.0), Invariant("keeps_sign", _keeps_sign)),
    common=True,
)
RELU = activation(
    "relu",
    r"\mathrm{ReLU}(x) = \max(0, x)",
    r"\mathrm{ReLU}(x)",
    r"\begin{cases} x & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
    r"\begin{cases} 0 & \text{if } x < 0 \\ x & \text{if } x \geq 0 \end{cases}",
    reference=reference_relu,
    invariants=(not_negative(), odd_part_is_x(reference_relu)),
    common=True,
)
LEAKY_RELU = activation(
    "leaky_relu",
    r"\max(\alpha x, x)",
    r"\begin{cases} x & \text{if } x > 0 \\ \alpha x & \text{otherwise} \end{cases}",
    reference=reference_leaky_relu,
    invariants=(Invariant("keeps_sign", lambda v, out: _keeps_sign(v, out) if v["alpha"] >= 0 else None),),
    roles=("alpha",),
    common=True,
)
ELU = activation(
    "elu",
    r"\begin{cases} x & \text{if } x > 0 \\ \alpha (e^x - 1) & \text{otherwise} \end{cases}",
    r"\begin{cases} \alpha (e^x - 1) & \text{if } x < 0 \\ x & \text{if } x \geq 0 \end{cases}",
    reference=reference_elu,
    roles=("alpha",),
)
GELU = activation(
    "gelu",
    r"\mathrm{GELU}(x) = x \Phi(x)",
    r"\mathrm{GELU}(x)",
    r"\frac{x}{2}\left(1 + \mathrm{erf}\left(\frac{x}{\sqrt{2}}\right)\right)",
    reference=reference_gelu,
    invariants=(odd_part_is_x(reference_gelu), not_below(-0.1699712074799)),
)
GELU_TANH = activation(
    "gelu_tanh",
    r"\frac{x}{2}\left(1 + \tanh\left(\sqrt{\frac{2}{\pi}}\left(x + 0.044715 x^3\right)\right)\right)",
    reference=reference_gelu_tanh,
    invariants=(
        odd_part_is_x(reference_gelu_tanh),
        Invariant("near_exact_gelu", lambda v, out: worst(np.maximum(np.abs(out - reference_gelu(v["x"])) - 5e-4, 0.0))),
    ),
)
SWISH = activation(
    "swish",
    r"\mathrm{Swish}(x) = x \sigma(x)",
    r"\mathrm{SiLU}(x)",
    r"\frac{x}{1 + e^{-x}}",
    reference=reference_swish,
    invariants=(odd_part_is_x(reference_swish), not_below(-0.2784645427611)),
)
SOFTPLUS = activation(
    "softplus",
    r"\log(1 + e^x)",
    r"\mathrm{softplus}(x)",
    reference=reference_softplus,
    invariants=(odd_part_is_x(reference_softplus), not_negative()),
)
FAMILIES = (GELU_TANH, GELU, SWISH, ELU, LEAKY_RELU, RELU, SIGMOID, TANH, SOFTPLUS)
