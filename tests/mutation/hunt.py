"""Hunting mutants: a formula, what its mutants give on its examples, which voices notice, and the score of a hunt."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.formula import CompiledFormula
from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.source import sources
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.verify.domains import dimensions
from vault_tools.verify.inputs.examples import Example, Given, choose_inputs
from vault_tools.verify.recognise import Recognition, recognise
from vault_tools.verify.run import claims_of, has_branches, run
from vault_tools.verify.voices.agreement import Exact, agreement, exact_value, writes_infinity
from vault_tools.verify.voices.checks import family_invariants

from . import expression_mutants, source_mutants, tree_mutants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from vault_tools.compiler.source import Source

Fate = Literal["caught", "right by chance", "unnoticed", "equivalent", "stillborn"]
"""right by chance: the right value on the example that is judged, another one elsewhere; unnoticed: a wrong value is called verified;
equivalent: the right value on every example; stillborn: no value at all, so nothing to be noticed.
"""
SURVIVED: tuple[Fate, ...] = ("right by chance", "unnoticed")
EXAMPLES = 4
"""Examples on which an equivalent mutant has the right values."""
SQUARE = 3
"""Every size of the square examples, in which a mistaken transpose still fits."""


@dataclass(frozen=True)
class Examples:
    """The examples of a formula with their right values; the first of them are judged."""

    given: Given
    inputs: tuple[Example, ...]
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Subject:
    """A formula whose mutants are hunted."""

    latex: str
    program: tree.Program
    recognition: Recognition | None
    vocabulary: Vocabulary

    @staticmethod
    def of(latex: str, context: Iterable[str], vocabulary: Vocabulary) -> Subject:
        """A formula with formulas around it."""
        program = resolve(parse(latex), Context.read(tuple(context)), vocabulary)
        return Subject(latex, program, recognise(program, vocabulary), vocabulary)

    @cached_property
    def settings(self) -> tuple[Examples, ...]:
        """The examples that the note would show, and square ones."""
        sizes = {name: SQUARE for dim in dimensions(self.program) for name in dim.names}
        fits = bool(sizes) and all(dim.value(sizes) > 0 for dim in dimensions(self.program))
        return (self._examples(Given()), *([self._examples(Given(sizes=sizes))] if fits else []))

    def _examples(self, given: Given) -> Examples:
        inputs = tuple(choose_inputs(self.program, self.vocabulary, given, variant) for variant in range(EXAMPLES))
        return Examples(given, inputs, tuple(self.formula(**example.values) for example in inputs))

    @cached_property
    def formula(self) -> CompiledFormula:
        """The formula as it should be."""
        return CompiledFormula(self.program, self.vocabulary)

    @cached_property
    def below(self) -> tuple[list[tuple[str, Source]], list[tuple[str, Source]]]:
        """Its mutants below the fork."""
        return below_the_fork(self)

    @cached_property
    def judged(self) -> int:
        """Examples that are judged: a second one where the first may leave a branch of the formula unused."""
        return 2 if has_branches(self.program) else 1

    @cached_property
    def exact(self) -> dict[int, Exact]:
        """What the check road, which no mutant below the fork touches, finds on the judged examples."""
        return {id(example): self._exact(example) for setting in self.settings for example in setting.inputs[: self.judged]}

    def _exact(self, example: Example) -> Exact:
        return exact_value(self.program, self.program.result, self.program.indices, example.values, example.sizes, self.vocabulary)

    @cached_property
    def roles(self) -> dict[int, dict[str, Any]]:
        """The arrays of the family's roles on the judged examples."""
        if self.recognition is None:
            return {}
        examples = [example for setting in self.settings for example in setting.inputs[: self.judged]]
        return {id(example): self.recognition.arrays(self.program, example, self.vocabulary) for example in examples}


# ---------------------------------------------------------------- one mutant


def fate(subject: Subject, mutant: CompiledFormula, caught: Callable[[CompiledFormula, Examples], bool]) -> Fate:
    """What becomes of a mutant, on the first setting in which it has a value."""
    for setting in subject.settings:
        values = _values(mutant, setting)
        if values is None:
            continue
        same = [_same(value, right) for value, right in zip(values, setting.values, strict=True)]
        if all(same):
            return "equivalent"
        if caught(mutant, setting):
            return "caught"
        return "right by chance" if all(same[: subject.judged]) else "unnoticed"
    return "stillborn"


def _values(mutant: CompiledFormula, setting: Examples) -> tuple[Any, ...] | None:
    try:
        values = tuple(mutant(**example.values) for example in setting.inputs)
    except Exception:  # a mutant may break in any way; what matters here is only that it shows no number
        return None
    return None if np.isnan(values[0]).all() else values


def _same(value: Any, right: Any) -> bool:
    """Equal up to the order of rounding."""
    return np.shape(value) == np.shape(right) and np.allclose(value, right, rtol=1e-12, atol=1e-14, equal_nan=True)


# ---------------------------------------------------------------- below the fork


def below_the_fork(subject: Subject) -> tuple[list[tuple[str, Source]], list[tuple[str, Source]]]:
    """The sources of all mutants of the SymPy expression, and of the source itself."""
    formula = subject.formula
    lowered = []
    for kind, expression in expression_mutants.mutants(formula.expr):
        try:
            lowered.append((kind, sources(subject.program, expression, subject.vocabulary)))
        except Exception:  # an expression that cannot be written as source is stillborn
            continue
    return lowered, list(source_mutants.mutants(sources(subject.program, formula.expr, subject.vocabulary)))


def with_source(subject: Subject, source: Source) -> CompiledFormula:
    """The formula, with another source on its float road."""
    formula = CompiledFormula(subject.program, subject.vocabulary)
    vars(formula)["_sources"] = source
    return formula


def noticed_by_the_roads(subject: Subject) -> Callable[[CompiledFormula, Examples], bool]:
    """The check road disagrees with the mutant's value, or an invariant does not hold."""

    def caught(mutant: CompiledFormula, setting: Examples) -> bool:
        return any(_noticed(subject, mutant, example) for example in setting.inputs[: subject.judged])

    return caught


def _noticed(subject: Subject, mutant: CompiledFormula, example: Example) -> bool:
    value = mutant(**example.values)
    if agreement(value, subject.exact[id(example)], infinite=writes_infinity(subject.program, example.values)).problem:
        return True
    if subject.recognition is None:
        return False
    values = {**mutant.trace(**example.values), **subject.roles[id(example)]}
    return any(check.passed is False for check in family_invariants(subject.recognition.family, values, value))


# ---------------------------------------------------------------- in the resolved tree


def noticed_by_the_family(subject: Subject) -> Callable[[CompiledFormula, Examples], bool]:
    """Both roads agree on the mistake: the reference, an invariant or a claim of the formula does not."""

    def caught(mutant: CompiledFormula, setting: Examples) -> bool:
        heard = run(mutant.program, subject.recognition, subject.vocabulary, setting.given)
        claims = claims_of(heard, subject.vocabulary, setting.given)
        return not heard.agreed or any(claim.holds is False for claim in claims)

    return caught


# ---------------------------------------------------------------- a hunt


@dataclass
class Score:
    """The fates of the mutants of a hunt."""

    fates: list[tuple[Fate, str, str]] = field(default_factory=list)
    """(fate, kind, LaTeX)."""

    def count(self, fate: Fate) -> int:
        """Mutants with this fate."""
        return sum(one == fate for one, _, _ in self.fates)

    @property
    def wrong(self) -> int:
        """Mutants that give a wrong value somewhere."""
        return self.count("caught") + sum(map(self.count, SURVIVED))

    @property
    def share(self) -> float:
        """Caught among those that give a wrong value."""
        return self.count("caught") / max(1, self.wrong)

    @property
    def survivors(self) -> list[str]:
        """One line each: why it survived, what was done, and to which formula."""
        return [f"{fate}: {kind}: {latex}" for fate, kind, latex in self.fates if fate in SURVIVED]

    def __str__(self) -> str:
        """The figure in words."""
        others = f"{self.count('equivalent')} equivalent, {self.count('stillborn')} without a value"
        return f"{self.count('caught')} of {self.wrong} caught ({100 * self.share:.1f} %); left out: {others}"


def hunted_below(subjects: Iterable[Subject], most: int) -> Score:
    """At most so many mutants of each formula's expression, and of its source."""
    score = Score()
    for subject in subjects:
        caught = noticed_by_the_roads(subject)
        for mutants in subject.below:
            for kind, source in spread(mutants, most):
                score.fates.append((fate(subject, with_source(subject, source), caught), kind, subject.latex))
    return score


def hunted_in_the_tree(subjects: Iterable[Subject], most: int) -> Score:
    """At most so many mutants of each formula's resolved tree."""
    score = Score()
    for subject in subjects:
        caught = noticed_by_the_family(subject)
        for kind, program in spread(list(tree_mutants.mutants(subject.program)), most):
            score.fates.append((fate(subject, CompiledFormula(program, subject.vocabulary), caught), kind, subject.latex))
    return score


def spread(mutants: list[tuple[str, Any]], most: int) -> Iterator[tuple[str, Any]]:
    """At most so many, of as many kinds as there are: one of each kind, then a second of each …"""
    kinds: dict[str, list[tuple[str, Any]]] = {}
    for mutant in mutants:
        kinds.setdefault(mutant[0], []).append(mutant)
    rounds = chain.from_iterable(zip_longest(*kinds.values()))
    yield from [mutant for mutant in rounds if mutant is not None][:most]
