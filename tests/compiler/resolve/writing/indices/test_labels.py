"""Letters in scripts that tell symbols apart and count nothing."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

LABELS = [
    ("y = W^{in} x", "(W_in @ x)"),
    ("x_{max} - x_{min}", "(x_max + -x_min)"),
    ("L_{b} + L_{c}", "(L_b + L_c)"),
    (r"\sum_i x_i^{a} y_i", "sum(i<n: (x[i]**a * y[i]))"),
    ("f_q(x) = W_q x", "(W_q @ x)"),
    ("f_q(x) = A_q x", "[q<n] (A[q] * x)"),
]


@pytest.mark.parametrize(("latex", "wanted"), LABELS)
def test_labels(latex, wanted):
    assert meaning(latex) == wanted


SAMPLE_SIZES = [
    (r"\bar{X}_n = \frac{1}{n}\sum_{i=1}^n X_i", "((1 / <n>) * sum(i<n: X[i]))"),
    (r"\hat{F}_n(t) = \frac{1}{n}\sum_{i=1}^n I(x_i \le t)", "((1 / <n>) * sum(i<n: where((x[i] <= t): 1; else 0)))"),
    (r"\bar{x}_n = n^{-1} \sum_{i=1}^n x_i", "(<n>**-1 * sum(i<n: x[i]))"),
    (r"\text{DCG}_k = \sum_{i=1}^k \frac{r_i}{i}", "sum(i<k: (r[i] / #i))"),
    (r"CV_{(k)} = \frac{1}{k}\sum_{i=1}^k e_i", "((1 / <k>) * sum(i<k: e[i]))"),
    (r"\bar{x}_t = \frac{1}{t}\sum_{i=1}^t x_i", "[t<n] ((1 / #t) * sum(i<n if (#i <= #t): x[i]))"),
    (r"S_n = \sum_{i=1}^n x_i", "sum(i<n: x[i])"),
    (r"A_k = \sum_{i=1}^k \sigma_i u_i v_i^\top", "sum(i<k: (sigma[i] * outer(u[i], v[i])))"),
    (r"\bar\alpha_t = \prod_{s=1}^t \alpha_s", "[t<n] product(s<n if (#s <= #t): alpha[s])"),
    (r"\mu_n = \frac{1}{n}\sum_{i=1}^n a_{ni}", "[n<n] ((1 / #n) * sum(i<d if (#i <= #n): a[n,i]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), SAMPLE_SIZES, ids=[row[0] for row in SAMPLE_SIZES])
def test_the_size_of_a_sample_is_a_label_and_a_step_is_an_index(latex, wanted):
    assert meaning(latex) == wanted


GATES = [
    (r"Y_{n,f,i} = \sum_{c} X_{n,c,i} W_{f,c} + b_f", "[n<n,f<m,i<k] (sum(c<d: (X[n,c,i] * W[f,c])) + b[f])"),
    (r"f_t = \sigma(W_f x_t + b_f)", "[t<m] sigmoid(((W_f @ x[t]) + b_f))"),
]


@pytest.mark.parametrize(("latex", "wanted"), GATES, ids=[row[0] for row in GATES])
def test_a_channel_is_an_index_and_a_gate_a_label(latex, wanted):
    assert meaning(latex) == wanted


RUNS = [
    (r"h_{in} = W x_{in} + b", "((W @ x_in) + b)"),
    (r"C_{in} = x_i y_n", "[i<n,n<m] (x[i] * y[n])"),
    (r"L_{ce} = -\sum_c y_c \log p_c", "-sum(c<n: (y[c] * log(p[c])))"),
    (r"z_{in} = \sum_i w_i x_i", "sum(i<n: (w[i] * x[i]))"),
    (r"W_{ab} = U_{ab} + V_{ab}", "[a<n,b<d] (U[a,b] + V[a,b])"),
    (r"G_{cd} = \sum_h F_{ch} F_{dh}", "[c<n,d<n] sum(h<d: (F[c,h] * F[d,h]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), RUNS, ids=[row[0] for row in RUNS])
def test_two_letters_below_the_left_side_are_a_word_or_two_indices(latex, wanted):
    assert meaning(latex) == wanted


def test_what_a_divergence_on_the_left_compares_counts_nothing():
    latex = r"D_{KL}(p \| q) = \log\frac{\sigma_q}{\sigma_p} + \frac{\sigma_p^2 + (\mu_p - \mu_q)^2}{2 \sigma_q^2} - \frac12"
    assert inputs(resolved(latex)) == "sigma_q:() sigma_p:() mu_p:() mu_q:()"
    assert inputs(resolved(r"D_{KL}(p \| q) = \sum_i p_i \log\frac{p_i}{q_i}")) == "p:n q:n"
