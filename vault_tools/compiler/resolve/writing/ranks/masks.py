r"""Masks beside scores: `(1 - M) \odot S`, `S + (1 - M)(-10^9)`; there a capital is a matrix even where it stands beside a number."""

from __future__ import annotations

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, number_of, terms_of, unwrap
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Node, Prefix, Product, Scripted, Sum

PENALTY = 1_000
"""From here on a number takes away all weight of what it is subtracted from."""


def masks(node: Sum) -> list[Node]:
    r"""The M of `S + (1 - M)(-10^9)`: what a huge number is multiplied with, to be taken from scores, is a matrix as they are."""
    found: list[Node] = []
    for sign, term in node.terms[1:]:
        factors = _factors(term)
        negative = sign == "-" or any(map(_takes_one, factors))
        if any(is_penalty(factor, negative=negative) for factor in factors):
            found += [symbol for factor in factors for symbol in lone_capitals(factor)]
    return found


def _takes_one(factor: Node) -> bool:
    """`(M - 1)`."""
    body = unwrap(factor.body) if isinstance(factor, Fence) else factor
    return isinstance(body, Sum) and any(sign == "-" and number_of(term) == 1 for sign, term in body.terms[1:])


def entrywise_factors(left: Node, right: Node) -> list[Node]:
    r"""The arrays of `x \odot y`, `M \odot S`, `(1 - M) \odot S`: a capital is one there even where it stands beside a number."""
    symbols = is_symbol(left) and is_symbol(right)
    return [one for end in (left, right) for one in ([end] if symbols and not is_upper(bare(end)) else lone_capitals(end))]


def lone_capitals(node: Node) -> list[Node]:
    """A capital without scripts, or those that are added up in a bracket."""
    node = unwrap(node) if isinstance(node, Fence) else node
    body = unwrap(node.body) if isinstance(node, Fence) and node.opener in "([" else node
    return [term for term in terms_of(body) if not isinstance(term, Scripted) and is_symbol(term) and is_upper(bare(term))]


def _factors(term: Node) -> tuple[Node, ...]:
    if isinstance(term, Product):
        return tuple(factor for operand in term.operands for factor in _factors(operand))
    return term.items if isinstance(term, Juxtaposed) else (term,)


def is_penalty(factor: Node, *, negative: bool) -> bool:
    r"""`(-10^9)`, `-1e4`, or `10^9` where it is subtracted (`negative`)."""
    factor = unwrap(factor)
    match factor:
        case Fence(opener="(", body=body, closer=")"):
            return is_penalty(body, negative=negative)
        case Prefix(operator="-", operand=body) | Sum(terms=(("-", body),)):
            return is_penalty(body, negative=True)
        case Scripted(base=base, sub=None, sup=sup) if sup is not None:
            power, exponent = number_of(base), number_of(sup)
            return negative and power is not None and power >= 10 and exponent is not None and exponent >= 3
    number = number_of(factor)
    return negative and number is not None and number >= PENALTY
