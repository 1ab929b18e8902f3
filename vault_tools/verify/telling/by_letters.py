r"""Of a chain that ends with numbers put in, the side that has the letters: `d_k = \frac{d}{h} = \frac{512}{8}` is told as `d / h`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.formula import CompiledFormula
from vault_tools.compiler.parts import walk
from vault_tools.errors import FormulaError

if TYPE_CHECKING:
    from vault_tools.verify.run import Run

SAME = 1e-9
"""Relative difference of two sides that are the same number: what was rounded on the way differs by more."""


def by_its_letters(heard: Run) -> Run:
    """A run whose formula is the side with the letters, where it gives the very value of the numbers put in.

    Where none does, the inputs have no part in the value that is told, and are left out.
    """
    program = heard.formula.program
    if len(program.sides) < 2 or _has_letters(program.result):
        return heard
    for side in filter(_has_letters, program.sides):
        formula = CompiledFormula(replace(program, result=side), heard.formula.vocabulary)
        if _gives_the_same(formula, heard):
            return replace(heard, formula=formula)
    return _numbers_alone(heard)


def _has_letters(side: tree.Expression) -> bool:
    return any(isinstance(node, tree.Input | tree.Local | tree.Size) for node in walk(side))


def _gives_the_same(formula: CompiledFormula, heard: Run) -> bool:
    try:
        value = np.asarray(formula(**heard.example.values))
    except (FormulaError, TypeError, ArithmeticError):
        return False
    return value.shape == np.shape(heard.value) and bool(np.allclose(value, heard.value, rtol=SAME, atol=0))


def _numbers_alone(heard: Run) -> Run:
    r"""Without its letters: `\cos\theta = \frac45` tells no invented θ, `mv = 2 \cdot 3` no m of another example."""
    formula = CompiledFormula(replace(heard.formula.program, inputs=()), heard.formula.vocabulary)
    return replace(heard, formula=formula, example=replace(heard.example, used={}, values={}))
