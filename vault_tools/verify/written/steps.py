r"""A step of a sequence on a line of its own: `h_2 = 2.5` under `h_t = \frac12 h_{t-1} + \frac12 x_t`, with the rule put in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, with_parts
from vault_tools.compiler.resolve.writing.numerals import written_number
from vault_tools.compiler.resolve.writing.statements.bound import bound_names
from vault_tools.compiler.syntax_tree import BigOperator, Display, Fence, Letters, Node, Number, Relation, Scripted, Sum
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.resolve import Context
    from vault_tools.compiler.resolve.writing.nodes import Kind
    from vault_tools.compiler.resolve.writing.statements.context import Entry

MOST = 200
"""Steps that are put into one another at most (Fibonacci's twelfth takes 143)."""


class _Unclear(Exception):  # noqa: N818  not for the reader
    """The rule cannot be put in here."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a sequence is at a letter: `x_{n+1} = …` has the letter n and the offset 1."""

    base: str
    letter: str
    offset: int
    body: Node


@dataclass(slots=True)
class _Unrolling:
    rule: Rule
    known: frozenset[str]
    """Names whose numbers the note gives."""
    place: Span
    left: int = MOST

    def at(self, step: int) -> Node:
        """The body of the rule at a step."""
        self.left -= 1
        if self.left < 0 or step - self.rule.offset < 0:
            raise _Unclear
        return self.put(self.rule.body, step - self.rule.offset)

    def put(self, part: Node, value: int) -> Node:
        """A part of the body with a number for the letter, and its own steps before put in."""
        match part:
            case Letters(text=self.rule.letter):
                return Number(self.place, str(value), str(value))
            case Letters(text=text) if self.rule.letter in text:
                raise _Unclear
            case BigOperator(sub=sub) if sub is not None and self.rule.letter in bound_names(sub):
                raise _Unclear
            case Scripted():
                return self._scripted(self._inside(part, value))
        return self._inside(part, value)

    def _inside(self, node: Kind, value: int) -> Kind:
        return replace(with_parts(node, lambda part: self.put(part, value)), span=self.place)

    def _scripted(self, node: Scripted) -> Node:
        node = replace(node, sub=_whole(node.sub, self.place))
        if canonical(node.base) != self.rule.base or not isinstance(node.sub, Number):
            return node
        if canonical(replace(node, sup=None)) in self.known:
            return node
        before = Fence(self.place, "(", self.at(int(node.sub.text)), ")")
        return before if node.sup is None else Scripted(self.place, before, None, node.sup)


def step(display: Display, own: Entry, around: Context) -> Display | None:
    """The display with the rule of its sequence between the name and the number that it states; None where it is no step."""
    found = _numbered(own)
    row = unwrap(display.rows[0])
    if found is None or len(display.rows) != 1 or not isinstance(row, Relation):
        return None
    base, number = found
    rule = next((rule for entry in around.entries if (rule := _rule(entry, base)) is not None), None)
    if rule is None:
        return None
    try:
        body = _Unrolling(rule, _known(around.entries) - {canonical(row.first)}, row.first.span).at(number)
    except _Unclear:
        return None
    return replace(display, rows=(replace(row, rest=(("=", body), *row.rest)),))


def _numbered(entry: Entry) -> tuple[str, int] | None:
    """`h_2 = 2.5`: the letter and the number below it."""
    symbol, sides = entry.head.symbol, entry.statement.sides
    if not isinstance(symbol, Scripted) or symbol.sub is None or symbol.sup is not None or len(sides) != 2:
        return None
    number = number_of(symbol.sub)
    if not entry.statement.is_equation or entry.head.is_function or written_number(sides[1]) is None or number is None:
        return None
    return (canonical(symbol.base), int(number)) if number.denominator == 1 and number >= 0 else None


def _rule(entry: Entry, base: str) -> Rule | None:
    """A recurrence for a letter: its right side looks back at the letter itself."""
    symbol, sides = entry.head.symbol, entry.statement.sides
    if not isinstance(symbol, Scripted) or symbol.sub is None or symbol.sup is not None or not entry.statement.is_equation:
        return None
    if canonical(symbol.base) != base or entry.head.is_function or len(sides) != 2:
        return None
    letter, offset = _shifted(symbol.sub)
    looks_back = any(_looks_back(node, base, letter, offset) for node in every(Scripted, sides[1]))
    return Rule(base, letter, offset, sides[1]) if letter and looks_back else None


def _looks_back(node: Scripted, base: str, letter: str, offset: int) -> bool:
    if node.sub is None or canonical(node.base) != base:
        return False
    other, back = _shifted(node.sub)
    return other == letter and back < offset


def _shifted(sub: Node) -> tuple[str, int]:
    """`t` is (t, 0), `n+1` is (n, 1); ("", 0) for anything else."""
    match unwrap(sub):
        case Letters(text=text) if len(text) == 1:
            return text, 0
        case Sum(terms=(("+", Letters(text=text)), (sign, Number(text=digits)))) if len(text) == 1 and digits.isdigit():
            return text, int(digits) if sign == "+" else -int(digits)
    return "", 0


def _whole(sub: Node | None, place: Span) -> Node | None:
    """`3 - 1` below a letter as the number 2."""
    match sub:
        case Sum(terms=terms):
            numbers = [number if sign == "+" else -number for sign, term in terms if (number := number_of(term)) is not None]
            total = sum(numbers)
            if len(numbers) < len(terms):
                return sub
            if total < 0:
                raise _Unclear
            return Number(place, str(total), str(total))
    return sub


def _known(entries: Iterable[Entry]) -> frozenset[str]:
    return frozenset(
        canonical(entry.head.symbol)
        for entry in entries
        if entry.head.symbol is not None and entry.statement.is_equation and written_number(entry.statement.sides[-1]) is not None
    )
