r"""The T of teacher and student is a label where an S stands above the same symbol, elsewhere a transpose."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula

LABELS = [
    (r"L = \|E^S W_e - E^T\|_F^2", {"E_S", "W_e", "E_T"}),
    (r"L = \sum_i D_{\mathrm{KL}}(A^T_{i,:} \| A^S_{i,:})", {"A_T", "A_S"}),
    (r"L = -\sum_k p_k^{\mathrm{T}} \log p_k^{\mathrm{S}}", {"p_T", "p_S"}),
    (r"Y^S = X^T W", {"X", "W"}),
    (r"L = \|Q^S K^T\|_F", {"Q_S", "K"}),
]


@pytest.mark.parametrize(("latex", "inputs"), LABELS)
def test_labels_of_teacher_and_student(latex, inputs):
    assert set(compile_formula(latex).inputs) == inputs
