"""Example inputs of a program: from the note's vault-tools block, else from numbers that the note states, else invented.

Invented inputs are the same on every machine: NumPy's RandomState (a frozen stream) seeded by the input's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from threading import local
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from vault_tools.compiler.tree import Dim
from vault_tools.errors import ShapeError
from vault_tools.model import InputUsed, Message, Options, message
from vault_tools.verify.domains import Domain, domains
from vault_tools.verify.exact.evaluation import Evaluator
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.inputs.options import options_for
from vault_tools.verify.inputs.sizes import example_sizes, fixed_sizes, readable, rounded_places, shared_width, with_room

if TYPE_CHECKING:
    from vault_tools.compiler import tree
    from vault_tools.compiler.vocabulary import Vocabulary

SHOWN = 400
"""Over so many numbers an input's value is not listed."""
SCALARS: Mapping[str, float] = {
    "epsilon": 1e-05, "varepsilon": 1e-05, "eps": 1e-05, "tau": 2.0, "T": 2.0, "temperature": 2.0, "lambda_": 0.5, "eta": 0.1,
    "beta": 0.9, "beta_1": 0.9, "beta_2": 0.99, "gamma": 0.9, "alpha": 0.5, "p": 0.25, "t": 3.0,
}  # fmt: skip
WHOLE: Mapping[str, int] = {
    "n": 3,
    "N": 3,
    "d": 4,
    "d_k": 4,
    "d_v": 2,
    "d_model": 8,
    "h": 2,
    "g": 2,
    "r": 2,
    "k": 2,
    "w": 2,
    "pos": 3,
    "i": 1,
    "j": 2,
}
"""Numbers that count something, where no array's length is meant by them."""


Known = Mapping[str, tuple[Any, "Message"]]
"""Inputs that the note gives: value and origin."""


@dataclass(frozen=True, slots=True)
class Example:
    """One set of inputs of a program: float64 arrays and numbers by name, the sizes they fix, and where each came from."""

    values: Mapping[str, Any]
    sizes: Mapping[str, int]
    used: Mapping[str, InputUsed] = field(default_factory=dict)
    invented_sizes: tuple[str, ...] = ()
    """Sizes that neither given arrays nor the note fix."""
    exact: Mapping[str, Any] = field(default_factory=dict)
    """Numbers of the note that it computed and rounded itself, as they are before rounding."""
    invented: frozenset[str] = frozenset()
    """Inputs that neither the note nor its sizes give."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a note gives for the inputs of one formula: its vault-tools block, numbers and arrays by name, and sizes."""

    options: Options = field(default_factory=Options)
    numbers: Mapping[str, Any] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    exact: Mapping[str, Any] = field(default_factory=dict)
    """Numbers that the note computed itself, before it rounded them."""
    results: frozenset[Fraction] = frozenset()
    """Numbers that formulas above state as their results."""
    before_rounding: Mapping[Fraction, Fraction] = field(default_factory=dict)
    """What the rounded ones among them were rounded from."""
    shares: frozenset[str] = frozenset()
    """Inputs that are distributions: invented ones sum to 1."""
    gains: frozenset[str] = frozenset()
    """Inputs that scale what was normalised: invented ones are positive."""
    drawn: Domain = Domain.ANY
    """What invented numbers must at least be, whatever the formula asks of them."""
    needed_sizes: Mapping[str, int] = field(default_factory=dict)
    """Sizes that the formula must have: the width of K where it writes the number 64 for d_k."""


def choose_inputs(program: tree.Program, vocabulary: Vocabulary, given: Given, variant: int = 0) -> Example:
    """Inputs in the order of precedence. `variant` > 0: another invented set (for identities), with other sizes and values.

    Numbers of the note that do not fit together in this formula are left alone. ShapeError: inputs of the note's block contradict the
    formula or each other.
    """
    try:
        return _chosen(program, vocabulary, given, variant)
    except ShapeError:
        if not given.numbers:
            raise
        return _chosen(program, vocabulary, replace(given, numbers={}), variant)


def _chosen(program: tree.Program, vocabulary: Vocabulary, given: Given, variant: int) -> Example:
    known = _known(program, vocabulary, given)
    wanted = {**domains(program), **dict.fromkeys(given.shares, Domain.PROBABILITY), **dict.fromkeys(given.gains, Domain.POSITIVE)}
    sizes, fixed = _sizes(program, vocabulary, given, known, wanted, variant)
    values: dict[str, Any] = {}
    used: dict[str, InputUsed] = {}
    invented: set[str] = set()
    for parameter in program.inputs:
        name, width = parameter.name, shared_width(program, parameter.name) if not parameter.shape else None
        origin = message("input.width")
        if name in known:
            value, origin = known[name]
        elif width is not None and set(width.names) <= sizes.keys():
            value = float(width.value(sizes))
        else:
            shape = tuple(dim.value(sizes) for dim in parameter.shape)
            value = invent(name, shape, max(given.drawn, wanted.get(name, Domain.ANY)), variant)
            value = float(sizes[name]) if not shape and name in sizes else value
        if name not in known and (width is None or not set(width.names) <= fixed):
            invented.add(name)
            origin = message("input.invented")
        values[name] = value
        used[name] = InputUsed(np.shape(value), shown(value), origin)
    noted = known.keys() - options_for(given.options, program.name).inputs.keys()
    exact = {name: _in_shape_of(values[name], value) for name, value in given.exact.items() if name in noted}
    exact = {name: value for name, value in exact.items() if value is not None}
    return Example(values, sizes, used, tuple(name for name in sizes if name not in fixed), exact, frozenset(invented))


def _in_shape_of(given: Any, exact: Any) -> Any:
    """The exact numbers in the shape in which the note gives them, a row for a vector; None where that is another shape."""
    given_shape, exact_shape = np.shape(given), np.shape(exact)
    if [size for size in given_shape if size != 1] != [size for size in exact_shape if size != 1]:
        return None
    return exact if given_shape == exact_shape else np.reshape(exact, given_shape)


def _sizes(
    program: tree.Program, vocabulary: Vocabulary, given: Given, known: Known, wanted: Mapping[str, Domain], variant: int
) -> tuple[dict[str, int], frozenset[str]]:
    """The sizes of the example, and the names of those that arrays of the note or the note itself fix."""
    told = fixed_sizes(program, {name: value for name, (value, _) in known.items()})
    invents = any(parameter.shape and parameter.name not in known for parameter in program.inputs)
    stated = {**given.sizes, **_widths(program, known)}
    fixed = readable(program, {**given.needed_sizes, **told}, stated, variant, arrays=invents)
    sizes = example_sizes(program, fixed, variant)
    if rounded_places(program):
        alone = [parameter.name for parameter in program.inputs if not parameter.shape]
        numbers = {name: known[name][0] if name in known else invent(name, (), wanted.get(name, Domain.ANY), variant) for name in alone}
        sizes |= {name: size for name, size in with_room(program, sizes, numbers, vocabulary).items() if name not in fixed}
    return sizes, frozenset(fixed)


def _widths(program: tree.Program, known: Known) -> dict[str, int]:
    r"""Sizes of axes that a number of the note is the width of: the 64 of `\sqrt{d}` beside `q_i \cdot k_j`."""
    found: dict[str, int] = {}
    for parameter in program.inputs:
        width = shared_width(program, parameter.name) if parameter.name in known and not parameter.shape else None
        if width is not None and len(width.names) == 1 and width == Dim.of(width.names[0]) and float(known[parameter.name][0]).is_integer():
            found[width.names[0]] = int(known[parameter.name][0])
    return found


def shown(value: Any) -> Any:
    """A value for the JSON: nested lists, a number, or None when it is too long; non-finite numbers as strings."""
    if np.size(value) > SHOWN:
        return None
    return _plain(np.asarray(value, dtype=float).tolist())


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return value if np.isfinite(value) else str(value)


def _known(program: tree.Program, vocabulary: Vocabulary, given: Given) -> Known:
    """Inputs that the block or the note gives, with their origin; numbers of another rank than the formula needs are not taken."""
    inputs = options_for(given.options, program.name).inputs
    found: dict[str, tuple[Any, Message]] = {}
    for parameter in program.inputs:
        own = given.numbers.get(parameter.name)
        if parameter.name in inputs:
            found[parameter.name] = (as_float(inputs[parameter.name]), message("input.block"))
        elif parameter.default is not None:
            found[parameter.name] = (number_of(parameter.default, program, vocabulary), message("input.note"))
        elif own is not None and np.ndim(own) == len(parameter.shape):
            found[parameter.name] = (own, message("input.note"))
    return found


def as_float(value: Any) -> Any:
    """Nested lists as a float64 array, a number as a float. ValueError: ragged lists."""
    array = np.asarray(value, dtype=float)
    return array if array.shape else float(array)


def number_of(expression: tree.Expression, program: tree.Program, vocabulary: Vocabulary) -> Any:
    """A tree of written numbers as a float or a float64 array."""
    tensor = Evaluator(program, {}, {}, vocabulary, 50).tensor(expression, ())
    return as_float(np.array([float(value) for value in tensor.values]).reshape(tensor.shape))


def value_on_given(program: tree.Program, vocabulary: Vocabulary, given: Given, *, unrounded: bool = False) -> Any:
    """The value of a program all of whose inputs the note gives; None where one is missing or it cannot be computed.

    unrounded: that of its first side, of which those behind may be roundings.
    """
    example = choose_inputs(program, vocabulary, given)
    if example.invented or example.invented_sizes:
        return None
    values = {**example.values, **example.exact}
    side = program.sides[0] if unrounded and program.sides else program.result
    try:
        tensor = Evaluator(program, values, example.sizes, vocabulary, 50).tensor(side, program.indices)
    except CheckRoadError:
        return None
    return as_float(np.array([float(value) for value in tensor.values]).reshape(tensor.shape))


# ---------------------------------------------------------------- invented values

LONG, LONG_WEIGHTS = 12, 10.0
"""Weights over more places than this are smaller by so much, as they are in practice: sums of many large numbers saturate a softmax."""


def invent(name: str, shape: tuple[int, ...], domain: Domain, variant: int = 0) -> Any:
    """Small numbers that are pleasant to read; variants are one-decimal numbers without pattern."""
    if not shape:
        return _scalar(name, domain, variant)
    source = _seeded(name, variant)
    match domain:
        case Domain.CONDITION:
            return _conditions(source, shape)
        case Domain.PROBABILITY:
            return _probabilities(source, shape)
        case Domain.DEFINITE:
            return _definite(source, shape)
        case Domain.POSITIVE | Domain.ABOVE_ONE:
            return source.randint(1 + (domain is Domain.ABOVE_ONE), 6, shape).astype(float)
        case Domain.POSITION:
            places = source.randint(1, 3, shape).astype(float)
            return places if variant else np.sort(places)  # the groups of heads, as one would number them
        case Domain.WHOLE:
            return source.randint(1, 10, shape).astype(float)
    if variant or len(shape) == 1:
        return source.randint(-20, 21, shape) / 10.0
    size = LONG_WEIGHTS if name.startswith("W_") and max(shape) > LONG else 1.0
    return _distinct_rows(source.randint(-1, 3, shape).astype(float)) / size


class _Generators(local):
    """One generator for each thread, seeded anew for each input: making one costs a hundred times as much."""

    def __init__(self) -> None:
        self.random = np.random.RandomState(0)


_GENERATORS = _Generators()


def _seeded(name: str, variant: int) -> Any:
    """The generator at the start of the stream of one input, to be used before it is asked for again."""
    _GENERATORS.random.seed(crc32(f"{name}/{variant}".encode()) & 0x7FFFFFFF)
    return _GENERATORS.random


def _scalar(name: str, domain: Domain, variant: int) -> float:
    if variant == 0 and name in SCALARS:
        return SCALARS[name]
    if name in WHOLE and (domain <= Domain.POSITIVE or domain is Domain.WHOLE):
        return float(WHOLE[name] + variant)
    source = _seeded(name, variant)
    match domain:
        case Domain.CONDITION:
            return 1.0
        case Domain.PROBABILITY:
            return float(source.randint(1, 10)) / 10.0
        case Domain.POSITION:
            return float(source.randint(1, 3))
        case Domain.WHOLE:
            return float(source.randint(1, 10))
        case Domain.ABOVE_ONE:
            return float(source.randint(11, 60)) / 10.0
    size = float(source.randint(5, 35)) / 10.0
    negative = domain is Domain.ANY and variant > 0 and (variant == 1 or source.randint(0, 2))
    return -size if negative else size


def _probabilities(source: Any, shape: tuple[int, ...]) -> Any:
    """Multiples of 0.01 (a power of ten fine enough) along the last axis that sum to 1, none of them 0."""
    n = shape[-1]
    whole = 10 if n <= 4 else 100 if n <= 20 else 100 * n
    weights = source.randint(1, 6, shape).astype(float)
    parts = np.maximum(np.floor(weights / weights.sum(-1, keepdims=True) * whole), 1.0)
    parts[..., 0] += whole - parts.sum(-1)
    return parts / whole


def _conditions(source: Any, shape: tuple[int, ...]) -> Any:
    """Zeros and ones, at least one 1 in every row (a row without any would mask everything)."""
    values = source.randint(0, 2, shape).astype(float)
    for i, row in enumerate(values.reshape(-1, shape[-1])):
        row[i % shape[-1]] = 1.0
    return values


def _definite(source: Any, shape: tuple[int, ...]) -> Any:
    """A symmetric matrix with a dominant diagonal."""
    half = source.randint(-1, 2, shape).astype(float)
    return half + np.swapaxes(half, -1, -2) + np.eye(shape[-1]) * (2 * shape[-1] + 1)


def _distinct_rows(values: Any) -> Any:
    """No zero row and no two equal rows in a matrix, so that rows and columns cannot be confused."""
    for i, row in enumerate(values.reshape(-1, values.shape[-1])):
        row[i % row.size] += 1.0 + i // row.size if not row.any() else 0.0
    return values
