"""Shapes below symbols and brackets say how large these are; two below one letter tell two matrices apart."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ....dump import inputs, meaning, resolved

SHAPES = [
    (r"O_{n \times k} = X_{n \times d} W_{d \times k}", "(X @ W)", "X:n×d W:d×k"),
    (r"Q_{(n \times d)} = X_{[n \times D]} W^Q_{(D \times d)}", "(X @ W_Q)", "X:n×D W_Q:D×d"),
    (r"A_{3 \times 2} B_{2 \times 4}", "(A @ B)", "A:3×2 B:2×4"),
    (r"X_{d_{out} \times d_{in}} v", "(X @ v)", "X:d_out×d_in v:d_in"),
    (r"h_{n \times 4d} = x_{n \times d} w_{d \times 4d}", "(x @ w)", "x:n×d w:d×4*d"),
    (r"S = (X_{n \times d} W_{d \times k})_{n \times k}", "(X @ W)", "X:n×d W:d×k"),
    (r"S = q_{1 \times d} K_{m \times d}^T", "(q @ K')", "q:1×d K:n×d"),
    (r"S = Q_{n \times d} K^\top_{d \times m}", "(Q @ K')", "Q:n×d K:m×d"),
    (r"Y = X_{n \times d} + I_{n \times n} Z", "(X + (I @ Z))", "X:n×d Z:n×d"),
    (r"A_{n \times m} B_{m \times n} + A_{m \times n} C", "((A_n_m @ B) + (A_m_n @ C))", "A_n_m:p×m B:m×n A_m_n:p×d C:d×n"),
]


@pytest.mark.parametrize(("latex", "wanted", "given"), SHAPES, ids=[row[0] for row in SHAPES])
def test_shapes_below(latex, wanted, given):
    program = resolved(latex)
    assert (meaning(latex), inputs(program)) == (wanted, given)


@pytest.mark.parametrize("latex", [r"y_i = \sum_j A_{i \times j} x_j", r"y_i = x_{2 \times i}", r"Y = \text{Conv}_{3 \times 3}(X)"])
def test_letters_that_count_and_sizes_of_windows_are_no_shape(latex):
    with pytest.raises(FormulaError):
        meaning(latex)
