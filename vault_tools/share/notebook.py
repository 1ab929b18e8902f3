"""The code of a note -> a Jupyter notebook (format 4.5) that runs from top to bottom: formula, function, example, formula, …"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from vault_tools.notes.writing.whitelist import harmless, math

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.share.export import Exported, Module

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(module: Module, note: str) -> str:
    """The notebook as JSON; the same note gives the same bytes."""
    cells = [{"id": f"cell-{k}", "metadata": {}, **cell} for k, cell in enumerate(_cells(module, note))]
    document = {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _cells(module: Module, note: str) -> Iterator[dict[str, Any]]:
    yield _markdown(
        f"# {harmless(note)}\n\nThe verified formulas of this note as NumPy functions, each with the example that was verified."
    )
    yield _code("\n\n\n".join(["import numpy as np", *module.helpers]))
    for formula in module.formulas:
        yield _markdown(_heading(formula))
        yield _code(formula.function)
        if formula.example:
            yield _code(f"{formula.example}\n    return value\n\n\ntest_{formula.name}()")


def _heading(formula: Exported) -> str:
    title = f"## {harmless(formula.title)}\n\nLine {formula.line} of the note."
    return f"{title}\n\n$${math(formula.latex)}$$" if formula.latex else title


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": text.splitlines(keepends=True)}


def _code(text: str) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "outputs": [], "source": text.splitlines(keepends=True)}
