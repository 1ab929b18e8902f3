"""Derivatives that a note states: confirmed by difference quotients on both roads, refuted as identities are, else left open."""

from __future__ import annotations

import pytest

SIGMA = r"$$\sigma(x) = \frac{1}{1 + e^{-x}}$$ "
SOFTMAX = r"$$p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$$ "
LOSS = SOFTMAX + r"$$L = -\sum_i y_i \log p_i$$ "
NEURON = r"$z = wx + b$, $a = \sigma(z)$, $L = -(y \ln a + (1 - y) \ln(1 - a))$ "


@pytest.mark.parametrize(
    "note",
    [
        r"$f(x) = x^2 + 3x$ $f'(x) = 2x + 3$",
        r"$f(x) = x^2 + 3x$ $f''(x) = 2$",
        r"$f(x) = x^2 + 3x$ $f'(2) = 7$",
        r"$f(x) = x^2 + 3x$ $f'(2) = 2 \cdot 2 + 3 = 7$",
        r"$f(x) = x^2$, $f'(3) = 6$, $\left.\frac{df}{dx}\right|_{x=3} = 6$",
        r"$f(x) = x^3$ $f'(t) = 3t^2$",
        r"$f(x) = x^3, \quad f'(x) = 3x^2$",
        r"$y = \ln(1 + e^x)$ $\frac{dy}{dx} = \frac{e^x}{1 + e^x}$",
        r"$y = \ln(1 + e^x)$ $y' = \frac{e^x}{1 + e^x}$",
        r"$\frac{d}{dx} x^3 = 3x^2$",
        r"$\frac{d}{dx} x^2 + 3x = 2x + 3$",
        r"$\frac{d^2}{dx^2} x^3 = 6x$",
        r"$\frac{d}{dx} a^x = a^x \ln a$",
        r"$\frac{\mathrm{d}}{\mathrm{d}x} \tanh(x) = 1 - \tanh^2(x)$",
        r"$(\sin x)' = \cos x$",
        r"$u(x, y) = x^2 y + y^3$ $\frac{\partial u}{\partial y} = x^2 + 3y^2$",
        r"$L = (wx - y)^2$, $x = 2$, $y = 3$, $w = 1$, $\frac{\partial L}{\partial w} = 2(wx - y)x = -4$",
        SIGMA + r"$$\frac{d}{dx}\sigma(x) = \sigma(x)(1 - \sigma(x))$$",
        SIGMA + r"$$\sigma'(x) = \sigma(x)(1 - \sigma(x))$$",
        LOSS + r"$$\frac{\partial L}{\partial z_i} = p_i - y_i$$",
        SOFTMAX + r"$$\frac{\partial p_i}{\partial z_j} = p_i(\delta_{ij} - p_j)$$",
        NEURON + r"$$\frac{\partial L}{\partial w} = \frac{\partial L}{\partial z} \frac{\partial z}{\partial w} = (a - y)x$$",
        r"$L(w) = \|Xw - y\|^2$ $\nabla_w L = 2X^\top(Xw - y)$",
    ],
)
def test_what_the_quotients_agree_with_is_verified(judged, note: str) -> None:
    verdict = judged(note)[-1].verdict
    assert verdict.status == "verified"
    assert "derivative" in {check.name for check in verdict.checks}


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (SIGMA + r"$\mathrm{softmax}(z)$ $$\sigma'(x) = \sigma(x)(1 + \sigma(x))$$", "unsupported"),
        (r"$\mathrm{softmax}(z)$ $$f(x) = x^3$$ $$\frac{df}{dx} = 2x$$", "unsupported"),
        (r"$\mathrm{softmax}(z)$ $$f(x) = x^3$$ $$\frac{d}{dx} f(x) = 2x$$", "unsupported"),
        (r"$\mathrm{softmax}(z)$ $$f(x) = x^3, \quad f'(x) = 2x$$", "unsupported"),
        (r"$\mathrm{softmax}(z)$ $$\frac{d}{dx}\left(x e^x\right) = e^x$$", "unsupported"),
        (r"$\mathrm{softmax}(z)$ $$\frac{d}{dx} \max(0, x) = 1$$", "skipped"),
        (r"$\mathrm{softmax}(z)$ $$(ax^2 + bx)' = 2ax + b$$", "unsupported"),  # by which letter is not written
        (r"$\mathrm{softmax}(z)$ $$\frac{d}{dx} f(x) g(x) = f(x) g(x)$$", "skipped"),  # f and g are functions of nothing known
        (LOSS + r"$\mathrm{softmax}(z)$ $$\frac{\partial L}{\partial z_i} = p_i + y_i$$", "unsupported"),
        (r"$f(x) = x^2$ $f'(3) = 5$", "unsupported"),
        (r"$\mathrm{softmax}(z)$ $g(x) = \lfloor x \rfloor$ $g'(x) = 0$", "skipped"),  # not where it jumps
        (SIGMA + r"$\mathrm{softmax}(z)$ $\sigma' = \sigma(1 + \sigma)$", "unsupported"),
        # nothing says what L is; a prime without a bracket is another name
        (r"$\mathrm{softmax}(z)$ $$\frac{\partial L}{\partial z_i} = p_i - y_i$$", "verified"),
        (r"$\mathrm{softmax}(z)$ $$K = XW$$ $$K' = 2XW$$", "verified"),
    ],
)
def test_a_derivative_that_the_quotients_do_not_agree_with_is_not_confirmed(judged, note: str, status: str) -> None:
    verdict = judged(note)[-1].verdict
    assert verdict.status == status
    assert "derivative" not in {check.name for check in verdict.checks}


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{\partial}{\partial y}(x^2 y + y^3) = x^2 y + 3y^2", "refuted"),
        (r"\frac{\partial}{\partial y}(x^2 y + y^3) = x^2 + 3y^2", "verified"),
        (r"\frac{\partial}{\partial y}(x^2 y) + y^3 = x^2 y + 3y^2", "skipped"),  # where it ends is not written
        (r"\frac{d}{dx}(x^2) = 2", "skipped"),  # one symbol: it may be meant at a place
        (r"\frac{d}{dt}(mv) = ma", "skipped"),  # nothing depends on t
        (r"\frac{d}{dx}(xy) = y + x y'", "skipped"),
    ],
)
def test_only_an_identity_in_several_numbers_is_refuted(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


def test_a_prime_beside_a_number_is_another_number(judged) -> None:
    assert {judgement.verdict.status for judgement in judged("the points $x = 0$ and $x' = 1$")} == {"skipped"}
