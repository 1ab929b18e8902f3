"""Which family a formula belongs to: the first of the vocabulary whose pattern its resolved tree matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.forms import Forms
from vault_tools.compiler.matching import Match, Rules, find_match
from vault_tools.handler import Family
from vault_tools.verify.exact import Evaluator
from vault_tools.verify.exact_numbers import CheckRoadError
from vault_tools.verify.patterns import FORMS, Pattern, patterns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.verify.examples import Example


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


def recognise(program: tree.Program, vocabulary: Vocabulary, statistic: str = "") -> Recognition | None:
    """The first family, in the vocabulary's order, that the program belongs to; with a `statistic`, that the statement about it does."""
    known = [(family, pattern) for family, pattern in patterns(vocabulary).compiled if family.statistic == statistic]
    own = [(family, pattern) for family, pattern in known if not family.common]
    shared = [(family, pattern) for family, pattern in known if family.common]
    given = Forms(program)
    return (
        _first(own, given, FORMS[:1])
        or _first(own, given, FORMS[1:])
        or _first(own, given, FORMS, ranks=True)
        or _first(shared, Forms(program, put_in=False), FORMS[:1])
        or _first(shared, Forms(program, put_in=False), FORMS[1:2])
    )


def _first(known: list[tuple[Family, Pattern]], given: Forms, forms: tuple[str, ...], *, ranks: bool = False) -> Recognition | None:
    """The first family that matches in one of the forms. `ranks`: with more or fewer leading indices than the family writes."""
    for (family, pattern), form in product(known, forms):
        found = _matched(family, pattern, given, form, ranks)
        if found is not None:
            sizes = {role: tree.Size(dim=found.dims[role]) for role in family.roles if role in found.dims}
            defaults = {role: tree.Number(value=Fraction(number)) for role, number in family.defaults.items()}
            return Recognition(family, {**defaults, **sizes, **found.roles}, found.sizes, found.batch, found.absent, found.widened)
    return None


def _matched(family: Family, pattern: Pattern, given: Forms, form: str, ranks: bool) -> Match | None:
    operations, own = pattern.operations(form), getattr(given, form)
    if operations is None or own is None or not own.may_hold(operations):
        return None
    wanted = pattern.form(form)
    assert wanted is not None
    rules = Rules(as_spelled=family.common or family.as_spelled, atoms=family.common, ranks=ranks)
    return find_match(wanted, own, rules)
