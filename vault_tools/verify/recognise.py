"""Which family a formula belongs to: the first of the vocabulary whose pattern its resolved tree matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler.matching import match
from vault_tools.compiler.resolve import resolve
from vault_tools.compiler.resolve.context import Context
from vault_tools.compiler.syntax import parse
from vault_tools.errors import FormulaError, NothingToCompute
from vault_tools.model import Message, message
from vault_tools.verify.exact import Evaluator
from vault_tools.verify.exact_rules import CheckRoadError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler import tree
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handler import Family
    from vault_tools.verify.examples import Example


@dataclass(frozen=True, slots=True)
class Recognition:
    """A family and what its roles are in this formula."""

    family: Family
    roles: Mapping[str, tree.Expression]

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

    compiled: tuple[tuple[Family, tree.Program], ...]
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
    compiled: list[tuple[Family, tree.Program]] = []
    problems: list[Message] = []
    for family in vocabulary.families:
        for latex in (family.formula, *family.also):
            try:
                compiled.append((family, resolve(parse(latex), nothing, vocabulary)))
            except (FormulaError, NothingToCompute) as refused:
                problems.append(message("handler.formula", family=family.name, formula=latex, reason=str(refused)))
    return Patterns(tuple(compiled), tuple(problems))


def recognise(program: tree.Program, vocabulary: Vocabulary) -> Recognition | None:
    """The first family, in the vocabulary's order, that the program belongs to."""
    for family, pattern in patterns(vocabulary).compiled:
        roles = match(pattern, program, as_spelled=family.common)
        if roles is not None:
            return Recognition(family, roles)
    return None
