"""Ranges that a display writes for its letters: they say how far an index goes, also where another formula uses what it defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Ellipsis_, Fence, Node, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.resolve.writing.statements.splitting import Statement


COUNTING = frozenset("ijklmn")


def written_ranges(statements: Iterable[Statement]) -> dict[str, tuple[int, Node]]:
    r"""Ranges that a display writes for its letters: `i \in \{1, …, n\}`, `i = 1, …, n`, `1 \le i \le n`."""
    found: dict[str, tuple[int, Node]] = {}
    for statement in statements:
        if statement.signs == ("∈",):
            values = unwrap(statement.sides[1])
            body = unwrap(values.body) if isinstance(values, Fence) else None
            if isinstance(body, Sequence) and (any(isinstance(item, Ellipsis_) for item in body.items) or _is_interval(statement, values)):
                _note_range(found, statement.sides[0], body.items[0], body.items[-1])
        elif statement.signs == ("≤", "≤"):
            _note_range(found, statement.sides[1], statement.sides[0], statement.sides[2])
    return found


def _is_interval(statement: Statement, values: Node) -> bool:
    r"""`j \in [0, d/2-1]`: all whole numbers in it, for a letter that counts; the `t \in [0, T]` of a time may be any number."""
    body = unwrap(values.body) if isinstance(values, Fence) and (values.opener, values.closer) == ("[", "]") else None
    counts = word(statement.sides[0]) in COUNTING
    return counts and isinstance(body, Sequence) and len(body.items) == 2 and body.separators == (",",) and number_of(body.items[1]) is None


def _note_range(found: dict[str, tuple[int, Node]], letter: Node, first: Node, last: Node) -> None:
    start = number_of(first)
    if word(letter) is not None and start in (0, 1) and not isinstance(last, Ellipsis_):
        found.setdefault(canonical(letter), (int(start), last))
