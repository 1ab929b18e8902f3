"""The check road on trees built by hand: what one entry of each node is, and what happens at the edges of arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from vault_tools.compiler.tree import (
    Add,
    Call,
    Compare,
    Constant,
    Dim,
    Divide,
    Element,
    Expression,
    Index,
    IndexValue,
    Input,
    MatMul,
    MatrixPower,
    Multiply,
    Number,
    Parameter,
    Position,
    Power,
    Program,
    Reduce,
    Size,
    Transpose,
    Where,
)
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handler import Function
from vault_tools.verify.exact.evaluation import Evaluator, evaluate
from vault_tools.verify.exact.numbers import NoSecondImplementationError, NotComputableError, PartedError
from vault_tools.verify.exact.road import REHEARSAL_DIGITS
from vault_tools.verify.voices.agreement import exact_value

N, M, D = Dim.of("n"), Dim.of("m"), Dim.of("d_k")


def exact_softmax(mp, x):
    exponentials = [mp.exp(value) for value in x]
    return [value / sum(exponentials) for value in exponentials]


SOFTMAX = Function("softmax", (), "(n)->(n)", lambda x, axis=-1: x, exact_softmax)
SILENT = Function("silent", (), "()->()", lambda x: x)
VOCABULARY = Vocabulary.of((SOFTMAX, SILENT))


def number(value) -> Number:
    return Number(value=Fraction(value))


def program(result: Expression, *parameters: Parameter, indices: tuple[Index, ...] = ()) -> Program:
    return Program(None, parameters, (), (), indices, result)


def attention() -> Program:
    Q, K, V = Input(name="Q", shape=(N, D)), Input(name="K", shape=(M, D)), Input(name="V", shape=(M, Dim.of("d_v")))
    scores = MatMul(left=Q, right=Transpose(operand=K, shape=(D, M)), shape=(N, M))
    scaled = Divide(numerator=scores, denominator=Power(base=Size(dim=D), exponent=number("1/2")), shape=(N, M))
    weights = Call(function="softmax", arguments=(scaled,), axis=-1, shape=(N, M))
    return program(MatMul(left=weights, right=V, shape=(N, Dim.of("d_v"))))


def plain(value):
    return [plain(part) for part in value] if isinstance(value, list) else float(value)


def test_attention_gives_the_published_numbers() -> None:
    """Karim's worked example, with the scale."""
    inputs = {
        "Q": [[1, 0, 2], [2, 2, 2], [2, 1, 3]],
        "K": [[0, 1, 1], [4, 4, 0], [2, 3, 1]],
        "V": [[1, 2, 3], [2, 8, 0], [2, 6, 3]],
    }
    value = plain(evaluate(attention(), inputs, {"n": 3, "m": 3, "d_k": 3, "d_v": 3}, VOCABULARY))
    assert value[0] == pytest.approx([1.863874, 6.319371, 1.704189], abs=5e-7)
    assert value[2] == pytest.approx([1.992555, 7.479636, 0.735877], abs=5e-7)


def test_an_index_formula_is_followed_index_by_index() -> None:
    i, j = Index("i", N), Index("j", N)
    a = Input(name="a", shape=(N, N))
    element = Element(array=a, at=(Position(index=i, indices=("i",)), Position(index=j, indices=("j",))), indices=("i", "j"))
    lower = Compare(operator="<=", left=IndexValue(index=j, indices=("j",)), right=IndexValue(index=i, indices=("i",)), indices=("j", "i"))
    prefix = program(Reduce(operator="sum", index=j, body=element, where=lower, indices=("i",)), indices=(i,))
    assert plain(evaluate(prefix, {"a": [[1, 2, 4], [8, 16, 32], [64, 128, 256]]}, {"n": 3}, VOCABULARY)) == [1.0, 24.0, 448.0]


def test_a_function_may_run_along_a_free_index() -> None:
    i, j = Index("i", N), Index("j", M)
    e = Element(
        array=Input(name="e", shape=(N, M)),
        at=(Position(index=i, indices=("i",)), Position(index=j, indices=("j",))),
        indices=("i", "j"),
    )
    alpha = program(Call(function="softmax", arguments=(e,), along=j, indices=("i", "j")), indices=(j, i))
    value = plain(evaluate(alpha, {"e": [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]}, {"n": 3, "m": 2}, VOCABULARY))
    assert value == [[0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]


EMPTY = Index("j", Dim.of(0))


@pytest.mark.parametrize(
    ("operator", "value"), [("sum", "0.0"), ("product", "1.0"), ("max", "nan"), ("min", "nan"), ("mean", "nan"), ("argmax", "nan")]
)
def test_reductions_over_nothing(operator: str, value: str) -> None:
    empty = program(Reduce(operator=operator, index=EMPTY, body=number(3)))
    assert str(evaluate(empty, {}, {}, VOCABULARY)) == value


def infinity() -> Constant:
    return Constant(name="inf")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (Divide(numerator=number(1), denominator=number(0)), "+inf"),
        (Divide(numerator=number(0), denominator=number(0)), "nan"),
        (Add(terms=(infinity(), Multiply(factors=(number(-1), infinity())))), "nan"),
        (Power(base=Constant(name="e"), exponent=Multiply(factors=(number(-1), infinity()))), "0.0"),
        (Power(base=number(-1), exponent=number("1/2")), "nan"),
        (Power(base=number(0), exponent=number(0)), "1.0"),
        (Power(base=number(0), exponent=number(-1)), "+inf"),
        (Where(branches=((Compare(operator="<", left=number(1), right=number(0)), number(5)),)), "nan"),
        (Call(function="softmax", arguments=(Input(name="x", shape=(N,)),), axis=-1, shape=(N,)), "[0.5, 0.5, 0.0]"),
    ],
)
def test_what_is_not_finite_follows_rules(expression: Expression, value: str) -> None:
    got = evaluate(program(expression), {"x": [2.0, 2.0, float("-inf")]}, {"n": 3}, VOCABULARY)
    assert (str(plain(got)) if isinstance(got, list) else str(got)) == value


def test_ties_go_to_the_first() -> None:
    j = Index("j", N)
    x = Element(array=Input(name="x", shape=(N,)), at=(Position(index=j, indices=("j",)),), indices=("j",))
    assert evaluate(program(Reduce(operator="argmax", index=j, body=x)), {"x": [1, 3, 3]}, {"n": 3}, VOCABULARY) == 1


def test_a_decimal_is_the_number_that_is_written() -> None:
    """Not the float nearest to it: 0.1 + 0.2 - 0.3 is 0."""
    terms = (Input(name="x"), Input(name="y"), Multiply(factors=(number(-1), Input(name="z"))))
    assert abs(evaluate(program(Add(terms=terms)), {"x": 0.1, "y": 0.2, "z": 0.3}, {}, VOCABULARY)) < 1e-50


@pytest.mark.parametrize("height", [3, 40])
def test_towers_of_powers_are_refused_at_once(height: int) -> None:
    tower: Expression = number(9)
    for _ in range(height):
        tower = Power(base=number(9), exponent=tower)
    with pytest.raises(NotComputableError):
        evaluate(program(tower), {}, {}, VOCABULARY)


@pytest.mark.parametrize("exponent", ["-1", "-1/2", "1/2", "3"])
def test_matrix_powers(exponent: str) -> None:
    """A^e times A^-e is the identity."""
    S = Input(name="S", shape=(N, N))
    there, back = (MatrixPower(base=S, exponent=sign * Fraction(exponent), shape=(N, N)) for sign in (1, -1))
    value = plain(evaluate(program(MatMul(left=there, right=back, shape=(N, N))), {"S": [[2.0, 0.5], [0.5, 1.0]]}, {"n": 2}, VOCABULARY))
    assert value == [pytest.approx([1, 0], abs=1e-40), pytest.approx([0, 1], abs=1e-40)]


@pytest.mark.parametrize(
    ("rows", "wanted"), [([[1, 2], [0, 4]], [[1, 2 / 3], [0, 2]]), ([[0, -1], [1, 0]], None), ([[1, 1], [0, 1]], None)]
)
def test_the_root_of_a_matrix_that_is_not_symmetric(rows: list[list[float]], wanted: list[list[float]] | None) -> None:
    """By its eigenvalues where they are positive; a rotation and a matrix without enough eigenvectors have none."""
    root = program(MatrixPower(base=Input(name="S", shape=(N, N)), exponent=Fraction(1, 2), shape=(N, N)))
    if wanted is None:
        with pytest.raises(NotComputableError):
            evaluate(root, {"S": rows}, {"n": 2}, VOCABULARY)
    else:
        assert plain(evaluate(root, {"S": rows}, {"n": 2}, VOCABULARY)) == [pytest.approx(row, abs=1e-12) for row in wanted]


def test_a_singular_matrix_has_no_inverse() -> None:
    S = Input(name="S", shape=(N, N))
    with pytest.raises(NotComputableError):
        evaluate(program(MatrixPower(base=S, exponent=Fraction(-1), shape=(N, N))), {"S": [[1, 2], [2, 4]]}, {"n": 2}, VOCABULARY)


def test_a_function_without_an_exact_form_does_not_speak() -> None:
    with pytest.raises(NoSecondImplementationError):
        evaluate(program(Call(function="silent", arguments=(number(1),))), {}, {}, VOCABULARY)


def test_chosen_entries_are_those_of_the_whole() -> None:
    inputs = {"Q": [[1, 0], [0.5, 2]], "K": [[1, 1], [0, 3]], "V": [[1], [2]]}
    sizes = {"n": 2, "m": 2, "d_k": 2, "d_v": 1}
    whole = Evaluator(attention(), inputs, sizes, VOCABULARY, 50).tensor(attention().result, ())
    some = Evaluator(attention(), inputs, sizes, VOCABULARY, 50).tensor(attention().result, (), [(1, 0)])
    assert some.values == (whole.values[1],)


def dot_product(q: list[float], k: list[float], digits: int) -> Any:
    dot = MatMul(left=Input(name="q", shape=(D,)), right=Input(name="k", shape=(D,)))
    return evaluate(program(dot), {"q": q, "k": k}, {"d_k": len(q)}, VOCABULARY, digits)


INFINITE = float("inf")


@pytest.mark.parametrize(
    ("q", "k", "value"),
    [
        ([1, -2, 0], [0.5, 0.25, 7], 0.0),
        ([1e16, 1.0, -1e16], [1, 1, 1], 1.0),  # floats lose the 1
        ([1e200, 1.0, -1e200], [1e90, 1, 1e90], 1.0),  # too far apart to be lined up
        ([1e-320, 1e300], [1e-10, 1], 1e300),
        ([INFINITE, 1], [1, 1], INFINITE),
        ([0, 0], [0, 0], 0.0),
    ],
)
def test_dot_products_lose_nothing(q: list[float], k: list[float], value: float) -> None:
    assert float(dot_product(q, k, 310)) == value


def test_a_rehearsal_rounds_dot_products_as_floats_do() -> None:
    q, k = [0.1, 1e16, 0.7, -1e16], [3.3, 1, 1.1, 1]
    total = 0.0
    for a, b in zip(q, k, strict=True):
        total += a * b
    assert dot_product(q, k, REHEARSAL_DIGITS) == total != dot_product(q, k, 50)


def test_a_rehearsal_knows_numbers_that_floats_do_not_have() -> None:
    assert 10**399 < dot_product([1e200, 0.25], [1e200, -0.5], REHEARSAL_DIGITS) < 10**401


def test_what_is_evaluated_at_several_precisions_at_once_is_what_each_gives_alone() -> None:
    inputs = {"Q": [[1, 0], [0.5, 2]], "K": [[1, 1], [0, 3.7]], "V": [[1], [0.1]]}
    given = (attention(), inputs, {"n": 2, "m": 2, "d_k": 2, "d_v": 1}, VOCABULARY)
    together = Evaluator(*given, (50, 70, REHEARSAL_DIGITS), 1).tensors(attention().result, ())
    alone = [
        Evaluator(*given, digits, jitter).tensor(attention().result, ()) for digits, jitter in ((50, 0), (70, 0), (REHEARSAL_DIGITS, 1))
    ]
    assert [tensor.values for tensor in together] == [tensor.values for tensor in alone]
    assert len({tensor.values for tensor in together}) == 3


NEARLY_ONE = Add(terms=(number(1), number(Fraction(1, 2**60))))
IS_MORE = Compare(operator=">", left=NEARLY_ONE, right=number(1))
WHICH = Where(branches=((IS_MORE, number(2)),), otherwise=number(3))


def test_precisions_that_decide_differently_are_followed_one_by_one() -> None:
    with pytest.raises(PartedError):
        Evaluator(program(WHICH), {}, {}, VOCABULARY, (50, REHEARSAL_DIGITS)).tensors(WHICH, ())
    found = exact_value(program(WHICH), WHICH, (), {}, {}, VOCABULARY)
    assert (found.values, found.strays, found.uncertain) == ((2,), (1.0,), 0)


def test_what_cannot_be_computed_at_one_precision_is_told_by_the_first_that_cannot() -> None:
    huge = Power(base=number(10), exponent=number(10**9))
    with pytest.raises(NotComputableError):
        exact_value(program(huge), huge, (), {}, {}, VOCABULARY)
