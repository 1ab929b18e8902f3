r"""Numbers said twice: `0.8696 \;(86.96\%)` states a number and the same one in percent."""

from __future__ import annotations

from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Node, Number, Postfix


def restated(sides: list[Node], signs: list[str]) -> tuple[list[Node], list[str]]:
    """The sides and signs of a chain with each such pair as two sides: nobody multiplies a number by a percentage in brackets behind it."""
    found, before = [sides[0]], list[str]()
    for sign, side in zip(signs, sides[1:], strict=True):
        match side:
            case Juxtaposed(
                items=(Number() as number, Fence(opener="(" | "[", body=Postfix(operator="percent", operand=Number()) as percent))
            ):
                found += number, percent
                before += sign, sign
            case _:
                found.append(side)
                before.append(sign)
    return found, before
