"""Functions that the note defines: their bodies with the arguments put in."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.bodies import body_of, head_power
from vault_tools.compiler.resolve.reading.functions.cores import signature
from vault_tools.compiler.resolve.reading.indices.entries import entry_scope
from vault_tools.compiler.resolve.reading.indices.recurrences import read_side
from vault_tools.compiler.resolve.values import Parameter, Value
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.nodes import base_of, every, number_of, scripts_moved_out, texts, walk_outside, word
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import Letters, Node, Scripted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.tree import Dim, Expression, Index
    from vault_tools.handler import Function
    from vault_tools.model import Span

NO_INDICES: Mapping[str, Index] = MappingProxyType({})


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
            return None if _is_outdated(reader, found, written) else entry
    return None


def _is_outdated(reader: Reader, found: Occurrence, derivative: Entry) -> bool:
    """Whether `f'(x) = 2x - 4` is of an earlier f: between it and here the note defines f anew."""
    if not (isinstance(found.node, Scripted) and found.node.primes):
        return False
    candidates = tuple(reader.sheet.candidates(found.base))
    plain = [k for k, entry in enumerate(candidates) if entry.head.is_function and reader.sheet.name_of(entry) == found.base]
    place = next(k for k, entry in enumerate(candidates) if entry.statement is derivative.statement)
    return any(k < place for k in plain) and any(k > place for k in plain)


def ignores(entry: Entry, nodes: tuple[Node, ...]) -> Node | None:
    r"""The parameter that a function's right side never mentions, if the call gives another argument for it.

    Of `H(D) = -\sum_i p_i \log p_i` nobody can tell what `H(D^v)` is: the p of another D are others. So are the `x_1` and `x_2` of
    `g(x) = x_1 + x_2`, which are quantities of their own.
    """
    for pattern, node in zip(entry.head.parameters or (), nodes, strict=True):
        told = canonical(node) == canonical(pattern) or _is_another_place(entry, pattern, node)
        if not told and not any(_mentions(side, pattern) for side in entry.statement.sides[1:]):
            return pattern
    return None


def _is_another_place(entry: Entry, pattern: Node, node: Node) -> bool:
    r"""The `x_k` of `\text{score}(x_i, x_k)` where the note says `\text{score}(x_i, x_j) = q_i \cdot k_j`: the same at another place."""
    if not (isinstance(pattern, Scripted) and isinstance(node, Scripted) and canonical(pattern.base) == canonical(node.base)):
        return False
    letter = word(pattern.sub) if pattern.sub is not None and pattern.sup is None else None
    placed = node.sub is not None and node.sup is None and word(node.sub) is not None
    return placed and any(letter in script_letters(side, inside=True) for side in entry.statement.sides[1:])


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
    arguments: Sequence[Value],
    span: Span,
    sizes: Mapping[str, Dim] | None = None,
    unspoken: Mapping[str, Index] = NO_INDICES,
) -> Value | None:
    r"""The body of a function of the note with its arguments put in; None if no side of it can be computed.

    sizes: letters of the function that are sizes here. unspoken: indices that its left side leaves out (`C(x) = \sum_j f(x_i, x_j)`).
    """
    pattern_scope, _ = entry_scope(reader, entry)
    pattern_scope.page.sizes.update(sizes or {})
    elementwise = reader.sheet.is_scalar_function(entry)
    parameters = _parameters(reader, entry, arguments, pattern_scope)
    if parameters is None:
        return None
    indices = {**_places(entry, arguments, pattern_scope), **_carried(entry, arguments, pattern_scope)}
    carried = indices.keys() | {letter for parameter in parameters.values() for letter in parameter.letters}
    outer = {name: index for name, index in pattern_scope.indices.items() if name not in carried}
    samples = {name: index for name, index in pattern_scope.indices.items() if name in carried and name not in indices}
    body = replace(pattern_scope, indices={**unspoken, **outer, **samples, **indices}, parameters=parameters)
    result = body_of(reader, entry, body, read_side)
    if result is None or any(index.name in result.expression.indices for index in samples.values()):
        return None  # the i of `d(x_i, y_i)` that no argument has must be gone with its parameters
    if outer:
        result = Value(reader.build.tabulate(tuple(outer.values()), result.expression, span))
    return replace(result, pointwise=any(value.pointwise for value in arguments), plain=False, activated=elementwise)


def _places(entry: Entry, arguments: Sequence[Value], scope: Scope) -> dict[str, Index]:
    r"""The indices of a call that are put in for indices of the body: the t of `score(t, s) = q_t^\top k_s`."""
    pairs = zip(map(canonical, entry.head.parameters or ()), (value.expression for value in arguments), strict=True)
    return {name: given.index for name, given in pairs if isinstance(given, tree.IndexValue) and scope.is_index(name)}


def _carried(entry: Entry, arguments: Sequence[Value], scope: Scope) -> dict[str, Index]:
    r"""The indices at which the arguments stand, put in for those of the parameters: the i and j of `f(x_i, x_j)`."""
    found: dict[str, Index] = {}
    for pattern, value in zip(entry.head.parameters or (), arguments, strict=True):
        letters = [word(node) or "" for node in read_symbol(pattern, scope).indices]
        found.update(zip(letters, _indices_of(value.expression, len(letters)), strict=False))
    return found


def _parameters(reader: Reader, entry: Entry, arguments: Sequence[Value], scope: Scope) -> dict[str, Parameter] | None:
    """What stands for each parameter in the body; None where one of them is written as something that no argument fixes."""
    elementwise = reader.sheet.is_scalar_function(entry)
    parameters: dict[str, Parameter] = {}
    places = _places(entry, arguments, scope)
    for pattern, value in zip(entry.head.parameters or (), arguments, strict=True):
        if canonical(pattern) in places:
            continue
        found = read_symbol(pattern, scope)
        given = replace(value, plain=True, pointwise=value.pointwise or bool(elementwise and value.rank))
        parameter = _parameter(reader, found, given)
        if parameter is None:
            return None
        parameters[found.name] = parameter
    return parameters


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


def stands_for(reader: Reader, entry: Entry, function: Function, atom: Node) -> bool:
    """Whether a function that is defined entry by entry is a known one, which takes a vector to a vector and has no other parts.

    With a gain or a temperature in its definition it is the note's, though the word is known.
    """
    if not is_indexed_pattern(reader, entry) or word(atom) is None or signature(function.signature)[1] != ("n",):
        return False
    written = frozenset[str]().union(*map(texts, entry.statement.sides[1:]))
    own = {word(base_of(scripts_moved_out(parameter))) for parameter in entry.head.parameters or ()}
    others = {text for text in written - own - {"e"} if not reader.words.known(text)}
    return others <= reader.sheet.facts_of(entry).letters | reader.sheet.bounds(entry)


def refuse_rows(reader: Reader, entry: Entry, values: Sequence[Value], name: str, span: Span) -> None:
    r"""UnsupportedError: of `f(x) = \frac{x_i}{\sum_j x_j}` nobody says along which axis it runs for a matrix."""
    free = set(reader.sheet.letters_of(entry).free) - set(entry.head.parameter_letters)
    if not free or not any(value.rank > 1 for value in values):
        return
    symbols = (node for side in entry.statement.sides[1:] for node in every(Scripted, side))
    entries = {word(node.base) for node in symbols if node.sub is not None and (word(node.sub) or "") in free}
    for parameter, value in zip(entry.head.parameters or (), values, strict=True):
        letter = word(parameter) or ""
        if value.rank > 1 and letter.islower() and letter in entries:
            raise reader.unsupported("of_one_vector", span, name=name)
