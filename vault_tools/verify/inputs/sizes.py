r"""The sizes of an example: those that given arrays fix, those that the note states and that stay readable, small different ones else.

A formula may ask for sizes itself: with `S = QK^T` defined apart, the d_k of `S / \sqrt{d_k}` is the length that Q and K share, and an
example has as many rows of K as `K_{\lceil i/g \rceil}` looks up.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.memory import remembered
from vault_tools.compiler.parts import walk
from vault_tools.errors import ShapeError
from vault_tools.model import message
from vault_tools.verify.domains import ROUNDING, dimensions, expressions, indices
from vault_tools.verify.exact.evaluation import Evaluator
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.inputs.work import operations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler.tree import Dim
    from vault_tools.compiler.vocabulary import Vocabulary

LARGEST_STATED_SIZE = 128
"""A size that the note states (d_k = 64) is used for invented arrays up to here; beyond it the example would be unreadable."""

PREFERRED_SIZES: Mapping[str, int] = {
    "n": 3, "m": 5, "d_k": 4, "d_v": 2, "d_model": 6, "d": 4, "D": 6, "h": 2, "T": 5, "L": 3, "N": 3, "M": 5, "k": 2, "r": 2, "C": 4,
}  # fmt: skip
SPARE_SIZES = (3, 4, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
READABLE = 20_000
"""Scalar operations that an invented example takes at most for sizes that the note states; with larger ones it keeps fewer of them."""


def readable(
    program: tree.Program, fixed: Mapping[str, int], stated: Mapping[str, int], variant: int, *, arrays: bool
) -> Mapping[str, int]:
    """The fixed sizes with those that the note states, the smallest first, as far as an example with invented `arrays` stays small."""
    kept = {**fixed}
    names = {name for dim in dimensions(program) for name in dim.names}
    for size, name in sorted((size, name) for name, size in stated.items() if 0 < size <= LARGEST_STATED_SIZE and name not in fixed):
        more = {**kept, name: size}
        if name not in names or not arrays or operations(program, program.indices, example_sizes(program, more, variant)) <= READABLE:
            kept = more
    return kept


def example_sizes(program: tree.Program, fixed: Mapping[str, int], variant: int) -> dict[str, int]:
    """A number for every named size: as fixed, else all different and positive in every polynomial."""
    names = dict.fromkeys(name for dim in dimensions(program) for name in dim.names)
    sizes = {name: size for name, size in fixed.items() if name in names}
    free = [name for name in names if name not in sizes]
    odd = variant % 2 == 1  # every other variant turns wide matrices into tall ones: X^T X needs them
    for name in reversed(free) if odd else free:
        sizes[name] = _spare(None if odd else PREFERRED_SIZES.get(name), set(sizes.values()), variant)
    if variant == 0:
        sizes |= _square(program, sizes, fixed)
    return _positive(program, sizes, free)


def _square(program: tree.Program, sizes: Mapping[str, int], fixed: Mapping[str, int]) -> dict[str, int]:
    """A table that only compares its row with its column (a mask) is shown square: the sizes of both, alike; as fixed where one is."""
    names = [dim.names[0] for dim in (index.size for index in program.indices) if len(dim.names) == 1]
    compares = any(isinstance(node, tree.Compare) for node in expressions(program))
    stated = [name for name in names if name in fixed]
    if len(names) != 2 or not compares or any(parameter.shape for parameter in program.inputs) or len(stated) == len(names):
        return {}
    return dict.fromkeys(names, max(sizes[name] for name in stated or names))


def _spare(preferred: int | None, taken: set[int], variant: int) -> int:
    candidates = [size + variant % 3 for size in ((preferred,) if preferred else ()) + SPARE_SIZES]
    return next((size for size in candidates if size not in taken), max(taken, default=1) + 1)


def _positive(program: tree.Program, sizes: dict[str, int], free: list[str]) -> dict[str, int]:
    """Enlarge free sizes until every polynomial such as n - w + 1 is positive and d/2 whole; give up silently after a few rounds."""
    for _ in range(2 * len(free) + 1):
        short = [dim for dim in dimensions(program) if dim.value(sizes) < 1 or not dim.is_whole(sizes)]
        if not short:
            break
        for names, coefficient in short[0].terms:
            for name in names:
                if coefficient > 0 and name in free:
                    sizes[name] = max(sizes.values()) + 1
    return sizes


def fixed_sizes(program: tree.Program, given: Mapping[str, Any]) -> dict[str, int]:
    """Sizes that given arrays and numbers fix. ShapeError: they contradict each other or the formula."""
    sizes = _Sizes()
    compound: list[tuple[tree.Parameter, tree.Dim, int]] = []
    for parameter in program.inputs:
        if parameter.name not in given:
            continue
        value = given[parameter.name]
        if not np.shape(value) and float(value).is_integer() and _names_a_size(program, parameter.name):
            sizes.fix(parameter.name, int(value), parameter.name)
        if len(np.shape(value)) != len(parameter.shape):
            raise _mismatch(parameter, np.shape(value))
        for dim, size in zip(parameter.shape, np.shape(value), strict=True):
            if len(dim.terms) == 1 and dim.terms[0][1] == 1 and len(dim.terms[0][0]) == 1:
                sizes.fix(dim.terms[0][0][0], size, parameter.name)
            elif dim.number is not None and dim.number != size:
                raise _mismatch(parameter, np.shape(value))
            elif dim.number is None:
                compound.append((parameter, dim, size))
    for parameter, dim, size in compound:
        _solve(sizes, parameter, dim, size, np.shape(given[parameter.name]))
    return sizes.known


def _solve(sizes: _Sizes, parameter: tree.Parameter, dim: tree.Dim, size: int, shape: tuple[int, ...]) -> None:
    """The one unknown of a size such as 2n or ns, where it has one and occurs in one term. ShapeError: it is no whole number."""
    unknown = [name for name in dim.names if name not in sizes.known]
    if len(unknown) != 1 or any(names.count(unknown[0]) > 1 for names, _ in dim.terms):
        return
    rest = dim.value({**sizes.known, unknown[0]: 0})
    factor = dim.value({**sizes.known, unknown[0]: 1}) - rest
    if not factor or (size - rest) % factor or (size - rest) // factor < 1:
        raise _mismatch(parameter, shape)
    sizes.fix(unknown[0], (size - rest) // factor, parameter.name)


def _names_a_size(program: tree.Program, name: str) -> bool:
    return any(name in dim.names for dim in dimensions(program))


class _Sizes:
    """Sizes that are known, and the input that told each first."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self._told_by: dict[str, str] = {}

    def fix(self, name: str, size: int, source: str) -> None:
        """Learn a size from the input `source`. ShapeError: another input says otherwise."""
        first = self._told_by.setdefault(name, source)
        if self.known.setdefault(name, size) != size:
            both = {"first": self.known[name], "by": first, "second": size, "name": source}
            raise ShapeError(message("input.sizes_differ", size=name, **both), tree.NOWHERE)


def _mismatch(parameter: tree.Parameter, shape: tuple[int, ...]) -> ShapeError:
    wanted = "×".join(str(dim) for dim in parameter.shape) or "a number"
    given = "×".join(map(str, shape)) or "a number"
    return ShapeError(message("input.shape", name=parameter.name, given=given, wanted=wanted), tree.NOWHERE)


NAMES = re.compile(r"d|D|d_(k|q|h|head|model)")


def shared_width(program: tree.Program, name: str) -> Dim | None:
    """The length that the only product with a transpose sums over; None where `name` is no width, or there are several such lengths."""
    if not NAMES.fullmatch(name):
        return None
    lengths = {node.left.shape[-1] for node in expressions(program) if isinstance(node, tree.MatMul) and _is_of_pairs(node)}
    return next(iter(lengths)) if len(lengths) == 1 else None


def _is_of_pairs(product: tree.MatMul) -> bool:
    """`QK^T`: rows against rows."""
    return isinstance(product.right, tree.Transpose) and bool(product.left.shape)


@remembered
def rounded_places(program: tree.Program) -> tuple[tuple[str, tree.Expression], ...]:
    """Names of sizes, and the rounded places along an axis of that size."""
    elements = [node for node in expressions(program) if isinstance(node, tree.Element)]
    places = [(dim.alone, place) for node in elements for dim, place in zip(node.array.shape, node.at, strict=False)]
    return tuple((name, place) for name, place in places if name is not None and _is_rounded(place))


def _is_rounded(place: tree.Expression) -> bool:
    return any(isinstance(part, tree.Call) and part.function in ROUNDING for part in walk(place))


def with_room(program: tree.Program, sizes: Mapping[str, int], numbers: Mapping[str, Any], vocabulary: Vocabulary) -> dict[str, int]:
    """The sizes of axes in which rounded places are looked up, with these numbers as large as those ask for."""
    room: dict[str, int] = {}
    for name, place in rounded_places(program):
        room[name] = max(room.get(name, sizes[name]), _farthest(program, place, sizes, numbers, vocabulary))
    return room


def _farthest(
    program: tree.Program, place: tree.Expression, sizes: Mapping[str, int], numbers: Mapping[str, Any], vocabulary: Vocabulary
) -> int:
    """How many entries there must be; 0 where a place depends on more than numbers."""
    over = {index.name: index for index in indices(program) if index.name in place.indices}
    try:
        places = Evaluator(program, numbers, sizes, vocabulary, 50).tensor(place, over.values()).values
    except (CheckRoadError, KeyError):
        return 0
    return int(max(places)) + 1
