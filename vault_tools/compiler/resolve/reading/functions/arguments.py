"""The arguments of a named function: lists as one vector, all values of a family, both bounds in one, the axis by name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.arithmetic.magnitudes import LOOKING_THROUGH, argument
from vault_tools.compiler.resolve.reading.operators.ranges import bind
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import cover, every, number_of, scripts_moved_out, unwrap, walk, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import at_letter, ends
from vault_tools.compiler.syntax_tree import Ellipsis_, Fence, Letters, Node, Number, Relation, Scripted, Sum
from vault_tools.compiler.syntax_tree import Sequence as SequenceNode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.handler import Function

COUNTING = frozenset("ijk")
COUNTING_TERMS = "jkilmnpqrst"
NEUTRAL = {"max": -1, "min": 1}
"""Functions of any number of values -> the sign of the infinity that changes none of them."""
AXIS_WORDS = frozenset({"dim", "axis"})


def argument_values(reader: Reader, function: Function, nodes: Sequence[Node], scope: Scope) -> list[Value]:
    """What the arguments of a function are; one alone may be a family of values, or an array whose entries are meant."""
    if len(nodes) != 1:
        return [reader.read(node, scope) for node in nodes]
    only = nodes[0]
    collected = (
        _family(reader, function, unwrap(only), scope)
        or _up_to_an_index(reader, function, unwrap(only), scope)
        or _left_out(reader, function, only, scope)
    )
    return [collected or argument(reader, function, only, scope)]


def _family(reader: Reader, function: Function, node: Node, scope: Scope) -> Value | None:
    r"""`\{r_j\}_{j=1}^{G}`: all values of what stands in the braces, as one array; None for anything else."""
    if not isinstance(node, Scripted) or node.sub is None or not isinstance(node.base, Fence) or node.base.opener != "{":
        return None
    return _all_values(reader, function, node.base.body, (node.sub, node.sup), scope) if is_symbol(unwrap(node.base.body)) else None


def _up_to_an_index(reader: Reader, function: Function, node: Node, scope: Scope) -> Value | None:
    r"""The `x_1, \dots, x_i` of a running maximum `m_i = \max(x_1, \dots, x_i)`; those behind the i-th are out of the question."""
    listed = unwrap(node.body) if isinstance(node, Fence) and function.name in NEUTRAL else None
    if not isinstance(listed, SequenceNode) or len(listed.items) < len("1…i") or not isinstance(unwrap(listed.items[-2]), Ellipsis_):
        return None
    start, end = ends(listed.items[0], listed.items[-1])
    if start is None or end is None or not start.isdigit() or not scope.is_index(canonical(end)):
        return None
    letter = next(name for name in COUNTING_TERMS if not scope.is_index(name) and all(word(inner) != name for inner in walk(node)))
    first = Number(node.span, start, start)
    binding = bind(reader, Relation(node.span, Letters(node.span, letter), (("=", first),)), end, scope)
    value = reader.scalar(at_letter(listed.items[0], letter, start), binding.scope)
    if binding.conditions:
        least = reader.build.negate(tree.Constant(name="inf"), node.span) if NEUTRAL[function.name] < 0 else tree.Constant(name="inf")
        value = reader.build.where([(reader.build.logic("and", binding.conditions, node.span), value)], least, node.span)
    return Value(reader.build.tabulate(tuple(binding.indices), value, node.span))


def _left_out(reader: Reader, function: Function, node: Node, scope: Scope) -> Value | None:
    r"""`\max x_i`: the largest of all `x_i`, although no i stands below the maximum; None where no usual index is left."""
    if function.name not in LOOKING_THROUGH:
        return None
    symbols = [scripts_moved_out(inner) for inner in every(Scripted, node)]
    letters = {word(symbol.sub) or "" for symbol in symbols if isinstance(symbol, Scripted) and symbol.sub is not None}
    names = (read_symbol(symbol, scope).name for symbol in symbols if is_symbol(symbol))
    if len(letters) != 1 or not letters <= COUNTING or any(map(scope.is_index, letters)) or any(map(scope.declared, names)):
        return None
    letter = Letters(node.span, *letters)
    reader.say("sum_over_letters", letters=letter.text)
    return _all_values(reader, function, node, (letter, None), scope)


def _all_values(reader: Reader, function: Function, body: Node, over: tuple[Node, Node | None], scope: Scope) -> Value | None:
    binding = bind(reader, *over, scope)
    if binding.conditions:
        return None
    value = reader.read(body, binding.scope)
    if value.rank:
        raise reader.rank_error(value.expression, 0, body.span, function.name)
    return Value(reader.build.tabulate(tuple(binding.indices), value.expression, body.span))


def as_vector(nodes: Sequence[Node]) -> Sequence[Node]:
    r"""`\max(x_1, \dots, x_n)`, `\mathrm{mean}(\{r_1, \dots, r_G\})`: numbers in a list with dots, or in braces, are one vector."""
    only = unwrap(nodes[0]) if len(nodes) == 1 else None
    if isinstance(only, Fence) and only.opener == "{" and isinstance(unwrap(only.body), SequenceNode):
        return (replace(only, opener="[", closer="]"),)
    if not any(isinstance(unwrap(node), Ellipsis_) for node in nodes):
        return nodes
    span = cover(tuple(nodes))
    return (Fence(span, "[", SequenceNode(span, tuple(nodes), (",",) * (len(nodes) - 1)), "]"),)


def with_both_bounds(nodes: Sequence[Node]) -> Sequence[Node]:
    r"""`\mathrm{clip}(r, 1 \pm \epsilon)`: the lower and the upper bound in one."""
    last = unwrap(nodes[-1]) if nodes else None
    if len(nodes) != 2 or not isinstance(last, Sum) or last.signs != ("+", "pm"):
        return nodes
    (_, middle), (_, width) = last.terms
    return (nodes[0], replace(last, terms=(("+", middle), ("-", width))), replace(last, terms=(("+", middle), ("+", width))))


def without_axis(reader: Reader, nodes: Sequence[Node]) -> tuple[Sequence[Node], int | None]:
    r"""The arguments without `\text{dim}=-1`, and the axis that it names."""
    last = unwrap(nodes[-1]) if nodes else None
    if not isinstance(last, Relation) or (word(last.first) or "").lower() not in AXIS_WORDS or last.rest[0][0] != "=":
        return nodes, None
    value = number_of(last.rest[0][1])
    if len(last.rest) > 1 or len(nodes) != 2 or value not in (-2, -1, 0, 1):
        raise reader.unsupported("relation_inside", last.span)
    return nodes[:-1], int(value)
