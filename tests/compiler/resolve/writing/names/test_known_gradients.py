"""A gradient that the note gives by a formula is a name with that value."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import meaning, resolved

GRADIENT = r"\nabla J = X^T (Xw - y)"
STEPS = [
    ("of a loss", r"w \leftarrow w - \eta \nabla J", [GRADIENT], "nabla_J = (X' @ ((X @ w) + -y))\n(w + -(eta * nabla_J))"),
    ("with its argument", r"w \leftarrow w - \eta \nabla J(w)", [GRADIENT], "nabla_J = (X' @ ((X @ w) + -y))\n(w + -(eta * nabla_J))"),
    ("as a function", r"w_{t+1} = w_t - \eta \nabla J(w_t)", [r"\nabla J(w) = 2 A w"], "(w_t + -(eta * 2 * (A @ w_t)))"),
    ("by a symbol", r"w := w - \eta \nabla_w L", [r"\frac{\partial L}{\partial w} = 2 x"], "dL_dw = (2 * x)\n(w + -(eta * dL_dw))"),
    ("with a plain d", r"w := w - \alpha \frac{dJ}{dw}", [r"\frac{dJ}{dw} = 2 x"], "dJ_dw = (2 * x)\n(w + -(alpha * dJ_dw))"),
    (
        "the chain rule",
        r"\frac{\partial L}{\partial w} = \frac{\partial L}{\partial a} \frac{\partial a}{\partial w}",
        [r"\frac{\partial L}{\partial a} = 2 (a - y)", r"\frac{\partial a}{\partial w} = x"],
        "dL_da = (2 * (a + -y))\nda_dw = x\n(dL_da * da_dw)",
    ),
]


@pytest.mark.parametrize(("why", "latex", "context", "wanted"), STEPS, ids=[row[0] for row in STEPS])
def test_gradient_steps(why, latex, context, wanted):
    assert meaning(latex, context) == wanted


def test_a_display_defines_for_itself():
    latex = r"\begin{aligned} \frac{\partial L}{\partial w} &= 2 x \\ w &\leftarrow w - \eta \frac{\partial L}{\partial w} \end{aligned}"
    assert meaning(latex) == "dL_dw = (2 * x)\n(w + -(eta * dL_dw))"


OPEN = [
    (r"w \leftarrow w - \eta \nabla J", []),
    (r"w_{t+1} = w_t - \eta \nabla J(w_t)", [GRADIENT]),
    (
        r"w \leftarrow w - \eta \frac{\partial L}{\partial w}",
        [r"\frac{\partial L}{\partial w} = \frac{\partial L}{\partial a} \frac{\partial a}{\partial w}"],
    ),
]


@pytest.mark.parametrize(("latex", "context"), OPEN)
def test_a_gradient_that_no_formula_gives_here_is_not_computed(latex, context):
    with pytest.raises(NothingToCompute):
        resolved(latex, context)
