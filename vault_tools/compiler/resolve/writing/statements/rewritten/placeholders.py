r"""Dots for an argument: that of a function which is being defined, `\phi(\cdot) = \text{elu}(\cdot) + 1`, and one written before.

So `\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(\cdot)}` sums what stands above.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, texts, unwrap, word
from vault_tools.compiler.resolve.writing.statements.bound import bound_names
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import BigOperator, Display, Fence, Fraction, Juxtaposed, Letters, Name, Relation, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

DOTS = frozenset({"cdot", "bullet"})
DEFINING = frozenset({"=", ":=", "≡", "≜"})
LETTERS = ("x", "z", "u")
"""Letters for what a function takes, the first that the definition does not use."""


def with_letters_for_dots(display: Display) -> Display:
    """The display with a letter for the dot on both sides of such a definition."""
    if not any(map(_is_dotted, every(Fence, display))):
        return display
    return rebuilt(display, _lettered)


def _is_dotted(fence: Fence) -> bool:
    body = unwrap(fence.body)
    return fence.opener == "(" and isinstance(body, Name) and body.text in DOTS


def _lettered(node: Node) -> Node:
    if not isinstance(node, Relation) or not _names_function(node.first) or not DEFINING.issuperset(node.signs):
        return node
    if not all(any(map(_is_dotted, every(Fence, side))) for _, side in node.rest):
        return node
    letter = next((letter for letter in LETTERS if letter not in texts(node)), None)
    return rebuilt(node, lambda inner: _filled(inner, letter)) if letter is not None else node


def _names_function(left: Node) -> bool:
    r"""`\phi(\cdot)`, `\sigma_1(\cdot)`."""
    items = left.items if isinstance(left, Juxtaposed) else ()
    return len(items) == 2 and is_symbol(items[0]) and isinstance(items[1], Fence) and _is_dotted(items[1])


def _filled(node: Node, letter: str) -> Node:
    return replace(node, body=Letters(node.body.span, letter)) if isinstance(node, Fence) and _is_dotted(node) else node


LONGEST_RUN = 3
"""Letters side by side in a script that may all be indices."""


def with_arguments(display: Display) -> Display:
    r"""The display with the argument of the numerator, at the letter of the sum, for a lone `\cdot` in the same call below."""
    if not any(map(_is_dotted, every(Fence, display))):
        return display
    return rebuilt(display, _filled_relation)


def _filled_relation(node: Node) -> Node:
    if not isinstance(node, Relation):
        return node
    letters = script_letters(node.first)
    return rebuilt(node, lambda inner: _with_sum_filled(inner, letters)) if letters else node


def _with_sum_filled(node: Node, letters: tuple[str, ...]) -> Node:
    """A quotient whose denominator is one sum with a dotted call in it."""
    if not isinstance(node, Fraction):
        return node
    sums = [each for each in every(BigOperator, node.denominator) if each.sub is not None and any(map(_is_dotted, every(Fence, each)))]
    if len(sums) != 1 or sums[0].sub is None:
        return node
    running = bound_names(sums[0].sub)
    over = next(iter(running), None)
    kept = set(script_letters(sums[0].sub)) - set(running)
    places = [letter for letter in letters if len(letter) == 1 and letter not in kept]
    if over is None or len(running) != 1 or not places:
        return node
    calls = dict(_calls(node.numerator))
    place = over if over in letters else places[-1]
    return replace(node, denominator=rebuilt(node.denominator, lambda inner: _call_filled(inner, calls, place, over)))


def _calls(numerator: Node) -> list[tuple[str, Fence]]:
    """The functions that the numerator calls, with the first bracket of each."""
    rows = [row.items for row in every(Juxtaposed, numerator)]
    found = [(canonical(name), behind) for items in rows for name, behind in pairwise(items) if isinstance(behind, Fence)]
    return found[::-1]


def _call_filled(node: Node, calls: dict[str, Fence], place: str, over: str) -> Node:
    if not isinstance(node, Juxtaposed):
        return node
    items = list(node.items)
    for at, (name, behind) in enumerate(pairwise(node.items)):
        given = calls.get(canonical(name))
        if given is not None and isinstance(behind, Fence) and _is_dotted(behind):
            items[at + 1] = rebuilt(given, lambda inner: _moved(inner, place, over))
    return replace(node, items=tuple(items))


def _moved(node: Node, place: str, over: str) -> Node:
    """A symbol with one letter in its scripts for another."""
    if not isinstance(node, Scripted):
        return node
    parts = {name: script for name in ("sub", "sup") if (script := getattr(node, name)) is not None}
    return replace(node, **{name: rebuilt(script, lambda inner: _renamed(inner, place, over)) for name, script in parts.items()})


def _renamed(node: Node, place: str, over: str) -> Node:
    if not isinstance(node, Letters) or len(node.text) > LONGEST_RUN or place not in (word(node) or ""):
        return node
    return replace(node, text=node.text.replace(place, over))
