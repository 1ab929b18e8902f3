"""Runs of letters that a left side makes one name: `RMSE = …`, `score(q, k) = …`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.gradients import gradient_words
from vault_tools.compiler.resolve.writing.names.scripts import is_transposed
from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import (
    Fence,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Scripted,
    Styled,
)

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.statements.splitting import Statement

SHORTEST = 3
"""Letters of a name whose letters are used by themselves as well."""


def left_names(statements: tuple[Statement, ...], singles: frozenset[str] | set[str]) -> frozenset[str]:
    """Runs of letters that a left-hand side makes one name."""
    names: list[str] = []
    for statement in statements:
        if statement.signs:
            names += left_words(statement.sides[0], singles) or _run_at_a_step(statement, statements)
            names += gradient_words(statement) if "d" not in singles else ()
    return frozenset(names)


def _run_at_a_step(statement: Statement, statements: tuple[Statement, ...]) -> list[str]:
    r"""The `wkv` of `wkv_t = \dots`: small letters side by side with one index are one name, though k and v are letters, too.

    Not where the same letters stand without an index elsewhere, as the `mgh` of a product.
    """
    left = unwrap(statement.sides[0])
    if not isinstance(left, Scripted) or left.sub is None or number_of(left.sub) is not None or _is_transposed_product(left):
        return []
    base = unwrap(left.base)
    if not isinstance(base, Letters) or len(base.text) < SHORTEST or not base.text.islower():
        return []
    sides = [side for other in statements for side in other.sides]
    runs = sum(letters.text == base.text for side in sides for letters in every(Letters, side))
    indexed = sum(word(node.base) == base.text and node.sub is not None for side in sides for node in every(Scripted, side))
    return [base.text] if runs == indexed else []


def left_words(side: Node, singles: frozenset[str] | set[str]) -> list[str]:
    """Runs of letters on the left of an equation that are one name there (`RMSE`, `score`, `PE`); `AB` of known A, B is not."""
    side = unwrap(side)
    first = unwrap(side.items[0]) if isinstance(side, Juxtaposed) else side
    called = isinstance(side, Juxtaposed) and len(side.items) == 2 and is_call_bracket(side.items[1])
    if isinstance(side, Juxtaposed) and not called:
        return []
    base = unwrap(first.base) if isinstance(first, Scripted) else first
    scored = isinstance(base, Name) and not base.command and not called
    text = word(base) if scored or isinstance(base, Letters | Styled) else None
    if text is None or len(text) < 2 or _is_transposed_product(first):
        return []
    if not called and all(letter in singles for letter in text):
        return []
    return [] if len(set(text)) == 1 and not called else [text]


def is_call_bracket(node: Node) -> bool:
    """A round bracket, with scripts or without."""
    node = unwrap(node)
    if isinstance(node, Scripted):
        node = unwrap(node.base)
    return isinstance(node, Fence) and node.opener == "("


def _is_transposed_product(node: Node) -> bool:
    r"""`AB^\top`, and `AB^t`, as some write it: a run of letters with a small t above is no name of a function."""
    return is_transposed(node) or (isinstance(node, Scripted) and node.sup is not None and word(node.sup) == "t")
