r"""Indices that a left side leaves out: `\mathrm{softmax}(x) = \frac{e^{x_i}}{\sum_j e^{x_j}}` says what entry i of the result is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.indices.scopes import USUAL
from vault_tools.compiler.resolve.writing.nodes import every, scripts_moved_out, word
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import BigOperator, Scripted

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from vault_tools.compiler.resolve.writing.statements.heads import Head
    from vault_tools.compiler.syntax_tree import Node

COUNTING = frozenset("ijk")
"""Letters that count entries wherever they stand below a parameter."""


def left_out(head: Head, right: tuple[Node, ...], bound: AbstractSet[str]) -> tuple[str, ...]:
    """The letter that stands below a parameter and runs nowhere, where another letter below it does, or it can only be an index.

    Not where the left side has scripts of its own, or two letters are left: then the entries are of something else.
    """
    if head.letters or not head.is_function:
        return ()
    letters = [word(parameter) or "" for parameter in head.parameters or ()]
    names = {name for letter in letters if len(letter) == 1 for name in (letter, letter.lower())} | set(
        map(canonical, head.parameters or ())
    )
    below: dict[str, set[str]] = {}
    for node in map(scripts_moved_out, (node for side in right for node in every(Scripted, side))):
        letter = word(node.sub) if isinstance(node, Scripted) and node.sub is not None else None
        if isinstance(node, Scripted) and letter in USUAL and letter is not None and canonical(node.base) in names:
            below.setdefault(canonical(node.base), set()).add(letter)
    open_letters = {letter for letters in below.values() for letter in letters} - bound - set(head.parameter_letters)
    ranged = any(letters & bound for letters in below.values())
    if len(open_letters) != 1 or not (ranged or open_letters <= COUNTING) or open_letters & _inside_sums(right):
        return ()
    return tuple(open_letters)


def _inside_sums(right: tuple[Node, ...]) -> set[str]:
    r"""Letters below what is summed: `C(x) = \sum_j f(x_i, x_j)` leaves i to those who use C."""
    bodies = (operator.body for side in right for operator in every(BigOperator, side))
    return {letter for body in bodies if body is not None for letter in script_letters(body)}
