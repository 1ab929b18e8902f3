r"""A prime is a transpose where a matrix stands beside its primed self, and part of a name everywhere else."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

TRANSPOSES = [
    ("least squares", r"\hat\beta = (X'X)^{-1} X'y", "X:n×d y:n"),
    ("alone", r"S = X'X", "X:n×d"),
    ("with weights", r"\hat\beta = (X'WX)^{-1} X'Wy", "X:d×k W:d×d y:d"),
    ("round a matrix", r"q = x'Ax", "x:d A:d×d"),
    ("behind", r"P = A \Sigma A' + Q", "A:d×k Sigma:k×k Q:d×d"),
    ("rows", r"S = \sum_i x_i x_i'", "x:n×d"),
    ("an estimate", r"s = \mathbf{y}'\mathbf{y} - \hat{\beta}'X'\mathbf{y}", "y:n beta_hat:d X:n×d"),
    ("a bracket", r"P = (I - K H) R (I - K H)' + K S K'", "K:d×k H:k×d R:d×d S:k×k"),
]


@pytest.mark.parametrize(("why", "latex", "given"), TRANSPOSES, ids=[row[0] for row in TRANSPOSES])
def test_a_matrix_beside_its_primed_self_tells_that_the_prime_is_a_transpose(why, latex, given):
    program = resolved(latex)
    assert inputs(program) == given
    assert any("transpose" in str(reading) for reading in program.readings)


NAMES = [
    ("listed by the caller", r"Y = X'X", (), {"X_prime": (3, 3), "X": (3, 3)}, "X_prime:n×d X:d×k"),
    ("defined in the note", r"Y = X'X", ("X' = X + Z",), None, "X:n×d Z:n×d"),
    ("beside other transposes", r"Y = X'X W^\top", (), None, "X_prime:n×d X:d×k W:m×k"),
    ("a name by itself", r"y = x' + x", (), None, "x_prime:() x:()"),
    ("numbers", r"z = y'y", (), None, "y_prime:() y:()"),
    ("weights of another layer", r"y = W'\sigma(Wx)", (), None, "W_prime:n×d W:d×k x:k"),
]


@pytest.mark.parametrize(("why", "latex", "context", "shapes", "given"), NAMES, ids=[row[0] for row in NAMES])
def test_other_primes_belong_to_names(why, latex, context, shapes, given):
    assert [word.partition(":")[0] for word in inputs(resolved(latex, context, shapes)).split()] == [
        word.partition(":")[0] for word in given.split()
    ]


def test_a_primed_name_that_the_display_defines_keeps_its_prime():
    assert inputs(resolved(r"X' = X + Z, \quad Y = X'X", target="Y")).split(":")[0] == "X"
