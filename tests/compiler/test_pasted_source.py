"""The source of a formula is complete: pasted into a fresh interpreter that has NumPy alone, it gives the same value."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from vault_tools.compiler.formula import compile_program
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin

VOCABULARY = Vocabulary.of(builtin())
ATTENTION = r"\text{Attention}(Q, K, V) = \text{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"
Q, K, V = (3, 4), (5, 4), (5, 2)

FORMULAS = [
    (r"Attention(Q, K, V) = softmax(\frac{QK^T}{\sqrt{d_k}})V", (), {"Q": Q, "K": K, "V": V}),
    (r"softmax(XX^T)X", (), {"X": (4, 3)}),
    (r"A = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{8}}\right)", (), {"Q": Q, "K": K}),
    (r"S = \frac{QK^\top + B}{\sqrt{d_k}}", (), {"Q": Q, "K": K, "B": (3, 5)}),
    (r"Y = \text{softmax}(X W_Q W_K^T X^T) X W_V", (), {"X": (4, 5), "W_Q": (5, 3), "W_K": (5, 3), "W_V": (5, 2)}),
    (r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{k} \exp(e_{ik})}", (), {"e": (3, 5)}),
    (r"c_i = \sum_j \alpha_{ij} h_j", (r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}",), {"e": (3, 5), "h": (5, 4)}),
    (r"e_{ij} = v^\top \tanh(W s_i + U h_j)", (), {"v": (6,), "W": (6, 3), "s": (2, 3), "U": (6, 4), "h": (5, 4)}),
    (r"e_{ij} = q_i^\top W k_j", (), {"q": (3, 4), "W": (4, 2), "k": (5, 2)}),
    (r"O_i = \sum_{j \le i} A_{ij} v_j", (), {"A": (5, 5), "v": (5, 3)}),
    (r"s_{ij} = \frac{q_i^\top k_j}{\sqrt{d_k}} - m \cdot |i - j|", (), {"q": (3, 4), "k": (5, 4), "m": ()}),
    (
        r"\text{MultiHead}(Q, K, V) = \text{Concat}(\text{head}_1, \dots, \text{head}_h)W^O",
        (r"\text{head}_i = \text{Attention}(QW_i^Q, KW_i^K, VW_i^V)", ATTENTION),
        {"Q": (3, 5), "K": (4, 5), "V": (4, 5), "W_Q": (2, 5, 3), "W_K": (2, 5, 3), "W_V": (2, 5, 2), "W_O": (4, 6)},
    ),
    (r"(\text{softmax}(S_1) - \lambda \cdot \text{softmax}(S_2))V", (), {"S_1": (3, 5), "S_2": (3, 5), "lambda_": (), "V": V}),
    (r"\sigma\left(\frac{QK^\top}{\sqrt{d}} + b\right)", (), {"Q": Q, "K": K, "b": (), "d": ()}),
    (r"\text{softmax}(x_i) = \frac{e^{x_i}}{\sum_{j} e^{x_j}}", (), {"x": (5,)}),
    (r"p_i = \frac{e^{z_i / T}}{\sum_{j=1}^{n} e^{z_j / T}}", (), {"z": (5,), "T": ()}),
    (r"\frac{e^{z_i}}{1 + \sum_j e^{z_j}}", (), {"z": (5,)}),
    (r"H = -\sum_{i} p_i \log p_i", (), {"p": (4,)}),
    (r"\log \sum_{i} e^{x_i}", (), {"x": (4,)}),
    (r"L = -\frac{1}{N}\sum_{i=1}^N [y_i \log(\hat{y}_i) + (1 - y_i) \log(1 - \hat{y}_i)]", (), {"y": (5,), "y_hat": (5,)}),
    (r"\text{MSE} = \frac{1}{n}\sum_{i=1}^{n} (y_i - \hat{y}_i)^2", (), {"y": (5,), "y_hat": (5,)}),
    (r"GELU(x) = 0.5x(1 + \tanh(\sqrt{2 / \pi}(x + 0.044715x^3)))", (), {"x": (5,)}),
    (r"f(z) = \begin{cases} 0 & \text{if } z < 0 \\ z & \text{otherwise} \end{cases}", (), {"z": (6,)}),
    (r"\text{FFN}(x) = \max(0, xW_1 + b_1)W_2 + b_2", (), {"x": (2, 3), "W_1": (3, 5), "b_1": (5,), "W_2": (5, 4), "b_2": (4,)}),
    (r"\text{FFN}(x) = W_2 \cdot \text{ReLU}(W_1 x + b_1) + b_2", (), {"x": (3,), "W_1": (5, 3), "b_1": (5,), "W_2": (4, 5), "b_2": (4,)}),
    (r"y = \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}", (), {"x": (5,), "mu": (), "sigma": (), "epsilon": ()}),
    (
        r"\text{RMSNorm}(x) = \frac{x}{\sqrt{\frac{1}{d} \sum_{i=1}^d x_i^2 + \epsilon}} \odot \gamma",
        (),
        {"x": (5,), "gamma": (5,), "epsilon": ()},
    ),
    (r"\text{LayerNorm}(X + A)", (), {"X": (3, 4), "A": (3, 4)}),
    (r"PE = \sin\left(\frac{p}{10000^{2i/d}}\right)", (), {"p": (), "i": (), "d": ()}),
    (r"w = (X^TX)^{-1}X^Ty", (), {"X": (6, 3), "y": (6,)}),
    (r"(x-\mu)^T\Sigma^{-1}(x-\mu)", (), {"x": (3,), "mu": (3,), "Sigma": (3, 3)}),
    (r"\|A\|_F = \sqrt{\sum_{i,j} A_{i,j}^2}", (), {"A": (3, 4)}),
    (r"\cos(a, b) = \frac{a \cdot b}{\|a\| \|b\|}", (), {"a": (4,), "b": (4,)}),
    (r"\text{tr}(A^\top A)", (), {"A": (3, 3)}),
    (r"\begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix} x", (), {"theta": (), "x": (2,)}),
    (
        r"h_t = \tanh(W_{hh} h_{t-1} + W_{xh} x_t + b_h)",
        (),
        {"W_hh": (4, 4), "h_t_minus_1": (4,), "W_xh": (4, 3), "x_t": (3,), "b_h": (4,)},
    ),
    (r"\hat{m} = \frac{m}{1 - \beta^t}", (), {"m": (4,), "beta": (), "t": ()}),
    (r"y = W_0 x + \frac{\alpha}{r} B A x", (), {"W_0": (3, 4), "x": (4,), "alpha": (), "r": (), "B": (3, 2), "A": (2, 4)}),
    (r"\hat{y} = \arg\max_k p_k", (), {"p": (5,)}),
    (r"\prod_{i=1}^{n} x_i", (), {"x": (4,)}),
    (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} \begin{bmatrix} 5 \\ 6 \end{bmatrix}", (), {}),
    (r"\frac{e^{2}}{e^{2} + e^{1}}", (), {}),
]
RUNNER = """
import json, sys, warnings
import numpy as np
warnings.simplefilter("error")
answers = []
for case in json.load(sys.stdin):
    namespace = {}
    exec(case["source"], namespace)
    inputs = {name: np.array(value) if isinstance(value, list) else value for name, value in case["inputs"].items()}
    answers.append(np.asarray(namespace[case["name"]](**inputs), dtype=float).tolist())
assert not any(name.startswith(("vault_tools", "sympy")) for name in sys.modules)
print(json.dumps(answers))
"""


def inputs_of(shapes, seed):
    """Positive numbers below one, so that logarithms and roots are defined."""
    random = np.random.RandomState(seed)
    return {name: np.round(random.uniform(0.1, 0.9, shape), 3) for name, shape in shapes.items()}


@pytest.fixture(scope="module")
def cases():
    """Every formula with its own value."""
    found = []
    for seed, (latex, context, shapes) in enumerate(FORMULAS):
        formula = compile_program(latex, context=context, shapes=shapes, vocabulary=VOCABULARY)
        inputs = inputs_of(shapes, seed)
        found.append((latex, formula, inputs, formula(**inputs)))
    return found


@pytest.fixture(scope="module")
def pasted(cases):
    """The values that a fresh interpreter finds."""
    payload = [
        {
            "source": f.source,
            "name": f.source.rsplit("\ndef ", 1)[1].split("(")[0],
            "inputs": {name: x.tolist() for name, x in inputs.items()},
        }
        for _, f, inputs, _ in cases
    ]
    run = subprocess.run([sys.executable, "-I", "-c", RUNNER], input=json.dumps(payload), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("number", range(len(FORMULAS)), ids=[latex for latex, _, _ in FORMULAS])
def test_the_same_value(cases, pasted, number):
    _, _, _, value = cases[number]
    np.testing.assert_array_equal(pasted[number], value)


@pytest.mark.parametrize("number", range(len(FORMULAS)), ids=[latex for latex, _, _ in FORMULAS])
def test_no_loops_and_no_dots(cases, number):
    _, formula, _, _ = cases[number]
    assert ".dot(" not in formula.source
    assert not any(word in formula.source for word in ("for ", "while ", ".T"))
