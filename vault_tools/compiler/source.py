"""The float road's last step: a program and its SymPy expression become readable NumPy source of one function.

The source is complete: pasted into a fresh interpreter with NumPy alone it runs. It holds only names that were checked here, numbers,
words of ours, and the formula in a docstring that cannot end early; runtime.py leaves that docstring out of what it executes.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.names import WORDS_OF_SOURCE, raised
from vault_tools.compiler.translate import Translation, translate
from vault_tools.compiler.translate.lines import wrapped
from vault_tools.compiler.translate.printing import Printer, Step
from vault_tools.errors import HandlerError, UnsupportedError
from vault_tools.messages.spelling import spelled
from vault_tools.model import Span, message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.algebra import Node
    from vault_tools.compiler.vocabulary import Vocabulary

IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
BACKSLASH = "\\"
name_of = attrgetter("name")


@dataclass(frozen=True, slots=True)
class Source:
    """The parts of the source of a program: what stands before the body, the steps, and what it returns."""

    name: str
    head: tuple[str, ...]
    documentation: tuple[str, ...]
    steps: tuple[str, ...]
    output: str
    trace: Callable[[], list[str]]
    """Answers `"step": code` for every step and the output."""

    @property
    def text(self) -> str:
        """Complete source."""
        return _assembled(self.head, [*self.documentation, *self.steps, *wrapped("return ", self.output)])

    @property
    def traced(self) -> str:
        """The same function answering every step by name."""
        return _assembled(self.head, [*self.steps, f"return {{{', '.join(self.trace())}}}"])


def glossary(program: tree.Program) -> list[str]:
    """A comment that says which words of the note the names in the code stand for, where they are in another script."""
    names = dict.fromkeys([program.name or "", *map(name_of, program.inputs), *map(name_of, program.bindings)])
    if spelled(", ".join(names)).isascii():
        return []
    words = [f"{name}: {spelled(name)}" for name in names if not spelled(name).isascii()]
    return [f"# {', '.join(words)}"]


def emit(program: tree.Program, expression: Node, vocabulary: Vocabulary) -> str:
    """The NumPy source of a program whose SymPy expression (of `lower`) is given."""
    return sources(program, expression, vocabulary).text


def sources(program: tree.Program, expression: Node, vocabulary: Vocabulary) -> Source:
    """The source of a program in its parts. UnsupportedError: a size that no array determines."""
    translation = translate(program, expression, vocabulary.functions)
    helpers, size_names = translation.scope.used, translation.scope.size_names
    parameters = [checked(parameter.name) for parameter in program.inputs]
    printer = Printer(translation.scope.graph, {*parameters, *size_names, *helpers, *WORDS_OF_SOURCE})
    name = printer.fresh(checked(raised(program.name, program.power) if program.name else "formula"))
    steps = printer.steps([operation for _, operation in translation.definitions], translation.output)
    lines = [line for step in steps for line in step_lines(step)]
    head = [*import_lines(helpers.values()), *glossary(program), *wrapped("", f"def {name}({signature(program)})")]
    head[-1] += ":"
    return Source(
        name=name,
        head=tuple(head),
        documentation=tuple(docstring(program)),
        steps=(*size_lines(program, size_names), *lines),
        output=printer.text(translation.output),
        trace=partial(trace_items, translation, steps, printer),
    )


def step_lines(step: Step) -> list[str]:
    """The lines of a step, every name in them checked."""
    for name in (step.name, *step.inside):
        checked(name)
    return wrapped(f"{step.name} = ", step.text) if step.lines is None else list(step.lines)


def _assembled(head: tuple[str, ...], body: list[str]) -> str:
    return "\n".join([*head, *[f"    {line}" if line else "" for line in body]]) + "\n"


def trace_items(translation: Translation, steps: list[Step], printer: Printer) -> list[str]:
    """Every step under its name, the output, then further names: what a step is (`weights`) where the formula calls it otherwise."""
    output, roles = printer.text(translation.output), translation.scope.graph.roles
    shown = {step.name: step.name for step in steps}
    shown.setdefault("output", output)
    for step in steps:
        shown.setdefault(roles.get(step.operation, step.name), step.name)
    for name, operation in translation.definitions:
        if printer.is_printed(operation):
            shown.setdefault(name, printer.text(operation))
    shown.setdefault(roles.get(translation.output, "output"), output)
    return [f'"{checked(name)}": {text}' for name, text in shown.items()]


def checked(name: str) -> str:
    """A name that may stand in source: an ASCII identifier that is no word of Python. ValueError for any other."""
    if not IDENTIFIER.fullmatch(name) or name in WORDS_OF_SOURCE:
        raise ValueError(f"{name!r} is no name that may stand in generated source")
    return name


# ---------------------------------------------------------------- parts


def signature(program: tree.Program) -> str:
    """The parameters; those for which the note gives numbers have them as defaults, and come last."""
    plain: list[str] = []
    given: list[str] = []
    for p in program.inputs:
        if p.default is None:
            plain.append(checked(p.name))
        else:
            given.append(f"{checked(p.name)}={default_text(p.default)}")
    return ", ".join([*plain, *given])


def default_text(default: tree.Expression) -> str:
    """A number or an array of numbers as code."""
    text = _literal(default, decimal=isinstance(default, tree.Stack))
    return f"np.array({text})" if isinstance(default, tree.Stack) else text


def _literal(node: tree.Expression, *, decimal: bool) -> str:
    match node:
        case tree.Stack(items=items):
            return f"[{', '.join(_literal(item, decimal=decimal) for item in items)}]"
        case tree.Number(value=value):
            if value.denominator != 1:
                return repr(value.numerator / value.denominator)
            return f"{value.numerator}.0" if decimal else str(value.numerator)
        case tree.Negate(operand=operand):
            return f"-{_literal(operand, decimal=decimal)}"
        case _:
            raise ValueError("a default holds only numbers")


def size_lines(program: tree.Program, names: Iterable[str]) -> list[str]:
    """`d_k = K.shape[-1]` for every named size that the code uses and no parameter gives. UnsupportedError: a size that no array has."""
    found = {parameter.name: "" for parameter in program.inputs}
    axes = [(dim, f"{p.name}.shape[{axis - len(p.shape)}]") for p in program.inputs for axis, dim in enumerate(p.shape)]
    for name in names:
        if not _find_size(axes, name, found, ()):
            span = Span(0, len(program.latex))
            raise UnsupportedError(message("unsupported.open_size", name=name), span, message("unsupported.hint_open_size"))
    return [f"{checked(name)} = {text}" for name, text in found.items() if text]


def _find_size(axes: list[tuple[tree.Dim, str]], name: str, found: dict[str, str], above: tuple[str, ...]) -> bool:
    """Put the code of a size, and of the sizes that it needs, into `found`; False where no axis tells it."""
    if name in found:
        return True
    solvable = [(dim, text) for dim, text in axes if name in dim.names and sum(name in names for names, _ in dim.terms) == 1]
    for dim, text in sorted(solvable, key=lambda pair: (len(pair[0].names), len(pair[0].terms))):
        solved = solve_size(dim, name, text)
        others = [other for other in dim.names if other != name]
        if solved is None or set(others) & {*above, name}:
            continue
        if all(_find_size(axes, other, found, (*above, name)) for other in others):
            found[name] = solved
            return True
    return False


def solve_size(dim: tree.Dim, name: str, text: str) -> str | None:
    """The code of the size `name` from that of an axis of size `dim`; None where it is not linear in it."""
    if dim.alone == name:
        return text
    names, factor = next((names, c) for names, c in dim.terms if name in names)
    if names.count(name) > 1:
        return None
    rest = tree.Dim(tuple((others, c) for others, c in dim.terms if others != names))
    if rest.terms:
        text = f"({text} - {_bracketed(rest)})" if factor != 1 or len(names) > 1 else f"{text} - {_bracketed(rest)}"
    divisor = tree.Dim(((tuple(sorted(other for other in names if other != name)), factor),))
    return text if divisor.number == 1 else f"{text} // {_bracketed(divisor)}"


def _bracketed(dim: tree.Dim) -> str:
    text = str(dim)
    return text if text.isidentifier() or text.isdigit() else f"({text})"


def docstring(program: tree.Program) -> list[str]:
    """The formula and the shapes as lines of a raw docstring."""
    formula = [line for line in plain_text(program.latex).split("\n") if line.strip()]
    shapes = ", ".join([f"{p.name}: {shape_text(p.shape)}" for p in program.inputs if p.shape])
    story = f"{shapes} -> {shape_text(program.shape)}" if shapes else ""
    lines = [*formula, *([""] if formula and story else []), *([story] if story else [])]
    if len(lines) <= 1:
        return [f'r"""{lines[0]}{" " * lines[0].endswith(BACKSLASH)}"""'] if lines else []
    return [f'r"""{lines[0]}', *lines[1:], '"""']


def plain_text(latex: str) -> str:
    """Note text that may stand in a raw docstring: no double quotes, no control or direction characters, plain line ends."""
    lines = latex.replace('"', "'").replace("\t", " ").splitlines()
    return "\n".join((line if line.isprintable() else "".join(filter(str.isprintable, line))).strip() for line in lines)


def shape_text(shape: tree.Shape) -> str:
    """`(n, d_k)`, `(n,)`, `number`."""
    sizes = list(map(str, shape))
    return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})" if sizes else "number"


def import_lines(functions: Iterable[Callable[..., Any]]) -> list[str]:
    """The import of NumPy and the functions that the formula uses, each once."""
    lines = ["import numpy as np", "", ""]
    for function in functions:
        lines += [*function_text(function).split("\n"), "", ""]
    return lines


@lru_cache(maxsize=256)
def function_text(function: Callable[..., Any]) -> str:
    """The source of a function of a handler, without the checker's remarks. HandlerError: a function that is no `def` in a file."""
    try:
        text = textwrap.dedent(inspect.getsource(function)).rstrip()
    except (OSError, TypeError) as error:
        raise HandlerError(str(message("handler.no_source", name=function.__name__))) from error
    if not text.startswith(f"def {function.__name__}("):
        raise HandlerError(str(message("handler.no_source", name=function.__name__)))
    return re.sub(r"  # (type: ignore|noqa)\S*.*", "", text)
