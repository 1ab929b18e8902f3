"""Square brackets behind a value."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, meaning, resolved, show


def test_a_letter_before_square_brackets_is_looked_up_everywhere():
    assert meaning(r"y = \sum_k h[k] x[k]") == "sum(k<n: (h[k] * x[k]))"
    with pytest.raises(UnsupportedError):
        resolved(r"y = \sum_k h[k] x[n-k]")


PICKED = [
    (r"\ell(x, c) = \log(\sum_j \exp(x[j])) - x[c]", "(log(sum(j<n: exp(x[j]))) + -x[c])"),
    (r"y = \sum_j x[j] a[b]", "sum(j<n: (x[j] * a[b]))"),
    (r"y = \text{softmax}(x)[0]", "softmax(x)[0]"),
    (r"y = (x + 1)[0]", "(x + 1)[0]"),
    (r"y = \text{LN}(X)[-1]", "layer_norm(X)[(<n> + -1)]"),
    (r"L = -\log \text{softmax}(z)[y]", "-log(softmax(z))[y]"),
    (r"p_i = \text{softmax}(z)[i]", "[i<n] softmax(z)[i]"),
    (r"y = x[\arg\max p]", "x[argmax(i<n: p[i])]"),
    (r"e = E[\text{token}]", "mean(token)"),
    (r"e = W[\text{token}]", "W[token]"),
]


@pytest.mark.parametrize(("latex", "wanted"), PICKED)
def test_a_number_a_letter_a_word_or_the_place_of_an_extreme_in_square_brackets_picks_an_entry(latex, wanted):
    assert show(resolved(latex)) == wanted


FACTORS = [
    (r"y = n[n-1]", "(n * (n + -1))"),
    (r"y = a[b + c]", "(a * (b + c))"),
    (r"y = (a + b)[c + d]", "((a + b) * (c + d))"),
    (r"y = W[h]", "(W @ h)"),
    (r"y = (W + U)[h; x]", "((W + U) @ concat-1(h, x))"),
]


@pytest.mark.parametrize(("latex", "wanted"), FACTORS)
def test_sums_and_vectors_in_square_brackets_are_factors(latex, wanted):
    assert show(resolved(latex)) == wanted


@pytest.mark.parametrize("latex", [r"y = (W + U)[h]", r"y = f[x]", r"y = A^T[2]"])
def test_a_bracket_that_may_be_either_is_refused(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)


def test_the_place_of_an_extreme_counts_the_entries_of_what_it_is_a_place_in():
    assert [parameter.shape for parameter in resolved(r"y = x[\arg\max p]").inputs[:2]] == [resolved("y = x[c] ").inputs[0].shape] * 2


@pytest.mark.parametrize(("latex", "name"), [(r"N_t = \sum_c \text{size}[K_t^c]", "size"), (r"\tau = \sum_{i=1}^k z_{(i)}", "z")])
def test_a_word_before_an_array_and_an_entry_in_order_of_size_are_not_looked_up(latex, name):
    with pytest.raises(UnsupportedError, match=name):
        resolved(latex)


@pytest.mark.parametrize(
    ("latex", "given", "shape"),
    [
        (r"P = S - m[:, None]", "S:n×d m:n", 2),
        (r"O = X / \ell[:, \text{None}]", "X:n×d ell:n", 2),
        (r"Y = a[:, None] \odot b[None, :]", "a:n b:m", 2),
    ],
)
def test_a_new_axis_stands_beside_columns_or_rows(latex, given, shape):
    program = resolved(latex)
    assert (inputs(program), len(program.shape)) == (given, shape)


def test_a_new_axis_of_a_matrix_is_refused():
    with pytest.raises(UnsupportedError, match="new axis"):
        resolved(r"Y = X[:, None]", shapes={"X": (2, 3)})
