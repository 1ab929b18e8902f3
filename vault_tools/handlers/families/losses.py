"""Families: entropy, cross-entropy and Kullback-Leibler divergence of discrete distributions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Panel, Values
from vault_tools.handlers.families.references import entropy
from vault_tools.handlers.families.telling import number, panel, step
from vault_tools.handlers.invariants import deviation, worst
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Callable


def reference_cross_entropy(p: Any, q: Any) -> Any:
    """Σ p log(1/q), in descending order of q."""
    p, q = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    order = np.argsort(-q, axis=-1)
    return np.sum(np.take_along_axis(p, order, axis=-1) * np.log(1.0 / np.take_along_axis(q, order, axis=-1)), axis=-1)


def reference_divergence(p: Any, q: Any) -> Any:
    """Σ p (log p - log q); a share of 0 in p adds nothing."""
    p, q = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    return np.sum(p * (np.log(np.where(p == 0.0, 1.0, p)) - np.log(q)), axis=-1)


def reference_mean_cross_entropy(p: Any, q: Any) -> Any:
    """The mean over the rows of Σ p log(1/q)."""
    return np.mean(reference_cross_entropy(p, q), axis=-1)


def _is_distribution(p: Any) -> bool:
    """Also one of a single class, (0, 1, 0)."""
    return bool(np.all(np.asarray(p) >= 0) and np.allclose(np.sum(p, axis=-1), 1.0, rtol=0, atol=1e-12))


def _entropy_in_range(values: Values, output: Any) -> float | None:
    """0 ≤ H ≤ log n, for shares that sum to 1."""
    if not _is_distribution(values["p"]):
        return None
    most = np.log(np.shape(values["p"])[-1])
    return worst(np.maximum(np.maximum(-np.asarray(output), np.asarray(output) - most), 0.0))


def _divergence_not_negative(values: Values, output: Any) -> float | None:
    """KL ≥ 0 (Gibbs), for shares that sum to 1."""
    if not (_is_distribution(values["p"]) and _is_distribution(values["q"])):
        return None
    return worst(np.minimum(output, 0.0))


def _only_zero_for_equal(values: Values, output: Any) -> float | None:
    """2 KL ≥ (Σ|p - q|)² (Pinsker): it is 0 for equal distributions alone."""
    if not (_is_distribution(values["p"]) and _is_distribution(values["q"])):
        return None
    apart = np.sum(np.abs(np.subtract(values["p"], values["q"])), axis=-1)
    return worst(np.minimum(2.0 * np.asarray(output) - np.square(apart), 0.0))


def _log_n_less_divergence(values: Values, output: Any) -> float | None:
    """H = log n - KL(p, even): log n for even shares, 0 for a single one."""
    if not _is_distribution(values["p"]):
        return None
    shares = np.shape(values["p"])[-1]
    return deviation(np.log(shares) - reference_divergence(values["p"], np.full(np.shape(values["p"]), 1.0 / shares)), output)


def _bits_less_divergence(values: Values, output: Any) -> float | None:
    """The same in bits."""
    return _log_n_less_divergence(values, np.asarray(output) * np.log(2.0))


def _cross_entropy_less_entropy(values: Values, output: Any) -> float:
    """KL(p, q) = H(p, q) - H(p)."""
    p, q = values["p"], values["q"]
    return deviation(reference_cross_entropy(p, q) - entropy(p), output)


def _at_least_entropy(values: Values, output: Any) -> float | None:
    """H(p, q) ≥ H(p), for shares that sum to 1."""
    if not (_is_distribution(values["p"]) and _is_distribution(values["q"])):
        return None
    return worst(np.minimum(np.asarray(output) - entropy(values["p"]), 0.0))


def _at_least_mean_entropy(values: Values, output: Any) -> float | None:
    """No row costs less than its entropy, for shares that sum to 1."""
    if not (_is_distribution(values["p"]) and _is_distribution(values["q"])):
        return None
    return worst(np.minimum(np.asarray(output) - np.mean(entropy(values["p"]), axis=-1), 0.0))


def first(value: Any) -> float:
    """The number itself, or that of the first distribution."""
    return float(np.asarray(value).reshape(-1)[0])


def explain_entropy(values: Values, output: Any) -> Explanation:
    """How even the distribution is."""
    if not _is_distribution(values["p"]):
        return Explanation(sentences=(message("family.not_distributions"),))
    return Explanation(
        sentences=(message("family.entropy", entropy=number(first(output)), most=number(np.log(np.shape(values["p"])[-1]))),)
    )


def reference_bits(p: Any) -> Any:
    """The entropy in nats over that of a fair coin."""
    return entropy(p) / np.log(2.0)


def _bits_in_range(values: Values, output: Any) -> float | None:
    """0 ≤ H ≤ log2 n, for shares that sum to 1."""
    return _entropy_in_range(values, np.asarray(output) * np.log(2.0))


def explain_bits(values: Values, output: Any) -> Explanation:
    """How many questions with two answers it takes."""
    if not _is_distribution(values["p"]):
        return Explanation(sentences=(message("family.not_distributions"),))
    most = number(np.log2(np.shape(values["p"])[-1]))
    return Explanation(sentences=(message("family.entropy_in_bits", entropy=number(first(output)), most=most),))


def explain_two(values: Values, output: Any) -> Explanation:
    """Entropy of p and what q adds to it."""
    if not (_is_distribution(values["p"]) and _is_distribution(values["q"])):
        return Explanation(sentences=(message("family.not_distributions"),))
    extra = reference_divergence(values["p"], values["q"])
    return Explanation(
        sentences=(message("family.cross_entropy", entropy=number(first(entropy(values["p"]))), divergence=number(first(extra))),)
    )


def _drawn_with(summand: str, part: Callable[[Any, Any], Any]) -> Callable[[Values, Any], Figure]:
    """The (first) distributions as bars, and what each of their entries adds to the sum."""

    def figure(values: Values, output: Any) -> Figure:
        rows = {name: np.atleast_2d(np.asarray(values[name], dtype=float))[..., 0, :] for name in ("p", "q") if name in values}
        p = rows["p"]
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = np.where(p == 0.0, 0.0, part(p, rows.get("q", p)))
        shares = tuple(Panel(name, array, scale="weights") for name, array in rows.items())
        total = Panel(summand, parts, f"Σ = {number(np.sum(parts))}", join="→")
        return Figure("bars", (*shares, total), message("family.alt_distributions", value=number(first(output))))

    return figure


figure_entropy = _drawn_with("−p ln p", lambda p, _: -p * np.log(p))
figure_bits = _drawn_with("−p log₂ p", lambda p, _: -p * np.log2(p))
figure_cross_entropy = _drawn_with("−p ln q", lambda p, q: -p * np.log(q))
figure_divergence = _drawn_with("p ln(p/q)", lambda p, q: p * np.log(p / q))


def explain_mean(values: Values, output: Any) -> Explanation:
    """What each row costs, and the probability that the mean stands for."""
    each = reference_cross_entropy(values["p"], values["q"])
    told = message("family.cross_entropy_of_logits", share=number(np.exp(-first(output))))
    return Explanation((step("losses", r"-\sum_c p_{ic} \log q_{ic}", ("N",), each),), (told,))


def figure_mean(values: Values, output: Any) -> Figure:
    """The two distributions of every sample."""
    panels = (panel("p", values["p"], scale="weights"), panel("q", values["q"], scale="weights"))
    return Figure("strip", panels, message("family.alt_distributions", value=number(first(output))))


def reference_binary(y: Any, p: Any) -> Any:
    """The mean of log(1/p) weighted by the labels, the odds apart: -y log(p/(1 - p)) - log(1 - p)."""
    y, p = np.asarray(y, dtype=float), np.asarray(p, dtype=float)
    return np.mean(-y * (np.log(p) - np.log1p(-p)) - np.log1p(-p), axis=-1)


def _same_for_swapped_labels(values: Values, output: Any) -> float:
    """Calling the classes the other way round changes nothing."""
    return deviation(reference_binary(1.0 - np.asarray(values["y"]), 1.0 - np.asarray(values["p"])), output)


def explain_binary(values: Values, output: Any) -> Explanation:
    """The probability that the mean loss stands for."""
    return Explanation(sentences=(message("family.cross_entropy_of_logits", share=number(np.exp(-first(output)))),))


def figure_binary(values: Values, output: Any) -> Figure:
    """Labels and predictions as bars."""
    panels = tuple(Panel(name, np.asarray(values[name], dtype=float), scale="weights") for name in ("y", "p"))
    return Figure("bars", panels, message("family.alt_distributions", value=number(first(output))))


ENTROPY = Family(
    name="entropy",
    formula=r"H(p) = -\sum_i p_i \log p_i",
    also=(r"H_i = -\sum_j p_{ij} \log p_{ij}",),
    roles={"p": "distribution"},
    invariants=(Invariant("between_0_and_log_n", _entropy_in_range), Invariant("log_n_less_divergence", _log_n_less_divergence)),
    reference=entropy,
    figure=figure_entropy,
    explain=explain_entropy,
)
ENTROPY_IN_BITS = Family(
    name="entropy_in_bits",
    formula=r"H(p) = -\sum_i p_i \log_2 p_i",
    roles={"p": "distribution"},
    invariants=(Invariant("between_0_and_log_n", _bits_in_range), Invariant("log_n_less_divergence", _bits_less_divergence)),
    reference=reference_bits,
    figure=figure_bits,
    explain=explain_bits,
)
CROSS_ENTROPY = Family(
    name="cross_entropy",
    formula=r"H(p, q) = -\sum_i p_i \log q_i",
    also=(r"H_i = -\sum_j p_{ij} \log q_{ij}",),
    roles={"p": "true distribution", "q": "predicted distribution"},
    invariants=(Invariant("at_least_the_entropy", _at_least_entropy),),
    reference=reference_cross_entropy,
    figure=figure_cross_entropy,
    explain=explain_two,
)
MEAN_CROSS_ENTROPY = Family(
    name="mean_cross_entropy",
    formula=r"L = -\frac{1}{N} \sum_{i=1}^{N} \sum_{c=1}^{C} p_{ic} \log q_{ic}",
    also=(r"L = \frac{1}{N} \sum_{i=1}^{N} \left(-\sum_{c=1}^{C} p_{ic} \log q_{ic}\right)",),
    roles={"p": "true distribution", "q": "predicted distribution"},
    invariants=(Invariant("at_least_the_entropy", _at_least_mean_entropy),),
    reference=reference_mean_cross_entropy,
    figure=figure_mean,
    explain=explain_mean,
)
DIVERGENCE = Family(
    name="kullback_leibler_divergence",
    formula=r"D(p, q) = \sum_i p_i \log \frac{p_i}{q_i}",
    also=(
        r"\mathrm{KL}(p, q) = \sum_i p_i \log \frac{p_i}{q_i}",
        r"\sum_i p_i (\log p_i - \log q_i)",
        r"-\sum_i p_i \log \frac{q_i}{p_i}",
    ),
    roles={"p": "distribution", "q": "distribution"},
    invariants=(
        Invariant("not_negative", _divergence_not_negative),
        Invariant("zero_for_equal_alone", _only_zero_for_equal),
        Invariant("cross_entropy_less_entropy", _cross_entropy_less_entropy),
    ),
    reference=reference_divergence,
    figure=figure_divergence,
    explain=explain_two,
)
BINARY = Family(
    name="binary_cross_entropy",
    formula=r"-\frac{1}{N}\sum_{i=1}^{N} \left[y_i \log p_i + (1 - y_i) \log(1 - p_i)\right]",
    roles={"y": "labels", "p": "predicted probabilities"},
    invariants=(Invariant("same_for_swapped_labels", _same_for_swapped_labels),),
    reference=reference_binary,
    figure=figure_binary,
    explain=explain_binary,
)
FAMILIES = (BINARY, MEAN_CROSS_ENTROPY, DIVERGENCE, ENTROPY, ENTROPY_IN_BITS, CROSS_ENTROPY)
