"""Literals of the grammar: letters, numbers and words; and `Grammar`, what every part of the parser may call of the others."""

from __future__ import annotations

import re
from abc import abstractmethod
from decimal import Decimal
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.lexing.cursor import Cursor, is_operator, starts_operand
from vault_tools.compiler.tokens import CONTROL_SPACE, MAXIMUM_DIGITS, THIN_SPACE, hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_tools.compiler.tokens import Token

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_'.@][A-Za-z0-9]+)*'*")
r"""A single word of `\text`, which is a name: `softmax`, `Softmax-1`, `step_num`."""

NO_SNAKES = notation.WORD_OPERATORS | notation.NUMBER_FUNCTIONS | notation.WELL_KNOWN_WORDS | notation.BIG_OPERATORS.keys()
"""Words whose subscript is a range, an index or a base: `max_isim(q, k_i)` has no name of two words."""

SPELLED = re.compile(r"[A-Za-z](?: [A-Za-z]){2,}")
"""A word whose letters a scanner set apart: `m e r g e`."""

DOTTED_NUMBER = re.compile(r"([1-9]\d{0,2}(?:\.\d{3})+)(,\d+|\{,\}\d+)?(?!\d|[.,]\d)")
"""Groups of three with points between, and decimals behind a comma."""
EXPONENT = re.compile(
    r"(?:\\(?:mathrm|rm|mathsf)\{[eE]\}|(?P<mark>[eE]))(?P<exponent>[-+]?\d{1,3}|\{[-+]?\d{1,3}\}|\{[-+]\}\d{1,3})(?!\d|\.\d|[\^_\'(])"
)
"""The end of a number in scientific notation, up to its last digit."""
EXPONENT_TOKENS = 14
DOTTED_PARTS = frozenset("{}.,")
DOTTED_THOUSAND = re.compile(r"[1-9]\d{0,2}\.\d{3}")
"""A thousand, or a little more than one."""


class Grammar(Cursor):
    """The parser is one recursion over several modules; these are the points where one calls a later one."""

    @abstractmethod
    def sequence(self) -> tree.Node:
        """Everything up to a closing bracket, row end or the end (lists.py)."""

    @abstractmethod
    def product(self, *, leading: bool = False) -> tree.Node:
        """Factors up to a sign, relation, separator or closing bracket (expressions.py)."""

    @abstractmethod
    def juxtaposed(self) -> tree.Node:
        """Operands side by side (expressions.py)."""

    @abstractmethod
    def operand(self) -> tree.Node:
        """One atom with its scripts (scripts.py)."""

    @abstractmethod
    def atom(self) -> tree.Node:
        """One operand without scripts (operands.py)."""

    @abstractmethod
    def environment(self) -> tree.Node:
        r"""From `\begin` to `\end` (lists.py)."""

    @abstractmethod
    def at_connective(self) -> bool:
        """Whether prose between statements comes next (lists.py)."""

    @abstractmethod
    def argument(self, command: Token, ordinal: int) -> tree.Node:
        """The argument of a command (operands.py)."""

    @abstractmethod
    def big_operator(self, name: str, start: int, *, needed: bool = True) -> tree.Node:
        """Scripts and body of an operator (scripts.py)."""

    def nested(self, read: Callable[[], tree.Node]) -> tree.Node:
        """`read()`, one level deeper."""
        self.deeper()
        node = read()
        self.depth -= 1
        return node


class Literals(Grammar):
    """Operands that are one run of tokens."""

    decimal_comma = False
    """Whether the formula writes `{,}` for a decimal comma somewhere."""

    def letters(self) -> tree.Node:
        r"""A run of letters with nothing between; `\_` joins, with the digits behind it."""
        start = self.position
        first = self.next()
        text = first.text
        while not self.token.spaced and (
            self.token.kind == "letter" or (self.token.text == "_" and (self.joining() or self.snaking(text)))
        ):
            token = self.next()
            text += token.text
            while text[-1] in "_@0123456789" and ("_" in text or "@" in text) and self.token.kind == "digit" and not self.token.spaced:
                text += self.next().text
        alone = self.position == start + 1
        node = tree.Letters(first.span if alone else self.span_from(start), text)
        if not alone:
            self.check_lost_backslash(node)
        if self.token.text == ".":
            self.check_attribute(node)
        return node

    def joining(self) -> bool:
        r"""Whether `\_` and more of the name come next."""
        return self.at_command("_") and self.peek(1).kind in ("letter", "digit") and self.glued(1)

    def snaking(self, text: str) -> bool:
        """Whether `_` and a word come next behind a word: `learning_rate` is one name that lost its backslash."""
        if not self.at_symbol("_") or text in NO_SNAKES:
            return False
        return len(text) > 2 and text.islower() and len(self.run_at(1)) > 2

    def run_at(self, ahead: int) -> str:
        """The small letters that come next, with nothing between them or before them."""
        text = ""
        while self.peek(ahead).kind == "letter" and self.peek(ahead).text.islower() and self.glued(ahead):
            text += self.peek(ahead).text
            ahead += 1
        return text

    def check_attribute(self, node: tree.Letters) -> None:
        """`math.cos`, `x.mean()`: a program's dot; no product."""
        if self.at_symbol(".") and not self.token.spaced and (word := self.run_at(1))[1:]:
            span = Span(node.span.start, self.here().end + len(word))
            raise syntax_error("attribute", span, hint("attribute", word=word), name=f"{node.text}.{word}")

    def check_lost_backslash(self, node: tree.Letters) -> None:
        """`frac{1}{2}`, `left(`: a command without its backslash."""
        following = self.token
        takes = node.text in notation.ARITY or node.text in notation.TEXT_COMMANDS
        brace = following.kind == "symbol" and following.text == "{"
        sided = node.text in ("left", "right") and following.kind in ("open", "close", "bar")
        if (takes and brace) or sided or (node.text in ("begin", "end") and brace):
            raise syntax_error("lost_backslash", node.span, hint("lost_backslash", command=f"\\{node.text}"), word=node.text)

    def number(self) -> tree.Node:
        """Digits with a decimal point, decimal comma `{,}` or thousands separators."""
        start = self.position
        dotted = self.dotted_groups()
        if dotted is not None:
            return tree.Number(self.span_from(start), dotted, self.written(start))
        text = self.spaced_groups(self.digits())
        groups = [text]
        while self.brace_comma() or self.thousands(groups):
            self.move(self.position + (3 if self.at_symbol("{") else 1))
            groups.append(self.digits())
        if len(groups) > 1:
            text = self.joined(groups)
        elif self.typed_decimal(start):
            self.next()
            text += "." + self.digits()
        if self.pointed():
            if "." in text:
                raise syntax_error("number", self.span_from(start), hint("number"))
            self.next()
            text += "." + self.digits()
            if self.pointed():
                return self.numbering(start)
        mantissa = self.written(start)
        exponent = self.power_of_ten(apart=mantissa == "1")
        if exponent is not None:
            text = f"{Decimal(text).scaleb(exponent):f}"
        span, written = self.span_from(start), mantissa if exponent is None else f"{mantissa}e{exponent}"
        if len(text) > MAXIMUM_DIGITS:
            raise syntax_error("too_many_digits", span, limit=MAXIMUM_DIGITS)
        return tree.Number(span, text, written, self.decimal_comma and DOTTED_THOUSAND.fullmatch(written) is not None)

    def pointed(self) -> bool:
        """Whether a point and a digit come next, with nothing between."""
        return self.at_symbol(".") and self.peek(1).kind == "digit" and not self.token.spaced and self.glued(1)

    def numbering(self, start: int) -> tree.Text:
        """`2.5.3`: the number of a section or a version, which is no quantity and no product."""
        while self.pointed():
            self.next()
            self.digits()
        return tree.Text(self.span_from(start), self.written(start))

    def power_of_ten(self, *, apart: bool) -> int | None:
        r"""The -3 of `1e-3`, `1E-3`, `1\text{e-}3`: nothing stands between and no script behind; `2e - 3` is Euler's number.

        `apart`: spaces may stand between, as in `1 e - 3`; nobody multiplies by 1.
        """
        run = ""
        for token in self.tokens[self.position : self.position + EXPONENT_TOKENS]:
            if token.spaced and not apart:
                break
            run += f"\\{token.text}" if token.kind == "command" else token.text
        found = EXPONENT.match(run)
        if found is None or (found["mark"] == "E" and self.names_letter("E")):
            return None
        length = 0
        while length < found.end():
            token = self.next()
            length += len(token.text) + (token.kind == "command")
        return int(found["exponent"].replace("{", "").replace("}", ""))

    def names_letter(self, letter: str) -> bool:
        """Whether a letter stands somewhere that is not right behind a digit."""
        return any(
            token.kind == "letter" and token.text == letter and (token.spaced or not at or self.tokens[at - 1].kind != "digit")
            for at, token in enumerate(self.tokens)
        )

    def dotted_groups(self) -> str | None:
        r"""`1.234,5`, `1.234{,}5` and `1.234.567`: points between thousands, which a comma or a second point behind them tells."""
        run = ""
        for token in self.tokens[self.position : self.position + MAXIMUM_DIGITS]:
            if token.kind != "digit" and token.text not in DOTTED_PARTS:
                break
            if run and token.spaced:
                break
            run += token.text
        match = DOTTED_NUMBER.match(run)
        if match is None or (match[2] is None and match[1].count(".") < 2):
            return None
        if match[2] and "{" not in match[2] and not self.decimal_comma and (self.scripts or self.fences[-1] not in ("", "grid")):
            return None  # `(1.234,5)` are two numbers, unless decimals are written with a comma elsewhere
        self.move(self.position + len(match[0]))
        whole, decimals = match[1].replace(".", ""), (match[2] or "").strip("{,}")
        return f"{whole}.{decimals}" if decimals else whole

    def digits(self) -> str:
        """A run of digits."""
        text = self.next().text
        while self.token.kind == "digit" and not self.token.spaced:
            text += self.next().text
        return text

    def spaced_groups(self, text: str) -> str:
        r"""Digits with the groups of three behind them: `536\,870\,912`, `536\ 870`, `536'870`; outside scripts and matrices."""
        if len(text) > 3 or text[0] == "0" or self.scripts or self.fences[-1] not in ("", "(", "left("):
            return text
        while self.group_follows():
            self.move(self.position + self.at_symbol("'"))
            text += self.digits()
            if not self.group_follows() and self.token.kind == "digit":
                raise syntax_error("number", self.here(), hint("number"))
        return text

    def group_follows(self) -> bool:
        """Whether a mark of thousands and exactly three digits come next."""
        mark = int(self.at_symbol("'"))
        first = self.peek(mark)
        if first.kind != "digit" or (not mark and first.font not in (CONTROL_SPACE, THIN_SPACE)) or (mark and first.spaced):
            return False
        three = all(self.peek(mark + k).kind == "digit" and self.glued(mark + k) for k in (1, 2))
        return three and not (self.peek(mark + 3).kind == "digit" and self.glued(mark + 3))

    def brace_comma(self) -> bool:
        """Whether `{,}` and a digit come next."""
        return self.at_symbol("{") and self.at_symbol(",", 1) and self.at_symbol("}", 2) and self.peek(3).kind == "digit"

    def thousands(self, groups: list[str]) -> bool:
        """`1,024` outside brackets and scripts, or beside a sign in round ones: a comma with three digits behind separates thousands."""
        inside = self.fences[-1] in ("(", "left(") and (len(groups) > 1 or self.beside_sign(len(groups[0])))
        if (
            (self.fences[-1] not in ("", "grid") and not inside)
            or self.scripts
            or len(groups[0]) > 3
            or groups[0] == "0"
            or not self.at_symbol(",")
            or self.token.spaced
        ):
            return False
        three = all(self.peek(k).kind == "digit" and self.glued(k) for k in (1, 2, 3))
        return three and not (self.peek(4).kind == "digit" and self.glued(4)) and all(len(g) == 3 for g in groups[1:])

    def beside_sign(self, length: int) -> bool:
        r"""Whether a sign stands before the digits that were read, or behind the group that follows: `(2 \times 1,024)` is no list."""
        start = self.position - length
        return (start > 0 and is_operator(self.tokens[start - 1])) or is_operator(self.peek(4))

    def typed_decimal(self, start: int) -> bool:
        """Whether `,` is a decimal comma typed without braces (`0,88`): one comma between digits, outside lists, brackets and scripts.

        Beside a sign it is one in brackets, too (`(1 - 0,55)`), behind 0 and where the formula has such commas outside of them.
        LatexSyntaxError: `i = 1,2` can be two numbers and one, unless the note writes decimals so.
        """
        inside = self.fences[-1] in ("(", "left(") and (self.decimal_comma or self.tokens[start].text == "0")
        if (self.fences[-1] not in ("", "grid") and not inside) or self.scripts or not self.at_symbol(",") or self.token.spaced:
            return False
        length = 1
        while self.peek(length).kind == "digit" and self.glued(length):
            length += 1
        behind = self.peek(length)
        pointed = (
            behind.text == "." and self.peek(length + 1).kind == "digit" and self.glued(length + 1)
        )  # `0,1.5`: the decimals have a point
        listed = (start > 0 and self.tokens[start - 1].text == ",") or (behind.kind == "symbol" and behind.text == ",") or pointed
        if length == 1 or listed:
            return False
        if inside:
            signed = start > 0 and is_operator(self.tokens[start - 1])
            return signed or is_operator(behind)
        if length > 2 or self.tokens[start].text == "0" or self.fences[-1] or is_operator(behind) or starts_operand(behind):
            return True
        if (behind.kind == "command" and behind.text == "%") or (self.decimal_comma and not self.lists_before(start)):
            return True
        place = Span(self.tokens[start].span.start, self.peek(1).span.end)
        raise syntax_error("ambiguous_comma", place, hint("ambiguous_comma"))

    def lists_before(self, start: int) -> bool:
        """Whether a comma stands before a number: in `x, y = 1,2` there may be two of them."""
        return any(token.kind == "symbol" and token.text == "," for token in self.tokens[:start])

    def joined(self, groups: list[str]) -> str:
        """`10{,}000` is ten thousand, `0{,}5` a half. Three digits behind one comma are thousands unless decimal commas stand elsewhere."""
        thousands = all(len(g) == 3 for g in groups[1:]) and 0 < len(groups[0]) <= 3 and groups[0][0] != "0"
        if thousands and (len(groups) > 2 or not self.decimal_comma):
            return "".join(groups)
        if len(groups) == 2:
            return ".".join(groups)
        raise syntax_error("number", self.span_from(self.position - 1), hint("number"))

    def written(self, start: int) -> str:
        """The tokens from `start` on as text."""
        return "".join(token.text for token in self.tokens[start : self.position])

    def text(self) -> tree.Node:
        r"""A word is a Name, everything else prose."""
        token = self.next()
        word = re.sub(r"^arg (max|min)$", r"arg\1", token.text.strip())
        word = word.replace(" ", "") if SPELLED.fullmatch(word) else word
        if not WORD.fullmatch(word):
            return tree.Text(token.span, token.text)
        name = tree.Name(token.span, word)
        return tree.Styled(token.span, token.font, name) if token.font in ("bf", "sf") else name

    def dots(self) -> tree.Node:
        """`...`, `..` or `.5`."""
        start = self.position
        while self.at_symbol("."):
            self.next()
        count = self.position - start
        if count > 1:
            return tree.Ellipsis_(self.span_from(start), "dots")
        if self.token.kind == "digit" and not self.token.spaced:
            text = "0." + self.digits()
            return tree.Number(self.span_from(start), text, self.written(start))
        self.move(start)
        raise self.unexpected()
