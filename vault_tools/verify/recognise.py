"""Which family a formula belongs to: the first of the vocabulary whose pattern its resolved tree matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler.matching import match
from vault_tools.compiler.resolve import resolve
from vault_tools.compiler.resolve.context import Context
from vault_tools.compiler.syntax import parse
from vault_tools.verify.exact import Evaluator
from vault_tools.verify.exact_rules import CheckRoadError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler import tree
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handler import Family
    from vault_tools.verify.examples import Example

Pattern = tuple["Family", "tree.Program"]


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


def patterns(vocabulary: Vocabulary) -> tuple[Pattern, ...]:
    """Every formula of every family, compiled once per vocabulary and kept with it.

    A family whose formula does not compile raises its FormulaError: the handler's author must see it.
    """
    kept = vars(vocabulary).get("_patterns")
    if kept is None:
        nothing = Context.read()
        kept = tuple(
            (family, resolve(parse(latex), nothing, vocabulary))
            for family in vocabulary.families
            for latex in (family.formula, *family.also)
        )
        vars(vocabulary)["_patterns"] = kept
    found: tuple[Pattern, ...] = kept
    return found


def recognise(program: tree.Program, vocabulary: Vocabulary) -> Recognition | None:
    """The first family, in the vocabulary's order, that the program belongs to."""
    for family, pattern in patterns(vocabulary):
        roles = match(pattern, program, as_spelled=family.common)
        if roles is not None:
            return Recognition(family, roles)
    return None
