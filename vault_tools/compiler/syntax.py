r"""Third stage: tokens -> the frozen tree of syntax_tree.py. No meaning is decided here; the whole input is read or it is an error.

Precedence, loosest first: rows, lists (`,` `;` wide spaces, connecting words), implications, logic, relations, sums, products,
juxtaposition, scripts. Each level is one method; there is no backtracking, so parsing is linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.cursor import END, is_operator, is_relation, shown, starts_operand
from vault_tools.compiler.environments import MATRICES, STATEMENTS, SYSTEMS, align, stacked_relations
from vault_tools.compiler.layout import arrange
from vault_tools.compiler.macros import NO_MACROS, Macros
from vault_tools.compiler.operands import WORD, Operands
from vault_tools.compiler.tokens import Token, hint, syntax_error, tokenize
from vault_tools.errors import LatexSyntaxError
from vault_tools.model import Span


def parse(latex: str, macros: Macros = NO_MACROS) -> tree.Display:
    r"""The syntax tree of one formula (without its dollars).

    LatexSyntaxError, and no other exception: with the place in `latex`, what is wrong, and where possible what to write instead.
    """
    raw = macros.expand(tokenize(latex))
    tags = [token.text for token in raw if token.kind == "tag"]
    tokens = align(stacked_relations(arrange(tuple(token for token in raw if token.kind != "tag"))))
    if len(tokens) == 1 and tokens[0].kind == "command" and tokens[0].text in notation.BIG_OPERATORS:
        name = tree.Name(tokens[0].span, tokens[0].text, command=True)
        return tree.Display(Span(0, len(latex)), "", (name,))
    parser = Parser(tokens, len(latex))
    parser.decimal_comma = bool(_DECIMAL_COMMA.search(latex))
    return replace(parser.display(), tag=tags[-1] if tags else "")


_DECIMAL_COMMA = re.compile(r"\d\{,\}(?:\d{1,2}(?!\d)|\d{4,})|(?<!\d)0\{,\}\d")


class Parser(Operands):
    """The levels above operands."""

    # ------------------------------------------------------------ rows

    def display(self) -> tree.Display:
        """The whole input."""
        rows = self.rows()
        if self.peek() is not END:
            raise self.unexpected()
        span = Span(0, self.length)
        if len(rows) == 1 and isinstance(rows[0], tree.Display):
            return replace(rows[0], span=span)
        return tree.Display(span, "", rows)

    def rows(self) -> tuple[tree.Node, ...]:
        """Rows up to the end of the environment or input; empty ones are dropped."""
        rows = [self.sequence()]
        while self.at_command("\\", "\n"):
            self.next()
            rows.append(self.sequence())
        return tuple(row for row in rows if not isinstance(row, tree.Empty))

    def environment(self) -> tree.Node:
        r"""A matrix or a system; LatexSyntaxError: an environment that is neither."""
        start = self.position
        self.deeper()
        opening = self.next()
        self.fences.append("")
        if opening.font == STATEMENTS:
            rows = self.rows()
            node = self.close_environment(opening, start, lambda span: tree.Display(span, opening.text, rows))
            if len(rows) == 1 and isinstance(rows[0], tree.Display):
                node = replace(rows[0], span=node.span)
        elif opening.text in MATRICES:
            cells = self.cells(MATRICES[opening.text])
            node = self.close_environment(opening, start, lambda span: tree.Grid(span, MATRICES[opening.text], cells))
        else:
            near = get_close_matches(opening.text, [*MATRICES, *SYSTEMS], 1)
            advice = hint("near_match", command=f"\\begin{{{near[0]}}}") if near else None
            raise syntax_error("unknown_environment", opening.span, advice, name=opening.text)
        self.fences.pop()
        self.depth -= 1
        return node

    def close_environment(self, opening: Token, start: int, make: Callable[[Span], tree.Node]) -> tree.Node:
        if self.peek().kind != "end":
            raise self.unexpected()
        self.next()
        return make(self.span_from(start))

    def cells(self, kind: str) -> tuple[tuple[tree.Node, ...], ...]:
        """Rows of cells. Of `cases`, empty cells (`&&`) are dropped."""
        rows: list[tuple[tree.Node, ...]] = []
        row: list[tree.Node] = []
        while True:
            row.append(self.cell(kind, len(row)))
            if self.at_symbol("&"):
                self.next()
                continue
            if any(not isinstance(cell, tree.Empty) for cell in row):
                rows.append(tuple(c for c in row if not (isinstance(c, tree.Empty) and "cases" in kind)))
            row = []
            if not self.at_command("\\", "\n"):
                return tuple(rows)
            self.next()

    def cell(self, kind: str, column: int) -> tree.Node:
        r"""One cell. A word of `\text` before a condition of `cases` connects, in whatever language it is."""
        token = self.peek()
        if "cases" in kind and column and token.kind == "text" and (starts_operand(self.peek(1)) or self.peek(1).kind == "bar"):
            self.next()
            word = tree.Text(token.span, token.text)
            rest = self.sequence()
            items = rest.items if isinstance(rest, tree.Sequence) else (rest,)
            separators = rest.separators if isinstance(rest, tree.Sequence) else ()
            return tree.Sequence(Span(token.span.start, rest.span.end), (word, *items), ("where", *separators))
        return self.sequence()

    # ------------------------------------------------------------ lists

    def sequence(self) -> tree.Node:
        """Items with separators between; leading and trailing separators are dropped. Empty where there is nothing."""
        start = self.position
        items: list[tree.Node] = []
        separators: list[str] = []
        pending = self.separator(leading=True)
        while not self.at_stop():
            connecting = self.at_connective()
            node = self.connective() if connecting else self.statement()
            if items:
                separators.append(pending or "where")
            items.append(node)
            pending = self.separator()
            if not pending and not connecting and not self.at_connective():
                break
        if not items:
            return tree.Empty(self.nowhere(self.position))
        if len(items) == 1:
            return items[0]
        return tree.Sequence(self.span_from(start), tuple(items), tuple(separators))

    def at_stop(self) -> bool:
        """Whether a list ends here."""
        token = self.peek()
        if token is END or token.kind in ("close", "right", "end"):
            return True
        if token.kind == "symbol":
            return token.text in "}&"
        if token.kind == "command":
            return token.text in ("\\", "\n") or token.text in notation.OVERS
        return self.closing_bar()

    def separator(self, *, leading: bool = False) -> str:
        """The strongest of a run of separators: a wide space, else the sign."""
        found: list[str] = []
        while True:
            token = self.peek()
            if token.kind == "symbol" and token.text in ",;":
                found.append(token.text)
            elif token.kind == "quad" or self.at_command("therefore", "because") or self.at_symbol(".") and self.full_stop():
                found.append("quad")
            elif token.kind in ("bar", "middle") and not found and not leading and self.bar_separates():
                if token.kind == "bar":
                    self.position += self.bar_width("‖" if self.bar_is_double() else "|") - 1
                    found.append("‖" if self.bar_is_double(-1) else token.text)
                else:
                    found.append(token.text)
            else:
                return "quad" if "quad" in found else (found[0] if found else "")
            self.next()

    def full_stop(self) -> bool:
        """Whether a full stop ends a sentence: nothing but a closing or a new sentence follows."""
        following = self.peek(1)
        if self.at_symbol(".", 1):
            return False
        return not starts_operand(following) or (following.spaced and not self.peek().spaced)

    def at_connective(self) -> bool:
        """Whether prose between statements comes next."""
        token = self.peek()
        if token.kind == "letter":
            return not self.scripts and self.bare_word() in notation.BARE_CONNECTIVES
        following = self.peek(1)
        if token.kind != "text" or self.scripts or (following.kind == "symbol" and following.text in "_^'"):
            return False
        words = token.text.lower().split()
        if words and words[0].strip(",.:;") in notation.CONNECTIVES:
            return True
        if WORD.fullmatch(token.text.strip()):
            return False
        return (starts_operand(following) and following.kind not in ("open", "left", "text")) or (
            following.kind == "text" and not WORD.fullmatch(following.text.strip())
        )

    def bare_word(self) -> str:
        """The run of letters that comes next, if it stands alone (not before a script or bracket)."""
        if self.position and self.tokens[self.position - 1].kind == "letter" and not self.peek().spaced:
            return ""
        length = 1
        while length < 12 and self.peek(length).kind == "letter" and self.glued(length):
            length += 1
        following = self.peek(length)
        if following.kind in ("open", "left") and not following.spaced or following.kind == "symbol" and following.text in "_^'=":
            return ""
        return "".join(self.peek(k).text for k in range(length))

    def connective(self) -> tree.Node:
        token = self.peek()
        start = self.position
        if token.kind == "text":
            self.next()
            return tree.Text(token.span, token.text)
        word = self.bare_word()
        self.position += len(word)
        return tree.Text(self.span_from(start), word)

    # ------------------------------------------------------------ statements

    def statement(self) -> tree.Node:
        r"""`a = b \implies c = d`."""
        return self.chain(self.implication_operator, self.logic)

    def logic(self) -> tree.Node:
        r"""`i = j \land k > 0`."""
        return self.chain(self.logic_operator, self.relation)

    def relation(self) -> tree.Node:
        """`a = b \\approx c`."""
        return self.chain(self.relation_operator, self.sum)

    def chain(self, operator: Callable[[], str], operand: Callable[[], tree.Node]) -> tree.Node:
        """`operand (operator operand)*`, with Empty before an operator at the start. LatexSyntaxError: nothing behind an operator."""
        start = self.position
        sign = operator()
        first = tree.Empty(self.nowhere(start)) if sign else operand()
        rest: list[tuple[str, tree.Node]] = []
        sign = sign or operator()
        while sign:
            rest.append((sign, self.right_side(sign, operand)))
            sign = operator()
        return tree.Relation(self.span_from(start), first, tuple(rest)) if rest else first

    def right_side(self, sign: str, operand: Callable[[], tree.Node]) -> tree.Node:
        if not self.at_stop() and not self.at_separator() and not (is_relation(self.peek()) and operand == self.sum):
            return operand()
        if sign == ":":
            return tree.Empty(self.nowhere(self.position))
        token = self.tokens[self.position - 1]
        raise syntax_error("no_right_side", token.span, hint("no_right_side"), operator=shown(token))

    def at_separator(self) -> bool:
        token = self.peek()
        return token.kind in ("quad", "middle") or token.kind == "symbol" and token.text in ",;"

    def implication_operator(self) -> str:
        token = self.peek()
        if token.kind == "command" and token.text in notation.IMPLICATIONS:
            return notation.IMPLICATIONS[self.next().text]
        if token.kind == "command" and notation.STRETCHED_ARROWS.get(token.text, "") in ("⇒", "⇐", "⇔"):
            return self.stretched()
        return self.typed("⇒")

    def logic_operator(self) -> str:
        token = self.peek()
        return notation.LOGIC[self.next().text] if token.kind == "command" and token.text in notation.LOGIC else ""

    def relation_operator(self) -> str:
        token = self.peek()
        if typed := self.typed("", "⇒"):
            return typed
        if token.kind == "symbol" and token.text in "=<>:" and not self.at_typed("⇒"):
            return notation.RELATIONS[self.next().text]
        if token.kind == "command" and token.text in notation.RELATIONS:
            if token.text == "mid" and self.bracketed():
                return ""
            return notation.RELATIONS[self.next().text]
        if token.kind == "command" and notation.STRETCHED_ARROWS.get(token.text, "⇒") not in ("⇒", "⇐", "⇔"):
            return self.stretched()
        if token.kind == "bar" and not self.bracketed() and self.position and self.bar_role() == "separator":
            double = self.bar_is_double()
            self.position += self.bar_width("‖" if double else "|")
            return "∥" if double else "|"
        return ""

    def at_typed(self, wanted: str) -> bool:
        return not self.peek(1).spaced and notation.TYPED_RELATIONS.get((self.peek().text, self.peek(1).text)) == wanted

    def typed(self, wanted: str, other: str = "") -> str:
        """A relation typed with two characters (`:=`, `<=`), `wanted` or (where that is "") any but `other`."""
        first, second = self.peek(), self.peek(1)
        found = notation.TYPED_RELATIONS.get((first.text, second.text), "") if first.kind == second.kind == "symbol" and not second.spaced else ""
        if not found or (wanted and found != wanted) or found == other:
            return ""
        self.position += 2
        return found

    def stretched(self) -> str:
        r"""`\xrightarrow[below]{above}`: what is written at the arrow changes nothing."""
        token = self.next()
        if self.peek().kind == "open" and self.peek().text == "[":
            self.fence()
        self.group() if self.at_symbol("{") else self.argument(token, 1)
        return notation.STRETCHED_ARROWS[token.text]

    # ------------------------------------------------------------ vertical bars behind an operand

    def bracketed(self) -> bool:
        """Whether the innermost fence can hold a condition or a concatenation."""
        return self.fences[-1] not in ("", "|", "‖")

    def bar_is_double(self, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token.text == "‖" or self.peek(ahead + 1).kind == "bar" and self.peek(ahead + 1).text == "|" and self.glued(ahead + 1)

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
        r"""Whether a bar (or `\middle|`) separates inside brackets. `\mid` there too."""
        if self.peek().kind == "middle":
            return True
        return self.bracketed() and self.bar_role() == "separator"

    # ------------------------------------------------------------ sums and products

    def sum(self) -> tree.Node:
        """Terms with signs; a single term without a sign is itself."""
        start = self.position
        sign = self.sign()
        terms = [(sign or "+", self.product(leading=not sign))]
        while found := self.sign():
            terms.append((found, self.term(found)))
        if len(terms) == 1 and not sign:
            return terms[0][1]
        return tree.Sum(self.span_from(start), tuple(terms))

    def sign(self) -> str:
        token = self.peek()
        if token.kind not in ("symbol", "command") or token.text not in notation.SIGNS or self.at_typed("→"):
            return ""
        return notation.SIGNS[self.next().text]

    def term(self, sign: str) -> tree.Node:
        token = self.tokens[self.position - 1]
        if self.at_stop() or self.at_separator() or is_relation(self.peek()):
            raise syntax_error("no_operand", token.span, hint("no_operand"), operator=shown(token))
        return self.product()

    def product(self, *, leading: bool = False) -> tree.Node:
        r"""Factors with signs. At the very start a sign may stand alone (`f(\cdot)`) or before its factor (`\times V`)."""
        start = self.position
        first: tree.Node
        if leading and self.product_operator(consume=False):
            behind = self.peek(1)
            if behind is END or behind.kind in ("close", "right", "quad") or behind.kind == "symbol" and behind.text in ",;}&":
                token = self.next()
                return tree.Name(token.span, notation.PRODUCTS[token.text], command=True)
            first = tree.Empty(self.nowhere(self.position))
        else:
            first = self.factor()
        rest: list[tuple[str, tree.Node]] = []
        while operator := self.product_operator():
            rest.append((operator, self.right_factor()))
        return tree.Product(self.span_from(start), first, tuple(rest)) if rest else first

    def product_operator(self, *, consume: bool = True) -> str:
        token = self.peek()
        found = ""
        if token.kind in ("symbol", "command") and token.text in notation.PRODUCTS:
            found = notation.PRODUCTS[token.text]
        elif self.at_symbol(".") and not self.at_symbol(".", 1) and not self.full_stop():
            found = "dot"
        if found and consume:
            self.next()
            if token.text == "*" and token.kind == "symbol":
                self.check_eaten_subscript(token)
        return found

    def check_eaten_subscript(self, star: Token) -> None:
        r"""`w*{<i}` and `h*{t-1}`: a star glued to a brace group of an index was an underscore."""
        if not self.at_symbol("{") or not self.glued(0) or star.spaced:
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
        token = self.tokens[self.position - 1]
        if self.at_stop() or self.at_separator() or is_relation(self.peek()):
            raise syntax_error("no_operand", token.span, hint("no_operand"), operator=shown(token))
        return self.factor()

    def factor(self) -> tree.Node:
        r"""One side of a product sign; `-` may stand before it (`a \cdot -b`)."""
        start = self.position
        if sign := self.sign():
            self.deeper()
            operand = self.factor()
            self.depth -= 1
            return tree.Prefix(self.span_from(start), sign, operand)
        return self.juxtaposed()

    def juxtaposed(self) -> tree.Node:
        """Operands side by side. Empty groups among them vanish."""
        start = self.position
        items = [self.operand()]
        while True:
            token = self.peek()
            if token.kind == "bar":
                role = self.bar_role()
                if role == "evaluate":
                    items = [self.evaluated(items, start)]
                    continue
                if role != "open":
                    break
            elif not self.continues(token):
                break
            items.append(self.unit(items[-1]) or self.operand())
        kept = [item for item in items if not isinstance(item, tree.Empty)] or items[:1]
        return kept[0] if len(kept) == 1 else tree.Juxtaposed(self.span_from(start), tuple(kept))

    def continues(self, token: Token) -> bool:
        """Whether another operand follows without a sign."""
        if token.kind == "symbol" and token.text == ".":
            return self.at_symbol(".", 1)
        return starts_operand(token) and not self.at_connective() or self.at_command("neg", "lnot")

    def unit(self, before: tree.Node) -> tree.Node | None:
        r"""`\text{ bytes}` behind a number is prose."""
        token = self.peek()
        if isinstance(before, tree.Number) and token.kind == "text" and token.text[:1].isspace() and self.peek(1).kind not in ("open", "left"):
            self.next()
            return tree.Text(token.span, token.text)
        return None

    def evaluated(self, items: Sequence[tree.Node], start: int) -> tree.Node:
        r"""`f(x)|_{x=0}` as `\left. f(x) \right|_{x=0}`."""
        body = items[0] if len(items) == 1 else tree.Juxtaposed(self.span_from(start), tuple(items))
        self.next()
        return self.scripted(tree.Fence(self.span_from(start), ".", body, "|"), start)


__all__ = ["LatexSyntaxError", "Parser", "is_operator", "parse"]
