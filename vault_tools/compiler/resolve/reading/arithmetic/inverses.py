r"""Signs above that mark an operation: `A^+` and `A^\dagger` are pseudo-inverses, `(x)^+` is the positive part of numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import base_of, every, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.looks import is_concentration
from vault_tools.compiler.syntax_tree import Fence, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.syntax_tree import Node

MATRICES = frozenset("ABCGHJLMWXZ") | {"Phi", "Psi", "Sigma"}
"""Letters of matrices; a plus above K, P, S and others as often tells the good examples from the bad, or marks a part of a set."""
UNITARY = frozenset("UV")
r"""Letters whose dagger is as often the conjugate transpose."""


def unmarked(reader: Reader, found: Occurrence, scope: Scope) -> Node | None:
    r"""The A of `A^+` and `A^\dagger`; None where the mark tells one symbol from another, or the caller declares the whole."""
    node = found.node
    if not isinstance(node, Scripted) or node.sup is None or node.sub is not None or node.primes or scope.declared(found.name):
        return None
    mark, base = word(node.sup), base_of(node)
    if mark not in ("plus", "dagger") or not is_upper(node.base):
        return None
    if mark == "dagger":
        return node.base if word(base) not in UNITARY else None
    if any(is_concentration(fence) and unwrap(fence.body).span == node.span for side in scope.page.sides for fence in every(Fence, side)):
        return None
    matrix = word(base) in MATRICES or (scope.rank(found.base) or 0) == 2
    return node.base if matrix and f"{found.base}_minus" not in reader.sheet.variables else None


def pseudo_inverse(reader: Reader, value: Value, node: Node) -> Value:
    """The inverse of Moore and Penrose of a matrix (Penrose 1955)."""
    if value.rank < 2:
        raise reader.rank_error(value.expression, 2, node.span, "pinv")
    rows, columns = value.expression.shape[-2:]
    reader.say("pseudo_inverse")
    call = reader.build.call(named(reader, "pinv", node), [value.expression], (*value.expression.shape[:-2], columns, rows), node.span)
    return replace(value.derived(call), form="")


def marked(reader: Reader, value: Value, mark: str, node: Node) -> Value:
    r"""A bracket with a mark above: `(…)^\dagger`, `(…)^+`. UnsupportedError: a sum of matrices with a plus may mean either."""
    if mark == "dagger" or (mark == "plus" and value.rank == 2 and isinstance(value.expression, tree.MatMul | tree.Call)):
        return pseudo_inverse(reader, value, node)
    if mark != "plus" or value.rank > 1:
        raise reader.unsupported("bracket_script", node.span)
    return positive_part(reader, value, node)


def positive_part(reader: Reader, value: Value, node: Node) -> Value:
    """`[1 - z]_+`, `(z)^+`: entry by entry the larger of 0 and the value."""
    reader.say("positive_part")
    return value.derived(reader.build.elementwise(named(reader, "relu", node), [value.expression], node.span))
