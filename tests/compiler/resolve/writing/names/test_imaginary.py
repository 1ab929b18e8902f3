"""The imaginary unit is no input."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import meaning, resolved

COMPLEX = [
    r"e^{i\theta} = \cos\theta + i\sin\theta",
    r"z = r(\cos\theta + i\sin\theta)",
    r"X_k = \sum_{n=0}^{N-1} x_n e^{-2\pi i k n / N}",
    r"f = e^{j\omega t}",
    r"z = 3 + 4i",
    r"z = 2 - 5i",
    r"f = e^{i t \theta} z = (a \cos t\theta - b \sin t\theta) + i (a \sin t\theta + b \cos t\theta)",
]


@pytest.mark.parametrize("latex", COMPLEX)
def test_complex_numbers_are_refused(latex):
    with pytest.raises(UnsupportedError, match="imaginary"):
        resolved(latex)


REAL = [
    (r"y_i = e^{x_i}", None, "[i<n] e**x[i]"),
    (r"w_i = e^{-2i/d}, \quad i = 0, 1, \dots, \frac{d}{2} - 1", None, "[i<d/2] e**-((2 * #i) / <d>)"),
    (r"A = P (1 + n i)", {"P": ()}, "(P * (1 + (n * i)))"),
    (r"k = 2i + 1", None, "((2 * i) + 1)"),
    (r"y_i = 3 + 4i", None, "(3 + (4 * i))"),
    (r"y = e^{i x}", {"i": (), "x": ()}, "e**(i * x)"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), REAL, ids=[row[0] for row in REAL])
def test_an_index_or_a_given_number_is_real(latex, shapes, wanted):
    assert meaning(latex, (), shapes) == wanted
