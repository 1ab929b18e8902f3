r"""Letters above that name another quantity: the b of `\pi_t^b b_t + \pi_t^f f_t` is no exponent, nor is the T beside `A^S` a transpose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, is_euler, rebuilt, scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.syntax_tree import Accented, Display, Fence, Letters, Node, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node


def with_labels(display: Display) -> Display:
    r"""The display with braces round each letter above an indexed symbol that is no number: it stands elsewhere, always with an index.

    An exponent is a number of the formula, and a number is written the same everywhere.
    """
    names = {letter for node in every(Scripted, display) if (letter := _named_above(node)) is not None}
    if not names:
        return display
    examples = _of_examples(display)
    if examples:
        return rebuilt(display, lambda node: _in_braces(node) if _named_above(node) in examples else node)
    names &= {letter for node in every(Scripted, display) if node.sub is not None and (letter := word(node.base)) is not None}
    names -= _bare_letters(display, names) if names else set()
    if not names:
        return display
    return rebuilt(display, lambda node: _in_braces(node) if _named_above(node) in names else node)


def _of_examples(display: Display) -> set[str]:
    r"""The k of `\hat{y}_j^k` beside `y_j^k`: of the k-th example, as no sense is in comparing powers of a value and its estimate."""
    indexed = [node for node in every(Scripted, display) if _named_above(node) is not None]
    hats = [node for node in indexed if isinstance(node.base, Accented) and node.base.accent == "hat"]
    estimated = {(canonical(node.base.body), _named_above(node)) for node in hats if isinstance(node.base, Accented)}
    found = {letter for node in indexed if (letter := _named_above(node)) and (canonical(node.base), letter) in estimated}
    return found - _bare_letters(display, found) - binders(display) if found else found


def small_letter_above(node: Scripted) -> str | None:
    """The one small letter above a symbol."""
    sup = unwrap(node.sup) if node.sup is not None else None
    return sup.text if isinstance(sup, Letters) and len(sup.text) == 1 and sup.text.islower() else None


def _named_above(node: Node) -> str | None:
    """The letter above a symbol that has an index below."""
    indexed = isinstance(node, Scripted) and node.sub is not None and not is_euler(node.base)
    return small_letter_above(node) if indexed and isinstance(node, Scripted) else None


def _bare_letters(node: Node, names: set[str]) -> set[str]:
    """Those of some letters that stand without an index, outside the places above symbols."""
    below = {id(scripted.base) for scripted in every(Scripted, node) if scripted.sub is not None}
    above = {
        id(unwrap(scripted.sup)) for scripted in every(Scripted, node) if _named_above(scripted) is not None and scripted.sup is not None
    }
    return {letter for letters in every(Letters, node) if id(letters) not in below | above for letter in names.intersection(letters.text)}


def _in_braces(node: Node) -> Node:
    assert isinstance(node, Scripted)
    assert node.sup is not None
    return replace(node, sup=Fence(node.sup.span, "{", node.sup, "}"))


TEACHER, STUDENT = "T", "S"


def with_teachers(display: Display) -> Display:
    """The display with the T in brackets, as labels may stand, at each symbol that carries an S elsewhere; itself where none does."""
    students = _carrying(display, STUDENT)
    taught = students & _carrying(display, TEACHER) if students else students
    if not taught:
        return display
    return rebuilt(display, lambda node: _labelled(node, taught))


def _carrying(display: Display, label: str) -> frozenset[str]:
    """Symbols with this letter above."""
    raised = [scripts_moved_out(node) for node in every(Scripted, display) if node.sup is not None]
    nodes = [node for node in raised if isinstance(node, Scripted) and node.sup is not None and word(node.sup) == label]
    return frozenset([canonical(unwrap(node.base)) for node in nodes if is_symbol(node.base)])


def _labelled(node: Node, taught: frozenset[str]) -> Node:
    if not isinstance(node, Scripted) or node.sup is None or word(node.sup) != TEACHER or not is_symbol(node.base):
        return node
    if canonical(unwrap(node.base)) not in taught:
        return node
    return replace(node, sup=Fence(node.sup.span, "(", node.sup, ")"))
