"""Families: LayerNorm (Ba et al. 2016) and RMSNorm (Zhang and Sennrich 2019), written out or called, with or without scale and shift.

Of one vector the formula does not say whether its entries are the features of a token or the examples of a batch, which is BatchNorm.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.telling import number, rows_in_words, step
from vault_tools.handlers.functions.norms import mean_square_one, mean_zero, variance_one
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.model import Step


SMALLEST_SCALE = 1e-3
MEANING = {
    "x": "activations",
    "mu": "mean",
    "sigma": "standard deviation",
    "gamma": "gain",
    "beta": "shift",
    "epsilon": "small number under the root",
}


def reference_layer_norm(x: Any, gamma: Any = 1.0, beta: Any = 0.0, epsilon: Any = 0.0) -> Any:
    """Row by row, with the variance from all pairs of entries: Σ_ij (x_i - x_j)² / 2d²."""
    x = np.asarray(x, dtype=float)
    d = x.shape[-1]
    variance = np.sum(np.square(x[..., :, None] - x[..., None, :]), axis=(-2, -1)) / (2.0 * d * d)
    centred = x - (np.einsum("...i->...", x) / d)[..., None]
    return np.asarray(beta) + np.asarray(gamma) * centred * (variance + epsilon)[..., None] ** -0.5


def reference_rms_norm(x: Any, gamma: Any = 1.0, epsilon: Any = 0.0) -> Any:
    """Row by row, with the root mean square from the Euclidean length: |x|²/d."""
    x = np.asarray(x, dtype=float)
    square = np.einsum("...i,...i->...", x, x) / x.shape[-1]
    return np.asarray(gamma) * x * (square + epsilon)[..., None] ** -0.5


def reference_standardised(x: Any, mu: Any, sigma: Any, epsilon: Any = 0.0) -> Any:
    """(x - μ)/√(σ² + ε) with μ and σ as given, through the length of (σ, √ε)."""
    return (np.asarray(x, dtype=float) - mu) / np.hypot(sigma, np.sqrt(epsilon))


def reference_scaled_and_shifted(x: Any, mu: Any, sigma: Any, epsilon: Any, gamma: Any, beta: Any) -> Any:
    """The same, then scaled and shifted."""
    return reference_standardised(x, mu, sigma, epsilon) * gamma + beta


def reference_by_deviation(x: Any, mu: Any, sigma: Any, epsilon: Any, gamma: Any, beta: Any) -> Any:
    """γ(x - μ)/(σ + ε) + β, by the reciprocal as a power."""
    return np.subtract(x, mu) * np.float_power(np.add(sigma, epsilon), -1.0) * gamma + beta


def _normalised(values: Values, output: Any) -> Any:
    """The output without scale and shift. KeyError where a scale is so small that it cannot be taken off again."""
    gamma = np.asarray(values.get("gamma", 1.0), dtype=float)
    if np.min(np.abs(gamma)) < SMALLEST_SCALE:
        raise KeyError("gamma")
    return (np.asarray(output) - values.get("beta", 0.0)) / gamma


def _of_normalised(name: str, check: Callable[[Values, Any], float]) -> Invariant:
    """What holds for the function holds for the formula once scale and shift are taken off again."""
    return Invariant(name, lambda values, output: check(values, _normalised(values, output)))


PROPERTIES = {"mean_zero": mean_zero, "variance_one": variance_one, "mean_square_one": mean_square_one}


def _holds(*names: str, gain: bool) -> tuple[Invariant, ...]:
    """The properties by name; with a gain they are those of what is scaled, and are called so."""
    if not gain:
        return tuple(Invariant(name, PROPERTIES[name]) for name in names)
    return tuple(_of_normalised(f"{name}_before_gain", PROPERTIES[name]) for name in names)


def _same_when(name: str, reference: Callable[..., Any], slope: float, shift: float, roles: tuple[str, ...]) -> Invariant:
    """The same output for slope · x + shift."""

    def check(values: Values, output: Any) -> float:
        given = {role: values[role] for role in roles}
        return deviation(reference(**{**given, "x": slope * np.asarray(values["x"], dtype=float) + shift}), output)

    return Invariant(name, check)


def _same_in_other_units(values: Values, output: Any) -> float:
    """x, μ and σ measured in halves of the unit from another zero, ε along with them: the same output."""
    x, mu, sigma, epsilon = (np.asarray(values[role], dtype=float) for role in ("x", "mu", "sigma", "epsilon"))
    again = reference_standardised(2.0 * x + 1.0, 2.0 * mu + 1.0, 2.0 * sigma, 4.0 * epsilon)
    return deviation(again * values.get("gamma", 1.0) + values.get("beta", 0.0), output)


def explain_layer_norm(values: Values, output: Any) -> Explanation:
    """Mean and variance of the first row, and what the operation does."""
    x = np.asarray(values["x"], dtype=float)
    row = x.reshape(-1, x.shape[-1])[0]
    steps = (
        step("mean", r"\mu = \frac{1}{d}\sum_i x_i", (), np.mean(x, axis=-1)),
        step("variance", r"\sigma^2 = \frac{1}{d}\sum_i (x_i - \mu)^2", (), np.var(x, axis=-1)),
        *_last_steps(r"\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}" if values.get("epsilon") else r"\frac{x - \mu}{\sigma}", values, output),
    )
    key = ("family.normalised" if x.ndim == 1 else "family.layer_norm") + ("_with_gain" if "gamma" in values else "")
    return Explanation(steps, (message(key, mean=number(np.mean(row)), variance=number(np.var(row))),))


def _last_steps(normalised: str, values: Values, output: Any) -> Iterator[Step]:
    """What is normalised, and that times the gain (and shifted) where there is one."""
    if "gamma" not in values:
        yield step("output", normalised, ("d",), output)
        return
    shift = r" + \beta" if "beta" in values else ""
    with contextlib.suppress(KeyError):  # a gain so small that it cannot be divided out again
        yield step("normalised", normalised, ("d",), _normalised(values, output))
    yield step("output", rf"\gamma \odot {normalised}{shift}", ("d",), output)


def explain_rms_norm(values: Values, output: Any) -> Explanation:
    """The root mean square of the first row."""
    x = np.asarray(values["x"], dtype=float)
    rms = np.sqrt(np.mean(np.square(x), axis=-1))
    root = step("rms", r"\sqrt{\frac{1}{d}\sum_i x_i^2}", (), rms)
    key = "family.rms_norm_with_gain" if "gamma" in values else "family.rms_norm"
    steps = (root, *_last_steps(r"\frac{x}{\mathrm{RMS}(x)}", values, output))
    return Explanation(steps, (message(key, rms=number(rms.reshape(-1)[0])),))


def explain_standardised(values: Values, output: Any) -> Explanation:
    """What the two steps do."""
    return Explanation(sentences=(message("family.standardisation"),))


def explain_by_deviation(values: Values, output: Any) -> Explanation:
    """What the two steps do, and where the small number stands."""
    return Explanation(sentences=(message("family.standardisation"), message("family.by_deviation")))


def figure(values: Values, output: Any) -> Figure:
    """The entries of the first row before and after, as bars."""
    before, after = (np.atleast_2d(np.asarray(a, dtype=float))[0] for a in (values["x"], output))
    labels = tuple(str(i + 1) for i in range(len(before)))
    panels = (
        Panel("x", before, column_labels=labels),
        *_gained(values, output, labels),
        Panel("output", after, column_labels=labels, join="→"),
    )
    return Figure("bars", panels, message("family.alt_norm", output=rows_in_words(output)))


def _gained(values: Values, output: Any, labels: tuple[str, ...]) -> Iterator[Panel]:
    """The normalised row before the gain, where there is one: a sign may turn from there to the output."""
    if "gamma" in values:
        with contextlib.suppress(KeyError):
            row = np.atleast_2d(_normalised(values, output))[0]
            yield Panel("norm(x)", row, "before the gain", column_labels=labels, join="→")


def layer_norm(name: str, formula: str, roles: tuple[str, ...], *also: str) -> Family:
    """LayerNorm in one spelling: with scale and shift, or without; a spelling without a small number under the root has 0 there."""
    return Family(
        name=name,
        formula=formula,
        also=also,
        roles={role: MEANING[role] for role in roles},
        defaults={"epsilon": 0.0} if "epsilon" in roles else {},
        invariants=(
            *_holds("mean_zero", "variance_one", gain="gamma" in roles),
            _same_when("shift_invariant", reference_layer_norm, 1.0, 0.5, roles),
            *(() if "epsilon" in roles else (_same_when("same_when_scaled", reference_layer_norm, 2.0, 0.0, roles),)),
        ),
        reference=reference_layer_norm,
        figure=figure,
        explain=explain_layer_norm,
    )


def rms_norm(name: str, formula: str, roles: tuple[str, ...], *also: str) -> Family:
    """RMSNorm in one spelling: with a scale, or without."""
    return Family(
        name=name,
        formula=formula,
        also=also,
        roles={role: MEANING[role] for role in roles},
        invariants=(
            *_holds("mean_square_one", gain="gamma" in roles),
            *(() if "epsilon" in roles else (_same_when("same_when_scaled", reference_rms_norm, 2.0, 0.0, roles),)),
        ),
        reference=reference_rms_norm,
        figure=figure,
        explain=explain_rms_norm,
    )


def _straight_line(values: Values, output: Any) -> float:
    """At the mean there is the shift, and the rest grows with the distance from the mean."""
    shift, gain = values.get("beta", 0.0), values.get("gamma", 1.0)
    slope = np.divide(gain, np.sqrt(np.square(values["sigma"]) + values["epsilon"]))
    return _on_the_line(values, slope, shift, output)


def _straight_line_by_deviation(values: Values, output: Any) -> float:
    """The same, with the small number beside the deviation."""
    slope = np.divide(values["gamma"], np.add(values["sigma"], values["epsilon"]))
    return _on_the_line(values, slope, values["beta"], output)


def _on_the_line(values: Values, slope: Any, shift: Any, output: Any) -> float:
    return deviation(np.asarray(values["x"]) * slope - np.multiply(values["mu"], slope) + shift, output)


def given_statistics(name: str, formula: str, roles: tuple[str, ...], reference: Callable[..., Any], *also: str) -> Family:
    """The last line of LayerNorm or BatchNorm where the formula leaves mean and deviation as given numbers."""
    meaning = {role: MEANING[role] for role in roles}
    checks = (Invariant("straight_line", _straight_line), Invariant("same_in_other_units", _same_in_other_units))
    return Family(name, formula, also, roles=meaning, invariants=checks, reference=reference, figure=figure, explain=explain_standardised)


MEAN = r"\mu &= \frac{1}{d}\sum_{i=1}^{d} x_i"
VARIANCE = r"\sigma^2 &= \frac{1}{d}\sum_{i=1}^{d} (x_i - \mu)^2"
SQUARES = r"\frac{1}{d}\sum_{i=1}^{d} x_i^2"


def system(*statements: str) -> str:
    """Statements below one another, aligned."""
    return r"\begin{aligned} " + r" \\ ".join(statements) + r" \end{aligned}"


FAMILIES = (
    layer_norm(
        "layer_norm_with_scale_and_shift",
        system(MEAN, VARIANCE, r"y_i &= \gamma_i \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta_i"),
        ("x", "gamma", "beta", "epsilon"),
        r"\gamma \odot \frac{x - \mathbb{E}[x]}{\sqrt{\mathrm{Var}[x] + \epsilon}} + \beta",
        system(MEAN, VARIANCE, r"y &= \gamma \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta"),
        system(MEAN, VARIANCE, r"y &= \boldsymbol{\gamma} \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \boldsymbol{\beta}"),
        system(MEAN, VARIANCE, r"y_i &= \gamma_i \frac{x_i - \mu}{\sqrt{\sigma^2}} + \beta_i"),
        system(MEAN, VARIANCE, r"y &= \gamma \frac{x - \mu}{\sqrt{\sigma^2}} + \beta"),
    ),
    layer_norm(
        "layer_norm_with_epsilon",
        system(MEAN, VARIANCE, r"y_i &= \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}"),
        ("x", "epsilon"),
        r"\frac{x - \mathbb{E}[x]}{\sqrt{\mathrm{Var}[x] + \epsilon}}",
        system(MEAN, VARIANCE, r"y &= \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}"),
    ),
    layer_norm(
        "layer_norm",
        r"\mathrm{LayerNorm}(x)",
        ("x",),
        r"x \in \mathbb{R}^{n \times d}, \quad \mathrm{LayerNorm}(x)",
        r"\frac{x - \mathbb{E}[x]}{\sqrt{\mathrm{Var}[x]}}",
        system(MEAN, VARIANCE, r"y_i &= \frac{x_i - \mu}{\sqrt{\sigma^2}}"),
    ),
    given_statistics(
        "standardisation_with_scale_and_shift",
        r"y_i = \gamma_i \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta_i",
        ("x", "mu", "sigma", "epsilon", "gamma", "beta"),
        reference_scaled_and_shifted,
        r"\gamma \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
    ),
    given_statistics(
        "standardisation", r"y_i = \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}", ("x", "mu", "sigma", "epsilon"), reference_standardised
    ),
    Family(
        name="standardisation_by_deviation",
        formula=r"\gamma \frac{\vec{x} - \mu}{\sigma + \epsilon} + \beta",
        also=(
            r"\gamma \frac{x - \mu}{\sigma + \epsilon} + \beta",
            r"\vec{\gamma} \odot \frac{\vec{x} - \mu}{\sigma + \epsilon} + \vec{\beta}",
        ),
        roles={**MEANING, "epsilon": "small number below the line"},
        invariants=(Invariant("straight_line", _straight_line_by_deviation),),
        reference=reference_by_deviation,
        figure=figure,
        explain=explain_by_deviation,
        common=True,
    ),
    rms_norm(
        "rms_norm_with_scale",
        rf"\gamma \odot \frac{{x}}{{\sqrt{{{SQUARES} + \epsilon}}}}",
        ("x", "gamma", "epsilon"),
        r"y_i = \gamma_i \frac{x_i}{\sqrt{\frac{1}{d}\sum_{j=1}^{d} x_j^2 + \epsilon}}",
        rf"\boldsymbol{{\gamma}} \odot \frac{{x}}{{\sqrt{{{SQUARES} + \epsilon}}}}",
    ),
    rms_norm(
        "rms_norm_with_scale_without_epsilon",
        rf"\gamma \odot \frac{{x}}{{\sqrt{{{SQUARES}}}}}",
        ("x", "gamma"),
        r"\gamma \odot \frac{x}{\mathrm{RMS}(x)}",
        r"y_i = \gamma_i \frac{x_i}{\sqrt{\frac{1}{d}\sum_{j=1}^{d} x_j^2}}",
        rf"\boldsymbol{{\gamma}} \odot \frac{{x}}{{\sqrt{{{SQUARES}}}}}",
    ),
    rms_norm("rms_norm_with_epsilon", rf"\frac{{x}}{{\sqrt{{{SQUARES} + \epsilon}}}}", ("x", "epsilon")),
    rms_norm("rms_norm", r"\mathrm{RMSNorm}(x)", ("x",), rf"\frac{{x}}{{\sqrt{{{SQUARES}}}}}"),
)
