r"""LaTeX as a line of plain text, as one would write it by hand: `\frac{QK^\top}{\sqrt{d_k}}` -> `QKᵀ/√dₖ`. For reading only."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from vault_tools.verify.wording.plain_signs import (
    ACCENTS,
    BARS,
    BINARY,
    BINOMIALS,
    CLOSING,
    FRACTIONS,
    GREEK,
    KINDS,
    LARGE,
    LONGEST_INDEX,
    OPENING,
    RELATIONS,
    ROMAN,
    ROOTS,
    SILENT,
    SPACES,
    SUBSCRIPT,
    SUPERSCRIPT,
    SYMBOLS,
    WIDE_SPACES,
    WITH_ARGUMENT,
)

_PIECE = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|[^\\]", re.DOTALL)
DEEPEST = 60
"""Groups inside one another."""
_WORD_GAP = "\N{THIN SPACE}"
"""A space of the source: it stays between words alone."""
_THIN_SPACE = "\N{SIX-PER-EM SPACE}"
"""One that LaTeX shows."""
_GAPS = ("", _WORD_GAP, _THIN_SPACE, " ")


class Atom(NamedTuple):
    """A piece of the line with TeX's idea of what it is, which decides the space round it."""

    text: str
    kind: str = "letter"
    """letter, digit, word, large (Σ), fraction, root, bar, binary, relation, opening, closing, comma, gap."""


def plain_text(latex: str) -> str:
    """The whole of a formula on one line."""
    return line(atoms(latex))


def atoms(latex: str) -> list[Atom]:
    """The pieces of a formula in their order; what is never closed ends with the input."""
    return _Reader(_PIECE.findall(latex)).group(end="")


def line(parts: list[Atom], *, tight: bool = False) -> str:
    """Pieces with the space that TeX would put between them; none in scripts."""
    shown = [part for part in parts if part.kind != "gap"]
    gaps = _gaps(parts)
    between = (_space(shown, place) or _gap(gaps[place], shown, place) for place in range(len(shown)))
    out = "".join(("" if tight else space) + part.text for space, part in zip(between, shown, strict=True))
    joined = re.sub(rf"(?<![^\W\d_]{{2}}){_WORD_GAP}|{_WORD_GAP}(?![^\W\d_]{{2}})", "", out).replace("′′", "″")
    return re.sub(r"\s+", " ", joined).strip(" ,.;")


def _gaps(parts: list[Atom]) -> list[str]:
    """Before each piece that is none the widest gap there."""
    found, widest = [], ""
    for part in parts:
        if part.kind == "gap":
            widest = max(widest, part.text, key=_GAPS.index)
        else:
            found.append(widest)
            widest = ""
    return found


def _gap(gap: str, parts: list[Atom], place: int) -> str:
    r"""What a written space leaves where the pieces need none: `2.02\ s`, but not `(\,x\,)`."""
    if gap != _THIN_SPACE:
        return gap
    return " " if place and parts[place - 1].kind in _ENDS and parts[place].kind in _THINGS else ""


_THINGS = frozenset({"letter", "digit", "word", "large", "fraction", "root"})
_ENDS = _THINGS | {"closing"}


def _space(parts: list[Atom], place: int) -> str:
    """Before a piece, by what it and the one before it are."""
    if not place:
        return ""
    before, kind = parts[place - 1].kind, parts[place].kind
    if "relation" in (before, kind) or before == "comma":
        return " "
    if "binary" in (before, kind):
        return " " if _has_left_operand(parts, place if kind == "binary" else place - 1) else ""
    apart = (
        (before == "large" and kind != "closing")
        or (before == "fraction" and kind in _THINGS | {"opening"})
        or (kind == "fraction" and before in _ENDS)
        or (kind in {"word", "large"} and before in _ENDS)
        or (before == "word" and kind in _THINGS)
    )
    return " " if apart else ""


def _has_left_operand(parts: list[Atom], place: int) -> bool:
    """Whether a sign stands between two things; otherwise it belongs to what comes next."""
    if not place:
        return False
    before = parts[place - 1].kind
    if before == "bar":  # the first of two opens
        return sum(part.kind == "bar" for part in parts[:place]) % 2 == 0
    return before not in {"binary", "relation", "opening", "comma"}


class _Reader:
    """Reads pieces of LaTeX into atoms."""

    def __init__(self, pieces: list[str]) -> None:
        self.pieces = pieces
        self.place = 0
        self.depth = 0

    def group(self, end: str = "}") -> list[Atom]:
        """Up to the closing brace (or environment) of this group and past it; an unclosed group ends with the input."""
        out: list[Atom] = []
        while self.place < len(self.pieces):
            piece = self.pieces[self.place]
            if end and piece == end:
                self.place += 1
                break
            self.one(out)
        return out

    def one(self, out: list[Atom]) -> None:
        """The next piece, group or command, put behind what is there; too deep inside others the rest is left out."""
        if self.depth > DEEPEST:
            self.place = len(self.pieces)
            return
        self.depth += 1
        self.piece(self.pieces[self.place], out)
        self.depth -= 1

    def piece(self, piece: str, out: list[Atom]) -> None:
        self.place += 1
        if piece == "{":
            inside = self.group()
            out.extend([Atom(inside[0].text)] if len(inside) == 1 and inside[0].kind in {"comma", "relation", "binary"} else inside)
        elif piece in {"^", "_"}:
            self.script(piece, out)
        elif piece == "'":
            _attach(out, "′")
        elif piece.startswith("\\") and len(piece) > 1:
            self.command(piece[1:].rstrip("*"), out)
        else:
            out.extend(self.character(piece))

    def character(self, piece: str) -> list[Atom]:
        if piece.isspace():
            return [Atom(_WORD_GAP, "gap")]
        if piece == "," and self.between_digits():
            return [Atom(piece, "digit")]
        kind = KINDS.get(piece)
        return [] if piece in "}&~\\" else [Atom(piece, kind or ("digit" if piece.isdigit() else "letter"))]

    def between_digits(self) -> bool:
        """`0,5` in a note that writes so, and in (1,2) no harm."""
        around = self.pieces[max(self.place - 2, 0) : self.place + 1]
        return len(around) == 3 and around[0].isdigit() and around[2].isdigit()

    def argument(self) -> list[Atom]:
        """The braced group or the one piece that comes next."""
        while self.place < len(self.pieces) and self.pieces[self.place].isspace():
            self.place += 1
        out: list[Atom] = []
        if self.place < len(self.pieces) and self.pieces[self.place] != "}":
            self.one(out)
        return [part for part in out if part.kind != "gap"] if len(out) == 1 else out

    def name(self) -> str:
        """A braced name as it stands: that of an environment."""
        start = self.place
        while self.place < len(self.pieces) and self.pieces[self.place] != "}":
            self.place += 1
        self.place += 1
        return "".join(self.pieces[start : self.place - 1]).strip("{ ")

    def option(self) -> str:
        r"""`[3]` behind `\sqrt`."""
        if self.place >= len(self.pieces) or self.pieces[self.place] != "[":
            return ""
        self.place += 1
        return line(self.group("]"), tight=True)

    # ------------------------------------------------------------ scripts

    def script(self, sign: str, out: list[Atom]) -> None:
        parts = self.argument()
        while out and out[-1].kind == "gap":
            out.pop()
        _attach(out, _below(parts) if sign == "_" else _above(parts))

    # ------------------------------------------------------------ commands

    def command(self, name: str, out: list[Atom]) -> None:
        if name in SILENT:
            if name in {"left", "right", "middle"} and self.place < len(self.pieces) and self.pieces[self.place] == ".":
                self.place += 1
        elif name in WITH_ARGUMENT:
            self.argument()
        elif name in SPACES | WIDE_SPACES:
            out.append(Atom(_THIN_SPACE if name in SPACES else " ", "gap"))
        elif name in {"begin", "end"}:
            self.environment(name, out)
        else:
            out.append(self.structure(name) or _symbol(name))

    def structure(self, name: str) -> Atom | None:
        """A command with arguments that are shown."""
        if name in ROMAN:
            return _word(line(self.argument()))
        if name in FRACTIONS:
            return Atom(f"{_numerator(line(self.argument()))}/{_factor(self.argument())}", "fraction")
        if name in BINOMIALS:
            return Atom(f"C({line(self.argument())}, {line(self.argument())})")
        if name == "sqrt":
            return Atom(_root(self.option()) + _factor(self.argument()), "root")
        if name in ACCENTS:
            inside = line(self.argument())
            return Atom(inside + ACCENTS[name] if len(inside) == 1 else inside)
        return None

    def environment(self, name: str, out: list[Atom]) -> None:
        r"""A matrix as `[1, 2; 3, 4]`, cases as `{0, j ≤ i; 1, j > i}`; of other environments the content."""
        kind = self.name()
        around = ("{", "}") if kind.endswith("cases") else ("[", "]")
        if name == "begin" and kind.rstrip("*").endswith(("matrix", "cases")):
            out.append(Atom(around[0] + self.table() + around[1]))

    def table(self) -> str:
        rows: list[list[list[Atom]]] = [[[]]]
        while self.place < len(self.pieces):
            piece = self.pieces[self.place]
            if piece in {"&", "\\\\", "\\end"}:
                self.place += 1
                if piece == "\\end":
                    self.name()
                    break
                rows.append([[]]) if piece == "\\\\" else rows[-1].append([])
            else:
                self.one(rows[-1][-1])
        return "; ".join(", ".join(line(cell) for cell in row) for row in rows if any(row[0]) or len(row) > 1)


def _symbol(name: str) -> Atom:
    """A command that is one sign or, where nothing is known of it, its name."""
    for table, kind in (
        (BINARY, "binary"),
        (RELATIONS, "relation"),
        (OPENING, "opening"),
        (CLOSING, "closing"),
        (LARGE, "large"),
        (BARS, "bar"),
    ):
        if name in table:
            return Atom(table[name], kind)
    if name in SYMBOLS:
        return Atom(SYMBOLS[name])
    lower = name.removeprefix("var").lower()
    if lower in GREEK:
        case = "CAPITAL" if name[0].isupper() else "SMALL"
        return Atom(unicodedata.lookup(f"GREEK {case} LETTER {'LAMDA' if lower == 'lambda' else lower.upper()}"))
    return _word(name) if name.isalpha() else Atom("")


def _word(text: str) -> Atom:
    return Atom(text, "word" if len(text) > 1 and re.sub(r"\s", "", text).isalpha() else "letter")


def _attach(out: list[Atom], script: str) -> None:
    if out and out[-1].kind not in {"binary", "relation", "comma", "gap"}:
        out[-1] = out[-1]._replace(text=out[-1].text + script)
    else:
        out.append(Atom(script))


def _below(parts: list[Atom]) -> str:
    """A subscript: small where such letters exist, `(pos, 2i)` as arguments, else behind an underscore."""
    text = line(parts, tight=True)
    if text.startswith("(") and text.endswith(")") and "," in text:
        return line(parts)
    letters = text.replace(",", "") if re.fullmatch(r"[^\W\d_](?:,[^\W\d_])+", text) else text
    small = letters and len(letters) <= LONGEST_INDEX and all(character in SUBSCRIPT for character in letters)
    if small and not any(part.kind == "word" for part in parts):
        return "".join(SUBSCRIPT[character] for character in letters)
    return _beside("_", letters)


def _above(parts: list[Atom]) -> str:
    text = line(parts, tight=True)
    if text in {"T", "ᵀ", "⊤"}:
        return "ᵀ"
    if text and all(character in SUPERSCRIPT for character in text):
        return "".join(SUPERSCRIPT[character] for character in text)
    return _beside("^", text)


def _beside(sign: str, text: str) -> str:
    if not text:
        return ""
    return f"{sign}{text}" if len(text) == 1 or re.fullmatch(r"(?:[^\W_]|\.)+", text) or _is_bracketed(text) else f"{sign}({text})"


def _root(degree: str) -> str:
    return ROOTS.get(degree, "".join(SUPERSCRIPT.get(c, c) for c in degree) + "√") if degree and degree != "2" else "√"


def _numerator(text: str) -> str:
    """In brackets where it has an operator outside its own."""
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and character in " /+-":
            return f"({text})"
    return text


def _factor(parts: list[Atom]) -> str:
    """A denominator or what is below a root: in brackets where it is more than one thing."""
    text = line(parts)
    parts = [part for part in parts if part.kind != "gap"]
    alone = (len(parts) <= 1 and "/" not in text) or (len(parts) == 2 and parts[0].text in {"∂", "∇"})
    return text if alone or all(part.kind == "digit" or part.text == "." for part in parts) or _is_bracketed(text) else f"({text})"


def _is_bracketed(text: str) -> bool:
    """`(a + b)`: one pair round all of it."""
    return re.fullmatch(r"\([^()]*\)", text) is not None
