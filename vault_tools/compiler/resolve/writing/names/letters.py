"""Where a run of letters ends: `softmax` is one name, `QK` two; decided by vocabulary and by the names that the note uses.

First step of reading a product; everything behind it sees single names only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.names.scripts import TRANSPOSES
from vault_tools.compiler.resolve.writing.nodes import WRAPPERS, base_of, cover, juxtaposed, unwrap
from vault_tools.compiler.resolve.writing.pieces import VOWELS
from vault_tools.compiler.syntax_tree import (
    Accented,
    Fence,
    Juxtaposed,
    Labelled,
    Letters,
    Name,
    Node,
    Number,
    Relation,
    Scripted,
    Styled,
    Sum,
)
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_DIFFERENTIAL = re.compile("d[A-Za-z]")
_DIFFERENTIAL_OR_LETTER = re.compile("d[A-Za-z]|[A-Za-z]")
CAPITAL_AND_SMALL = re.compile("[A-Z][a-z]")
COMMANDS = frozenset({"max", "min", "det", "log", "ln", "exp", "lim", "arg", "Pr", "diag", "tr", "Tr", "rank", "dim", "sgn"})
ABBREVIATIONS = frozenset({"TP", "FP", "TN", "FN", "PE", "KL", "CE", "LN", "BN", "lr", "LR", "id", "ID"})
"""Usual abbreviations of two letters; other pairs of letters are products."""
STATISTICS = frozenset({"MS", "SD", "SE"})
"""Abbreviations of statistics that a word below tells apart, as in `SD_{pooled}`."""
VARIATION = frozenset({"SS", "MS"})
"""Sums of squares and their means, which in the analysis of variance one capital tells apart: `MS_W`."""
COMPANIONS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "PV": frozenset({"FV", "NPV"}),
        "FV": frozenset({"PV", "NPV"}),
        "BP": frozenset({"BLEU"}),
        "VP": frozenset({"FP", "FN"}),
        "VN": frozenset({"FP", "FN"}),
    }
)
"""Abbreviations that are products elsewhere (`PV = nRT`), each with those beside which it is one: present and future
values; true positives and negatives in French, Spanish and Portuguese."""
COUNTED = frozenset({"TP", "FP", "TN", "FN", *STATISTICS, *VARIATION, *COMPANIONS})
"""Abbreviations of two letters that are numbers: counts, statistics, values."""
SHORTEST = 4
"""Letters of a word that may be written with spaces between without a font that holds it together."""
SIZES = frozenset("BCDHMNTW")
"""Capitals that say how far the index of the same small letter runs."""
FREQUENCIES = frozenset({"tf", "df"})
"""How often a term stands in a document, and in how many: one name unless both letters are used by themselves."""
BEFORE_FUNCTIONS = frozenset("VW")
"""Values and weights, which multiply what a function gives; another capital before its name may be part of it."""
MATRICES, SIMILARITY = frozenset("ABCHQUVWX"), frozenset({"Bi", "Ca", "Ha"})
"""Capitals of matrices before what they are applied to (`Ax + Bu`), and numbers of similarity that begin with one of them."""
NEIGHBOURHOODS = frozenset({"N", "Gamma"})
"""Letters of the set of a node's neighbours, which are nodes, too; of other sets there may be more or fewer than elements."""
CUT = frozenset({Juxtaposed, Letters, Scripted, Styled, Labelled})
"""Kinds of nodes that may be several factors."""
STRUCTURES = frozenset({"concat", "cat", "max", "min", "argmax", "argmin", "diag"})


@dataclass
class Words:
    """What counts as one name in the formulas of one compilation."""

    vocabulary: Vocabulary
    names: set[str] = field(default_factory=set)
    """Runs that are one name: left-hand sides, declared shapes, families."""
    singles: set[str] = field(default_factory=set)
    """Letters that stand alone somewhere in the note, and usual abbreviations."""
    here: frozenset[str] = frozenset()
    """Letters that stand alone in the formula that is compiled."""
    tables: frozenset[str] = frozenset()
    """Words of functions that here are tables: the place `rank(d)` of a document in a ranking, no rank of a matrix."""
    cache: dict[tuple[str, bool], tuple[str, ...]] = field(default_factory=dict)
    cut: dict[int, tuple[Node, list[Node]]] = field(default_factory=dict)
    """Nodes by identity with their atoms, so that a node is cut once and its parts stay the same nodes."""

    def known(self, text: str) -> bool:
        """A word of the note, of the vocabulary, or of the notation itself."""
        return text in self.names or text in COMMANDS or text.lower() in STRUCTURES or self.is_function(text)

    def is_function(self, text: str) -> bool:
        """A named function or family of the handlers (symbols of one letter are not words)."""
        return (self.vocabulary.function(text) is not None or text in self.vocabulary.family_names) and text not in self.tables

    def split(self, text: str, factors: bool = False) -> tuple[str, ...]:
        """The names in a run of letters; `factors`: notation around it (a transpose) says that it is a product."""
        key = (text, factors)
        if key not in self.cache:
            self.cache[key] = self._split(text, factors)
        return self.cache[key]

    def _split(self, text: str, factors: bool) -> tuple[str, ...]:
        if len(text) == 1 or "_" in text or "@" in text or text[-1].isdigit() or text in ABBREVIATIONS or self.known(text):
            return (text,)
        if text.isupper() and len(text) == len("SSB") and text.startswith("SS"):
            return (text,)  # sums of squares
        if text.isupper() and any(name.endswith(text) and name.removesuffix(text).islower() for name in self.names):
            return (text,)  # the `AP` of `mAP = …`
        if not COMPANIONS.get(text, frozenset()).isdisjoint(map(str.upper, self.names | self.singles)):
            return (text,)
        if text in FREQUENCIES and not self._in_use(text):
            return (text,)
        return (
            self._around_word(text, factors) or self._differentials(text) or (tuple(text) if self._is_product(text, factors) else (text,))
        )

    def _around_word(self, text: str, factors: bool) -> tuple[str, ...] | None:
        """`ysoftmax`, `Vsoftmax`, `sinx`: a function's name with one or two letters before it, or one letter in use behind it.

        `factors`: not the logarithm in `4lnd` beside l and n themselves, nor in `Lnd` where the note has L and n.
        """
        for cut in (1, 2):
            head, tail = text[:cut], text[cut:]
            named = len(tail) >= 3 and self.is_function(tail)
            if named and (not self._is_word(text) or (head in BEFORE_FUNCTIONS and len(tail) > len("max"))):
                return (*head, tail)
        head, tail = text[:-1], text[-1]
        if len(head) < 2 or not self.is_function(head) or not self._in_use(tail):
            return None
        spelled = head.islower() or head.isupper()  # `ln`, `LN`, seldom `Ln`
        used = factors and self.here.issuperset(head) if spelled else self._in_use(head)
        return None if used and not self._is_word(head) else (head, tail)

    def _differentials(self, text: str) -> tuple[str, ...] | None:
        """`dZ`, `XdZ` where the note defines `dW`, and d is no letter of its own: names of gradients."""
        parts = tuple(_DIFFERENTIAL_OR_LETTER.findall(text))
        pairs = [part for part in parts if len(part) == 2]
        if pairs and self.names.issuperset(pairs):
            return parts
        named = any(len(name) == 2 and name[0] == "d" for name in self.names) and "d" not in self.singles | self.names
        if not named or self._is_word(text) or not _DIFFERENTIAL.search(text):
            return None
        return parts

    def _in_use(self, letters: str) -> bool:
        """Whether each of the letters stands alone somewhere or is a name."""
        return all(letter in self.singles or letter in self.names for letter in letters)

    def _is_product(self, text: str, factors: bool) -> bool:
        if self._in_use(text):
            return True
        if SIZES.issuperset(text) and len(text) > 2 and self.singles.issuperset(text.lower()):
            return True  # the `NHW` of `\frac{1}{NHW} \sum_{n,h,w} x_{nchw}`
        if factors:  # `uAv^T`, but not `Key^T`, `queries^T`
            return not (self._is_word(text) and (text.istitle() or (text.islower() and len(text) > 3)))
        if len(text) == 2:
            applied = text[0] in MATRICES and text[1] != "e" and text not in SIMILARITY
            return applied or not (text[0].isupper() and text[1] in VOWELS - {"y"})  # `Re`, `He`, but `Wy`, `Bu`
        if text.isupper():
            return (len(set(text)) < len(text) and text[0] == text[1]) or self._mostly_used(text)
        return not self._is_word(text)

    def _mostly_used(self, text: str) -> bool:
        """`ABC` beside A and B: three capitals of which two stand by themselves."""
        return len(text) == 3 and sum(letter in self.singles or letter in self.names for letter in text) > 1

    @staticmethod
    def _is_word(text: str) -> bool:
        """Looks like a word: at least three letters, a vowel among them, capitals only where words have them."""
        has_vowel = any(letter in VOWELS for letter in text.lower())
        lower_after_first = sum(letter.islower() for letter in text[1:])
        return len(text) >= 3 and (has_vowel or len(text) >= 4) and (lower_after_first >= 2 or text.isupper())

    # ------------------------------------------------------------ on nodes

    def atoms(self, node: Node) -> list[Node]:
        """The factors of juxtaposed matter: runs split, scripts at the last letter, nested groups of letters opened."""
        kind = type(node)
        if kind not in CUT or (kind is Letters and len(node.text) == 1):  # type: ignore[attr-defined]
            return [node]
        known = self.cut.get(id(node))
        if known is None:
            known = self.cut[id(node)] = (node, self._atoms(node))
        return known[1][:]

    def _atoms(self, node: Node) -> list[Node]:
        node = unwrap(node) if type(node) is Labelled else node
        match node:
            case Juxtaposed(items=items):
                return [atom for item in self._with_digits(self._gathered(items)) for atom in self.atoms(item)]
            case Letters(text=text):
                return self._letters(node, self.split(text))
            case Styled(font=font, body=body) if font != "bb":
                return self._styled(node, font, body)
            case Scripted(base=base):
                return self._scripted(node, base)
            case _:
                return [node]

    def _with_digits(self, items: tuple[Node, ...]) -> Iterable[Node]:
        r"""`softmax1(x)`, `head2`: digits glued to a word belong to it; those of `\log2` and `ln2` are its argument; `W1` is `W_1`."""
        if not any(map(_digits_of, items)):
            return items
        kept: list[Node] = []
        for item, following in zip(items, (*items[1:], None), strict=True):
            before = kept[-1] if kept else None
            digits = _digits_of(item)
            if not isinstance(before, Letters | Name) or digits is None or before.span.end != digits.span.start:
                kept.append(item)
            elif isinstance(item, Number) and self._takes_digits(before, following):
                kept[-1] = replace(before, text=before.text + item.text, span=Span(before.span.start, item.span.end))
            elif self._is_numbered(before):
                above = (item.sup, item.primes) if isinstance(item, Scripted) else (None, 0)
                kept[-1] = Scripted(Span(before.span.start, item.span.end), before, digits, *above)
            else:
                kept.append(item)
        return [part for item, before in zip(kept, (None, *kept), strict=False) for part in self._behind_number(item, before)]

    def _behind_number(self, item: Node, before: Node | None) -> list[Node]:
        """`2LHnd_h`, `2bshd`: no word has a number before it, so letters without a vowel there are factors."""
        letters = base_of(item)
        glued = isinstance(before, Number) and isinstance(letters, Letters) and before.span.end == letters.span.start
        if not glued or not isinstance(letters, Letters) or not VOWELS.isdisjoint(letters.text.lower()) or len(letters.text) < 3:
            return [item]
        parts = self._letters(letters, self.split(letters.text, factors=True))
        return [*parts[:-1], replace(item, base=parts[-1]) if isinstance(item, Scripted) else parts[-1]]

    def _is_numbered(self, before: Letters | Name) -> bool:
        r"""`W1`, `xW2`, `\beta1`: a number never stands behind what it multiplies; the argument of `\log2` does."""
        return before.text in GREEK or (isinstance(before, Letters) and not self.is_function(before.text))

    def _takes_digits(self, before: Letters | Name, following: Node | None) -> bool:
        if len(before.text) < 2 or (isinstance(before, Name) and before.command) or len(self.split(before.text)) > 1:
            return False
        called = isinstance(following, Fence) and following.opener in "(["
        return called or not self.is_function(before.text)

    def _styled(self, node: Node, font: str, body: Node) -> list[Node]:
        r"""A font over several letters: `\mathbf{QK}`; over anything else it says nothing."""
        inner = unwrap(body)
        if isinstance(inner, Juxtaposed) and (spread := self._spread(inner)) is not None:
            return [spread]
        if font == "bf" and isinstance(inner, Letters) and CAPITAL_AND_SMALL.fullmatch(inner.text):
            inner = Juxtaposed(inner.span, tuple(self._letters(inner, tuple(inner.text))))  # `\mathbf{Ky}`
        if isinstance(inner, Letters | Juxtaposed | Scripted):
            keep = font in ("bf", "cal", "frak")
            return [Styled(atom.span, font, atom) if keep and isinstance(atom, Letters) else atom for atom in self.atoms(inner)]
        return [node] if isinstance(inner, Name | Number) else self.atoms(inner)

    def _gathered(self, items: tuple[Node, ...]) -> tuple[Node, ...]:
        """`s o f t m a x (x)`: letters before a bracket that a scanner set apart, as the function whose name they are."""
        if len(items) <= SHORTEST:
            return items
        place = next((k for k, item in enumerate(items) if isinstance(item, Fence)), 0)
        letters = [item for item in items[:place] if isinstance(item, Letters)]
        if len(letters) < max(place, SHORTEST) or any(len(item.text) > 1 for item in letters):
            return items
        whole = self._spread(Juxtaposed(cover(tuple(letters)), tuple(letters)))
        return items if whole is None else (whole, *items[place:])

    def _spread(self, node: Juxtaposed) -> Name | None:
        r"""`\mathbf{s o f t m a x}`, as scanned formulas have it: the function whose name the letters are."""
        letters = [item.text if isinstance(item, Letters) else "" for item in node.items]
        text = "".join(letters)
        return Name(node.span, text) if all(map(len, letters)) and len(text) > 2 and self.is_function(text) else None

    def _scripted(self, node: Scripted, base: Node) -> list[Node]:
        inner = unwrap(base) if type(base) in WRAPPERS else base
        if isinstance(inner, Scripted):
            moved = self._scripted(inner, inner.base)
            return [*moved[:-1], Scripted(Span(moved[-1].span.start, node.span.end), moved[-1], node.sub, node.sup, node.primes)]
        if isinstance(inner, Letters) and len(inner.text) > 1:
            one = self._is_labelled_pair(inner.text, node)
            parts = (
                [inner]
                if one
                else self._letters(inner, self._at_a_step(inner.text, node) or self.split(inner.text, self._says_factors(node)))
            )
        elif isinstance(inner, Juxtaposed):
            parts = self.atoms(inner)
        else:
            return [node]
        parts = [Styled(p.span, base.font, p) if isinstance(base, Styled) and isinstance(p, Letters) else p for p in parts]
        last = parts[-1]
        return [*parts[:-1], Scripted(Span(last.span.start, node.span.end), last, node.sub, node.sup, node.primes)]

    def _at_a_step(self, text: str, node: Scripted) -> tuple[str, ...] | None:
        r"""The F and P of `P_{k|k-1} = FP_{k-1}F^\top + Q`: nobody counts false positives of the step before."""
        stepped = text in ABBREVIATIONS and node.sub is not None and isinstance(unwrap(node.sub), Sum | Relation)
        return tuple(text) if stepped and self.singles.issuperset(text) else None

    def _is_labelled_pair(self, text: str, node: Scripted) -> bool:
        r"""`SS_{res}`, `MS_W`: nobody writes the square of a letter so; it is a name, which the word below tells apart."""
        label = unwrap(node.sub) if node.sub is not None else None
        if text in STATISTICS and isinstance(label, Scripted | Accented):
            return True  # `SE_{b_1}`
        if not text.isupper() or not isinstance(label, Name | Letters):
            return False
        if text in VARIATION and len(label.text) == 1 and label.text.isupper():
            return self.singles.isdisjoint(text)
        worded = len(label.text) > (1 if isinstance(label, Name) else 2)
        return worded and (text in STATISTICS or (len(text) == 2 and text[0] == text[1]))

    @staticmethod
    def _says_factors(node: Scripted) -> bool:
        sup = unwrap(node.sup) if node.sup is not None else None
        return isinstance(sup, Letters | Name) and sup.text in TRANSPOSES and node.sub is None

    @staticmethod
    def _letters(node: Letters, parts: tuple[str, ...]) -> list[Node]:
        if len(parts) == 1:
            return [node]
        exact = node.span.end - node.span.start == len(node.text)
        out: list[Node] = []
        start = node.span.start
        for part in parts:
            span = Span(start, start + len(part)) if exact else node.span
            out.append(Letters(span, part))
            start += len(part)
        return out

    def regrouped(self, node: Node) -> Node:
        """The same matter with its runs of letters split."""
        if isinstance(node, Accented):
            return node
        return juxtaposed(self.atoms(node))


def _digits_of(item: Node) -> Number | None:
    r"""The digits of `1` and `1^\top`, not of `0.5` or of the power `2^n`."""
    kind = type(item)
    if kind is not Number and kind is not Scripted:
        return None
    base = item.base if isinstance(item, Scripted) and item.sub is None else item
    if not isinstance(base, Number) or not base.written.isdigit():
        return None
    sup = unwrap(item.sup) if isinstance(item, Scripted) and item.sup is not None else None
    return base if sup is None or isinstance(sup, Number | Name) or (isinstance(sup, Letters) and sup.text == "T") else None
