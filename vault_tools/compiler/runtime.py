"""Executes generated source: with NumPy and nothing else in reach, without the docstring, without warnings."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType


def load(source: str, name: str | None = None) -> Callable[..., Any]:
    """The function of some generated source: the one called `name`, else the last. Docstrings are not compiled.

    The code sees no builtins, only `np` and `range`. That is no wall (the source holds only names that were checked), but a second one.
    """
    namespace: dict[str, Any] = {"__builtins__": {}, "np": np, "range": range}
    *before, last = definitions(source)
    for text in before:
        exec(_helper_code(text), namespace)  # noqa: S102  functions of the handlers
    code = compile(last, "<formula>", "exec", dont_inherit=True, optimize=2)  # without docstring
    exec(code, namespace)  # noqa: S102  printed from a tree of known nodes, see source.py
    loaded: Callable[..., Any] = namespace[name or last.removeprefix("def ").split("(")[0]]
    return loaded


def definitions(source: str) -> list[str]:
    """The texts of the functions of some generated source, in which nothing else stands at the left margin but the import."""
    lines = source.split("\n")
    starts = [n for n, line in enumerate(lines) if line.startswith("def ")]
    return ["\n".join(lines[start:end]) for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


@lru_cache(maxsize=256)
def _helper_code(text: str) -> CodeType:
    """A function of a handler, without its docstring. Softmax and its like stand in most sources, and are compiled once."""
    module = ast.parse(text)
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        if ast.get_docstring(function, clean=False) is not None and len(function.body) > 1:
            function.body = function.body[1:]
    return compile(ast.Module(body=[*functions], type_ignores=[]), "<formula>", "exec")


def run(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """The function's value, with NumPy's warnings off: inf and nan are results, and the checks speak about them.

    Python's own numbers (sizes and written numbers) raise where NumPy's give inf or nan, and a singular matrix has no inverse; the
    value is nan then too.
    """
    with np.errstate(all="ignore"):
        try:
            return function(**arguments)
        except (ZeroDivisionError, OverflowError, np.linalg.LinAlgError):
            return np.nan
