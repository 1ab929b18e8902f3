r"""Script letters without commas: `S_{bhij} = \sum_d Q_{bhid} K_{bhjd}` counts along four axes; a display with `x_{1j}` numbers rows.

So its `x_{2j}` is the second row, no place 2 times j.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, word
from vault_tools.compiler.resolve.writing.pieces import SCRIPT_WORDS, is_script_word
from vault_tools.compiler.resolve.writing.statements.bound import bound_names
from vault_tools.compiler.syntax_tree import BigOperator, Juxtaposed, Letters, Node, Number, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node

SHORTEST, LONGEST = 3, 5
PAIR = 2


def with_groups_apart(display: Display) -> Display:
    r"""The display with commas in groups of index letters; itself where a run below a symbol may be a word.

    A group has a fellow, the same below another symbol or one that differs in one place (`bhjd`), and one of its letters counts by itself:
    a sum over the group binds it, or it stands alone or with others of the group below another symbol (the c of `\mu_c` and the pair of
    `\mu_{nc}` beside `x_{nchw}`).
    """
    carriers = [node for node in every(Scripted, display) if _group(node)]
    if not carriers:
        return display
    groups = [_group(node) for node in carriers]
    pairs = [(one, other) for k, one in enumerate(groups) for n, other in enumerate(groups) if k != n]
    fellows = {one for one, other in pairs if _differ(one, other) == 1 or (one == other and not is_script_word(one))}
    counted = {text for text in fellows if _counts(text, display)}
    counted |= {text for text in fellows if any(_differ(text, other) <= 1 for other in counted)}
    counted |= {text for text in groups if text not in counted and _is_told(text, display)}
    if not counted:
        return display
    return rebuilt(display, lambda node: _apart(node, counted))


def _group(node: Scripted) -> str:
    """The letters below a symbol, where they may be several indices."""
    text = node.sub.text if isinstance(node.sub, Letters) else ""
    fits = SHORTEST <= len(text) <= LONGEST and text.islower() and len(set(text)) == len(text)
    return text if fits and text not in SCRIPT_WORDS else ""


def _differ(one: str, other: str) -> int:
    """In how many places two groups of one length differ."""
    return sum(a != b for a, b in zip(one, other, strict=True)) if len(one) == len(other) else LONGEST


def _counts(text: str, display: Display) -> bool:
    bound: set[str] = set()
    for operator in every(BigOperator, display):
        if operator.sub is None or operator.body is None:
            continue
        names = set(bound_names(operator.sub))
        bound |= names
        if names & set(text) and any(_group(node) == text for node in every(Scripted, operator.body)):
            return True
    alone = {word(node.sub) for node in every(Scripted, display) if node.sub is not None}
    return bool((alone - bound) & set(text)) or any(_is_part(run, text) for run in alone if run is not None)


def _is_told(text: str, display: Display) -> bool:
    r"""The `cij` of `y_c = \sum_{i,j} x_{cij}`: each letter is bound by a sum or stands alone below another symbol."""
    bound = {name for operator in every(BigOperator, display) if operator.sub is not None for name in bound_names(operator.sub)}
    alone = {word(node.sub) for node in every(Scripted, display) if node.sub is not None}
    return bool(bound & set(text)) and set(text) <= bound | alone


def _is_part(run: str, text: str) -> bool:
    """The `nc` of `nchw`: some of its letters, in their order."""
    if not PAIR <= len(run) < len(text) or is_script_word(run):
        return False
    left = iter(text)
    return all(letter in left for letter in run)


def _apart(node: Node, groups: set[str]) -> Node:
    if not isinstance(node, Scripted) or node.sub is None or _group(node) not in groups:
        return node
    letters = tuple(Letters(node.sub.span, letter) for letter in _group(node))
    return replace(node, sub=Sequence(node.sub.span, letters, (",",) * (len(letters) - 1)))


def with_commas(display: Display) -> Display:
    """The display with a comma between the number and the letter of such scripts; itself where no letter stands behind a 1."""
    numbered = {letter for node in every(Scripted, display) if type(node.sub) is Juxtaposed and (letter := _behind(node, "1"))}
    return rebuilt(display, lambda node: _with_comma(node, numbered)) if numbered else display


def _behind(node: Scripted, number: str = "") -> str:
    """The letter behind the number of a subscript (behind this one, where it is given); "" for other subscripts."""
    match node.sub:
        case Juxtaposed(items=(Number(written=written), Letters(text=letter))) if len(letter) == 1 and number in ("", written):
            return letter
        case _:
            return ""


def _with_comma(node: Node, numbered: set[str]) -> Node:
    if not isinstance(node, Scripted) or _behind(node) not in numbered or not isinstance(node.sub, Juxtaposed):
        return node
    return replace(node, sub=Sequence(node.sub.span, node.sub.items, (",",)))
