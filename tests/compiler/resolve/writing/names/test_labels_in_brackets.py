"""Labels above by their look alone."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

LABELS = [
    (r"L_i = m_i^{(T_c)} + \log \ell_i^{(T_c)}", "m_T_c:n ell_T_c:n"),
    (r"a^{<t>} = g(W a^{<t-1>}), \quad g(z) = \tanh(z)", "W:n×d a_t_minus_1:d"),
    (r"y_i = 2 a_i^{(x/2)}", "a:n x:()"),
]


@pytest.mark.parametrize(("latex", "given"), LABELS)
def test_labels(latex, given):
    assert inputs(resolved(latex)) == given
