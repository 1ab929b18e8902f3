"""Figure -> PNG bytes: what a handler wants shown, drawn the same on every run. Judging calls it; nothing here reads or writes files.

What each kind expects of its panels:

| kind | panels |
|---|---|
| `strip` | matrices or vectors side by side, `join` between them; -inf is a masked (hatched) cell |
| `gram` | a strip of a matrix, its Gram matrix and what is made of it |
| `whatif` | variants of one matrix without joins; the subtitle stands below each |
| `heads` | one matrix per head, in a grid with one colour scale |
| `bars` | rank 1: bars with `column_labels`; rank 2: each row is one contribution, stacked |
| `curve` | rank 1, or rank 2 with one curve per row (`row_labels`); `data["x"]` holds the abscissas |
| `stripes` | one matrix (positions × dimensions); `data["rows"]`, `data["columns"]` name its axes |
| `histogram` | samples, rank 1; the panels share one abscissa; `data["deviations"]`: expected standard deviation of each |
| `vectors` | rank 2 with two rows a and b of any length, drawn in the plane that they span |
| `rotation` | rank 2, rows are points of one plane in the order of their positions |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.verify.plot.naming import STYLE, picture_name

if TYPE_CHECKING:
    from vault_tools.handler import Figure

__all__ = ["STYLE", "draw", "picture_name"]


def draw(figure: Figure, otherwise: Figure | None = None) -> bytes:
    """A PNG of 1280 pixels width (640 on the page), byte-identical for equal figures with the same matplotlib and fonts.

    otherwise: the same in other words, drawn where no font of this machine has a glyph for a word of `figure`.

    ValueError: a kind that has no drawing routine, or a figure without panels or numbers.
    """
    # matplotlib costs half a second: only whoever draws pays for it.
    from vault_tools.verify.plot.kinds import KINDS
    from vault_tools.verify.plot.style import drawable

    if figure.kind not in KINDS:
        raise ValueError(f"no picture of kind {figure.kind!r}; there are {', '.join(sorted(KINDS))}")
    if not figure.panels:
        raise ValueError("a figure needs at least one panel")
    if otherwise is not None and not all(drawable(panel.title + panel.subtitle) for panel in figure.panels):
        figure = otherwise
    return KINDS[figure.kind](figure).png()
