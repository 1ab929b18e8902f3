"""Mistakes in the resolved tree, which both roads share: only reference, invariants and claims can notice them."""

from __future__ import annotations

import pytest

from . import tree_mutants
from .hunt import hunted_in_the_tree

AT_LEAST = 0.90
MOST = 10
"""Mutants of each formula in the usual run; with -m soak all of them."""
ALL = 10_000


@pytest.mark.timeout(600)
@pytest.mark.parametrize("most", [MOST, pytest.param(ALL, marks=pytest.mark.soak)])
def test_what_a_family_knows_notices_mistakes_of_both_roads(subjects, tell, most: int) -> None:
    score = hunted_in_the_tree([subject for subject in subjects if subject.recognition is not None], most)
    tell("in the resolved tree", score)
    assert score.count("caught") >= 400
    assert score.share >= AT_LEAST


def test_mutants_of_all_kinds_are_made(subjects) -> None:
    kinds = {kind for subject in subjects for kind, _ in tree_mutants.mutants(subject.program)}
    assert kinds >= {
        "scale dropped", "factor 2", "term dropped", "sign flipped", "exponent changed", "epsilon inside the root",
        "epsilon outside the root",
        "operands swapped", "left operand transposed", "right operand transposed", "transpose dropped", "wrong axis", "max for sum",
        "mean for sum", "mask: ends changed", "mask shifted by one", "mask turned round", "bound off by one: first left out",
        "bound off by one: last left out", "wrong head split", "counted from the end", "indices swapped", "branches swapped",
        "fraction upside down", "another function", "function dropped", "parts in another order", "items in another order",
        "another start", "step shifted", "state of the step before dropped", "state two steps back",
    }  # fmt: skip
