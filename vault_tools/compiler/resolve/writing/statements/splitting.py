"""A display is split into statements: rows, clauses behind commas, wide spaces and `where`, systems behind a left brace, implications.

Prose, equation numbers and time stamps are not statements. What a statement means comes later.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vault_tools.compiler.resolve.writing.nodes import every, is_words, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.spelled_out.orders import is_remark_on_order
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import EQUALITIES
from vault_tools.compiler.resolve.writing.statements.clauses.continued import CUTS, goes_on, holds_relation, labels_a_statement, until_wide
from vault_tools.compiler.resolve.writing.statements.clauses.described import is_described, without_title
from vault_tools.compiler.resolve.writing.statements.clauses.inline_cases import with_cases
from vault_tools.compiler.resolve.writing.statements.clauses.remarks import is_equation_number, restated, without_operations
from vault_tools.compiler.resolve.writing.statements.clauses.set_builders import opened
from vault_tools.compiler.resolve.writing.statements.clauses.shapes_aside import is_shape_row, shape_in, without_shapes
from vault_tools.compiler.resolve.writing.statements.clauses.side_by_side import paired, side_by_side
from vault_tools.compiler.resolve.writing.statements.clauses.stacked import gates, together
from vault_tools.compiler.syntax_tree import (
    Display,
    Ellipsis_,
    Empty,
    Fence,
    Grid,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Relation,
    Scripted,
    Sequence,
    Styled,
    Sum,
    Text,
)
from vault_tools.model import Span

ASKING = frozenset({"≟", "∝"})
IMPLICATIONS = frozenset({"⇒", "⇔"})
SYSTEMS = frozenset({"aligned", "align", "alignedat", "gathered", "array", "cases", "split", "matrix", "rcases"})


@dataclass(frozen=True, slots=True)
class Statement:
    """One equation chain, expression or declaration of a display. `signs` stand between the `sides`."""

    sides: tuple[Node, ...]
    signs: tuple[str, ...] = ()
    row: int = 0
    implied: bool = False
    r"""Stands behind `\implies` or `\iff`."""
    annotation: bool = False
    """Says something about others (a shape row, a condition, a range), nothing to compute."""

    @property
    def span(self) -> Span:
        """From its first to its last character."""
        return Span(self.sides[0].span.start, self.sides[-1].span.end)

    @property
    def is_equation(self) -> bool:
        """Sides joined by equalities only."""
        return bool(self.signs) and EQUALITIES.issuperset(self.signs)


def split(display: Display) -> tuple[Statement, ...]:
    """The statements of a display in reading order."""
    found: list[Statement] = []
    for number, row in enumerate(display.rows):
        for statement in _parts(row, number, implied=False):
            _append(found, statement, len(display.rows) > 1)
    return tuple([each for statement in found for each in (_unstacked(statement) if type(statement.sides[0]) is Grid else (statement,))])


def _unstacked(statement: Statement) -> tuple[Statement, ...]:
    """Stacked gates as one equation for each, and all of them together."""
    found = gates(statement.sides) if statement.signs == ("=",) else ()
    if not found:
        return (statement,)
    whole = together(tuple(value for _, value in found), statement.sides[0])
    return (replace(statement, sides=(whole,), signs=()), *(replace(statement, sides=pair) for pair in found))


def _append(found: list[Statement], new: Statement, many_rows: bool) -> None:
    """Add a statement; a row that starts with a relation or a sign continues the one above."""
    if not found or new.annotation:
        found.append(new)
        return
    last = found[-1]
    if isinstance(new.sides[0], Empty) and new.signs == ("∈",) and last.is_equation:
        found.append(replace(new, sides=(last.sides[0], new.sides[1]), annotation=True))
    elif isinstance(new.sides[0], Empty) and new.signs:
        found[-1] = replace(last, sides=(*last.sides, *new.sides[1:]), signs=(*last.signs, *new.signs))
    elif many_rows and new.row > last.row and last.signs and _is_tail(new.sides[0]) and not _begins_anew(last, new):
        joined = _continue_sum(last.sides[-1], new.sides[0])
        found[-1] = replace(last, sides=(*last.sides[:-1], joined, *new.sides[1:]), signs=(*last.signs, *new.signs))
    elif many_rows and new.row > last.row and last.signs and not new.signs and is_shape_row(new.sides[0]):
        found.append(replace(new, annotation=True))
    else:
        found.append(new)


def _is_tail(node: Node) -> bool:
    return isinstance(node, Sum) and (node.terms[0][0] == "-" or len(node.terms) == 1)


def _begins_anew(last: Statement, new: Statement) -> bool:
    r"""`2 + 3 = 5 \\ -1 + 5 = 4`: behind a result that is a number stands an equation of numbers of its own."""
    number, before = unwrap(last.sides[-1]), unwrap(last.sides[-2])
    computed = not isinstance(number, Sum) and number_of(number) is not None and not isinstance(before, Letters | Name | Scripted)
    return computed and bool(new.signs) and not any(every(kind, new.sides[0]) for kind in (Letters, Name, Scripted))


def _continue_sum(first: Node, tail: Node) -> Node:
    terms = first.terms if isinstance(first, Sum) else (("+", first),)
    more = tail.terms if isinstance(tail, Sum) else (("+", tail),)
    return Sum(Span(first.span.start, tail.span.end), (*terms, *more))


def _parts(node: Node, row: int, *, implied: bool) -> list[Statement]:
    node = opened(side_by_side(with_cases(unwrap(node))))
    match node:
        case Empty() | Text():
            return []
        case Sequence():
            return _sequence(node, row, implied=implied)
        case Relation(rest=rest) if any(sign in IMPLICATIONS for sign, _ in rest):
            return _implications(node, row)
        case Relation():
            return _relation(node, row, implied=implied)
        case Fence(opener="{", body=body, closer=".") | Fence(opener=".", body=body, closer="}"):
            return _system(body, row, implied=implied)
        case Styled(body=body):
            return _parts(body, row, implied=implied) if isinstance(unwrap(body), Relation | Sequence) else [_single(node, row, implied)]
        case Display():
            return _system(node, row, implied=implied)
        case Grid(kind="cases" | "rcases" | "array" | "matrix") if _is_system(node):
            return _system(node, row, implied=implied)
        case Juxtaposed(items=items) if labels_a_statement(items):
            return _parts(items[1], row, implied=implied)
        case _:
            return [_single(node, row, implied)]


def _is_system(node: Node) -> bool:
    """Rows that are equations, one below the other, without conditions beside them."""
    assert isinstance(node, Grid)
    joined = [unwrap(join_cells(cells)) for cells in node.rows]
    return all(isinstance(line, Relation) and not isinstance(line.first, Empty) and line.rest[0][0] in EQUALITIES for line in joined)


def _single(node: Node, row: int, implied: bool) -> Statement:
    return Statement((node,), (), row, implied)


def _system(body: Node, row: int, *, implied: bool) -> list[Statement]:
    """The rows of a nested aligned block, each with its cells joined."""
    body = unwrap(body)
    if not isinstance(body, Grid | Display):
        return _parts(body, row, implied=implied)
    found: list[Statement] = []
    lines = body.rows if isinstance(body, Display) else tuple(map(join_cells, body.rows))
    for number, line in enumerate(lines):
        for statement in _parts(line, row, implied=implied):
            _append(found, replace(statement, row=row + number), many_rows=True)
    return found


def join_cells(cells: tuple[Node, ...]) -> Node:
    """The cells of a row of an aligned block as one node: `a`, `= b` is one relation."""
    kept = [cell for cell in cells if not isinstance(cell, Empty)]
    if not kept:
        return cells[0]
    joined = kept[0]
    for cell in kept[1:]:
        joined = _join(joined, unwrap(cell))
    return joined


def _join(left: Node, right: Node) -> Node:
    span = Span(left.span.start, right.span.end)
    if isinstance(right, Sequence):
        return Sequence(span, (_join(left, right.items[0]), *right.items[1:]), right.separators)
    if isinstance(right, Relation) and isinstance(right.first, Empty):
        if isinstance(left, Relation):
            return Relation(span, left.first, (*left.rest, *right.rest))
        return Relation(span, left, right.rest)
    return Sequence(span, (left, right), ("quad",))


def _implications(node: Relation, row: int) -> list[Statement]:
    found = _parts(node.first, row, implied=False)
    for sign, operand in node.rest:
        found += _parts(operand, row, implied=sign in IMPLICATIONS)
    return found


def _relation(node: Relation, row: int, *, implied: bool) -> list[Statement]:
    r"""A chain; behind an arrow only an equation that follows it is computed (`(0,1) \to (a,b) \approx (c,d)`), no `\to \text{Spam}`."""
    sides, signs = without_operations(*without_title([*node.operands], [*node.signs]))
    if len(signs) > 1 and signs[-1] == "→" and signs[0] in EQUALITIES and (is_words(sides[-1]) or _is_shape(sides[-1])):
        sides, signs = sides[:-1], signs[:-1]
    if not ASKING.isdisjoint(signs):
        cut = next((k for k, sign in enumerate(signs) if sign == "≟" or (sign == "∝" and set(signs[:k]) & EQUALITIES)), len(signs))
        sides, signs = sides[: cut + 1], signs[:cut]  # what is asked or demanded is no statement; ∝ says less than the equality before it
    arrows = [k for k, sign in enumerate(signs) if sign == "→"] if "→" in signs else []
    if arrows and arrows[-1] + 1 < len(signs):
        cut = arrows[-1] + 1
        sides, signs = sides[cut:], signs[cut:]
    tail: list[Statement] = []
    if isinstance(unwrap(sides[-1]), Sequence) and signs:
        last = unwrap(sides[-1])
        assert isinstance(last, Sequence)
        tail = _sequence(Sequence(last.span, last.items[1:], last.separators[1:]), row, implied=implied) if len(last.items) > 1 else []
        sides[-1] = last.items[0]
    dotted = _dotted(sides[1]) if signs == ["="] and word(sides[0]) is not None else None
    if dotted is not None:
        return [Statement((sides[0], dotted), ("∈",), row, implied, annotation=True), *tail]
    if is_described(sides, signs):
        declared = Statement((sides[0], sides[1]), (signs[0],), row, implied, annotation=True)
        return [Statement((sides[0],), (), row, implied), declared, *tail]
    if len(signs) > 1 and signs[-1] in ("∈", "∼") and all(sign in EQUALITIES for sign in signs[:-1]):
        declared = Statement((sides[0], sides[-1]), (signs[-1],), row, implied, annotation=True)
        return [Statement(tuple(sides[:-1]), tuple(signs[:-1]), row, implied), declared, *tail]
    kept, before = without_shapes(*restated(sides, signs))
    if not kept:
        return [Statement(tuple(sides), tuple(signs), row, implied, annotation=True), *tail]
    return [Statement(tuple(kept), tuple(before), row, implied), *tail]


def _is_shape(side: Node) -> bool:
    r"""The shape of what stands before an arrow: `Q = X W_Q \rightarrow (n \times d_k)`."""
    return isinstance(unwrap(side), Fence) and bool(shape_in(side))


def _dotted(side: Node) -> Node | None:
    """`0..n-1` as the list `{0, …, n-1}`."""
    side = unwrap(side)
    terms = side.terms if isinstance(side, Sum) else (("+", side),)
    first = unwrap(terms[0][1])
    if not isinstance(first, Juxtaposed) or len(first.items) != 3 or not isinstance(first.items[1], Ellipsis_):
        return None
    low, dots, high = first.items
    last = Sum(Span(high.span.start, side.span.end), (("+", high), *terms[1:])) if len(terms) > 1 else high
    return Fence(side.span, "{", Sequence(side.span, (low, dots, last), (",", ",")), "}")


def _sequence(node: Sequence, row: int, *, implied: bool) -> list[Statement]:
    """Clauses between separators. What follows an equation without being one is an annotation."""
    node = paired(node)
    items = [unwrap(item) for item in node.items]
    if not any(holds_relation(item) for item in items):
        return _bare_list(node, items, row, implied)
    found: list[Statement] = []
    ranged = _range_positions(items)
    for k, item in enumerate(items):
        if k in ranged:
            if k - 1 not in ranged:
                found.append(_range(items, k, ranged, row))
            continue
        last = found[-1] if found and found[-1].is_equation and not found[-1].annotation else None
        if last is not None and node.separators[k - 1] in CUTS and goes_on(last.sides, until_wide(items[k:], node.separators[k:])):
            found[-1] = _with_rest(last, item)
            continue
        for statement in _parts(item, row, implied=implied):
            aside = not statement.signs and not isinstance(item, Fence | Grid) and not _computes(item)
            bracketed = isinstance(item, Fence) and (item.opener != "{" if k else is_equation_number(item))
            aside = aside or (not statement.signs and bracketed)
            _append(found, replace(statement, annotation=statement.annotation or aside), many_rows=False)
    return found


def _with_rest(statement: Statement, item: Node) -> Statement:
    """A statement whose last side goes on behind a comma, so that nobody computes half of it."""
    last = statement.sides[-1]
    both = Sequence(Span(last.span.start, item.span.end), (last, item), (",",))
    return replace(statement, sides=(*statement.sides[:-1], both))


def _range(items: list[Node], first: int, ranged: set[int], row: int) -> Statement:
    """`i = 1, …, n` as the declaration that i is in `{1, …, n}`."""
    relation = items[first]
    assert isinstance(relation, Relation)
    listed = [relation.rest[-1][1]]
    k = first + 1
    while k in ranged and k < len(items) and not isinstance(items[k], Relation):
        listed.append(items[k])
        k += 1
    span = Span(listed[0].span.start, listed[-1].span.end)
    values = Fence(span, "{", Sequence(span, tuple(listed), (",",) * (len(listed) - 1)), "}")
    return Statement((relation.first, values), ("∈",), row, annotation=True)


def _bare_list(node: Sequence, items: list[Node], row: int, implied: bool) -> list[Statement]:
    """Without any relation: an expression with remarks behind a wide space, or a list of names."""
    kept = [item for item in items if not isinstance(item, Text | Ellipsis_ | Empty)]
    wide = all(separator in ("quad", "where") for separator in node.separators)
    if wide and kept and (len(kept) == 1 or all(_is_remark(item) for item in kept[1:])):
        return _parts(kept[0], row, implied=implied)
    return [Statement((node,), (), row, implied, annotation=True)]


def _is_remark(item: Node) -> bool:
    """An equation number, a time stamp, an end-of-proof mark."""
    return isinstance(item, Fence | Name | Number | Text)


def _computes(node: Node) -> bool:
    """More than one name or number: there may be a value in it."""
    if isinstance(node, Scripted) or (type(node) is Juxtaposed and is_remark_on_order(node)):
        return False
    return word(node) is None and not isinstance(node, Letters | Name | Number | Ellipsis_ | Text)


def _range_positions(items: list[Node]) -> set[int]:
    """Places of `i = 1, …, n`: a range, no definition of i."""
    found: set[int] = set()
    for k in range(len(items) - 1):
        if isinstance(items[k], Relation) and isinstance(items[k + 1], Ellipsis_):
            found |= {k, k + 1, k + 2}
        if (
            isinstance(items[k], Relation)
            and k + 2 < len(items)
            and isinstance(items[k + 2], Ellipsis_)
            and isinstance(items[k + 1], Number)
        ):
            found |= {k, k + 1, k + 2, k + 3}
    return found
