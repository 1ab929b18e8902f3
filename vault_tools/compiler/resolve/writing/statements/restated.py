r"""Numbers said twice: `0.8696 \;(86.96\%)` states a number and the same one in percent."""

from __future__ import annotations

from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Node, Number, Postfix


def restated(sides: list[Node], signs: list[str]) -> tuple[list[Node], list[str]]:
    """The sides and signs of a chain with each such pair as two sides: nobody multiplies a number by a percentage in brackets behind it."""
    if not any(_is_restated(side) for side in sides[1:]):
        return sides, signs
    found, before = [sides[0]], list[str]()
    for sign, side in zip(signs, sides[1:], strict=True):
        parts = (side.items[0], side.items[1].body) if _is_restated(side) else (side,)  # type: ignore[attr-defined]
        found.extend(parts)
        before.extend([sign] * len(parts))
    return found, before


def _is_restated(side: Node) -> bool:
    match side:
        case Juxtaposed(items=(Number(), Fence(opener="(", body=Postfix(operator="percent", operand=Number())))):
            return True
    return False
