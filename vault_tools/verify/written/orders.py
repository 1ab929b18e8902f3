r"""Inequalities as programs: the sides of `e^3 > 20`, `a^2 + b^2 \ge 2ab` resolved like those of an equation, the signs put back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed
from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.resolve.writing.statements.annotations import shape_annotation
from vault_tools.compiler.syntax_tree import Display, Ellipsis_, Fence, Juxtaposed, Letters, Name, Node, Relation, Scripted, Sequence, Text
from vault_tools.verify.numbers import exact
from vault_tools.verify.written.reading import in_brackets

if TYPE_CHECKING:
    from collections.abc import Iterator

ORDERS = frozenset({"<", "≤", ">", "≥", "≠"})
COMPARED = ORDERS | {"=", "≈"}


def as_equation(display: Display) -> Display | None:
    """An inequality with equals signs, so that its sides can be resolved; None where it is none, or only says where a symbol lies."""
    relation = _only_relation(display)
    if relation is None:
        return None
    bound = _bound(relation)
    if bound is not relation:
        return replace(display, rows=(bound,)) if bound is not None else None
    sides = [*relation.operands]
    signs = [*relation.signs]
    if not set(signs) & ORDERS or not set(signs) <= COMPARED or not any(map(_is_computed, sides)):
        return None
    if any(isinstance(unwrap(side), Sequence | Ellipsis_) for side in sides) or all(map(_has_number_behind, sides)):
        return None
    rest = tuple(("=", side) for side in sides[1:])
    return replace(display, rows=(replace(relation, first=in_brackets(relation.first), rest=rest),))


def _bound(relation: Relation) -> Relation | None:
    r"""`1.96^2 \cdot 36 \approx 138.3` of `n \ge 1.96^2 \cdot 36 \approx 138.3`: what is asked of a symbol is a condition, how its bound
    is computed is an equation; None where the bound is one number, the same relation where it is no bound of numbers.
    """
    signs = relation.signs
    lone = is_symbol(relation.first) and not _is_power(unwrap(relation.first)) and word(unwrap(relation.first)) not in {"e", "pi"}
    if signs[0] not in ORDERS or not set(signs[1:]) <= {"=", "≈"} or not lone:
        return relation
    (_, first), *rest = relation.rest
    if any(every(kind, side) for side in relation.operands[1:] for kind in (Letters, Name, Text)):
        return relation
    return replace(relation, first=in_brackets(first), rest=tuple(rest)) if rest else None


def with_signs(program: tree.Program, display: Display) -> tree.Program:
    """The program of `as_equation(display)` with the signs that the note writes."""
    written = list(_signs(display))
    sides = program.sides or (program.result,)
    alone = len(sides) == len(written) + 1 and not program.stated  # what a definition makes of a side stands where the definition does
    signs = [sign for _, sign in written] if alone else [_sign_before(side, written) for side in sides[1:]]
    relations = ("", *signs)
    stated = tuple((_sign_of(side, sides[0], written), side) for _, side in program.stated)
    return replace(program, sides=sides, relations=relations, stated=stated)


def compares(program: tree.Program) -> bool:
    """Whether the program is an inequality."""
    return bool(ORDERS & {*program.relations, *(sign for sign, _ in program.stated)})


def element_of(display: Display) -> Display | None:
    r"""`QK^T` of `QK^T \in \mathbb{R}^{n \times m}`; None where a lone symbol is declared."""
    relation = _only_relation(display)
    if relation is None or len(relation.rest) != 1 or relation.rest[0][0] != "∈":
        return None
    computed = _is_array_product(relation.first) or (_is_computed(relation.first) and not isinstance(unwrap(relation.first), Sequence))
    if not computed or shape_annotation(relation.rest[0][1]) is None:
        return None
    return replace(display, rows=(relation.first,))


def _only_relation(display: Display) -> Relation | None:
    node = unwrap(display.rows[0]) if len(display.rows) == 1 else None
    return node if isinstance(node, Relation) else None


def _is_computed(side: Node) -> bool:
    """More than a name or a written number; a number to a power is computed too."""
    side = unwrap(side)
    inside = unwrap(side.body) if isinstance(side, Fence) and side.opener == "(" else side
    return (not is_symbol(inside) or _is_power(inside)) and not is_written_number(inside)


def _has_number_behind(side: Node) -> bool:
    """`p (0.5)`: the value said once more, a place of a function or a factor; on every side of a comparison that cannot be told."""
    match unwrap(side):
        case Juxtaposed(items=(name, Fence(opener="(", body=number))):
            return is_symbol(name) and is_written_number(number)
    return False


def _is_power(side: Node) -> bool:
    """`e^3`, `x^2`."""
    if not isinstance(side, Scripted) or side.sup is None or isinstance(unwrap(side.sup), Fence):
        return False
    return word(unwrap(side.base)) == "e" or number_of(side.sup) is not None


def _is_array_product(side: Node) -> bool:
    r"""`QK^T`: two letters, the last one transposed."""
    side = unwrap(side)
    run = side.base if isinstance(side, Scripted) and is_transposed(side) else side
    return isinstance(run, Letters) and len(run.text) > 1 and run.text.isupper()


def _signs(display: Display) -> Iterator[tuple[int, str]]:
    """Where each operand starts, and the sign before it."""
    relation = _only_relation(display)
    assert relation is not None
    for sign, operand in relation.rest:
        yield operand.span.start, sign


TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def _sign_of(number: tree.Expression, first: tree.Expression, written: list[tuple[int, str]]) -> str:
    """The sign between a written number and what it is held against: `1 < x` says x > 1."""
    if number.span.start >= first.span.start:
        return _sign_before(number, written)
    sign = _sign_before(first, written)
    return TURNED.get(sign, sign)


def _sign_before(side: tree.Expression, written: list[tuple[int, str]]) -> str:
    """The sign of the operand that a side stands in."""
    return next((sign for start, sign in reversed(written) if start <= side.span.start), "=")


def is_to_be_solved(program: tree.Program) -> bool:
    """`x^2 + 4x + 1 = 0`: an equation that defines nothing, in one unknown number that occurs more than once, or set to zero."""
    if program.name is not None or len(program.inputs) != 1 or program.inputs[0].shape or program.bindings or not program.stated:
        return False
    unknown = program.inputs[0].name
    places = sum(isinstance(node, tree.Input) and node.name == unknown for side in program.sides for node in walk(side))
    return places > 1 or all(exact(side) == 0 for _, side in program.stated)
