r"""Numbers that can be read in two ways: `10 + 5 \bmod 12` of the sum or of the 5, `-7 \bmod 3` of the -7 or of the 7, `17 \% 5` as a
remainder, `3\frac{1}{7}` as a mixed number, `129 - 15\%` of the amount, `6/2(1+2)` from left to right, `0.1(6)` with a period,
`\{2.7\}` as what stands behind the point, a bracket that begins a line as a factor of the line before.

Books, programming languages and shops differ. Which one a note means shows in whether its numbers agree.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, rebuilt
from vault_tools.compiler.syntax_tree import Display, Fence, Fraction, Juxtaposed, Node, Number, Postfix, Prefix, Product, Relation, Sum
from vault_tools.model import Span
from vault_tools.verify.spellings.colons import with_ratios
from vault_tools.verify.spellings.said_again import other_way_round

if TYPE_CHECKING:
    from collections.abc import Callable


DIVISIONS = frozenset({"slash", "div"})


def readings(display: Display) -> tuple[Display, ...]:
    """The display read otherwise; empty where it can be read in one way only."""
    found: list[Callable[[Node], Node]] = []
    if any(sign == "mod" for node in every(Product, display) for sign in node.signs):
        found += [_of_the_sum, _of_the_number, _congruent]
    if every(Postfix, display):
        found += [_of_the_amount, other_way_round]
    if any(_is_mixed(row.items) for row in every(Juxtaposed, display)):
        found.append(_mixed)
    if any(sign in DIVISIONS for node in every(Product, display) for sign in node.signs):
        found.append(_from_left_to_right)
    if any("." in number.text or number.text == "0" for number in every(Number, display)):
        found.append(_periodic)
    if any(fence.opener == "{" for fence in every(Fence, display)):
        found.append(_fractional)
    divided = with_ratios(display)
    return (*_others(display, *found), *_over_the_line(display), *((divided,) if divided != display else ()))


POWER_OF_TEN = re.compile(r"(\d)e([-+])(?=\d)")


def with_euler(latex: str) -> str:
    """`2e-3` as `2e - 3`, which LaTeX prints as it prints that; "" where there is none."""
    apart = POWER_OF_TEN.sub(r"\1 e \2 ", latex)
    return apart if apart != latex else ""


FOLD = re.compile(r"((?:=|\\approx)\s*[\d.,]+)\s*\\times\s*\Z")


def without_fold(latex: str) -> str:
    r"""`\frac{100}{25} = 4\times`, four times as much, as `\frac{100}{25} = 4`."""
    return FOLD.sub(r"\1", latex) if latex.rstrip().endswith("times") else latex


def of_programmers(display: Display) -> tuple[Display, ...]:
    r"""The display with `17 \% 5` as a remainder; empty where there is none."""
    return _others(display, _by_percent) if every(Postfix, display) else ()


def _others(display: Display, *changes: Callable[[Node], Node]) -> tuple[Display, ...]:
    return tuple(one for one in (rebuilt(display, change) for change in changes) if one != display)


def _of_the_sum(node: Node) -> Node:
    r"""`a + b \bmod n` as `(a + b) \bmod n`."""
    match node:
        case Sum(terms=(*before, (sign, Product(first=first, rest=(*rest, ("mod", modulus)))))) if before:
            last = replace(node.terms[-1][1], first=first, rest=tuple(rest)) if rest else first  # type: ignore[call-arg]
            whole = Fence(node.span, "(", replace(node, terms=(*before, (sign, last))), ")")
            return Product(node.span, whole, (("mod", modulus),))
    return node


def _of_the_number(node: Node) -> Node:
    r"""`-7 \bmod 3` as `-(7 \bmod 3)`."""
    match node:
        case Product(first=Prefix(operator="-", operand=operand), rest=(*_, ("mod", _))):
            return Sum(node.span, (("-", replace(node, first=operand)),))
    return node


def _congruent(node: Node) -> Node:
    r"""`17 \equiv 2 \bmod 5` as `17 \bmod 5 = 2 \bmod 5`."""
    match node:
        case Relation(first=first, rest=(("≡", Product(rest=(("mod", _) as modulus,)) as right),)):
            left = Product(node.span, Fence(first.span, "(", first, ")"), (modulus,))
            return replace(node, first=left, rest=(("=", right),))
    return node


def _by_percent(node: Node) -> Node:
    r"""`17 \% 5` as `17 \bmod 5`: between two whole numbers the sign is that of programmers."""
    match node:
        case Juxtaposed(items=(Postfix(operator="percent", operand=Number() as whole), Number() as modulus)):
            return Product(node.span, whole, (("mod", modulus),))
    return node


def _is_mixed(items: tuple[Node, ...]) -> bool:
    r"""`3\frac{1}{7}`: a whole number and a fraction of whole numbers smaller than one."""
    match items:
        case (Number(text=whole), Fraction(numerator=Number(text=above), denominator=Number(text=below))):
            return whole.isdecimal() and above.isdecimal() and below.isdecimal() and int(above) < int(below)
    return False


def improper(node: Node) -> Node:
    r"""`3\frac{1}{7}` as `\frac{22}{7}`; anything else as it is."""
    if not isinstance(node, Juxtaposed) or not _is_mixed(node.items):
        return node
    whole, part = node.items
    assert isinstance(whole, Number)
    assert isinstance(part, Fraction)
    assert isinstance(part.numerator, Number)
    assert isinstance(part.denominator, Number)
    below = int(part.denominator.text)
    above = int(whole.text) * below + int(part.numerator.text)
    return replace(part, span=node.span, numerator=Number(node.span, str(above), ""), denominator=Number(node.span, str(below), ""))


def _mixed(node: Node) -> Node:
    r"""`3\frac{1}{7}` as `(3 + \frac{1}{7})`."""
    if not isinstance(node, Juxtaposed) or not _is_mixed(node.items):
        return node
    whole, part = node.items
    return Fence(node.span, "(", Sum(node.span, (("+", whole), ("+", part))), ")")


def _of_the_amount(node: Node) -> Node:
    r"""`129 - 15\%` as `129 (1 - 15\%)`: a percentage added to an amount is one of it."""
    match node:
        case Sum(terms=(*before, (sign, Postfix(operator="percent") as share))) if before and not all(map(_is_share, before)):
            one = Number(share.span, "1", "1")
            amount = Fence(node.span, "(", replace(node, terms=tuple(before)), ")")
            return Product(node.span, amount, (("times", Fence(share.span, "(", Sum(share.span, (("+", one), (sign, share))), ")")),))
    return node


def _is_share(term: tuple[str, Node]) -> bool:
    return isinstance(term[1], Postfix)


def _from_left_to_right(node: Node) -> Node:
    r"""`6/2(1+2)` as `(6/2)(1+2)`: what stands side by side binds tighter only by convention."""
    if not isinstance(node, Product):
        return node
    rest: list[tuple[str, Node]] = []
    for sign, operand in node.rest:
        parts = operand.items if sign in DIVISIONS and isinstance(operand, Juxtaposed) else (operand,)
        rest += [(sign, parts[0]), *(("times", part) for part in parts[1:])]
    return node if len(rest) == len(node.rest) else replace(node, rest=tuple(rest))


def _fractional(node: Node) -> Node:
    r"""`\{2.7\}` as `(2.7 - 2)`, `\{-1.3\}` as `(-1.3 + 2)`."""
    match node:
        case Fence(opener="{", body=Number(text=text) as number, closer="}") if "." in text:
            below, signs = int(text.partition(".")[0] or "0"), "+-"
        case Fence(opener="{", body=Sum(terms=(("-", Number(text=text) as number),)), closer="}") if "." in text:
            below, signs = int(text.partition(".")[0] or "0") + 1, "-+"
        case _:
            return node
    terms = ((signs[0], number), (signs[1], Number(node.span, str(below), "")))
    return replace(node, opener="(", closer=")", body=Sum(node.span, terms))


def _over_the_line(display: Display) -> tuple[Display, ...]:
    r"""`f = 2 \\ (3 + 4) = 14` as `f = 2 (3 + 4) = 14`."""
    match display.rows:
        case (*before, Relation() as line, Relation(first=Fence(opener="(") as factor) as row):
            sign, last = line.rest[-1]
            product = Product(Span(last.span.start, factor.span.end), last, (("times", factor),))
            whole = Relation(Span(line.span.start, row.span.end), line.first, (*line.rest[:-1], (sign, product), *row.rest))
            return (replace(display, rows=(*before, whole)),)
    return ()


def _periodic(node: Node) -> Node:
    """`0.1(6)`, `0.(3)` as decimals with a period."""
    match node:
        case Juxtaposed(items=(Number(text=before), Fence(opener="(", body=Number(text=period), closer=")"))) if "." in before:
            pass
        case Product(first=Number(text="0" as before), rest=(("dot", Fence(opener="(", body=Number(text=period), closer=")")),)):
            pass
        case _:
            return node
    if not period.isdecimal():
        return node
    places, nines = 10 ** len(before.partition(".")[2]), 10 ** len(period) - 1
    above = int(before.replace(".", "")) * nines + int(period)
    return Fraction(node.span, Number(node.span, str(above), ""), Number(node.span, str(places * nines), ""))
