"""Executes generated source: with NumPy and nothing else in reach, without the docstring, without warnings."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable


def load(source: str, name: str | None = None) -> Callable[..., Any]:
    """The function of some generated source: the one called `name`, else the last. Its docstring is not compiled.

    The code sees no builtins, only `np`. That is no wall (the source holds nothing but names that were checked), but a second one.
    """
    module = ast.parse(source)
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        if ast.get_docstring(function, clean=False) is not None and len(function.body) > 1:
            function.body = function.body[1:]
    namespace: dict[str, Any] = {"__builtins__": {}, "np": np}
    code = compile(ast.Module(body=[*functions], type_ignores=[]), "<formula>", "exec")
    exec(code, namespace)  # noqa: S102  the source was printed from a tree of known nodes, see source.py
    loaded: Callable[..., Any] = namespace[name or functions[-1].name]
    return loaded


def run(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """The function's value, with NumPy's warnings off: inf and nan are results, and the checks speak about them.

    Python's own numbers (sizes and written numbers) raise where NumPy's give inf or nan; the value is nan then too.
    """
    with np.errstate(all="ignore"):
        try:
            return function(**arguments)
        except (ZeroDivisionError, OverflowError):
            return np.nan
