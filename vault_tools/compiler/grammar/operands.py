r"""Operands of the grammar: what each kind of token or command begins (`\frac`, `\sqrt`, accents, fonts, labelled braces)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.grammar.scripts import Scripts
from vault_tools.compiler.lexing.cursor import END, nesting, starts_operand
from vault_tools.compiler.tokens import argument_name, hint, syntax_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from vault_tools.compiler.tokens import Token
    from vault_tools.errors import LatexSyntaxError
    from vault_tools.model import Span


TYPED_OPERATORS = {"Sigma": "sum", "Pi": "prod"}
"""Greek capitals that are typed for operators."""


class Operands(Scripts):
    """One operand, by its first token."""

    def atom(self) -> tree.Node:
        """One operand without scripts."""
        token = self.token
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
            case "symbol":
                return self.punctuation(token)
        raise self.unexpected()

    def punctuation(self, token: Token) -> tree.Node:
        """A group, dots, or the question mark of an exercise; a script mark has no base here."""
        if token.text == "{":
            return self.group()
        if token.text == "?":
            self.next()
            return tree.Text(token.span, token.text)
        if token.text == ".":
            return self.dots()
        if token.text in ("^", "_"):
            if self.before_choice():
                return tree.Empty(self.nowhere(self.position))
            raise syntax_error("no_base", token.span, hint("no_base", mark=token.text), mark=token.text)
        raise self.unexpected()

    def before_choice(self) -> bool:
        """Whether a script without a base stands before the C or P of a number of choices: `_5C_2`, `^{10}P_3`."""
        end, depth = 1, 0
        while self.peek(end) is not END:
            depth += nesting(self.peek(end))
            if depth <= 0:
                break
            end += 1
        behind = [self.peek(end + k).text for k in range(1, 6)]
        letter = behind[2:5:2] if behind[0] == "mathrm" else behind[:2]
        return letter in (["C", "_"], ["P", "_"])

    def command(self) -> tree.Node:
        """An operand that starts with a control word."""
        token = self.token
        name = token.text
        read = READERS.get(name)
        if read is not None:
            return read(self, token)
        if name.lower() in notation.WELL_KNOWN_WORDS:
            return self.symbol(token)
        raise self.unexpected()

    def symbol(self, token: Token) -> tree.Node:
        r"""A Greek letter or another symbol that is a name; `Σ_j x_j` and `\Sigma_{i=1}^n x_i` are sums."""
        start = self.position
        self.next()
        if token.text in TYPED_OPERATORS and self.runs(token):
            return self.big_operator(TYPED_OPERATORS[token.text], start)
        return tree.Name(token.span, notation.SYMBOLS.get(token.text, token.text), command=True)

    def runs(self, sigma: Token) -> bool:
        r"""Whether a capital sigma or pi is an operator: a range stands below it, or a letter that what follows the typed sign has."""
        if self.scripts or not self.at_symbol("_"):
            return False
        script, end = self.script_at(self.position + 1)
        if any(token.kind == "symbol" and token.text == "=" for token in script):
            return True
        typed = sigma.span.end - sigma.span.start == 1 and len(script) == 1 and script[0].kind == "letter"
        if not typed or end >= self.stop or not starts_operand(self.tokens[end]):
            return False
        marks = (at for at in range(end, self.stop) if self.tokens[at].kind == "symbol" and self.tokens[at].text == "_")
        return any(token.kind == "letter" and token.text == script[0].text for at in marks for token in self.script_at(at + 1)[0])

    def blackboard(self, token: Token) -> tree.Node:
        r"""`\R`."""
        self.next()
        return tree.Styled(token.span, "bb", tree.Letters(token.span, notation.BLACKBOARD_COMMANDS[token.text]))

    def ellipsis(self, token: Token) -> tree.Node:
        r"""`\dots` and its kin."""
        self.next()
        return tree.Ellipsis_(token.span, notation.ELLIPSES[token.text])

    def literal(self, token: Token) -> tree.Node:
        r"""`\$`: prose."""
        self.next()
        return tree.Text(token.span, notation.LITERALS[token.text])

    def fraction(self, token: Token) -> tree.Node:
        r"""`\frac{a}{b}`, `\frac12`, `\binom{n}{k}`."""
        start = self.position
        self.next()
        numerator = self.argument(token, 1)
        denominator = self.argument(token, 2)
        return tree.Fraction(self.span_from(start), numerator, denominator, token.text in notation.FRACTIONS)

    def root(self, token: Token) -> tree.Node:
        r"""`\sqrt{x}`, `\sqrt[3]{x}`, `\sqrt d`, `\sqrt(x)`; under the typed sign of `√16` stands the whole number."""
        start = self.position
        self.next()
        degree = None
        if self.token.kind == "open" and self.token.text == "[":
            fence = self.fence()
            assert isinstance(fence, tree.Fence)
            degree = fence.body
        braced = self.at_symbol("{")
        is_typed = token.span.end - token.span.start == 1
        if self.token.kind in ("open", "left"):
            radicand = self.nested(self.fence)
        else:
            radicand = self.number() if is_typed and self.token.kind == "digit" else self.argument(token, 1)
        is_size = isinstance(radicand, tree.Letters) and radicand.text in notation.SIZES
        return tree.Root(self.span_from(start), radicand, degree, braced and not (is_size and self.at_symbol("_")))

    def accent(self, token: Token) -> tree.Node:
        r"""`\hat{y}`, `\bar x`; a line with nothing above it is a blank to fill in."""
        start = self.position
        self.next()
        body = self.argument(token, 1)
        if notation.ACCENTS[token.text] == "underline":
            if isinstance(body, tree.Empty):
                return tree.Text(self.span_from(start), "_")
            if isinstance(body, tree.Number) or _is_emphasized(body):
                return body
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
        if (expectation or (isinstance(node, tree.Name) and node.text == "E")) and self.at_symbol("_") and not self.scripts:
            return self.big_operator("E", start)
        return node

    def font_switch(self, token: Token) -> tree.Node:
        r"""`{\rm softmax}`, `{\bf z}`, `\bf{z}`: up to the next sign; behind it the font matters no more."""
        start = self.position
        self.next()
        body = self.argument(token, 1) if self.at_symbol("{") else self.nested(self.juxtaposed)
        return styled(notation.FONT_SWITCHES[token.text], body, self.span_from(start))

    def wrapped(self, token: Token) -> tree.Node:
        r"""`\boxed{x}` is x; an empty frame is a blank to fill in."""
        start = self.position
        self.next()
        body = self.group() if self.at_symbol("{") else self.argument(token, 1)
        return tree.Text(self.span_from(start), "□") if isinstance(body, tree.Empty) else body

    def brace(self, token: Token) -> tree.Node:
        r"""`\underbrace{body}_{label}`."""
        start = self.position
        self.next()
        body = self.argument(token, 1)
        label = None
        if self.at_symbol("_") or self.at_symbol("^"):
            mark = self.next()
            label = self.nested(lambda: self.script(mark))
        return tree.Labelled(self.span_from(start), body, label, "brace")

    def stacked(self, token: Token) -> tree.Node:
        r"""`\underset{k}{\max}` is an operator with a subscript, other stacks a labelled body."""
        start = self.position
        self.next()
        label = self.argument(token, 1)
        body = self.argument(token, 2)
        limits = (isinstance(body, tree.Name) and body.text in notation.LIMIT_OPERATORS) or isinstance(body, tree.BigOperator)
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

    def prefix(self, _token: Token) -> tree.Node:
        r"""`\neg p`."""
        start = self.position
        self.next()
        operand = self.nested(self.operand)
        return tree.Prefix(self.span_from(start), "neg", operand)

    def struck(self, token: Token) -> tree.Node:
        r"""`\cancel{x}`: kept as such, since whether it cancels or is wrong is not written."""
        start = self.position
        self.next()
        return tree.Prefix(self.span_from(start), token.text, self.argument(token, 1))

    def modulus(self, token: Token) -> tree.Node:
        r"""`\pmod{n}`."""
        start = self.position
        self.next()
        body = self.argument(token, 1)
        word = tree.Name(token.span, "mod", command=True)
        return tree.Fence(self.span_from(start), "(", tree.Juxtaposed(self.span_from(start), (word, body)), ")")

    def operator(self, token: Token) -> tree.Node:
        r"""`\sum_{i=1}^n x_i`."""
        start = self.position
        self.next()
        self.check_eaten_underscore(token)
        return self.big_operator(notation.BIG_OPERATORS[token.text], start)

    def function(self, _token: Token) -> tree.Node:
        r"""`\exp`, `\max`; `\arg\max` is one operator; with a subscript `\max_j` has a body."""
        start = self.position
        name = self.next().text
        if name == "arg" and self.at_command("max", "min"):
            name += self.next().text
        if name in notation.LIMIT_OPERATORS and name not in ("Pr", "det", "gcd"):
            return self.limit_or_name(notation.LIMIT_OPERATORS[name], start)
        return tree.Name(self.span_from(start), name, command=name != "Pr")  # a letter of probabilities, as P

    def argument(self, command: Token, ordinal: int) -> tree.Node:
        r"""The braced argument of a command, or one token as TeX takes it. LatexSyntaxError: there is none, or it is empty."""
        token = self.token
        if token.kind == "symbol" and token.text == "{":
            group = self.group()
            if isinstance(group, tree.Empty) and command.text not in notation.ACCENTS:
                raise self.missing(command, ordinal, "empty_argument", group.span)
            return group
        if starts_operand(token) and token.kind not in ("open", "left", "begin"):
            return self.nested(self.token_argument)
        raise self.missing(command, ordinal, "missing_argument_of", command.span)

    def missing(self, command: Token, ordinal: int, key: str, span: Span) -> LatexSyntaxError:
        """The error that names the command and which argument."""
        advice = hint(f"arguments_{notation.ARITY.get(command.text, 1)}", command=f"\\{command.text}")
        return syntax_error(key, span, advice, command=f"\\{command.text}", argument=argument_name(command.text, ordinal))


def styled(font: str, body: tree.Node, span: Span) -> tree.Node:
    """A body in a font. A word in an upright font is a Name; the font of a symbol with scripts is the font of the symbol."""
    if isinstance(body, tree.Scripted):
        return replace(body, base=styled(font, body.base, body.base.span))
    if font not in notation.WORD_FONTS:
        return body if _is_emphasized(body) else tree.Styled(span, font, body)
    match body:
        case tree.Letters(text=text) if len(text) > 1 or font == "rm":
            return tree.Name(span, text)
        case tree.Juxtaposed(items=items) if len(items) > 2 and all(
            isinstance(item, tree.Letters) and len(item.text) == 1 for item in items
        ):
            return tree.Name(span, "".join(item.text for item in items if isinstance(item, tree.Letters)))  # `s o f t m a x` of a scanner
        case tree.Juxtaposed(items=(tree.Letters(text="arg") | tree.Name(text="arg"), tree.Letters(text=second) | tree.Name(text=second))):
            return tree.Name(span, f"arg{second}")
        case tree.Sum(terms=((_, tree.Letters(text=first)), ("-", tree.Letters(text=second) | tree.Number(text=second)))) if len(first) > 1:
            return tree.Name(span, f"{first}-{second}")
        case tree.Juxtaposed(items=(tree.Letters(text=first) as letters, tree.Number(written=digits) as number)) if (
            digits.isdigit() and letters.span.end == number.span.start
        ):
            return tree.Name(span, first + digits)  # `\mathrm{softmax1}`
    return body


def _is_emphasized(body: tree.Node) -> bool:
    r"""`\mathbf{0.94 \text{ bits}}`, `\mathbf{G = 0.94 - 0.89}`: a result in bold, no symbol of another kind."""
    match body:
        case tree.Juxtaposed(items=(tree.Number(), tree.Text())):
            return True
        case tree.Juxtaposed(items=(tree.Number(), tree.Name(text=unit))):
            return unit not in notation.GREEK
        case tree.Relation(rest=rest):
            return any(_begins_with_decimals(side) for _, side in rest)
    return False


def _begins_with_decimals(side: tree.Node) -> bool:
    match side:
        case tree.Sum(terms=((_, first), *_)) | tree.Juxtaposed(items=(first, *_)) | tree.Product(first=first) | tree.Styled(body=first):
            return _begins_with_decimals(first)
    return isinstance(side, tree.Number) and "." in side.text


_TABLES: tuple[tuple[Iterable[str], Callable[[Operands, Token], tree.Node]], ...] = (
    (notation.GREEK, Operands.symbol),
    (notation.FONTS, Operands.font),
    (notation.FRACTIONS | notation.BINOMIALS, Operands.fraction),
    ({"sqrt"}, Operands.root),
    (notation.ELLIPSES, Operands.ellipsis),
    (notation.BIG_OPERATORS, Operands.operator),
    (notation.FUNCTION_COMMANDS | notation.LIMIT_OPERATORS.keys(), Operands.function),
    (notation.ACCENTS, Operands.accent),
    (notation.SYMBOLS, Operands.symbol),
    (notation.WRAPPERS, Operands.wrapped),
    (notation.BRACES, Operands.brace),
    (notation.STACKS, Operands.stacked),
    (notation.FONT_SWITCHES, Operands.font_switch),
    (notation.BLACKBOARD_COMMANDS, Operands.blackboard),
    (notation.LITERALS, Operands.literal),
    ({"substack"}, Operands.substack),
    ({"neg", "lnot"}, Operands.prefix),
    ({"pmod"}, Operands.modulus),
    (notation.STRUCK, Operands.struck),
)
READERS: Mapping[str, Callable[[Operands, Token], tree.Node]] = MappingProxyType(
    {name: read for names, read in reversed(_TABLES) for name in names}
)
"""Control word -> how an operand that starts with it is read; of two tables that list one, the first counts."""
