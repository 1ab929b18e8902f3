"""Letters below operators and in brackets are used as indices."""

from __future__ import annotations

import pytest

from ...dump import meaning

LETTERS = [
    (r"\alpha_{ts} = \frac{\exp(e_{ts})}{\sum_{s'=1}^{S} \exp(e_{ts'})}", "[t<n,s<S] (exp(e[t,s]) / sum(s_prime<S: exp(e[t,s_prime])))"),
    (r"\alpha^{<t,t'>} = e^{<t,t'>} / \sum_{t'} e^{<t,t'>}", "[t<n,t_prime<d] (e[t,t_prime] / sum(t_prime_2<d: e[t,t_prime_2]))"),
    (r"K(u) = \frac{3}{4}(1-u^2) \mathbb{1}_{|u| \le 1}", "((3 / 4) * (1 + -u**2) * where((abs(u) <= 1): 1; else 0))"),
    (r"K(u)=\frac12 \mathbb 1_{|u|\le 1}", "((1 / 2) * where((abs(u) <= 1): 1; else 0))"),
    (r"F(t) = \frac{1}{n}\sum_{i=1}^n \mathbb{1}_{x_i \le t}", "((1 / <n>) * sum(i<n: where((x[i] <= t): 1; else 0)))"),
    (r"M(i,j) = \mathbb{1}_{|i-j| \le 2}", "[i<n,j<m] where((abs((#i + -#j)) <= 2): 1; else 0)"),
    (r"M(i,j) = \mathbb{1}_{i \ge j}", "[i<n,j<m] where((#i >= #j): 1; else 0)"),
    (r"K_{ij} = e^{\langle x_i, x_j \rangle}", "[i<n,j<n] e**(x[i] @ x[j])"),
    (r"c_t = \sum_s a_t(s) \bar h_s", "[t<n] sum(s<d: (a[t,s] * h_bar[s]))"),
    (r"g_c = \sum_{i,j} u_c(i, j)", "[c<n] sum(i<m: sum(j<d: u[c,i,j]))"),
    (r"d_{ij} = \sum_{l=j+1}^{i} f_l", "[i<n,j<n] sum(l<n if (#l <= #i) and (#l >= (#j + 1)): f[l])"),
    (r"o_i = \sum_{j' \le i} a_{ij'} v_{j'}", "[i<n] sum(j_prime<d if (#j_prime <= #i): (a[i,j_prime] * v[j_prime]))"),
    (r"\sum_{j \ne k} x_j", "[k<n] sum(j<n if (#j != #k): x[j])"),
    (r"\sum_{j \ne k} x_j x_k", "sum(j<n: sum(k<n if (#j != #k): (x[j] * x[k])))"),
    (r"\sum_{j \le i} a_{ij} v_j", "[i_2<n] sum(j<d if (#j <= #i_2): (a[i_2,j] * v[j]))"),
    (r"\sum_{j \le t} (q_t^\top k_j) v_j", "[t_2<n] sum(j<m if (#j <= #t_2): ((q[t_2] @ k[j]) * v[j]))"),
    (r"q_t^\top \sum_{j \le t} k_j v_j^\top", "[t_2<n] (q[t_2] @ sum(j<m if (#j <= #t_2): outer(k[j], v[j])))"),
    (
        r"\sum_{j \le t} (q_t^\top k_j) v_j = q_t^\top \sum_{j \le t} k_j v_j^\top",
        "[t<n] (q[t] @ sum(j_2<m if (#j_2 <= #t): outer(k[j_2], v[j_2])))",
    ),
    (r"o = \sum_{j \le t} a_{tj} v_j", "[t<n] sum(j<d if (#j <= #t): (a[t,j] * v[j]))"),
    (r"\mathcal{L} = \sum_{s < t} (x_s - x_t)^2", "sum(s<n: sum(t<n if (#s < #t): (x[s] + -x[t])**2))"),
    (r"\sum_{i < j} w_{ij} x_i x_j", "sum(i<d: sum(j<d if (#i < #j): (w[i,j] * x[i] * x[j])))"),
    (r"\sum_{i=1}^{n} \sum_{j \le i} a_{ij}", "sum(i<n: sum(j<d if (#j <= #i): a[i,j]))"),
    (r"\sum_{i \ne j} A_{ij}", "sum(i<n: sum(j<d if (#i != #j): A[i,j]))"),
    (r"y = \frac{x - \min(x)}{\max(x) - \min(x)}", "((x + -min(i<n: x[i])) / (max(i_2<n: x[i_2]) + -min(i_3<n: x[i_3])))"),
]


@pytest.mark.parametrize(("latex", "wanted"), LETTERS, ids=[row[0] for row in LETTERS])
def test_letters(latex, wanted):
    assert meaning(latex) == wanted
