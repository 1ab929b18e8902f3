r"""Numbers beside an index: a display with `x_{1j}` numbers rows, so its `x_{2j}` is the second row, no place 2 times j."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, rebuilt
from vault_tools.compiler.syntax_tree import Juxtaposed, Letters, Node, Number, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display


def with_commas(display: Display) -> Display:
    """The display with a comma between the number and the letter of such scripts; itself where no letter stands behind a 1."""
    numbered = {letter for node in every(Scripted, display) if type(node.sub) is Juxtaposed and (letter := _behind(node, "1"))}
    return rebuilt(display, lambda node: _apart(node, numbered)) if numbered else display


def _behind(node: Scripted, number: str = "") -> str:
    """The letter behind the number of a subscript (behind this one, where it is given); "" for other subscripts."""
    match node.sub:
        case Juxtaposed(items=(Number(written=written), Letters(text=letter))) if len(letter) == 1 and number in ("", written):
            return letter
        case _:
            return ""


def _apart(node: Node, numbered: set[str]) -> Node:
    if not isinstance(node, Scripted) or _behind(node) not in numbered or not isinstance(node.sub, Juxtaposed):
        return node
    return replace(node, sub=Sequence(node.sub.span, node.sub.items, (",",)))
