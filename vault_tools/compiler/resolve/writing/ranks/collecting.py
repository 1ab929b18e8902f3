"""Everything that one statement says about ranks: its sides, its left side, sums that leave their range out, losses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.indices.summed import mark_summed
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, every, unwrap, word
from vault_tools.compiler.syntax_tree import BigOperator, Juxtaposed, Letters, Node, Product

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.hints import Hints
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.resolve.writing.statements.heads import Head

PAIR = 2


def collect(hints: Hints, entry: Entry) -> None:
    """Note what a statement says."""
    sides = entry.statement.sides[1 if entry.head.symbol is not None else 0 :]
    for side in sides:
        hints.visit_side(side, entry.head)
    hints.visit_head(entry.head)
    mark_summed(hints, sides)
    if _is_loss(entry.head):
        _mark_shares(hints, sides)


def _is_loss(head: Head) -> bool:
    r"""`L`, `L_{aux}`, `\mathcal{L}_{\text{balance}}`: what is called so and is a sum of products is a number."""
    return head.symbol is not None and not head.is_function and word(bare(base_of(head.symbol))) == "L"


def _mark_shares(hints: Hints, sides: tuple[Node, ...]) -> None:
    r"""The P of `\alpha \sum_i f_i \cdot P_i`: beside a small letter with the same index, a capital in a loss is a number, too."""
    for operator in (each for side in sides for each in every(BigOperator, side) if each.operator == "sum"):
        factors = _factors(operator.body)
        if len(factors) != PAIR or not all(map(is_symbol, factors)):
            continue
        found = [hints.facts.read(factor) for factor in factors]
        same = found[0].indices and list(map(word, found[0].indices)) == list(map(word, found[1].indices))
        kinds = [is_upper(bare(factor)) for factor in factors]
        plain = all(isinstance(unwrap(bare(factor)), Letters) and not each.operations for factor, each in zip(factors, found, strict=True))
        if same and plain and sum(kinds) == 1:
            name = found[kinds.index(True)].name
            hints.of.setdefault(name, set()).add(f"scalar@{len(found[0].indices)}")


def _factors(body: Node | None) -> list[Node]:
    match unwrap(body) if body is not None else None:
        case Juxtaposed(items=items):
            return list(items)
        case Product(first=first, rest=rest) if all(sign in ("cdot", "times") for sign, _ in rest):
            return [first, *(factor for _, factor in rest)]
        case _:
            return []
