"""What the formulas of a note define: read once per note, asked by every formula in it.

Nearest definition above wins, else the nearest below; the display that is compiled comes before all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain

from vault_tools.compiler.memory import Remembering, remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.known_gradients import gradient_symbol, takes_part
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import base_of, number_of, unwrap
from vault_tools.compiler.resolve.writing.statements.annotations import annotations_of
from vault_tools.compiler.resolve.writing.statements.digests import Digest, digest, united
from vault_tools.compiler.resolve.writing.statements.heads import Head, read_head
from vault_tools.compiler.resolve.writing.statements.left_names import left_names
from vault_tools.compiler.resolve.writing.statements.one_notation import in_one_notation
from vault_tools.compiler.resolve.writing.statements.splitting import Statement
from vault_tools.compiler.syntax import parse, uses_decimal_comma
from vault_tools.compiler.syntax_tree import Accented, Display, Juxtaposed, Node, Scripted
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import LatexSyntaxError

GRADIENTS = ("d", "nabla_")
"""How names of gradients begin."""
NO_HEAD = Head(None, None, ())
NO_WORDS = Vocabulary({}, ())
InUse = tuple[frozenset[str], frozenset[str]]
"""Names of several letters, and letters that are used by themselves."""
MOST_KEPT = 8
"""For so many of them what a display tells is kept: in a note of hundreds of formulas there are hardly more."""


@dataclass(frozen=True, slots=True)
class Entry(Remembering):
    """A statement with its left-hand side taken apart."""

    statement: Statement
    head: Head
    ranges: Mapping[str, tuple[int, Node]] = field(default_factory=dict)
    r"""Letters whose range the display of the statement writes: first and last value (`i = 1, \dots, n`)."""


@dataclass(frozen=True)
class Context:
    """The other formulas of a note, in the order in which they are asked: nearest above first, then nearest below."""

    entries: tuple[Entry, ...] = ()
    by_base: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    """Runs of letters that a left-hand side makes one name."""
    singles: frozenset[str] = frozenset()
    """Letters that stand alone somewhere."""
    shifts: frozenset[tuple[str, str]] = frozenset()
    """(base, letter) of every script that is shifted by a number: `h_{t-1}`."""
    counted: frozenset[str] = frozenset()
    """Symbols that are numbered above (`q^1`)."""
    rows: frozenset[str] = frozenset()
    """Symbols with a letter in brackets above and nothing below (`x^{(i)}`)."""
    powered: frozenset[str] = frozenset()
    """Symbols that carry a written power (`\\gamma^t`, `x^2`)."""
    numeric: frozenset[str] = frozenset()
    """Symbols that are set to a number (`T = 50`)."""
    starts: frozenset[str] = frozenset()
    """Bases with a first value of a recurrence: `S_0 = 0`."""
    decimal_comma: bool = False
    """Some formula writes decimals with a comma, so all do."""
    ranges: Mapping[str, tuple[int, Node]] = field(default_factory=dict)
    """Letters whose range some formula writes."""
    declared: tuple[tuple[Node, tuple[Node, ...]], ...] = ()
    r"""(symbol, sizes) of shape annotations: `Q \in \mathbb{R}^{n \times d}`."""

    @cached_property
    def gradients(self) -> Mapping[str, bool]:
        """Names of gradients that are defined, and whether as functions of what they are taken by."""
        defined = {base: found for base, found in self.by_base.items() if base.startswith(GRADIENTS) and "_" in base}
        return {base: all(entry.head.is_function for entry in found[:1]) for base, found in defined.items()}

    @staticmethod
    def read(before: Iterable[str] = (), after: Iterable[str] = ()) -> Context:
        """Parse the formulas around one formula, each once; broken ones are skipped."""
        above, below = tuple(before), tuple(after)
        if not above and not below:
            return Context()
        comma = any(map(uses_decimal_comma, (*above, *below)))
        displays = (_parsed(latex, comma) for latex in (*reversed(above), *below))
        found = Context.of(display for display in displays if display is not None)
        return replace(found, decimal_comma=True) if comma else found

    @staticmethod
    def alone(display: Display) -> Context:
        """What one display says by itself."""
        return _alone(display)

    @staticmethod
    def of(displays: Iterable[Display], known: Words | None = None) -> Context:
        """The context of parsed displays, the first asked first; `known` where more is known about names."""
        displays = [in_one_notation(display) for display in displays]
        parts = [digest(display) for display in displays]
        whole = parts[0] if len(parts) == 1 else united(parts)
        singles = whole.singles if known is None else whole.singles | known.singles
        names = left_names(whole.lefts, whole.statements, singles) | whole.pairs
        if known is None:
            told = _told_by(displays, parts, names, singles)
        else:
            known.names |= names
            known.singles |= whole.singles
            told = [_told(part, known) for part in parts]
        by_base: dict[str, list[Entry]] = {}
        for layer in zip(*[one.defining for one in told], strict=True):
            for entry in chain.from_iterable(layer):
                by_base.setdefault(entry.head.base, []).append(entry)
        entries = tuple(chain.from_iterable([one.entries for one in told]))
        return Context(
            entries,
            {base: tuple(found) for base, found in by_base.items()},
            names,
            whole.singles,
            shifts=whole.shifts,
            counted=whole.counted,
            rows=whole.rows,
            powered=whole.powered,
            numeric=frozenset[str]().union(*[one.numeric for one in told]),
            starts=frozenset[str]().union(*[one.starts for one in told]),
            ranges=whole.ranges,
            declared=tuple(annotations_of(entries)),
        )


@dataclass(frozen=True, slots=True)
class _Told:
    """What one display tells the others where certain names and letters are in use."""

    entries: tuple[Entry, ...]
    defining: tuple[tuple[Entry, ...], ...]
    """What defines a symbol or function, in the order in which it is asked: statements, what is named in them, gradients, further names."""
    numeric: frozenset[str]
    starts: frozenset[str]


def _told_by(displays: list[Display], parts: list[Digest], names: frozenset[str], singles: frozenset[str]) -> list[_Told]:
    """What displays tell, each read once for the same names and letters, in whichever order they are asked."""
    in_use = _in_use(names, singles)
    words = Words(NO_WORDS, set(names), set(singles))
    told = []
    for display, part in zip(displays, parts, strict=True):
        known = _told_before(display)
        if in_use not in known:
            if len(known) >= MOST_KEPT:
                known.clear()
            known[in_use] = _told(part, words)
        told.append(known[in_use])
    return told


@remembered
def _told_before(_display: Display) -> dict[InUse, _Told]:
    return {}


@lru_cache(maxsize=64)
def _in_use(names: frozenset[str], singles: frozenset[str]) -> InUse:
    """The same pair for equal sets: it is found by identity."""
    return names, singles


def _told(part: Digest, words: Words) -> _Told:
    entries = tuple([Entry(s, read_head(s.sides[0], words) if s.signs else NO_HEAD, part.ranges) for s in part.statements])
    named = [Entry(s, read_head(s.sides[0], words)) for s in part.named]
    gradients = [defined for entry in entries for defined in _of_gradient(entry, words)]
    others = [entry for whole in entries for entry in _other_names(whole, words)]
    defining = tuple([tuple(filter(_defines, layer)) for layer in (entries, named, gradients, others)])
    found = [entry for layer in defining for entry in layer]
    numeric = frozenset([entry.head.base for entry in found if _is_number(entry)])
    return _Told(entries, defining, numeric, frozenset([entry.head.base for entry in found if _is_start(entry)]))


@remembered
def _alone(display: Display) -> Context:
    return Context.of((display,))


def _defines(entry: Entry) -> bool:
    return entry.head.symbol is not None and entry.statement.is_equation and not entry.statement.annotation


def _other_names(entry: Entry, words: Words) -> Iterator[Entry]:
    r"""The `\bar{x}` of `\mu = \bar{x} = \frac{1}{n} \sum_i x_i`, defined by what stands behind it as the first name is.

    Other sides are computed: in `P = d^2 = 7 \times 10^3` and `y = x_1 = 2a` they are held against each other.
    """
    sides = entry.statement.sides
    if len(sides) < 3 or entry.head.symbol is None or any(sign != "=" for sign in entry.statement.signs) or is_symbol(sides[-1]):
        return
    for k, side in enumerate(sides[1:-1], 1):
        atoms = words.atoms(side)
        if len(atoms) == 1 and isinstance(base_of(atoms[0]), Accented) and not _is_raised(atoms[0]):
            yield Entry(replace(entry.statement, sides=sides[k:], signs=entry.statement.signs[k:]), read_head(side, words), entry.ranges)


def _is_raised(symbol: Node) -> bool:
    node = unwrap(symbol)
    return isinstance(node, Scripted) and node.sup is not None


def _of_gradient(entry: Entry, words: Words) -> Iterator[Entry]:
    r"""`\nabla J(w) = X^\top (X w - y)` as the definition of a symbol, and of a function; its right side takes no gradients."""
    if entry.head.symbol is not None or not entry.statement.is_equation or entry.statement.annotation:
        return
    left = gradient_symbol(entry.statement.sides[0])
    if left is None or any(map(takes_part, entry.statement.sides[1:])):
        return
    for side in (left, left.items[0]) if isinstance(left, Juxtaposed) else (left,):
        statement = replace(entry.statement, sides=(side, *entry.statement.sides[1:]))
        yield Entry(statement, read_head(side, words), entry.ranges)


def _is_number(entry: Entry) -> bool:
    """`T = 50`."""
    return not entry.head.is_function and number_of(entry.statement.sides[-1]) is not None


def _is_start(entry: Entry) -> bool:
    """The first value of a recurrence: `S_0 = 0`."""
    symbol = entry.head.symbol
    return symbol is not None and number_of(entry.statement.sides[-1]) == 0 and canonical(symbol) == f"{entry.head.base}_0"


@lru_cache(maxsize=1024)
def _parsed(latex: str, decimal_comma: bool) -> Display | None:
    try:
        return parse(latex, decimal_comma=decimal_comma)
    except LatexSyntaxError:
        return None
