"""A function that gives no number, or a result of the wrong shape, is named with its line; the formula's own faults are the formula's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handler import Function
from vault_tools.handlers import builtin
from vault_tools.model import Formula, NoteMath, Span
from vault_tools.verify.judge import judge

if TYPE_CHECKING:
    from collections.abc import Callable


def no_number(x: Any) -> Any:
    return x * np.nan


def two_numbers(x: Any) -> Any:
    return [x, x]


def thrice(x: Any) -> Any:
    return 3 * x


def printing(x: Any) -> Any:
    print(x)
    return x


def told(numpy: Callable[[Any], Any], latex: str = r"y = \mathrm{thrice}(2) = 6") -> tuple[str, str]:
    """Status and problem of a formula with a function of this kind."""
    function = Function("thrice", (), "()->()", numpy, exact=lambda mp, x: 3 * x)
    note = NoteMath((Formula(latex, 1, True, Span(0, len(latex) + 4)),))
    verdict = judge(note, 0, Vocabulary.of((*builtin(), function)), pictures=False).verdict
    return verdict.status, str(verdict.problem.message) if verdict.problem is not None else ""


@pytest.mark.parametrize(
    ("numpy", "words"),
    [
        (no_number, ("no number", "exact twin")),
        (two_numbers, ("another shape", "signature")),
        (printing, ("print", "helpers", "pasted")),
    ],
)
def test_the_handler_is_named_with_its_line(numpy: Callable[[Any], Any], words: tuple[str, ...]) -> None:
    status, problem = told(numpy)
    assert status == "failed"
    assert all(word in problem for word in (*words, "thrice", "test_blame.py", "line "))


def test_the_root_of_a_negative_number_is_the_fault_of_the_formula() -> None:
    status, problem = told(thrice, r"y = \sqrt{\mathrm{thrice}(2) - 9} = 1")
    assert status != "verified"
    assert "handler" not in problem
