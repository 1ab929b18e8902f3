"""Answers kept at the tree node that they are about: trees are frozen, and every pass asks the same questions of them."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")


class Remembering:
    """Base of tree nodes: room for answers, which are no part of what a node is (neither compared nor printed nor copied)."""

    __slots__ = ("answers",)
    answers: dict[object, Any]


def remembered(question: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """A pure function of one node, computed once for each node.

    An answer is kept under the function that gives it, so what asks most may look there itself: `node.answers[ask]`.
    """

    @wraps(question)
    def ask(node: Remembering) -> Answer:
        try:
            return node.answers[ask]  # type: ignore[no-any-return]
        except AttributeError:
            object.__setattr__(node, "answers", {})  # a node is frozen; its answers follow from it
        except KeyError:
            pass
        found = node.answers[ask] = question(node)
        return found

    return ask
