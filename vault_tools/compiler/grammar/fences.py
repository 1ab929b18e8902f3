r"""Groups and fences of the grammar: braces, brackets, `\left…\right`, and vertical bars, which open, close or separate by context."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.grammar import combinations
from vault_tools.compiler.grammar.numerals import Numerals
from vault_tools.compiler.lexing.cursor import END, is_operator, nesting, shown
from vault_tools.compiler.tokens import hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from vault_tools.compiler.tokens import Token

SIGN_NAMES = {
    "+": "plus", "-": "minus", "*": "star", "/": "slash", "ast": "star", "=": "equals", "<": "less", ">": "greater", "circ": "degree",
}  # fmt: skip
"""Signs that stand alone in braces or as a script, as the text of their Name."""


GRID = "grid"
"""Stands in `fences` for the cells of a matrix."""


class Fences(Numerals):
    """Everything between an opening and a closing token."""

    ended = -1
    """Where the last operand ended: only there can a bar close a fence."""
    inside = 0
    """Braces and round or square brackets around, within the environment: what stands in them is no list of statements."""

    def group(self) -> tree.Node:
        """`{…}`: what is inside, or Empty."""
        start = self.position
        self.deeper()
        opening = self.next()
        self.fences.append("")
        self.inside += 1
        if self.at_symbol("}", 1) and is_operator(self.token):
            token = self.next()
            node: tree.Node = tree.Name(token.span, SIGN_NAMES.get(token.text, token.text), command=token.kind == "command")
        else:
            node = self.group_content(opening)
        self.fences.pop()
        self.inside -= 1
        self.close_group(opening)
        self.depth -= 1
        return replace(node, span=self.span_from(start)) if isinstance(node, tree.Empty) else node

    def group_content(self, opening: Token) -> tree.Node:
        r"""Up to the closing brace, with `\over` and `\choose`."""
        start = self.position
        node = self.inner()
        if self.token.kind == "command" and self.token.text in notation.OVERS:
            bar = notation.OVERS[self.next().text]
            below = self.sequence()
            if isinstance(node, tree.Empty) or isinstance(below, tree.Empty):
                raise syntax_error("empty_over", self.span_from(start), hint("empty_over"))
            node = tree.Fraction(self.span_from(start), node, below, bar)
        return node if not isinstance(node, tree.Empty) else tree.Empty(opening.span)

    def inner(self) -> tree.Node:
        """What stands up to a closing brace or bracket; one letter or digit, as often, is an operand and nothing else."""
        if self.token.kind not in ("letter", "digit"):
            return self.sequence()
        behind = self.peek(1)
        closing = behind.kind in ("close", "right") or (behind.kind == "symbol" and behind.text == "}")
        return self.operand() if closing else self.sequence()

    def close_group(self, opening: Token) -> None:
        """The closing brace. LatexSyntaxError: something else stands there."""
        if self.token.text != "}" or self.token.kind != "symbol":
            if self.token is END:
                raise syntax_error("unclosed", opening.span, hint("close_at_end"), opener="{", closer="}")
            raise self.unexpected()
        self.next()

    def fence(self) -> tree.Node:
        r"""`(…)`, `[…)`, `\left…\right`, `\lvert…\rvert`."""
        start = self.position
        self.deeper()
        opening = self.next()
        self.fences.append(opening.text if opening.kind == "open" else f"left{opening.text}")
        closing_up = self.token.font == notation.CLOSING_UP
        bracket = opening.text in ("(", "[")
        self.inside += bracket
        body = self.inner()
        self.inside -= bracket
        closing = self.token
        self.fences.pop()
        wanted = "right" if opening.kind == "left" else "close"
        if closing.kind == "bar" and opening.text == closing.text:
            wanted = "bar"
        if closing.kind != wanted:
            raise (
                self.unexpected()
                if closing is not END
                else syntax_error(
                    "unclosed",
                    opening.span,
                    hint("close_at_end"),
                    opener=shown(opening),
                    closer=notation.PARTNERS.get(opening.text, ")")[0],
                )
            )
        self.next()
        self.depth -= 1
        if opening.kind == "left" and (opening.text, closing.text) == ("{", ".") and isinstance(body, tree.Grid):
            return tree.Grid(self.span_from(start), "cases", body.rows)
        if closing_up and closing.font == notation.CLOSING_UP and isinstance(body, tree.Fraction) and not body.bar:
            return combinations.with_repetition(body, self.span_from(start))
        return tree.Fence(self.span_from(start), opening.text, body, closing.text)

    def bar_fence(self) -> tree.Node:
        r"""`|x|`, `\|x\|`, `||x||`, or the big concatenation sign `\|_{k=1}^{K}`."""
        start = self.position
        self.deeper()
        kind, width = self.opening_bar()
        self.move(self.position + width)
        if kind == "‖" and (self.at_symbol("_") or self.at_symbol("^")):
            self.depth -= 1
            return self.big_operator("concat", start)
        self.fences.append(kind)
        body = self.sequence()
        self.fences.pop()
        if not self.at_bar(kind):
            raise syntax_error(
                "unclosed",
                Span(self.tokens[start].span.start, self.tokens[start + width - 1].span.end),
                hint("bar"),
                opener=kind,
                closer=kind,
            )
        self.move(self.position + self.bar_width(kind))
        self.depth -= 1
        return tree.Fence(self.span_from(start), kind, body, kind)

    def opening_bar(self) -> tuple[str, int]:
        """Kind and number of tokens of the bar that opens here: `||` is one double bar where another follows."""
        if self.token.text == "‖":
            return "‖", 1
        pair = self.peek(1).kind == "bar" and self.peek(1).text == "|" and self.glued(1)
        return ("‖", 2) if pair and self.bars[self.position].doubles > 1 and not self.inner_bar_closes() else ("|", 1)

    def inner_bar_closes(self) -> bool:
        """Whether the `||` that comes next is two bars: in `||x| - |y||` the next bar stands behind an operand and before a sign."""
        at, depth = self.position + 2, 0
        while at < self.stop and depth >= 0 and (depth or self.tokens[at].kind != "bar"):
            depth += nesting(self.tokens[at])
            at += 1
        if at + 1 >= self.stop or self.tokens[at].kind != "bar" or self.tokens[at].text != "|" or self.tokens[at + 1].kind == "bar":
            return False
        return not is_operator(self.tokens[at - 1]) and is_operator(self.tokens[at + 1])

    def at_bar(self, kind: str) -> bool:
        """Whether a bar of this kind comes next."""
        token = self.token
        if token.kind != "bar":
            return False
        return token.text == kind or (kind == "‖" and self.peek(1).kind == "bar" and self.peek(1).text == "|" and self.glued(1))

    def bar_width(self, kind: str) -> int:
        """Number of tokens of the bar that comes next."""
        return 2 if kind == "‖" and self.token.text == "|" else 1

    def closing_bar(self) -> bool:
        """Whether the bar that comes next closes the fence around."""
        return self.fences[-1] in ("|", "‖") and self.ended == self.position and self.at_bar(self.fences[-1])

    # ------------------------------------------------------------ bars behind an operand

    def bracketed(self) -> bool:
        """Whether the innermost fence can hold a condition or a concatenation."""
        return self.fences[-1] not in ("", GRID, "|", "‖")

    def bar_is_double(self) -> bool:
        """Whether the bar that comes next is `‖` or `||`."""
        behind = self.peek(1)
        return self.peek(0).text == "‖" or (behind.kind == "bar" and behind.text == "|" and self.glued(1))

    def bar_role(self) -> str:
        """What a bar behind an operand does: `close` the fence around, `separator`, `open` a new fence, `evaluate` (`|_{x=0}`)."""
        if self.closing_bar():
            return "close"
        double = self.bar_is_double()
        behind = self.peek(self.bar_width("‖" if double else "|"))
        if behind.kind == "symbol" and behind.text in "_^":
            return "open" if double else "evaluate"
        found = self.bars[self.position]
        odd = (found.doubles if double else found.singles) % 2
        return "separator" if odd or (found.operand_behind_last and self.bracketed()) else "open"

    def bar_separates(self) -> bool:
        r"""Whether a bar (or `\middle|`) separates inside brackets."""
        if self.token.kind != "bar":
            return True
        return self.bracketed() and self.bar_role() == "separator"
