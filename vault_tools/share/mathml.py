r"""LaTeX -> MathML, by way of our own parser: what browsers show without scripts or fonts, and nothing of a note gets through as markup."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.lexing.macros import NO_MACROS, Macros
from vault_tools.compiler.resolve.writing.nodes import rebuilt
from vault_tools.compiler.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SYMBOLS: Mapping[str, str] = {
    **{command.removeprefix("\\"): character for character, command in reversed(notation.CHARACTERS.items())},
    **{name: character for character, name in notation.GREEK_CHARACTERS.items()},
    "epsilon": "ϵ", "varepsilon": "ε", "phi": "ϕ", "varphi": "φ", "vartheta": "ϑ", "varrho": "ϱ", "varsigma": "ς", "varpi": "ϖ",
    "infty": "∞", "ell": "ℓ", "nabla": "∇", "partial": "∂", "top": "⊤", "bot": "⊥", "hbar": "ℏ",
    "emptyset": "∅", "forall": "∀", "exists": "∃",
    "plus": "+", "minus": "−", "star": "⋆", "dagger": "†", "prime": "′", "degree": "°", "percent": "%", "permille": "‰", "neg": "¬",
    "+": "+", "-": "−", "pm": "±", "mp": "∓",
    "cdot": "⋅", "times": "×", "ast": "∗", "odot": "⊙", "circ": "∘", "otimes": "⊗", "oplus": "⊕", "slash": "/", "dot": ".", "div": "÷",
    "wedge": "∧", "vee": "∨", "cup": "∪", "cap": "∩", "setminus": "∖", "bullet": "∙", "mod": "mod",
    "sum": "∑", "prod": "∏", "coprod": "∐", "int": "∫", "iint": "∬", "iiint": "∭", "oint": "∮",
    "bigcup": "⋃", "bigcap": "⋂", "bigwedge": "⋀",
    "bigvee": "⋁", "bigotimes": "⨂", "bigodot": "⨀", "biguplus": "⨄", "concat": "‖", "E": "𝔼", "argmax": "arg max", "argmin": "arg min",
    "hat": "^", "bar": "¯", "tilde": "~", "vec": "→", "ddot": "¨", "check": "ˇ", "breve": "˘", "ring": "˚", "acute": "´", "grave": "`",
    "dddot": "⃛", "underline": "_",
    "ldots": "…", "dots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱",
}  # fmt: skip
"""Names of the syntax tree -> what is printed."""

_ACCENT_DOT = "˙"
_INTEGRALS = frozenset({"int", "iint", "iiint", "oint"})
_ALPHABETS = {"bb": "DOUBLE-STRUCK", "cal": "SCRIPT", "frak": "FRAKTUR", "bf": "BOLD", "sf": "SANS-SERIF", "tt": "MONOSPACE"}
_GRID_FENCES: Mapping[str, tuple[str, str]] = {
    "bmatrix": ("[", "]"), "pmatrix": ("(", ")"), "vmatrix": ("|", "|"), "Vmatrix": ("‖", "‖"), "Bmatrix": ("{", "}"),
    "cases": ("{", "."), "rcases": (".", "}"),
}  # fmt: skip
_DRAWN: Mapping[str, str] = {
    "(": "round", ")": "round", "[": "square", "]": "square", "{": "brace", "}": "brace", "|": "bar", "‖": "double",
    "⌊": "square", "⌋": "square", "⌈": "square", "⌉": "square", "⟨": "round", "⟩": "round",
}  # fmt: skip
"""How the page draws a tall bracket where the system has no font that can stretch it."""
_SPACES = {"quad": "1em", "where": "0.6em"}
_FRAME = re.compile(r"\\boxed\s*\{\s*(?P<inside>[^{}\s][^{}]*?)\s*\}")
_DIRECTION_MARKS = frozenset({"Cc", "Cf", "Cs"})


def mathml(latex: str, macros: Macros = NO_MACROS, *, block: bool = True) -> str:
    """A `<math>` element. LatexSyntaxError where the LaTeX cannot be read."""
    body = _display(_with_frames(parse(latex, macros), latex))
    return f'<math display="block">{body}</math>' if block else f"<math>{body}</math>"


def _with_frames(display: tree.Display, latex: str) -> tree.Display:
    """The display with a frame round what stands in one, which the parser reads through."""
    framed = {(found.start("inside"), found.end("inside")) for found in _FRAME.finditer(latex)}

    def change(node: tree.Node) -> tree.Node:
        if (node.span.start, node.span.end) not in framed:
            return node
        framed.discard((node.span.start, node.span.end))
        return tree.Labelled(node.span, node, None, "frame")

    return rebuilt(display, change) if framed else display


# ---------------------------------------------------------------- elements


def _tag(name: str, *inside: str, **attributes: str) -> str:
    told = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{told}>{''.join(inside)}</{name}>"


def _token(name: str, text: str, **attributes: str) -> str:
    visible = "".join(c for c in text if unicodedata.category(c) not in _DIRECTION_MARKS)
    return _tag(name, escape(visible), **attributes)


def _row(*inside: str) -> str:
    return inside[0] if len(inside) == 1 else _tag("mrow", *inside)


def _operator(text: str, **attributes: str) -> str:
    return _token("mo", text, **attributes)


def _symbol(name: str) -> str:
    return SYMBOLS.get(name, name)


def _identifier(text: str) -> str:
    """One letter slants, a word stands upright: browsers do it by length. Capital Greek letters stand upright, too."""
    upright = {"mathvariant": "normal"} if len(text) == 1 and "Α" <= text <= "Ω" else {}
    return _token("mi", text, **upright)


def _space(width: str) -> str:
    return _tag("mspace", width=width)


def _fenced(opener: str, body: str, closer: str) -> str:
    sides = [_operator(side, fence="true", stretchy="true") if side != "." else "" for side in (opener, closer)]
    drawn = f"inner left-{_DRAWN.get(opener, 'none')} right-{_DRAWN.get(closer, 'none')}"
    return _tag("mrow", sides[0], _tag("mrow", body, **{"class": drawn}), sides[1], **{"class": "fence"})


def _table(rows: Iterable[Sequence[str]], kind: str) -> str:
    large = {"displaystyle": "true"} if kind == "aligned" else {}
    return _tag("mtable", *(_tag("mtr", *(_tag("mtd", cell) for cell in row)) for row in rows), **{"class": kind}, **large)


# ---------------------------------------------------------------- displays: rows aligned at their relations


def _display(display: tree.Display) -> str:
    rows = [_aligned(row) for row in display.rows]
    if len(rows) == 1:
        return _row(*(cell for cell in rows[0] if cell))
    return _table(rows, "aligned")


def _aligned(row: tree.Node) -> tuple[str, str]:
    match row:
        case tree.Relation(first=first, rest=rest) if rest[0][0] not in {"⇒", "⇔", "⇐"}:
            return _math(first), _tag("mrow", *_related(rest))
        case tree.Sequence(items=(tree.Relation(first=first, rest=rest), *others), separators=separators):
            return _math(first), _tag("mrow", *_related(rest), *_separated(others, separators))
    return "", _math(row)


def _related(rest: Iterable[tuple[str, tree.Node]]) -> Iterable[str]:
    for sign, operand in rest:
        yield from (_operator(sign), _math(operand))


def _separated(items: Iterable[tree.Node], separators: Iterable[str]) -> Iterable[str]:
    for item, separator in zip(items, separators, strict=True):
        yield _space(_SPACES[separator]) if separator in _SPACES else _operator(separator, separator="true")
        yield _math(item)


# ---------------------------------------------------------------- nodes


def _math(node: tree.Node) -> str:
    """A node as one element (nothing for a node that is not there)."""
    match node:
        case tree.Number(text=text):
            return _token("mn", text)
        case tree.Letters(text=text):
            return _row(*map(_identifier, text))
        case tree.Name(text=text):
            return _identifier(_symbol(text))
        case tree.Text(text=text):
            return _token("mtext", text.replace(" ", "\N{NO-BREAK SPACE}"))
        case tree.Ellipsis_(kind=kind):
            return _operator(_symbol(kind))
        case tree.Empty():
            return _tag("mrow")
        case tree.Relation() | tree.Sequence() | tree.Sum() | tree.Product() | tree.Juxtaposed() | tree.Prefix() | tree.Postfix():
            return _tag("mrow", *_line(node))
        case tree.Display():
            return _display(node)
    return _built(node)


def _line(node: tree.Node) -> Iterable[str]:
    """What stands side by side."""
    match node:
        case tree.Relation(first=first, rest=rest):
            return [_math(first), *_related(rest)]
        case tree.Sequence(items=(first, *others), separators=separators):
            return [_math(first), *_separated(others, separators)]
        case tree.Sum(terms=terms):
            return [part for k, (sign, term) in enumerate(terms) for part in _signed(sign, term, first=k == 0)]
        case tree.Product(first=first, rest=rest):
            return [_math(first), *(part for sign, factor in rest for part in (_operator(_symbol(sign)), _math(factor)))]
        case tree.Prefix(operator=sign, operand=operand):
            return [_operator(_symbol(sign), form="prefix"), _math(operand)]
        case tree.Postfix(operator=sign, operand=operand):
            return [_math(operand), _operator(_symbol(sign), form="postfix")]
        case tree.Juxtaposed(items=items):
            return [part for k, item in enumerate(items) for part in (*_gap(items[k - 1] if k else None, item), _math(item))]
    raise AssertionError(f"{type(node).__name__} is no line")


def _signed(sign: str, term: tree.Node, *, first: bool) -> list[str]:
    if first and sign == "+":
        return [_math(term)]
    return [_operator(_symbol(sign), form="prefix" if first else "infix"), _math(term)]


def _gap(before: tree.Node | None, item: tree.Node) -> list[str]:
    """A thin space round the names of functions: log p, 2 sin x."""
    spaced = before is not None and (
        (_is_function(before) and not isinstance(item, tree.Fence)) or (_is_function(item) and not isinstance(before, tree.Fence))
    )
    return [_space("0.17em")] if spaced else []


def _is_function(node: tree.Node) -> bool:
    return isinstance(node, tree.Name) and len(_symbol(node.text)) > 1


def _built(node: tree.Node) -> str:
    """What is more than a line: scripts, fractions, roots, brackets, tables."""
    match node:
        case tree.Scripted():
            return _scripted(node)
        case tree.Fraction():
            return _fraction(node)
        case tree.Root(radicand=radicand, degree=degree):
            return _tag("msqrt", _math(radicand)) if degree is None else _tag("mroot", _math(radicand), _math(degree))
        case tree.Fence(opener=opener, body=body, closer=closer):
            return _fenced(opener, _math(body), closer)
        case tree.Grid(kind=kind, rows=rows):
            opener, closer = _GRID_FENCES.get(kind, (".", "."))
            return _fenced(opener, _table([[*map(_math, row)] for row in rows], "cases" if "cases" in kind else "grid"), closer)
        case tree.BigOperator():
            return _big(node)
        case tree.Styled(font=font, body=body):
            return _styled(font, body)
        case tree.Accented(accent=accent, body=body):
            return _accented(accent, body)
        case tree.Labelled():
            return _labelled(node)
    raise AssertionError(f"no MathML for {type(node).__name__}")


def _fraction(node: tree.Fraction) -> str:
    parts = _math(node.numerator), _math(node.denominator)
    return _tag("mfrac", *parts) if node.bar else _fenced("(", _tag("mfrac", *parts, linethickness="0"), ")")


def _scripted(node: tree.Scripted) -> str:
    primes = _operator("′" * node.primes) if node.primes else ""
    above = primes + (_math(node.sup) if node.sup is not None else "")
    above = _tag("mrow", above) if primes and node.sup is not None else above
    base, below = _math(node.base), _math(node.sub) if node.sub is not None else ""
    if above and below:
        return _tag("msubsup", base, below, above)
    return _tag("msup", base, above) if above else _tag("msub", base, below)


def _big(node: tree.BigOperator) -> str:
    name = _symbol(node.operator)
    word = name[0].isascii()
    look = "word" if word else "large"
    sign = _token("mo", name, movablelimits="false", **{"class": look}) if name != "𝔼" else _identifier(name)
    body = [] if node.body is None else [*([_space("0.17em")] if word else []), _math(node.body)]
    return _tag("mrow", _with_limits(node, sign), *body)


def _with_limits(node: tree.BigOperator, sign: str) -> str:
    beside = node.operator in _INTEGRALS or node.operator == "E"
    below, above = (None if part is None else _math(part) for part in (node.sub, node.sup))
    match below, above:
        case None, None:
            return sign
        case str(), None:
            return _tag("msub" if beside else "munder", sign, below)
        case None, str():
            return _tag("msup" if beside else "mover", sign, above)
    return _tag("msubsup" if beside else "munderover", sign, below or "", above or "")


def _styled(font: str, body: tree.Node) -> str:
    """Letters in a font of Unicode; what has none there looks as usual."""
    if isinstance(body, tree.Letters | tree.Name | tree.Number):
        text = _symbol(body.text) if isinstance(body, tree.Name) else body.text
        return _row(*(_token("mi", _in_font(font, letter), mathvariant="normal") for letter in text))
    return _math(body)


def _in_font(font: str, letter: str) -> str:
    if font not in _ALPHABETS or not letter.isalnum():
        return letter
    plain = unicodedata.name(letter, "").replace("LATIN ", "").replace("GREEK ", "").replace("LETTER ", "")
    for name in (f"MATHEMATICAL {_ALPHABETS[font]} {plain}", f"{_ALPHABETS[font]} {plain}", f"BLACK-LETTER {plain}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:  # no such letter: some stand elsewhere in Unicode, some nowhere
            continue
    return letter


def _accented(accent: str, body: tree.Node) -> str:
    mark = _operator(
        _ACCENT_DOT if accent == "dot" else _symbol(accent), stretchy="true" if accent in {"bar", "vec", "underline"} else "false"
    )
    if accent == "underline":
        return _tag("munder", _math(body), mark, accentunder="true")
    return _tag("mover", _math(body), mark, accent="true")


def _labelled(node: tree.Labelled) -> str:
    body = _math(node.body)
    if node.kind == "frame":
        return _tag("mrow", body, **{"class": "framed"})
    if node.kind == "brace":
        body = _tag("munder", body, _operator("⏟", stretchy="true"))
    return body if node.label is None else _tag("munder", body, _math(node.label))
