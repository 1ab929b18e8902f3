"""What a subscript of an operator binds: letters with their ranges, and conditions on them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeGuard

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.operators.conditions import is_composed, membership, neighbourhood, read_condition, whole
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.writing.indices.scopes import Scope
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, is_symbol, is_upper, mentions_index
from vault_tools.compiler.resolve.writing.nodes import arguments, base_of, number_of, scripts_moved_out, unwrap, walk, word
from vault_tools.compiler.resolve.writing.pieces import letters_of
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import COMPARISONS
from vault_tools.compiler.resolve.writing.statements.listings import has_dots
from vault_tools.compiler.syntax_tree import Ellipsis_, Empty, Fence, Node, Number, Relation, Scripted, Sequence, Sum
from vault_tools.compiler.tree import Dim, Expression, Index

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader

RUNNING = frozenset("ijklmnpqrst")
"""Letters that only count; others stand for elements of a set, too."""


@dataclass
class Binding:
    """Letters that are bound, the scope with them, and the conditions still to be read in it."""

    scope: Scope
    indices: list[Index] = field(default_factory=list)
    conditions: list[Expression] = field(default_factory=list)
    members: dict[str, Occurrence] = field(default_factory=dict)
    """Unique names of indices -> the set whose elements their letter stands for."""


def bind(reader: Reader, sub: Node, sup: Node | None, scope: Scope) -> Binding:
    """Read the range of an operator."""
    sub = unwrap(sub)
    if isinstance(sub, Relation) and sub.rest[0][0] == ":" and len(sub.rest) > 1:
        return _bind_where(reader, sub, scope)
    items = _sharing_a_set(sub.items) if isinstance(sub, Sequence) else (sub,)
    binding = Binding(scope)
    relations: list[Relation] = []
    upper = None if sup is None or isinstance(unwrap(sup), Empty) else unwrap(sup)
    starts = [number for item in items if (number := _start(item)) is not None]
    for item in items:
        item = unwrap(item)
        if isinstance(item, Relation):
            if _binds_start(item):
                _bind_from(reader, binding, item, upper)
            else:
                relations.append(item)
        else:
            for letter in letters_of(item):
                start = starts[0] if starts and upper is not None else 1
                _bind_letter(reader, binding, letter, upper, start, written=bool(starts) or upper is not None)
    for relation in relations:
        _bind_relation(reader, binding, relation, upper)
    if not binding.indices:
        raise reader.unsupported("range", sub.span)
    limits = {**scope.limits, **_limits(reader, binding, sub)}
    binding.scope = replace(binding.scope, limits=limits, members={**scope.members, **binding.members})
    return binding


def _bind_where(reader: Reader, sub: Relation, scope: Scope) -> Binding:
    r"""`i: y_i = k`: the letter runs over all places at which the condition holds."""
    binding = bind(reader, sub.first, None, scope)
    condition = Relation(sub.rest[0][1].span, sub.rest[0][1], sub.rest[1:])
    binding.conditions.append(read_condition(reader, condition, binding.scope))
    limits = {**scope.limits, **_limits(reader, binding, sub)}
    binding.scope = replace(binding.scope, limits=limits)
    return binding


def _sharing_a_set(items: tuple[Node, ...]) -> tuple[Node, ...]:
    r"""`p, q \in S`: both are in S."""
    shared: list[Node] = []
    collection: tuple[tuple[str, Node], ...] | None = None
    for item in reversed([unwrap(item) for item in items]):
        if isinstance(item, Relation):
            collection = item.rest if len(item.rest) == 1 and item.rest[0][0] == "∈" else None
        elif collection is not None and _is_letter(item):
            item = Relation(item.span, item, collection)
        shared.append(item)
    return tuple(reversed(shared))


def _limits(reader: Reader, binding: Binding, node: Node) -> dict[str, Expression]:
    """The conditions of each index that has some."""
    found = {index.name: [test for test in binding.conditions if index.name in test.indices] for index in binding.indices}
    return {name: reader.build.logic("and", tests, node.span) for name, tests in found.items() if tests}


def _start(item: Node) -> int | None:
    item = unwrap(item)
    if isinstance(item, Relation) and item.rest[0][0] in ("=", ":="):
        value = number_of(item.rest[0][1])
        return int(value) if value is not None and value.denominator == 1 else None
    return None


def _binds_start(item: Relation) -> bool:
    return len(item.rest) == 1 and item.rest[0][0] in ("=", ":=")


def _is_letter(node: Node) -> bool:
    return word(node) is not None or (isinstance(unwrap(node), Scripted) and is_symbol(node))


def _bind_letter(reader: Reader, binding: Binding, letter: Node, upper: Node | None, start: int, *, written: bool) -> None:
    if not _is_letter(letter):
        raise reader.unsupported("range", letter.span)
    name = canonical(scripts_moved_out(letter))
    if upper is not None and _depends(upper, binding.scope) and not _names_length(upper, name):
        index = reader.new_index(name, reader.sizes.fresh(), start, ranged=True)
        binding.scope = binding.scope.bind((name, index))
        binding.indices.append(index)
        limit = reader.scalar(upper, binding.scope)
        _note_limits(reader, upper, index, binding.scope, last=True)
        binding.conditions.append(reader.build.compare("<=", reader.value_of(index, letter.span), limit, upper.span))
        return
    if not written:
        start += reader.sheet.lowest(binding.scope.page.entry).get(name, 0)
    size = reader.sizes.fresh() if upper is None else _length(reader, upper, start, binding.scope)
    index = reader.new_index(name, size, start, ranged=written)
    binding.scope = binding.scope.bind((name, index))
    binding.indices.append(index)


def scope_index(node: Node, scope: Scope) -> Index | None:
    """The index that a node names."""
    return scope.indices.get(canonical(scripts_moved_out(node))) if _is_letter(node) else None


def _note_limits(reader: Reader, limit: Node, inner: Index, scope: Scope, *, last: bool = False) -> None:
    r"""`\sum_{s=1}^t x_s`, `\sum_{s=1}^{t-1} x_s`: an index that only limits another runs over the same axis.

    `last`: the limit is the last value, which tells how far an index runs that walks no axis (`\sum_{j=1}^{i} j`).
    """
    node = unwrap(limit)
    terms = [term for term in node.operands if number_of(term) is None] if isinstance(node, Sum) else [node]
    outer = scope_index(terms[0], scope) if len(terms) == 1 else None
    if outer is not None and outer.name != inner.name:
        reader.axes.limit(outer, inner)
        if last:
            reader.axes.end(outer, inner, _added(node))


def _added(limit: Node) -> int:
    """The numbers that are added in `t + 1`."""
    values = [(sign, number_of(term)) for sign, term in limit.terms] if isinstance(limit, Sum) else []
    return int(sum(value if sign == "+" else -value for sign, value in values if value is not None))


def _length(reader: Reader, upper: Node, start: int, scope: Scope) -> Dim:
    if word(upper) == "infty":
        raise reader.unsupported("infinite", upper.span)
    return dimension(reader, upper, scope) - Dim.of(start - 1)


def _depends(upper: Node, scope: Scope) -> bool:
    """Whether a limit is another index, or a number that the caller passes and no axis gives. Beside an index k, `k_w` is another name."""
    labelled = {id(inner.base) for inner in walk(upper) if isinstance(inner, Scripted) and inner.sub is not None}
    return any(scope.is_index(canonical(inner)) for inner in walk(upper) if _is_letter(inner) and id(inner) not in labelled)


def _names_length(upper: Node, letter: str) -> bool:
    r"""The `T_s` of `\sum_{s'=1}^{T_s}`: how many s there are, no number for each s."""
    upper = unwrap(upper)
    return isinstance(upper, Scripted) and is_upper(upper.base) and upper.sub is not None and f"{word(upper.sub)}_prime" == letter


def _bind_from(reader: Reader, binding: Binding, item: Relation, upper: Node | None) -> None:
    """`i = 1`, `j = i+1`, `i = 1, …, n` with the end above."""
    first, low = item.first, unwrap(item.rest[0][1])
    if isinstance(low, Sequence):
        first_value, last = low.items[0], low.items[-1]
        low, upper = first_value, upper if isinstance(last, Ellipsis_) else last
    value = number_of(low)
    if value is not None and value.denominator == 1:
        for letter in letters_of(first):
            _bind_letter(reader, binding, letter, upper, int(value), written=True)
        return
    for letter in letters_of(first):
        if isinstance(low, Sum) and low.terms[0][0] == "-":
            raise reader.unsupported("before_first", low.span, index=canonical(letter))
        _bind_letter(reader, binding, letter, upper, 1, written=True)
        index = binding.indices[-1]
        limit = reader.scalar(low, binding.scope)
        _note_limits(reader, low, index, binding.scope)
        binding.conditions.append(reader.build.compare(">=", reader.value_of(index, letter.span), limit, low.span))


def _bind_relation(reader: Reader, binding: Binding, item: Relation, upper: Node | None) -> None:
    r"""`j \le i`, `i \ne j`, `1 \le i < j \le n`, `k \in N(i)`: letters not bound yet are bound, the rest is a condition."""
    if item.rest[0][0] == "∈":
        _bind_member(reader, binding, item, upper)
        return
    if any(sign not in COMPARISONS for sign in item.signs):
        raise reader.unsupported("range", item.span)
    sides = [*item.operands]
    low, high, kept, signs = _trim(sides, [*item.signs], binding.scope)
    _refuse_below_count(reader, kept, signs, binding.scope)
    for side in kept:
        for letter in letters_of(side) if _is_letter(side) or len(letters_of(side)) > 1 else ():
            name = canonical(scripts_moved_out(letter))
            if not (binding.scope.is_index(name) or binding.scope.is_number(name) or _is_limit(letter, kept, signs, binding.scope)):
                if "≠" in signs and side is not kept[0]:
                    _refuse_entry(reader, letter)
                _bind_letter(reader, binding, letter, high if high is not None else upper, low, written=True)
    if len(kept) == 2:
        for index, limit in ((index, side) for index in binding.indices for side in kept):
            last = limit is kept[1] and signs[0] in ("≤", "<") and index is scope_index(kept[0], binding.scope)
            _note_limits(reader, limit, index, binding.scope, last=last)
    if signs:
        rest = tuple(zip(signs, kept[1:], strict=True))
        binding.conditions.append(read_condition(reader, Relation(item.span, kept[0], rest), binding.scope))


def _refuse_below_count(reader: Reader, kept: list[Node], signs: list[str], scope: Scope) -> None:
    r"""UnsupportedError: `k < K`, where K is how many there are, does not say whether k counts from 0."""
    if signs != ["<"]:
        return
    letter, count = kept
    known = scope.is_index(canonical(count)) or scope.is_number(canonical(count))
    if _is_letter(count) and is_upper(count) and not is_upper(letter) and not known:
        raise reader.unsupported("entry_as_place", count.span, name=canonical(letter))


def _is_limit(letter: Node, kept: list[Node], signs: list[str], scope: Scope) -> bool:
    r"""The n_i of `\sum_{j \le n_i}` under an index i: a number for each i, up to which j runs."""
    symbol = scripts_moved_out(letter)
    below = symbol.sub if isinstance(symbol, Scripted) else None
    return (
        signs in (["≤"], ["<"]) and letter is kept[1] and below is not None and word(below) is not None and scope.is_index(canonical(below))
    )


def _refuse_entry(reader: Reader, letter: Node) -> None:
    r"""The `y_i` of `\sum_{j \ne y_i}` is the class of item i, no letter. UnsupportedError: whether it counts from 0 is not written."""
    symbol = scripts_moved_out(letter)
    label = word(symbol.sub) if isinstance(symbol, Scripted) and symbol.sub is not None else None
    if label in RUNNING:
        raise reader.unsupported("entry_as_place", letter.span, name=canonical(base_of(symbol)))


def _trim(sides: list[Node], signs: list[str], scope: Scope) -> tuple[int, Node | None, list[Node], list[str]]:
    r"""Take the ends off a chain: `1 \le i < j \le n` gives 1, n and `i < j`; `0 \le k < K` gives 0, K - 1 and `k`."""
    low, high = 1, None
    value = number_of(sides[0])
    lowered = len(sides) > 2 and value is not None and value.denominator == 1 and signs[0] in ("≤", "<")
    if lowered and value is not None:
        low, sides, signs = int(value) + (signs[0] == "<"), sides[1:], signs[1:]
    last = sides[-1]
    depends = any(scope.is_index(canonical(inner)) for inner in walk(last) if _is_letter(inner))
    if len(sides) > 1 and not depends and (lowered or len(sides) > 2):
        if signs[-1] == "≤":
            high, sides, signs = last, sides[:-1], signs[:-1]
        elif signs[-1] == "<" and lowered and len(sides) == 2:
            high, sides, signs = Sum(last.span, (("+", last), ("-", Number(last.span, "1", "1")))), sides[:-1], signs[:-1]
    return low, high, sides, signs


def _bind_member(reader: Reader, binding: Binding, item: Relation, upper: Node | None) -> None:
    collection = unwrap(item.rest[0][1])
    listed = _listed_range(collection)
    for letter in letters_of(item.first):
        name = canonical(scripts_moved_out(letter))
        if not binding.scope.is_index(name):
            if listed is not None:
                _bind_letter(reader, binding, letter, listed[1], listed[0], written=True)
                continue
            _bind_letter(reader, binding, letter, upper, 1, written=False)
        if is_composed(collection):
            binding.conditions.append(membership(reader, letter, collection, binding.scope))
            continue
        if _is_window(collection, binding.scope):
            _bind_window(reader, binding, letter, collection)
            continue
        found = neighbourhood(reader, collection, binding.scope)
        listed_elements = found is not None and name not in RUNNING and bool(binding.scope.rank(found.name))
        bound_here = bool(binding.indices)
        if bound_here and found is not None and not found.indices and (not reader.sheet.is_given(found) or listed_elements):
            _bind_all(reader, binding, found, name)
            continue
        if found is None or not found.indices:
            raise reader.unsupported("membership", collection.span, hint="membership_hint")
        binding.conditions.append(membership(reader, letter, collection, binding.scope))


def _is_window(collection: Node, scope: Scope) -> TypeGuard[Fence]:
    r"""The `[i-w+1, i]` of `j \in [i-w+1, i]`: whole numbers between two ends that move with an index."""
    between = isinstance(collection, Fence) and collection.opener in "[(" and len(arguments(collection)) == 2
    return between and mentions_index(collection, scope)


def _bind_window(reader: Reader, binding: Binding, letter: Node, window: Fence) -> None:
    low, high = arguments(window)
    value = reader.scalar(letter, binding.scope)
    for end, sign, open_end in ((low, ">", window.opener == "("), (high, "<", window.closer == ")")):
        limit = reader.scalar(end, binding.scope)
        binding.conditions.append(reader.build.compare(sign if open_end else f"{sign}=", value, limit, end.span))
        _note_limits(reader, end, binding.scope.indices[canonical(scripts_moved_out(letter))], binding.scope)


def _bind_all(reader: Reader, binding: Binding, collection: Occurrence, letter: str) -> None:
    r"""`i \in B` runs over the whole set; `x \in B` is an element of it, too."""
    index = binding.indices[-1]
    reader.say("whole_set", index=letter, name=collection.name)
    reader.sizes.unify(index.size, whole(collection, reader, binding.scope))
    if letter in RUNNING:
        reader.unvalued.add(index.name)
    else:
        binding.members[index.name] = collection


def _listed_range(collection: Node) -> tuple[int, Node] | None:
    r"""`\{1, …, n\}`, `\{0, 1\}`."""
    if not isinstance(collection, Fence) or collection.opener not in "{[":
        return None
    body = unwrap(collection.body)
    if not isinstance(body, Sequence) or collection.opener != "{" or not (has_dots(body) or _counts_up(body.items)):
        return None
    values = [number for item in body.items if (number := number_of(item)) is not None]
    first = number_of(body.items[0])
    if any(right - left != 1 for left, right in pairwise(values[: len(body.items) - 2])):
        return None  # `\{0, 0.1, \dots, 1\}` are no places
    return (int(first), body.items[-1]) if first is not None and first.denominator == 1 else None


def _counts_up(items: tuple[Node, ...]) -> bool:
    """Whole numbers one after the other."""
    values = [number_of(item) for item in items]
    return all(left is not None and right == left + 1 for left, right in pairwise(values))
