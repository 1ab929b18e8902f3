"""Runs of letters that a left side makes one name: `RMSE = …`, `score(q, k) = …`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.gradients import gradient_words
from vault_tools.compiler.resolve.writing.names.scripts import is_transposed
from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Letters, Name, Node, Scripted, Styled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.resolve.writing.statements.splitting import Statement

SHORTEST = 3
"""Letters of a name whose letters are used by themselves as well."""


@dataclass(frozen=True, slots=True)
class LeftName:
    """What one statement may make one name, whichever letters are used by themselves."""

    run: str = ""
    """A run of letters on its left side."""
    always: bool = False
    """The run is a name even if its letters are used by themselves: it is called."""
    stepped: str = ""
    """A run with an index, which is a name where it has one everywhere."""
    gradients: tuple[str, ...] = ()
    """Runs of d and a letter, unless d is used by itself."""


def left_name(statement: Statement) -> LeftName | None:
    """What the left side of a statement may make one name; None where it has nothing of the kind."""
    if not statement.signs:
        return None
    run, always = _left_word(statement.sides[0])
    found = LeftName(run, always, _run_at_a_step(statement), tuple(gradient_words(statement)))
    return found if found.run or found.stepped or found.gradients else None


def left_names(lefts: Iterable[LeftName], statements: tuple[Statement, ...], singles: frozenset[str] | set[str]) -> frozenset[str]:
    """Runs of letters that left-hand sides make one name. `statements`: all that are known, `singles`: letters used by themselves."""
    names: list[str] = []
    for left in lefts:
        if left.run and (left.always or not singles.issuperset(left.run)):
            names.append(left.run)
        elif left.stepped and _is_always_indexed(left.stepped, statements):
            names.append(left.stepped)
        names += left.gradients if "d" not in singles else ()
    return frozenset(names)


def _run_at_a_step(statement: Statement) -> str:
    r"""The `wkv` of `wkv_t = \dots`: small letters side by side with one index are one name, though k and v are letters, too."""
    left = unwrap(statement.sides[0])
    if not isinstance(left, Scripted) or left.sub is None or number_of(left.sub) is not None or _is_transposed_product(left):
        return ""
    base = unwrap(left.base)
    return base.text if isinstance(base, Letters) and len(base.text) >= SHORTEST and base.text.islower() else ""


def _is_always_indexed(run: str, statements: tuple[Statement, ...]) -> bool:
    """The same letters stand without an index nowhere, as those of the product `mgh` do."""
    sides = [side for other in statements for side in other.sides]
    runs = sum(letters.text == run for side in sides for letters in every(Letters, side))
    indexed = sum(word(node.base) == run and node.sub is not None for side in sides for node in every(Scripted, side))
    return runs == indexed


def _left_word(side: Node) -> tuple[str, bool]:
    """A run of letters on the left of an equation that is one name there (`RMSE`, `score`, `PE`), and whether it is called.

    `AB` of known A, B is none.
    """
    side = unwrap(side)
    first = unwrap(side.items[0]) if isinstance(side, Juxtaposed) else side
    called = isinstance(side, Juxtaposed) and len(side.items) == 2 and is_call_bracket(side.items[1])
    if isinstance(side, Juxtaposed) and not called:
        return "", False
    base = unwrap(first.base) if isinstance(first, Scripted) else first
    scored = isinstance(base, Name) and not base.command and not called
    text = word(base) if scored or isinstance(base, Letters | Styled) else None
    if text is None or len(text) < 2 or _is_transposed_product(first):
        return "", False
    return ("", False) if len(set(text)) == 1 and not called else (text, called)


def is_call_bracket(node: Node) -> bool:
    """A round bracket, with scripts or without."""
    node = unwrap(node)
    if isinstance(node, Scripted):
        node = unwrap(node.base)
    return isinstance(node, Fence) and node.opener == "("


def _is_transposed_product(node: Node) -> bool:
    r"""`AB^\top`, and `AB^t`, as some write it: a run of letters with a small t above is no name of a function."""
    return is_transposed(node) or (isinstance(node, Scripted) and node.sup is not None and word(node.sup) == "t")
