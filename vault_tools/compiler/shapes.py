"""The sizes of one call: the named sizes of a program, read off the arrays that it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vault_tools.compiler import tree
from vault_tools.errors import ShapeError
from vault_tools.model import Span, message

GivenShape = Sequence[int]


@dataclass(frozen=True, slots=True)
class Equation:
    """The axis `axis` of `name` has `actual` entries, and should have `dim`."""

    dim: tree.Dim
    actual: int
    name: str
    axis: int


@dataclass(slots=True)
class Known:
    """Sizes found so far, each with the words that say where from."""

    values: dict[str, int] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)

    def learn(self, name: str, value: int, origin: str) -> None:
        """Remember a size; the first origin stays."""
        self.values[name] = value
        self.origins.setdefault(name, origin)


def bind_sizes(program: tree.Program, arrays: Mapping[str, GivenShape], sizes: Mapping[str, int]) -> dict[str, int]:
    """Every named size of the program as a number.

    arrays: the shape of each given input. sizes: sizes that are given as numbers. ShapeError: a rank or a size that contradicts another;
    the message names the array, the axis and both numbers.
    """
    known = Known()
    for name, value in sizes.items():
        known.learn(name, value, name)
    equations = [
        equation for parameter in program.inputs if parameter.name in arrays for equation in equations_of(program, parameter, arrays)
    ]
    while equations:
        rest = [equation for equation in equations if not _settled(program, equation, known)]
        if len(rest) == len(equations):
            break
        equations = rest
    return known.values


def equations_of(program: tree.Program, parameter: tree.Parameter, arrays: Mapping[str, GivenShape]) -> list[Equation]:
    """What one array says about the sizes."""
    given = tuple(arrays[parameter.name])
    if len(given) != len(parameter.shape):
        wanted = "×".join(map(str, parameter.shape)) or "a number"
        shown = "×".join(map(str, given)) or "a number"
        raise _error(program, "shape.call_rank", name=parameter.name, given=shown, wanted=wanted)
    return [Equation(dim, actual, parameter.name, axis) for axis, (dim, actual) in enumerate(zip(parameter.shape, given, strict=True))]


def _settled(program: tree.Program, equation: Equation, known: Known) -> bool:
    """Solve or check one equation; False where it has more than one unknown."""
    open_names = [name for name in equation.dim.names if name not in known.values]
    if not open_names:
        _check(program, equation, known)
        return True
    unknown = open_names[0]
    linear = len(open_names) == 1 and all(names.count(unknown) <= 1 for names, _ in equation.dim.terms)
    if not linear:
        return False
    at_zero = equation.dim.value({**known.values, unknown: 0})
    factor = equation.dim.value({**known.values, unknown: 1}) - at_zero
    if not factor or (equation.actual - at_zero) % factor or (equation.actual - at_zero) // factor < 0:
        raise _error(
            program,
            "shape.call_size",
            name=equation.name,
            axis=equation.axis + 1,
            given=equation.actual,
            dim=equation.dim,
            wanted=equation.dim,
        )
    known.learn(unknown, (equation.actual - at_zero) // factor, equation.name)
    return True


def _check(program: tree.Program, equation: Equation, known: Known) -> None:
    wanted = equation.dim.value(known.values)
    if wanted == equation.actual:
        return
    origin = ", ".join(dict.fromkeys(known.origins[name] for name in equation.dim.names))
    values = {"name": equation.name, "axis": equation.axis + 1, "given": equation.actual, "wanted": wanted}
    if equation.dim.names:
        raise _error(program, "shape.call_conflict", dim=equation.dim, origin=origin, **values)
    raise _error(program, "shape.call_size", dim=equation.dim, **values)


def _error(program: tree.Program, key: str, **values: object) -> ShapeError:
    return ShapeError(message(key, **values), Span(0, len(program.latex)))
