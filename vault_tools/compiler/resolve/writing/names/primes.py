r"""The prime as a transpose: `(X'X)^{-1} X'y`, as statisticians write it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_transposed
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap, walk_outside, word
from vault_tools.compiler.syntax_tree import Juxtaposed, Letters, Name, Node, Relation, Scripted

if TYPE_CHECKING:
    from collections.abc import Collection

    from vault_tools.compiler.resolve.writing.statements.context import Context
    from vault_tools.compiler.syntax_tree import Display
    from vault_tools.model import Span


def transposed_primes(display: Display, context: Context, given: Collection[str]) -> Display | None:
    r"""The display with `X^\top` for X'; None where a prime is part of a name.

    A capital and its primed self side by side (`X'X`) tell it, unless the note says what X' is or writes transposes otherwise.
    """
    primed = [node for node in every(Scripted, display) if _is_primed_letter(node)]
    if not primed or not any(map(_is_gram, every(Juxtaposed, display))):
        return None
    others = any(map(is_transposed, every(Scripted, display)))
    known = {canonical(entry.head.symbol) for entry in context.entries if entry.head.symbol is not None}
    known |= {canonical(node.first) for node in every(Relation, display)}
    names = {canonical(node) for node in primed}
    if others or names & known or names & set(given):
        return None
    bare = walk_outside(display, lambda node: isinstance(node, Scripted) and _is_primed_letter(node))
    letters = {letter for node in bare if isinstance(node, Letters) for letter in node.text}
    turned = {node.span for node in primed if word(node.base) in letters}
    result: Display = rebuilt(display, lambda node: _with_transpose(node, turned))
    return result


def _with_transpose(node: Node, spans: Collection[Span]) -> Node:
    """A transpose for the prime at these places."""
    if isinstance(node, Scripted) and node.primes and node.span in spans:
        return replace(node, primes=0, sup=Name(node.span, "top", command=True))
    return node


def _is_primed_letter(node: Scripted) -> bool:
    return node.primes == 1 and node.sub is None and node.sup is None and len(word(node.base) or "") == 1


def _is_gram(node: Juxtaposed) -> bool:
    """`X'X`."""
    return any(
        isinstance(left, Scripted)
        and _is_primed_letter(left)
        and (word(left.base) or "").isupper()
        and _starts_with(right, word(left.base))
        for left, right in pairwise(node.items)
    )


def _starts_with(node: Node, letter: str | None) -> bool:
    node = unwrap(node)
    return isinstance(node, Letters) and node.text[:1] == letter
