"""The compiled formulas that are kept are those that the compiler gives, and are used only where words mean the same."""

from __future__ import annotations

from importlib.resources import files

import pytest

from vault_tools.compiler.recognition.forms import Forms
from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handler import Family, Function
from vault_tools.handlers import builtin
from vault_tools.verify.patterns import FORMS, KEPT, CompiledPattern, KeptPattern, patterns, written

BUILTIN = Vocabulary.of(builtin())


def kinds(vocabulary: Vocabulary) -> dict[str, set[type]]:
    """How the formulas of each family came to be there."""
    found: dict[str, set[type]] = {}
    for family, pattern in patterns(vocabulary).compiled:
        found.setdefault(family.name, set()).add(type(pattern))
    return found


def test_what_is_kept_is_what_the_compiler_gives() -> None:
    """If this fails: `python -m vault_tools.handlers.keep`."""
    assert files("vault_tools.verify").joinpath(KEPT).read_text(encoding="utf-8") == written(BUILTIN)


def test_built_in_families_are_not_compiled_again() -> None:
    assert set().union(*kinds(BUILTIN).values()) == {KeptPattern}


def test_a_family_of_ones_own_is_compiled() -> None:
    own = Family("thrice_exp", r"3 e^{x} + \sqrt{y}", roles={"x": "number", "y": "number"})
    assert kinds(Vocabulary.of((*builtin(), own)))["thrice_exp"] == {CompiledPattern}


def test_a_formula_with_a_word_that_means_something_else_now_is_compiled() -> None:
    """`topk` was no function when the patterns were kept; in a formula that has the word it may mean another thing."""
    found = kinds(Vocabulary.of((*builtin(), Function("attn", (), "()->()", abs), Function("head_i", (), "()->()", abs))))
    assert CompiledPattern in found["multi_query_head"]
    assert found["softmax"] == {KeptPattern}


def test_without_a_built_in_function_nothing_kept_is_used() -> None:
    fewer = tuple(handler for handler in builtin() if handler.name != "softmax")
    assert KeptPattern not in set().union(*kinds(Vocabulary.of(fewer)).values())


@pytest.mark.parametrize("latex", [r"\mathrm{softmax}(QK^\top)V", r"\sum_j \alpha_{ij} h_j", r"\frac{1}{1 + e^{-x}}", "a + b"])
def test_of_a_program_all_is_asked_that_has_its_operations_and_nothing_else(latex: str) -> None:
    given = Forms(resolve(parse(latex), Context.read(), BUILTIN))
    asked = [(question.pattern, question.form) for question, _ in patterns(BUILTIN).questions("", FORMS, common=False).for_program(given)]
    assert asked == [
        (pattern, form)
        for family, pattern in patterns(BUILTIN).compiled
        for form in FORMS
        if not family.common and not family.statistic and (operations := pattern.operations(form)) is not None
        if (own := getattr(given, form)) is not None and own.may_hold(operations)
    ]
