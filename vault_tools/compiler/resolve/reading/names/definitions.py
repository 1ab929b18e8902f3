"""What the note says a name is: numbers become defaults of inputs, equations become bindings, functions are put in at each call."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.reading.bodies import body_of, head_power, undefinable
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.indices.entries import entry_scope
from vault_tools.compiler.resolve.reading.indices.recurrences import read_side
from vault_tools.compiler.resolve.reading.names import numbered, updates
from vault_tools.compiler.resolve.reading.names.declarations import takes_gradient
from vault_tools.compiler.resolve.reading.names.inheritance import inherited, unspoken_indices
from vault_tools.compiler.resolve.reading.names.written_numbers import exact, is_literal
from vault_tools.compiler.resolve.reading.reader import Definition
from vault_tools.compiler.resolve.values import Parameter, Value
from vault_tools.compiler.resolve.writing.indices.families import place_below
from vault_tools.compiler.resolve.writing.indices.scopes import Page, Scope
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, read_symbol
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, number_of, walk_outside, word
from vault_tools.compiler.resolve.writing.ranks.likeliest import rank_options
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.resolve.writing.statements.listings import lists_names
from vault_tools.compiler.syntax_tree import Letters, Node, Scripted
from vault_tools.errors import NothingToCompute, UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.tree import Dim, Expression, Index
    from vault_tools.model import Span

NO_INDICES: Mapping[str, Index] = MappingProxyType({})


def defined(reader: Reader, found: Occurrence, scope: Scope, power: Fraction | None = None) -> Value | None:
    """The value of a name that the note defines; None where it is an input."""
    if (found.name, len(found.indices)) in reader.defining and not updates.settings(reader.sheet, found.name, found.base):
        return None
    refused: Entry | None = None
    for entry, head in _definitions_of(reader, found, scope, power):
        if reader.sheet.numeric_side(entry) is not None and not head.indices and _give_default(reader, entry, found):
            return None
        if _holds_one_of_many(reader, entry, scope):
            reader.say("one_of_many", name=found.name)
            return None
        value = _bound(reader, entry, head, found, scope)
        if value is not None:
            return value
        if all(takes_gradient(side) for side in entry.statement.sides[1:]):
            reader.say("gradient", name=found.name)
            return None
        if not all(lists_names(side) for side in entry.statement.sides[1:]):
            refused = refused or entry
    if refused is None and power is None and (value := _one_of(reader, found, scope)) is not None:
        return value
    refused = refused or _read_differently(reader, found, scope)
    if refused is not None:
        raise undefinable(reader, refused, found.name, found.node.span)
    return None


def _one_of(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """A member of a family that a number tells apart, or the last step of a recurrence."""
    return numbered.member(reader, found, scope) or _last_value(reader, found, scope)


def _last_value(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    r"""`h_T` of a recurrence `h_t = …` with a first value: what the last step gives; the capital counts the steps."""
    place = place_below(found.node)
    letter = word(place) if place is not None else None
    if (
        letter is None
        or len(letter) != 1
        or not letter.isupper()
        or found.base not in reader.sheet.around.starts
        or found.name in reader.shapes
    ):
        return None
    for entry in reader.sheet.candidates(found.base):
        head = reader.sheet.head_of(entry)
        running = head is not None and len(head.indices) == 1 and not head.operations and head.name == found.base
        if head is None or not running or id(entry.statement) in reader.active:
            continue
        steps = _bound(reader, entry, head, replace(head, indices=()), scope)
        if steps is None:
            return None
        reader.say("last_step", name=found.name, symbol=found.base)
        if not scope.declared(letter) and letter not in reader.inputs:
            scope.page.sizes.setdefault(letter, steps.expression.shape[0])
        count = tree.Size(dim=steps.expression.shape[0], span=found.node.span)
        last = reader.build.add([count, number(-1, "-1")], found.node.span)
        return replace(steps, expression=reader.build.element(steps.expression, [last], found.node.span), plain=True)
    return None


def _holds_one_of_many(reader: Reader, entry: Entry, scope: Scope) -> bool:
    r"""`Q = XW^Q`, asked for beside `W_i^Q`: there W is one matrix, here one for each i, so this Q is not that one."""
    facts, flags = reader.sheet.facts_of(entry), reader.sheet.hints(scope.page.entry)
    symbols = (facts.read(atom) for side in entry.statement.sides[1:] for atom in symbol_atoms(side, reader.words))
    whole = (symbol for symbol in symbols if not symbol.indices and symbol.name not in reader.shapes)
    return any(rank_options(bare(symbol.node), 0, flags.get(symbol.name, set()))[0] > 2 for symbol in whole)


def _read_differently(reader: Reader, found: Occurrence, scope: Scope) -> Entry | None:
    """A definition of what is written here, letter by letter, whose scripts were read as another name."""
    if found.name in reader.shapes or found.name in scope.page.formal or not isinstance(found.node, Scripted):
        return None
    for entry in reader.sheet.candidates(found.base):
        head = reader.sheet.head_of(entry)
        if id(entry.statement) in reader.active or entry.head.is_function or head is None or head.name == found.name:
            continue
        if same(head.node, found.node) and head.name not in reader.shapes:
            return entry
    return None


def _definitions_of(reader: Reader, found: Occurrence, scope: Scope, power: Fraction | None) -> Iterator[tuple[Entry, Occurrence]]:
    """The statements that define a name, nearest first, with their left-hand sides."""
    settings = updates.settings(reader.sheet, found.name, found.base)
    latest = updates.latest(reader.sheet, settings, reader.active)
    for entry in reader.sheet.candidates(found.base):
        if id(entry.statement) in reader.active or entry.head.is_function or (entry in settings and entry is not latest):
            continue
        head = reader.sheet.head_of(entry)
        if head is None or head.name != found.name or head_power(head) != power or _is_formal(reader, found, scope, entry):
            continue
        if entry is latest:
            reader.say("updated", name=found.name)
        if entry is latest or _may_substitute(reader, entry, head, found):
            yield entry, head


def _is_formal(reader: Reader, found: Occurrence, scope: Scope, entry: Entry) -> bool:
    """A parameter that the left side lists keeps its letter, whatever another formula says of it but numbers, or what the caller gives."""
    if found.name not in scope.page.formal or reader.sheet.is_own(entry) or reader.sheet.numeric_side(entry) is not None:
        return False
    facts, words = reader.sheet.facts_of(entry), reader.words
    used = {facts.read(atom).name for side in entry.statement.sides[1:] for atom in symbol_atoms(side, words)}
    return found.name in reader.shapes or not used or not used <= set(reader.shapes)


def _may_substitute(reader: Reader, entry: Entry, head: Occurrence, found: Occurrence) -> bool:
    """Declared names are inputs, except where an update gets all that it needs; `Q_i = Q W_i` defines another symbol than the given Q."""
    given = reader.sheet.uses_own_name(entry)
    if given and not found.indices and head.indices:
        return False
    if found.name in reader.shapes and updates.is_update(reader.sheet, entry):
        return {symbol.name for symbol in updates.used_symbols(reader.sheet, entry)} <= reader.shapes.keys()
    if found.name in reader.shapes and not (given and head.indices and len(found.indices) == len(head.indices)):
        return False
    return len(found.indices) == len(head.indices) or not head.indices or not found.indices


def _give_default(reader: Reader, entry: Entry, found: Occurrence) -> bool:
    """Keep the numbers of the note as the input's default."""
    if found.name in reader.defaults:
        return True
    side = reader.sheet.numeric_side(entry)
    assert side is not None
    try:
        given = exact(reader.expression(side, Scope(Page(entry), {}, {}, frozenset(), {})))
    except (UnsupportedError, NothingToCompute):
        return False
    if not is_literal(given):
        return False
    reader.defaults[found.name] = given
    return True


def _bound(reader: Reader, entry: Entry, head: Occurrence, found: Occurrence, scope: Scope) -> Value | None:
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
    name = head.name
    if name in taken and head.indices:
        name = "_".join([name, *(word(node) or "i" for node in head.indices)])
    count = 1
    while name in taken:
        count += 1
        name = f"{head.name}_{count}"
    return name


# ---------------------------------------------------------------- functions


def function_entry(reader: Reader, found: Occurrence, count: int) -> Entry | None:
    """The statement that defines a function of `count` parameters with this name."""
    for written in reader.sheet.candidates(found.base):
        entry = reader.sheet.named_apart(written)
        head = entry.head
        if not head.is_function or id(entry.statement) in reader.active or head.parameters is None:
            continue
        if len(head.parameters) != count or reader.sheet.numeric_side(entry) is not None:
            continue
        defined_head = reader.sheet.head_of(entry)
        if defined_head is not None and (defined_head.name == found.name or found.indices):
            return entry
    return None


def ignores(entry: Entry, nodes: tuple[Node, ...]) -> Node | None:
    r"""The parameter that a function's right side never mentions, if the call gives another argument for it.

    Of `H(D) = -\sum_i p_i \log p_i` nobody can tell what `H(D^v)` is: the p of another D are others. So are the `x_1` and `x_2` of
    `g(x) = x_1 + x_2`, which are quantities of their own.
    """
    for pattern, node in zip(entry.head.parameters or (), nodes, strict=True):
        if canonical(node) != canonical(pattern) and not any(_mentions(side, pattern) for side in entry.statement.sides[1:]):
            return pattern
    return None


def _mentions(side: Node, pattern: Node) -> bool:
    letter = canonical(base_of(pattern))

    def is_numbered(node: Node) -> bool:
        numbered = isinstance(node, Scripted) and node.sub is not None and number_of(node.sub) is not None
        return numbered and not isinstance(pattern, Scripted) and canonical(base_of(node)) == letter

    found = walk_outside(side, is_numbered)
    return any(canonical(node) == letter or (isinstance(node, Letters) and letter in node.text) for node in found)


def apply_function(
    reader: Reader,
    entry: Entry,
    arguments: list[Value],
    span: Span,
    sizes: Mapping[str, Dim] | None = None,
    unspoken: Mapping[str, Index] = NO_INDICES,
) -> Value | None:
    r"""The body of a function of the note with its arguments put in; None if no side of it can be computed.

    sizes: letters of the function that are sizes here. unspoken: indices that its left side leaves out (`C(x) = \sum_j f(x_i, x_j)`).
    """
    pattern_scope, _ = entry_scope(reader, entry)
    pattern_scope.page.sizes.update(sizes or {})
    parameters: dict[str, Parameter] = {}
    indices: dict[str, Index] = {}
    elementwise = reader.sheet.is_scalar_function(entry)
    assert entry.head.parameters is not None
    for pattern, value in zip(entry.head.parameters, arguments, strict=True):
        found = read_symbol(pattern, pattern_scope)
        if elementwise and value.rank:
            value = replace(value, pointwise=True)
        parameter = _parameter(reader, found, replace(value, plain=True))
        if parameter is None:
            return None
        parameters[found.name] = parameter
        indices.update(zip(parameter.letters, parameter.indices, strict=False))
    carried = {letter for parameter in parameters.values() for letter in parameter.letters}
    outer = {name: index for name, index in pattern_scope.indices.items() if name not in carried}
    samples = {name: index for name, index in pattern_scope.indices.items() if name in carried and name not in indices}
    body = replace(pattern_scope, indices={**unspoken, **outer, **samples, **indices}, parameters=parameters)
    result = body_of(reader, entry, body, read_side)
    if result is None or any(index.name in result.expression.indices for index in samples.values()):
        return None  # the i of `d(x_i, y_i)` that no argument has must be gone with its parameters
    if outer:
        result = Value(reader.build.tabulate(tuple(outer.values()), result.expression, span))
    return replace(result, pointwise=any(value.pointwise for value in arguments), plain=False, activated=elementwise)


def _parameter(reader: Reader, found: Occurrence, value: Value) -> Parameter | None:
    r"""What stands for a parameter, given the argument; None where the parameter is written as something that no argument fixes.

    Of `\mathcal{N}(x; \mu, \sigma^2)` the last argument is what `\sigma^2` is in the body, and `\sigma` is its root.
    """
    letters = tuple(word(node) or "" for node in found.indices)
    actual = _indices_of(value.expression, len(letters))
    exponent, span = head_power(found), value.expression.span
    if not found.operations:
        return Parameter(value, letters, actual)
    if exponent is None or letters or exponent == 0:
        return None
    match value.expression:
        case tree.Power(base=base, exponent=tree.Number(value=raised)) if raised == exponent:
            return Parameter(replace(value, expression=base), whole=(exponent, value))
        case tree.MatrixPower(base=base, exponent=raised) if raised == exponent:
            return Parameter(replace(value, expression=base), whole=(exponent, value))
        case _ if exponent == -1 and value.rank == 2:
            return Parameter(value.derived(reader.build.matrix_power(value.expression, exponent, span)), whole=(exponent, value))
        case _ if value.rank < 2 or value.pointwise:
            root = reader.build.power(value.expression, number(1 / exponent), span)
            return Parameter(replace(value, expression=root), whole=(exponent, value))
        case _:
            return None


def open_places(reader: Reader, entry: Entry, found: Occurrence) -> tuple[Node, ...]:
    """The indices of a call (`g_i(x)`) that its arguments do not carry: entries of the function's value."""
    head = reader.sheet.head_of(entry)
    if head is None or not head.indices:
        return found.indices
    scope, _ = entry_scope(reader, entry)
    carried = {canonical(node) for pattern in entry.head.parameters or () for node in read_symbol(pattern, scope).indices}
    return tuple(place for place, own in zip(found.indices, head.indices, strict=False) if canonical(own) not in carried)


def _indices_of(expression: Expression, count: int) -> tuple[Index, ...]:
    """The indices at which an argument stands, the last `count` ones of its element."""
    if not count:
        return ()
    if isinstance(expression, tree.Element):
        found = [at.index for at in expression.at if isinstance(at, tree.Position)]
        if len(found) >= count:
            return tuple(found[-count:])
    return ()


def is_indexed_pattern(reader: Reader, entry: Entry) -> bool:
    """Whether a function is defined entry by entry (`softmax(x_i) = …`, `softmax(x)_i = …`)."""
    return bool(reader.sheet.letters_of(entry).free)
