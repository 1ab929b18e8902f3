r"""Letters that a sum runs over and does not write below it: the i of `\sum (x_i - \bar x)^2`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.operators.ranges import RUNNING
from vault_tools.compiler.resolve.writing.indices.free import has_no_range
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import every, scripts_moved_out, walk_outside
from vault_tools.compiler.resolve.writing.pieces import is_bracketed_letter, letters_of, pieces
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import BigOperator, Letters, Node, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope


def letters_of_sum(reader: Reader, node: BigOperator, body: Node, scope: Scope) -> list[str]:
    """The letters of an operator that names none. UnsupportedError where they can't be told from labels, or from each other."""
    running = running_letters(body, scope)
    letters = running or _own_letters(reader, node, body, scope)
    common = _common_letters(body, scope)
    carriers = {canonical(inner): inner.base for inner in every(Scripted, body) if _places(inner, scope)}
    if not letters and len(common) == 1 and len(carriers) > 1:  # the c of `\sum y_c \log p_c`
        if any(map(is_upper, carriers.values())):
            raise reader.unsupported("sum_letter", node.span, hint="sum_letter_hint")
        return sorted(common)
    labelled = len(common | {*running}) > 1 and not common <= {*running}  # the c of `\sum (x_{c,n} - y_{c,n})^2`
    several = len(letters) > 1 and not _names_its_letters(scope) and not _all_carry(letters, body)
    if labelled or several or not scope.told.steps.isdisjoint(letters):  # the j of `m^{(j-1)}` counts steps, over which nothing is summed
        raise reader.unsupported("sum_letter", node.span, hint="sum_letter_hint")
    return letters


def _common_letters(body: Node, scope: Scope) -> set[str]:
    """The letters that all symbols with places in a sum carry, and nothing outside such sums does."""
    carried = [places for inner in every(Scripted, body) if (places := _places(inner, scope))]
    outside = {part.text for side in scope.page.sides for part in walk_outside(side, has_no_range) if isinstance(part, Letters)}
    return {x for x in set.intersection(*carried) - outside - binders(body) if not scope.is_index(x)} if carried else set()


def _places(node: Node, scope: Scope) -> set[str]:
    """The single small letters below a symbol, and one in brackets above it, that no declared name has in it."""
    node = scripts_moved_out(node)
    if not isinstance(node, Scripted):
        return set()
    scripts = [node.sub, node.sup if node.sup is not None and is_bracketed_letter(node.sup) else None]
    parts = [letter for script in scripts if script is not None for piece in pieces(script) for letter in letters_of(piece)]
    found = {part.text for part in parts if isinstance(part, Letters) and len(part.text) == 1 and part.text.islower()}
    return {letter for letter in found if not scope.is_number(letter) and not scope.declared(f"{canonical(node.base)}_{letter}")}


def running_letters(body: Node, scope: Scope) -> list[str]:
    """Single letters in subscripts that nothing binds yet."""
    found: dict[str, None] = {}
    bound = binders(body)
    for inner in every(Scripted, body):
        for letter in script_letters(scripts_moved_out(inner), inside=False):
            if letter in RUNNING and letter not in bound and not scope.is_index(letter) and not scope.is_number(letter):
                found[letter] = None
    return list(found)


def _names_its_letters(scope: Scope) -> bool:
    """The statement has a left side, whose letters are not summed."""
    return scope.page.entry is not None and scope.page.entry.head.symbol is not None


def _all_carry(letters: list[str], body: Node) -> bool:
    r"""`\sum a_{ij} b_{ij}`, but not `\sum x_i w_{ij}`, where j may be left over."""
    carried = [script_letters(scripts_moved_out(inner), inside=False) for inner in every(Scripted, body)]
    return all(set(letters) <= set(found) for found in carried if set(letters) & set(found))


def _own_letters(reader: Reader, node: BigOperator, body: Node, scope: Scope) -> list[str]:
    r"""The i of `\frac{e^{x_i}}{\sum e^{x_i}}`, which the left side binds too: used outside the sum, it is another one inside.

    Nothing where rows are summed (`\sum w_i` with a declared matrix w). UnsupportedError: which letter runs is not written.
    """
    carriers = [scripts_moved_out(inner) for inner in every(Scripted, body)]
    letters = list(dict.fromkeys(n for c in carriers for n in script_letters(c, inside=False) if n in RUNNING and scope.is_index(n)))
    known = (read_symbol(carrier, scope) for carrier in carriers if is_symbol(carrier))
    if not letters or any(found.indices and (scope.rank(found.name) or 0) > len(found.indices) for found in known):
        return []
    around = (inner for side in scope.page.sides[1:] for inner in walk_outside(side, lambda each: each.span == node.span))
    if len(letters) > 1 or not any(letters[0] in script_letters(inner, inside=False) for inner in around):
        raise reader.unsupported("sum_letter", node.span, hint="sum_letter_hint")
    return letters
