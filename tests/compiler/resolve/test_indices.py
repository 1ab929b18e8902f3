"""Index form: free, bound and spelled-out indices, ranges, sets, look-ups, recurrences."""

from __future__ import annotations

import pytest

from .dump import inputs, resolved, show

INDEXED = [
    (r"C_{ij} = \sum_k A_{ik} B_{kj}", (), None, "A:n×d B:d×k", "[i<n,j<k] sum(k<d: (A[i,k] * B[k,j]))"),
    (r"z_i = \sum_j \alpha_{ij} r_{ij}", (), None, "alpha:n×d r:n×d×k", "[i<n] sum(j<d: (alpha[i,j] * r[i,j]))"),
    (r"T_{hij} = \sum_{g} P_{hg} S_{gij}", (), None, "P:n×d S:d×m×k", "[h<n,i<m,j<k] sum(g<d: (P[h,g] * S[g,i,j]))"),
    (r"S'_{aij} = \sum_{b=1}^{H} P_{ab} S_{bij}", (), None, "P:n×H S:H×m×d", "[a<n,i<m,j<d] sum(b<H: (P[a,b] * S[b,i,j]))"),
    (r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{k} \exp(e_{ik})}", (), None, "e:n×d", "[i<n,j<d] (exp(e[i,j]) / sum(k<d: exp(e[i,k])))"),
    (r"\alpha_{ij} = \text{softmax}_j(e_{ij})", (), None, "e:n×d", "[i<n,j<d] softmax(e[i,j] along j)"),
    (r"a_{ij} = \mathrm{softmax}_{j \le i}(e_{ij})", (), None, "e:n×d", "[i<n,j<d] softmax(where((#j <= #i): e[i,j]; else -inf) along j)"),
    (
        (r"c_i = \sum_j \alpha_{ij} h_j, \qquad \alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}"),
        (),
        None,
        "e:n×d h:d×k",
        ("alpha[i_2<n,j_2<d] = (exp(e[i_2,j_2]) / sum(k<d: exp(e[i_2,k])))\n[i<n] sum(j<d: (alpha[i,j] * h[j]))"),
    ),
    (
        r"e_{t,i} = v^\top \tanh(W_h h_i + W_s s_t + b)",
        (),
        None,
        "v:n W_h:n×d h:m×d W_s:n×k s:p×k b:n",
        "[t<p,i<m] (v @ tanh(((W_h @ h[i]) + (W_s @ s[t]) + b)))",
    ),
    (
        r"e_{ij} = \frac{(x_i W^Q)(x_j W^K)^T}{\sqrt{d_k}}",
        (),
        None,
        "x:n×d W_Q:d×d_k W_K:d×d_k",
        "[i<n,j<n] (((x[i] @ W_Q) @ (x[j] @ W_K)) / <d_k>**1/2)",
    ),
    (
        r"\mathbf{O}_{i,:} = \sum_{j \le i} \mathbf{A}_{i,j} \cdot \mathbf{v}_j",
        (),
        None,
        "A:n×d v:d×k",
        "[i<n] sum(j<d if (#j <= #i): (A[i,j] * v[j]))",
    ),
    (
        r"\text{score}_{ij} = \frac{\mathbf{q}_i^\top \mathbf{k}_j}{\sqrt{d_k}} - m_h \cdot |i - j|",
        (),
        None,
        "q:n×d_k k:m×d_k m_h:()",
        "[i<n,j<m] (((q[i] @ k[j]) / <d_k>**1/2) + -(m_h * abs((#i + -#j))))",
    ),
    (
        r"h_i' = \sigma\left(\sum_{j \in \mathcal{N}_i} \alpha_{ij} W h_j\right)",
        (),
        None,
        "alpha:d×d W:n×k h:d×k N:d×d",
        "[i<d] sigmoid(sum(j<d if (N[i,j] != 0): (alpha[i,j] * (W @ h[j]))))",
    ),
    (r"y_i = \sum_{k=0}^{K-1} w_k x_{i+k}", (), None, "w:K x:K + n - 1", "[i<n] sum(k<K: (w[k] * x[(i + k)]))"),
    (r"S_i = S_{i-1} + k_i v_i^\top", (r"S_0 = 0",), None, "k:n×d v:n×p", "[i<n] sum(i_2<n if (#i_2 <= #i): outer(k[i_2], v[i_2]))"),
    (r"\frac{\partial p_i}{\partial x_j} = p_i(\delta_{ij} - p_j)", (), None, "p:n", "[i<n,j<n] (p[i] * ((#i == #j) + -p[j]))"),
    (r"a_i = \frac{e^{e_i}}{\sum_k e^{e_k}}", (), {"e": (3,)}, "e:n", "[i<n] (e**e[i] / sum(k<n: e**e[k]))"),
    (
        r"L = -\frac{1}{n} \sum [y \log(\hat{y}) + (1-y) \log(1-\hat{y})]",
        (),
        None,
        "y:n y_hat:n",
        "-((1 / <n>) * sum(i<n: ((y * log(y_hat)) + ((1 + -y) * log((1 + -y_hat))))[i]))",
    ),
    (
        r"\mathcal{L} = \sum_{i} \frac{1}{2\sigma_i^2}\mathcal{L}_i + \log \sigma_i",
        (),
        None,
        "sigma:n L:n",
        "sum(i<n: (((1 / (2 * sigma[i]**2)) * L[i]) + log(sigma[i])))",
    ),
    (r"H(X) = -\sum_{i} p(x_i) \log p(x_i)", (), None, "p:n", "-sum(i<n: (p[i] * log(p[i])))"),
    (r"\|v\| = \sqrt{v_1^2 + v_2^2 + ... + v_n^2}", (), None, "v:n", "sum(i<n: v[i]**2)**1/2"),
    (r"\hat{y} = \arg\max_k p_k", (), None, "p:n", "argmax(k<n: p[k])"),
    (r"\sum_{t=1}^{T} (n + t)", (), None, "n:() T:()", "sum(t<T: (n + #t))"),
    (
        r"(I * K)(i, j) = \sum_{m} \sum_{n} I(i+m, j+n)K(m, n)",
        (),
        None,
        "I:m + n - 1×d + k - 1 K:m×k",
        "[i<n,j<d] sum(m<m: sum(n<k: (I[(i + m),(j + n)] * K[m,n])))",
    ),
    (r"m_k = 2^{-\frac{8k}{h}}, \quad k = 1, \ldots, h", (), None, "h:()", "[k<h] 2**-((8 * #k) / <h>)"),
    (
        r"a_{t}(s) = \frac{\exp(\text{score}(h_t, g_s))}{\sum_{s'} \exp(\text{score}(h_t, g_{s'}))}",
        (r"\text{score}(h_t, g_s) = h_t^\top W_a g_s",),
        None,
        "h:n×d W_a:d×k g:m×k",
        "[t<n,s<m] (exp(((h[t] @ W_a) @ g[s])) / sum(s_prime<m: exp(((h[t] @ W_a) @ g[s_prime]))))",
    ),
    (
        r"e_{ij} = v^T \tanh(W s_{i-1} + U h_j)",
        (),
        None,
        "v:n W:n×d s_i_minus_1:d U:n×k h:m×k",
        "[j<m] (v @ tanh(((W @ s_i_minus_1) + (U @ h[j]))))",
    ),
    (
        r"e_{ij} = v^T \tanh(W s_{i-1} + U h_j)",
        (),
        {"v": (6,), "W": (6, 3), "s": (5, 3), "U": (6, 4), "h": (7, 4)},
        "v:n W:n×d s:m×d U:n×k h:p×k",
        "[i<m,j<p] (v @ tanh(((W @ s[i]) + (U @ h[j]))))",
    ),
    (
        r"H(A_i, Y_i) = -\sum_{c=1}^{C} Y_{ic} \log(\sigma(A_{ic}))",
        (r"\sigma(A_{ic}) = \frac{e^{A_{ic}}}{\sum\limits_{j=1}^{C} e^{A_{ij}}}",),
        None,
        "Y:n×C A:n×C",
        "[i<n] -sum(c<C: (Y[i,c] * log((e**A[i,c] / sum(j<C: e**A[i,j])))))",
    ),
    (
        r"\mathbf{y}_t = \frac{1}{Z} \sum_s \exp(c_{ts}) \mathbf{v}_s",
        (),
        None,
        "Z:() c:n×d v:d×k",
        "[t<n] ((1 / Z) * sum(s<d: (exp(c[t,s]) * v[s])))",
    ),
    (r"\hat{\mathbf{y}} = \mathbf{v}_1 + \tilde{\mathbf{w}}_2", (), None, "v_1:n w_tilde_2:n", "(v_1 + w_tilde_2)"),
    (
        r"\mathrm{softmax}(\mathbf{z})_i = \frac{e^{\mathbf{z}_i}}{\sum_j e^{\mathbf{z}_j}}",
        (),
        None,
        "z:n",
        "[i<n] (e**z[i] / sum(j<n: e**z[j]))",
    ),
    (r"f = \arg\max \text{softmax}(W x)", (), None, "W:n×d x:d", "argmax(i<n: softmax((W @ x))[i])"),
    (r"f = \text{argmax}(p)", (), None, "p:n", "argmax(i<n: p[i])"),
    (r"\text{Attn}(X_q, X_k) = X_q W X_k^\top", (), None, "X_q:n×d W:d×k X_k:m×k", "((X_q @ W) @ X_k')"),
    (r"s(x_q, x_k) = x_q^\top W x_k", (), None, "x:n×d W:d×d", "[q<n,k<n] ((x[q] @ W) @ x[k])"),
    (r"\text{FLOPs} \approx 6ND", (), None, "N:() D:()", "(6 * N * D)"),
    (r"\text{Cache} = 2 \times n_{layers} \times L \times b", (), None, "n_layers:() L:() b:()", "(2 * n_layers * L * b)"),
    (
        r"y = \frac{n + 2 \times pad[0] - kernel[0]}{stride[0]} + 1",
        (),
        None,
        "n:() pad_0:() kernel_0:() stride_0:()",
        "(((n + (2 * pad_0) + -kernel_0) / stride_0) + 1)",
    ),
    (r"y = W[1, 0]", (), None, "W:n×2", "(W @ [1, 0])"),
    (r"c = 1 + \cos(\frac{T_{cur}}{T_{max}} \pi)", (), None, "T_cur:() T_max:()", "(1 + cos(((T_cur / T_max) * pi)))"),
    (r"E = \sum_{i=1}^{N} d_k", (), None, "d_k:() N:()", "sum(i<N: d_k)"),
    (r"A' = softmax(K^T Q), O = V A'", (), None, "K:n×d Q:n×d_k V:m×d", "A_prime = softmax((K' @ Q) down)\n(V @ A_prime)"),
    (r"b = W \begin{bmatrix} b^{i,1} \\ b^{i,2} \end{bmatrix}", (), None, "W:n×2 b_i_1:() b_i_2:()", "(W @ [[b_i_1], [b_i_2]])"),
    (r"h = W \begin{bmatrix} h_{t-1} \\ x_t \end{bmatrix}", (), None, "W:n×d h_t_minus_1:m x_t:d - m", "(W @ concat-1(h_t_minus_1, x_t))"),
    (r"h = W \begin{bmatrix} x \\ y \end{bmatrix}", (), None, "W:n×2 x:() y:()", "(W @ [[x], [y]])"),
    (
        r"c_t = \sum_{s \in [t-D, t+D]} a_{ts} h_s",
        (),
        None,
        "a:n×d h:d×k D:()",
        "[t<n] sum(s<d if (#s >= (#t + -D)) and (#s <= (#t + D)): (a[t,s] * h[s]))",
    ),
    (
        r"M_{ij} = \begin{cases} 1 & j \in [i - w, i] \\ 0 & \text{otherwise} \end{cases}",
        (),
        None,
        "w:() n:() m:()",
        "[i<n,j<m] where(((#i + -w) <= #j) and (#j <= #i): 1; else 0)",
    ),
    (r"Y = A(BC)", (), None, "A:n×d B:d×k C:k×p", "(A @ (B @ C))"),
    (r"L = N \sum_{i=1}^N f_i P_i", (), None, "f:N P:N", "(<N> * sum(i<N: (f[i] * P[i])))"),
    (r"L_{aux} = \sum_i f_i \cdot P_i", (), None, "f:n P:n", "sum(i<n: (f[i] * P[i]))"),
    (r"WER = \frac{S + D + I}{N}", (), None, "S:() D:() I:() N:()", "((S + D + I) / N)"),
    (r"S = \frac{A + I}{2}", (), None, "A:d×d", "((A + I) / 2)"),
    (r"y = \frac{TP}{\sqrt{(TP + FP) * (TP + FN)}}", (), None, "TP:() FP:() FN:()", "(TP / ((TP + FP) * (TP + FN))**1/2)"),
    (r"w = \frac{C}{N} * \frac{C}{P}", (), None, "C:() N:() P:()", "((C / N) * (C / P))"),
    (r"\text{mAP} = \frac{1}{n} \sum_{i=1}^n AP_i", (), None, "AP:n", "((1 / <n>) * sum(i<n: AP[i]))"),
    (r"x'_i = \frac{x_i}{\sqrt{|\mathcal{V}|}}", (), None, "x:n V:()", "[i<n] (x[i] / abs(V)**1/2)"),
    (r"y = M^{-\ell}", (), None, "M:() ell:()", "M**-ell"),
    (r"J = \frac{1}{2} D_{KL}(P \| M)", (), None, "P:n M:n", "((1 / 2) * sum(i<n: (P[i] * log((P[i] / M[i])))))"),
    (r"E = 1 - \max_c p_c \ (\text{Fehler})", (), None, "p:n", "(1 + -max(c<n: p[c]))"),
    (r"b = y - a x （截距）", (), None, "y:() a:() x:()", "(y + -(a * x))"),
    (r"k = \exp(-\Delta^2)", (), None, "Delta:()", "exp(-Delta**2)"),
    (r"s = x + \bar{\varepsilon}", (), None, "x:() varepsilon_bar:()", "(x + varepsilon_bar)"),
    (r"p_{wc} = \frac{N_{wc} + a}{N_c + a |V|}", (), None, "N:n×d a:() N_c:d V:()", "[w<n,c<d] ((N[w,c] + a) / (N_c[c] + (a * abs(V))))"),
    (r"\[ u_i = a_i \] \[ v_i = c_i \]", (), None, "a:n", "[i<n] a[i]"),
    (r"c = a .* b + d ./ f", (), None, "a:n b:n d:() f:()", "((a * b) + (d / f))"),
    (
        r"l(x, y) = \frac{2 \mu_x \mu_y + c}{\mu_x^2 + \mu_y^2}",
        (),
        None,
        "mu_x:() mu_y:() c:()",
        "(((2 * mu_x * mu_y) + c) / (mu_x**2 + mu_y**2))",
    ),
    (r"d(i, j) = |x_i - x_j|", (), None, "x:n", "[i<n,j<n] abs((x[i] + -x[j]))"),
    (r"K_k = P_k^- H^\top R", (), None, "P_k_minus:n×d H:m×d R:m×k", "((P_k_minus @ H') @ R)"),
    (r"s = \sum_{i: y_i = c} x_i", (), None, "x:n y:n c:()", "sum(i<n if (y[i] == c): x[i])"),
    (r"f(x, c) = c x^{c-1} \exp(-x^c)", (), None, "c:() x:()", "(c * x**(c + -1) * exp(-x**c))"),
    (r"T^{\{dst\}} + x", (), None, "T_dst:() x:()", "(T_dst + x)"),
    (r"x = z + \mathbf{Ky}", (), None, "z:n K:n×d y:d", "(z + (K @ y))"),
    (r"F = \frac{SSB}{SSW}", (), None, "SSB:() SSW:()", "(SSB / SSW)"),
    (r"f(\mathbf{h}, \mathbf{t}) = \sum_i \mathbf{h}_i \mathbf{t}_i", (), None, "h:n t:n", "sum(i<n: (h[i] * t[i]))"),
    (r"Y = G + \epsilon I", (), None, "G:d×d epsilon:()", "(G + (epsilon * I))"),
    (r"y = k \ln(L)", (), None, "k:() L:()", "(k * log(L))"),
    (r"D = \frac{1}{|Z|} \sum_u g_u", (), None, "Z:() g:n", "((1 / abs(Z)) * sum(u<n: g[u]))"),
    (r"J = -y^\top \log(h)", (), None, "y:n h:n", "-(y @ log(h))"),
    (r"o = \sum_i w_i V_i", (), None, "w:n V:n×d_v", "sum(i<n: (w[i] * V[i]))"),
    (
        r"\theta_{\text{ema}} = 0.9 \theta_{\text{ema}} + 0.1 \theta",
        (),
        {"theta_ema": (4,), "theta": (4,)},
        "theta_ema:n theta:n",
        "((0.9 * theta_ema) + (0.1 * theta))",
    ),
    (r"Y = 6ND", (), None, "N:n×d D:d×k", "(6 * (N @ D))"),
]


@pytest.mark.parametrize(("latex", "context", "shapes", "given", "meaning"), INDEXED, ids=[row[0] for row in INDEXED])
def test_index_form(latex, context, shapes, given, meaning):
    program = resolved(latex, context, shapes)
    assert inputs(program) == given
    assert show(program) == meaning


LABELS = [
    ("a star", r"\mu_* = K_*^\top (K + \lambda I)^{-1} y", "mu_star", "K_star:d×k K:d×d lambda_:() y:d"),
    ("two stars", r"v = k_{**} - k_*^\top k_*", "v", "k_starstar:() k_star:n"),
    ("a plus", r"y_+ = x_+ + 1", "y_plus", "x_plus:()"),
    ("a letter that tells two matrices apart", r"\mu_s = K_s^\top (K + \lambda I)^{-1} y", "mu_s", "K_s:d×k K:d×d lambda_:() y:d"),
    ("a row of weights", r"y_i = W_i^\top x", "y", "W:n×d x:d"),
    ("a row beside the whole", r"P_i = \frac{X_i}{\|X\|_F}", "P", "X:n×d"),
]


@pytest.mark.parametrize(("why", "latex", "name", "given"), LABELS, ids=[row[0] for row in LABELS])
def test_a_sign_or_a_letter_beside_the_bare_matrix_is_a_label(why, latex, name, given):
    program = resolved(latex)
    assert (program.name, inputs(program)) == (name, given)


WHOLE = [
    ("the last side", r"h_i = \sum_j A_{ij} V_j = A V", None, "(A @ V)"),
    (
        "a table of conditions",
        r"P(j|i) = \frac{e^{q_i \cdot k_j}}{\sum_m e^{q_i \cdot k_m}} = \text{softmax}(q k^\top)",
        {"q": (3, 4), "k": (5, 4)},
        "softmax((q @ k'))",
    ),
    ("a vector", r"p_i = \frac{e^{z_i}}{\sum_j e^{z_j}} = \text{softmax}(z)", None, "softmax(z)"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "wanted"), WHOLE, ids=[row[0] for row in WHOLE])
def test_a_last_side_that_is_all_entries_at_once_counts_nothing(why, latex, shapes, wanted):
    assert show(resolved(latex, shapes=shapes)) == wanted


ENTRIES = [
    ("entries behind the whole", r"h_i = A V = \sum_j A_{ij} V_j", "[i<n] sum(j<d: (A[i,j] * V[j]))"),
    ("one value for all", r"y_i = x_i + c", "[i<n] (x[i] + c)"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), ENTRIES, ids=[row[0] for row in ENTRIES])
def test_entries_keep_their_indices(why, latex, wanted):
    assert show(resolved(latex)) == wanted


def test_the_letters_of_a_distribution_below_an_expectation_stay_indices():
    assert inputs(resolved(r"o_t = \sum_s \alpha_{ts} v_s = \mathbb{E}_{s \sim p(\cdot \mid t)}[v_s]")) == "alpha:n×d v:d×k"


def test_a_side_in_words_does_not_change_the_letters_of_the_others():
    score = r"\alpha_{ts} = \frac{\exp(q_t^\top k_s)}{\sum_j \exp(q_t^\top k_j)} = p(\text{attend to place } s \mid \text{query } t)"
    assert inputs(resolved(r"o_t = \sum_s \alpha_{ts} v_s", (score,))) == "q:n×d k:m×d v:m×p"


COUNTED = [
    r"\text{Mem}_{KV} = 2 \times B \times L \times N_{heads}",
    r"\text{Arithmetic Intensity} = \frac{2MNK}{(MK + NK + MN) \cdot \text{bytes}}",
]


@pytest.mark.parametrize("latex", COUNTED)
def test_words_of_what_is_counted_make_numbers(latex):
    assert {given.split(":")[1] for given in inputs(resolved(latex)).split()} == {"()"}


@pytest.mark.parametrize(
    ("context", "given"),
    [
        ((), "Q:n×d_k K:m×d_k"),
        (("d = 8",), "Q:n×d_k K:m×d_k"),  # says nothing about d_k
        (("d_k = 8",), "Q:n×d K:m×d d_k:()"),
    ],
)
def test_a_width_under_a_root_is_an_axis_unless_the_note_says_what_it_is(context, given):
    assert inputs(resolved(r"\frac{QK^\top}{\sqrt{d_k}}", context)) == given


UNDER_ROOTS = [
    ("a sum before the quotient", r"S_{ij} = \sum_n \frac{q_{i,n} k_{j,n}}{\sqrt{d_k}}", "q:n×d_k k:m×d_k"),
    ("before the weights", r"O = \frac{1}{\sqrt{d_k}} \text{softmax}(Q K^\top) V", "Q:n×d_k K:m×d_k V:m×d_v"),
    ("below the weights", r"O = \frac{\text{softmax}(Q K^\top)}{\sqrt{d_k}} V", "Q:n×d_k K:m×d_k V:m×d_v"),
    ("a d of anything", r"O = \frac{1}{\sqrt{d}} \text{softmax}(Q K^\top) V", "Q:n×d_k K:m×d_k V:m×d_v d:()"),
    ("degrees", r"h_i = \sum_j \frac{A_{ij}}{\sqrt{d_i} \sqrt{d_j}} x_j", "A:k×k d:k x:k"),
    ("one degree", r"y_i = \sum_j \frac{a_{ij} x_j}{\sqrt{d_j}}", "a:n×k x:k×p d:k"),
    ("keys, though k counts", r"o_k = \sum_j \frac{q_k^\top k_j}{\sqrt{d_k}} v_j", "q:n×d_k k:m×d_k v:m×d"),
    ("a head", r"A_h = \text{softmax}(\frac{Q_h K_h^\top}{\sqrt{d_h}})", "Q:n×m×d_h K:n×p×d_h"),
    ("no product", r"y = \sum_j \frac{a_j}{\sqrt{\sigma}}", "a:n sigma:()"),
]


@pytest.mark.parametrize(("why", "latex", "given"), UNDER_ROOTS, ids=[row[0] for row in UNDER_ROOTS])
def test_sizes_and_degrees_under_roots(why, latex, given):
    assert inputs(resolved(latex)) == given
