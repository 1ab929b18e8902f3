"""Answers kept at the tree node that they are about: trees are frozen, and every pass asks the same questions of them."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")
_UNKNOWN: Any = object()


class Remembering:
    """Base of tree nodes: room for answers, which are no part of what a node is (neither compared nor printed nor copied)."""

    __slots__ = ("answers",)
    answers: dict[object, Any]


def remembered(question: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """A pure function of one node, computed once for each node."""

    @wraps(question)
    def ask(node: Remembering) -> Answer:
        try:
            known = node.answers
        except AttributeError:
            known = {}
            object.__setattr__(node, "answers", known)  # a node is frozen; its answers follow from it
        found: Answer = known.get(question, _UNKNOWN)
        if found is _UNKNOWN:
            found = known[question] = question(node)
        return found

    return ask
