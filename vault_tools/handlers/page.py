"""The page of one handler, made from the handler itself: shapes, conventions, invariants, reference, and an example computed now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from vault_tools.compiler.resolve import resolve
from vault_tools.compiler.resolve.writing.statements.context import Context
from vault_tools.compiler.syntax import parse
from vault_tools.errors import FormulaError, NothingToCompute
from vault_tools.handler import Family, Function, Handler
from vault_tools.handlers.example import family_example, function_example, in_words, line
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.compiler.vocabulary import Vocabulary


class Page(NamedTuple):
    """All lines of a page, and its first picture (PNG)."""

    lines: tuple[str, ...]
    picture: bytes = b""


def page(handler: Handler, vocabulary: Vocabulary) -> Page:
    """Everything that there is to say, a line each, then an example with its steps and what confirms them."""
    if isinstance(handler, Function):
        return Page((*_function(handler), *function_example(handler)))
    lines, picture = family_example(handler, vocabulary)
    return Page((*_family(handler, vocabulary), *lines), picture)


def _function(handler: Function) -> Iterator[str]:
    yield line("page.shapes", handler.signature)
    yield from _told("page.about", handler.numpy)
    if handler.symbols:
        yield line("page.symbols", ", ".join(handler.symbols))
    if handler.exact is not None:
        yield from _told("page.exact", handler.exact, otherwise="mpmath")
    yield from _invariants(handler)


def _family(handler: Family, vocabulary: Vocabulary) -> Iterator[str]:
    shapes, result, readings = _compiled(handler.formula, vocabulary)
    for role, meaning in handler.roles.items():
        yield line("page.role", " ".join([role, *filter(None, [shapes.get(role)])]) + f": {meaning}")
    if result:
        yield line("page.result", result)
    yield from (line("page.convention", reading) for reading in readings)
    if handler.reference is not None:
        yield from _told("page.reference", handler.reference, otherwise=handler.reference.__name__)
    yield from _invariants(handler)
    if handler.figure is not None:
        yield from _told("page.picture", handler.figure)
    if handler.common:
        yield str(message("page.common"))


def _compiled(latex: str, vocabulary: Vocabulary) -> tuple[dict[str, str], str, tuple[str, ...]]:
    """Shapes by name, the shape of the result, and how forks are read; nothing where the formula does not compile."""
    try:
        program = resolve(parse(latex), Context.read(), vocabulary)
    except (FormulaError, NothingToCompute):
        return {}, "", ()
    shapes = {parameter.name: _shape(parameter.shape) for parameter in program.inputs}
    result = _shape((*(index.size for index in program.indices), *program.result.shape))
    return shapes, result, tuple(str(reading) for reading in program.readings)


def _shape(dims: tuple[Any, ...]) -> str:
    return "×".join(map(str, dims)) or str(message("page.number"))


def _invariants(handler: Handler) -> Iterator[str]:
    for invariant in handler.invariants:
        words = _about(invariant.check) or in_words(invariant.name)
        yield line("page.invariant", f"{invariant.name}: {words}" if words != invariant.name else words)


def _told(key: str, function: Callable[..., Any], otherwise: str = "") -> Iterator[str]:
    about = _about(function) or otherwise
    if about:
        yield line(key, about)


def _about(function: Callable[..., Any]) -> str:
    """The first line of a docstring that is no signature, with which NumPy's own begin; nothing where there is none."""
    lines = (getattr(function, "__doc__", None) or "").splitlines()
    told = (text for line in lines if (text := line.strip()) and not text.startswith(f"{getattr(function, '__name__', '')}("))
    return next(told, "")
