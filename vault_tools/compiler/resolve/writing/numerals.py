"""Written numbers: literals, fractions of whole numbers, and matrices and tuples of them."""

from __future__ import annotations

from fractions import Fraction

from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap
from vault_tools.compiler.syntax_tree import Fence, Grid, Juxtaposed, Name, Node, Number, Scripted, Styled, Sum


def is_written_number(node: Node) -> bool:
    """Only written numbers: a literal, a fraction of whole numbers, or a matrix or tuple of them."""
    return written_number(node) is not None or _is_numeric_array(node)


def written_number(node: Node) -> Fraction | None:
    """The value of a literal or a fraction of whole numbers; `1/1.644` is arithmetic."""
    value = number_of(node)
    if value is None or all(Fraction(n.text).denominator == 1 for n in every(Number, node)):
        return value
    return value if len(every(Number, node)) == 1 else None


def _is_infinite(cell: Node) -> bool:
    r"""The `-\infty` of masked scores."""
    match unwrap(cell):
        case Name(text="infty") | Sum(terms=((_, Name(text="infty")),)):
            return True
    return False


def _is_numeric_array(node: Node) -> bool:
    node = unwrap(node)
    if isinstance(node, Styled):
        return is_written_number(node.body)
    if isinstance(node, Grid):
        cells = [cell for row in node.rows for cell in row]
        written = all(is_written_number(cell) or _is_infinite(cell) for cell in cells) and any(map(is_written_number, cells))
        return node.kind not in ("cases", "rcases", "vmatrix", "Vmatrix") and written
    if isinstance(node, Fence) and node.opener in "([" and node.closer in ")]":
        body = unwrap(node.body)
        items = getattr(body, "items", (body,)) if not isinstance(body, Juxtaposed) else (body,)
        return all(is_written_number(item) for item in items)
    if isinstance(node, Scripted):
        return False
    return False
