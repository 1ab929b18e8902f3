r"""Arithmetic in words: `3 \text{ out of } 4 = 75\%`, `50\% \text{ of } 80 = 40`, `80 \text{ 的 } 50\% = 40`.

A bare number is no statement, so prose behind it belongs to what follows: what no word here explains is no equation either.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler.resolve.writing.nodes import cover, every, number_of, rebuilt, unwrap
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import is_connective
from vault_tools.compiler.syntax_tree import Display, Fraction, Juxtaposed, Name, Node, Postfix, Product, Relation, Sequence, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

SHARED = frozenset({"of", "of the", "of all", "von", "von den", "der", "de", "des", "di", "的"})
"""Between a share and an amount they multiply, between two counts they divide."""
DIVIDED = frozenset({"out of", "in", "per", "aus", "auf", "pro", "sur", "su", "por", "out of the"})
TURNED = frozenset({"中有", "中的", "里有"})
"""What comes first is what is divided by."""
SIGNS: Mapping[str, str] = {"times": "times", "mal": "times", "fois": "times", "乘以": "times", "乘": "times"}


def in_signs(display: Display) -> Display:
    """The display with signs for words between numbers."""
    if not any(
        isinstance(one, Text) or (isinstance(one, Name) and not one.command) for one in (*every(Text, display), *every(Name, display))
    ):
        return display
    return rebuilt(display, lambda node: _in_signs(_together(node)))


def _together(node: Node) -> Node:
    r"""`3 \text{ out of } 4 = 75\%` as one equation, whose left side begins with the bare number."""
    match node:
        case Sequence(items=(first, Text(text=prose) as words, Relation() as relation, *rest), separators=("where", "where", *separators)):
            if not _is_number(first) or _connects(prose):
                return node
            behind = relation.first.items if isinstance(relation.first, Juxtaposed) else (relation.first,)
            whole = _in_signs(Juxtaposed(cover((first, relation.first)), (first, words, *behind)))
            joined = replace(relation, span=cover((first, relation)), first=whole)
            return replace(node, items=(joined, *rest), separators=tuple(separators)) if rest else joined
    return node


def _connects(prose: str) -> bool:
    words = prose.split()
    return is_connective(prose) or not words or words[0].lower() in notation.CONNECTIVES


def _in_signs(node: Node) -> Node:
    match node:
        case Juxtaposed(items=(first, Text(text=words) | Name(text=words, command=False), second, *rest)):
            if not (_is_number(first) and _is_number(second)):
                return node
            found = _operation(first, words.strip().lower(), second)
            return node if found is None else replace(node, items=(found, *rest)) if rest else found
    return node


def _operation(first: Node, words: str, second: Node) -> Node | None:
    span = cover((first, second))
    counts = _is_count(first) and _is_count(second)
    if words in SIGNS or (words in SHARED and not counts):
        return Product(span, first, ((SIGNS.get(words, "times"), second),))
    if counts and words in DIVIDED | SHARED:
        return Fraction(span, first, second)
    return Fraction(span, second, first) if counts and words in TURNED else None


def _is_number(node: Node) -> bool:
    node = unwrap(node)
    return number_of(node.operand if isinstance(node, Postfix) else node) is not None


def _is_count(node: Node) -> bool:
    number = number_of(node)
    return number is not None and number.denominator == 1
