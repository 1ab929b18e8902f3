r"""The operands of the grammar: names, numbers, groups, fences, fractions, roots, accents and their scripts.

`Operands` reads what stands between two operators; the levels above it (products, sums, relations, lists) are in syntax.py.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import replace

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.cursor import END, Cursor, is_operator, is_relation, shown, starts_operand
from vault_tools.compiler.tokens import MAXIMUM_DIGITS, Token, hint, syntax_error
from vault_tools.model import Span

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_'.][A-Za-z0-9]+)*'*")
"""A single word of `\\text`, which is a name: `softmax`, `Softmax-1`, `step_num`."""


class Operands(Cursor):
    """Recursive descent over operands; the abstract methods are the levels above."""

    decimal_comma = False

    @abstractmethod
    def sequence(self) -> tree.Node:
        """Everything up to a closing bracket, row end or the end."""

    @abstractmethod
    def product(self) -> tree.Node:
        """Factors up to a sign, relation, separator or closing bracket."""

    @abstractmethod
    def environment(self) -> tree.Node:
        r"""From `\begin` to `\end`."""

    # ------------------------------------------------------------ scripts

    def operand(self) -> tree.Node:
        """One atom with its scripts and postfix signs."""
        start = self.position
        base = self.atom()
        while True:
            if self.at_symbol("^") or self.at_symbol("_") or self.at_symbol("'"):
                base = self.scripted(base, start)
            elif self.at_symbol("!"):
                base = self.factorial(base, start)
            elif self.at_command("%"):
                self.next()
                base = tree.Postfix(self.span_from(start), "percent", base)
            else:
                return base

    def scripted(self, base: tree.Node, start: int) -> tree.Node:
        """All scripts of one base. LatexSyntaxError: two on one side."""
        sub: tree.Node | None = None
        sup: tree.Node | None = None
        primes = 0
        while self.peek().kind == "symbol" and self.peek().text in ("^", "_", "'"):
            mark = self.next()
            if mark.text == "'":
                if sup is not None:
                    raise syntax_error("double_script", mark.span, hint("prime_first"), mark="'")
                primes += 1
                continue
            script = self.script(mark)
            if (sub if mark.text == "_" else sup) is not None:
                raise syntax_error("double_script", self.span_from(start), hint("double_script", mark=mark.text), mark=mark.text)
            if mark.text == "_":
                sub = script
            else:
                sup, more = _primes(script)
                primes += more
        degree = isinstance(sup, tree.Name) and sup.text == "degree" and sub is None and not primes
        if degree:
            return tree.Postfix(self.span_from(start), "degree", base)
        if sub is None and sup is None and not primes:
            return base
        node = tree.Scripted(self.span_from(start), base, sub, sup, primes)
        return self.limited(node, start)

    def limited(self, node: tree.Scripted, start: int) -> tree.Node:
        """`max_j` and `argmax_k` written as words are operators where they carry a subscript and something follows."""
        if self.scripts or node.sub is None or not isinstance(node.base, tree.Letters | tree.Name) or node.base.text not in notation.WORD_OPERATORS:
            return node
        return self.with_body(node.base.text, node.sub, node.sup, start, needed=False)

    def script(self, mark: Token) -> tree.Node:
        r"""The argument of `_` or `^`: a group, or one token as TeX takes it."""
        token = self.peek()
        self.scripts += 1
        self.fences.append("")
        if token.kind == "symbol" and token.text == "{":
            node = self.script_group()
        elif token.kind == "symbol" and token.text in ("+", "-", "*", "/") or token.kind == "command" and token.text in ("ast", "star", "pm", "mp"):
            node = self.sign_script()
        elif token.kind == "symbol" and token.text == "'":
            self.next()
            node = tree.Name(token.span, "prime")
        elif token.kind == "open":
            node = self.nested(self.fence)
        elif starts_operand(token) and token.kind not in ("left", "begin"):
            node = self.single(token)
        elif token.kind == "command" and token.text in notation.PRODUCTS | notation.RELATIONS:
            self.next()
            node = tree.Name(token.span, "degree" if token.text == "circ" else token.text, command=True)
        else:
            raise syntax_error("no_script", mark.span, hint("no_script", mark=mark.text), mark=mark.text)
        self.fences.pop()
        self.scripts -= 1
        return node

    def sign_script(self) -> tree.Node:
        """`k_+`, `h^*`. A minus directly before a digit is a forgotten brace (`10^-3`)."""
        token = self.next()
        if token.text == "-" and self.peek().kind == "digit" and self.glued(0):
            raise syntax_error("script_minus", Span(token.span.start, self.here().end), hint("script_minus"))
        return tree.Name(token.span, _SIGN_NAMES.get(token.text, token.text), command=token.kind == "command")

    def single(self, token: Token) -> tree.Node:
        """One token (with its own arguments) as a script."""
        digit = token.kind == "digit"
        node = self.token_argument()
        following = self.peek()
        if digit and following.kind == "digit" and not following.spaced:
            written = Span(token.span.start, following.span.end)
            raise syntax_error("script_digits", written, hint("script_digits"), digit=token.text)
        return node

    def script_group(self) -> tree.Node:
        r"""`{i=1}`, `{<t-1>}`, `{(0)}`, `{+}`, `{}`; operators alone are names."""
        start = self.position
        self.deeper()
        opening = self.next()
        if lone := self.lone_operator():
            node: tree.Node = lone
        elif self.at_symbol("<") and (inner := self.angled()):
            node = inner
        else:
            node = self.group_content(opening)
        self.close_group(opening)
        self.depth -= 1
        return replace(node, span=self.span_from(start)) if isinstance(node, tree.Empty) else node

    def lone_operator(self) -> tree.Node | None:
        """`{+}`, `{*}`, `{\\circ}`, `{\\prime\\prime}`: a script that is only a sign."""
        token = self.peek()
        if not self.at_symbol("}", 1) or not is_operator(token) or self.at_symbol(":"):
            return None
        self.next()
        text = "degree" if token.text == "circ" and token.kind == "command" else _SIGN_NAMES.get(token.text, token.text)
        return tree.Name(token.span, text, command=token.kind == "command")

    def angled(self) -> tree.Node | None:
        """The step label `<t-1>` of a script."""
        end = self.position + 1
        while end < self.stop and self.tokens[end].text not in (">", "<", "}", "{"):
            end += 1
        if end + 1 >= self.stop or self.tokens[end].text != ">" or self.tokens[end + 1].text != "}":
            return None
        start = self.position
        self.next()
        stop, self.stop = self.stop, end
        body = self.sequence()
        if self.position < end:
            raise self.unexpected()
        self.stop = stop
        self.next()
        return tree.Fence(self.span_from(start), "⟨", body, "⟩")

    def factorial(self, base: tree.Node, start: int) -> tree.Node:
        r"""`n!`; a word before `!` and a bracket after it is a `\!` that lost its backslash."""
        mark = self.next()
        inner = base
        word = isinstance(inner, tree.Letters) and len(inner.text) > 1 or isinstance(inner, tree.Name) and inner.text not in notation.GREEK
        if word and self.peek().kind in ("open", "left"):
            raise syntax_error("lost_thin_space", mark.span, hint("lost_thin_space"))
        return tree.Postfix(self.span_from(start), "!", base)

    # ------------------------------------------------------------ atoms

    def atom(self) -> tree.Node:
        """One operand without scripts."""
        token = self.peek()
        match token.kind:
            case "letter":
                return self.letters()
            case "digit":
                return self.number()
            case "text":
                return self.text()
            case "open" | "left":
                return self.fence()
            case "begin":
                return self.environment()
            case "bar":
                return self.bar_fence()
            case "command":
                return self.command()
            case "symbol" if token.text == "{":
                return self.group()
            case "symbol" if token.text == ".":
                return self.dots()
            case "symbol" if token.text in ("^", "_"):
                raise syntax_error("no_base", token.span, hint("no_base", mark=token.text), mark=token.text)
        raise self.unexpected()

    def letters(self) -> tree.Node:
        r"""A run of letters with nothing between; `\_` joins, with the digits behind it."""
        start = self.position
        text = self.next().text
        while self.glued(0) and (self.peek().kind == "letter" or self.joining()):
            token = self.next()
            text += "_" if token.kind == "command" else token.text
            while text[-1] in "_0123456789" and "_" in text and self.peek().kind == "digit" and self.glued(0):
                text += self.next().text
        node = tree.Letters(self.span_from(start), text)
        self.check_lost_backslash(node)
        return node

    def joining(self) -> bool:
        return self.at_command("_") and self.peek(1).kind in ("letter", "digit") and self.glued(1)

    def check_lost_backslash(self, node: tree.Letters) -> None:
        """`frac{1}{2}`, `left(`: a command without its backslash."""
        following = self.peek()
        takes = node.text in notation.ARITY or node.text in notation.TEXT_COMMANDS
        brace = following.kind == "symbol" and following.text == "{"
        sided = node.text in ("left", "right") and following.kind in ("open", "close", "bar")
        if takes and brace or sided or node.text in ("begin", "end") and brace:
            raise syntax_error("lost_backslash", node.span, hint("lost_backslash", command=f"\\{node.text}"), word=node.text)

    def number(self) -> tree.Node:
        """Digits with a decimal point, decimal comma `{,}` or thousands separators."""
        start = self.position
        text = self.digits()
        groups = [text]
        while self.brace_comma() or self.thousands(groups):
            self.position += 3 if self.at_symbol("{") else 1
            groups.append(self.digits())
        if len(groups) > 1:
            text = self.joined(groups)
        if self.at_symbol(".") and self.peek(1).kind == "digit" and self.glued(0) and self.glued(1):
            self.next()
            text += "." + self.digits()
        span = self.span_from(start)
        if len(text) > MAXIMUM_DIGITS:
            raise syntax_error("too_many_digits", span, limit=MAXIMUM_DIGITS)
        return tree.Number(span, text, self.written(start))

    def digits(self) -> str:
        text = self.next().text
        while self.peek().kind == "digit" and self.glued(0):
            text += self.next().text
        return text

    def brace_comma(self) -> bool:
        return self.at_symbol("{") and self.at_symbol(",", 1) and self.at_symbol("}", 2) and self.peek(3).kind == "digit"

    def thousands(self, groups: list[str]) -> bool:
        """`1,024` outside brackets and scripts, where a comma with three digits on its right separates thousands."""
        if self.fences[-1] or self.scripts or len(groups[0]) > 3 or groups[0] == "0" or not self.at_symbol(",") or not self.glued(0):
            return False
        three = all(self.peek(k).kind == "digit" and self.glued(k) for k in (1, 2, 3))
        return three and not (self.peek(4).kind == "digit" and self.glued(4)) and all(len(g) == 3 for g in groups[1:])

    def joined(self, groups: list[str]) -> str:
        """`10{,}000` is ten thousand, `0{,}5` a half; three digits behind one comma are thousands unless the formula uses decimal commas."""
        thousands = all(len(g) == 3 for g in groups[1:]) and 0 < len(groups[0]) <= 3 and groups[0][0] != "0"
        if thousands and (len(groups) > 2 or not self.decimal_comma):
            return "".join(groups)
        if len(groups) == 2:
            return ".".join(groups)
        raise syntax_error("number", self.span_from(self.position - 1), hint("number"))

    def written(self, start: int) -> str:
        return "".join(token.text for token in self.tokens[start : self.position])

    def text(self) -> tree.Node:
        r"""A word is a Name, everything else prose."""
        token = self.next()
        word = token.text.strip()
        if not WORD.fullmatch(word):
            return tree.Text(token.span, token.text)
        name = tree.Name(token.span, word)
        return tree.Styled(token.span, token.font, name) if token.font in ("bf", "sf", "tt") else name

    def dots(self) -> tree.Node:
        """`...`, `..` or `.5`."""
        start = self.position
        while self.at_symbol("."):
            self.next()
        count = self.position - start
        if count > 1:
            return tree.Ellipsis_(self.span_from(start), "dots")
        if self.peek().kind == "digit" and self.glued(0):
            text = "0." + self.digits()
            return tree.Number(self.span_from(start), text, self.written(start))
        self.position = start
        raise self.unexpected()

    # ------------------------------------------------------------ groups and fences

    def group(self) -> tree.Node:
        """`{…}`: what is inside, or Empty."""
        start = self.position
        self.deeper()
        opening = self.next()
        self.fences.append("")
        if self.at_symbol("}", 1) and is_operator(self.peek()):
            token = self.next()
            node: tree.Node = tree.Name(token.span, _SIGN_NAMES.get(token.text, token.text), command=token.kind == "command")
        else:
            node = self.group_content(opening)
        self.fences.pop()
        self.close_group(opening)
        self.depth -= 1
        return replace(node, span=self.span_from(start)) if isinstance(node, tree.Empty) else node

    def group_content(self, opening: Token) -> tree.Node:
        r"""Up to the closing brace, with `\over` and `\choose`."""
        start = self.position
        node = self.sequence()
        if self.at_command(*notation.OVERS):
            bar = notation.OVERS[self.next().text]
            below = self.sequence()
            if isinstance(node, tree.Empty) or isinstance(below, tree.Empty):
                raise syntax_error("empty_over", self.span_from(start), hint("empty_over"))
            node = tree.Fraction(self.span_from(start), node, below, bar)
        return node if not isinstance(node, tree.Empty) else tree.Empty(opening.span)

    def close_group(self, opening: Token) -> None:
        if not self.at_symbol("}"):
            if self.peek() is END:
                raise syntax_error("unclosed", opening.span, hint("close_at_end"), opener="{", closer="}")
            raise self.unexpected()
        self.next()

    def fence(self) -> tree.Node:
        r"""`(…)`, `[…)`, `\left…\right`, `\lvert…\rvert`."""
        start = self.position
        self.deeper()
        opening = self.next()
        self.fences.append(opening.text if opening.kind == "open" else f"left{opening.text}")
        body = self.sequence()
        closing = self.peek()
        self.fences.pop()
        wanted = "right" if opening.kind == "left" else "close"
        if closing.kind == "bar" and opening.text == closing.text:
            wanted = "bar"
        if closing.kind != wanted:
            raise self.unexpected() if closing is not END else syntax_error(
                "unclosed", opening.span, hint("close_at_end"), opener=shown(opening), closer=notation.PARTNERS.get(opening.text, ")")[0]
            )
        self.next()
        self.depth -= 1
        return tree.Fence(self.span_from(start), opening.text, body, closing.text)

    def bar_fence(self) -> tree.Node:
        r"""`|x|`, `\|x\|`, `||x||`, or the big concatenation sign `\|_{k=1}^{K}`."""
        start = self.position
        self.deeper()
        kind, width = self.opening_bar()
        self.position += width
        if kind == "‖" and (self.at_symbol("_") or self.at_symbol("^")):
            self.depth -= 1
            return self.big_operator("concat", start)
        self.fences.append(kind)
        body = self.sequence()
        self.fences.pop()
        if not self.at_bar(kind):
            raise syntax_error("unclosed", Span(self.tokens[start].span.start, self.tokens[start + width - 1].span.end), hint("bar"), opener=kind, closer=kind)
        self.position += self.bar_width(kind)
        self.depth -= 1
        return tree.Fence(self.span_from(start), kind, body, kind)

    def opening_bar(self) -> tuple[str, int]:
        """Kind and number of tokens of the bar that opens here: `||` is one double bar where another follows."""
        if self.peek().text == "‖":
            return "‖", 1
        pair = self.peek(1).kind == "bar" and self.peek(1).text == "|" and self.glued(1)
        return ("‖", 2) if pair and self.bars[self.position].doubles > 1 else ("|", 1)

    def at_bar(self, kind: str) -> bool:
        """Whether a bar of this kind comes next."""
        token = self.peek()
        if token.kind != "bar":
            return False
        return token.text == kind or (kind == "‖" and self.peek(1).kind == "bar" and self.peek(1).text == "|" and self.glued(1))

    def bar_width(self, kind: str) -> int:
        return 2 if kind == "‖" and self.peek().text == "|" else 1

    # ------------------------------------------------------------ commands

    def command(self) -> tree.Node:
        """An operand that starts with a control word."""
        token = self.peek()
        name = token.text
        for table, read in self.readers:
            if name in table:
                return read(self, token)
        if starts_operand(token):
            raise syntax_error("unknown_command", token.span, None, command=f"\\{name}")
        raise self.unexpected()

    def symbol(self, token: Token) -> tree.Node:
        self.next()
        return tree.Name(token.span, notation.SYMBOLS.get(token.text, token.text), command=True)

    def blackboard(self, token: Token) -> tree.Node:
        self.next()
        return tree.Styled(token.span, "bb", tree.Letters(token.span, notation.BLACKBOARD_COMMANDS[token.text]))

    def ellipsis(self, token: Token) -> tree.Node:
        self.next()
        return tree.Ellipsis_(token.span, notation.ELLIPSES[token.text])

    def literal(self, token: Token) -> tree.Node:
        self.next()
        return tree.Text(token.span, notation.LITERALS[token.text])

    def fraction(self, token: Token) -> tree.Node:
        start = self.position
        self.next()
        numerator = self.argument(token, 1)
        denominator = self.argument(token, 2)
        return tree.Fraction(self.span_from(start), numerator, denominator, token.text in notation.FRACTIONS)

    def root(self, token: Token) -> tree.Node:
        r"""`\sqrt{x}`, `\sqrt[3]{x}`, `\sqrt d`, `\sqrt(x)`."""
        start = self.position
        self.next()
        degree = None
        if self.peek().kind == "open" and self.peek().text == "[":
            fence = self.fence()
            assert isinstance(fence, tree.Fence)
            degree = fence.body
        braced = self.at_symbol("{")
        round_ = self.peek().kind in ("open", "left")
        radicand = self.nested(self.fence) if round_ else self.argument(token, 1)
        return tree.Root(self.span_from(start), radicand, degree, braced)

    def accent(self, token: Token) -> tree.Node:
        start = self.position
        self.next()
        body = self.argument(token, 1)
        return tree.Accented(self.span_from(start), notation.ACCENTS[token.text], body)

    def font(self, token: Token) -> tree.Node:
        r"""`\mathrm{softmax}` is a Name, `\mathbf{Q}` a Styled; `\mathrm{argmax}_k` and `\mathbb{E}_x` are operators."""
        start = self.position
        self.next()
        body = self.argument(token, 1)
        node = styled(notation.FONTS[token.text], body, self.span_from(start))
        if isinstance(node, tree.Name) and node.text in ("argmax", "argmin") and not self.scripts:
            return self.limit_or_name(node.text, start)
        expectation = isinstance(node, tree.Styled) and node.font == "bb" and isinstance(node.body, tree.Letters) and node.body.text == "E"
        if (expectation or isinstance(node, tree.Name) and node.text == "E") and self.at_symbol("_") and not self.scripts:
            return self.big_operator("E", start)
        return node

    def font_switch(self, token: Token) -> tree.Node:
        r"""`{\rm softmax}`, `{\bf z}`: the rest of the group."""
        start = self.position
        self.next()
        self.deeper()
        body = self.sequence()
        self.depth -= 1
        if isinstance(body, tree.Empty):
            return body
        return styled(notation.FONT_SWITCHES[token.text], body, self.span_from(start))

    def wrapped(self, token: Token) -> tree.Node:
        self.next()
        return self.argument(token, 1)

    def brace(self, token: Token) -> tree.Node:
        r"""`\underbrace{body}_{label}`."""
        start = self.position
        self.next()
        body = self.argument(token, 1)
        label = None
        while self.at_symbol("_") or self.at_symbol("^"):
            mark = self.next()
            self.deeper()
            label = self.script(mark)
            self.depth -= 1
        return tree.Labelled(self.span_from(start), body, label, "brace")

    def stacked(self, token: Token) -> tree.Node:
        r"""`\underset{k}{\max}` is an operator with a subscript, other stacks a labelled body."""
        start = self.position
        self.next()
        label = self.argument(token, 1)
        body = self.argument(token, 2)
        limits = isinstance(body, tree.Name) and body.text in notation.LIMIT_OPERATORS or isinstance(body, tree.BigOperator)
        if limits and token.text == "underset":
            operator = body.text if isinstance(body, tree.Name) else body.operator if isinstance(body, tree.BigOperator) else ""
            return self.with_body(operator, label, None, start, needed=False)
        return tree.Labelled(self.span_from(start), body, label, "set")

    def substack(self, token: Token) -> tree.Node:
        r"""`\substack{i \\ j}`: a list."""
        start = self.position
        self.next()
        if not self.at_symbol("{"):
            raise syntax_error("missing_argument", token.span, command="\\substack")
        opening = self.next()
        rows = [self.nested(self.sequence)]
        while self.at_command("\\"):
            self.next()
            rows.append(self.nested(self.sequence))
        self.close_group(opening)
        kept = tuple(row for row in rows if not isinstance(row, tree.Empty))
        if len(kept) < 2:
            return kept[0] if kept else tree.Empty(self.span_from(start))
        return tree.Sequence(self.span_from(start), kept, (",",) * (len(kept) - 1))

    def prefix(self, token: Token) -> tree.Node:
        start = self.position
        self.next()
        operand = self.nested(self.operand)
        return tree.Prefix(self.span_from(start), "neg", operand)

    def modulus(self, token: Token) -> tree.Node:
        start = self.position
        self.next()
        body = self.argument(token, 1)
        word = tree.Name(token.span, "mod", command=True)
        return tree.Fence(self.span_from(start), "(", tree.Juxtaposed(self.span_from(start), (word, body)), ")")

    # ------------------------------------------------------------ operators with a body

    def operator(self, token: Token) -> tree.Node:
        start = self.position
        self.next()
        self.check_eaten_underscore(token)
        return self.big_operator(notation.BIG_OPERATORS[token.text], start)

    def function(self, token: Token) -> tree.Node:
        r"""`\exp`, `\max`; `\arg\max` is one operator; with a subscript `\max_j` has a body."""
        start = self.position
        name = self.next().text
        if name == "arg" and self.at_command("max", "min"):
            name += self.next().text
        if name in notation.LIMIT_OPERATORS and name not in ("Pr", "det", "gcd"):
            return self.limit_or_name(notation.LIMIT_OPERATORS[name], start)
        return tree.Name(self.span_from(start), name, command=True)

    def limit_or_name(self, name: str, start: int) -> tree.Node:
        self.check_eaten_underscore(self.tokens[start])
        if (self.at_symbol("_") and not self.scripts) or name == "lim":
            return self.big_operator(name, start, needed=False)
        return tree.Name(self.span_from(start), name, command=True)

    def big_operator(self, name: str, start: int, *, needed: bool = True) -> tree.Node:
        """Scripts in either order, then the body."""
        sub: tree.Node | None = None
        sup: tree.Node | None = None
        while self.at_symbol("_") or self.at_symbol("^"):
            mark = self.next()
            script = self.script(mark)
            if (sub if mark.text == "_" else sup) is not None:
                raise syntax_error("double_script", self.span_from(start), hint("double_script", mark=mark.text), mark=mark.text)
            sub, sup = (script, sup) if mark.text == "_" else (sub, script)
        return self.with_body(name, sub, sup, start, needed=needed)

    def with_body(self, name: str, sub: tree.Node | None, sup: tree.Node | None, start: int, *, needed: bool) -> tree.Node:
        """The operator with what follows. LatexSyntaxError: nothing does, and the operator must have a body."""
        written = self.span_from(start)
        token = self.peek()
        if starts_operand(token) or token.kind == "bar" and not self.closing_bar() or token.text in ("-", "neg", "pm", "lnot") and token.kind != "text":
            body = self.nested(self.product)
            return tree.BigOperator(self.span_from(start), name, sub, sup, body)
        if needed:
            raise syntax_error("empty_operator", written, hint("empty_operator"), operator=shown(self.tokens[start]))
        return tree.BigOperator(written, name, sub, sup, None)

    def closing_bar(self) -> bool:
        """Whether the bar that comes next closes the fence around."""
        return self.fences[-1] in ("|", "‖") and self.at_bar(self.fences[-1])

    def check_eaten_underscore(self, token: Token) -> None:
        r"""`\sum*{i=1}`: a Markdown formatter took `_` for emphasis."""
        if self.at_symbol("*") and self.glued(0):
            raise syntax_error("eaten_underscore", self.here(), hint("eaten_underscore"), before=shown(token))

    # ------------------------------------------------------------ arguments

    def argument(self, command: Token, ordinal: int) -> tree.Node:
        r"""The braced argument of a command, or one token as TeX takes it. LatexSyntaxError: there is none, or it is empty."""
        token = self.peek()
        if token.kind == "symbol" and token.text == "{":
            group = self.group()
            if isinstance(group, tree.Empty) and command.text not in notation.ACCENTS:
                raise self.missing(command, ordinal, "empty_argument", group.span)
            return group
        if starts_operand(token) and token.kind not in ("open", "left", "begin"):
            return self.nested(self.token_argument)
        raise self.missing(command, ordinal, "missing_argument_of", command.span)

    def missing(self, command: Token, ordinal: int, key: str, span: Span) -> Exception:
        name = notation.ARGUMENT_NAMES.get((command.text, ordinal), str(ordinal))
        advice = hint(f"arguments_{notation.ARITY.get(command.text, 1)}", command=f"\\{command.text}")
        return syntax_error(key, span, advice, command=f"\\{command.text}", argument=name)

    def token_argument(self) -> tree.Node:
        """One letter, digit, or command with its own arguments."""
        token = self.peek()
        if token.kind == "letter":
            self.next()
            return tree.Letters(token.span, token.text)
        if token.kind == "digit":
            self.next()
            return tree.Number(token.span, token.text, token.text)
        if token.kind == "command" and token.text in notation.FUNCTION_COMMANDS | notation.LIMIT_OPERATORS.keys() | notation.BIG_OPERATORS.keys():
            return self.symbol(token)
        return self.nested(self.atom)

    def nested(self, read):  # type: ignore[no-untyped-def]
        """`read()`, one level deeper."""
        self.deeper()
        node = read()
        self.depth -= 1
        return node

    readers = (
        (notation.GREEK, symbol),
        (notation.FONTS, font),
        (notation.FRACTIONS | notation.BINOMIALS, fraction),
        ({"sqrt"}, root),
        (notation.ELLIPSES, ellipsis),
        (notation.BIG_OPERATORS, operator),
        (notation.FUNCTION_COMMANDS | notation.LIMIT_OPERATORS.keys(), function),
        (notation.ACCENTS, accent),
        (notation.SYMBOLS, symbol),
        (notation.WRAPPERS, wrapped),
        (notation.BRACES, brace),
        (notation.STACKS, stacked),
        (notation.FONT_SWITCHES, font_switch),
        (notation.BLACKBOARD_COMMANDS, blackboard),
        (notation.LITERALS, literal),
        ({"substack"}, substack),
        ({"neg", "lnot"}, prefix),
        ({"pmod"}, modulus),
    )


_SIGN_NAMES = {"+": "plus", "-": "minus", "*": "star", "/": "slash", "ast": "star", "star": "star", "=": "equals", "<": "less", ">": "greater"}


def _primes(script: tree.Node) -> tuple[tree.Node | None, int]:
    r"""`^{\prime\prime}` as primes."""
    items = script.items if isinstance(script, tree.Juxtaposed) else (script,)
    if all(isinstance(item, tree.Name) and item.text == "prime" for item in items):
        return None, len(items)
    return script, 0


def styled(font: str, body: tree.Node, span: Span) -> tree.Node:
    """A body in a font: a word in an upright font is a Name; several bare words too (`arg max`)."""
    if font in notation.WORD_FONTS:
        match body:
            case tree.Letters(text=text) if len(text) > 1 or font == "rm":
                return tree.Name(span, text)
            case tree.Juxtaposed(items=(tree.Letters(text=a) | tree.Name(text=a), tree.Letters(text=b) | tree.Name(text=b))) if a == "arg":
                return tree.Name(span, a + b)
            case tree.Sum(terms=((_, tree.Letters(text=a)), ("-", tree.Letters(text=b) | tree.Number(text=b)))) if len(a) > 1:
                return tree.Name(span, f"{a}-{b}")
        return body if font == "it" else tree.Styled(span, font, body)
    return tree.Styled(span, font, body)


__all__ = ["Operands", "WORD", "is_relation", "styled"]
