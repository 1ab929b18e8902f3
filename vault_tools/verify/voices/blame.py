"""Whose fault it is where one road has no number or the wrong shape: each function of the formula, called by itself on what it gets."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import tree
from vault_tools.model import Message, message
from vault_tools.verify.domains import expressions, indices
from vault_tools.verify.exact.evaluation import Evaluator
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.guarded import guarded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handler import Function
    from vault_tools.verify.inputs.examples import Example


def blamed(program: tree.Program, example: Example, vocabulary: Vocabulary) -> Message | None:
    """The first function that gives no number, or the wrong shape, for numbers; None where it is the formula itself."""
    road = Evaluator(program, example.values, example.sizes, vocabulary, 17)
    known = {index.name: index for index in indices(program)}
    for node in {node: None for node in expressions(program) if isinstance(node, tree.Call)}:
        function = vocabulary.function(node.function)
        if function is None or isinstance(function.numpy, np.ufunc) or node.along is not None:
            continue
        for wrong, where in _wrong(node, function, road, tuple(known[name] for name in node.indices)):
            return message(wrong, handler=function.name, formula=program.latex, **where)
    return None


def _wrong(node: tree.Call, function: Function, road: Evaluator, over: tuple[tree.Index, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is wrong with a function here, if anything, and where: at what it raised, else at its definition or that of its twin."""
    try:
        arguments = [np.array(road.tensor(argument, over).nested(), dtype=float) for argument in node.arguments]
        expected = (*(road.size(index.size) for index in over), *road.shape(node))
    except CheckRoadError:
        return
    options: dict[str, Any] = {**dict(node.options), **({} if node.axis is None else {"axis": node.axis})}
    output = guarded(function.name, "numpy", lambda: np.asarray(function.numpy(*arguments, **options), dtype=float))
    finite = all(np.isfinite(argument).all() for argument in arguments)
    if isinstance(output, Message):
        if finite and _has_exact_number(node, road, over):
            yield "check.raised_in", {key: output.values[key] for key in ("error", "file", "line")}
    elif output.shape != expected:
        yield "check.wrong_shape_in", _where(function.numpy)
    elif finite and np.isnan(output).any() and _has_exact_number(node, road, over):
        yield "check.undefined_in", _where(function.numpy)
    elif finite and function.exact is not None and np.isfinite(output).all() and not _has_exact_number(node, road, over):
        yield "check.undefined_twin", _where(function.exact)


def _has_exact_number(node: tree.Call, road: Evaluator, over: tuple[tree.Index, ...]) -> bool:
    """Whether the second implementation has a number where the first has none: √−1 is the formula's fault, not the handler's."""
    try:
        exact = np.array(road.tensor(node, over).nested(), dtype=float)
    except (CheckRoadError, TypeError, ValueError, ArithmeticError):
        return False
    return not np.isnan(exact).any()


def _where(function: Callable[..., Any]) -> dict[str, Any]:
    return {"file": Path(inspect.getsourcefile(function) or "").name, "line": inspect.getsourcelines(function)[1]}
