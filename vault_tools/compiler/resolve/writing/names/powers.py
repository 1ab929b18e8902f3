"""Superscripts that are powers by the look of them, whatever the letters of the formula count."""

from __future__ import annotations

from vault_tools.compiler.resolve.writing.names.scripts import POWER_BASES, is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import number_of, undressed, word
from vault_tools.compiler.syntax_tree import Name, Node, Scripted


def is_power(node: Scripted) -> bool:
    r"""`x^2`, `\gamma^t`: a superscript that can only be a power of a number."""
    if node.sup is None or node.sub is not None or not is_symbol(node.base) or is_upper(node.base):
        return False
    value, letter = number_of(node.sup), word(node.sup)
    usual = _is_greek(node.base) or word(undressed(node.base)) in POWER_BASES
    return (value is not None and value > 1) or (usual and letter is not None and len(letter) == 1 and letter.islower())


def _is_greek(base: Node) -> bool:
    letter = undressed(base)
    return isinstance(letter, Name) and letter.command
