"""The example on a handler's page: computed now from the handler itself, with its steps, numbers and voices, never stored."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler.resolve import resolve
from vault_tools.compiler.resolve.writing.statements.context import Context
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.translate.calls import core_axes
from vault_tools.errors import FormulaError, NothingToCompute
from vault_tools.messages import sentences
from vault_tools.model import Message, message
from vault_tools.verify.domains import Domain
from vault_tools.verify.guarded import guarded
from vault_tools.verify.inputs.examples import Given, invent
from vault_tools.verify.recognise import recognise
from vault_tools.verify.run import run
from vault_tools.verify.telling.exhibit import Shown, Surroundings, chance_exhibit, exhibit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handler import Family, Function
    from vault_tools.verify.run import Run

LENGTHS = (4, 3)
"""Entries of each core axis of a function's example; the second where it does not take the first."""
MOST = 40
"""Numbers that a step shows."""


def function_example(function: Function) -> Iterator[str]:
    """Invented arguments and the value; of a function that fails, the sentence that says so."""
    cores, _ = core_axes(function.signature)
    counts = any(cores)  # a number beside an array counts or places something
    domains = [Domain.POSITION if counts and not core else Domain.POSITIVE for core in cores]
    for length in LENGTHS:
        arguments = [invent(name, (length,) * core, domain) for name, core, domain in zip("xyz", cores, domains, strict=False)]
        value = guarded(function.name, "numpy", partial(function.numpy, *arguments))
        if not isinstance(value, Message):
            break
    shown = ", ".join(numbers(argument) for argument in arguments)
    yield line("page.example", str(value) if isinstance(value, Message) else f"{function.name}({shown}) = {numbers(value)}")


def family_example(family: Family, vocabulary: Vocabulary) -> tuple[tuple[str, ...], bytes]:
    """The family's formula on its example: inputs and steps, what confirms the value, sentences; and the first picture."""
    if family.statistic:
        told = chance_exhibit(family, family.formula, "en", pictures=True)
        return tuple(line("page.told", str(note)) for note in told.exhibit.notes), _first(told)
    try:
        program = resolve(parse(family.formula), Context.read(), vocabulary)
        recognition = recognise(program, vocabulary)
        heard = run(program, recognition, vocabulary, Given())
    except (FormulaError, NothingToCompute):
        return (), b""
    told = exhibit(heard, recognition, family.formula, Surroundings(), pictures=True)
    return tuple(_lines(heard, told)), _first(told)


def _lines(heard: Run, told: Shown) -> Iterator[str]:
    yield line("page.example", ", ".join(f"{name} = {numbers(value)}" for name, value in heard.example.values.items()))
    for step in told.exhibit.story:
        if step.name not in heard.example.values and step.value is not None:
            yield line("page.step", " ".join([step.name, *shape_of(step.shape), "=", numbers(step.value)]))
    if not any(step.name == "output" for step in told.exhibit.story):
        yield line("page.step", f"output = {numbers(heard.value)}")
    spoken = (check for check in heard.checks if check.passed is not None)
    yield from dict.fromkeys(
        line("page.checked", f"{'✓' if check.passed else '✗'} {in_words(check.name)}: {check.detail}") for check in spoken
    )
    yield from (line("page.told", str(note)) for note in told.exhibit.notes)


def shape_of(sizes: Iterable[Any]) -> tuple[str, ...]:
    """The sizes of an array, as one word; none of a number."""
    shown = "×".join(map(str, sizes))
    return (shown,) if shown else ()


def in_words(name: str) -> str:
    """What a check looks at; its name where there are no words for it."""
    key = f"block.how.{name}"
    return str(message(key)) if key in sentences("en") else name


def numbers(value: Any) -> str:
    """Four significant digits, rows in brackets; a large array by its shape."""
    array = np.asarray(value, dtype=float)
    if array.size > MOST:
        return "×".join(map(str, array.shape))
    return f"{float(array):.4g}" if not array.ndim else "[" + ", ".join(numbers(part) for part in array) + "]"


def _first(told: Shown) -> bytes:
    return next(iter(told.images.values()), b"")


def line(key: str, text: str) -> str:
    """A line of a handler's page."""
    return str(message(key, text=text))
