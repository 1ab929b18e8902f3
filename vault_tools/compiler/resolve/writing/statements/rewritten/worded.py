r"""Words as quantities: the `\text{TP + FP}` below a fraction bar adds two of them, `(\text{weight})_t` is `\text{weight}_t`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Fraction, Name, Scripted, Sum, Text

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node

SIGNED = re.compile(r" ([+\-−]) ")
WORDS = re.compile(r"[^\W\d_]+( [^\W\d_]+){0,2}")


def with_worded_sums(display: Display) -> Display:
    """The display with terms for such texts above or below a fraction bar; itself where no text holds a sign between words."""
    if not any(_terms(part) for fraction in every(Fraction, display) for part in (fraction.numerator, fraction.denominator)):
        return display
    return rebuilt(display, _summed)


def _summed(node: Node) -> Node:
    if not isinstance(node, Fraction):
        return node
    above, below = (_terms(part) or part for part in (node.numerator, node.denominator))
    return replace(node, numerator=above, denominator=below)


def _terms(part: Node) -> Sum | None:
    """The sum of the words; None where the text is no sum of words."""
    pieces = SIGNED.split(part.text.strip()) if isinstance(part, Text) else []
    words, signs = pieces[::2], pieces[1::2]
    if len(words) < 2 or not all(map(WORDS.fullmatch, words)):
        return None
    named = [Text(part.span, word) if " " in word else Name(part.span, word) for word in words]
    return Sum(part.span, tuple(("-" if sign in "-−" else "+", name) for sign, name in zip(("+", *signs), named, strict=True)))


def with_bare_words(display: Display) -> Display:
    """The display without such brackets; itself where there are none."""
    for node in every(Scripted, display):
        if type(node.base) is Fence and _bracketed(node) is not None:
            return rebuilt(display, _bare)
    return display


def _bare(node: Node) -> Node:
    inside = _bracketed(node) if isinstance(node, Scripted) else None
    return node if inside is None or not isinstance(node, Scripted) else replace(node, base=inside)


def _bracketed(node: Scripted) -> Node | None:
    """The word between the round brackets that carry a subscript."""
    if node.sub is None or type(node.base) is not Fence or node.base.opener != "(":
        return None
    inside = unwrap(node.base.body)
    return inside if isinstance(inside, Name | Text) and len(word(inside) or "") > 1 else None
