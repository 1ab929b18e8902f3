"""vault_tools: finds the formulas in a vault's notes, runs them, verifies the results, and writes them into the notes.

Everything public is imported on first use, so that `import vault_tools` costs nothing.
"""

import sys

# `python -m vault_tools` puts the current folder first, and it may be somebody's vault with a `typing.py` in it. While Python looks for
# the module to run, it has imported this package and nothing else of ours; so this stands before any other import, `__future__` too.
if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    del sys.path[0]

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vault_tools.errors import FormulaError, LatexSyntaxError, NothingToCompute, ShapeError, UnsupportedError
    from vault_tools.files import verify_note
    from vault_tools.handler import Family, Function, Invariant
    from vault_tools.model import Outcome, Settings, Verdict
    from vault_tools.pipeline import compile_formula, verify_text

_HOME = {
    "compile_formula": "pipeline",
    "verify_text": "pipeline",
    "verify_note": "files",
    "Settings": "model",
    "Outcome": "model",
    "Verdict": "model",
    "Function": "handler",
    "Family": "handler",
    "Invariant": "handler",
    "FormulaError": "errors",
    "LatexSyntaxError": "errors",
    "ShapeError": "errors",
    "UnsupportedError": "errors",
    "NothingToCompute": "errors",
}

__all__ = [
    "Family",
    "FormulaError",
    "Function",
    "Invariant",
    "LatexSyntaxError",
    "NothingToCompute",
    "Outcome",
    "Settings",
    "ShapeError",
    "UnsupportedError",
    "Verdict",
    "compile_formula",
    "verify_note",
    "verify_text",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'vault_tools' has no attribute {name!r}")
    return getattr(import_module(f"vault_tools.{_HOME[name]}"), name)
