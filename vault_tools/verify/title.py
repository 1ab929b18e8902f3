r"""A short plain text for a formula: `Attention(Q, K, V)` from its left side, `softmax(XXᵀ)X` where it has none. For reading only."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 60
_PIECE = re.compile(r"\\[A-Za-z]+\*?|\\.|[{}^_&]|\s+|[^\\]", re.DOTALL)
_SYMBOLS = {
    "cdot": "·", "times": "×", "top": "ᵀ", "intercal": "ᵀ", "sqrt": "√", "sum": "Σ", "prod": "Π", "infty": "∞", "odot": "⊙", "approx": "≈",
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "dots": "…", "ldots": "…", "cdots": "…", "in": "∈", "pm": "±",
    "to": "→", "|": "‖", "Vert": "‖", "lVert": "‖", "rVert": "‖", "vert": "|", "mid": "|", "ell": "ℓ", "%": "%", "$": "$", "_": "_",
    "bmod": " mod ", "langle": "⟨", "rangle": "⟩", "implies": "⇒", "partial": "∂", "nabla": "∇", "lfloor": "⌊", "rfloor": "⌋",
}  # fmt: skip
_GREEK = frozenset(
    {
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho",
        "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    }
)  # fmt: skip
_WORDS = frozenset(["exp", "log", "ln", "sin", "cos", "tan", "tanh", "sinh", "cosh", "max", "min", "arg", "det"])
_ACCENTS = {
    "bar": "\u0304", "overline": "\u0304", "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "dot": "\u0307",
    "ddot": "\u0308",
}  # fmt: skip
"""Combining marks for a single letter; an arrow says no more than the letter."""
_SUPERSCRIPT = dict(zip("0123456789+-T", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀ", strict=True))
_SUBSCRIPT = dict(zip("0123456789ijn", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₙ", strict=True))


def plain_title(latex: str) -> str:
    """The left side of an equation, else the whole; cut at 60 characters."""
    text = _plain(latex)
    left, equals = _left_side(re.sub(r"\s*(?::=|≈)\s*", "=", text))
    chosen = left.strip() if equals and re.search(r"[^\W\d_]", left) else text
    return chosen if len(chosen) <= LONGEST else chosen[: LONGEST - 1].rstrip() + "…"


def _left_side(text: str) -> tuple[str, bool]:
    """What stands before the first equals sign outside brackets (`Σ_(k=1)` has none), and whether there is one."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if character == "=" and depth <= 0:
            return text[:place], True
    return text, False


def _plain(latex: str) -> str:
    pieces = _PIECE.findall(latex)
    text = _group(pieces, 0)[0]
    text = re.sub(r"\s+", " ", text).strip(" ,.;")
    return re.sub(r"\s*([()\[\]])\s*", r"\1", re.sub(r"\s*,\s*", ", ", text))


def _group(pieces: list[str], place: int) -> tuple[str, int]:
    """Text up to the closing brace of this group, and the place behind it; an unclosed group ends with the input."""
    parts: list[str] = []
    while place < len(pieces) and pieces[place] != "}":
        text, place = _one(pieces, place)
        parts.append(text)
    return "".join(parts), min(place + 1, len(pieces))


def _one(pieces: list[str], place: int) -> tuple[str, int]:
    """One piece or group as text."""
    if place >= len(pieces) or pieces[place] == "}":
        return "", place
    piece = pieces[place]
    if piece == "{":
        return _group(pieces, place + 1)
    if piece in {"^", "_"}:
        return _script(piece, pieces, place + 1)
    if piece.startswith("\\"):
        return _command(piece[1:].rstrip("*"), pieces, place + 1)
    return ("" if piece == "&" else " " if piece.isspace() else piece), place + 1


def _argument(pieces: list[str], place: int) -> tuple[str, int]:
    while place < len(pieces) and pieces[place].isspace():
        place += 1
    return _one(pieces, place)


def _script(sign: str, pieces: list[str], place: int) -> tuple[str, int]:
    text, place = _argument(pieces, place)
    text = text.strip()
    if sign == "^" and text in {"T", "ᵀ", "⊤"}:
        return "ᵀ", place
    table = _SUPERSCRIPT if sign == "^" else _SUBSCRIPT
    if text and all(character in table for character in text):
        return "".join(table[character] for character in text), place
    return (f"{sign}{text}" if len(text) == 1 or text.isalnum() else f"{sign}({text})"), place


def _command(name: str, pieces: list[str], place: int) -> tuple[str, int]:
    if name in {"frac", "dfrac", "tfrac", "cfrac"}:
        above, place = _argument(pieces, place)
        below, place = _argument(pieces, place)
        return f"{_bracketed(above)}/{_bracketed(below)}", place
    if name in {"binom", "dbinom", "tbinom"}:
        above, place = _argument(pieces, place)
        below, place = _argument(pieces, place)
        return f"C({above.strip()}, {below.strip()})", place
    if name == "sqrt":
        inside, place = _argument(pieces, place)
        return "√" + _bracketed(inside), place
    if name in {"begin", "end", "color", "textcolor", "tag", "label", "vspace", "hspace"}:
        return "", _argument(pieces, place)[1]
    if name in _SYMBOLS:
        return _SYMBOLS[name], place
    if name in _ACCENTS:
        inside, place = _argument(pieces, place)
        return (inside.strip() + _ACCENTS[name] if len(inside.strip()) == 1 else inside), place
    if name in _WORDS:
        return name, place
    return _greek(name), place


def _bracketed(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 1 or re.fullmatch(r"[\w.]+|[^\W\d_]+ᵀ?", text) else f"({text})"


def _greek(name: str) -> str:
    """A Greek letter; other commands (fonts, sizes, spaces) leave no trace but a space where they are one."""
    lower = name.removeprefix("var").lower()
    if lower in _GREEK:
        kind = "CAPITAL" if name[0].isupper() else "SMALL"
        return unicodedata.lookup(f"GREEK {kind} LETTER {'LAMDA' if lower == 'lambda' else lower.upper()}")
    return " " if name in {",", ";", ":", "!", " ", "quad", "qquad", "\\", "space"} and name != "!" else ""
