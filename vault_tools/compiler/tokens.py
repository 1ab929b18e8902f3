r"""First stage of the compiler: LaTeX text -> tokens with their place; commands, single letters and digits, prose of `\text`, environments.

Unicode is read as the LaTeX it stands for (`⊤` is `\top`, `₁` is `_{1}`, `（` is `(`); spaces and comments only mark the token after them.
"""

from __future__ import annotations

import re
import unicodedata
from operator import attrgetter
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Literal, NamedTuple

from vault_tools.compiler import notation
from vault_tools.compiler.prose import formula_in, is_condition, plain, split_prose
from vault_tools.errors import LatexSyntaxError
from vault_tools.model import Message, Span, message

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal[
    "letter", "digit", "command", "symbol", "text", "begin", "end", "tag", "open", "close", "bar",
    "left", "right", "middle", "quad", "nothing",
]  # fmt: skip

CONTROL_SPACE = "\\ "
THIN_SPACE = "\\,"
"""Mark (in `font`) of a token behind a control space, which may be a row end that lost a backslash."""

MAXIMUM_CHARACTERS = 1 << 16
MAXIMUM_TOKENS = 20_000
MAXIMUM_DIGITS = 1_000

kind_of, text_of = attrgetter("kind"), attrgetter("text")
"""To ask what is among many tokens: `map(kind_of, tokens)`."""


class Token(NamedTuple):
    """One token. The lexer makes letter, digit, command, symbol, text, begin, end and tag; layout.py makes the other kinds."""

    kind: Kind
    text: str
    """Of a command its name without backslash; of text its content; of begin and end the environment."""
    span: Span
    spaced: bool = False
    """White space, a thin space or a comment stands before it."""
    font: str = ""
    """Of text: the font that may matter (`bf` of `\\textbf`)."""


def syntax_error(key: str, span: Span, hint: Message | None = None, /, **values: object) -> LatexSyntaxError:
    """The error with the sentence `syntax.key`."""
    return LatexSyntaxError(message(f"syntax.{key}", **values), span, hint)


def hint(key: str, /, **values: object) -> Message:
    """The sentence `syntax.hint_key`."""
    return message(f"syntax.hint_{key}", **values)


def argument_name(command: str, ordinal: int) -> Message:
    r"""What an argument is called: the denominator of `\frac`, the only argument of `\sqrt`."""
    fraction = command in notation.FRACTIONS
    kind = "only" if notation.ARITY.get(command, 1) == 1 else {1: "first", 2: "second"}[ordinal]
    return message(f"syntax.argument_{'fraction_' if fraction else ''}{kind}")


def tokenize(latex: str) -> tuple[Token, ...]:
    """All tokens of `latex`. LatexSyntaxError: over 64 KB or 20,000 tokens, a character that is no mathematics, an argument without end."""
    if len(latex) > MAXIMUM_CHARACTERS or len(latex.encode("utf-8", "surrogatepass")) > MAXIMUM_CHARACTERS:
        raise syntax_error("too_long", Span(0, len(latex)), limit="64 KB")
    tokens = tuple(_Lexer(latex).tokens())
    if len(tokens) > MAXIMUM_TOKENS:
        raise syntax_error("too_long", Span(0, len(latex)), limit=f"{MAXIMUM_TOKENS:,} symbols")
    return tokens


_SPACE = re.compile(r"[ \t\n\r\x85\u00a0\u00ad\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+")
_COMMENT = re.compile(r"%[^\n]*")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_DIGITS = re.compile(r"[0-9]+")
_CASES = re.compile(r"\\(begin|end)\s*\{(?:[dr]*cases|array)\}")
_MARKED = re.compile("[A-Za-z{}][{}]".format("".join(notation.GREEK_CHARACTERS), "".join(notation.COMBINING)))
_LATIN = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"
_ACCENTED_WORD = re.compile(f"(?<![{_LATIN}\\\\])(?=[A-Za-z]*[À-ÖØ-öø-ɏḀ-ỿ])[{_LATIN}]{{3,}}")
"""`Größe`, `Précision`, `hoạt`: letters side by side of which one has a mark that mathematics does not put into a word."""
_SCRIPTS = re.compile("[{}]+|[{}]+".format("".join(notation.SUBSCRIPTS), "".join(notation.SUPERSCRIPTS)))
_ARGUMENT = re.compile(r"\s*\{")
_BOUNDARIES: dict[str, Literal["begin", "end"]] = {"begin": "begin", "end": "end"}
_STARRED = frozenset({"operatorname", "hspace", "vspace", "tag"})
_EATEN = re.compile(r"(?:heta|imes|anh|ilde|frac|ext(?:bf|rm|it)?(?=\{))")
r"""What a tab leaves of `\theta`, `\times`, `\tanh`, `\tilde`, `\tfrac` and `\text`."""
_CUTOFF = re.compile(r"(?:[A-Za-z]{2}@[A-Za-z0-9]|(?<![A-Za-z])[A-Za-z]@[0-9kK])")
"""The names of measures at a rank: `DCG@k`, `P@5`, `R@k`."""
_WORDED_CUTOFF = re.compile(r"\\(?:text|textrm|textit|mathrm|mathit|operatorname)\s*\{[A-Za-z][A-Za-z\d -]*\}@[A-Za-z0-9]$")
r"""The same with a word before it: `\text{NDCG}@k`; `W_{1}@x` multiplies."""
_PLAIN = frozenset("{}()[]^_&'+-*/=<>,;:.!|#?")
_SYMBOLS: dict[str, Kind] = dict.fromkeys(_PLAIN, "symbol")
_KINDS: dict[str, Kind] = {**dict.fromkeys(ascii_letters, "letter"), **_SYMBOLS}
"""Of the characters that are a token by themselves; letters only where no mark or lost command can be about."""
_WRITTEN = frozenset(f"\\{ascii_letters}{digits}").union(_PLAIN)
"""Characters that are neither space nor comment: most of a formula."""
_made = tuple.__new__
"""Makes a named tuple without the detour of its own constructor: nearly every character of a formula becomes two."""
_LENGTH = re.compile(r"\s*-?[\d.]+\s*(?:pt|em|ex|cm|mm|mu|in)\b")
_OPTION = re.compile(r"\s*\[[^\[\]{}]*\]")


class _Lexer:
    """Walks once over the text; `position` only grows."""

    def __init__(self, latex: str, position: int = 0) -> None:
        self.latex = latex
        self.position = position
        self.spaced = False
        self.usual = latex.isascii() and "\t" not in latex
        """Nothing in it can change a letter."""

    def tokens(self) -> list[Token]:
        latex, kinds, end = self.latex, _KINDS if self.usual else _SYMBOLS, len(self.latex)
        found: list[Token] = []
        start, spaced = self.position, self.spaced
        while start < end:
            character = latex[start]
            kind = kinds.get(character)
            if kind is not None:
                found.append(_made(Token, (kind, character, _made(Span, (start, start + 1)), spaced, "")))
                start, spaced = start + 1, False
            elif character not in _WRITTEN and (space := _SPACE.match(latex, start) or _COMMENT.match(latex, start)):
                start, spaced = space.end(), True
            else:
                self.position, self.spaced = start, spaced
                for token in self.here():
                    found.append(token)
                    self.spaced = False
                assert self.position > start
                start, spaced = self.position, self.spaced
        return found

    def is_letter(self, at: int) -> bool:
        r"""A Latin letter by itself: without a combining mark behind it, and no rest of a command whose `\t` became a tab."""
        eaten = at > 0 and self.latex[at - 1] == "\t" and _EATEN.match(self.latex, at)
        return not eaten and not _MARKED.match(self.latex, at)

    def accented_word(self) -> int:
        """How long the word of another language is that starts here; `logŷ` is a function of a letter."""
        word = None if self.usual else _ACCENTED_WORD.match(self.latex, self.position)
        return 0 if word is None or word.group()[:-1] in notation.NUMBER_FUNCTIONS else len(word.group())

    def here(self) -> Iterator[Token]:
        """The tokens of what starts at the position; moves behind it."""
        character = self.latex[self.position]
        if character == "\\":
            return self.command()
        if length := self.accented_word():
            return self.take(length, "text", self.latex[self.position : self.position + length])
        if character in ascii_letters and self.is_letter(self.position):
            return self.take(1, "letter", character)
        if self.position and self.latex[self.position - 1] == "\t" and (eaten := _EATEN.match(self.latex, self.position)):
            raise syntax_error(
                "escaped_backslash", Span(*eaten.span()), hint("lost_backslash", command=f"\\t{eaten[0]}"), command=f"\\t{eaten[0]}"
            )
        if character.isascii() and character.isdigit():
            return self.digits()
        if character == "~":
            return self.take(1, "command", "nobreakspace")
        if character == "@" and self.is_cutoff():
            return self.take(1, "letter", character)
        return self.unicode(character)

    def is_cutoff(self) -> bool:
        """Whether an `@` stands in the name of a measure."""
        end = self.position + 2
        return bool(_CUTOFF.search(self.latex, max(0, self.position - 2), end) or _WORDED_CUTOFF.search(self.latex[:end]))

    def take(self, length: int, kind: Kind, text: str) -> Iterator[Token]:
        span = Span(self.position, self.position + length)
        self.position += length
        yield Token(kind, text, span, self.spaced)

    def digits(self) -> Iterator[Token]:
        found = _DIGITS.match(self.latex, self.position)
        assert found
        if found.end() - found.start() > MAXIMUM_DIGITS:
            raise syntax_error("too_many_digits", Span(*found.span()), limit=MAXIMUM_DIGITS)
        for index, digit in enumerate(found.group()):
            yield Token("digit", digit, Span(found.start() + index, found.start() + index + 1), self.spaced and not index)
        self.position = found.end()

    # ------------------------------------------------------------ commands

    def command(self) -> Iterator[Token]:
        found = _COMMAND.match(self.latex, self.position)
        if not found:
            return self.control_symbol()
        name, end = found.group(1), found.end()
        if name in _STARRED and self.latex.startswith("*", end):
            name, end = name + "*", end + 1
        start, self.position = self.position, end
        if name in notation.TEXT_COMMANDS:
            return self.prose(name, start)
        if boundary := _BOUNDARIES.get(name):
            return self.environment(boundary, start)
        if name in ("tag", "tag*"):
            return iter((Token("tag", self.argument(start, name), Span(start, self.position), self.spaced),))
        if name in notation.REFERENCES:
            return iter((Token("text", self.argument(start, name), Span(start, self.position), self.spaced),))
        if name in notation.RAW_ARGUMENTS:
            return self.skipped(name, start)
        return iter((Token("command", name, Span(start, end), self.spaced),))

    def control_symbol(self) -> Iterator[Token]:
        r"""`\\` with its `[4pt]`, `\,`, `\{`. A backslash with nothing behind it is an error."""
        start = self.position
        if start + 1 >= len(self.latex):
            raise syntax_error("lone_backslash", Span(start, start + 1))
        name = self.latex[start + 1]
        self.position = start + 2
        if name == "\\":
            option = re.compile(r"\*?(?:[ \t]*\[\s*-?[\d.]+\s*[a-z]{2}\s*\])?").match(self.latex, self.position)
            self.position = option.end() if option else self.position
        elif name == " " and (rest := re.compile(r"[ \t]*\n").match(self.latex, self.position)):
            name, self.position = "\n", rest.end()
        yield Token("command", name, Span(start, self.position), self.spaced)

    def skipped(self, name: str, start: int) -> Iterator[Token]:
        r"""A command for the eye only: gone with its arguments, but it separates letters. A wide `\hspace` separates statements."""
        if option := _OPTION.match(self.latex, self.position):
            self.position = option.end()
        for _ in range(notation.RAW_ARGUMENTS[name]):
            self.argument(start, name)
        if length := _LENGTH.match(self.latex, self.position) if notation.RAW_ARGUMENTS[name] == 0 else None:
            self.position = length.end()
        self.spaced = True
        wide = name.startswith("hspace") and re.search(
            r"[1-9]\d*(?:\.\d*)?\s*(?:em|cm)|[1-9]\d\s*(?:pt|mm)", self.latex[start : self.position]
        )
        return iter((Token("command", "quad", Span(start, self.position), True),) if wide else ())

    def argument(self, start: int, name: str) -> str:
        """The raw text of a braced argument (braces inside it balanced), or of one character."""
        opening = _ARGUMENT.match(self.latex, self.position)
        if not opening:
            raise syntax_error("missing_argument", Span(start, self.position), command=f"\\{name}")
        depth = 1
        for at in re.compile(r"\\.|[{}]", re.DOTALL).finditer(self.latex, opening.end()):
            depth += {"{": 1, "}": -1}.get(at.group(), 0)
            if not depth:
                self.position = at.end()
                return self.latex[opening.end() : at.start()]
        brace = Span(opening.end() - 1, opening.end())
        raise syntax_error("unclosed_argument", brace, hint("close_brace"), command=f"\\{name}", argument=argument_name("", 1))

    def environment(self, name: Literal["begin", "end"], start: int) -> Iterator[Token]:
        environment = self.argument(start, name).strip()
        if name == "begin":
            if environment.rstrip("*") in ("array", "alignat", "alignedat"):
                if option := _OPTION.match(self.latex, self.position):
                    self.position = option.end()
                self.argument(start, f"begin{{{environment}}}")
            elif option := re.compile(r"[ \t]*\[[a-z]\]").match(self.latex, self.position):
                self.position = option.end()
        yield Token(name, environment.rstrip("*"), Span(start, self.position), self.spaced)

    # ------------------------------------------------------------ prose

    def prose(self, name: str, start: int) -> Iterator[Token]:
        r"""`\text{where head}` gives two tokens, `\text{if x > 0}` a word and mathematics, `\text{if $x$}` likewise."""
        if not _ARGUMENT.match(self.latex, self.position):
            yield from self.short_prose(name, start)
            return
        content = self.argument(start, name)
        span = Span(start, self.position)
        body = self.position - 1 - len(content)
        pieces = [("math", 0, len(content))] if is_condition(content) and self.in_cases(start) else split_prose(content)
        for kind, first, last in pieces:
            place = Span(body + first, body + last)
            piece = content[first:last]
            if kind == "math":
                yield from _Lexer(self.latex[: place.end], place.start).tokens()
            elif command := formula_in(piece):
                raise syntax_error("formula_in_text", place, hint("formula_in_text", text=f"\\{name}"), command=command, text=f"\\{name}")
            else:
                yield Token("text", plain(piece), span if piece == content else place, self.spaced, notation.TEXT_COMMANDS[name])

    def in_cases(self, place: int) -> bool:
        """Whether an environment of cases is open there."""
        marks = _CASES.findall(self.latex, 0, place)
        return bool(marks) and marks[-1] == "begin"

    def short_prose(self, name: str, start: int) -> Iterator[Token]:
        r"""`\text T`: one character."""
        found = re.compile(r"\s*([^\s\\{}$^_&])").match(self.latex, self.position)
        if not found:
            raise syntax_error("missing_argument", Span(start, self.position), command=f"\\{name}")
        self.position = found.end()
        yield Token("text", found.group(1), Span(start, found.end()), self.spaced, notation.TEXT_COMMANDS[name])

    # ------------------------------------------------------------ Unicode

    def unicode(self, character: str) -> Iterator[Token]:
        if character in notation.CONTROLS:
            raise self.control(character)
        if scripts := _SCRIPTS.match(self.latex, self.position):
            return self.scripts(scripts.group())
        if marked := _MARKED.match(self.latex, self.position):
            letter, mark = marked.group()[0], marked.group()[1]
            return self.replaced(2, f"\\{notation.COMBINING[mark]} {{ {_latex_of(letter) or letter} }}")
        if latex := _latex_of(character):
            return self.replaced(1, latex)
        if _is_foreign(character):
            return self.foreign()
        raise syntax_error(
            "unknown_character",
            Span(self.position, self.position + 1),
            _character_hint(character),
            character=character if character.isprintable() else f"U+{ord(character):04X}",
        )

    def control(self, character: str) -> LatexSyntaxError:
        r"""A form feed before `rac` was `\frac` once, before some program read the backslash as an escape."""
        rest = re.compile(r"[A-Za-z]*").match(self.latex, self.position + 1)
        command = notation.CONTROLS[character] + (rest.group() if rest else "")
        span = Span(self.position, self.position + len(command))
        return syntax_error("escaped_backslash", span, hint("lost_backslash", command=f"\\{command}"), command=f"\\{command}")

    def replaced(self, length: int, latex: str) -> Iterator[Token]:
        span = Span(self.position, self.position + length)
        self.position += length
        for index, text in enumerate(latex.split(" ")):
            yield Token(*_kind_of(text), span, self.spaced and not index)

    def scripts(self, run: str) -> Iterator[Token]:
        table, sign = (notation.SUBSCRIPTS, "_") if run[0] in notation.SUBSCRIPTS else (notation.SUPERSCRIPTS, "^")
        return self.replaced(len(run), " ".join([sign, "{", *(table[c] for c in run), "}"]))

    def foreign(self) -> Iterator[Token]:
        r"""A run of letters of another script, outside `\text`: prose."""
        end = self.position
        while end < len(self.latex) and _is_foreign(self.latex[end]) and not _latex_of(self.latex[end]):
            end += 1
        return self.take(end - self.position, "text", self.latex[self.position : end])


def _is_foreign(character: str) -> bool:
    """Letters, digits, marks of other scripts, and currencies: no mathematics of ours, but something that people write."""
    return not character.isascii() and (character.isalnum() or unicodedata.category(character) in ("Sc", "Mn", "Mc", "Lm"))


def _latex_of(character: str) -> str:
    """The LaTeX of a character that is mathematics, else ""."""
    if character in notation.CHARACTERS:
        return notation.CHARACTERS[character]
    if character in notation.GREEK_CHARACTERS:
        return "\\" + notation.GREEK_CHARACTERS[character]
    if character.isascii():
        return ""
    wide = unicodedata.normalize("NFKC", character)
    if len(wide) == 1 and wide.isascii() and (wide.isalnum() or wide in _PLAIN):
        double = unicodedata.name(character, "").startswith("MATHEMATICAL DOUBLE-STRUCK CAPITAL")
        return f"\\mathbb {{ {wide} }}" if double else wide
    if wide != character and len(wide) == 1:
        return _latex_of(wide)
    base, *marks = list(unicodedata.normalize("NFD", character))
    if len(marks) == 1 and marks[0] in notation.COMBINING and base.isascii() and base.isalpha():
        return f"\\{notation.COMBINING[marks[0]]} {{ {base} }}"
    return ""


def _kind_of(text: str) -> tuple[Kind, str]:
    if text.startswith("\\"):
        return "command", text[1:]
    if text.isalpha():
        return "letter", text
    return ("digit" if text.isdigit() else "symbol"), text


def _character_hint(character: str) -> Message | None:
    return {"$": hint("dollar"), "@": hint("matrix_product"), '"': hint("quotes"), "“": hint("quotes")}.get(character)
