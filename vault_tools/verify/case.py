"""A program with one example: what the claims of a note are held against."""

from __future__ import annotations

from dataclasses import dataclass

from vault_tools.compiler import tree
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.verify.exact import DIGITS, Evaluator, Tensor
from vault_tools.verify.examples import Example


@dataclass(frozen=True, slots=True)
class Case:
    """A program with one example: everything that a claim is held against."""

    program: tree.Program
    example: Example
    vocabulary: Vocabulary

    def tensor(self, expression: tree.Expression) -> Tensor:
        """The value of a side. Errors as of the check road."""
        road = Evaluator(self.program, self.example.values, self.example.sizes, self.vocabulary, DIGITS[0])
        return road.tensor(expression, self.program.indices)
