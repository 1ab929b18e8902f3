"""The check road of a compiled formula, for tests that hold both roads against a third computation."""

from __future__ import annotations

import numpy as np

from vault_tools.verify.exact.evaluation import evaluate


def checked(formula, given):
    """The value of a formula on arrays, by the evaluation with many digits."""
    arrays = {name: np.asarray(value) for name, value in given.items()}
    axes = [(dim, size) for p in formula.program.inputs for dim, size in zip(p.shape, arrays[p.name].shape, strict=True)]
    sizes = {name: size for dim, size in axes for name in dim.names}
    lists = {name: value.tolist() for name, value in arrays.items()}
    return np.array(evaluate(formula.program, lists, sizes, formula.vocabulary, digits=30), dtype=float)
