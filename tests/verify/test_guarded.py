"""A handler that fails is named, with its part and its line, and the formula is judged all the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handler import Family, Function, Invariant
from vault_tools.handlers import builtin
from vault_tools.model import Formula, Judgement, NoteMath, Span
from vault_tools.verify.judge import judge

LATEX = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"


def failing(*arguments: Any, **roles: Any) -> Any:
    raise ZeroDivisionError("by hand")


def judged(*handlers: Function | Family, latex: str = LATEX) -> Judgement:
    note = NoteMath((Formula(latex, 1, True, Span(0, len(latex) + 4)),))
    return judge(note, 0, Vocabulary.of(handlers))


def broken(**parts: Any) -> list[Any]:
    """The built-in handlers, some parts of the attention family replaced."""
    return [replace(h, **parts) if h.name == "scaled_dot_product_attention" else h for h in builtin()]


@pytest.mark.parametrize(
    ("parts", "part"),
    [
        ({"reference": failing}, "reference"),
        ({"invariants": (Invariant("mine", failing),)}, "mine"),
        ({"explain": failing}, "explain"),
        ({"figure": failing}, "figure"),
    ],
)
def test_the_failure_of_a_part_is_told_and_stops_nothing(parts: dict[str, Any], part: str) -> None:
    judgement = judged(*broken(**parts))
    assert judgement.verdict.status == "verified"
    assert judgement.exhibit is not None
    told = [check.detail for check in judgement.verdict.checks] + list(judgement.exhibit.notes)
    failures = [sentence for sentence in told if sentence.key == "handler.failed"]
    assert [(f.values["handler"], f.values["part"]) for f in failures] == [("scaled_dot_product_attention", part)]
    assert "test_guarded.py" in str(failures[0])
    assert "by hand" in failures[0].in_language("zh")


def shaky(x):  # type: ignore[no-untyped-def]
    """x, or a failure."""
    return unknown_name(x)  # type: ignore[name-defined] # noqa: F821


def test_the_failure_of_a_function_fails_the_formula_and_names_the_function() -> None:
    verdict = judged(*builtin(), Function("shaky", (), "()->()", shaky), latex=r"\mathrm{shaky}(Q) = 1").verdict
    assert verdict.status == "failed"
    assert verdict.problem is not None
    assert "shaky" in str(verdict.problem.message)
    assert verdict.value is None


def overflowing(values: Any, output: Any) -> float:
    return float(np.max(np.exp(np.full(3, 1e6)) * 0.0))


def test_overflow_in_an_invariant_warns_nobody() -> None:
    judged(*broken(invariants=(Invariant("overflowing", overflowing),)))
