r"""Scripts of the grammar: `_`, `^` and `'` of an operand, and the operators (`\sum`, `\max_j`) whose scripts are limits of a body."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.grammar.fences import SIGN_NAMES, Fences
from vault_tools.compiler.grammar.numerals import in_base
from vault_tools.compiler.lexing.cursor import MAXIMUM_DEPTH, is_operator, shown, starts_operand
from vault_tools.compiler.tokens import hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vault_tools.compiler.tokens import Token

RANGED = frozenset({"sum", "prod"})
"""Operators that run from a first value to a last one."""
SCRIPT_MARKS = frozenset({"^", "_", "'"})
STARS = frozenset({"*", "ast", "star"})
SCRIPT_SIGNS = frozenset({*notation.PRODUCTS, *notation.RELATIONS})
"""Commands that alone are a script: `R^\\times`."""
NAMING_COMMANDS = frozenset({*notation.FUNCTION_COMMANDS, *notation.LIMIT_OPERATORS, *notation.BIG_OPERATORS})
"""Commands that alone, as an argument, are a name."""

FUNCTION_LETTERS = frozenset({"f", "g", "h", "p", "P", "E", "sigma", "phi", "varphi", "psi", "Phi", "Psi", "mu", "rho", "tau"})
"""Letters of functions and of what no number of things is called: nobody takes their factorial."""


class Scripts(Fences):
    """Operands with what hangs on them."""

    def operand(self) -> tree.Node:
        """One atom with its scripts and postfix signs."""
        start, depth = self.position, self.depth
        base = self.atom()
        if self.token.text == "@" and isinstance(base, tree.Name):
            base = self.cut_off(base, start)
        while (read := POSTFIXES.get(self.token[:2])) is not None:
            base = read(self, base, start)
            self.depth += 1
            if self.depth >= MAXIMUM_DEPTH:
                self.deeper()
        self.depth = depth
        self.ended = self.position
        return base

    def cut_off(self, measure: tree.Name, start: int) -> tree.Name:
        r"""The name of a measure at a rank: `\text{NDCG}@k`, `\text{Hit}@10`."""
        text = measure.text + self.next().text
        while self.token.kind in ("letter", "digit") and not self.token.spaced:
            text += self.next().text
        return tree.Name(self.span_from(start), text)

    def unit_sign(self, base: tree.Node, start: int) -> tree.Node:
        r"""`\%`, `‰` and `\degree`."""
        sign = notation.UNIT_SIGNS[self.next().text]
        return tree.Postfix(self.span_from(start), sign, base)

    def scripted(self, base: tree.Node, start: int) -> tree.Node:
        """All scripts of one base. LatexSyntaxError: two on one side."""
        sub: tree.Node | None = None
        sup: tree.Node | None = None
        primes = 0
        while self.token.kind == "symbol" and self.token.text in SCRIPT_MARKS:
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
        if self.based and (number := in_base(node)) is not None:
            return number
        return self.limited(node, start)

    def limited(self, node: tree.Scripted, start: int) -> tree.Node:
        """`max_j` and `argmax_k` written as words are operators where they carry a subscript and something follows."""
        if self.scripts or node.sub is None or not isinstance(node.base, tree.Letters | tree.Name):
            return node
        if node.base.text in notation.WORD_OPERATORS:
            return self.with_body(node.base.text, node.sub, node.sup, start, needed=False)
        if not isinstance(node.sub, tree.Relation) or len(node.base.text) == 1 or node.base.text in notation.GREEK:
            return node
        operator = notation.RANGED_WORDS.get(node.base.text.lower(), node.base.text if node.sup is not None else None)
        return self.ranged_word(operator, node, start) if operator else node

    def ranged_word(self, operator: str, node: tree.Scripted, start: int) -> tree.Node:
        r"""`\text{Concat}_{k=1}^{K}(head_k) W^O` joins what its brackets hold; without brackets the product behind it."""
        if self.token.kind not in ("open", "left"):
            return self.with_body(operator, node.sub, node.sup, start, needed=False)
        body = self.nested(self.atom)
        return tree.BigOperator(self.span_from(start), operator, node.sub, node.sup, body)

    def script(self, mark: Token) -> tree.Node:
        r"""The argument of `_` or `^`: a group, or one token as TeX takes it."""
        token = self.token
        self.scripts += 1
        self.fences.append("")
        if token.kind == "symbol" and token.text == "{":
            node = self.script_group()
        elif (token.kind == "symbol" and token.text in ("+", "-", "*", "/")) or (
            token.kind == "command" and token.text in ("ast", "star", "pm", "mp")
        ):
            node = self.sign_script()
        elif token.kind == "symbol" and token.text == "'":
            self.next()
            node = tree.Name(token.span, "prime")
        elif token.kind == "open":
            node = self.nested(self.fence)
        elif starts_operand(token) and token.kind not in ("left", "begin"):
            node = self.single(token)
        elif token.kind == "command" and token.text in SCRIPT_SIGNS:
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
        if token.text == "-" and self.token.kind == "digit" and not self.token.spaced:
            raise syntax_error("script_minus", Span(token.span.start, self.here().end), hint("script_minus"))
        return tree.Name(token.span, SIGN_NAMES.get(token.text, token.text), command=token.kind == "command")

    def single(self, token: Token) -> tree.Node:
        """One token (with its own arguments) as a script."""
        digit = token.kind == "digit"
        node = self.token_argument()
        following = self.token
        if digit and following.kind == "digit" and not following.spaced and not self.behind_base_two():
            written = Span(token.span.start, following.span.end)
            raise syntax_error("script_digits", written, hint("script_digits"), digit=token.text)
        return node

    def behind_base_two(self) -> bool:
        r"""`\log_28`, `\log_20.5`: TeX sets the base 2; not `\log_20 x`, which may mean 20."""
        base = self.tokens[self.position - 3] if self.position > 2 else None
        if base is None or base.kind != "command" or base.text != "log" or self.tokens[self.position - 1].text != "2":
            return False
        return self.token.text != "0" or self.at_symbol(".", 1)

    def script_group(self) -> tree.Node:
        r"""`{i=1}`, `{<t-1>}`, `{(0)}`, `{+}`, `{}`; operators alone are names."""
        start = self.position
        self.deeper()
        opening = self.next()
        if lone := self.lone_operator():
            node: tree.Node = lone
        elif self.token.kind == "digit" and self.peek(1)[:2] == ("command", "_") and self.glued(1):
            node = self.numbered_word()
        elif self.at_symbol("'"):
            node = self.primed_group(opening)
        else:
            node = self.group_content(opening)
        self.close_group(opening)
        self.depth -= 1
        return replace(node, span=self.span_from(start)) if isinstance(node, tree.Empty) else node

    def primed_group(self, opening: Token) -> tree.Node:
        r"""`{'}`, `{''}`, `{'T}`: primes written in a superscript, and what stands behind them there."""
        start = self.position
        items: list[tree.Node] = []
        while self.at_symbol("'"):
            items.append(tree.Name(self.next().span, "prime"))
        if not self.at_symbol("}"):
            items.append(self.group_content(opening))
        return items[0] if len(items) == 1 else tree.Juxtaposed(self.span_from(start), tuple(items))

    def numbered_word(self) -> tree.Node:
        r"""`{2\_pow}`: a label that starts with a digit."""
        start = self.position
        text = self.next().text + self.next().text
        rest = self.letters() if self.token.kind == "letter" else None
        return tree.Letters(self.span_from(start), text + (rest.text if isinstance(rest, tree.Letters) else ""))

    def lone_operator(self) -> tree.Node | None:
        r"""`{+}`, `{*}`, `{**}`, `{\circ}`, `{\prime\prime}`: a script that is only a sign."""
        token = self.token
        if token.text in STARS and self.peek(1).text in STARS and self.at_symbol("}", 2):
            return tree.Name(Span(token.span.start, self.next().span.end), 2 * SIGN_NAMES[self.next().text])
        if not self.at_symbol("}", 1) or not is_operator(token) or self.at_symbol(":"):
            return None
        self.next()
        text = "degree" if token.text == "circ" and token.kind == "command" else SIGN_NAMES.get(token.text, token.text)
        return tree.Name(token.span, text, command=token.kind == "command")

    def factorial(self, base: tree.Node, start: int) -> tree.Node:
        r"""`n!`; a word or the letter of a function before `!` and a bracket after it is a `\!` that lost its backslash."""
        mark = self.next()
        if isinstance(base, tree.Letters | tree.Name) and self.token.kind in ("open", "left"):
            called = base.text in FUNCTION_LETTERS and (self.token.kind == "left" or base.text in notation.GREEK)
            if called or (len(base.text) > 1 and base.text not in notation.GREEK):
                raise syntax_error("lost_thin_space", mark.span, hint("lost_thin_space"))
        return tree.Postfix(self.span_from(start), "!", base)

    def token_argument(self) -> tree.Node:
        """One letter, digit, or command with its own arguments."""
        token = self.token
        if token.kind == "letter":
            self.next()
            return tree.Letters(token.span, token.text)
        if token.kind == "digit":
            self.next()
            return tree.Number(token.span, token.text, token.text)
        if token.kind == "command" and token.text in NAMING_COMMANDS:
            self.next()
            return tree.Name(token.span, token.text, command=True)
        return self.nested(self.atom)

    # ------------------------------------------------------------ operators with a body

    def limit_or_name(self, name: str, start: int) -> tree.Node:
        r"""`\max_j` is an operator, `\max` a function."""
        self.check_eaten_underscore(self.tokens[start])
        if self.at_symbol("_") or name == "lim":
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
            sub, sup = (without_quantifier(script), sup) if mark.text == "_" else (sub, script)
        if sup is None and isinstance(sub, tree.Relation):
            self.check_lost_caret(name, sub)
        return self.with_body(name, sub, sup, start, needed=needed)

    def with_body(self, name: str, sub: tree.Node | None, sup: tree.Node | None, start: int, *, needed: bool) -> tree.Node:
        """The operator with what follows. LatexSyntaxError: nothing does, and the operator must have a body."""
        written = self.span_from(start)
        token = self.token
        if (
            starts_operand(token)
            or (token.kind == "bar" and not self.closing_bar())
            or (token.text in ("-", "neg", "pm", "lnot") and token.kind != "text")
        ):
            body = self.nested(self.product)
            return tree.BigOperator(self.span_from(start), name, sub, sup, body)
        if needed:
            raise syntax_error("empty_operator", written, hint("empty_operator"), operator=shown(self.tokens[start]))
        return tree.BigOperator(written, name, sub, sup, None)

    def check_lost_caret(self, name: str, sub: tree.Relation) -> None:
        r"""`\sum_{k=1}{K}`: behind the first value a lone letter or number in braces is the last one, whose `^` was lost."""
        bound, last = self.peek(1), self.peek(2)
        lone = bound.kind in ("letter", "digit") and (last.kind, last.text) == ("symbol", "}")
        if lone and name in RANGED and sub.rest[0][0] == "=" and self.at_symbol("{"):
            raise syntax_error("lost_caret", self.here(), hint("lost_caret", bound=bound.text), bound=bound.text)

    def check_eaten_underscore(self, token: Token) -> None:
        r"""`\sum*{i=1}`: a Markdown formatter took `_` for emphasis."""
        if self.at_symbol("*") and not self.token.spaced:
            raise syntax_error("eaten_underscore", self.here(), hint("eaten_underscore"), before=shown(token))


POSTFIXES: Mapping[tuple[str, str], Callable[[Scripts, tree.Node, int], tree.Node]] = MappingProxyType(
    {
        ("symbol", "^"): Scripts.scripted,
        ("symbol", "_"): Scripts.scripted,
        ("symbol", "'"): Scripts.scripted,
        ("symbol", "!"): Scripts.factorial,
        **{("command", sign): Scripts.unit_sign for sign in notation.UNIT_SIGNS},
    }
)
"""Kind and text of what may hang on an operand -> how it is read."""


def _primes(script: tree.Node) -> tuple[tree.Node | None, int]:
    r"""`^{\prime\prime}` as primes; `^{'T}` as a prime, and what stands behind it."""
    items = script.items if isinstance(script, tree.Juxtaposed) else (script,)
    count = len(list(takewhile(lambda item: isinstance(item, tree.Name) and item.text == "prime", items)))
    rest = items[count:]
    if not count or not rest:
        return (None if count else script), count
    return (rest[0] if len(rest) == 1 else tree.Juxtaposed(script.span, rest)), count


def without_quantifier(sub: tree.Node) -> tree.Node:
    r"""`\forall j` below an operator binds j as `j` does."""
    match sub:
        case tree.Juxtaposed(items=(tree.Name(text="forall"), *rest)):
            return rest[0] if len(rest) == 1 else replace(sub, items=tuple(rest))
        case tree.Relation(first=first):
            return replace(sub, first=without_quantifier(first))
        case _:
            return sub
