"""Generated source runs with NumPy alone, and nothing else in reach."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vault_tools.compiler.runtime import load, run

ROOT = "import numpy as np\n\n\ndef root(x):\n    r'''\\sqrt{x}'''\n    return np.sqrt(x)\n"


def test_the_function_is_loaded():
    assert load(ROOT)(4.0) == 2.0


def test_the_docstring_is_not_compiled():
    assert load(ROOT).__doc__ is None


def test_there_are_no_builtins():
    with pytest.raises(NameError):
        load("def leak():\n    return open\n")()


def test_statements_outside_functions_are_not_executed():
    assert load("import os\nraise SystemExit\n\n\ndef one():\n    return 1\n")() == 1


def test_warnings_are_off_and_the_result_says_it():
    assert math.isnan(run(load(ROOT), {"x": np.float64(-1.0)}))


def test_a_singular_matrix_has_no_inverse():
    assert math.isnan(run(load("def f(x):\n    return np.linalg.inv(x)\n"), {"x": np.zeros((2, 2))}))


def test_divisions_by_zero_are_not_a_number():
    assert math.isnan(run(load("def f(n):\n    return 1 / (n - 1)\n"), {"n": 1}))
