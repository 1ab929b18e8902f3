"""Two real formulas cut and joined anywhere: the compiler computes, or refuses with an error of its own."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from vault_tools import compile_formula
from vault_tools.errors import VaultToolsError
from vault_tools.notes.scan import scan

ROOT = Path(__file__).parents[2]
TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\s+|.", re.DOTALL)
JOINTS = (" / ", " = ", "+", r"\cdot ", ", ", r"\\", "^T", "_i")


def real_formulas():
    corpus = json.loads((ROOT / "tests/data/attention.json").read_text(encoding="utf-8"))
    notes = sorted((ROOT / "sample_vault").rglob("*.md"))
    written = (formula.latex for note in notes for formula in scan(note.read_text(encoding="utf-8")).math.formulas)
    return [TOKEN.findall(latex) for latex in (*(case["latex"] for case in corpus), *written)]


def joined(chance, one, other):
    """The beginning of one with the end of another, a piece of one in the other, or both with a sign between."""
    cut, taken = chance.randrange(len(one) + 1), chance.randrange(len(other) + 1)
    if chance.random() < 0.4:
        return one[:cut] + other[taken:]
    if chance.random() < 0.6:
        return one[:cut] + other[taken : taken + chance.randint(1, 6)] + one[cut + chance.randint(0, 3) :]
    return [*one, chance.choice(JOINTS), *other]


def check_crossovers(count, seed):
    chance, formulas = random.Random(seed), real_formulas()
    for _ in range(count):
        latex = "".join(joined(chance, chance.choice(formulas), chance.choice(formulas)))
        try:
            compile_formula(latex)
        except VaultToolsError:
            continue
        except Exception as error:
            pytest.fail(f"{type(error).__name__} for {latex!r}")


def test_crossovers_are_computed_or_refused():
    check_crossovers(300, seed=1)


@pytest.mark.soak
def test_many_crossovers_are_computed_or_refused():
    check_crossovers(30_000, seed=2)
