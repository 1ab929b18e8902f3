r"""Series whose first powers are not written: `a_0 + a_1 x + a_2 x^2 + \dots + a_n x^n` grows as its last term says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_transpose_mark, is_upper
from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, walk, with_parts, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same, script_pieces
from vault_tools.compiler.syntax_tree import Fence, Fraction, Juxtaposed, Letters, Node, Number, Scripted, Sum

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STARTS = range(3)
"""Numbers that a series may start with."""


def grown(terms: Sequence[Node], last: Node, letter: str) -> tuple[Node, int, Node] | None:
    """Body at `letter`, first number and last value of a series with these first terms; None where its last term says something else."""
    ends = {word(piece) or "": piece for piece in (*_exponent_letters(last), *script_pieces(last)) if word(piece) is not None}
    for name, end in ends.items():
        for start in STARTS:
            if (
                len(terms) > 1
                and not _raises_matrix(last)
                and all(same(_at(last, name, start + k), _plain(term)) for k, term in enumerate(terms))
            ):
                return _put(last, name, Letters(last.span, letter)), start, end
    return None


def _raises_matrix(node: Node) -> bool:
    """`A^n`: a power that grows of a matrix is not computed."""
    powers = (inner for inner in every(Scripted, node) if inner.sup is not None and not is_transpose_mark(inner.sup))
    return any(is_upper(inner.base) for inner in powers)


def _exponent_letters(node: Node) -> Iterator[Node]:
    """The letters of powers in a node, transposes apart."""
    for inner in every(Scripted, node):
        if inner.sup is not None and not is_transpose_mark(inner.sup):
            yield from (part for part in walk(inner.sup) if word(part) is not None)


def _at(node: Node, name: str, number: int) -> Node:
    return _plain(_put(node, name, Number(node.span, str(number), str(number))))


def _put(node: Node, name: str, value: Node, *, inside: bool = False) -> Node:
    """The node with a letter of its scripts replaced."""
    match node:
        case Letters() if inside and node.text == name:
            return value
        case Scripted(base=base, sub=sub, sup=sup):
            below = _put(sub, name, value, inside=True) if sub is not None else None
            above = _put(sup, name, value, inside=True) if sup is not None else None
            if sup is not None and above is not None and word(sup) == name and number_of(value) is None:
                above = Sum(sup.span, (("+", above),))  # `b^k` may be the k-th b
            return replace(node, base=_put(base, name, value, inside=inside), sub=below, sup=above)
        case _:
            return with_parts(node, lambda part: _put(part, name, value, inside=inside))


def _plain(node: Node) -> Node:
    """With sums of numbers worked out in scripts, and without the powers 0 and 1."""
    node = unwrap(node)
    match node:
        case Scripted(base=base, sub=sub, sup=sup):
            below, above = (_worked_out(script) if script is not None else None for script in (sub, sup))
            power = number_of(above) if above is not None else None
            if power == 0:
                return Number(node.span, "1", "1")
            kept = None if power == 1 else above
            return replace(node, base=_plain(base), sub=below, sup=kept) if below is not None or kept is not None else _plain(base)
        case Juxtaposed(items=items):
            factors = [factor for factor in map(_plain, items) if number_of(factor) != 1]
            one = Number(node.span, "1", "1")
            return replace(node, items=tuple(factors)) if len(factors) > 1 else factors[0] if factors else one
        case Fraction(numerator=numerator, denominator=denominator):
            above, below = (_without_brackets(_plain(part)) for part in (numerator, denominator))
            return above if number_of(below) == 1 else replace(node, numerator=above, denominator=below)
        case _:
            return with_parts(node, _plain)


def _without_brackets(node: Node) -> Node:
    """The `1 + r` of `(1 + r)^1`, which needs none above or below a bar."""
    return node.body if isinstance(node, Fence) and node.opener == "(" else node


def _worked_out(script: Node) -> Node:
    script = unwrap(script)
    if not isinstance(script, Sum):
        return script
    values = [(sign, number_of(term)) for sign, term in script.terms]
    if any(value is None for _, value in values):
        return script
    total = sum(value if sign == "+" else -value for sign, value in values if value is not None)
    return Number(script.span, str(total), str(total))


def has_growing_power(node: Node, letter: str) -> bool:
    """Some power in it grows with the letter."""
    return any(word(part) == letter for part in _exponent_letters(node))
