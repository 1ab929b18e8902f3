"""Optima: the largest of given values is computed, a problem that is only stated is not."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import inputs, meaning, resolved

PROBLEMS = [
    r"\theta^* = \arg\min_\theta L(\theta)",
    r"\min_\theta \mathcal{L}(\theta)",
    r"\min_G \max_D V(D, G)",
    r"\hat\theta = \arg\max_\theta \prod_i p(x_i \mid \theta)",
    r"\min_w \frac12 \|w\|^2",
    r"w^* = \arg\min_w \sum_i (y_i - w^T x_i)^2 + \lambda \|w\|^2",
    r"\min_x f(x)",
]


@pytest.mark.parametrize("latex", PROBLEMS)
def test_problems_are_not_computed(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


COMPUTED = [
    (r"\hat y = \arg\max_k p_k", None, "argmax(k<n: p[k])"),
    (r"\hat y = \arg\max_y p(y)", None, "argmax(y<n: p[y])"),
    (r"m_j = \max_i A_{ij}", None, "[j<d] max(i<n: A[i,j])"),
    (r"m = \min_\theta L(\theta)", {"L": (4,)}, "min(theta<n: L[theta])"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), COMPUTED, ids=[row[0] for row in COMPUTED])
def test_the_largest_of_given_values(latex, shapes, wanted):
    assert meaning(latex, (), shapes) == wanted


def test_the_answer_behind_a_problem_is_read_by_itself():
    least_squares = r"w = \arg\min_w \|X w - y\|^2 = (X^\top X)^{-1} X^\top y"
    assert inputs(resolved(least_squares)) == "X:n×d y:n"
    with pytest.raises(NothingToCompute):
        resolved(r"\hat w = \arg\min_w \|X w - y\|^2")


def test_transitions_are_a_table_by_any_of_their_letters():
    step = r"V(s) = \max_a \sum_{s'} T(s, a, s') [R(s, a, s') + \gamma V(s')]"
    assert meaning(step).startswith("[s<n] max(")
