"""Functions that the note defines, with the arguments of each call put in."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import inputs, meaning, resolved, show

CALLS = [
    ("f(A)", ("f(x) = x^2 + 1",), "(A**2 + 1)"),
    ("f(a, b)", ("f(x, y) = x y",), "(a * b)"),
    ("s_i = f(z_i)", (r"f(x) = \tanh(W x)",), "[i<m] tanh((W @ z[i]))"),
    ("d(a)", (r"d(\sigma^2) = \sigma^2 + \sigma",), "(a + a**1/2)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), CALLS)
def test_calls(latex, context, wanted):
    assert meaning(latex, context) == wanted


CALLS_THAT_DO_NOT_FIT = [
    ("f(a)", ("f(x, y) = x y",), "unsupported.unknown_function"),
    ("g(2)", ("g(x) = x_1 + x_2",), "unsupported.unused_parameter"),
    ("f(3) + f'(3)", ("f(x) = x^2 + 1", "f'(x) = 2x", "f(x) = x^3"), "unsupported.unknown_function"),  # of the f before
]


@pytest.mark.parametrize(("latex", "context", "key"), CALLS_THAT_DO_NOT_FIT)
def test_calls_that_do_not_fit(latex, context, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, context)
    assert refused.value.message.key == key


SOFTMAX = r"\text{softmax}(x) = \frac{\exp(x_i)}{\sum_j \exp(x_j)}"
ENTRY_BY_ENTRY = [
    ("a known function, for a matrix", r"O = \text{softmax}(QK^\top) V", SOFTMAX, "(softmax((Q @ K')) @ V)"),
    ("a known function, for a vector", r"p = \text{softmax}(W h)", SOFTMAX, "softmax((W @ h))"),
    (
        "a gain makes it the note's own",
        r"y = \text{RMSNorm}(x)",
        r"\text{RMSNorm}(x) = \frac{x_i}{\sqrt{\sum_j x_j^2}} g_i",
        "table(i: ((x[i] / sum(j<n: x[j]**2)**1/2) * g[i]))",
    ),
    (
        "a number of the same word",
        r"y = \text{Norm}(\mathbf{z})",
        r"\text{Norm}(x) = \frac{x_i}{\sqrt{\sum_j x_j^2}}",
        "table(i: (z[i] / sum(j<n: z[j]**2)**1/2))",
    ),
]


@pytest.mark.parametrize(("why", "latex", "definition", "wanted"), ENTRY_BY_ENTRY, ids=[row[0] for row in ENTRY_BY_ENTRY])
def test_functions_that_are_defined_entry_by_entry(why, latex, definition, wanted):
    assert meaning(latex, (definition,)) == wanted


OF_A_VECTOR = [
    (r"O = \text{softmax}_1(QK^\top) V", r"\text{softmax}_1(x) = \frac{\exp(x_i)}{1 + \sum_j \exp(x_j)}"),
    (r"Y = \text{LN}(X) W", r"\text{LN}(x) = \frac{x_i - \mu}{\sigma} \gamma_i + \beta_i"),
    (r"Y = \text{softmax}(X)", r"\text{softmax}(z)_i = \frac{e^{z_i / T}}{\sum_j e^{z_j / T}}"),
]


@pytest.mark.parametrize(("latex", "definition"), OF_A_VECTOR)
def test_of_a_matrix_the_axis_is_not_written(latex, definition):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, (definition,))
    assert refused.value.message.key == "unsupported.of_one_vector"


def test_a_product_of_a_number_with_what_is_made_of_it_is_entry_by_entry():
    text = show(resolved(r"Y = f(X W)", (r"f(z) = z \cdot \frac{1}{1 + e^{-z}}",)))
    assert "* (1 / (1 + " in text
    assert ") @ (1 /" not in text


PLACES = [
    (r"a_{ij} = \exp(\text{score}(x_i, x_j))", "[i<n,j<n] exp((q[i] @ k[j]))"),
    (r"z_i = \sum_m \text{score}(x_i, x_m)", "[i<n] sum(m<n: (q[i] @ k[m]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), PLACES)
def test_parameters_of_one_letter_tell_the_places_of_what_the_body_is_made_of(latex, wanted):
    assert meaning(latex, (r"\text{score}(x_i, x_j) = q_i \cdot k_j",)) == wanted


def test_another_quantity_is_no_other_place():
    with pytest.raises(FormulaError):
        meaning(r"a_{ij} = \text{score}(y_i, x_j)", (r"\text{score}(x_i, x_j) = q_i \cdot k_j",))


def test_an_entry_at_two_places_is_put_in_at_both():
    softmax = r"\sigma(z_{ik}) = \frac{e^{z_{ik}}}{\sum_{j=1}^{K} e^{z_{ij}}}"
    told = meaning(r"L_i = -\sum_{k=1}^{K} y_{ik} \log \sigma(z_{ik})", (softmax,))
    assert "z[i,k]" in told
    assert "z[k,k]" not in told
    assert inputs(resolved(softmax)) == "z:n×K"
