"""Scripts: index, label, transpose, power or step, decided by use, by `shapes`, by the usual letters."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved, show

SCRIPTED = [
    (
        r"h_t = \tanh(W_{hh} h_{t-1} + W_{xh} x_t + b_h)",
        (),
        None,
        "W_hh:n×d h_t_minus_1:d W_xh:n×k x_t:k b_h:n",
        "tanh(((W_hh @ h_t_minus_1) + (W_xh @ x_t) + b_h))",
    ),
    (
        r"H^{(l+1)} = \sigma(\tilde{D}^{-1/2} \tilde{A} \tilde{D}^{-1/2} H^{(l)} W^{(l)})",
        (),
        None,
        "D_tilde:d×d A_tilde:d×d H_l:d×k W_l:k×p",
        "sigmoid(((((power(D_tilde, -1/2) @ A_tilde) @ power(D_tilde, -1/2)) @ H_l) @ W_l))",
    ),
    (r"\hat{m}_t = \frac{m_t}{1 - \beta_1^t}", (), None, "m_t:() beta_1:() t:()", "(m_t / (1 + -beta_1**t))"),
    (r"P_i = \frac{e^{z_i / T}}{\sum_{j=1}^{n} e^{z_j / T}}", (), None, "z:n T:()", "[i<n] (e**(z[i] / T) / sum(j<n: e**(z[j] / T)))"),
    (r"w = (X^tX + \lambda I)^{-1}X^tY", (), None, "X:n×d lambda_:() Y:n×k", "((power(((X' @ X) + (lambda_ * I)), -1) @ X') @ Y)"),
    (
        r"\bar{a}_i = \frac{a_i}{r} g_i, r = \sqrt{\frac{1}{n} \sum_{i=1}^{n} a^2_i}",
        (),
        None,
        "a:n g:n",
        "r = ((1 / <n>) * sum(i_2<n: a[i_2]**2))**1/2\n[i<n] ((a[i] / r) * g[i])",
    ),
    (r"y = V_{i m g} + S^{rel} + K'", (), None, "V_img:n×d S_rel:n×d K_prime:n×d", "(V_img + S_rel + K_prime)"),
    (r"f_j = 2 w_t^{r,j}", (), None, "w_t_r:n", "[j<n] (2 * w_t_r[j])"),
    (r"g_{jk} = a^{l-1}_k \delta^l_j", (), None, "a_l_minus_1:n delta_l:m", "[j<m,k<n] (a_l_minus_1[k] * delta_l[j])"),
    (r"y = a^x + b", (), None, "a:() x:() b:()", "(a**x + b)"),
    (r"h^x = W^x x", (), None, "W_x:n×d x:d", "(W_x @ x)"),
    (r"q^i = W^q a^i", (), None, "W_q:n×d a:m×d", "[i<m] (W_q @ a[i])"),
    (r"s = \sum_{k=1}^n \gamma^k r_k", (), None, "gamma:() r:n", "sum(k<n: (gamma**#k * r[k]))"),
    (r"\ell_{\text{new}} = e^{m - m_{\text{new}}} \ell", (), None, "m:() m_new:() ell:()", "(e**(m + -m_new) * ell)"),
    (r"y_{out} = W_{out} x", (), None, "W_out:n×d x:d", "(W_out @ x)"),
    (r"s_{pos} = \sum_{dim} x_{dim}", (), None, "x:n", "sum(dim<n: x[dim])"),
    (r"y_{bij} = 2 x_{bij}", (), None, "x:n×m×d", "[b<n,i<m,j<d] (2 * x[b,i,j])"),
    (r"Z = \sum_{p=1}^{P} \beta_{\Phi_p} Z_{\Phi_p}", (), None, "beta_Phi:P Z_Phi:P×d", "sum(p<P: (beta_Phi[p] * Z_Phi[p]))"),
    (r"u_{1j} = 2 h_j", (), None, "h:n", "[j<n] (2 * h[j])"),
    (r"a_j = \sum_{i=1}^d w_{ji} x_i + w_{j0}", (), None, "w:n×d x:d w_0:n", "[j<n] (sum(i<d: (w[j,i] * x[i])) + w_0[j])"),
    (r"y_j = w^\top X_{:,j}", (), None, "w:n X:n×d", "[j<d] (w @ X'[j])"),
    (r"y_i = w^\top X_{i,:}", (), None, "w:d X:n×d", "[i<n] (w @ X[i])"),
    (r"S(a, b) = x_a^\top y_b", (), None, "x:n×d y:m×d", "[a<n,b<m] (x[a] @ y[b])"),
    (r"f(x) = w_x x", (), None, "w_x:() x:()", "(w_x * x)"),
    (r"s = \sum_{hwc} x_{hwc}", (), None, "x:n×m×d", "sum(h<n: sum(w<m: sum(c<d: x[h,w,c])))"),
    (r"s = \sum_k e^{q_k / \sqrt{d_k}}", (), None, "q:n d_k:()", "sum(k<n: e**(q[k] / d_k**1/2))"),
    (r"s = \sum_k \frac{q_k}{\sqrt{n_k}}", (), None, "q:m n:m", "sum(k<m: (q[k] / n[k]**1/2))"),
    (r"O^{(h)} = {K^{(h)}}^T V^{(h)}", (), None, "K:n×m×d_k V:n×m×d_v", "[h<n] (K[h]' @ V[h])"),
    (r"y = x_t + c", (), {"x_t": (3,), "c": (3,)}, "x_t:n c:n", "(x_t + c)"),
    (r"s = \sum_{k=1}^n v^k", (), {"v": ()}, "v:() n:()", "sum(k<n: v**#k)"),
    (r"s = \sum_k v^k", (), {"v": (3, 2)}, "v:n×d", "sum(k<n: v[k])"),
    (r"a_{ij}^k = 2 e_{ij}^k", (), None, "e:n×m×d", "[i<n,j<m,k<d] (2 * e[i,j,k])"),
    (
        r"z_i^{\Phi} = \sum_j \alpha_{ij}^{\Phi} h_j'",
        (),
        None,
        "alpha_Phi:n×d h_prime:d×k",
        "[i<n] sum(j<d: (alpha_Phi[i,j] * h_prime[j]))",
    ),
    (r"y = x^\phi", (), None, "x:() phi:()", "x**phi"),
    (r"\alpha_{i j} = \frac{e_{i j}}{\sum_{j'} e_{i j'}}", (), None, "e:n×d", "[i<n,j<d] (e[i,j] / sum(j_prime<d: e[i,j_prime]))"),
    (r"h_{i n} = 2 x_{i n}", (), None, "x_in:()", "(2 * x_in)"),
    (r"L_i = m_i^{(T_c)} + 1", (), None, "m_T_c:n", "[i<n] (m_T_c[i] + 1)"),
    (
        r"z_i = \sum_h \sum_j \alpha_{ij}^{\ell h} W_O^{\ell h} v_j",
        (),
        None,
        "alpha_ell:n×m×d W_O_ell:d×p×k v:m×k",
        "[i<n] sum(h<d: sum(j<m: (alpha_ell[i,j,h] * (W_O_ell[h] @ v[j]))))",
    ),
    (r"y_i = x_i^{2n} + \beta_i^N", (), None, "x:m n:() beta_N:m", "[i<m] (x[i]**(2 * n) + beta_N[i])"),
    (r"w_t = g_t^a a_t + (1 - g_t^a) w_t^c", (), None, "g_a:n a:n w_c:n", "[t<n] ((g_a[t] * a[t]) + ((1 + -g_a[t]) * w_c[t]))"),
    (r"z^i = x_p^i E + e_{pos}^i", (), None, "x_p:n×d E:d×k e_pos:n×k", "[i<n] ((x_p[i] @ E) + e_pos[i])"),
    (r"X = X_{vis} W + X_{text} U", (), None, "X_vis:n×d W:d×k X_text:n×p U:p×k", "((X_vis @ W) + (X_text @ U))"),
    (r"y = \sum_s \alpha_{ts} v_s", (), None, "alpha_t:n v:n", "sum(s<n: (alpha_t[s] * v[s]))"),
]


@pytest.mark.parametrize(("latex", "context", "shapes", "given", "meaning"), SCRIPTED, ids=[row[0] for row in SCRIPTED])
def test_scripts(latex, context, shapes, given, meaning):
    program = resolved(latex, context, shapes)
    assert inputs(program) == given
    assert show(program) == meaning


GIVEN = [
    ("an entry for each pair", r"s_j = \sum_i c_{ij} \hat{u}_{j|i}", "c:n×d u_hat:d×n×k"),
    ("of numbers", r"s = \sum_i \sum_j p_{j|i}", "p:n×d"),
    ("a label", r"z = \sigma_{y|x} + 1", "sigma_y_x:()"),
]


@pytest.mark.parametrize(("why", "latex", "given"), GIVEN, ids=[row[0] for row in GIVEN])
def test_two_indices_stand_on_the_sides_of_a_bar(why, latex, given):
    assert inputs(resolved(latex)) == given


NUMBERED = [
    ("beside a 1 a number tells rows apart", r"y_{1j} = x_{1j} + x_{2j}", "x_1:n x_2:n"),
    ("so it does on one side only", r"y_j = x_{1j} + x_{2j}", "x_1:n x_2:n"),
]


@pytest.mark.parametrize(("why", "latex", "given"), NUMBERED, ids=[row[0] for row in NUMBERED])
def test_a_number_beside_an_index(why, latex, given):
    assert inputs(resolved(latex)) == given


SIDE_BY_SIDE = [
    (r"z = \sum_i w_{ij} x_i + b_j", "w_j:n x:n b_j:()"),
    (r"c = \sum_j a_{ij} x_j", "a_i:n x:n"),
    (r"c = \sum_i W_{in} x_i", "W_in:n×d x:m×d"),
    (r"c = \sum_i x_i / x_{min}", "x:n x_min:()"),
]


@pytest.mark.parametrize(("latex", "wanted"), SIDE_BY_SIDE)
def test_a_letter_beside_a_bound_one_tells_arrays_apart(latex, wanted):
    assert inputs(resolved(latex)) == wanted


@pytest.mark.parametrize(("shapes", "power"), [({"A": (3, 3)}, True), ({"A": (4, 3, 3)}, False), (None, False)])
def test_a_letter_above_one_given_matrix_is_a_power_in_a_series(shapes, power):
    found = meaning(r"\sum_k \theta_k A^k X", shapes=shapes)
    assert ("power from I" in found) is power
    assert ("A[k]" in found) is not power


def test_the_primed_letter_of_the_left_side_is_an_index_above():
    assert meaning(r"c^t = \sum_{t'<t} a^{t'}") == "[t<n] sum(t_prime<n if (#t_prime < #t): a[t_prime])"
    assert "r**" in meaning(r"y = \sum_{k'=0}^{n} r^{k'}")


COUNTED_LABELS = [
    (r"S_i = X W_{Q_i} (X W_{K_{\lfloor i/g \rfloor}})^\top", "X:n×d W_Q:m×d×k W_K:p×d×k g:()"),
    (r"S_i = Q W^{Q_i} (K W^{K_i})^\top", "Q:n×d W_Q:h×d×k K:m×p W_K:h×p×k"),
    (r"\beta_p = \alpha^{\Phi_p}", "alpha:() Phi:n"),
]


@pytest.mark.parametrize(("latex", "given"), COUNTED_LABELS)
def test_a_label_that_is_counted(latex, given):
    assert inputs(resolved(latex)) == given


WORDS_ABOVE = [
    (r"h_i^* = g_{i,1} h_i^{\text{tree}'} + b", "g_1:n h_tree_prime:n b:()"),
    (r"h_i = x_i W^{V_{g}}", "x:n×d W_V_g:d×k"),
    (r"y = x^{n'}", "x:() n_prime:()"),
    (r"y = \gamma^{T_1}", "gamma:() T_1:()"),
]


@pytest.mark.parametrize(("latex", "given"), WORDS_ABOVE)
def test_a_word_or_a_projection_above_is_a_label(latex, given):
    assert inputs(resolved(latex)) == given


def test_patterns_are_counted_above():
    assert meaning(r"W = \sum_{\mu} \xi^{\mu} (\xi^{\mu})^\top") == "sum(mu<n: outer(xi[mu], xi[mu]))"
    assert "**" in meaning(r"W = \sum_{k=0}^n \xi^k a_k")


ROWS = [
    ("a pair of indices above", r"b^i = \sum_j A^{ij} v^j", "A:n×d v:d×k"),
    ("a sample that also stands alone", r"g_j = \sum_i (w^\top a^{(i)} - b^{(i)}) a_j^{(i)}", "w:d a:n×d b:n"),
    ("samples as they are usually called", r"\mu_j = \frac{1}{m} \sum_{i=1}^m x_j^{(i)}", "x:m×d"),
    ("a table with the same rows on both sides", r"z_j^{(i)} = x_j^{(i)} - \mu_j", "x:n×d mu:d"),
    ("heads, which nothing counts alone", r"h_t = \sum_k c_t^{(k)}", "c:n×d"),
    ("heads without brackets", r"h_i = \sum_k \sum_j \alpha_{ij}^k v_j", "alpha:n×m×d v:m"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), ROWS, ids=[row[0] for row in ROWS])
def test_a_letter_in_brackets_above_counts_rows_where_it_stands_alone_there(why, latex, wanted):
    assert inputs(resolved(latex)) == wanted


NAMED_APART = [
    (r"L = \sum_i \|z_a^i - z_p^i\|^2", None, "sum(i<n: norm((z_a[i] + -z_p[i]))**2)"),
    (r"L = \sum_{i=1}^N (x_{pred}^i - x_{true}^i)^2", None, "sum(i<N: (x_pred[i] + -x_true[i])**2)"),
    (r"G = \sum_{k=0}^{T} \gamma_e^k r_k", None, "sum(k<T + 1: (gamma_e**#k * r[k]))"),
    (r"f = \sum_{i=0}^{n} c_i x_1^i", None, "sum(i<n + 1: (c[i] * x_1**#i))"),
    (r"f = \sum_{i=0}^{n} c_i x_{max}^i", {"x_max": (), "c": (4,)}, "sum(i<n + 1: (c[i] * x_max**#i))"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), NAMED_APART, ids=[row[0] for row in NAMED_APART])
def test_an_index_above_what_a_word_names_apart_is_no_power(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted
