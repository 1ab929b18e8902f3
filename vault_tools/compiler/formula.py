"""A compiled formula: what `compile_formula` answers, callable with arrays; the compiler's stages joined, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import runtime, tree
from vault_tools.compiler.lower import lower
from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import code_name
from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.resolve.writing.statements.clauses.remarks import without_bounds
from vault_tools.compiler.roomy import with_room
from vault_tools.compiler.shapes import bind_sizes
from vault_tools.compiler.source import Source, sources
from vault_tools.compiler.syntax import parse
from vault_tools.errors import FormulaError, NothingToCompute, ShapeError
from vault_tools.model import Message, Span, message

if TYPE_CHECKING:
    from vault_tools.compiler.algebra import Node
    from vault_tools.compiler.vocabulary import Vocabulary

GivenShapes = Mapping[str, tuple[int, ...]]


class CompiledFormula:
    """One formula as a function of its inputs.

    program: the resolved tree that everything else comes from.
    """

    def __init__(self, program: tree.Program, vocabulary: Vocabulary, again: Callable[[GivenShapes], tree.Program] | None = None) -> None:
        """again: resolves the formula once more with the shapes of a call, where its ranks differ from the inferred ones."""
        self.program = program
        self.vocabulary = vocabulary
        self._again = again
        self._variants: dict[tuple[tuple[str, tuple[int, ...]], ...], CompiledFormula] = {}

    # ------------------------------------------------------------ what is known without running it

    @property
    def name(self) -> str | None:
        """Canonical name of the left-hand side."""
        return self.program.name

    @property
    def inputs(self) -> dict[str, tuple[str | int, ...]]:
        """The symbolic shape of every input, () for a number."""
        return {parameter.name: tuple(dim.plain for dim in parameter.shape) for parameter in self.program.inputs}

    @property
    def shape(self) -> tuple[str | int, ...]:
        """The symbolic shape of the output."""
        return tuple(dim.plain for dim in self.program.shape)

    @property
    def readings(self) -> tuple[Message, ...]:
        """How the forks of the notation were read, one sentence each."""
        return self.program.readings

    @cached_property
    def expr(self) -> Node:
        """The formula as SymPy expression."""
        return lower(self.program)

    @property
    def source(self) -> str:
        """Complete NumPy source of one function."""
        return self._sources.text

    def __repr__(self) -> str:
        """The name with the inputs: `Attention(Q, K, V)`."""
        return f"<formula {self.name or ''}({', '.join(self.inputs)})>"

    # ------------------------------------------------------------ running it

    def __call__(self, **given: Any) -> Any:
        """The value for some inputs: a float, or a float64 array of the output's shape.

        Inputs may be arrays, nested lists or numbers; sizes may be given too. TypeError: an input that is missing, unknown or no number.
        ShapeError: arrays that contradict the formula or each other.
        """
        formula, arguments, sizes = self._prepared(given)
        return formula._output(runtime.run(formula._function, arguments), sizes)

    def trace(self, **given: Any) -> dict[str, Any]:
        """The value of every step by name (`scores`, `weights`, the formula's own definitions), and the output as `output`."""
        formula, arguments, sizes = self._prepared(given)
        steps = runtime.run(formula._traced, arguments)
        if not isinstance(steps, dict):
            return {"output": formula._output(steps, sizes)}
        return {name: formula._output(value, sizes) if name == "output" else _plain(value) for name, value in steps.items()}

    def variant(self, shapes: GivenShapes) -> CompiledFormula | None:
        """The formula for arrays of these shapes, where it can be read so; compiled once."""
        if self._again is None:
            return None
        key = tuple(sorted(shapes.items()))
        if key not in self._variants:
            try:
                program = self._again(shapes)
            except NothingToCompute:
                return None
            self._variants[key] = CompiledFormula(program, self.vocabulary)
        return self._variants[key]

    def _prepared(self, given: Mapping[str, Any]) -> tuple[CompiledFormula, dict[str, Any], dict[str, int]]:
        """The formula that fits the inputs, its arguments, and the sizes."""
        arrays = {code_name(name): as_array(name, value) for name, value in given.items()}
        shapes = {name: array.shape for name, array in arrays.items()}
        formula = self._fitting(shapes)
        formula._demand(arrays)
        try:
            return formula, *formula._bound(arrays)
        except ShapeError as contradiction:
            if formula is not self:
                raise
            return self._read_again(arrays, shapes, contradiction)

    def _read_again(
        self, arrays: Mapping[str, Any], shapes: GivenShapes, contradiction: ShapeError
    ) -> tuple[CompiledFormula, dict[str, Any], dict[str, int]]:
        """The formula as it is read when the shapes are declared. The contradiction, where it is not read so either."""
        try:
            other = self.variant(self._array_shapes(shapes))
            if other is not None:
                other._demand(arrays)
                return other, *other._bound(arrays)
        except (FormulaError, TypeError) as error:
            raise contradiction from error
        raise contradiction

    def _bound(self, arrays: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, int]]:
        """The arguments of the generated function, and the sizes. ShapeError where they contradict each other."""
        parameters = {parameter.name for parameter in self.program.inputs}
        shapes = {name: array.shape for name, array in arrays.items() if name in parameters}
        sizes = bind_sizes(self.program, {**default_shapes(self.program), **shapes}, self._given_sizes(arrays))
        arguments = {name: sizes.get(name, array[()]) if not array.shape else array for name, array in arrays.items() if name in parameters}
        return arguments, sizes

    def _array_shapes(self, shapes: GivenShapes) -> GivenShapes:
        """The shapes of a call without the sizes that it gives as numbers."""
        return {name: shape for name, shape in shapes.items() if name not in self.program.sizes or shape}

    def _fitting(self, shapes: GivenShapes) -> CompiledFormula:
        """The formula itself, or the one that its notation means for inputs of other ranks or with other names."""
        inputs = {parameter.name: parameter for parameter in self.program.inputs}
        unknown = [name for name in shapes if name not in inputs and name not in self.program.sizes]
        same_ranks = all(len(inputs[name].shape) == len(shape) for name, shape in shapes.items() if name in inputs)
        if same_ranks and not unknown:
            return self
        variant = self.variant(self._array_shapes(shapes))
        if variant is None or (unknown and not all(name in variant.inputs for name in unknown)):
            return self
        return variant

    def _demand(self, given: Mapping[str, Any]) -> None:
        """TypeError for inputs that are missing or unknown."""
        accepted = ", ".join(self.inputs) or "no inputs"
        for name in given:
            if name not in self.inputs and name not in self.program.sizes:
                raise TypeError(f"unknown input {name!r}: the formula takes {accepted}")
        missing = [p.name for p in self.program.inputs if p.name not in given and p.default is None]
        if missing:
            raise TypeError(f"missing input {', '.join(map(repr, missing))}: the formula takes {accepted}")

    def _given_sizes(self, arrays: Mapping[str, Any]) -> dict[str, int]:
        """Sizes that the call gives as numbers, also those that no array determines."""
        named = {*self.program.sizes, *size_parameters(self.program)}
        numbers = {name: array for name, array in arrays.items() if name in named and not array.shape}
        for parameter in self.program.inputs:
            if parameter.name in named and parameter.name not in numbers and isinstance(parameter.default, tree.Number):
                numbers[parameter.name] = np.asarray(float(parameter.default.value))
        for name, array in numbers.items():
            if array != np.floor(array) or array < 0:
                raise ShapeError(message("shape.size_not_whole", name=name, value=float(array)), Span(0, len(self.program.latex)))
        sizes = {name: int(array) for name, array in numbers.items()}
        for dim in fractional_sizes(self.program):
            if set(dim.names) <= sizes.keys() and not dim.is_whole(sizes):
                name = dim.names[0]
                raise ShapeError(
                    message("shape.size_not_divisible", name=name, value=sizes[name], dim=dim), Span(0, len(self.program.latex))
                )
        return sizes

    def _output(self, value: Any, sizes: dict[str, int]) -> Any:
        """The value as float64 in the output's shape. ShapeError where it has another: then the reading was wrong."""
        array = np.asarray(value, dtype=np.float64)
        try:
            wanted = tuple(dim.value(sizes) for dim in self.program.shape)
        except KeyError:
            wanted = array.shape
        if array.shape not in (wanted, ()):
            shown, given = ("×".join(map(str, shape)) for shape in (wanted, array.shape))
            raise ShapeError(message("shape.output", wanted=shown, given=given), Span(0, len(self.program.latex)))
        return _plain(np.broadcast_to(array, wanted) if array.shape != wanted else array)

    @cached_property
    def _sources(self) -> Source:
        return sources(self.program, self.expr, self.vocabulary)

    @cached_property
    def _function(self) -> Callable[..., Any]:
        return runtime.load(self._sources.text, self._sources.name)

    @cached_property
    def _traced(self) -> Callable[..., Any]:
        return runtime.load(self._sources.traced, self._sources.name)


@with_room
def compile_program(
    latex: str,
    *,
    context: tuple[str, ...] | Context = (),
    shapes: Mapping[str, tuple[int, ...]] | None = None,
    target: str | None = None,
    vocabulary: Vocabulary,
) -> CompiledFormula:
    """LaTeX to a callable formula. Errors: NothingToCompute, LatexSyntaxError, ShapeError, UnsupportedError."""
    around = context if isinstance(context, Context) else Context.read(before=context)
    display = without_bounds(parse(latex, decimal_comma=around.decimal_comma))
    shapes = {code_name(name): shape for name, shape in shapes.items()} if shapes else shapes

    def program(given: Mapping[str, tuple[int, ...]] | None) -> tree.Program:
        return resolve(display, around, vocabulary, shapes=given, target=target)

    formula = CompiledFormula(program(shapes), vocabulary, lambda given: program({**(shapes or {}), **given}))
    formula._function  # noqa: B018  compiled now, so that a formula that was answered can be called
    return formula


def as_array(name: str, value: Any) -> Any:
    """An input as float64 array. TypeError, naming it, for anything that holds no numbers."""
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise TypeError(f"input {name!r} must be a number or an array of numbers") from error


def default_shapes(program: tree.Program) -> dict[str, tuple[int, ...]]:
    """The shapes of inputs for which the note gives numbers."""
    shapes = {}
    for parameter in program.inputs:
        if parameter.default is not None:
            shapes[parameter.name] = literal_shape(parameter.default)
    return shapes


def literal_shape(node: tree.Expression) -> tuple[int, ...]:
    """The shape of a written number or array."""
    return (len(node.items), *literal_shape(node.items[0])) if isinstance(node, tree.Stack) else ()


@remembered
def size_parameters(program: tree.Program) -> frozenset[str]:
    """Inputs that are numbers and sizes at once: sizes that no array determines."""
    names = frozenset(parameter.name for parameter in program.inputs if not parameter.shape)
    return names & {name for dim in sizes_in(program) for name in dim.names}


@remembered
def fractional_sizes(program: tree.Program) -> tuple[tree.Dim, ...]:
    """Sizes such as `d/2`, which not every d makes whole."""
    return tuple(dim for dim in sizes_in(program) if dim.is_fractional)


@remembered
def sizes_in(program: tree.Program) -> frozenset[tree.Dim]:
    """All sizes that occur in a program."""
    found: set[tree.Dim] = set()
    pending: list[Any] = [program]
    seen: set[int] = set()
    while pending:
        value = pending.pop()
        if isinstance(value, tree.Dim):
            found.add(value)
        elif isinstance(value, tuple):
            pending += value
        elif id(value) not in seen and isinstance(value, tree.Expression | tree.Index | tree.Parameter | tree.Binding | tree.Program):
            seen.add(id(value))
            pending += [getattr(value, name) for name in value.__dataclass_fields__]
    return frozenset(found)


def _plain(value: Any) -> Any:
    array = np.asarray(value, dtype=np.float64)
    return array if array.shape else float(array)
