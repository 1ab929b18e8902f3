"""Numbers in Markdown tables: a column (or row) headed by a symbol is that symbol's values, a body of numbers is a matrix."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import unwrap, word
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Node, Scripted
from vault_tools.errors import LatexSyntaxError
from vault_tools.verify.numbers import Printed, read_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import NoteMath, Table

TOTALS = frozenset({
    "total", "totals", "sum", "σ", "∑", "sigma", "合计", "总计", "总和", "求和", "summe", "gesamt", "insgesamt", "suma", "somme",
    "合計", "計", "합계",
})  # fmt: skip
"""What stands before the last row of a table that adds up the others."""
_FORMULA = re.compile(r"\$([^$]+)\$")


@dataclass(frozen=True, slots=True)
class Column:
    """The numbers under (or behind) one symbol. `symbol` is its LaTeX without index, `name` its canonical name."""

    name: str
    symbol: str
    header: str
    numbers: tuple[Printed, ...]
    after: int
    """Formulas of the note that end before the table."""

    @property
    def latex(self) -> str:
        """The column as an assignment: `s = (1.2, 0.3)`."""
        return f"{self.symbol} = ({', '.join(_decimal(number.value) for number in self.numbers)})"


@dataclass(frozen=True, slots=True)
class Headed:
    """The numbers below a formula that heads a column, and those of the symbols beside it, row by row."""

    header: str
    numbers: tuple[Printed, ...]
    beside: Mapping[str, tuple[Printed, ...]]
    after: int
    """Formulas of the note that end before the table."""
    total: Printed | None = None
    """What the last row says that they add up to."""

    @property
    def is_bare(self) -> bool:
        """Whether nothing but the formula heads the column, no unit for example."""
        return _FORMULA.fullmatch(self.header.rstrip("% ")) is not None


def _decimal(value: Fraction) -> str:
    """A decimal fraction in full."""
    sign, value, digits = ("-" if value < 0 else ""), abs(value), 0
    while value.denominator != 1 and digits < 30:
        value, digits = value * 10, digits + 1
    text = str(int(value)).rjust(digits + 1, "0")
    return f"{sign}{text[: len(text) - digits]}.{text[len(text) - digits :]}" if digits else f"{sign}{text}"


def columns(note: NoteMath) -> tuple[Column, ...]:
    """All columns, and rows, of numbers that a symbol heads."""
    return tuple(column for table in note.tables for column in _of_table(_without_totals(table)[0]))


def _of_table(table: Table) -> Iterator[Column]:
    for k, header in enumerate(table.header):
        cells = tuple(row[k] if k < len(row) else "" for row in table.rows)
        yield from _column(header, cells, table.after)
    for row in (table.header, *table.rows):
        yield from _column(row[0], row[1:], table.after)


def _column(header: str, cells: tuple[str, ...], after: int) -> Iterator[Column]:
    found = _FORMULA.findall(header)
    symbol = _symbol(found[0]) if len(found) == 1 else None
    numbers = _numbers_below(header, cells) if symbol is not None else ()
    if symbol is not None and numbers:
        yield Column(symbol[0], symbol[1], header.strip(), numbers, after)


def _numbers_below(header: str, cells: tuple[str, ...]) -> tuple[Printed, ...]:
    """The numbers under one formula, hundredths where the header says percent; nothing where a cell is no number."""
    found = _FORMULA.findall(header)
    known = tuple(number for cell in cells if (number := read_number(cell)) is not None)
    if len(found) != 1 or len(known) < 2 or len(known) != len(cells):
        return ()
    return tuple(number.scaled(_scale(header)) for number in known)


def _scale(header: str) -> Fraction:
    return Fraction(1, 100) if "%" in _FORMULA.sub("", header) else Fraction(1)


def headed(note: NoteMath) -> dict[int, Headed]:
    r"""The columns of numbers below a formula (`| $z$ | $\text{softmax}(z)$ |`), by its position in the note."""
    found: dict[int, Headed] = {}
    for table, totals in map(_without_totals, note.tables):
        position = table.after
        beside = {column.name: column.numbers for column in _of_table(table) if len(column.numbers) == len(table.rows)}
        for k, header in enumerate(table.header):
            numbers = _numbers_below(header, tuple(row[k] if k < len(row) else "" for row in table.rows))
            if numbers:
                total = read_number(totals[k]) if k < len(totals) else None
                total = total.scaled(_scale(header)) if total is not None else None
                found[position] = Headed(header.strip(), numbers, beside, table.after, total)
            position += len(_FORMULA.findall(header))
    return found


def _without_totals(table: Table) -> tuple[Table, tuple[str, ...]]:
    """A table without a last row of totals, and that row."""
    last = table.rows[-1] if len(table.rows) > 2 else ()
    label = next((cell for cell in last if cell.strip()), "").strip(" *_:：$\\").lower()
    return (replace(table, rows=table.rows[:-1]), last) if label in TOTALS else (table, ())


def _symbol(latex: str) -> tuple[str, str] | None:
    r"""Canonical name and LaTeX of a symbol without its index letter: `\alpha_i` is alpha."""
    try:
        rows = parse(latex).rows
    except LatexSyntaxError:
        return None
    if len(rows) != 1:
        return None
    node = unwrap(rows[0])
    if isinstance(node, Scripted) and node.sup is None and not node.primes and _is_letter(node.sub):
        base = unwrap(node.base)
        return (canonical(base), latex[base.span.start : base.span.end]) if is_symbol(base) else None
    return (canonical(node), latex.strip()) if word(node) or isinstance(node, Scripted) else None


def _is_letter(node: Node | None) -> bool:
    text = word(unwrap(node)) if node is not None else None
    return text is not None and len(text) == 1


def matrix(table: Table) -> tuple[tuple[int, int], tuple[Printed, ...]] | None:
    """The body of a table whose cells, but for a first column of labels, are all numbers."""
    for skipped in (0, 1):
        rows = [[read_number(cell) for cell in row[skipped:]] for row in table.rows]
        flat = [number for row in rows for number in row if number is not None]
        width = len(rows[0]) if rows else 0
        if width and all(len(row) == width for row in rows) and len(flat) == width * len(rows):
            return (len(rows), width), tuple(flat)
    return None
