r"""Sums that stand inside one text: the `\text{TP + FP}` below a fraction bar adds two quantities."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, rebuilt
from vault_tools.compiler.syntax_tree import Fraction, Name, Sum, Text

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
