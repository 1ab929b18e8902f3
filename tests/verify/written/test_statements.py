"""A display's statements: written numbers told from what is computed, known functions on the left, starred products as numbers."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute


@pytest.mark.parametrize(
    ("latex", "sides", "stated"),
    [
        (r"\frac{4}{27} \approx 15\%", 1, 1),
        (r"\frac{14}{6} = \frac{7}{3} = 2.33", 2, 1),
        (r"\frac{14}{6} = \frac{7}{3}", 1, 1),
        (r"a = \frac{v}{t} = \frac{20}{4} = 5", 2, 1),
        (r"\frac{8}{4} = 2", 1, 1),
        (r"\frac{19}{4.69 \times 4.12} = \frac{19}{19.32} = 0.98", 2, 1),
        (r"x = 2 \times 3 = 6", 1, 1),
        (r"2 \times 3 = 3 \times 2", 2, 0),
        (r"\text{softmax}([1, 2]) = [0.27, 0.73]", 1, 1),
    ],
)
def test_written_numbers_are_claims_on_what_is_computed(scope, latex: str, sides: int, stated: int) -> None:
    program = scope(f"${latex}$").program(0)
    assert (len(program.sides), len(program.stated)) == (sides, stated)


@pytest.mark.parametrize("latex", ["z = [1, 2]", "d_k = 64", r"Q = \begin{bmatrix} 1 & 0 \end{bmatrix}", "Q, K", "x"])
def test_what_is_given_is_not_computed(scope, latex: str) -> None:
    (outcome,) = scope(f"${latex}$").statements(0)
    assert isinstance(outcome, NothingToCompute)


def test_a_known_function_on_the_left_is_computed(scope) -> None:
    program = scope(r"$z = [1, 2]$ $\text{softmax}(z) = [0.3, 0.7]$").program(1)
    assert (len(program.sides), len(program.stated)) == (1, 1)
    assert program.inputs


def test_entries_of_a_known_function_do_not_replace_it(scope) -> None:
    """`softmax(z)_i = …` says what softmax is, entry by entry; in a matrix formula softmax is still softmax."""
    text = r"$\text{softmax}(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$ $\text{softmax}(QK^T)V$"
    assert [parameter.name for parameter in scope(text).program(1).inputs] == ["Q", "K", "V"]


def test_a_letter_is_the_function_that_the_note_writes_entry_by_entry(scope) -> None:
    r"""Sigma is the logistic function only where the note does not say that it is softmax."""
    text = r"$\sigma(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$ $\sigma(z)_1 = 0.09$ $\sigma(z)$"
    assert scope(text).program(2) == scope(r"$\sigma(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$ $\sigma(z)$").program(1)
    assert scope(text).program(2) != scope(r"$\sigma(z)_1 = 0.09$ $\sigma(z)$").program(1)


@pytest.mark.parametrize("latex", ["2*N*d*N = 2N^2d", "6Nd^2 + 2N^2d = 2Nd(3d + N)"])
def test_starred_products_and_powers_of_letters_are_numbers(scope, latex: str) -> None:
    assert {parameter.name: parameter.shape for parameter in scope(f"${latex}$").program(0).inputs} == {"N": (), "d": ()}


def test_several_statements_of_a_display(scope) -> None:
    outcomes = scope(r"$$\begin{aligned} S &= QK^T \\ A &= \text{softmax}(S) \end{aligned}$$").statements(0)
    assert {outcome.name for outcome in outcomes} == {"S", "A"}


def test_definitions_with_given_numbers_become_inputs(scope) -> None:
    text = (
        r"$X = \begin{bmatrix} 1 & 2 \end{bmatrix}$ $W_Q = \begin{bmatrix} 1 \\ 1 \end{bmatrix}$ $Q = XW_Q$ "
        r"$f(Q) = Q + Q$"
    )
    assert scope(text).given(3).numbers["Q"].tolist() == [[3.0]]
    assert "Q" not in scope(text.replace(r"$X = \begin{bmatrix} 1 & 2 \end{bmatrix}$ ", "")).given(2).numbers
