"""Every formula of every built-in family, judged as if a note held it: the roads, the reference and the invariants agree."""

from __future__ import annotations

import pytest

from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin
from vault_tools.handlers.families import FAMILIES
from vault_tools.model import Formula, NoteMath, Span
from vault_tools.verify.judge import judge
from vault_tools.verify.patterns import patterns

VOCABULARY = Vocabulary.of(builtin())
ATTENTION = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"
FORMULAS = [(family.name, latex) for family in FAMILIES if not family.statistic for latex in (family.formula, *family.also)]
"""A family about chance is of a claim such as Var(q·k) = d; its formula alone is a plain product."""
OF_CHANCE = [(family.name, latex) for family in FAMILIES if family.statistic for latex in (family.formula, *family.also)]


def note_of(*formulas: str) -> NoteMath:
    """A note with these display formulas."""
    return NoteMath(tuple(Formula(latex, k + 1, True, Span(1000 * k, 1000 * k + len(latex) + 4)) for k, latex in enumerate(formulas)))


def test_every_formula_of_a_family_compiles_and_says_enough() -> None:
    assert patterns(VOCABULARY).problems == ()


@pytest.mark.parametrize(("name", "latex"), FORMULAS)
def test_it_is_recognised_and_verified(name: str, latex: str) -> None:
    """Beside an attention formula, so that common families are reported too."""
    judgement = judge(note_of(latex, ATTENTION), 0, VOCABULARY, pictures=False)
    verdict = judgement.verdict
    assert (verdict.handler, verdict.status) == (name, "verified")
    assert judgement.reported
    assert all(check.passed is not False for check in verdict.checks)


@pytest.mark.parametrize("family", [family for family in FAMILIES if family.common], ids=lambda f: f.name)
def test_a_common_family_alone_is_not_reported(family: object) -> None:
    spellings = [latex for name, latex in FORMULAS if name == family.name]  # type: ignore[attr-defined]
    latex = spellings[-1]  # the first may state an identity, which is worth a report
    assert not judge(note_of(latex), 0, VOCABULARY, pictures=False).reported


@pytest.mark.parametrize(("name", "latex"), OF_CHANCE)
def test_a_statement_about_chance_is_recognised_and_simulated(name: str, latex: str) -> None:
    verdict = judge(note_of(rf"\mathrm{{Var}}({latex}) = d_k", ATTENTION), 0, VOCABULARY, pictures=False).verdict
    assert (verdict.handler, verdict.status) == (name, "verified")


@pytest.mark.parametrize(
    "latex",
    [
        *(latex for _, latex in OF_CHANCE),
        r"q \cdot k",
        r"\sum_{i=1}^{d_k} q_i k_i",
        r"\mathbf{q}^\top \mathbf{k} = d_k",
        r"\mathrm{Var}(q) = 1",
        r"\mathrm{Var}(\vec{q} + \vec{k}) = 2",
        r"\mathbb{E}(\vec{q} \cdot \vec{k}) = 0",
    ],
)
def test_a_plain_dot_product_is_no_statement_about_chance(latex: str) -> None:
    verdict = judge(note_of(latex, ATTENTION), 0, VOCABULARY, pictures=False).verdict
    assert verdict.handler not in {name for name, _ in OF_CHANCE}
