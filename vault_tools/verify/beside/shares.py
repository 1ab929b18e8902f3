r"""A percentage in brackets behind a list that a formula states: `[0.989, 0.011] \quad \text{(about 98.9\%)}` says an entry again."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler.syntax_tree import Display, Number, Postfix, Relation, Sequence
from vault_tools.model import Claim, message
from vault_tools.verify.numbers import Printed
from vault_tools.verify.spellings.said_again import share_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.syntax_tree import Node

NEXT_TO = 0.05
"""Relative difference up to which a percentage that is no entry is still one that was copied wrongly."""

ROUND = Fraction(5, 100)
"""A multiple of it may be meant roughly."""


def share_claims(display: Display, entries: list[float]) -> Iterator[Claim]:
    """The percentage against the entries of a list in [0, 1]: right where one rounds to it, wrong next to one, else not told."""
    if not all(0 <= entry <= 1 for entry in entries):
        return
    for row in display.rows:
        share = _share_behind(row)
        if share is not None:
            yield _claim(*share, entries)


def _share_behind(row: Node) -> tuple[Printed, str] | None:
    match row:
        case Sequence(items=(Relation(), remark), separators=("quad" | "where",)):
            share = share_in(remark)
            number = share.operand if isinstance(share, Postfix) else None
            if not isinstance(number, Number):
                return None
            unit = Fraction(1, 10 ** len(number.text.partition(".")[2]))
            return Printed(Fraction(number.text), unit).scaled(Fraction(1, 100)), f"{number.text} %"
    return None


def _claim(share: Printed, text: str, entries: list[float]) -> Claim:
    """Held against the nearest entry, or what several of them make together."""
    stated, sums = float(share.value), [sum(entries[:end]) for end in range(2, len(entries) + 1)]
    nearest = min((*entries, *sums), key=lambda entry: abs(entry - stated))
    if share.holds(Fraction(nearest)) or share.truncates(Fraction(nearest)):
        return Claim(text, stated, nearest, True)
    wrong = bool(share.value % ROUND) and abs(nearest - stated) <= NEXT_TO * abs(nearest)
    return Claim(text, stated, nearest, False if wrong else None, None if wrong else message("claim.no_entry"))
