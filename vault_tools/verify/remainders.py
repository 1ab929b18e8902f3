r"""Remainders that can be read in two ways: `10 + 5 \bmod 12` of the sum or of the 5, `-7 \bmod 3` of the -7 or of the 7, `17 \% 5`.

Books and programming languages differ. Which one a note means shows in whether its numbers agree.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from vault_tools.compiler.resolve.writing.nodes import every
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Node, Number, Postfix, Prefix, Product, Sum

if TYPE_CHECKING:
    from collections.abc import Callable


def readings(display: Display) -> tuple[Display, ...]:
    """The display with its remainders read otherwise; empty where they can be read in one way only."""
    if not any(sign == "mod" for node in every(Product, display) for sign, _ in node.rest):
        return ()
    return _others(display, _of_the_sum, _of_the_number)


def of_programmers(display: Display) -> tuple[Display, ...]:
    r"""The display with `17 \% 5` as a remainder; empty where there is none."""
    return _others(display, _by_percent) if every(Postfix, display) else ()


def _others(display: Display, *changes: Callable[[Node], Node]) -> tuple[Display, ...]:
    return tuple(one for one in (_changed(display, change) for change in changes) if one != display)


def _changed(part: Any, change: Callable[[Node], Node]) -> Any:
    """The same tree with every node changed, the inner ones first."""
    if isinstance(part, tuple):
        return tuple(_changed(inner, change) for inner in part)
    if not isinstance(part, Node) or not is_dataclass(part):
        return part
    inside = {entry.name: _changed(getattr(part, entry.name), change) for entry in fields(part) if entry.name != "span"}
    return change(replace(part, **inside))


def _of_the_sum(node: Node) -> Node:
    r"""`a + b \bmod n` as `(a + b) \bmod n`."""
    match node:
        case Sum(terms=(*before, (sign, Product(first=first, rest=(*rest, ("mod", modulus)))))) if before:
            last = replace(node.terms[-1][1], first=first, rest=tuple(rest)) if rest else first  # type: ignore[call-arg]
            whole = Fence(node.span, "(", replace(node, terms=(*before, (sign, last))), ")")
            return Product(node.span, whole, (("mod", modulus),))
    return node


def _of_the_number(node: Node) -> Node:
    r"""`-7 \bmod 3` as `-(7 \bmod 3)`."""
    match node:
        case Product(first=Prefix(operator="-", operand=operand), rest=(*_, ("mod", _))):
            return Sum(node.span, (("-", replace(node, first=operand)),))
    return node


def _by_percent(node: Node) -> Node:
    r"""`17 \% 5` as `17 \bmod 5`: between two whole numbers the sign is that of programmers."""
    match node:
        case Juxtaposed(items=(Postfix(operator="percent", operand=Number() as whole), Number() as modulus)):
            return Product(node.span, whole, (("mod", modulus),))
    return node
