"""Operands side by side: products without a sign, functions before their arguments, units behind numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.grammar.combinations import counted
from vault_tools.compiler.grammar.fences import GRID
from vault_tools.compiler.grammar.operands import Operands
from vault_tools.compiler.lexing.cursor import OPENING, starts_operand
from vault_tools.compiler.lexing.spaced_numbers import side_by_side
from vault_tools.compiler.tokens import CONTROL_SPACE, THIN_SPACE, hint, syntax_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.tokens import Token

MEASURED = re.compile(r"[^\W\d_]{1,12}(?:[/·⋅][^\W\d_]{1,12})*")
"""A unit in letters of any script, which may have a power: `m`, `km/h`, `kg·m`, `억`."""
UNIT_POWER = re.compile(r"\^(?:-?\d|\{-?\d\})")
UNIT_POWER_TOKENS = 5
NEGATIONS = frozenset({"neg", "lnot"})


class Juxtaposition(Operands):
    """What stands between two signs."""

    def juxtaposed(self) -> tree.Node:
        """Operands side by side. Empty groups among them vanish."""
        start = self.position
        items = [self.operand()]
        while True:
            token = self.token
            if token.kind == "bar":
                role = self.bar_role()
                if role == "evaluate":
                    items = [self.evaluated(items, start)]
                    continue
                if role != "open":
                    break
            elif not self.continues(token):
                break
            items.append(self.neighbour(items[-1]))
        if self.token.text == "-" and self.takes_sign(items[-1]):
            items.append(self.signed_argument())
        if len(items) == 1:
            return items[0]
        if tree.Empty in map(type, items):
            items = [item for item in items if not isinstance(item, tree.Empty)] or items[:1]
        kept = counted(items)
        return kept[0] if len(kept) == 1 else tree.Juxtaposed(self.span_from(start), tuple(kept))

    def neighbour(self, before: tree.Node) -> tree.Node:
        """The next operand of a row. LatexSyntaxError: a row end that lost a backslash, two numbers side by side."""
        token = self.token
        if token.font == CONTROL_SPACE and self.fences[-1] == GRID:
            raise syntax_error("lost_row_end", token.span, hint("lost_row_end"))
        if token.kind == "digit" and type(before) is tree.Number and not self.scripts:
            raise side_by_side(before.span, token.span)
        return self.unit(before) or self.operand()

    def takes_sign(self, last: tree.Node) -> bool:
        r"""Whether the minus that comes next is the sign of an argument without brackets: `\exp -x`."""
        function = last.base if isinstance(last, tree.Scripted) else last
        named = isinstance(function, tree.Name) and function.command and function.text in notation.NUMBER_FUNCTIONS
        return named and not self.scripts and self.at_symbol("-") and starts_operand(self.peek(1))

    def signed_argument(self) -> tree.Node:
        """`-x y` behind a function's name."""
        start = self.position
        self.next()
        operand = self.nested(self.juxtaposed)
        return tree.Prefix(self.span_from(start), "-", operand)

    def continues(self, token: Token) -> bool:
        """Whether another operand follows without a sign."""
        if token.kind == "symbol":
            return token.text in OPENING or (token.text == "." and self.at_symbol(".", 1))
        if starts_operand(token):
            return self.scripts > 0 or not self.at_connective()
        return token.kind == "command" and token.text in NEGATIONS

    def unit(self, before: tree.Node) -> tree.Node | None:
        r"""`\text{ bytes}` behind a number is prose."""
        token = self.token
        if (
            isinstance(before, tree.Number)
            and token.kind == "text"
            and (token.text[:1].isspace() or (token.font in (CONTROL_SPACE, THIN_SPACE) and token.text.strip() in notation.UNITS))
            and self.peek(1).kind not in ("open", "left")
        ):
            self.next()
            text = token.text + (self.unit_power() if MEASURED.fullmatch(token.text.strip()) else "")
            self.ended = self.position
            return tree.Text(token.span, text)
        return None

    def unit_power(self) -> str:
        r"""The power of a unit, `^2` or `^{-1}` behind `\text{ m/s}`; nothing where there is none."""
        run = ""
        for token in self.tokens[self.position : min(self.stop, self.position + UNIT_POWER_TOKENS)]:
            run += token.text
        found = UNIT_POWER.match(run)
        if found is None:
            return ""
        end = self.position + len(found[0])
        while self.position < end:
            self.next()
        return "^" + found[0].strip("^{}")

    def evaluated(self, items: Sequence[tree.Node], start: int) -> tree.Node:
        r"""`f(x)|_{x=0}` as `\left. f(x) \right|_{x=0}`."""
        body = items[0] if len(items) == 1 else tree.Juxtaposed(self.span_from(start), tuple(items))
        self.next()
        node = self.scripted(tree.Fence(self.span_from(start), ".", body, "|"), start)
        self.ended = self.position
        return node
