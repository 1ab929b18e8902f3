r"""Exponents that are a matrix times a time, `e^{At}` and `\exp(\Delta A)`: they solve `x' = Ax`, so the matrix itself is exponentiated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Prefix, Product, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.syntax_tree import Node

TIMES = frozenset({"t", "Delta", "Delta_t"})
r"""Letters of time and of its steps (`t`, `\Delta`, `\Delta t`), by which the matrix of a linear system is multiplied."""


def times(exponent: Node, words: Words) -> list[Node]:
    """The symbols of time beside one matrix and numbers; none for any other exponent, whose entries are meant."""
    factors = [atom for part in _operands(exponent) for atom in words.atoms(part)]
    found = [_time(atom) for atom in factors]
    others = [atom for atom, time in zip(factors, found, strict=True) if not time and number_of(atom) is None]
    is_matrix = len(others) == 1 and is_symbol(others[0]) and is_upper(bare(others[0]))
    return [symbol for time in found for symbol in time] if is_matrix else []


def _operands(exponent: Node) -> tuple[Node, ...]:
    exponent = unwrap(exponent)
    match exponent:
        case Sum(terms=((_, term),)) | Prefix(operator="-", operand=term):
            return _operands(term)
        case Product(first=first, rest=rest) if all(sign in ("cdot", "times") for sign, _ in rest):
            return (first, *(operand for _, operand in rest))
        case _:
            return (exponent,)


def _time(atom: Node) -> list[Node]:
    r"""The symbols of `t`, `\Delta_k`, `(t - s)`; none of anything else."""
    inside = unwrap(atom)
    if not isinstance(inside, Fence) or inside.opener != "(":
        return [atom] if _is_time(bare(atom)) else []
    terms = [*inside.body.operands] if isinstance(inside.body, Sum) else []
    return terms if terms and _is_time(bare(terms[0])) and all(map(is_symbol, terms)) else []


def _is_time(symbol: Node) -> bool:
    return word(symbol) in TIMES
