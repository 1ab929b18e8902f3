"""Lists and rows of the grammar: items between separators and connecting words, rows and cells of environments."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.grammar.expressions import Expressions
from vault_tools.compiler.grammar.fences import GRID
from vault_tools.compiler.grammar.literals import WORD
from vault_tools.compiler.lexing.cursor import END, starts_operand
from vault_tools.compiler.lexing.environments import MATRICES, STATEMENTS, SYSTEMS
from vault_tools.compiler.tokens import hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable

FULL_STOP = ("symbol", ".")
INFERENCES = frozenset(("command", name) for name in ("therefore", "because", *notation.END_MARKS))
"""Kind and text of signs that stand between statements as words do."""
CONNECTING = frozenset(word[0] for word in notation.BARE_CONNECTIVES)
"""Letters that a connecting word without `\\text` begins with."""
SEPARATING_KINDS = frozenset({"quad", "bar", "middle"})
SEPARATING = frozenset({*",;.", *(text for _, text in INFERENCES)})
"""Kinds and texts of the tokens that can separate: any other needs no further look."""


class Parser(Expressions):
    """The levels above statements; `display` reads the whole input."""

    def display(self) -> tree.Display:
        """The whole input."""
        rows = self.rows()
        if self.token is not END:
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
        return tuple([row for row in rows if not isinstance(row, tree.Empty)] if tree.Empty in map(type, rows) else rows)

    def environment(self) -> tree.Node:
        r"""A matrix or a system; LatexSyntaxError: an environment that is neither."""
        start = self.position
        self.deeper()
        opening = self.next()
        matrix = opening.text in MATRICES and opening.font != STATEMENTS and "cases" not in opening.text
        self.fences.append(GRID if matrix else "")
        inside, self.inside = self.inside, 0
        if opening.font == STATEMENTS:
            rows = self.rows()
            node = self.close_environment(start, lambda span: tree.Display(span, opening.text, rows))
            if len(rows) == 1 and isinstance(rows[0], tree.Display):
                node = replace(rows[0], span=node.span)
        elif opening.text in MATRICES:
            cells = self.cells(MATRICES[opening.text])
            node = self.close_environment(start, lambda span: tree.Grid(span, MATRICES[opening.text], cells))
        else:
            near = get_close_matches(opening.text, [*MATRICES, *SYSTEMS], 1)
            advice = hint("near_match", command=f"\\begin{{{near[0]}}}") if near else None
            raise syntax_error("unknown_environment", opening.span, advice, name=opening.text)
        self.fences.pop()
        self.inside = inside
        self.depth -= 1
        return node

    def close_environment(self, start: int, make: Callable[[Span], tree.Node]) -> tree.Node:
        r"""`make` with the place of the environment, `\end` included."""
        if self.token.kind != "end":
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
                rows.append(_case(row) if "cases" in kind else tuple(row))
            row = []
            if not self.at_command("\\", "\n"):
                return tuple(rows)
            self.next()

    def cell(self, kind: str, column: int) -> tree.Node:
        r"""One cell. A word of `\text` before a condition of `cases` connects, in whatever language it is."""
        start = self.position
        word = self.case_word() if "cases" in kind and column else ""
        if not word:
            return self.sequence()
        connective = tree.Text(self.span_from(start), word)
        if self.at_stop():
            return connective
        rest = self.sequence()
        items, separators = (rest.items, rest.separators) if isinstance(rest, tree.Sequence) else ((rest,), ())
        return tree.Sequence(self.span_from(start), (connective, *items), ("where", *separators))

    def case_word(self) -> str:
        """The word that a condition starts with, consumed; "" where there is none."""
        token = self.token
        if token.kind == "text" and (starts_operand(self.peek(1)) or self.peek(1).kind == "bar"):
            return self.next().text
        word = self.bare_word() if token.kind == "letter" else ""
        if word not in notation.CONNECTIVES or len(word) < 2:
            return ""
        self.move(self.position + len(word))
        return word

    def sequence(self) -> tree.Node:
        """Items with separators between; leading and trailing separators are dropped. Empty where there is nothing."""
        start = self.position
        items: list[tree.Node] = []
        separators: list[str] = []
        pending = self.separator(leading=True)
        while not self.at_stop():
            connecting = not self.scripts and self.at_connective()
            node = self.connective() if connecting else self.statement()
            if items:
                separators.append(pending or "where")
            items.append(node)
            pending = self.separator()
            if not pending and not connecting and (self.scripts or not self.at_connective()):
                break
        if not items:
            return tree.Empty(self.nowhere(self.position))
        if len(items) == 1:
            return items[0]
        return tree.Sequence(self.span_from(start), tuple(items), tuple(separators))

    def separator(self, *, leading: bool = False) -> str:
        """The strongest of a run of separators: a wide space, else the sign."""
        if self.token.kind not in SEPARATING_KINDS and self.token.text not in SEPARATING:
            return ""
        found: list[str] = []
        while True:
            token = self.token
            if token.kind == "symbol" and token.text in ",;":
                found.append(token.text)
            elif token.kind == "quad" or token[:2] in INFERENCES or (token[:2] == FULL_STOP and self.full_stop()):
                found.append("quad")
            elif token.kind in ("bar", "middle") and not found and not leading and self.bar_separates():
                kind = "‖" if self.bar_is_double() else "|"
                self.move(self.position + self.bar_width(kind) - 1)
                found.append(kind)
            else:
                return "quad" if "quad" in found else (found[0] if found else "")
            self.next()

    def at_connective(self) -> bool:
        """Whether prose between statements comes next."""
        token = self.token
        if token.kind == "letter":
            return not self.scripts and token.text in CONNECTING and self.bare_word() in notation.BARE_CONNECTIVES
        if token.kind != "text" or self.scripts:
            return False
        following = self.peek(1)
        if following.kind == "symbol" and following.text in "_^'":
            return False
        words = token.text.split()
        first = words[0].strip(",.:;") if words else ""
        if first.lower() in notation.CONNECTIVES and not (len(words) == 1 and _is_name(first, following.text)):
            return True
        if WORD.fullmatch(token.text.strip()) or (self.inside and token.text.isalnum()):
            return False
        return (starts_operand(following) and following.kind not in ("open", "left", "text")) or (
            following.kind == "text" and not WORD.fullmatch(following.text.strip())
        )

    def bare_word(self) -> str:
        """The run of letters that comes next, if it stands alone (not before a script or bracket)."""
        if self.position and self.tokens[self.position - 1].kind == "letter" and not self.token.spaced:
            return ""
        length = 1
        while length < 12 and self.peek(length).kind == "letter" and self.glued(length):
            length += 1
        following = self.peek(length)
        if (following.kind in ("open", "left") and not following.spaced) or (following.kind == "symbol" and following.text in "_^'="):
            return ""
        return "".join(self.peek(k).text for k in range(length))

    def connective(self) -> tree.Node:
        """Prose as an item of its own."""
        token = self.token
        start = self.position
        if token.kind == "text":
            self.next()
            return tree.Text(token.span, token.text)
        word = self.bare_word()
        self.move(self.position + len(word))
        return tree.Text(self.span_from(start), word)


def _is_name(text: str, following: str) -> bool:
    r"""`\text{SE}`, a standard error, and `\text{OR} = ad / bc`, a ratio of odds: capitals are no words of other languages."""
    capitals = text.isupper() and len(text) > 1
    return capitals and (following in ("=", ")") or text.lower() not in notation.ENGLISH_CONNECTIVES)


def _case(row: list[tree.Node]) -> tuple[tree.Node, ...]:
    """A row of `cases` without empty cells; a cell that starts with a relation goes on with the cell before (`x &= y + 1`)."""
    cells: list[tree.Node] = []
    for cell in row:
        if isinstance(cell, tree.Relation) and isinstance(cell.first, tree.Empty) and cells:
            before = cells.pop()
            cells.append(tree.Relation(Span(before.span.start, cell.span.end), before, cell.rest))
        elif not isinstance(cell, tree.Empty):
            cells.append(cell)
    return tuple(cells)
