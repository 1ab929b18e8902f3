"""Tests of a function by its declaration: shapes, second implementation, invariants, and wrong results that must be noticed."""

from __future__ import annotations

import re
from inspect import getsource, signature
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np

from vault_tools.compiler.runtime import load
from vault_tools.compiler.translate.calls import own_numpy_name
from vault_tools.model import Message, message
from vault_tools.testing.mutants import mutants

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.handler import Function

SIGNATURE = re.compile(r"\([\w, ]*\)(,\([\w, ]*\))*->\([\w, ]*\)")
TOLERANCE = 1e-9
"""Relative to the largest number of the result."""
SIZES = ((4, 6, 5), (3, 4, 5))
"""Lengths of the core axes, all different; the second where a function does not take the first (pairs of entries, vectors of space)."""
EASIEST = 0.25
"""A result of which no more than this part is finite tests nothing."""


def function_problems(function: Function) -> tuple[Message, ...]:
    """Everything that is wrong with a function."""
    if not SIGNATURE.fullmatch(function.signature.replace(" ", "")):
        return (message("testing.signature", name=function.name, signature=function.signature),)
    raised: list[Message] = []
    for sizes in SIZES:
        try:
            with np.errstate(all="ignore"):
                return tuple({str(problem): problem for problem in _Tests(function, sizes).problems()}.values())
        except Exception as error:  # the author's code; what it raised is what is wrong
            raised.append(message("testing.raised", name=function.name, error=f"{type(error).__name__}: {error}"))
    return tuple(raised[:1])


class _Tests:
    """One function and its core axes."""

    def __init__(self, function: Function, sizes: tuple[int, ...]) -> None:
        self.function, self.sizes = function, sizes
        given, _, result = function.signature.replace(" ", "").partition("->")
        self.cores = [_names(core) for core in given[1:-1].split("),(")]
        self.result = _names(result[1:-1])

    def problems(self) -> Iterator[Message]:
        compared = noticed = 0
        yield from self.source_problems()
        for arguments in self.samples():
            value = self.function.numpy(*arguments)
            yield from self.shape_problems(arguments, value)
            if np.mean(np.isfinite(value)) <= EASIEST:
                continue
            yield from self.axis_problems(arguments, value)
            yield from self.invariant_problems(arguments, value)
            compared += 1
            yield from self.exact_problems(arguments, value)
            noticed += self.notices_mutants(arguments, value)
        if not compared:
            yield message("testing.never_finite", name=self.function.name)
        elif not noticed:
            yield message("testing.blind", name=self.function.name)

    def samples(self) -> Iterator[list[Any]]:
        """Random inputs, then positive ones, shares, whole numbers with ties, zeros, and large ones; two leading axes.

        Where numbers stand beside core arrays (`(n),()->(n)`), they are whole and small in one set: many count something.
        """
        source = np.random.RandomState(20)
        sizes = dict(zip(dict.fromkeys(name for core in self.cores for name in core), self.sizes, strict=False))
        shapes = [(2, 3, *(sizes[name] for name in core)) for core in self.cores]
        for low, high in ((-2.0, 2.0), (0.1, 3.0), (0.05, 0.95)):
            yield [source.uniform(low, high, shape) for shape in shapes]
        yield [source.randint(-2, 3, shape).astype(float) for shape in shapes]
        if any(self.cores) and not all(self.cores):
            pairs = zip(shapes, self.cores, strict=True)
            yield [source.uniform(-2.0, 2.0, shape) if core else source.randint(1, 4, shape).astype(float) for shape, core in pairs]
        yield [np.zeros(shape) for shape in shapes]
        yield [source.uniform(-500.0, 500.0, shape) for shape in shapes]

    def source_problems(self) -> Iterator[Message]:
        """The function as it is pasted into sources: with NumPy and its helpers alone in reach."""
        numpy = self.function.numpy
        if own_numpy_name(numpy) is not None:
            return
        texts = [dedent(getsource(part)) for part in (*self.function.helpers, numpy)]
        try:
            pasted = load("\n\n".join(texts), numpy.__name__)
            pasted(*next(iter(self.samples())))
        except (NameError, SyntaxError, KeyError) as error:
            yield message("testing.pasted", name=self.function.name, error=f"{type(error).__name__}: {error}")

    def shape_problems(self, arguments: list[Any], value: Any) -> Iterator[Message]:
        """The shape, and every entry, as NumPy's own loop over the core arrays gives them."""
        loop = (2, 3)
        rows = [np.asarray(self.function.numpy(*(argument[at] for argument in arguments)), dtype=float) for at in np.ndindex(loop)]
        wanted = np.array(rows).reshape(*loop, *rows[0].shape)
        if np.shape(value) != wanted.shape:
            yield message("testing.shape", name=self.function.name, shape=np.shape(value), wanted=wanted.shape)
        elif not _close(value, wanted):
            yield message("testing.rows", name=self.function.name)
        if len(rows[0].shape) != len(self.result):
            yield message("testing.result", name=self.function.name, shape=rows[0].shape, signature=self.function.signature)

    def axis_problems(self, arguments: list[Any], value: Any) -> Iterator[Message]:
        """`axis=0` gives what moving that axis to the end gives."""
        if not any(self.cores) or any(len(core) > 1 for core in (*self.cores, self.result)):
            return
        if "axis" not in signature(self.function.numpy).parameters:
            yield message("testing.no_axis", name=self.function.name)
            return
        moved = [np.moveaxis(argument, -1, 0) if core else argument for argument, core in zip(arguments, self.cores, strict=True)]
        other = self.function.numpy(*moved, axis=0)
        if not _close(np.moveaxis(other, 0, -1) if self.result else other, value):
            yield message("testing.axis", name=self.function.name)

    def exact_problems(self, arguments: list[Any], value: Any) -> Iterator[Message]:
        """`exact` at 50 digits for the first core arrays."""
        wanted = self.exact(arguments)
        if wanted is not None and not _close(np.asarray(value)[0, 0], wanted):
            yield message("testing.exact", name=self.function.name)

    def exact(self, arguments: list[Any]) -> Any:
        """What `exact` gives for the first core arrays; None without one, or where it has no real value."""
        if self.function.exact is None:
            return None
        mp: Any = mpmath.mp.clone()  # type: ignore[no-untyped-call]
        mp.dps = 50
        try:
            found = self.function.exact(mp, *(_numbers(mp, argument[0, 0]) for argument in arguments))
            return np.array(_floats(found), dtype=float)
        except (ZeroDivisionError, ValueError, TypeError):  # a pole, or a complex value
            return None

    def invariant_problems(self, arguments: list[Any], value: Any) -> Iterator[Message]:
        for invariant, error in self.errors(arguments, value):
            if error is None:
                yield message("testing.silent", name=self.function.name, invariant=invariant)
            elif error == error and error > TOLERANCE * _scale(value, *arguments):
                yield message("testing.invariant", name=self.function.name, invariant=invariant, error=error)

    def errors(self, arguments: list[Any], value: Any) -> Iterator[tuple[str, float | None]]:
        """The error of every invariant that speaks of these numbers; None where it asks for an argument that the function does not have."""
        names = list(signature(self.function.numpy).parameters) if not isinstance(self.function.numpy, np.ufunc) else ["x", "y"]
        values = dict(zip(names, arguments, strict=False))
        for invariant in self.function.invariants:
            try:
                error = invariant.check(values, value)
            except KeyError:
                yield invariant.name, None
                continue
            if error is not None:
                yield invariant.name, float(error)

    def notices_mutants(self, arguments: list[Any], value: Any) -> bool:
        """Whether every wrong result is noticed by `exact` or by an invariant."""
        wanted = self.exact(arguments)
        return all(
            (wanted is not None and not _close(np.asarray(wrong)[0, 0], wanted))
            or any(error is not None and not error <= TOLERANCE * _scale(value, *arguments) for _, error in self.errors(arguments, wrong))
            for wrong in mutants(value)
        )


def _names(core: str) -> tuple[str, ...]:
    return tuple(name for name in core.split(",") if name)


def _scale(*arrays: Any) -> float:
    finite = [np.abs(np.asarray(array, dtype=float)) for array in arrays]
    return max([1.0, *(float(np.max(array[np.isfinite(array)], initial=0.0)) for array in finite)])


def _close(value: Any, wanted: Any) -> bool:
    if np.shape(value) != np.shape(wanted):
        return False
    both = np.isfinite(value) & np.isfinite(wanted)
    same = np.where(both, np.abs(np.where(both, value, 0.0) - np.where(both, wanted, 0.0)) <= TOLERANCE * _scale(wanted), True)
    return bool(np.all(same))


def _numbers(mp: Any, value: Any) -> Any:
    return mp.mpf(float(value)) if np.ndim(value) == 0 else [_numbers(mp, part) for part in value]


def _floats(value: Any) -> Any:
    return [_floats(part) for part in value] if isinstance(value, list) else float(value)
