r"""`S_{\text{ij}}` is `S_{ij}` where i and j count."""

from __future__ import annotations

import pytest

from ....dump import inputs, meaning, resolved

SCORES = (r"S_{\text{ij}} = Q_i.K_j/\sqrt{d}",)
INDICES = [
    (
        r"o_i = \sum_j^{}{( \exp(S_{\text{ij}}) / \sum_l^{}{\exp(S_{\text{il}})} ).V_j}",
        r"o_i = \sum_j^{}{( \exp(S_{ij}) / \sum_l^{}{\exp(S_{il})} ).V_j}",
    ),
    (r"o_i = \sum_j S_{\mathrm{ij}} V_j", r"o_i = \sum_j S_{ij} V_j"),
    (r"o_b = \sum_{i,j} a_{\text{bij}} v_{i,j}", r"o_b = \sum_{i,j} a_{bij} v_{i,j}"),
    (r"e_{\text{ij}} = q_i^\top k_j", r"e_{ij} = q_i^\top k_j"),
    (r"c_{\text{ik}} = \sum_j a_{\text{ij}} b_{\text{jk}}", r"c_{ik} = \sum_j a_{ij} b_{jk}"),
]


@pytest.mark.parametrize(("latex", "same"), INDICES)
def test_letters_that_count(latex, same):
    assert meaning(latex) == meaning(same)
    assert inputs(resolved(latex)) == inputs(resolved(same))


def test_a_definition_in_the_same_font():
    latex, same = INDICES[0]
    plain = tuple(each.replace(r"\text{ij}", "ij") for each in SCORES)
    assert meaning(latex, context=SCORES) == meaning(same, context=plain)
    assert inputs(resolved(latex, context=SCORES)) == "Q:n×d K:m×d V:m×d_v"


WORDS = [
    (r"y = \sum_i W_{\text{in}} x_i", "W_in"),
    (r"y_i = \sum_n W_{\text{in}} x_{i,n}", "W_in"),
    (r"L = L_{\text{kl}} + \sum_{k,l} x_{k,l}", "L_kl"),
    (r"y_i = \frac{x_i}{x_{\text{max}}}", "x_max"),
    (r"y = \sqrt{d_{\text{model}}} x", "d_model"),
    (r"y = \sum_j z_{\text{mn}} x_j", "z_mn"),
]


@pytest.mark.parametrize(("latex", "name"), WORDS)
def test_words_stay_labels(latex, name):
    assert f"{name}:" in inputs(resolved(latex))
