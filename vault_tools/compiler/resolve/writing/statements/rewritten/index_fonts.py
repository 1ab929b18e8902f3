r"""Indices in the font of words: converters of documents write `\sum_j S_{\text{ij}} V_j` for `\sum_j S_{ij} V_j`."""

from __future__ import annotations

from dataclasses import replace

from vault_tools.compiler.resolve.writing.nodes import every, rebuilt
from vault_tools.compiler.resolve.writing.pieces import INDEX_RUNS, is_script_word
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.resolve.writing.statements.heads import TWO_LETTERS
from vault_tools.compiler.syntax_tree import Display, Letters, Name, Node, Scripted

PAIR = 2
PLACES = frozenset("ijklmn")
"""Letters of rows and columns, of which one counts wherever it stands in two runs."""
ABBREVIATIONS = TWO_LETTERS | {"kl", "lm", "ln", "mi", "ml", "nm", "ab", "st", "tr", "it", "is", "as", "at", "an", "ms"}
"""What is set as text because it is a word or short for one: a divergence, a language model, a norm of layers, a unit."""


def with_indices_in_italics(display: Display) -> Display:
    r"""The display with such runs as letters; itself where one of the letters may be part of a word.

    An operator binds each letter, or it stands alone below a symbol; all but one may instead be places in another such run (the k of
    `c_{\text{ik}} = \sum_j a_{\text{ij}} b_{\text{jk}}`).
    """
    runs = {node.sub.text for node in every(Scripted, display) if isinstance(node.sub, Name) and _is_run(node.sub)}
    if not runs:
        return display
    counted = binders(display) | {node.sub.text for node in every(Scripted, display) if isinstance(node.sub, Letters)}
    told = {run for run in runs if _counts(run, counted, runs - {run})}
    return rebuilt(display, lambda node: _in_italics(node, told)) if told else display


def _is_run(name: Name) -> bool:
    text = name.text
    different = len(set(text)) == len(text) >= PAIR
    return not name.command and different and INDEX_RUNS.issuperset(text) and not is_script_word(text) and text not in ABBREVIATIONS


def _counts(run: str, counted: set[str], others: set[str]) -> bool:
    return not counted.isdisjoint(run) and counted.union(*(PLACES.intersection(other) for other in others)).issuperset(run)


def _in_italics(node: Node, told: set[str]) -> Node:
    if not isinstance(node, Scripted) or not isinstance(node.sub, Name) or node.sub.command or node.sub.text not in told:
        return node
    return replace(node, sub=Letters(node.sub.span, node.sub.text))
