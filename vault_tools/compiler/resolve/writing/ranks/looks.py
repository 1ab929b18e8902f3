"""What products and scripts look like that tell numbers from vectors and matrices; used by hints.py."""

from __future__ import annotations

from itertools import pairwise

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Grid, Letters, Node, Scripted, Styled


def counts(operands: list[Node], signs: list[str]) -> bool:
    r"""`k \times k \times C`: what is multiplied by itself with a cross is a number, and so is all beside it."""
    names = [canonical(operand) if is_symbol(operand) else "" for operand in operands]
    squared = any(first == second != "" for first, second in pairwise(names))
    return (
        squared
        and set(signs) == {"times"}
        and all(name or number_of(operand) is not None for name, operand in zip(names, operands, strict=True))
    )


def is_monomial(atoms: list[Node]) -> bool:
    """`6Nd^2`: a whole number, letters, and a power of one of them."""
    if len(atoms) < 3 or number_of(atoms[0]) is None:
        return False
    powers = [atom for atom in atoms[1:] if isinstance(atom, Scripted)]
    plain = all(isinstance(unwrap(atom), Letters) for atom in atoms[1:] if atom not in powers)
    return plain and bool(powers) and all(a.sub is None and a.sup is not None and number_of(a.sup) is not None for a in powers)


def is_order(sub: Node | None) -> bool:
    r"""The 1 of `|x|_1`: what stands between the bars has a norm."""
    return sub is not None and (number_of(sub) is not None or word(sub) == "infty")


def is_row_of_ones(node: Node) -> bool:
    r"""`\mathbf{1}^\top`, `\mathbb{1}_n^\top`, `1_n^\top`."""
    if not isinstance(node, Scripted) or not is_transposed(node):
        return False
    return number_of(node.base.body if isinstance(node.base, Styled) else node.base) == 1


def stacked_vectors(node: Node) -> list[Node]:
    r"""The symbols of `\begin{bmatrix} h_{t-1} \\ x_t \end{bmatrix}`: different small letters with subscripts are vectors, no numbers."""
    node = unwrap(node)
    if not isinstance(node, Grid):
        return []
    rows = node.rows
    lone = [unwrap(row[0]) for row in rows if len(row) == 1]
    cells = [cell for cell in lone if isinstance(cell, Scripted) and is_symbol(cell) and not is_upper(bare(cell))]
    letters = {canonical(base_of(cell)) for cell in cells}
    return list(cells) if len(rows) == len(cells) == len(letters) > 1 else []
