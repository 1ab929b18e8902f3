"""Conditions: comparisons and chains of them, membership in a neighbourhood, the branches of `cases`."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number, too_long
from vault_tools.compiler.resolve.reading.arithmetic.vectors import beside_vectors
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.names.inputs import input_array
from vault_tools.compiler.resolve.reading.sizing import set_length
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.letters import NEIGHBOURHOODS
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import arguments, bare, base_of, every, scripts_moved_out, unwrap, walk, word
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import COMPARISONS, JOINING, OTHERWISE, PROSE
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Ellipsis_,
    Empty,
    Fence,
    Fraction,
    Grid,
    Juxtaposed,
    Letters,
    Node,
    Product,
    Relation,
    Scripted,
    Sequence,
    Styled,
    Text,
)

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.tree import Dim, Expression

MOST_BRANCHES = 100
"""Rows of `cases` that are followed: what is generated has one inside the other."""
BETWEEN = frozenset({"[]", "()", "[)", "(]"})
"""Brackets of intervals."""


def without_text(node: Node) -> Node:
    """A condition without `if`, `for`, commas behind it."""
    node = unwrap(node)
    match node:
        case Relation(first=first, rest=rest):
            return replace(node, first=without_text(first), rest=tuple((sign, without_text(o)) for sign, o in rest))
        case Juxtaposed(items=items):
            kept = tuple(without_text(item) for item in items if not _is_prose(item))
            return kept[0] if len(kept) == 1 else replace(node, items=kept) if kept else Empty(node.span)
        case Sequence(items=items, separators=separators):
            clauses = [(item, sep) for item, sep in zip(items, (*separators, ""), strict=True) if not _is_prose(item) or _joining(item)]
            if len(clauses) == 1:
                return without_text(clauses[0][0])
            return replace(node, items=tuple(item for item, _ in clauses), separators=tuple(sep for _, sep in clauses[:-1]))
        case Text() if _is_prose(node):
            return Empty(node.span)
        case _:
            return node


def _is_prose(node: Node) -> bool:
    node = unwrap(node)
    if isinstance(node, Text):
        return True
    return (word(node) or "").lower() in PROSE


def _joining(node: Node) -> str | None:
    node = unwrap(node)
    return JOINING.get(node.text.strip().lower()) if isinstance(node, Text) else None


def read_condition(reader: Reader, node: Node, scope: Scope) -> Expression:
    """A condition as 1 or 0."""
    node = without_text(node)
    if isinstance(node, Sequence):
        return _joined(reader, node, scope)
    if isinstance(node, Fence) and node.opener in "([{" and isinstance(unwrap(node.body), Relation | Sequence):
        return read_condition(reader, node.body, scope)
    if isinstance(node, Relation):
        return _chain(reader, node, scope)
    raise reader.unsupported("condition", node.span)


def _joined(reader: Reader, node: Sequence, scope: Scope) -> Expression:
    operators = {joining for item in node.items if (joining := _joining(item)) is not None}
    if len(operators) > 1 or all(map(_is_prose, node.items)):
        raise reader.unsupported("condition", node.span)
    parts = [read_condition(reader, item, scope) for item in node.items if _joining(item) is None]
    return reader.build.logic(operators.pop() if operators else "and", parts, node.span)


def _chain(reader: Reader, node: Relation, scope: Scope) -> Expression:
    left, parts = node.first, []
    for sign, right in node.rest:
        parts.append(_single(reader, left, sign, right, scope, node))
        left = right
    return reader.build.logic("and", parts, node.span)


def _single(reader: Reader, left: Node, sign: str, right: Node, scope: Scope, node: Node) -> Expression:
    if sign in ("∈", "∉"):
        inside = _within(reader, left, right, scope) or membership(reader, left, right, scope)
        return inside if sign == "∈" else reader.build.logic("not", [inside], node.span)
    if sign not in COMPARISONS:
        raise reader.unsupported("condition", node.span)
    return reader.build.compare(COMPARISONS[sign], reader.expression(left, scope), reader.expression(right, scope), node.span)


def _within(reader: Reader, element: Node, collection: Node, scope: Scope) -> Expression | None:
    r"""`x \in [a, b)`, `x \in \{0, 1\}`: between two ends, or one of some values; None for other sets."""
    fence = unwrap(collection)
    if not isinstance(fence, Fence) or (fence.opener + fence.closer not in BETWEEN and fence.opener != "{"):
        return None
    nodes, compare = arguments(fence), reader.build.compare
    if any(isinstance(unwrap(node), Ellipsis_ | Relation | Text) for node in nodes) or (fence.opener != "{" and len(nodes) != 2):
        return None
    value, given = reader.expression(element, scope), [reader.expression(node, scope) for node in nodes]
    if fence.opener == "{":
        return reader.build.logic("or", [compare("==", value, one, fence.span) for one in given], fence.span)
    signs = ("<=" if fence.opener == "[" else "<", "<=" if fence.closer == "]" else "<")
    ends = [compare(signs[0], given[0], value, fence.span), compare(signs[1], value, given[1], fence.span)]
    return reader.build.logic("and", ends, fence.span)


def membership(reader: Reader, element: Node, collection: Node, scope: Scope) -> Expression:
    r"""`k \in \mathcal{N}(i)`, `k \in \mathcal{N}_i`: the entry (i, k) of a matrix of zeros and ones; `\cup \{i\}`: or it is i."""
    if is_composed(collection):
        return _composed(reader, element, unwrap(collection), scope)
    index = scope.indices.get(canonical(element))
    found = neighbourhood(reader, collection, scope)
    if index is None or found is None or not found.indices:
        raise reader.unsupported("membership", collection.span, hint="membership_hint")
    of_nodes = found.base in NEIGHBOURHOODS
    reader.say("neighbours" if of_nodes else "members", name=found.name)
    places = (*found.indices, element)
    counted = Occurrence(found.node, found.base, found.name, places)
    array = input_array(reader, counted, scope)
    value = take(reader, Value(array), places, scope, collection.span)
    if of_nodes and len(array.shape) == 2:
        reader.sizes.unify(*array.shape)
    return reader.build.compare("!=", value.expression, number(0, "0"), collection.span)


def is_composed(collection: Node) -> bool:
    r"""`\mathcal{N}(i) \cup \{i\}`, `\mathcal{N}(i) \setminus \{j\}`, `\{i\}`."""
    collection = unwrap(collection)
    if isinstance(collection, Fence):
        return collection.opener == "{" and word(collection.body) is not None
    return isinstance(collection, Product) and all(sign in ("cup", "setminus") for sign in collection.signs)


def _composed(reader: Reader, element: Node, collection: Node, scope: Scope) -> Expression:
    """A set of one element, or sets joined to and taken from a first one."""
    if isinstance(collection, Fence):
        index, only = (scope.indices.get(canonical(node)) for node in (element, collection.body))
        if index is not None and only is not None:
            reader.sizes.unify(index.size, only.size)
        return reader.build.compare("==", reader.scalar(element, scope), reader.scalar(collection.body, scope), collection.span)
    assert isinstance(collection, Product)
    inside = membership(reader, element, collection.first, scope)
    for sign, other in collection.rest:
        test = membership(reader, element, other, scope)
        test = test if sign == "cup" else reader.build.logic("not", [test], other.span)
        inside = reader.build.logic("or" if sign == "cup" else "and", [inside, test], collection.span)
    return inside


def set_size(reader: Reader, collection: Node, scope: Scope) -> Value | None:
    r"""`|\mathcal{N}(i)|`, `|\mathcal{N}_r(i)|`: how many members row i marks; `|S|`: how many elements; None for other bars."""
    symbol = reader.words.atoms(collection)[0]
    found = neighbourhood(reader, collection, scope) if is_symbol(symbol) else None
    if found is None or found.name in scope.parameters or not _is_set(reader, symbol, found.base, scope):
        return None
    if not found.indices and (not reader.sheet.is_given(found) or scope.rank(found.name)):
        return Value(tree.Size(dim=whole(found, reader, scope), span=collection.span))
    if not found.indices or scope.rank(found.name) == len(found.indices):
        return None  # of each of them a number is given
    letter = next(name for name in "kjlmnpq" if name not in scope.indices)
    index = reader.new_index(letter, reader.sizes.fresh())
    inside = membership(reader, Letters(collection.span, letter), collection, scope.bind((letter, index)))
    return Value(reader.build.reduce("sum", index, inside, None, collection.span))


def whole(collection: Occurrence, reader: Reader, scope: Scope) -> Dim:
    """How many elements a set has; of one that is given as an array, the length of its first axis."""
    size = set_length(reader, collection.name, scope)
    if scope.rank(collection.name):
        reader.sizes.unify(size, input_array(reader, collection, scope).shape[0])
    return size


def _is_set(reader: Reader, symbol: Node, name: str, scope: Scope) -> bool:
    r"""Calligraphic, or somewhere in the formula behind `\in`, between the bars of an upper bound, or measured: `\text{acc}(B_m)`."""
    base = bare(symbol)
    if isinstance(base, Styled) and base.font == "cal":
        return True
    entries = (*reader.sheet.own.entries, *((scope.page.entry,) if scope.page.entry is not None else ()))
    sides = [side for entry in entries for side in entry.statement.sides]
    members = [member for side in sides for member in _sets_anywhere_in(side)]
    if is_upper(base):
        members += [bracket.body for side in sides for name, bracket in _measured(side) if reader.words.vocabulary.function(name) is None]
    return any(canonical(base_of(scripts_moved_out(reader.words.atoms(member)[0]))) == name for member in members)


@remembered
def _sets_anywhere_in(side: Node) -> tuple[Node, ...]:
    return tuple(member for node in walk(side) for member in _sets_in(node))


@remembered
def _measured(side: Node) -> tuple[tuple[str, Fence], ...]:
    r"""The words before a bracket around one symbol with an index, and the bracket: `\text{acc}(B_m)` is a number for each set."""
    rows = (row.items for row in every(Juxtaposed, side))
    pairs = [(word(name) or "", unwrap(bracket)) for row in rows for name, bracket in pairwise(row)]
    return tuple(
        (name, bracket)
        for name, bracket in pairs
        if len(name) > 1 and isinstance(bracket, Fence) and bracket.opener == "(" and isinstance(unwrap(bracket.body), Scripted)
    )


def _sets_in(node: Node) -> list[Node]:
    """What a relation or an operator uses as a set."""
    match node:
        case Relation(rest=rest):
            return [operand for sign, operand in rest if sign == "∈"]
        case BigOperator(sup=Fence(opener="|", body=body)):
            return [body]
        case Fraction(numerator=Fence(opener="|", body=Scripted(base=Letters()) as part), denominator=whole) if _counts_all(whole):
            return [part] if is_upper(part.base) else []
        case _:
            return []


def _counts_all(whole: Node) -> bool:
    r"""The n of the share `|C_k| / n`, or the size of a set that has parts."""
    return word(whole) in ("n", "N") or (isinstance(whole, Fence) and whole.opener == "|" and word(whole.body) is not None)


def neighbourhood(reader: Reader, collection: Node, scope: Scope) -> Occurrence | None:
    """The set symbol with the indices it depends on."""
    atoms = [scripts_moved_out(atom) for atom in reader.words.atoms(collection)]
    if not is_symbol(atoms[0]):
        return None
    found = read_symbol(atoms[0], scope)
    if len(atoms) == 2 and isinstance(unwrap(atoms[1]), Fence):
        places = arguments(unwrap(atoms[1]))  # type: ignore[arg-type]
        if not all(scope.is_index(canonical(place)) for place in places):
            return None
        return Occurrence(found.node, found.base, found.name, (*found.indices, *places))
    return found if len(atoms) == 1 and not found.operations else None


# ---------------------------------------------------------------- cases


def read_cases(reader: Reader, node: Grid, scope: Scope) -> Value:
    """`cases`: values with their conditions; a row without one, or with `otherwise`, is the last."""
    if len(node.rows) > MOST_BRANCHES:
        raise too_long(node.span)  # each row is a choice inside the one before
    branches: list[Value] = []
    tests: list[Expression] = []
    otherwise: Value | None = None
    for row in node.rows:
        cells = [cell for cell in row if not isinstance(unwrap(cell), Empty)]
        value_node, condition = _value_and_condition(cells)
        value = reader.read(value_node, scope)
        if condition is None or _is_otherwise(condition):
            if otherwise is not None:
                raise reader.unsupported("cases", node.span)
            otherwise = value
        else:
            tests.append(read_condition(reader, condition, scope))
            branches.append(value)
    if not branches:
        raise reader.unsupported("cases", node.span)
    if otherwise is None and len(branches) == 1:
        otherwise = _nothing_masked(reader, branches[0], node)
    whole = [*branches, otherwise] if otherwise is not None else branches
    values = beside_vectors(reader, [*whole, *map(Value, tests)], node)[: len(whole)]
    pairs = [(test, value.expression) for test, value in zip(tests, values, strict=False)]
    expression = reader.build.where(pairs, values[-1].expression if otherwise is not None else None, node.span)
    return Value(expression, pointwise=any(value.pointwise for value in values))


def _nothing_masked(reader: Reader, value: Value, node: Grid) -> Value:
    r"""A single row that says where a mask is `-\infty`: it adds 0 elsewhere. UnsupportedError: what holds otherwise is not written."""
    expression = value.expression.operand if isinstance(value.expression, tree.Negate) else value.expression
    if not isinstance(expression, tree.Constant) or expression.name != "inf":
        raise reader.unsupported("no_otherwise", node.span, hint="no_otherwise_hint")
    reader.say("mask_elsewhere")
    return Value(number(0, "0", node.span))


def _value_and_condition(cells: list[Node]) -> tuple[Node, Node | None]:
    first = unwrap(cells[0])
    if len(cells) == 1 and isinstance(first, Sequence) and len(first.items) >= 2:
        rest = first.items[1:]
        condition = rest[0] if len(rest) == 1 else Sequence(first.span, rest, first.separators[1:])
        return first.items[0], condition
    value = first
    if isinstance(value, Sequence) and all(_is_prose(item) for item in value.items[1:]):
        value = value.items[0]
    if len(cells) == 1:
        return value, None
    condition = cells[1] if len(cells) == 2 else Sequence(cells[1].span, tuple(cells[1:]), ("quad",) * (len(cells) - 2))
    return value, condition


def _is_otherwise(node: Node) -> bool:
    """Words for what holds where no condition does, prose round them aside; `si` and `no` stand apart."""
    node = unwrap(node)
    match node:
        case Sequence(items=items):
            whole = " ".join(map(_phrase, items))
            others = any(map(_is_otherwise, items)) and all(_is_otherwise(item) or _is_prose(item) for item in items)
            return others or whole in OTHERWISE
        case Fence(opener="(", body=body):
            return _is_otherwise(body)
        case _:
            return _phrase(node) in OTHERWISE


def _phrase(node: Node) -> str:
    node = unwrap(node)
    text = node.text if isinstance(node, Text) else word(node) or ""
    return text.strip(" .,;，。").lower()
