"""Lists in Markdown tables: a column of lists headed by a symbol (`| token | Q | K | V |`) is a matrix with a row for each line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Scripted
from vault_tools.errors import LatexSyntaxError
from vault_tools.verify.numbers import read_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import NoteMath, Table

HEADER = re.compile(r"\W*\$(?P<latex>[^$]+)\$\W*|[\s*_]*(?P<plain>[A-Za-z](?:_[A-Za-z]{1,5})?)[\s*_]*")
"""A symbol as a formula or as a letter, and nothing else."""
LIST = re.compile(r"[\s$`]*(?:\\left)?[\[(](?P<numbers>[^\[\]()]*?)(?:\\right)?[\])][\s$`]*")
"""Numbers in one pair of brackets."""


def matrices(note: NoteMath) -> tuple[str, ...]:
    r"""`Q = \begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}` for each column of lists of one length."""
    return tuple(latex for table in note.tables for latex in _of_table(table))


def _of_table(table: Table) -> Iterator[str]:
    for k, header in enumerate(table.header):
        symbol = _symbol(header)
        rows = [_numbers(row[k]) if k < len(row) else () for row in table.rows] if symbol is not None else []
        if len(rows) > 1 and len(rows[0]) > 1 and len({len(row) for row in rows}) == 1:
            body = r" \\ ".join(" & ".join(row) for row in rows)
            yield rf"{symbol} = \begin{{bmatrix}} {body} \end{{bmatrix}}"


def _symbol(header: str) -> str | None:
    r"""The LaTeX of the symbol that heads a column, without its index: of `$q_i$` q."""
    found = HEADER.fullmatch(header)
    latex = (found["latex"] or found["plain"]).strip() if found else ""
    try:
        rows = parse(latex).rows if latex else ()
    except LatexSyntaxError:
        return None
    node = unwrap(rows[0]) if len(rows) == 1 else None
    if node is None or not is_symbol(node):
        return None
    index = node.sub if isinstance(node, Scripted) and node.sup is None and not node.primes else None
    if isinstance(node, Scripted) and index is not None and len(canonical(index)) == 1 and canonical(index).islower():
        return latex[node.base.span.start : node.base.span.end]
    return latex


def _numbers(cell: str) -> tuple[str, ...]:
    """The numbers of a list as LaTeX; () for all else."""
    found = LIST.fullmatch(cell)
    parts = [part.strip() for part in re.split(r",(?!\d{3}\b)|;", found["numbers"])] if found else []
    numbers = [read_number(part) for part in parts]
    return tuple(part.replace("−", "-") for part in parts) if numbers and all(number is not None for number in numbers) else ()
