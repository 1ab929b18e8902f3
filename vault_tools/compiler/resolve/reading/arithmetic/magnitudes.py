r"""Bars round an array that mean the size of each entry, not its length: `\max |x|`, `\mathrm{sign}(w) (|w| - \lambda)_+`."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.reading.arithmetic.norms import bars
from vault_tools.compiler.resolve.writing.names.atoms import rows
from vault_tools.compiler.resolve.writing.nodes import arguments, bare, every, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.syntax_tree import Fence, Grid, Node, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.handler import Function

SIGNS = frozenset({"sign", "sgn"})
LOOKING_THROUGH = frozenset({"max", "min"})
"""Functions that, of one argument, look through its entries."""


def argument(reader: Reader, function: Function, node: Node, scope: Scope) -> Value:
    r"""The only argument of a function: `|x|` behind `\max` and in `\mathrm{mean}(|x - y|)` has as many entries as x."""
    fence = unwrap(node)
    reduces = function.name in LOOKING_THROUGH or function.signature == "(n)->()"
    if reduces and isinstance(fence, Fence) and fence.opener == fence.closer == "|":
        inner = reader.read(unwrap(fence.body), scope)
        if inner.rank:
            return bars(reader, replace(inner, pointwise=True), fence)
    return reader.read(node, scope)


def between_bars(reader: Reader, fence: Fence, scope: Scope) -> Value:
    """What stands between bars; entry by entry where the statement takes the sign of the same thing elsewhere, or cases its square."""
    value = reader.read(unwrap(fence.body), scope)
    each = value.rank and (_has_sign(reader, fence.body, scope) or _is_squared_in_cases(fence.body, scope))
    return replace(value, pointwise=True) if each else value


def _is_squared_in_cases(body: Node, scope: Scope) -> bool:
    r"""The `|x|` that decides between `\frac{1}{2} x^2` and `|x| - \frac{1}{2}`: the squares are those of the entries."""
    cases = (grid for side in scope.page.sides for grid in every(Grid, side) if grid.kind == "cases")
    powers = (power for grid in cases for row in grid.rows for power in every(Scripted, row[0]) if power.sup is not None)
    squares = (unwrap(bare(power)) for power in powers if power.sup is not None and number_of(power.sup) == 2)
    return any(same(unwrap(base.body) if isinstance(base, Fence) else base, unwrap(body)) for base in squares)


def _has_sign(reader: Reader, body: Node, scope: Scope) -> bool:
    sides = scope.page.sides
    return any(same(unwrap(body), unwrap(signed)) for side in sides for atoms in rows(side, reader.words) for signed in _signed(atoms))


def _signed(atoms: list[Node]) -> list[Node]:
    """The arguments of sign among the factors of a row."""
    calls = (unwrap(following) for atom, following in pairwise(atoms) if word(atom) in SIGNS)
    return [node for call in calls if isinstance(call, Fence) for node in arguments(call)]
