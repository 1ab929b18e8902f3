"""Named sizes come from the arrays of a call; what contradicts is named."""

from __future__ import annotations

import pytest

from vault_tools.compiler.shapes import bind_sizes
from vault_tools.compiler.tree import Dim, Parameter
from vault_tools.errors import ShapeError

from .trees import array, dims, matmul, num, program, softmax, t

Q, K, V = array("Q", "n", "d_k"), array("K", "m", "d_k"), array("V", "m", "d_v")
ATTENTION = program(matmul(softmax(matmul(Q, t(K))), V))
HEADS = (Parameter("W", (Dim.of("h") * Dim.of("d"), Dim.of("D"))), Parameter("V", dims("h", "n", "d")))
WINDOW = (Parameter("x", (Dim.of("n") - Dim.of("w") + Dim.of(1),)), Parameter("k", dims("w")))


def test_sizes_are_read_off_the_arrays():
    sizes = bind_sizes(ATTENTION, {"Q": (3, 4), "K": (5, 4), "V": (5, 2)}, {})
    assert sizes == {"n": 3, "d_k": 4, "m": 5, "d_v": 2}


def test_products_and_sums_of_sizes_are_solved():
    assert bind_sizes(program(num(0), inputs=HEADS), {"W": (6, 5), "V": (2, 4, 3)}, {})["d"] == 3
    assert bind_sizes(program(num(0), inputs=WINDOW), {"x": (4,), "k": (3,)}, {})["n"] == 6


def test_given_sizes_must_agree():
    shapes = {"Q": (3, 4), "K": (5, 4), "V": (5, 2)}
    assert bind_sizes(ATTENTION, shapes, {"d_k": 4})["d_k"] == 4
    with pytest.raises(ShapeError, match="Axis 2 of Q has the length 4, but d_k is 8"):
        bind_sizes(ATTENTION, shapes, {"d_k": 8})


@pytest.mark.parametrize(
    ("shapes", "parts"),
    [
        ({"Q": (3, 4), "K": (5, 6), "V": (5, 2)}, ("Axis 2 of K has the length 6", "d_k is 4", "from Q")),
        ({"Q": (3, 4), "K": (5, 4), "V": (6, 2)}, ("Axis 1 of V has the length 6", "m is 5", "from K")),
        ({"Q": (3,), "K": (5, 4), "V": (5, 2)}, ("Q has the shape 3", "n×d_k")),
    ],
)
def test_a_contradiction_names_both_sides(shapes, parts):
    with pytest.raises(ShapeError) as caught:
        bind_sizes(ATTENTION, shapes, {})
    assert all(part in str(caught.value) for part in parts)


def test_a_size_that_cannot_be_is_refused():
    with pytest.raises(ShapeError, match="x has the length 4"):
        bind_sizes(program(num(0), inputs=(Parameter("x", (Dim.of("d") * Dim.of(3),)),)), {"x": (4,)}, {})
