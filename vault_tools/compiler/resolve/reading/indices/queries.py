r"""One letter for two arrays: the x of `\sum_i \alpha_i x_i^\top x` is a point of its own beside the data, not all of them at once."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.indices.scopes import RUNNING
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transpose_mark, is_upper
from vault_tools.compiler.resolve.writing.nodes import every, scripts_moved_out, unwrap, walk, word
from vault_tools.compiler.resolve.writing.statements.bound import binders, bound_names
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import BigOperator, Juxtaposed, Letters, Name, Node, Product, Scripted, Sequence, Sum, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.statements.context import Entry

SHORTEST = 4
"""Letters of a word, against those of a short name."""


def refuse_lost_script(reader: Reader, entry: Entry, side: Node) -> None:
    r"""UnsupportedError: `e^{zj}` beside `z_i`, `\sigma{j}` beside `\sigma_j`, where j is an index, which nobody multiplies by."""
    _refuse_lost_sign(reader, side)
    pairs = [node for node in every(Letters, side) if len(node.text) == 2 and node.text[1] in RUNNING]
    if not pairs:
        return
    for operator in every(BigOperator, side):
        letter = _beside_sign(operator)
        if letter is not None and any(node.text[1] == letter for node in pairs):
            raise reader.unsupported("lost_script", operator.span, hint="lost_script_hint", written=f"∑ {letter}", meant=f"∑_{letter}")
    arrays = {word(node.base) for written in entry.statement.sides for node in every(Scripted, written) if node.sub is not None}
    pairs = [node for node in pairs if node.text[0] in arrays]
    if not pairs:
        return
    scripts = [node.sub for written in entry.statement.sides for node in every(Scripted, written) if node.sub is not None]
    sums = [node.sub for written in entry.statement.sides for node in every(BigOperator, written) if node.sub is not None]
    places = {word(script) for script in scripts} | {name for sub in sums for name in bound_names(sub)}
    below = {node.span for script in scripts for node in every(Letters, script)}
    for node in pairs:
        lost = node.span not in below and node.text[1] in places
        if lost and not reader.words.known(node.text):
            raise reader.unsupported("lost_script", node.span, hint="lost_script_hint", written=node.text, meant="_".join(node.text))


def _refuse_lost_sign(reader: Reader, side: Node) -> None:
    r"""UnsupportedError: the `\sigma{j}^2` of `\sum_j (\log \sigma_j^2 - \sigma{j}^2)`, a product of the symbol and its index."""
    for operator in every(BigOperator, side):
        bound = frozenset(bound_names(operator.sub)) if operator.sub is not None else frozenset()
        arrays = {canonical(node.base) for node in every(Scripted, operator) if node.sub is not None and word(node.sub) in bound}
        for left, right in (pair for row in every(Juxtaposed, operator) for pair in pairwise(row.items) if arrays):
            letter = word(right.base if isinstance(right, Scripted) and right.sub is None else right)
            if letter in bound and isinstance(left, Letters | Name) and canonical(left) in arrays:
                written, meant = f"{canonical(left)} {letter}", f"{canonical(left)}_{letter}"
                raise reader.unsupported("lost_script", right.span, hint="lost_script_hint", written=written, meant=meant)


def _beside_sign(operator: BigOperator) -> str | None:
    r"""The i of `∑i \frac{|Di|}{|D|}`: a running letter right behind a sum without a range."""
    first = operator.body.items[0] if isinstance(operator.body, Juxtaposed) and operator.sub is None and operator.sup is None else None
    return first.text if isinstance(first, Letters) and first.text in RUNNING else None


def refuse_bound_left(reader: Reader, entry: Entry, side: Node) -> None:
    r"""UnsupportedError: `z_i = \sum_i W_{ij} x_j`, whose sum takes the index of the left side and leaves another one open."""
    left, whole = entry.head.symbol, unwrap(side)
    if not isinstance(left, Scripted) or not isinstance(whole, BigOperator) or whole.operator != "sum" or whole.sub is None:
        return
    own, bound = set(script_letters(left, inside=False)), set(bound_names(whole.sub))
    open_letters = {letter for letter in script_letters(whole) if letter in RUNNING} - binders(whole) - own
    if len(own) == 1 and own == bound and open_letters:
        raise reader.unsupported("bound_left", whole.span, hint="bound_left_hint", letter=next(iter(own)), other=min(open_letters))


def refuse_shared_word(reader: Reader, side: Node) -> None:
    r"""UnsupportedError: `Entropy - \sum_i p_i Entropy_i`: a word with an index and without one says two things."""
    bound = binders(side)
    marked = {
        word(node.base): node
        for node in every(Scripted, side)
        if bound & set(script_letters(node, inside=False)) and _is_word(reader, node.base)
    }
    bases = {id(node.base) for node in every(Scripted, side)}
    for text, node in marked.items():
        if any(word(bare) == text and id(bare) not in bases for kind in (Letters, Name, Text) for bare in every(kind, side)):
            raise reader.unsupported("shared_letter", node.span, hint="shared_letter_hint", name=text)


def _is_word(reader: Reader, base: Node) -> bool:
    text = word(base) or ""
    command = isinstance(base, Name) and base.command
    return len(text) >= SHORTEST and not command and not reader.words.is_function(text)


def refuse_shared_letter(reader: Reader, side: Node) -> None:
    """UnsupportedError: an element of an array is added to, multiplied with or listed beside what has its bare letter, in one sum."""
    for operator in every(BigOperator, side):
        if operator.sub is not None and operator.body is not None:
            bound = frozenset(bound_names(operator.sub))
            for inner in walk(operator.body):
                for left, right in _meetings(reader, inner):
                    name = _is_beside(left, right, bound) or _is_beside(right, left, bound)
                    if name:
                        raise reader.unsupported("shared_letter", operator.span, hint="shared_letter_hint", name=name)


def _meetings(reader: Reader, node: Node) -> Iterable[tuple[Node, Node]]:
    """Symbols that have to be alike: terms of a sum, neighbours in a product, arguments of one call."""
    match node:
        case Sum(terms=terms):
            return combinations([reader.words.atoms(term)[-1] for _, term in terms], 2)
        case Sequence(items=items):
            return combinations(items, 2)
        case Juxtaposed():
            return pairwise(reader.words.atoms(node))
        case Product():
            return _across_signs(reader, node)
        case _:
            return ()


def _across_signs(reader: Reader, node: Product) -> Iterator[tuple[Node, Node]]:
    left = node.first
    for sign, right in node.rest:
        if sign not in ("slash", "div"):
            yield reader.words.atoms(left)[-1], reader.words.atoms(right)[0]
        left = right


def _is_beside(element: Node, whole: Node, bound: frozenset[str]) -> str:
    """The name of a lower-case letter that has an index of the sum in one symbol and no script in the other; "" for other pairs."""
    if not is_symbol(element) or not is_symbol(whole):
        return ""
    element, whole = scripts_moved_out(unwrap(element)), scripts_moved_out(unwrap(whole))
    if not isinstance(element, Scripted) or not bound & set(script_letters(element, inside=False)) or is_upper(element.base):
        return ""
    if isinstance(whole, Scripted):
        if whole.sub is not None or whole.primes or whole.sup is None or not is_transpose_mark(whole.sup):
            return ""
        whole = whole.base
    name = canonical(whole)
    return name if name == canonical(element.base) else ""
