r"""A number of the note is not put in where its letter means something else: `h = 8` heads beside the states `h_j`."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, resolved

ATTENTION = r"\text{softmax}(QK^\top)V"
ANOTHER = [
    ("an entry", r"c_i = \sum_j a_{ij} h_j", "h = 8", "a:n×d h:d×k"),
    ("keys beside a k", r"e_i = q^\top k_i", "k = 5", "q:d k:n×d"),
    ("values beside a vocabulary", ATTENTION, "V = 50000", "Q:n×d_k K:m×d_k V:m×d_v"),
    ("keys beside a count", ATTENTION, "K = 4", "Q:n×d_k K:m×d_k V:m×d_v"),
    ("all queries beside one", r"s_{ij} = q_i \cdot k_j", "q = [1, 0]", "q:n×d k:m×d"),
    ("a bold matrix", r"\mathbf{W}^\top x", "W = 512", "W:n×d x:n"),
]
THE_NUMBER = [
    ("a factor", "y = Wx + b", "W = 2", "W:() x:n b:n"),
    ("a temperature", r"p = \text{softmax}(z / T)", "T = 0.7", "z:n T:()"),
    ("a small letter to a power", "y = a^2 b", "a = 2", "a:() b:()"),
    ("rows of a matrix", r"s_{ij} = q_i \cdot k_j", "q = [[1, 0], [2, 1], [0, 1]]", "q:3×2 k:n×2"),
    ("an entry of given numbers", r"\sum_i h_i", "h = [1, 2, 3]", "h:3"),
]


@pytest.mark.parametrize(("latex", "number", "given"), [pytest.param(*case, id=why) for why, *case in ANOTHER])
def test_another_quantity(latex: str, number: str, given: str) -> None:
    program = resolved(latex, (number,))
    assert inputs(program) == given
    assert "reading.another_meaning" in {reading.key for reading in program.readings}


@pytest.mark.parametrize(("latex", "number", "given"), [pytest.param(*case, id=why) for why, *case in THE_NUMBER])
def test_the_number_of_the_note(latex: str, number: str, given: str) -> None:
    program = resolved(latex, (number,))
    assert inputs(program) == given
    assert "reading.another_meaning" not in {reading.key for reading in program.readings}


@pytest.mark.parametrize(
    ("latex", "another"),
    [
        ("p - y = [0.7, 0.3] - [1, 0]", True),
        (r"2(p - y) = 2([0.7, 0.3] - [1, 0]) = [-0.6, 0.6]", True),
        ("p - y = [0.7, 0.3] - 1", False),
        ("p - y = [-0.3, 0.3]", False),
    ],
)
def test_a_list_put_in_for_a_number_is_another_quantity(latex: str, another: bool) -> None:
    keys = {reading.key for reading in resolved(latex, ("y = 1",)).readings}
    assert ("reading.another_meaning" in keys) == another


def test_one_letter_in_both_meanings_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="h has more indices here than axes"):
        resolved(r"y_j = \frac{h}{n} h_j", ("h = 8",))
