"""Rows up to a step, written as a slice or as a cache that grows: masks over whole arrays, refused where a size itself would grow."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import FormulaError

from ....roads import checked

GIVEN = np.random.RandomState(5)
q, k, v = (np.round(GIVEN.uniform(-1, 1, shape), 2) for shape in ((4, 3), (4, 3), (4, 2)))
bias = np.round(GIVEN.uniform(-1, 1, 4), 2)


def causal(scores):
    masked = np.where(np.tri(len(scores)) > 0, scores, -np.inf)
    weights = np.exp(masked - masked.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


ATTENTION = causal(q @ k.T / np.sqrt(3)) @ v
CACHE = (r"K_0 = [\,], \quad V_0 = [\,]",)
CACHED = r"o_t = \text{softmax}\left(\frac{q_t K_t^\top}{\sqrt{d_k}}\right) V_t"
COMPUTED = [
    ("a slice", r"o_t = \text{softmax}(q_t K_{1:t}^\top / \sqrt{d}) V_{1:t}", (), {"q": q, "K": k, "V": v}, ATTENTION),
    ("up to", r"o_t = \text{softmax}(q_t K_{\le t}^\top / \sqrt{d}) V_{\le t}", (), {"q": q, "K": k, "V": v}, ATTENTION),
    ("a cache", rf"K_t = [K_{{t-1}}; k_t], \quad V_t = [V_{{t-1}}; v_t], \quad {CACHED}", CACHE, {"q": q, "k": k, "v": v}, ATTENTION),
    ("a cache of another formula", CACHED,
     (*CACHE, r"K_t = \text{Concat}(K_{t-1}, k_t)", r"V_t = \begin{bmatrix} V_{t-1} \\ v_t \end{bmatrix}"),
     {"q": q, "k": k, "v": v}, ATTENTION),
    ("a cache of computed rows", r"K_t = [K_{t-1}; W k_t], \quad o_t = \text{softmax}(K_t q_t)^\top V_{1:t}", (r"K_0 = \emptyset",),
     {"q": q, "W": np.eye(3), "k": k, "V": v}, causal(q @ k.T) @ v),
    ("scores with a bias", r"o_t = \text{softmax}(q_t K_{1:t}^\top + b_{1:t}) V_{1:t}", (), {"q": q, "K": k, "b": bias, "V": v},
     causal(q @ k.T + bias) @ v),
    ("without a softmax", r"o_t = q_t K_{1:t}^\top V_{1:t}", (), {"q": q, "K": k, "V": v}, np.tril(q @ k.T) @ v),
    ("a sum of rows", r"s_t = \mathbf{1}^\top V_{1:t}", (), {"V": v}, v.cumsum(0)),
]  # fmt: skip


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "bare"])
@pytest.mark.parametrize(("latex", "context", "given", "wanted"), [pytest.param(*case, id=why) for why, *case in COMPUTED])
def test_both_roads_use_the_rows_up_to_each_step(latex, context, given, wanted, declared):
    shapes = {name: value.shape for name, value in given.items()}
    target = "s" if latex.startswith("s") else "o"
    formula = compile_formula(latex, context=context, target=target, **({"shapes": shapes} if declared else {}))
    np.testing.assert_allclose(formula(**given), wanted, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(checked(formula, given), wanted, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(
    "latex",
    [
        pytest.param(r"s_t = q_t K_{1:t}^\top", id="a result that grows"),
        pytest.param(r"y_t = \text{mean}(x_{1:t})", id="a mean of some rows"),
        pytest.param(r"y_t = \|x_{1:t}\|", id="a norm"),
        pytest.param(r"y_t = [x_{1:t}; z] w", id="joined with others"),
        pytest.param(r"y_t = \text{softmax}(K_{1:t}) q_t", id="a softmax beside the rows"),
        pytest.param(r"y_t = \sum_j (K_{1:t} q_t)_j", id="single entries"),
    ],
)
def test_what_masks_do_not_compute_is_refused(latex):
    with pytest.raises(FormulaError):
        compile_formula(latex)
