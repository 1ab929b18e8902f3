"""A compiled formula is a function of its inputs that says what it takes, and refuses what does not fit."""

from __future__ import annotations

import numpy as np
import pytest
from sympy import MatMul

from vault_tools.compiler.formula import CompiledFormula, compile_program
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import NothingToCompute, ShapeError
from vault_tools.handlers import builtin

from .trees import array, num, program

VOCABULARY = Vocabulary.of(builtin())
ATTENTION = r"Attention(Q, K, V) = softmax(\frac{QK^T}{\sqrt{d_k}})V"


def compiled(latex, *context, **how):
    return compile_program(latex, context=context, vocabulary=VOCABULARY, **how)


def example(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, shape)


@pytest.fixture(scope="module")
def attention():
    return compiled(ATTENTION)


Q, K, V = example(3, 4), example(5, 4), example(5, 2)


def by_hand(q, k, v):
    weights = np.exp(q @ k.T / np.sqrt(q.shape[1]))
    return weights / weights.sum(axis=1, keepdims=True) @ v


# ---------------------------------------------------------------- what it says


def test_it_says_what_it_takes_and_gives(attention):
    assert attention.name == "Attention"
    shapes = attention.inputs
    assert list(shapes) == ["Q", "K", "V"]
    assert shapes["Q"][1] == shapes["K"][1] == "d_k"
    assert shapes["K"][0] == shapes["V"][0]
    assert attention.shape == (shapes["Q"][0], shapes["V"][1])
    assert isinstance(attention.expr, MatMul)
    assert "def Attention(Q, K, V):" in attention.source
    assert repr(attention) == "<formula Attention(Q, K, V)>"


def test_readings_are_sentences():
    said = [str(reading) for reading in compiled(r"\frac{QK^T}{\sqrt d_k}").readings]
    assert said == [
        "d_k is the length of the axis that the product under it sums over.",
        "The root reaches over the whole symbol with its subscript.",
    ]


# ---------------------------------------------------------------- calling it


def test_the_value(attention):
    np.testing.assert_allclose(attention(Q=Q, K=K, V=V), by_hand(Q, K, V))


def test_lists_and_whole_numbers_are_taken():
    value = compiled(r"X^T X")(X=[[1, 2], [3, 4]])
    assert value.dtype == np.float64
    assert value.tolist() == [[10.0, 14.0], [14.0, 20.0]]


def test_a_number_is_a_float():
    assert type(compiled(r"\frac{1}{2} + \frac{1}{4}")()) is float
    assert type(compiled(r"\arg\max_k p_k")(p=[0.1, 0.7, 0.2])) is float


def test_sizes_may_be_given_and_must_agree(attention):
    np.testing.assert_allclose(attention(Q=Q, K=K, V=V, d_k=4), by_hand(Q, K, V))
    with pytest.raises(ShapeError, match="d_k"):
        attention(Q=Q, K=K, V=V, d_k=8)
    with pytest.raises(ShapeError, match="whole"):
        attention(Q=Q, K=K, V=V, d_k=4.5)


def test_a_size_that_no_array_has_is_an_input():
    formula = compiled(r"\sum_{t=1}^{T} (n + t)")
    assert formula(n=100, T=50) == 100 * 50 + 50 * 51 / 2


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"Q": Q, "K": K}, TypeError, "missing input 'V'"),
        ({"Q": Q, "K": K, "V": V, "M": V}, TypeError, "unknown input 'M'"),
        ({"Q": Q, "K": K, "V": "many"}, TypeError, "'V' must be a number"),
        ({"Q": Q, "K": K, "V": [[1], [2, 3]]}, TypeError, "'V' must be a number"),
        ({"Q": Q, "K": example(5, 6), "V": V}, ShapeError, "K"),
        ({"Q": Q, "K": K, "V": example(6, 2)}, ShapeError, "V"),
    ],
)
def test_what_does_not_fit_is_named(attention, given, error, words):
    with pytest.raises(error, match=words):
        attention(**given)


def test_ranks_left_open_are_settled_by_the_arrays(attention):
    batch = [example(2, *x.shape) for x in (Q, K, V)]
    value = attention(**dict(zip("QKV", batch, strict=True)))
    np.testing.assert_allclose(value, [by_hand(*one) for one in zip(*batch, strict=True)])


def test_a_reading_for_other_ranks_is_compiled_once(attention):
    batch = {name: example(2, *x.shape) for name, x in zip("QKV", (Q, K, V), strict=True)}
    shapes = {name: x.shape for name, x in batch.items()}
    assert attention.variant(shapes) is attention.variant(shapes)
    assert attention.variant(shapes) is not attention


def test_a_label_may_be_meant_by_an_index_letter():
    formula = compiled(r"PE_{(pos, 2i)} = \sin\left(\frac{pos}{10000^{2i/d}}\right)")
    assert formula(pos=3, i=1, d=8) == pytest.approx(np.sin(3 / 10000**0.25))


def test_numbers_of_the_note_are_defaults():
    formula = compiled("y = Ax", r"A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}")
    assert formula(x=[5, 6]).tolist() == [17.0, 39.0]


def test_undefined_values_are_nan_and_do_not_warn():
    assert np.isnan(compiled(r"\log x")(x=-1.0))
    assert np.isnan(compiled(r"\frac{x}{y}")(x=0.0, y=0.0))


# ---------------------------------------------------------------- its steps


def test_every_step_can_be_seen(attention):
    steps = attention.trace(Q=Q, K=K, V=V)
    np.testing.assert_allclose(steps["scores"], Q @ K.T / 2)
    np.testing.assert_allclose(steps["weights"].sum(axis=-1), 1.0)
    np.testing.assert_allclose(steps["output"], by_hand(Q, K, V))


def test_definitions_of_the_note_are_steps():
    formula = compiled(r"c_i = \sum_j \alpha_{ij} h_j", r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}")
    steps = formula.trace(e=example(3, 5), h=example(5, 2))
    np.testing.assert_array_equal(steps["alpha"], steps["weights"])
    assert "alpha = softmax(e)" in formula.source


# ---------------------------------------------------------------- a program by itself


def test_a_result_of_another_shape_than_resolved_is_refused():
    vector = program(array("x", "n"))
    says_matrix = program(array("x", "n", "n"), inputs=vector.inputs)
    with pytest.raises(ShapeError, match="not read well enough"):
        CompiledFormula(says_matrix, VOCABULARY)(x=[1.0, 2.0, 3.0])


def test_a_program_without_inputs():
    assert CompiledFormula(program(num(3)), VOCABULARY)() == 3.0


def test_nothing_to_compute():
    with pytest.raises(NothingToCompute):
        compiled("Q, K")


@pytest.mark.parametrize(("d", "wanted"), [(2, [1.0]), (4, [1.0, 0.01])])
def test_half_of_a_size_is_computed_for_even_numbers_only(d, wanted):
    formula = compile_program(r"t_i = 10000^{-2i/d}, \quad i = 0, \dots, d/2 - 1", vocabulary=Vocabulary.of(builtin()))
    assert formula(d=d) == pytest.approx(wanted)
    with pytest.raises(ShapeError, match="whole"):
        formula(d=d + 1)
