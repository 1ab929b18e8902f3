r"""Numerals that are more than a plain decimal: `2½`, periods (`0.1\overline{6}`, `0.\dot{3}`), other bases (`1010_2`, `(FF)_{16}`).

They become the exact number that they write: a fraction, or a whole number.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.grammar.literals import Literals

if TYPE_CHECKING:
    from vault_tools.model import Span

PERIODS = frozenset({"overline", "bar", "dot"})
"""What marks the digits that come again and again: a line over all of them, or dots over the first and the last."""
DECIMAL_MARKS = frozenset(".,{")
BASES = frozenset({"2", "8", "10", "16"})
_DIGITS = "0123456789ABCDEF"


class Numerals(Literals):
    """Numbers, and what may stand right behind their digits."""

    based = False
    """Whether the formula writes numerals of several bases, or of another than ten."""

    def number(self) -> tree.Node:
        r"""A number with what belongs to it: `2½` is no product, nor is `0.\overline{3}`."""
        start = self.position
        node = super().number()
        token = self.token
        if token.spaced or type(node) is not tree.Number:
            return node
        if token.kind == "command" and token.text in notation.FRACTIONS and token.span.end - token.span.start == 1:
            return self.mixed(node, start)
        if token.kind != "command" and token.text not in DECIMAL_MARKS:
            return node
        mark = 0 if "." in node.text else self.decimal_mark()
        period = self.peek(mark or 0)
        if mark is not None and period.kind == "command" and period.text in PERIODS and not period.spaced:
            return self.periodic(node, start, mark)
        return node

    def decimal_mark(self) -> int | None:
        """How many tokens the decimal mark takes that comes next: a point, `{,}`, or outside brackets a comma; None where there is none."""
        if self.at_symbol("{") and self.at_symbol(",", 1) and self.at_symbol("}", 2):
            return 3
        return 1 if self.at_symbol(".") or (self.at_symbol(",") and not self.scripts and self.fences[-1] in ("", "grid")) else None

    def mixed(self, whole: tree.Number, start: int) -> tree.Node:
        """`2½`: a whole number before the sign of a fraction is added to it."""
        part = self.atom()
        if "." in whole.text or not isinstance(part, tree.Fraction):
            return tree.Juxtaposed(self.span_from(start), (whole, part))
        above, below = part.numerator, part.denominator
        assert isinstance(above, tree.Number)
        assert isinstance(below, tree.Number)
        return _fraction(self.span_from(start), int(whole.text) * int(below.text) + int(above.text), int(below.text))

    def periodic(self, before: tree.Number, start: int, mark: int) -> tree.Node:
        """The fraction of a decimal with a period behind its mark; the number alone where the marked digits are none."""
        position = self.position
        self.move(position + mark)
        digits, first = before.text.partition(".")[2], None
        while self.token.kind == "digit" or (self.at_command(*PERIODS) and not self.token.spaced):
            if self.token.kind == "digit":
                digits += self.digits()
                continue
            marked = self.argument(self.next(), 1)
            if not isinstance(marked, tree.Number) or "." in marked.text:
                self.move(position)
                return before
            first = len(digits) if first is None else first
            digits += marked.text
        assert first is not None
        below = 10**first * (10 ** (len(digits) - first) - 1)
        whole = int(before.text.partition(".")[0])
        return _fraction(self.span_from(start), whole * below + int(digits) - int(digits[:first] or "0"), below)


def _fraction(span: Span, above: int, below: int) -> tree.Fraction:
    return tree.Fraction(span, _whole(span, above), _whole(span, below))


# ---------------------------------------------------------------- other bases


def writes_bases(latex: str) -> bool:
    r"""Whether a numeral of several digits has the number of a base below it: then `1_2` beside it is one, too, and no vector of ones."""
    return _BASED.search(latex) is not None


_BASED = re.compile(r"(?:\d[0-9A-F]|[0-9A-F]\d|[0-9A-F]{2}[)}])[)}]*\s*(?:_\s*(?:[28](?!\d)|\{\s*(?:2|8|10|16)\s*\})|[₂₈]|₁₆)")


def in_base(node: tree.Scripted) -> tree.Node | None:
    r"""What `101_2` stands for: `2^2 + 1`; None where the digits are none of that base."""
    if not isinstance(node.sub, tree.Number) or node.sub.text not in BASES or node.sup is not None or node.primes:
        return None
    base, digits = int(node.sub.text), _digits(node.base)
    if not digits or not set(digits) <= set(_DIGITS[:base]):
        return None
    if base == 10:
        return _whole(node.span, int(digits))
    places = [(_DIGITS.index(digit), place) for place, digit in zip(reversed(range(len(digits))), digits, strict=True) if digit != "0"]
    terms = [_place_value(node.span, base, digit, place) for digit, place in places]
    return tree.Sum(node.span, tuple(("+", term) for term in terms)) if len(terms) > 1 else next(iter(terms), _whole(node.span, 0))


def _place_value(span: Span, base: int, digit: int, place: int) -> tree.Node:
    r"""`5 \cdot 8^2`, `2^2`, `1`."""
    if not place:
        return _whole(span, digit)
    power = tree.Scripted(span, _whole(span, base), None, _whole(span, place)) if place > 1 else _whole(span, base)
    return tree.Product(span, _whole(span, digit), (("cdot", power),)) if digit > 1 else power


def _whole(span: Span, value: int) -> tree.Number:
    return tree.Number(span, str(value), "")


def _digits(node: tree.Node) -> str:
    r"""`1010`, the `2F` of `(2F)_{16}` and `\text{2F}_{16}`; "" for what is no numeral."""
    match node:
        case tree.Number(text=text) | tree.Name(text=text, command=False) | tree.Text(text=text) | tree.Letters(text=text):
            return text.strip()
        case tree.Fence(opener="(", body=body, closer=")") if not isinstance(body, tree.Fence):
            return _digits(body)
        case tree.Juxtaposed(items=items):
            return "".join(map(_digits, items)) if all(map(_digits, items)) else ""
    return ""
