r"""Claims about shapes: `\text{softmax}(QK^T)V \in \mathbb{R}^{n \times d_v}` against the inferred shape.

Names of sizes agree or differ only where the note says the shapes of all inputs, and numbers where it gives all inputs; else the claim
declares and cannot be told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap
from vault_tools.compiler.resolve.writing.statements.annotations import shape_annotation
from vault_tools.compiler.resolve.writing.statements.splitting import Statement, split
from vault_tools.compiler.syntax_tree import Display, Juxtaposed, Node, Product
from vault_tools.compiler.tree import Dim
from vault_tools.model import Claim, message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vault_tools.compiler import tree
    from vault_tools.model import Message
    from vault_tools.verify.run import Run
    from vault_tools.verify.scope import NoteScope


def shape_claims(scope: NoteScope, position: int, heard: Run) -> Iterator[Claim]:
    """What a display says about the shape of the value that it computes."""
    display = scope.displays[position]
    if not isinstance(display, Display):
        return
    latex = scope.note.formulas[position].latex
    for statement in split(display):
        stated = _stated(statement, heard.formula.program)
        if stated is not None:
            holds = _told(scope, position, heard, stated)
            yield Claim(
                latex[statement.span.start : statement.span.end].strip(), _listed(stated), _listed(heard.formula.program.shape), holds
            )


def has_shape_claim(scope: NoteScope, position: int, program: tree.Program) -> bool:
    """Whether a display says what shape its value has."""
    display = scope.displays[position]
    return isinstance(display, Display) and any(_stated(statement, program) is not None for statement in split(display))


def _stated(statement: Statement, program: tree.Program) -> tuple[Dim, ...] | None:
    """The sizes that are claimed of the program's value; None: the statement declares something else."""
    if not statement.signs or statement.signs[-1] != "∈":
        return None
    about = unwrap(statement.sides[0])
    if is_symbol(about) and canonical(about) != program.name and about.span.start != program.result.span.start:
        return None
    sizes = shape_annotation(statement.sides[-1])
    if sizes is None or (not sizes and not program.shape):
        return None  # that a number is a number is no claim
    dims = tuple(map(_dim, sizes))
    known = tuple(dim for dim in dims if dim is not None)
    return known if len(known) == len(dims) else None


def _dim(node: Node) -> Dim | None:
    r"""`n`, `4`, `h d_v`."""
    node = unwrap(node)
    value = number_of(node)
    if value is not None:
        return Dim.of(int(value)) if value.denominator == 1 else None
    if is_symbol(node):
        return Dim.of(canonical(node))
    match node:
        case Juxtaposed(items=items):
            return _product(items)
        case Product(first=first, rest=rest) if all(sign in {"cdot", "ast"} for sign, _ in rest):
            return _product((first, *(factor for _, factor in rest)))
    return None


def _product(items: tuple[Node, ...]) -> Dim | None:
    total = Dim.of(1)
    for item in items:
        factor = _dim(item)
        if factor is None:
            return None
        total = total * factor
    return total


def _told(scope: NoteScope, position: int, heard: Run, stated: tuple[Dim, ...]) -> bool | None:
    program = heard.formula.program
    inferred = program.shape
    numbers = bool(stated) and all(dim.number is not None for dim in stated)
    if numbers and not heard.example.invented and not heard.example.invented_sizes:
        return bool(tuple(dim.number for dim in stated) == np.shape(heard.value))
    if len(stated) == len(inferred) and any(map(_other_number, stated, inferred)):
        return False
    if numbers and all(dim.number is not None for dim in inferred):
        return stated == inferred
    declared = {canonical(symbol) for symbol, _ in scope.context(position).declared}
    arrays = [parameter for parameter in program.inputs if parameter.shape]
    if not arrays or any(parameter.name not in declared for parameter in arrays):
        return None
    if stated == inferred:
        return True
    values, others = (_in_numbers(shape, scope.stated_sizes) for shape in (stated, inferred))
    names = {name for dim in inferred for name in dim.names} | set(program.sizes)
    known = {name for dim in stated for name in dim.names} <= names and all(dim.number is None for dim in stated)
    return True if values == others else False if known else None


def _other_number(stated: Dim, inferred: Dim) -> bool:
    """Two numbers that differ: what is inferred as a number follows from shapes that the note gives."""
    return stated.number is not None and inferred.number is not None and stated.number != inferred.number


def _in_numbers(shape: tuple[Dim, ...], sizes: Mapping[str, int]) -> tuple[int | str, ...]:
    """Each size as a number where the note gives its names."""
    return tuple(dim.value(dict(sizes)) if set(dim.names) <= set(sizes) else str(dim) for dim in shape)


def _listed(shape: tuple[Dim, ...]) -> list[int | str]:
    return [dim.plain for dim in shape]


def contradictions(scope: NoteScope, position: int, program: tree.Program) -> Iterator[Message]:
    r"""Inputs that the note gives in another shape than it declares: `X \in \mathbb{R}^{3 \times 2}` beside a matrix of two rows."""
    names = {parameter.name for parameter in program.inputs if parameter.shape}
    declared = [(canonical(symbol), sizes) for symbol, sizes in scope.context(position).declared] if names else []
    for name, sizes in declared:
        given = np.shape(scope.stated_numbers(position).get(name, ())) if name in names else ()
        dims = [dim for size in sizes if (dim := _dim(size)) is not None]
        told = _in_numbers(tuple(dims), scope.stated_sizes)
        known = len(told) == len(sizes) and all(isinstance(size, int) for size in told)
        if given != (0,) and given and known and [size for size in told if size != 1] != [size for size in given if size != 1]:
            yield message("remark.other_shape", name=name, declared=_times(told), given=_times(given))


def _times(sizes: Iterable[int | str]) -> str:
    return "×".join(map(str, sizes))
