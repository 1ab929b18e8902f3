r"""Letters right behind numbers that say how large they are: `4096 \times 4096 = 16.8M` is said of millions, where M is no symbol."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap
from vault_tools.compiler.syntax_tree import Juxtaposed, Letters, Number, Text
from vault_tools.verify.relations import relations

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node

MAGNITUDES = frozenset("KMBGT") | {"KB", "MB", "GB", "TB", "PB", "kB"}
"""Thousands, millions, billions, and bytes."""


def with_magnitudes(display: Display) -> Display | None:
    r"""The display with these letters as units; None where no chain ends in such a number, or they stand elsewhere, too.

    One digit before a letter (`3 \times 4 = 2K`) is more often a factor.
    """
    found = tuple(relations(display))
    if not any(_is_amount(last) and len(every(Number, last)[0].text) > 1 for last in (relation.rest[-1][1] for relation in found)):
        return None
    letters = [run.text for run in every(Letters, display)]
    behind = [node.items[1].text for node in every(Juxtaposed, display) if _is_amount(node) and isinstance(node.items[1], Letters)]
    if any(letters.count(text) != behind.count(text) for text in behind):
        return None
    computes = any(not isinstance(unwrap(relation.first), Number) and not _is_amount(relation.first) for relation in found)
    return rebuilt(display, _as_unit) if computes else None


def _is_amount(node: Node) -> bool:
    match unwrap(node):
        case Juxtaposed(items=(Number(), Letters(text=text))):
            return text in MAGNITUDES
    return False


def _as_unit(node: Node) -> Node:
    match node:
        case Juxtaposed(items=(Number() as number, Letters(text=text) as letters)) if text in MAGNITUDES:
            return replace(node, items=(number, Text(letters.span, text)))
    return node
