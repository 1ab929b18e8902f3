"""A statement whose sides were read becomes a program: what belongs to its value is kept, and every size gets a name."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.finish import Naming, dims_of, join_sizes, needed_bindings, used_names
from vault_tools.compiler.resolve.reading.bodies import head_power
from vault_tools.compiler.resolve.tracing import refuse_condition_behind, refuse_other_case, refuse_unwritten
from vault_tools.compiler.resolve.writing.names.imaginary import IMAGINARY, refuse_complex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vault_tools.compiler.resolve.attempts import Task
    from vault_tools.compiler.resolve.chains import Sides
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.tree import Dim, Expression, Index

ENTRY = re.compile(r"_\d+$")
"""What a name of an entry has behind that of its array."""


def assembled(task: Task, reader: Reader, sides: Sides, indices: tuple[Index, ...]) -> tree.Program:
    """The program of the last side, with the sides that need the same inputs."""
    result = sides.values[-1].expression
    inputs = _inputs_of(reader, result)
    pairs = zip(sides.values, sides.signs, strict=True)
    belonging = [(value.expression, sign) for value, sign in pairs if _belongs(reader, value.expression, result, inputs)]
    kept = [expression for expression, _ in belonging]
    bindings = needed_bindings(reader.bindings, kept)
    bodies = [binding.body for binding in bindings]
    inputs = used_names([*bodies, *kept], tree.Input)
    if not IMAGINARY.isdisjoint(inputs):
        refuse_complex(
            [*bodies, *[value.expression for value in sides.values]],
            task.shapes.keys() | reader.defaults.keys() | set(task.entry.head.letters),
        )
    dims = dims_of([*bodies, *kept])
    told = reader.defaults.keys() | inputs.keys() | reader.sheet.own.numeric | reader.sheet.context.numeric
    join_sizes(reader.sizes, (*dims, *[index.size for index in indices]), told)
    naming = _naming(reader, inputs, dims, indices, bindings)
    named_shapes = {name: tuple(map(naming.dim, node.shape)) for name, node in inputs.items()}
    fixed = _determined(naming, named_shapes)
    named = [
        tree.Binding(naming.renamed.get(b.name, b.name), tuple(map(naming.index, b.indices)), naming.put(b.body), b.written)
        for b in bindings
    ]
    results = [naming.put(side) for side in kept]
    open_sizes = _open_sizes(naming, (*dims, *[index.size for index in indices]), fixed)
    _refuse_open_split(reader, task, named_shapes)
    refuse_condition_behind(reader, task.entry)
    if task.entry.head.parameters:
        refuse_other_case(reader, task.entry, inputs)
    refuse_unwritten(reader, task.entry, inputs, _unexplained(naming, open_sizes, indices, named_shapes))
    return tree.Program(
        name=task.sheet.name_of(task.entry),
        inputs=_parameters(reader, naming, named_shapes, fixed, open_sizes),
        sizes=tuple(fixed),
        bindings=tuple(named),
        indices=tuple(map(naming.index, indices)),
        result=results[-1],
        readings=tuple(reader.readings.values()),
        sides=tuple(results),
        relations=tuple([sign for _, sign in belonging]),
        stated=tuple([(sign, naming.put(value)) for sign, value in sides.stated]),
        latex=task.latex,
        forks=frozenset(reader.forks),
        power=head_power(head) if (head := task.sheet.head_of(task.entry)) is not None else None,
    )


def _naming(
    reader: Reader, inputs: Mapping[str, Expression], dims: Iterable[Dim], indices: Iterable[Index], bindings: Iterable[tree.Binding]
) -> Naming:
    """The names of all sizes of a program."""
    naming = Naming(reader.sizes, inputs)
    naming.tell_apart(bindings)
    naming.share_numbers(name for name, node in inputs.items() if not node.shape)
    naming.name_axes([(name, node.shape) for name, node in inputs.items()])
    naming.name_rest(dims)
    naming.name_rest(index.size for index in indices)
    naming.name_rest(index.size for binding in bindings for index in binding.indices)
    return naming


def _parameters(
    reader: Reader, naming: Naming, shapes: Mapping[str, tree.Shape], fixed: list[str], open_sizes: list[str]
) -> tuple[tree.Parameter, ...]:
    """What must be given: arrays and numbers, but no number that the shape of an array fixes; then sizes that no array has."""
    given = [
        tree.Parameter(name, shape, reader.written.get(name, ""), reader.defaults.get(name))
        for name, shape in shapes.items()
        if name not in naming.shared or name not in fixed
    ]
    return (*given, *[tree.Parameter(name, (), "", reader.defaults.get(name)) for name in open_sizes if name not in shapes])


def _refuse_open_split(reader: Reader, task: Task, shapes: Mapping[str, tree.Shape]) -> None:
    r"""UnsupportedError for `A [x; y]` with a written A of two columns: x and y share two entries, and nobody says how."""
    for name, shape in shapes.items():
        for dim in shape:
            constant = len(dim.terms) > 1 and any(not names for names, _ in dim.terms)
            if constant and any(coefficient < 0 and names for names, coefficient in dim.terms):
                raise reader.unsupported("open_split", task.entry.statement.span, hint="open_split_hint", name=name, size=str(dim))


def _unexplained(naming: Naming, open_sizes: list[str], indices: tuple[Index, ...], shapes: Mapping[str, tree.Shape]) -> list[str]:
    """Open sizes that nobody wrote; where no array takes part (a mask by itself), the indices on the left may be as many as one likes."""
    alone = not any(shapes.values())
    free = {name for index in indices for name in naming.index(index).size.names} if alone else set()
    return [name for name in open_sizes if name in naming.invented and name not in free]


def _belongs(reader: Reader, side: Expression, result: Expression, inputs: Mapping[str, Expression]) -> bool:
    """A side is kept if it needs no input that the result does not need, apart from what the note gives."""
    if side is result:
        return True
    return all(name in inputs or _is_given(reader, name) for name in _inputs_of(reader, side))


def _is_given(reader: Reader, name: str) -> bool:
    """Whether the note gives the numbers of an input: itself, the array whose entry it is (`s_1` of s), or its entries one by one."""
    given = reader.defaults
    return name in given or ENTRY.sub("", name) in given or any(ENTRY.sub("", other) == name for other in given)


def _inputs_of(reader: Reader, side: Expression) -> dict[str, Expression]:
    """The inputs that a side needs, also through definitions."""
    bindings = needed_bindings(reader.bindings, [side])
    return used_names([side, *[binding.body for binding in bindings]], tree.Input)


def _determined(naming: Naming, shapes: Mapping[str, tree.Shape]) -> list[str]:
    """Names of sizes that the shapes of the inputs determine; of two that only a product gives, one has to be told."""
    together = dict.fromkeys([dim.names for shape in shapes.values() for dim in shape])
    names = list(dict.fromkeys(chain.from_iterable(together)))
    if max(map(len, together), default=0) < 2:
        return names
    told: set[str] = set()
    known = _solved(together, told)
    for name in names:
        if name not in known and name not in naming.invented:
            told.add(name)
            known = _solved(together, told)
    return [name for name in names if name not in told]


def _solved(together: Iterable[tuple[str, ...]], told: set[str]) -> set[str]:
    """Names that follow, one after the other, from sizes in which all others are known; `together` are the names of each size."""
    known = set(told)
    while new := {missing.pop() for size in together if len(missing := set(size) - known) == 1}:
        known |= new
    return known


def _open_sizes(naming: Naming, dims: tuple[Dim, ...], fixed: list[str]) -> list[str]:
    """Names of sizes that no array determines: they are given as numbers."""
    return list(dict.fromkeys([name for dim in dims for name in naming.dim(dim).names if name not in fixed]))
