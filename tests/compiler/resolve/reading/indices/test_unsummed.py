"""A letter below two factors that nothing sums over is refused; labels, sums, and indices of the left side are left alone."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import meaning

UNSUMMED = [
    r"c_i = A_{ij} b_j",
    r"c_{ik} = A_{ij} B_{jk}",
    r"c_i = \epsilon_{ijk} a_j b_k",
    r"y_i = \sigma(W_{ij} x_j + b_i)",
    r"y_i = A_{ij} \cdot x_j",
    r"F_\mu = g_{\mu\nu} x_\nu",
    r"y_i = w_{i,k} x_k - c_i",
    r"o_i = (q_i \cdot k_j) v_j",
    r"o_i = \mathrm{softmax}(q_i^\top k_j) v_j",
    r"O_i = \mathrm{softmax}\left(\frac{Q_i \cdot K_j}{\sqrt{d_k}}\right) \cdot V_j",
    r"z_i = \mathrm{softmax}(e_{ij}) v_j",
    r"c_t = \mathrm{softmax}(h_i^\top s_t) h_i",
]


@pytest.mark.parametrize("latex", UNSUMMED)
def test_a_repeated_letter_is_refused(latex):
    with pytest.raises(UnsupportedError, match="nothing sums over it"):
        meaning(latex)


OTHERS = [
    (r"y_i = \sum_j A_{ij} x_j", "[i<n] sum(j<d: (A[i,j] * x[j]))"),
    (r"C_{ij} = A_{ij} B_{ij}", "[i<n,j<d] (A[i,j] * B[i,j])"),
    (r"a_i = \mathrm{softmax}(h_i^\top s_t)", "[i<n] softmax((h[i] @ s_t) along i)"),
    (r"y_i = (x_i - \mu_k) w_k", "[i<n] ((x[i] + -mu_k) * w_k)"),
    (r"o_i = \left(\sum_j q_i k_j\right) v", "[i<n] (sum(j<m: (q[i] * k[j])) * v)"),
    (r"y_i = w_{ik} + x_k", "[i<n] (w_k[i] + x_k)"),
    (r"h_t = W_{ih} x_t + W_{hh} h_{t-1}", "((W_ih @ x_t) + (W_hh @ h_t_minus_1))"),
    (r"s_{ij}^{h} = q_i^{h} \cdot k_j^{h}", "[i<n,j<p,h<m] (q[i,h] @ k[j,h])"),
]


@pytest.mark.parametrize(("latex", "wanted"), OTHERS, ids=[row[0] for row in OTHERS])
def test_what_is_summed_or_a_label_is_read(latex, wanted):
    assert meaning(latex) == wanted
