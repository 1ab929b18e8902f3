"""Which family a formula belongs to: the first of the vocabulary whose pattern its resolved tree matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.matching import Normal, find_match, normal
from vault_tools.compiler.resolve import resolve
from vault_tools.compiler.resolve.writing.context import Context
from vault_tools.compiler.syntax import parse
from vault_tools.errors import FormulaError, NothingToCompute
from vault_tools.handler import Family
from vault_tools.model import Message, message
from vault_tools.verify.exact import Evaluator
from vault_tools.verify.exact_numbers import CheckRoadError

if TYPE_CHECKING:
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.verify.examples import Example


@dataclass(frozen=True, slots=True)
class Recognition:
    """A family and what its roles are in this formula."""

    family: Family
    roles: Mapping[str, tree.Expression]
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Sizes that the formula's numbers imply."""

    @property
    def shares(self) -> frozenset[str]:
        """Inputs of the formula that are distributions, by what the family says of its roles."""
        meant = (self.roles[role] for role, meaning in self.family.roles.items() if "distribution" in meaning and role in self.roles)
        return frozenset(node.name for node in meant if isinstance(node, tree.Input))

    @property
    def gains(self) -> frozenset[str]:
        """Inputs of the formula that scale what was normalised."""
        meant = (self.roles[role] for role, meaning in self.family.roles.items() if meaning == "gain" and role in self.roles)
        return frozenset(node.name for node in meant if isinstance(node, tree.Input))

    def arrays(self, program: tree.Program, example: Example, vocabulary: Vocabulary) -> dict[str, Any]:
        """The roles' values in float64; a role that the check road cannot compute is left out."""
        road = Evaluator(program, example.values, example.sizes, vocabulary, 17)
        found: dict[str, Any] = {}
        for role, expression in self.roles.items():
            try:
                found[role] = np.array(road.tensor(expression, ()).nested(), dtype=float)
            except CheckRoadError:
                continue
        return found


@dataclass(frozen=True, slots=True)
class Patterns:
    """The compiled formulas of all families, and what is wrong with those that do not compile."""

    compiled: tuple[tuple[Family, Normal], ...]
    problems: tuple[Message, ...] = ()


def patterns(vocabulary: Vocabulary) -> Patterns:
    """Every formula of every family, compiled when first asked for and kept with the vocabulary.

    A family whose formula does not compile recognises nothing by it; `problems` says so to its author.
    """
    kept = vars(vocabulary).get("_patterns")
    if kept is None:
        kept = vars(vocabulary)["_patterns"] = _compiled(vocabulary)
    found: Patterns = kept
    return found


def _compiled(vocabulary: Vocabulary) -> Patterns:
    nothing = Context.read()
    compiled: list[tuple[Family, Normal]] = []
    problems: list[Message] = []
    for family in vocabulary.families:
        for latex in (family.formula, *family.also):
            try:
                pattern = normal(resolve(parse(latex), nothing, vocabulary))
            except (FormulaError, NothingToCompute) as refused:
                problems.append(message("handler.formula", family=family.name, formula=latex, reason=str(refused)))
                continue
            if pattern is not None and not pattern.is_telling:
                problems.append(message("handler.too_general", family=family.name, formula=latex))
            if pattern is not None and pattern.is_telling:
                compiled.append((family, pattern))
    return Patterns(tuple(compiled), tuple(problems))


def recognise(program: tree.Program, vocabulary: Vocabulary, statistic: str = "") -> Recognition | None:
    """The first family, in the vocabulary's order, that the program belongs to; with a `statistic`, that the statement about it does."""
    given = normal(program)
    if given is None:
        return None
    for family, pattern in patterns(vocabulary).compiled:
        if family.statistic != statistic:
            continue
        found = find_match(pattern, given, as_spelled=family.common or family.as_spelled)
        if found is not None:
            sizes = {role: tree.Size(dim=found.dims[role]) for role in family.roles if role in found.dims}
            return Recognition(family, {**sizes, **found.roles}, found.sizes)
    return None
