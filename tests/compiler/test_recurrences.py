"""Recurrences over a step letter: with a first value they are computed for all steps, without one they are a single step."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula, verify_text
from vault_tools.errors import FormulaError

from .roads import checked

STEPS = 4
GIVEN = np.random.RandomState(7)


def numbers(*shape):
    return np.round(GIVEN.uniform(-1, 1, shape), 2)


def scan(step, start, count=STEPS):
    """The values of a state after each step."""
    state, found = start, []
    for t in range(count):
        state = step(state, t)
        found.append(state)
    return np.array(found)


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def diagonal_gate(alpha, k, v):
    return scan(lambda s, t: np.diag(alpha[t]) @ s + np.outer(k[t], v[t]), np.zeros((3, 2)))


def delta_rule(beta, k, v):
    return scan(lambda s, t: s @ (np.eye(3) - beta[t] * np.outer(k[t], k[t])) + np.outer(v[t], k[t]), np.zeros((2, 3)))


def corrected_delta_rule(beta, k, v):
    return scan(lambda s, t: s + beta[t] * np.outer(v[t] - s @ k[t], k[t]), np.zeros((2, 3)))


def gated_unit(W_z, U_z, W_r, U_r, W, U, x):
    def step(h, t):
        z, r = sigmoid(W_z @ x[t] + U_z @ h), sigmoid(W_r @ x[t] + U_r @ h)
        return (1 - z) * h + z * np.tanh(W @ x[t] + U @ (r * h))

    return scan(step, np.zeros(3))


def long_short_term_memory(W_f, U_f, W_i, U_i, W_o, U_o, W_c, U_c, x):
    h, c, found = np.zeros(3), np.zeros(3), []
    for now in x:
        f, i, o = sigmoid(W_f @ now + U_f @ h), sigmoid(W_i @ now + U_i @ h), sigmoid(W_o @ now + U_o @ h)
        c = f * c + i * np.tanh(W_c @ now + U_c @ h)
        h = o * np.tanh(c)
        found.append(h)
    return np.array(found)


def running_softmax(x, v):
    weights = [np.exp(x[: t + 1]) / np.exp(x[: t + 1]).sum() for t in range(STEPS)]
    return np.array([w @ v[: len(w)] for w in weights])


def adam(beta_1, beta_2, g, eta, epsilon):
    m, v, theta, found = 0.0, 0.0, 1.0, []
    for t, now in enumerate(g, 1):
        m, v = beta_1 * m + (1 - beta_1) * now, beta_2 * v + (1 - beta_2) * now**2
        theta = theta - eta * (m / (1 - beta_1**t)) / (np.sqrt(v / (1 - beta_2**t)) + epsilon)
        found.append(theta)
    return np.array(found)


def moving_average(alpha, x):
    return np.array([x[0], *scan(lambda s, t: alpha * x[t + 1] + (1 - alpha) * s, x[0], 3)])


def decoder(W, U, h, v, W_a, U_a, z):
    def step(s, t):
        scores = np.tanh(W_a @ s + h @ U_a.T) @ v
        weights = np.exp(scores) / np.exp(scores).sum()
        return np.tanh(W @ s + U @ (weights @ h) + z[t])

    return scan(step, np.zeros(3))


def read_before(q, k, v):
    states = [np.zeros((3, 2)), *scan(lambda s, t: np.diag(q[t]) @ s + np.outer(k[t], v[t]), np.zeros((3, 2)))]
    return np.array([q[t] @ states[t] for t in range(STEPS)])


LSTM = r"""\begin{aligned} f_t &= \sigma(W_f x_t + U_f h_{t-1}) \\ i_t &= \sigma(W_i x_t + U_i h_{t-1}) \\
 o_t &= \sigma(W_o x_t + U_o h_{t-1})
 \\ \tilde c_t &= \tanh(W_c x_t + U_c h_{t-1}) \\ c_t &= f_t \odot c_{t-1} + i_t \odot \tilde c_t \\ h_t &= o_t \odot \tanh(c_t)
 \end{aligned}"""
GRU = r"""\begin{aligned} z_t &= \sigma(W_z x_t + U_z h_{t-1}) \\ r_t &= \sigma(W_r x_t + U_r h_{t-1}) \\
 \tilde h_t &= \tanh(W x_t + U (r_t \odot h_{t-1})) \\ h_t &= (1 - z_t) \odot h_{t-1} + z_t \odot \tilde h_t \end{aligned}"""
ADAM = r"""\begin{aligned} m_t &= \beta_1 m_{t-1} + (1-\beta_1) g_t \\ v_t &= \beta_2 v_{t-1} + (1-\beta_2) g_t^2 \\
 \hat m_t &= \frac{m_t}{1-\beta_1^t} \\ \hat v_t &= \frac{v_t}{1-\beta_2^t} \\
 \theta_t &= \theta_{t-1} - \eta \frac{\hat m_t}{\sqrt{\hat v_t} + \epsilon}\end{aligned}"""
DECODER = r"""s_i = \tanh(W s_{i-1} + U c_i + z_i), \quad c_i = \sum_j \alpha_{ij} h_j, \quad
 \alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}, \quad e_{ij} = v^\top \tanh(W_a s_{i-1} + U_a h_j)"""
ONLINE = r"""m_t = \max(m_{t-1}, x_t), \quad \ell_t = \ell_{t-1} e^{m_{t-1} - m_t} + e^{x_t - m_t}, \quad
 o_t = o_{t-1} \frac{\ell_{t-1} e^{m_{t-1}-m_t}}{\ell_t} + \frac{e^{x_t-m_t}}{\ell_t} v_t"""
ALL_STEPS = [
    ("a number that decays differently at each step", r"h_t = a_t h_{t-1} + x_t", ("h_0 = 0",), "h", {"a": (4,), "x": (4,)},
     lambda a, x: scan(lambda h, t: a[t] * h + x[t], 0.0)),
    ("a matrix", r"h_t = \bar{A} h_{t-1} + \bar{B} x_t, \quad y_t = C h_t", ("h_0 = 0",), "y",
     {"A_bar": (3, 3), "B_bar": (3, 2), "x": (4, 2), "C": (5, 3)},
     lambda A_bar, B_bar, x, C: scan(lambda h, t: A_bar @ h + B_bar @ x[t], np.zeros(3)) @ C.T),
    ("entry by entry", r"h_t = \bar{A}_t \odot h_{t-1} + \bar{B}_t x_t", ("h_0 = 0",), "h", {"A_bar": (4, 3), "B_bar": (4, 3), "x": (4,)},
     lambda A_bar, B_bar, x: scan(lambda h, t: A_bar[t] * h + B_bar[t] * x[t], np.zeros(3))),
    ("a diagonal matrix", r"S_t = \text{diag}(\alpha_t) S_{t-1} + k_t v_t^\top", ("S_0 = 0",), "S",
     {"alpha": (4, 3), "k": (4, 3), "v": (4, 2)}, diagonal_gate),
    ("a matrix on the right",
     r"\mathbf{S}_t = \mathbf{S}_{t-1}(\mathbf{I} - \beta_t \mathbf{k}_t \mathbf{k}_t^T) + \mathbf{v}_t \mathbf{k}_t^T",
     (r"\mathbf{S}_0 = \mathbf{0}",), "S", {"beta": (4,), "k": (4, 3), "v": (4, 2)}, delta_rule),
    ("the state twice", r"S_t = S_{t-1} + \beta_t (v_t - S_{t-1} k_t) k_t^\top", ("S_0 = 0",), "S",
     {"beta": (4,), "k": (4, 3), "v": (4, 2)}, corrected_delta_rule),
    ("a function", r"h_t = \tanh(W h_{t-1} + U x_t + b), \quad h_0 = 0", (), "h", {"W": (3, 3), "U": (3, 2), "x": (4, 2), "b": (3,)},
     lambda W, U, x, b: scan(lambda h, t: np.tanh(W @ h + U @ x[t] + b), np.zeros(3))),
    ("gates that look back", GRU, ("h_0 = 0",), "h",
     {"W_z": (3, 2), "U_z": (3, 3), "W_r": (3, 2), "U_r": (3, 3), "W": (3, 2), "U": (3, 3), "x": (4, 2)}, gated_unit),
    ("two states at once", LSTM, (r"h_0 = 0, \quad c_0 = 0",), "h",
     {**{f"W_{g}": (3, 2) for g in "fioc"}, **{f"U_{g}": (3, 3) for g in "fioc"}, "x": (4, 2)}, long_short_term_memory),
    ("the maximum so far", ONLINE, (r"m_0 = -\infty, \quad \ell_0 = 0, \quad o_0 = 0",), "o", {"x": (4,), "v": (4, 2)}, running_softmax),
    ("a given start", r"h_t = \tanh(W h_{t-1} + U x_t)", (r"h_0 \in \mathbb{R}^d",), "h",
     {"h_0": (3,), "W": (3, 3), "U": (3, 2), "x": (4, 2)},
     lambda h_0, W, U, x: scan(lambda h, t: np.tanh(W @ h + U @ x[t]), h_0)),
    ("a computed start", r"h_t = \tanh(W h_{t-1} + U x_t)", ("h_0 = V z",), "h",
     {"V": (3, 2), "z": (2,), "W": (3, 3), "U": (3, 2), "x": (4, 2)},
     lambda V, z, W, U, x: scan(lambda h, t: np.tanh(W @ h + U @ x[t]), V @ z)),
    ("another number as start", r"h_t = a_t h_{t-1} + x_t", ("h_0 = 2",), "h", {"a": (4,), "x": (4,)},
     lambda a, x: scan(lambda h, t: a[t] * h + x[t], 2.0)),
    ("the step itself as number", r"w_t = w_{t-1} - \frac{g_t}{\sqrt{t}}", ("w_0 = 1",), "w", {"g": (4,)},
     lambda g: scan(lambda w, t: w - g[t] / np.sqrt(t + 1), 1.0)),
    ("a corrected mean", ADAM, (r"m_0 = 0, \quad v_0 = 0, \quad \theta_0 = 1",), "theta",
     {"beta_1": (), "beta_2": (), "g": (4,), "eta": (), "epsilon": ()}, adam),
    ("the first of a moving average", r"s_t = \alpha x_t + (1 - \alpha) s_{t-1}, \quad s_0 = x_0", (), "s", {"alpha": (), "x": (4,)},
     moving_average),
    ("the first of a moving average, counted from 1", r"s_t = \alpha x_t + (1 - \alpha) s_{t-1}", ("s_1 = x_1",), "s",
     {"alpha": (), "x": (4, 3)}, moving_average),
    ("the largest so far", r"m_1 = x_1, \quad m_t = \max(m_{t-1}, x_t)", (), "m", {"x": (4,)}, lambda x: np.maximum.accumulate(x)),
    ("a decoder that attends with its last state", DECODER, ("s_0 = 0",), "s",
     {"W": (3, 3), "U": (3, 2), "h": (5, 2), "v": (6,), "W_a": (6, 3), "U_a": (6, 2), "z": (4, 3)}, decoder),
    ("a further index", r"p_{t,j} = \sum_i A_{ij} p_{t-1,i} b_{t,j}, \quad p_{0,j} = c_j", (), "p", {"A": (3, 3), "b": (4, 3), "c": (3,)},
     lambda A, b, c: scan(lambda p, t: (A.T @ p) * b[t], c)),
    ("the step above", r"r^{(t)} = A r^{(t-1)} + x^{(t)}, \quad r^{(0)} = 0", (), "r", {"A": (3, 3), "x": (4, 3)},
     lambda A, x: scan(lambda r, t: A @ r + x[t], np.zeros(3))),
    ("a reader of the step before", r"S_t = \text{diag}(q_t) S_{t-1} + k_t v_t^\top, \quad o_t = q_t^\top S_{t-1}", ("S_0 = 0",), "o",
     {"q": (4, 3), "k": (4, 3), "v": (4, 2)}, read_before),
    ("decay alone stays a sum", r"h_t = a h_{t-1} + x_t", ("h_0 = 0",), "h", {"a": (), "x": (4,)},
     lambda a, x: scan(lambda h, t: a * h + x[t], 0.0)),
]  # fmt: skip


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "bare"])
@pytest.mark.parametrize(("latex", "context", "target", "shapes", "wanted"), [pytest.param(*case, id=why) for why, *case in ALL_STEPS])
def test_all_steps_are_computed_on_both_roads(latex, context, target, shapes, wanted, declared):
    given = {name: np.abs(numbers(*shape)[()]) for name, shape in shapes.items()}
    formula = compile_formula(latex, context=context, target=target, **({"shapes": shapes} if declared else {}))
    np.testing.assert_allclose(formula(**given), wanted(**given), rtol=1e-10, atol=1e-12)
    fitting = compile_formula(latex, context=context, target=target, shapes=shapes)
    np.testing.assert_allclose(checked(fitting, given), wanted(**given), rtol=1e-10, atol=1e-12)


def test_a_loop_is_written_as_a_person_would():
    formula = compile_formula(r"h_t = \bar{A} h_{t-1} + \bar{B} x_t, \quad y_t = C h_t", context=("h_0 = 0",), target="y")
    assert formula.source.splitlines()[-7:] == [
        "    d = A_bar.shape[-2]",
        "    h = np.zeros((n, d))",
        "    h_previous = np.zeros((d,))",
        "    for t in range(n):",
        "        h[t] = A_bar @ h_previous + B_bar @ x[t]",
        "        h_previous = h[t]",
        "    return h @ np.swapaxes(C, -1, -2)",
    ]


def test_the_reading_says_that_all_steps_are_computed():
    formula = compile_formula(r"h_t = a_t h_{t-1} + x_t", context=("h_0 = 0",))
    assert [reading.text for reading in formula.readings if reading.key == "reading.steps"]


ONE_STEP = [
    ("no first value", r"h_t = \tanh(W h_{t-1} + U x_t)", (), {"W", "h_t_minus_1", "U", "x_t"}),
    ("the next value of a given one", r"x_{t+1} = x_t - \eta g_t", (), {"x_t", "eta", "g_t"}),
    ("layers with a first one", r"z_\ell = \tanh(W z_{\ell-1})", ("z_0 = E x",), {"W", "z_ell_minus_1"}),
    ("a first value that takes nothing of the sequence", "h_t = a_t h_{t-1}", ("h_1 = c",), {"a_t", "h_t_minus_1"}),
    ("a first value of something that takes nothing new", "a_n = 2 a_{n-1} + 1", ("a_0 = 5",), {"a_n_minus_1"}),
]


@pytest.mark.parametrize(("latex", "context", "inputs"), [pytest.param(*case, id=why) for why, *case in ONE_STEP])
def test_a_single_step_takes_the_state_before_it(latex, context, inputs):
    assert set(compile_formula(latex, context=context).inputs) == inputs


@pytest.mark.parametrize(
    ("why", "latex", "context", "shapes"),
    [
        ("only one of two states has a first value", r"h_t = a_t h_{t-1} + c_{t-1}", ("h_0 = 0",), {"a": (4,), "c": (4,)}),
        ("two steps back", r"h_t = a_t h_{t-1} + h_{t-2} + x_t", ("h_0 = 0",), {"a": (4,), "x": (4,)}),
        ("itself at the same step", r"h_t = a_t h_{t-1} + c_t, \quad c_t = h_t + h_{t-1}", ("h_0 = 0",), {"a": (4,)}),
    ],
)
def test_what_lacks_a_value_is_refused(why, latex, context, shapes):
    with pytest.raises(FormulaError):
        compile_formula(latex, context=context, shapes=shapes, target="h")


def test_a_difference_of_given_entries_is_no_recurrence():
    formula = compile_formula(r"d_t = h_t - h_{t-1}", shapes={"h": (4,)})
    np.testing.assert_allclose(formula(h=[1.0, 4.0, 9.0, 16.0]), [3, 5, 7])


NOTE = r"""$$\mathrm{Attention}(Q,K,V)=\mathrm{softmax}(QK^T)V$$

With $a = [0.5, 0.2, 0.1]$, $x = [1, 2, 3]$ and $h_0 = 0$: $$h_t = a_t h_{t-1} + x_t$$ Then $p_0 = 0$ and $$p_t = \tanh(x_t + a_t p_{t-1})$$
"""


def test_a_note_with_numbers_is_verified():
    _, *found = (judged for judged in verify_text(NOTE).formulas if judged.status != "skipped")
    assert [judged.status for judged in found] == ["verified", "verified"]
    assert found[0].value == pytest.approx([1, 2.2, 3.22])
