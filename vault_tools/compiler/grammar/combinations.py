r"""Numbers of choices as schools write them: `{}_nC_k`, `_5C_2`, `{}^nC_k` are binomials, `{}_nP_k` counts the ordered ones,
`\left(\!\binom{n}{k}\!\right)` those in which a thing may be taken again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.syntax_tree import Empty, Fence, Fraction, Letters, Name, Node, Number, Postfix, Scripted, Sum
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

LETTERS = frozenset("CP")


def counted(items: Sequence[Node]) -> list[Node]:
    """The operands of a row, each number of choices among them put together."""
    if not any(map(_is_baseless, items)):
        return list(items)
    found: list[Node] = []
    for item in items:
        choice = _choice(found[-1], item) if found else None
        if choice is not None:
            found[-1] = choice
        else:
            found.append(item)
    return found


def _is_baseless(item: Node) -> bool:
    """Scripts of nothing."""
    return isinstance(item, Scripted) and isinstance(item.base, Empty)


def with_repetition(binomial: Fraction, span: Span) -> Fraction:
    """The number of multisets, drawn as a binomial in further brackets (Stanley, Enumerative Combinatorics, 1.2): n + k - 1 over k."""
    whole, part = (Fence(span, "(", node, ")") for node in (binomial.numerator, binomial.denominator))
    return Fraction(span, Sum(span, (("+", whole), ("+", part), ("-", Number(span, "1", "1")))), binomial.denominator, bar=False)


def _choice(before: Node, symbol: Node) -> Node | None:
    """What stands before C is of how many, what stands below it how many."""
    if not isinstance(before, Scripted) or not isinstance(before.base, Empty) or before.primes or not isinstance(symbol, Scripted):
        return None
    scripts = [script for script in (before.sub, before.sup) if script is not None]
    letter = symbol.base.text if isinstance(symbol.base, Letters | Name) else ""
    if len(scripts) != 1 or letter not in LETTERS or symbol.sub is None or symbol.sup is not None or symbol.primes:
        return None
    span, whole, part = Span(before.span.start, symbol.span.end), scripts[0], symbol.sub
    if letter == "C":
        return Fraction(span, whole, part, bar=False)
    rest = Fence(span, "(", Sum(span, (("+", whole), ("-", part))), ")")
    return Fraction(span, Postfix(span, "!", Fence(span, "(", whole, ")")), Postfix(span, "!", rest))
