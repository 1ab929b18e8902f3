r"""Functions along an axis: a softmax among the members of a set, and arrays that a list joins."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError, UnsupportedError

from ...dump import inputs, meaning, resolved, show


@pytest.mark.parametrize(
    "latex",
    [
        r"\alpha_{ij} = \mathrm{softmax}_{j \in N(i)}(e_{ij})",
        r"\alpha_{ij} = \mathrm{softmax}_{j \in \mathcal{N}_i}(e_{ij})",
    ],
)
def test_a_softmax_among_the_members_of_a_set(latex):
    assert "N[i,j] != 0" in show(resolved(latex))


@pytest.mark.parametrize("latex", [r"\mathrm{softmax}_{j = 1}(x_j)", r"\alpha_j = \mathrm{LN}_{j \in N(i)}(e_{ij})"])
def test_other_subscripts_are_refused(latex):
    with pytest.raises(FormulaError):
        resolved(latex)


@pytest.mark.parametrize("latex", [r"y = x + \mathrm{Norm}(W x)", r"\text{Norm}(Q K^\top) V"])
def test_which_normalisation_is_asked(latex):
    with pytest.raises(UnsupportedError) as refused:
        resolved(latex)
    assert refused.value.message.key == "unsupported.which_normalisation"


def test_a_norm_in_small_letters_is_a_length():
    assert show(resolved(r"y = \mathrm{norm}(\mathbf{x})")) == "norm(x)"


@pytest.mark.parametrize(
    ("latex", "ranks"),
    [
        (r"\mathrm{Concat}(head_1, \ldots, head_h) W^O", {"head": 2, "W_O": 2}),
        (r"\mathrm{Concat}(H_1, \ldots, H_h) W^O", {"H": 3, "W_O": 2}),
    ],
)
def test_what_a_list_joins_are_arrays(latex, ranks):
    assert {parameter.name: len(parameter.shape) for parameter in resolved(latex).inputs} == ranks


def test_feature_maps_of_a_query_and_a_key_multiply_to_a_number():
    program = resolved(r"\phi(q)^\top \phi(k)", (r"\phi(x) = \mathrm{elu}(x) + 1",))
    assert [len(parameter.shape) for parameter in program.inputs] == [1, 1]
    assert program.shape == ()


NAMED_BELOW = [(r"y = \sigma_q(Q)", "sigmoid(Q)"), (r"Y_t = \sigma_q(Q_t)", "[t<n] sigmoid(Q[t])"), (r"g = \sigma_k(k)", "sigmoid(k)")]


@pytest.mark.parametrize(("latex", "wanted"), NAMED_BELOW)
def test_a_letter_below_a_sigmoid_may_name_its_argument(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize("latex", [r"f = \sigma_g(Wx)", r"h = \sigma_h(c)", r"h = \sigma_h(h)", r"y = \sigma_q(K)"])
def test_another_letter_below_a_sigmoid_tells_functions_apart(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)


SWISH = [
    (r"y = \text{Swish}_\beta(x)", "(x * sigmoid((beta * x)))"),
    (r"y = \text{Swish}_1(x W)", "silu((x @ W))"),
]


@pytest.mark.parametrize(("latex", "wanted"), SWISH, ids=[row[0] for row in SWISH])
def test_the_slope_of_swish_stands_below_it(latex, wanted):
    assert show(resolved(latex)) == wanted


@pytest.mark.parametrize(
    ("latex", "shape"),
    [(r"\text{softmax}(2, 1, 0)", "3"), (r"\text{softmax}(s_1, s_2, -1 + s_3)", "3"), (r"\text{softmax}(0, \ln 2)_2", "")],
)
def test_several_numbers_are_the_entries_of_one_vector(latex, shape):
    program = resolved(latex)
    assert ",".join(map(str, program.shape)) == shape
    assert "reading.entries_listed" in {reading.key for reading in program.readings}


@pytest.mark.parametrize("latex", [r"\text{softmax}(z, 1)", r"\text{softmax}(QK^\top, d)", r"\text{softmax}(x, T)"])
def test_a_second_argument_that_may_be_an_axis_or_a_temperature_is_refused(latex):
    with pytest.raises(UnsupportedError, match="1 needed, 2 given"):
        resolved(latex)


def test_the_cosine_of_queries_and_keys_is_one_number_for_each_pair():
    assert inputs(resolved(r"A = \mathrm{softmax}(\cos(Q, K) / \tau + B) V")) == "Q:n×d_k K:d×d_k tau:() B:n×d V:d×d_v"
    assert inputs(resolved(r"A = \mathrm{CosSim}(Q, K)", shapes={"Q": (3, 4), "K": (5, 4)})) == "Q:n×d_k K:m×d_k"
    assert inputs(resolved(r"s = \cos(q, k)")) == "q:n k:n"
    assert inputs(resolved(r"s = \mathrm{CosSim}(X, Y)", shapes={"X": (3, 4), "Y": (3, 4)})) == "X:n×d Y:n×d"
