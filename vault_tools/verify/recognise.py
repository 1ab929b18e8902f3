"""Which family a formula belongs to: the first of the vocabulary whose pattern its resolved tree matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.compiler.recognition.forms import Forms
from vault_tools.compiler.recognition.matching import Match, find_match
from vault_tools.handler import Family
from vault_tools.verify.exact.evaluation import Evaluator
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.patterns import FORMS, Questions, patterns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.verify.inputs.examples import Example


def _inputs(nodes: Iterable[tree.Expression]) -> frozenset[str]:
    """Names of those that are an input, or its part at a place of the batch."""
    whole = (node.array if isinstance(node, tree.Element) else node for node in nodes)
    return frozenset(node.name for node in whole if isinstance(node, tree.Input))


class Place(NamedTuple):
    """What a family gets to see: arrays by role, and the value that belongs to them."""

    roles: dict[str, Any]
    value: Any


@dataclass(frozen=True, slots=True)
class Recognition:
    """A family and what its roles are in this formula."""

    family: Family
    roles: Mapping[str, tree.Expression]
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Sizes that the formula's numbers imply."""
    batch: tuple[tree.Index, ...] = ()
    """Leading indices at each of whose positions the family holds by itself: heads."""
    absent: tuple[int, ...] = ()
    """Axes of the family's value that the formula does without: one query instead of many."""
    widened: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The same axes in the roles."""

    @property
    def shares(self) -> frozenset[str]:
        """Inputs of the formula that are distributions, by what the family says of its roles."""
        meant = (self.roles[role] for role, meaning in self.family.roles.items() if "distribution" in meaning and role in self.roles)
        return _inputs(meant)

    @property
    def gains(self) -> frozenset[str]:
        """Inputs of the formula that scale what was normalised."""
        meant = (self.roles[role] for role, meaning in self.family.roles.items() if meaning == "gain" and role in self.roles)
        return _inputs(meant)

    def arrays(self, program: tree.Program, example: Example, vocabulary: Vocabulary) -> dict[str, Any]:
        """The roles' values in float64, those that depend on the batch with its axes first; a role that the check road cannot compute is
        left out.
        """
        road = Evaluator(program, example.values, example.sizes, vocabulary, 17)
        found: dict[str, Any] = {}
        for role, expression in self.roles.items():
            over = self.batch if expression.indices else ()
            if not _has_value(expression, over):
                continue
            try:
                value = np.array(road.tensor(expression, over).nested(), dtype=float)
            except CheckRoadError:
                continue
            found[role] = np.expand_dims(value, tuple(len(over) + axis for axis in self.widened.get(role, ())))
        return found

    def places(self, roles: Mapping[str, Any], value: Any) -> tuple[Place, ...]:
        """The family's view of a value: its roles and its value at each position of the batch, with the axes that the formula lacks."""
        value = np.asarray(value, dtype=float)
        depends = {role for role, expression in self.roles.items() if expression.indices}
        return tuple(
            Place(
                {role: array[at] if role in depends else array for role, array in roles.items()},
                np.expand_dims(value[at], self.absent),
            )
            for at in np.ndindex(value.shape[: len(self.batch)])
        )


def _has_value(role: tree.Expression, over: tuple[tree.Index, ...]) -> bool:
    """Whether a role found entry by entry is an array: what is joined there has no axis, and no other index than `over` is free."""
    joined = (node for node in walk(role) if isinstance(node, tree.Concat | tree.ConcatOver) and not node.shape)
    return set(role.indices) <= {index.name for index in over} and not any(True for _ in joined)


def recognise(program: tree.Program, vocabulary: Vocabulary, statistic: str = "") -> Recognition | None:
    """The first family, in the vocabulary's order, that the program belongs to; with a `statistic`, that the statement about it does."""
    known, given, shown = patterns(vocabulary), Forms(program), Forms(program, put_in=False)
    return (
        _first(known.questions(statistic, FORMS[:1], common=False), given)
        or _first(known.questions(statistic, FORMS[1:], common=False), given)
        or _first(known.questions(statistic, FORMS, common=False, ranks=True), given)
        or _first(known.questions(statistic, FORMS[:1], common=True), shown)
        or _first(known.questions(statistic, FORMS[1:2], common=True), shown)
    )


def _first(questions: Questions, given: Forms) -> Recognition | None:
    """The first family that matches in one of the forms."""
    for question, own in questions.for_program(given):
        wanted = question.pattern.form(question.form)
        found = find_match(wanted, own, question.rules) if wanted is not None else None
        if found is not None:
            return _recognition(question.family, found)
    return None


def _recognition(family: Family, found: Match) -> Recognition:
    sizes = {role: tree.Size(dim=found.dims[role]) for role in family.roles if role in found.dims}
    defaults = {role: tree.Number(value=Fraction(number)) for role, number in family.defaults.items()}
    return Recognition(family, {**defaults, **sizes, **found.roles}, found.sizes, found.batch, found.absent, found.widened)
