"""Functions of vectors and matrices: over which axis or index their core runs."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError, UnsupportedError

from ...dump import meaning, resolved

CORES = [
    (r"\mathrm{softmax}(A)", "softmax(A)"),
    (r"\mathrm{softmax}_{col}(A)", "softmax(A down)"),
    (r"\mathrm{softmax}_j(x_j)", "[j<n] softmax(x[j] along j)"),
    (r"\alpha_{ij} = \mathrm{softmax}(q_i^\top k_j)", "[i<n,j<m] softmax((q[i] @ k[j]) along j)"),
    (r"\alpha_{ij} = \mathrm{softmax}(k_j^\top q_i)", "[i<m,j<n] softmax((k[j] @ q[i]) along j)"),
    (r"\alpha_i^t = \mathrm{softmax}(e_i^t)", "[i<n,t<d] softmax(e[i,t] along i)"),
    (r"c_i = \sum_j \mathrm{softmax}(k_j^\top q_i) v_j", "[i<m] sum(j<n: (softmax((k[j] @ q[i]) along j) * v[j]))"),
    (r"\mathrm{tr}(A)", "trace(A)"),
    (r"\mathrm{diag}(x)", "diag(x)"),
    (r"\mathrm{diag}(A)", "diagonal(A)"),
]


@pytest.mark.parametrize(("latex", "wanted"), CORES)
def test_cores(latex, wanted):
    assert meaning(latex) == wanted


NO_AXIS_OF_THAT_NAME = [
    (r"\mathrm{softmax}_{foo}(A)", "unsupported.function_script"),
]


@pytest.mark.parametrize(("latex", "key"), NO_AXIS_OF_THAT_NAME)
def test_no_axis_of_that_name(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key


def test_a_query_and_one_key_at_the_same_place_are_no_weights():
    with pytest.raises(UnsupportedError, match="several keys"):
        resolved(r"a_t = \text{softmax}(K_t^\top q_t)")


def test_several_keys_at_each_place_are():
    program = resolved(r"o_t = V_t^\top \text{softmax}(K_t^\top q_t)", shapes={"K": (2, 3, 4), "q": (2, 3), "V": (2, 4, 5)})
    assert len(program.shape) == 2


def test_weights_of_one_index_do_not_weigh_what_has_none():
    program = resolved(r"H_t = \text{softmax}(h_t W (X U)^\top) X Z")
    assert [len(parameter.shape) for parameter in program.inputs if parameter.name == "X"] == [2]
