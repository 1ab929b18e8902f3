"""Definitions of the note that are computed under their own name: one binding for each set of parameters it is used with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical, raised
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.reading.bodies import body_of, head_power
from vault_tools.compiler.resolve.reading.indices.colons import has_colon_before, matrix_of_columns
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.indices.entries import entry_scope
from vault_tools.compiler.resolve.reading.indices.recurrences import read_side
from vault_tools.compiler.resolve.reading.names.in_part import Places, pick
from vault_tools.compiler.resolve.reading.names.inheritance import inherited, unspoken_indices
from vault_tools.compiler.resolve.reading.reader import Definition
from vault_tools.compiler.resolve.values import Parameter, Value
from vault_tools.compiler.resolve.writing.nodes import word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.tree import Index


def bound(reader: Reader, entry: Entry, head: Occurrence, found: Occurrence, scope: Scope) -> Value | None:
    """The binding of a definition, at the indices that stand here; one with unspoken indices is put in as it is."""
    unspoken = unspoken_indices(reader, entry, scope) if not head.indices and not found.indices else {}
    if unspoken:
        own, indices = entry_scope(reader, entry)
        value = body_of(reader, entry, replace(own, indices={**own.indices, **unspoken}), read_side)
        reader.say("unspoken", name=found.name, index=", ".join(unspoken))
        return replace(value, plain=False) if value is not None and not indices else None
    definition = _definition(reader, entry, head, inherited(reader, entry, scope))
    if definition is None:
        return None
    binding, value = definition.binding, definition.value
    shape = (*(index.size for index in binding.indices), *binding.body.shape)
    local = tree.Local(name=binding.name, shape=shape, span=found.node.span)
    if not found.indices:
        return replace(value, expression=local, plain=True)
    taken = take(reader, Value(local), found.indices, scope, found.node.span, [index.start for index in binding.indices])
    return replace(value, expression=taken.expression, plain=True)


def bound_in_part(reader: Reader, entry: Entry, head: Occurrence, at: Places, found: Occurrence, scope: Scope) -> Value | None:
    """The part of a definition that an occurrence with fewer or more indices names; None where its value has no such axes."""
    definition = _definition(reader, entry, head, inherited(reader, entry, scope))
    if definition is None or len(definition.binding.indices) != len(at.named):
        return None
    binding = definition.binding
    shape = (*(index.size for index in binding.indices), *binding.body.shape)
    return pick(reader, tree.Local(name=binding.name, shape=shape, span=found.node.span), binding.indices, at, scope, found)


def _definition(reader: Reader, entry: Entry, head: Occurrence, parameters: Mapping[str, Parameter]) -> Definition | None:
    """The binding of a definition, one for each set of `parameters` that it is used with."""
    key = (id(entry.statement), tuple((name, parameter.value.expression) for name, parameter in sorted(parameters.items())))
    if key not in reader.definitions:
        reader.definitions[key] = _read_definition(reader, entry, head, parameters)
    return reader.definitions[key]


def _read_definition(reader: Reader, entry: Entry, head: Occurrence, parameters: Mapping[str, Parameter]) -> Definition | None:
    scope, indices = entry_scope(reader, entry)
    scope = replace(scope, parameters=parameters)
    value = body_of(reader, entry, scope, read_side)
    if value is None:
        return None
    if is_diagonal(head):
        value, indices = _diagonal_matrix(reader, value, indices, entry), ()
    elif has_colon_before(head):
        value, indices = matrix_of_columns(reader, value, indices, head.node), ()
    if _is_whole(entry, value, indices):
        indices = ()
    name = _binding_name(reader, head)
    binding = tree.Binding(name, indices, value.expression)
    reader.bindings.append(binding)
    return Definition(binding, value)


def _is_whole(entry: Entry, value: Value, indices: tuple[Index, ...]) -> bool:
    r"""`A_{ij} = \frac{…}{…} = \mathrm{softmax}(Q K^\top)`: the last side is all entries at once."""
    counted = {index.name for index in indices}
    chained = len(entry.statement.sides) > 2
    return (
        bool(counted)
        and counted.isdisjoint(value.expression.indices)
        and (value.rank == len(counted) or (chained and value.rank > len(counted)))
    )


def is_diagonal(head: Occurrence) -> bool:
    """`D_{ii} = …` gives the entries of a diagonal matrix."""
    letters = [canonical(node) for node in head.indices]
    return len(letters) == 2 and letters[0] == letters[1]


def _diagonal_matrix(reader: Reader, value: Value, indices: tuple[Index, ...], entry: Entry) -> Value:
    span = entry.statement.span
    vector = reader.build.tabulate(indices, value.expression, span)
    function = named(reader, "diag", entry.statement.sides[0])
    return Value(reader.build.call(function, [vector], (indices[0].size, indices[0].size), span))


def _binding_name(reader: Reader, head: Occurrence) -> str:
    taken = set(reader.inputs) | {binding.name for binding in reader.bindings}
    own = name = raised(head.name, head_power(head))
    if name in taken and head.indices:
        name = "_".join([name, *(word(node) or "i" for node in head.indices)])
    count = 1
    while name in taken:
        count += 1
        name = f"{own}_{count}"
    return name
