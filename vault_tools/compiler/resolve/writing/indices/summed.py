r"""Letters that a sum without a range runs over: `\sum p \log \frac{p}{q}`, whose p and q stand nowhere else, adds up entries of both.

So does `\sum_{i=1}^n (y - \hat y)^2`, whose terms leave the letter of the range out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.indices.free import has_no_range
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import bare, children, every, scripts_moved_out, texts, unwrap, walk, word
from vault_tools.compiler.resolve.writing.pieces import pieces
from vault_tools.compiler.syntax_tree import Accented, BigOperator, Fence, Juxtaposed, Letters, Name, Node, Relation, Scripted, Styled, Sum

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.ranks.hints import Hints

CONSTANTS = frozenset("abcdmneij")
"""Letters that stand for constants, coefficients and counters: what varies has letters from the end of the alphabet (Descartes)."""
OF_SAMPLES = frozenset("de")
"""Of these, a distance and an error: where a range is written, there is one for each sample."""
ESTIMATES = frozenset({"hat", "widehat", "tilde", "widetilde"})
"""Accents under which a vector stays one; a bar is its mean."""


def mark_summed(hints: Hints, sides: Iterable[Node]) -> None:
    """The hint `summed` for letters that vary and stand only in sums over entries."""
    sides = tuple(sides)
    sums = [
        each
        for side in sides
        for each in every(BigOperator, side)
        if each.body is not None and (has_no_range(each) or leaves_letter_out(each))
    ]
    if not sums:
        return
    bodies = [(each, tuple(_symbols(hints, each.body, frozenset()))) for each in sums if each.body is not None]
    unlettered = [(each, body) for each, body in bodies if not any(_is_counted(found, {other.name for other in body}) for found in body)]
    for each, _ in unlettered:
        _mark_counts(hints, each)
    inside = [
        found
        for each, body in unlettered
        for found in body
        if not _tells_spreads(found, body) and varies(found, () if has_no_range(each) else OF_SAMPLES)
    ]
    outside = {found.name for side in sides for found in _symbols(hints, side, frozenset(map(id, sums)))}
    for found in inside:
        if found.name not in outside:
            hints.note(found.name, "summed", 0)


def leaves_letter_out(operator: BigOperator) -> bool:
    r"""`\sum_{i=1}^n (y - \hat y)^2`: the letter of a written range stands nowhere in the terms."""
    letter = _letter_of_range(operator)
    return letter is not None and operator.body is not None and letter not in texts(operator.body)


def _letter_of_range(operator: BigOperator) -> str | None:
    """The i of `i = 1` or of `i` below a sum or product, with the end above."""
    below = unwrap(operator.sub) if operator.sub is not None and operator.operator in ("sum", "prod") else None
    if isinstance(below, Relation) and below.signs == ("=",):
        below = unwrap(below.first)
    elif operator.sup is None:
        return None
    return below.text if isinstance(below, Letters) and len(below.text) == 1 else None


def _symbols(hints: Hints, node: Node, left_out: frozenset[int]) -> Iterator[Occurrence]:
    """The symbols of a part in reading order, exponents included, without what is left out."""
    node = unwrap(node) if not isinstance(node, Styled) else node
    if id(node) in left_out:
        return
    if not isinstance(node, Letters | Name | Styled | Accented | Juxtaposed | Scripted):
        for child in children(node):
            yield from _symbols(hints, child, left_out)
        return
    for atom in hints.words.atoms(node):
        if is_symbol(atom):
            found = hints.facts.read(atom)
            yield found
            for operation in found.operations:
                if operation.exponent is not None:
                    yield from _symbols(hints, operation.exponent, left_out)
        elif id(atom) not in left_out:
            for child in children(atom):
                yield from _symbols(hints, child, left_out)


def _mark_counts(hints: Hints, operator: BigOperator) -> None:
    r"""The O and E of `\sum \frac{(O - E)^2}{E}`: observed and expected counts, one for each cell."""
    for node in every(Scripted, operator.body) if operator.body is not None and has_no_range(operator) else ():
        fence = unwrap(node.base)
        terms = fence.body.terms if isinstance(fence, Fence) and isinstance(fence.body, Sum) and node.sup is not None else ()
        for _, term in terms if all(isinstance(term, Letters) for _, term in terms) else ():
            hints.mark(term, "sample")


def _tells_spreads(found: Occurrence, body: Iterable[Occurrence]) -> bool:
    """The s of `s_x` beside x."""
    below = word(found.node.sub) if isinstance(found.node, Scripted) and found.node.sub is not None else None
    return below is not None and any(other.name == below for other in body)


def _is_counted(found: Occurrence, names: set[str]) -> bool:
    """Carries a single letter below, over which the sum runs; the x of `s_x` beside x itself only tells what is spread."""
    scripted = scripts_moved_out(found.node)
    below = pieces(scripted.sub) if isinstance(scripted, Scripted) and scripted.sub is not None else ()
    letters = {letter for piece in below if len(letter := word(piece) or "") == 1 and letter.isalpha()}
    return bool(found.indices) or not letters <= names


def varies(found: Occurrence, besides: Collection[str] = ()) -> bool:
    """A lower-case Latin letter for what varies, with or without an accent of an estimate or a label that is a word."""
    base = unwrap(bare(found.node))
    while isinstance(base, Styled | Accented):
        if isinstance(base, Accented) and base.accent not in ESTIMATES:
            return False
        base = unwrap(base.body)
    is_letter = isinstance(base, Letters) and len(base.text) == 1 and base.text.islower() and base.text not in CONSTANTS.difference(besides)
    return is_letter and not any(isinstance(part, BigOperator) for part in walk(found.node)) and not found.name[-1].isdigit()
