"""Expressions of the grammar: implications, logic, relations, sums and products, each level one method."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.grammar.fences import SIGN_NAMES
from vault_tools.compiler.grammar.juxtaposition import Juxtaposition
from vault_tools.compiler.lexing.cursor import END, is_relation, shown, starts_operand
from vault_tools.compiler.tokens import hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_tools.compiler.tokens import Token

ENTRYWISE = {"*": "odot", "/": "slash"}
"""What stands behind a full stop in programs: `a .* b`, `a ./ b` are taken entry by entry."""
SIGN_KINDS = frozenset({"symbol", "command"})
CHAINING = frozenset({"|", "‖", *(first for first, _ in notation.TYPED_RELATIONS)}).union(
    notation.RELATIONS, notation.LOGIC, notation.IMPLICATIONS, notation.STRETCHED_ARROWS
)
"""Texts of the tokens that an operator between two sides can begin with: any other token needs no further look."""
MULTIPLYING = frozenset({*notation.PRODUCTS, "."})
"""Texts of the tokens that a product sign can begin with."""


class Expressions(Juxtaposition):
    """From the loosest level, `statement`, down to one side of a product sign."""

    def statement(self) -> tree.Node:
        r"""`a = b \implies c = d`."""
        return self.chain(0)

    def chain(self, loosest: int) -> tree.Node:
        """Sums with the operators between them of the levels from `loosest` to the tightest, with Empty before an operator at the start."""
        start = self.position
        node = self.opened(loosest) if self.token.text in CHAINING else self.sum()
        for level in range(len(CHAINS) - 1, loosest - 1, -1):
            if self.token.text not in CHAINING:
                break
            node = self.continued(node, level, start)
        return node

    def opened(self, loosest: int) -> tree.Node:
        """Empty before an operator of these levels, which stays; else the first sum."""
        start = self.position
        if not any(operator(self) for operator in CHAINS[loosest:]):
            return self.sum()
        self.move(start)
        return tree.Empty(self.nowhere(start))

    def continued(self, first: tree.Node, level: int, start: int) -> tree.Node:
        """The operators of one level behind its first side, each with its right side. LatexSyntaxError: nothing behind an operator."""
        rest: list[tuple[str, tree.Node]] = []
        operator = CHAINS[level]
        while sign := operator(self):
            rest.append((sign, self.right_side(sign, level)))
        return tree.Relation(self.span_from(start), first, tuple(rest)) if rest else first

    def right_side(self, sign: str, level: int) -> tree.Node:
        """The operand behind a relation; only `:` may have none (`O_{i,:}`). Wide spaces behind a sign mean nothing."""
        while sign != ":" and self.token.kind == "quad":
            self.next()
        tightest = level == len(CHAINS) - 1
        if not self.at_stop() and not self.at_separator() and not (tightest and is_relation(self.token)):
            return self.sum() if tightest else self.chain(level + 1)
        token = self.tokens[self.position - 1]
        if sign == ":":
            return tree.Empty(Span(token.span.end, token.span.end))
        raise syntax_error("no_right_side", token.span, hint("no_right_side"), operator=shown(token))

    def at_separator(self) -> bool:
        """Whether a comma, semicolon or wide space comes next."""
        token = self.token
        return token.kind in ("quad", "middle") or (token.kind == "symbol" and token.text in ",;")

    def implication_operator(self) -> str:
        r"""`\implies`, `\iff`, `=>`; "" where none comes next."""
        token = self.token
        if token.kind != "command":
            return self.typed("⇒") if token.kind == "symbol" else ""
        if token.text in notation.IMPLICATIONS:
            return notation.IMPLICATIONS[self.next().text]
        return self.stretched() if notation.STRETCHED_ARROWS.get(token.text, "") in notation.IMPLICATION_SIGNS else ""

    def logic_operator(self) -> str:
        r"""`\land`, `\lor`."""
        token = self.token
        return notation.LOGIC[self.next().text] if token.kind == "command" and token.text in notation.LOGIC else ""

    def relation_operator(self) -> str:
        """`=`, `:=`, `<=`, a bar outside brackets."""
        token = self.token
        if token.kind == "symbol" and (typed := self.typed("", "⇒")):
            return typed
        if token.kind == "symbol" and token.text in "=<>:" and not self.at_typed("⇒"):
            return notation.RELATIONS[self.next().text]
        if token.kind == "command" and token.text in notation.RELATIONS:
            return self.drawn_relation()
        if token.kind == "command" and notation.STRETCHED_ARROWS.get(token.text, "⇒") not in notation.IMPLICATION_SIGNS:
            return self.stretched()
        if token.kind == "bar" and not self.bracketed() and self.ended == self.position and self.bar_role() == "separator":
            double = self.bar_is_double()
            self.move(self.position + self.bar_width("‖" if double else "|"))
            return "∥" if double else "|"
        return ""

    def drawn_relation(self) -> str:
        r"""A relation's command; `\perp\!\!\!\perp` is one sign."""
        name = self.next().text
        while name == "perp" and self.at_command("perp"):
            self.next()
        return notation.RELATIONS[name]

    def at_typed(self, wanted: str) -> bool:
        """Whether the two characters of a typed relation come next."""
        return not self.peek(1).spaced and notation.TYPED_RELATIONS.get((self.token.text, self.peek(1).text)) == wanted

    def typed(self, wanted: str, other: str = "") -> str:
        """A relation typed with two characters (`:=`, `<=`), `wanted` or (where that is "") any but `other`."""
        second = self.peek(1)
        if second.kind != "symbol" or second.spaced:
            return ""
        first = self.token
        found = notation.TYPED_RELATIONS.get((first.text, second.text), "") if first.kind == "symbol" else ""
        if not found or (wanted and found != wanted) or found == other:
            return ""
        self.move(self.position + 2)
        return found

    def stretched(self) -> str:
        r"""`\xrightarrow[below]{above}`: what is written at the arrow changes nothing."""
        token = self.next()
        if self.token.kind == "open" and self.token.text == "[":
            self.fence()
        self.group() if self.at_symbol("{") else self.argument(token, 1)
        return notation.STRETCHED_ARROWS[token.text]

    def sum(self) -> tree.Node:
        """Terms with signs; a single term without a sign is itself."""
        start = self.position
        sign = ""
        if self.token.text in notation.SIGNS:
            if lone := self.lone_sign():
                return lone
            sign = self.sign()
        first = self.product(leading=not sign)
        if not sign and self.token.text not in notation.SIGNS:
            return first
        if sign == "-" and _is_remainder(first):  # `-7 \bmod 3` is of -7
            sign, first = "", self.negative(first, start)
        if not sign and (counted := self.counted_class(first)):
            return counted
        terms = [(sign or "+", first)]
        while found := self.sign():
            terms.append((found, self.term()))
        if len(terms) == 1 and not sign:
            return terms[0][1]
        return tree.Sum(self.span_from(start), tuple(terms))

    def negative(self, product: tree.Node, start: int) -> tree.Node:
        """A product whose first factor carries the sign before it."""
        assert isinstance(product, tree.Product)
        span = self.span_from(start)
        return replace(product, span=span, first=tree.Prefix(span, "-", product.first))

    def lone_sign(self) -> tree.Node | None:
        """A sign that is all there is between brackets or bars: `P(+)`, `P(D|+)`."""
        token = self.token
        if token.kind != "symbol" or token.text not in ("+", "-"):
            return None
        behind = self.peek(1)
        bar = behind.text == "|" and behind.kind == "bar" and self.bars[self.position + 1].singles % 2 == 1
        ends = bar or behind.kind in ("close", "right") or (behind.kind == "symbol" and behind.text == ",")
        if not ends or self.fences[-1] not in ("(", "left("):
            return None
        self.next()
        self.ended = self.position
        return tree.Name(token.span, SIGN_NAMES[token.text])

    def counted_class(self, count: tree.Node) -> tree.Node | None:
        """`[9+, 5-]`: how many of a sample are positive and negative, as decision trees are written (Mitchell, Machine Learning, 3.4)."""
        sign, behind = self.token, self.peek(1)
        ends = behind.kind in ("close", "right") or (behind.kind == "symbol" and behind.text == ",")
        if not isinstance(count, tree.Number) or sign.text not in ("+", "-") or not ends or self.fences[-1] not in ("[", "left["):
            return None
        self.next()
        self.ended = self.position
        return tree.Text(Span(count.span.start, sign.span.end), f"{count.text}{sign.text}")

    def sign(self) -> str:
        """`+`, `-` and their like."""
        token = self.token
        if token.text not in notation.SIGNS or token.kind not in SIGN_KINDS or self.at_typed("→"):
            return ""
        return notation.SIGNS[self.next().text]

    def term(self) -> tree.Node:
        """The term behind a sign."""
        return self.missing_operand() or self.product()

    def product(self, *, leading: bool = False) -> tree.Node:
        r"""Factors with signs. At the very start a sign may stand alone (`f(\cdot)`) or before its factor (`\times V`)."""
        start = self.position
        first: tree.Node
        if leading and self.token.text in MULTIPLYING and self.product_operator(consume=False):
            behind = self.peek(1)
            if behind is END or behind.kind in ("close", "right", "quad", "bar") or (behind.kind == "symbol" and behind.text in ",;}&"):
                token = self.next()
                self.ended = self.position
                return tree.Name(token.span, notation.PRODUCTS[token.text], command=True)
            first = tree.Empty(self.nowhere(self.position))
        else:
            first = self.factor()
        if self.token.text not in MULTIPLYING:
            return first
        rest: list[tuple[str, tree.Node]] = []
        while operator := self.product_operator():
            rest.append((operator, self.right_factor()))
        return tree.Product(self.span_from(start), first, tuple(rest)) if rest else first

    def product_operator(self, *, consume: bool = True) -> str:
        """The product sign that comes next; a full stop inside a sentence too."""
        token = self.token
        found = ""
        if token.text in notation.PRODUCTS and token.kind in SIGN_KINDS:
            found = notation.PRODUCTS[token.text]
        elif token.kind == "symbol" and token.text == "." and not self.at_symbol(".", 1):
            programmed = next((sign for symbol, sign in ENTRYWISE.items() if self.at_symbol(symbol, 1)), "")
            found = programmed or ("" if self.full_stop() else "dot")
            if programmed and consume:
                self.next()
        if found and consume:
            self.next()
            if token.text == "*" and token.kind == "symbol":
                self.check_eaten_subscript(token)
            if token.kind == "command" and self.at_symbol("_"):
                found += self.operator_label()
        return found

    def operator_label(self) -> str:
        r"""The `_c` of `x \oplus_c y`: another operation than `\oplus`, which only its note can explain."""
        mark = self.next()
        start = self.position
        self.script(mark)
        return "_" + "".join(token.text for token in self.tokens[start : self.position] if token.text not in ("{", "}"))

    def check_eaten_subscript(self, star: Token) -> None:
        r"""`w*{<i}` and `h*{t-1}`: a star glued to a brace group of an index was an underscore."""
        if not self.at_symbol("{") or self.token.spaced or star.spaced:
            return
        inner = self.peek(1)
        end = self.position + 1
        while end < self.stop and self.tokens[end].text not in ("{", "}"):
            end += 1
        group = self.tokens[self.position + 1 : end]
        plain = end < self.stop and self.tokens[end].text == "}" and not any(t.kind in ("open", "left", "begin", "bar") for t in group)
        if is_relation(inner) or plain:
            before = shown(self.tokens[self.position - 2])
            raise syntax_error("eaten_underscore", star.span, hint("eaten_underscore"), before=before)

    def right_factor(self) -> tree.Node:
        """The factor behind a product sign."""
        return self.missing_operand() or self.factor()

    def missing_operand(self) -> tree.Node | None:
        r"""Empty where a sign of a script has nothing behind it (`x_{i\cdot}`, `t_{k+}`). LatexSyntaxError: elsewhere nothing follows."""
        if not (self.at_stop() or self.at_separator() or is_relation(self.token)):
            return None
        token = self.tokens[self.position - 1]
        if self.scripts:
            return tree.Empty(Span(token.span.end, token.span.end))
        raise syntax_error("no_operand", token.span, hint("no_operand"), operator=shown(token))

    def factor(self) -> tree.Node:
        r"""One side of a product sign; `-` may stand before it (`a \cdot -b`)."""
        start = self.position
        sign = self.sign() if self.token.text in notation.SIGNS else ""
        if not sign:
            return self.juxtaposed()
        self.deeper()
        operand = self.factor()
        self.depth -= 1
        return tree.Prefix(self.span_from(start), sign, operand)

    def full_stop(self) -> bool:
        """Whether a full stop ends a sentence: nothing but a closing or a new sentence follows."""
        following = self.peek(1)
        if self.at_symbol(".", 1) or any(self.at_symbol(sign, 1) for sign in ENTRYWISE):
            return False
        return not starts_operand(following) or (following.spaced and not self.token.spaced)

    def at_stop(self) -> bool:
        """Whether a list ends here."""
        token = self.token
        if token is END or token.kind in ("close", "right", "end"):
            return True
        if token.kind == "symbol":
            return token.text in "}&"
        if token.kind == "command":
            return token.text in ("\\", "\n") or token.text in notation.OVERS
        return self.closing_bar()


def _is_remainder(node: tree.Node) -> bool:
    r"""`7 \bmod 3`, `2 \cdot 7 \bmod 3`."""
    return isinstance(node, tree.Product) and node.rest[-1][0] == "mod"


CHAINS: tuple[Callable[[Expressions], str], ...] = (
    Expressions.implication_operator,
    Expressions.logic_operator,
    Expressions.relation_operator,
)
"""The levels of operators between sides, the loosest first; no token begins operators of two."""
