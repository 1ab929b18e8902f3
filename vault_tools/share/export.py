"""Verdicts -> the code of a note to take along: one documented function per verified formula, with its example as a test."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vault_tools.notes.writing.whitelist import plain
from vault_tools.verify.wording.title import plain_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vault_tools.model import Judgement, Verdict

RESERVED = frozenset({"np", "formula"})
"""Names that no exported function may take: the module's own, and the stand-in for formulas without a left-hand side."""
SHORT = 90
_NAME = re.compile(r"(?m)^def (\w+)\(")
_NOT_FINITE = {"inf": "np.inf", "-inf": "-np.inf", "nan": "np.nan"}


@dataclass(frozen=True, slots=True)
class Exported:
    """One formula as code: its function under a name of its own, and its example, "" where there is none that could be written down."""

    name: str
    title: str
    line: int
    function: str
    example: str
    latex: str = ""
    """Printed by our own printer; "" where only the note's text is known (it stands in the docstring)."""


@dataclass(frozen=True, slots=True)
class Module:
    """The code of a note: the helper functions that its formulas share (softmax and its like), each once, and the formulas."""

    helpers: tuple[str, ...]
    formulas: tuple[Exported, ...]


def module_of(judgements: Iterable[Judgement]) -> Module:
    """The verified formulas in the order of the note; what is told twice with the same example stands once."""
    verified = [judgement for judgement in judgements if judgement.verdict.status == "verified" and judgement.verdict.source]
    parts = {k: definitions(judgement.verdict.source or "") for k, judgement in enumerate(verified)}
    helpers = {text: None for functions in parts.values() for text in functions[:-1]}
    names = Names(RESERVED | {_name(text) for text in helpers})
    formulas, told = [], set()
    for k, judgement in enumerate(verified):
        function, verdict = parts[k][-1], judgement.verdict
        if (function, repr(verdict.inputs)) not in told:
            told.add((function, repr(verdict.inputs)))
            formulas.append(_exported(judgement, function, names.free(_wanted(function, verdict))))
    return Module(tuple(helpers), tuple(formulas))


def definitions(source: str) -> list[str]:
    """The texts of the functions of some generated source; the formula's own is the last."""
    lines = source.split("\n")
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return ["\n".join(lines[node.lineno - 1 : node.end_lineno]) for node in functions]


class Names:
    """Gives every function a name of its own: `softmax`, `softmax_2`, `softmax_3`."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._helpers = frozenset(taken)
        self._taken = set(self._helpers)

    def free(self, wanted: str) -> str:
        """`wanted`, or with the first number that makes it new; its test's name is then new as well.

        The source calls a formula `softmax_2` that has a helper `softmax`: the next one is `softmax_3`.
        """
        stem = wanted.removesuffix("_2")
        wanted = stem if stem in self._helpers else wanted
        name, number = wanted, 1
        while {name, f"test_{name}"} & self._taken:
            number += 1
            name = f"{wanted}_{number}"
        self._taken |= {name, f"test_{name}"}
        return name


def _name(function: str) -> str:
    found = _NAME.search(function)
    assert found is not None, "a function begins with its def"
    return found[1]


def _wanted(function: str, verdict: Verdict) -> str:
    """The formula's own name; without a left-hand side the family's, or the line's."""
    name = _name(function)
    if name not in RESERVED:
        return name
    family = (verdict.handler or "").replace("-", "_")
    return family if family.isidentifier() else f"formula_line_{verdict.line}"


def _exported(judgement: Judgement, function: str, name: str) -> Exported:
    verdict, exhibit = judgement.verdict, judgement.exhibit
    return Exported(
        name,
        plain(exhibit.title if exhibit else plain_title(verdict.latex)) or name,
        verdict.line,
        _NAME.sub(f"def {name}(", function, count=1),
        _example(verdict, function, name),
        (exhibit.latex or "") if exhibit else "",
    )


# ---------------------------------------------------------------- examples


def _example(verdict: Verdict, function: str, name: str) -> str:
    """A test with the verdict's inputs and value. Nothing where they are too long to be written down, or the value is no number."""
    needed = _parameters(function)
    values = {parameter: used.value for parameter, used in verdict.inputs.items() if parameter in needed}
    required = {parameter for parameter, has_default in needed.items() if not has_default}
    if verdict.value is None or "nan" in repr(verdict.value) or None in values.values() or not required <= set(values):
        return ""
    given = [
        f"        {parameter}={literal(value)},  # {plain(str(verdict.inputs[parameter].origin))}" for parameter, value in values.items()
    ]
    call = ["    value = " + name + "(", *given, "    )"] if given else [f"    value = {name}()"]
    expected = f"    np.testing.assert_allclose(value, {literal(verdict.value)}, rtol=1e-9, atol=1e-12)"
    return "\n".join(
        [f"def test_{name}():", '    """The example that was verified; AssertionError where another value comes out."""', *call, expected]
    )


def _parameters(function: str) -> Mapping[str, bool]:
    """The parameters of a function, and which have a default."""
    node = ast.parse(function).body[0]
    assert isinstance(node, ast.FunctionDef)
    names = [argument.arg for argument in node.args.args]
    plain_ones = len(names) - len(node.args.defaults)
    return {name: k >= plain_ones for k, name in enumerate(names)}


def literal(value: Any) -> str:
    """A number or nested lists as code. Whole positive numbers are written whole: they may be sizes."""
    if isinstance(value, list | tuple):
        return f"np.array({_rows(value)})"
    if isinstance(value, int | float) and value > 0:
        return str(int(value)) if value == int(value) else repr(float(value))
    return f"np.float64({_entries(value)})"  # NumPy's division by zero and roots of negative numbers are not Python's


def _rows(value: Any) -> str:
    """A short array on one line, a long one with a line for each of its rows."""
    text = _entries(value)
    if len(text) <= SHORT or not isinstance(value[0], list | tuple):
        return text
    inner = ",\n            ".join(map(_entries, value))
    return f"[\n            {inner},\n        ]"


def _entries(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_entries, value))}]"
    return _NOT_FINITE[value] if isinstance(value, str) else repr(float(value))


# ---------------------------------------------------------------- as a module


def python_module(module: Module, note: str) -> str:
    """A Python file: functions that can be imported, tests that pytest finds, and a run of all of them when it is executed."""
    quoted = plain(note).replace("\\", "/").replace('"', "'")
    parts = [
        f'"""The verified formulas of {quoted} as NumPy functions. Run this file, or pytest on it, to check their examples."""',
        "import numpy as np",
    ]
    body = [*module.helpers, *(text for formula in module.formulas for text in _texts(formula))]
    return "\n\n".join(parts) + "\n\n\n" + "\n\n\n".join([*body, *_main(module.formulas)]) + "\n"


def _texts(formula: Exported) -> Iterator[str]:
    yield f"# {formula.title} (line {formula.line} of the note)\n{formula.function}"
    if formula.example:
        yield formula.example


def _main(formulas: Sequence[Exported]) -> Iterator[str]:
    calls = [f"    test_{formula.name}()" for formula in formulas if formula.example]
    yield "\n".join(['if __name__ == "__main__":', *calls, f'    print("{len(calls)} of {len(calls)} examples agree")'])
