r"""Sums over the values of a random variable: `\sum_x x P(X = x)` is `\sum_i x_i P(x_i)`, of given values and their probabilities."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import base_of, every, rebuilt, texts, unwrap, word
from vault_tools.compiler.syntax_tree import BigOperator, Display, Fence, Juxtaposed, Letters, Relation, Scripted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.syntax_tree import Node

CHANCES, VARIABLES = frozenset({"P", "p", "Pr"}), frozenset("xyz")
"""Letters of probabilities, and those of the values of what is random."""
INDICES = "ikjlmn"


def with_values_one_by_one(display: Display) -> Display:
    """The display with an index for each value; itself where no sum runs over values beside their probabilities."""
    if not any(_is_chance(row) for row in every(Juxtaposed, display)):
        return display
    index = next((letter for letter in INDICES if letter not in texts(display)), None)
    return rebuilt(display, lambda node: _one_by_one(node, index) if isinstance(node, BigOperator) and node.operator == "sum" else node)


def _one_by_one(operator: BigOperator, index: str | None) -> BigOperator:
    """A sum with `P(x)` for each `P(X = x)`, and over an index where the values count themselves, too."""
    body = rebuilt(operator.body, _without_name) if operator.body is not None else None
    if body is not operator.body:
        operator = replace(operator, body=body)
    letter = _variable(operator)
    if letter is None or index is None or body is None or not _stands_bare(body, letter):
        return operator
    place = Letters(operator.span, index)
    told = rebuilt(body, lambda node: Scripted(node.span, node, place) if isinstance(node, Letters) and node.text == letter else node)
    return replace(operator, sub=place, sup=None, body=told)


def _chances(node: Node) -> Iterator[tuple[Node, Fence]]:
    for row in every(Juxtaposed, node):
        for name, bracket in zip(row.items, row.items[1:], strict=False):
            if word(base_of(name)) in CHANCES and isinstance(bracket, Fence) and bracket.opener == "(":
                yield name, bracket


def _is_chance(row: Juxtaposed) -> bool:
    return any(True for _ in _chances(row))


def _without_name(node: Node) -> Node:
    """`P(x)` for `P(X = x)`, in which X and x are one letter."""
    if not isinstance(node, Juxtaposed):
        return node
    named = {id(bracket): value for _, bracket in _chances(node) if (value := _value(bracket)) is not None}
    items = tuple(replace(item, body=named[id(item)]) if isinstance(item, Fence) and id(item) in named else item for item in node.items)
    return replace(node, items=items) if named else node


def _value(bracket: Fence) -> Node | None:
    """The x of `(X = x)`, also with an index."""
    match unwrap(bracket.body):
        case Relation(first=Letters(text=name), rest=(("=", value),)) if len(name) == 1 and name.isupper():
            return value if word(base_of(value)) == name.lower() else None
        case _:
            return None


def _variable(operator: BigOperator) -> str | None:
    """The letter whose values a sum runs over: alone below it, or that of the probabilities where nothing stands below."""
    below = unwrap(operator.sub) if operator.sub is not None else None
    told = {word(bracket.body) for _, bracket in _chances(operator.body)} if operator.body is not None else set()
    letter = word(below) if below is not None else next(iter(told)) if len(told) == 1 else None
    return letter if letter in VARIABLES and told == {letter} else None


def _stands_bare(body: Node, letter: str) -> bool:
    """Whether the letter stands outside brackets of its own (`P(x)`, `q(x)`), and with no index anywhere."""
    if any(word(node.base) == letter and node.sub is not None for node in every(Scripted, body)):
        return False
    alone = sum(word(bracket.body) == letter for bracket in every(Fence, body) if bracket.opener == "(")
    return sum(node.text == letter for node in every(Letters, body)) > alone
