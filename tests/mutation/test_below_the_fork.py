"""Mistakes on the float road alone: in its SymPy expression or in its source. The check road and the invariants must notice them."""

from __future__ import annotations

import pytest

from vault_tools.compiler import formula as compiled
from vault_tools.compiler.lower import lower
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin
from vault_tools.notes.scan import scan
from vault_tools.verify.judge import judge

from . import expression_mutants
from .formulas import ATTENTION
from .hunt import hunted_below

AT_LEAST = 0.97
MOST = 10
"""Mutants of each formula's expression, and of its source, in the usual run; with -m soak all of them."""
ALL = 10_000


def test_there_are_formulas_of_all_kinds(subjects) -> None:
    assert len(subjects) >= 60
    assert sum(subject.recognition is not None for subject in subjects) >= 50


@pytest.mark.timeout(600)
@pytest.mark.parametrize("most", [MOST, pytest.param(ALL, marks=pytest.mark.soak)])
def test_the_roads_notice_mistakes_of_one_of_them(subjects, tell, most: int) -> None:
    score = hunted_below(subjects, most)
    tell("below the fork", score)
    assert score.count("caught") >= 500
    assert score.share >= AT_LEAST


def test_mutants_of_all_kinds_are_made(subjects) -> None:
    kinds = {kind.partition(" in ")[0] for subject in subjects for mutants in subject.below for kind, _ in mutants}
    assert kinds >= {
        "factor dropped", "factor 2", "term dropped", "sign flipped", "exponent changed", "epsilon outside the root", "operands swapped",
        "operand transposed", "transpose dropped", "wrong axis", "function dropped", "max for sum", "mean for sum", "mask: ends changed",
        "mask shifted by one", "bound off by one: first left out", "bound off by one: last left out", "parts", "items", "branches swapped",
        "indices swapped", "another operator", "number off by one",
    }  # fmt: skip


@pytest.mark.parametrize("number", range(0, 30, 3))
def test_no_number_of_a_mistaken_road_is_shown(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """The whole judgement, with a mistake in the lowering that only the float road uses."""
    monkeypatch.setattr(compiled, "lower", lambda program: _mistaken(lower(program), number))
    verdict = judge(scan(f"$${ATTENTION}$$\n").math, 0, Vocabulary.of(builtin()), pictures=False).verdict
    assert verdict.status != "verified"
    assert verdict.value is None


def _mistaken(expression, number: int):
    found = list(expression_mutants.mutants(expression))
    return found[number % len(found)][1]
