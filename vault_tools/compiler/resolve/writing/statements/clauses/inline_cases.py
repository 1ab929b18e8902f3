r"""Cases in one line: `M_{ij} = -\infty\ (j > i)`, `f(x) = x \text{ if } x > 0, \ 0 \text{ otherwise}` become the grid that `cases` makes.

Part of splitting a display into statements, so that no condition is taken for a remark and dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap, walk, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import COMPARISONS, CONDITIONAL, FOR, JOINING, OTHERWISE
from vault_tools.compiler.syntax_tree import Fence, Grid, Juxtaposed, Letters, Node, Relation, Scripted, Sequence, Sum, Text
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Branch:
    """A value, its condition (None: it holds otherwise), and how many items both take."""

    value: Node
    condition: Node | None
    used: int
    conditional: bool = False
    """A word such as `if` stands between them."""


def with_cases(node: Node) -> Node:
    """A statement or a list of statements with the conditions behind values gathered into cases."""
    items = node.items if isinstance(node, Sequence) else (node,)
    if not any(_may_have_condition(item, alone=len(items) == 1) for item in items):
        return node
    separators = (*node.separators, "") if isinstance(node, Sequence) else ("",)
    kept: list[tuple[Node, str]] = []
    k = 0
    while k < len(items):
        found, used = _gathered(items[k:])
        kept.append((found, separators[k + used - 1]))
        k += used
    if len(kept) == 1:
        return kept[0][0]
    return Sequence(node.span, tuple(item for item, _ in kept), tuple(separator for _, separator in kept[:-1]))


def _may_have_condition(item: Node, *, alone: bool) -> bool:
    """Whether an item of a list is a condition or ends in one in brackets; `alone`: there is no list."""
    item = unwrap(item)
    if isinstance(item, Relation):
        return (not alone and _compares(item)) or _bracketed(item.rest[-1][1]) is not None
    return isinstance(item, Text | Fence)


def _gathered(items: tuple[Node, ...]) -> tuple[Node, int]:
    """The first item with the cases that follow it, and how many items that takes."""
    equation = unwrap(items[0])
    if not isinstance(equation, Relation) or equation.rest[-1][0] not in ("=", ":="):
        return items[0], 1
    branches = [_branch(equation, equation.rest[-1][1], items[1:])]
    used = branches[0].used
    while branches[-1].condition is not None and used < len(items):
        following = _next_branch(equation, items[used:])
        if following is None:
            break
        branches.append(following)
        used += following.used
    if not _are_cases(branches):
        return items[0], 1
    rows = tuple((b.value, b.condition if b.condition is not None else Text(b.value.span, "otherwise")) for b in branches)
    span = Span(branches[0].value.span.start, items[used - 1].span.end)
    return replace(equation, rest=(*equation.rest[:-1], (equation.rest[-1][0], Grid(span, "cases", rows)))), used


def _are_cases(branches: list[Branch]) -> bool:
    """Several values, or one whose condition is no mere remark: behind `if`, or behind a written value."""
    first = branches[0]
    return first.condition is not None and (len(branches) > 1 or first.conditional or _is_written(first.value))


def _branch(equation: Relation, value: Node, behind: tuple[Node, ...]) -> Branch:
    """A value with the condition in brackets at its end, or the one in the items behind it; `used` counts the value."""
    inside = _bracketed(value)
    if inside is not None:
        return Branch(inside[0], inside[1], 1)
    if not behind:
        return Branch(value, None, 1)
    first = unwrap(behind[0])
    if (
        isinstance(first, Text)
        and first.text.strip().lower() in CONDITIONAL
        and len(behind) > 1
        and isinstance(unwrap(behind[1]), Relation)
    ):
        condition, used = _joined(behind[1:])
        return Branch(value, condition, used + 2, conditional=True)
    word_between = _is_word(first, FOR) and len(behind) > 1
    condition = unwrap(behind[1]) if word_between else first
    if isinstance(condition, Fence) and condition.opener == "(":
        condition = unwrap(condition.body)
    certain = _is_written(value) or any(_is_again(equation, item) for item in behind)
    if _compares(condition) and certain and not _sets_something(condition) and _is_about(condition, equation.first):
        return Branch(value, condition, 2 + word_between)
    return Branch(value, None, 1)


def _sets_something(condition: Node) -> bool:
    r"""`P(X=2) = 0.8` behind `P(X=1) = 0.2`, `d_h = 128` behind `n_h = 64`: a chain, or what a function or a symbol with scripts is, is a
    statement of its own; `i = j` compares letters.
    """
    if not isinstance(condition, Relation) or all(sign != "=" for sign in condition.signs):
        return False
    return len(condition.rest) > 1 or word(condition.first) is None


def _is_about(condition: Node, left: Node) -> bool:
    """The condition compares what stands in the scripts or brackets of the left side."""
    parts = [part for node in walk(left) for part in _inside(node)]
    letters = {letter for part in parts for inner in walk(part) for letter in _letters_of(inner)}
    return any(word(inner) in letters for inner in walk(condition) if word(inner) is not None)


def _letters_of(node: Node) -> Iterable[str]:
    r"""The `i` and `j` of `ij`; a sign such as `\oplus` is one name."""
    name = word(node)
    return (name or "") if isinstance(unwrap(node), Letters) else (name,) if name is not None else ()


def _inside(node: Node) -> tuple[Node, ...]:
    match node:
        case Scripted(sub=sub, sup=sup):
            return tuple(script for script in (sub, sup) if script is not None)
        case Fence(body=body):
            return (body,)
        case _:
            return ()


def _joined(items: tuple[Node, ...]) -> tuple[Node, int]:
    r"""`j > i \text{ and } i > 0`: a condition of several, and how many items it takes."""
    used = 1
    while used + 1 < len(items) and _is_word(items[used], JOINING) and isinstance(unwrap(items[used + 1]), Relation):
        used += 2
    if used == 1:
        return items[0], 1
    return Sequence(Span(items[0].span.start, items[used - 1].span.end), items[:used], ("where",) * (used - 1)), used


def _next_branch(equation: Relation, items: tuple[Node, ...]) -> Branch | None:
    """The next value with its condition, or the value that holds otherwise; None where something else follows."""
    skipped = 1 if _is_word(items[0], JOINING) else 0
    otherwise = len(items) > 1 and _is_word(items[0], OTHERWISE)
    if otherwise or skipped:
        items = items[1:]
    if not items:
        return None
    value = _value_of(equation, items[0])
    if value is None:
        return None
    if otherwise:
        return Branch(value, None, 2)
    if len(items) > 1 and _is_word(items[1], OTHERWISE):
        return Branch(value, None, 2 + skipped)
    branch = _branch(equation, value, items[1:])
    return replace(branch, used=branch.used + skipped) if branch.condition is not None else None


def _value_of(equation: Relation, item: Node) -> Node | None:
    """An expression, or the right side of an equation with the same left side."""
    item = unwrap(item)
    if isinstance(item, Text):
        return None
    if not isinstance(item, Relation):
        return item
    return item.rest[0][1] if _is_again(equation, item) else None


def _is_again(equation: Relation, item: Node) -> bool:
    """Another value of the same left side, so that each holds under a condition."""
    item = unwrap(item)
    return isinstance(item, Relation) and len(item.rest) == 1 and item.signs[0] == equation.signs[0] and same(item.first, equation.first)


def _bracketed(value: Node) -> tuple[Node, Node] | None:
    r"""The value and the condition of `-\infty\ (j > i)` and `0\ (i \ge j)`; None where a name stands before the bracket."""
    value = unwrap(value)
    if isinstance(value, Sum) and len(value.terms) == 1:
        inside = _bracketed(value.terms[0][1])
        return None if inside is None else (replace(value, terms=((value.terms[0][0], inside[0]),)), inside[1])
    if not isinstance(value, Juxtaposed) or len(value.items) != 2 or not _is_written(value.items[0]):
        return None
    fence = unwrap(value.items[1])
    if not isinstance(fence, Fence) or fence.opener != "(" or not _compares(unwrap(fence.body)):
        return None
    return value.items[0], fence.body


def _compares(node: Node) -> bool:
    r"""`j > i`, `\text{if } j > i`: only comparisons, none of them an equation that defines something."""
    if isinstance(node, Sequence) and len(node.items) == 2 and _is_word(node.items[0], CONDITIONAL):
        node = unwrap(node.items[1])
    return isinstance(node, Relation) and all(sign in COMPARISONS for sign in node.signs)


def _is_word(node: Node, words: frozenset[str] | dict[str, str]) -> bool:
    node = unwrap(node)
    return isinstance(node, Text) and node.text.strip(" ,.;，。；").lower() in words


def _is_written(value: Node) -> bool:
    """A number or infinity."""
    value = unwrap(value)
    if isinstance(value, Sum) and len(value.terms) == 1:
        return _is_written(value.terms[0][1])
    return number_of(value) is not None or word(value) == "infty"
