r"""A colon is a whole axis: before, between or behind the indices of a symbol, on either side of an equation."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

SYMBOLS = [
    ("before one index", r"s_j = q^\top K_{:,j}", (), "q:n K:n×d_k", "d_k"),
    ("before two", r"F_{avg} = \frac{1}{HW} \sum_{h,w} F_{:,h,w}", (), "F:n×H×W", "n"),
    ("before two of a declared array", r"z = \sum_{h,w} F_{:,h,w}", (r"F \in \mathbb{R}^{C \times H \times W}",), "F:C×H×W", "C"),
    ("between two", r"v_{t,c} = w^\top X_{t,:,c}", (), "w:n X:m×n×d", "m×d"),
    ("behind an index", r"O_{i,:} = A_{i,:} V", (), "A:n×d V:d×d_v", "n×d_v"),
    ("twice behind one", r"o_h = \text{softmax}(q_{h,:} K_{h,:,:}^\top)", (), "q:n×d K:n×m×d", "n×m"),
    ("beside a label", r"r = A_{:,j}", (), "A_j:n", "n"),
    ("beside two labels", r"y = x_{i,:,j}", (), "x_i_j:n", "n"),
    ("beside a slice, which is of no known rank", r"H = X_{1:t,:} W", (), "X_1_to_t:n×d W:d×k", "n×k"),
]


def shape(program):
    return "×".join(str(dim) for dim in (*(index.size for index in program.indices), *program.result.shape)) or "()"


@pytest.mark.parametrize(("latex", "context", "given", "wanted"), [row[1:] for row in SYMBOLS], ids=[row[0] for row in SYMBOLS])
def test_a_whole_axis_stays(latex, context, given, wanted):
    program = resolved(latex, context)
    assert (inputs(program), shape(program)) == (given, wanted)


COLUMNS = [
    (r"C_{:,j} = A B_{:,j}", (), "A:n×d B:d×k", "n×k"),
    (r"x_{:,t} = W h_{:,t} + b", (), "W:n×d h:d×k b:n", "n×k"),
    (r"D = C + 1", (r"C_{:,j} = A B_{:,j}",), "A:n×d B:d×k", "n×k"),
    (r"d_j = \| C_{:,j} \|", (r"C_{:,j} = A B_{:,j}",), "A:n×d B:d×k", "k"),
    (r"D = C + 1", (r"C_{j,:} = A_{j,:} B",), "A:n×d B:d×k", "n×k"),
]


@pytest.mark.parametrize(("latex", "context", "given", "wanted"), COLUMNS)
def test_columns_make_a_matrix(latex, context, given, wanted):
    program = resolved(latex, context)
    assert (inputs(program), shape(program)) == (given, wanted)
