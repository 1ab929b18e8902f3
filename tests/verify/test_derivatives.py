"""A derivative that the note states of its own function is computed as it stands, but not called verified: nothing takes the derivative."""

from __future__ import annotations

import pytest

SIGMA = r"$$\sigma(x) = \frac{1}{1 + e^{-x}}$$ "
LOSS = r"$\mathrm{softmax}(z)$ $$p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$$ $$L = -\sum_i y_i \log p_i$$ "


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (SIGMA + r"$\mathrm{softmax}(z)$ $$\sigma'(x) = \sigma(x)(1 + \sigma(x))$$", "unsupported"),
        (r"$\mathrm{softmax}(z)$ $$f(x) = x^3$$ $$\frac{df}{dx} = 2x$$", "unsupported"),
        (r"$\mathrm{softmax}(z)$ $$f(x) = x^3$$ $$\frac{d}{dx} f(x) = 2x$$", "unsupported"),
        (r"$\mathrm{softmax}(z)$ $$f(x) = x^3, \quad f'(x) = 2x$$", "unsupported"),
        (LOSS + r"$$\frac{\partial L}{\partial z_i} = p_i + y_i$$", "unsupported"),
        # nothing says what L is; a prime without a bracket is another name
        (r"$\mathrm{softmax}(z)$ $$\frac{\partial L}{\partial z_i} = p_i - y_i$$", "verified"),
        (r"$\mathrm{softmax}(z)$ $$K = XW$$ $$K' = 2XW$$", "verified"),
    ],
)
def test_a_derivative_of_what_the_note_defines_is_not_confirmed(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status
