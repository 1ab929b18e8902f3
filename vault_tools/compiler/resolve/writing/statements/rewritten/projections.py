r"""A sum whose letter is also the label of weights: `\sum_k \exp((W_q x_i)^\top (W_k x_k))` adds over positions, with one W_k."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.models import PROJECTIONS, WEIGHTS
from vault_tools.compiler.resolve.writing.nodes import base_of, every, rebuilt, with_parts, word
from vault_tools.compiler.resolve.writing.statements.bound import bound_names
from vault_tools.compiler.syntax_tree import BigOperator, Display, Letters, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

OTHERS = "lmrst"
"""Letters of positions that a sum may run over instead."""


def with_labels_of_projections(display: Display) -> Display:
    r"""The display with another letter for such a sum, where other weights stand beside (`W_q`); itself where there is none."""
    below: dict[str, set[str]] = {}
    for node in every(Scripted, display):
        if (label := _label(node)) is not None:
            below.setdefault(canonical(base_of(node)), set()).add(label)
    labels = {label for found in below.values() if len(found) > 1 for label in found}
    used = {letter for node in every(Letters, display) for letter in node.text}
    letter = next((letter for letter in OTHERS if letter not in used), None)
    return rebuilt(display, lambda node: _over_another(node, labels, letter)) if labels and letter else display


def _label(node: Node) -> str | None:
    r"""The q of `W_q`, the v of `W_v^\top`."""
    if not isinstance(node, Scripted) or node.sub is None or canonical(base_of(node)) not in WEIGHTS:
        return None
    label = word(node.sub)
    return label if label in PROJECTIONS else None


def _over_another(node: Node, labels: set[str], letter: str) -> Node:
    if not isinstance(node, BigOperator) or node.sub is None or node.body is None:
        return node
    shared = labels.intersection(bound_names(node.sub), map(_label, every(Scripted, node.body)))
    if len(shared) != 1:
        return node
    old = shared.pop()
    return replace(node, sub=rebuilt(node.sub, lambda part: _lettered(part, old, letter)), body=_inside(node.body, old, letter))


def _inside(node: Node, old: str, new: str) -> Node:
    """With the new letter in scripts, except below weights."""
    if isinstance(node, Scripted) and _label(node) != old:
        below, above = (rebuilt(part, lambda inner: _lettered(inner, old, new)) if part else None for part in (node.sub, node.sup))
        return replace(node, base=_inside(node.base, old, new), sub=below, sup=above)
    return with_parts(node, lambda part: _inside(part, old, new))


def _lettered(node: Node, old: str, new: str) -> Node:
    return replace(node, text=node.text.replace(old, new)) if isinstance(node, Letters) and old in node.text else node
