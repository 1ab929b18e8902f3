r"""The prime as a transpose: `(X'X)^{-1} X'y`, as statisticians write it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_transposed
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap, walk_outside, word
from vault_tools.compiler.syntax_tree import Accented, Fence, Juxtaposed, Letters, Name, Node, Relation, Scripted, Styled

if TYPE_CHECKING:
    from collections.abc import Collection

    from vault_tools.compiler.resolve.writing.statements.context import Context
    from vault_tools.compiler.syntax_tree import Display
    from vault_tools.model import Span


def transposed_primes(display: Display, context: Context, given: Collection[str]) -> Display | None:
    r"""The display with `X^\top` for X'; None where a prime is part of a name.

    A symbol and its primed self in one product tell it: side by side (`X'X`, `x_i x_i'`), or round others (`x'Ax`, `A \Sigma A'`), unless
    the note says what X' is or writes transposes otherwise. Small letters tell it only in bold, with an index, or round a matrix.
    """
    primed = [node for node in every(Scripted, display) if node.primes == 1]
    if not primed or not any(map(_tells, every(Juxtaposed, display))):
        return None
    others = any(map(is_transposed, every(Scripted, display)))
    known = {canonical(entry.head.symbol) for entry in context.entries if entry.head.symbol is not None}
    known |= {canonical(node.first) for node in every(Relation, display)}
    names = {canonical(node) for node in primed if _is_primed_letter(node)}
    if others or names & known or names & set(given):
        return None
    bare = walk_outside(display, lambda node: isinstance(node, Scripted) and _is_primed_letter(node))
    letters = {letter for node in bare if isinstance(node, Letters | Name) for letter in _letters(node)}
    factors = {id(item) for row in every(Juxtaposed, display) for item in row.items}
    turned = {node.span for node in primed if word(node.base) in letters or (id(node) in factors and _has_transpose(node.base))}
    return rebuilt(display, lambda node: _with_transpose(node, turned))


def _has_transpose(base: Node) -> bool:
    r"""A bracket, a capital, a bold letter, an estimate: the `\hat\beta'` of `\hat\beta'X'y`, where other transposes are primes, too."""
    return isinstance(unwrap(base), Fence) or isinstance(base, Styled | Accented) or (word(base) or "").isupper()


def _letters(node: Letters | Name) -> tuple[str, ...]:
    return tuple(node.text) if isinstance(node, Letters) else (node.text,)


def _with_transpose(node: Node, spans: Collection[Span]) -> Node:
    """A transpose for the prime at these places."""
    if isinstance(node, Scripted) and node.primes == 1 and node.span in spans and node.sup is None:
        return replace(node, primes=0, sup=Name(node.span, "top", command=True))
    return node


def _is_primed_letter(node: Scripted) -> bool:
    base = unwrap(node.base)
    return node.primes == 1 and node.sup is None and (len(word(base) or "") == 1 or (isinstance(base, Name) and base.command))


@dataclass(frozen=True, slots=True)
class _Factor:
    """One letter of a product: its name without the prime, and whether it may be a matrix or a vector by its looks."""

    name: str
    primed: bool
    matrix: bool
    vector: bool


def _tells(row: Juxtaposed) -> bool:
    """Whether a row of factors has a symbol and its primed self, with nothing between them or only symbols."""
    factors = [factor for item in row.items for factor in _factors(item)]
    for k, first in enumerate(factors):
        for n, second in enumerate(factors[k + 1 :], k + 1):
            between = factors[k + 1 : n]
            if first is None or second is None or None in between:
                break
            if first.name == second.name and first.primed != second.primed:
                matrices = any(factor is not None and factor.matrix for factor in between)
                return first.matrix or matrices or (first.vector and not between)
    return False


def _factors(item: Node) -> list[_Factor | None]:
    """The letters of one item of a row; None for what is no symbol."""
    if isinstance(item, Letters):
        return [_Factor(letter, primed=False, matrix=letter.isupper(), vector=False) for letter in item.text]
    symbol = item if isinstance(item, Scripted) else None
    base = unwrap(symbol.base if symbol is not None else item)
    text = word(base)
    if text is None or (len(text) > 1 and not (isinstance(base, Name) and base.command)):
        return [None]
    primed = symbol is not None and symbol.primes == 1
    name = canonical(replace(symbol, primes=0, sup=None) if symbol is not None else item)
    bold = isinstance(symbol.base if symbol is not None else item, Styled)
    return [_Factor(name, primed, text[:1].isupper(), bold or (symbol is not None and symbol.sub is not None))]
