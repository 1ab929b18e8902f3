"""What the formulas of a note define: read once per note, asked by every formula in it.

Nearest definition above wins, else the nearest below; the display that is compiled comes before all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.gradients import gradient_pairs, gradient_words, with_single_names
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.resolve.writing.names.pupils import with_teachers
from vault_tools.compiler.resolve.writing.names.scripts import LABEL_SIGNS, is_power, is_symbol, is_transposed
from vault_tools.compiler.resolve.writing.nodes import children, every, number_of, unwrap, walk, word
from vault_tools.compiler.resolve.writing.pieces import SINGLE, letters_of, pieces
from vault_tools.compiler.resolve.writing.statements.braces import named_parts
from vault_tools.compiler.resolve.writing.statements.heads import Head, read_head
from vault_tools.compiler.resolve.writing.statements.letter_ranges import written_ranges
from vault_tools.compiler.resolve.writing.statements.splitting import Statement, split
from vault_tools.compiler.syntax import parse, uses_decimal_comma
from vault_tools.compiler.syntax_tree import (
    Display,
    Fence,
    Grid,
    Juxtaposed,
    Letters,
    Node,
    Number,
    Product,
    Relation,
    Scripted,
    Styled,
    Sum,
)
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import LatexSyntaxError

NUMBERS = frozenset("RZNQ")
"""Spaces of numbers."""
NO_HEAD = Head(None, None, ())
NO_WORDS = Vocabulary({}, ())


@dataclass(frozen=True, slots=True)
class Entry:
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
        displays = [with_single_names(with_teachers(display)) for display in displays]
        parts = [digest(display) for display in displays]
        whole = parts[0] if len(parts) == 1 else _united(parts)
        words = known or Words(NO_WORDS)
        names = _left_names(whole.statements, whole.singles | words.singles).union(*map(gradient_pairs, displays))
        words.names |= names
        words.singles |= whole.singles
        entries: list[Entry] = []
        for part in parts:
            entries += [Entry(s, read_head(s.sides[0], words) if s.signs else NO_HEAD, part.ranges) for s in part.statements]
        below = [Entry(s, read_head(s.sides[0], words)) for s in whole.named]
        by_base: dict[str, list[Entry]] = {}
        for entry in filter(_defines, (*entries, *below)):
            by_base.setdefault(entry.head.base, []).append(entry)
        return Context(
            tuple(entries),
            {base: tuple(found) for base, found in by_base.items()},
            names,
            whole.singles,
            shifts=whole.shifts,
            counted=whole.counted,
            powered=whole.powered,
            numeric=frozenset([base for base, found in by_base.items() if any(map(_is_number, found))]),
            starts=frozenset([base for base, found in by_base.items() if any(map(_is_start, found))]),
            ranges=whole.ranges,
            declared=tuple(annotations_of(entries)),
        )


def _called_between(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    r"""What `e_{ij} = s(k_j, q_i) = …` says of the function s."""
    for statement in statements:
        for k in range(1, len(statement.sides) - 1) if statement.is_equation else ():
            side = unwrap(statement.sides[k])
            if (
                isinstance(side, Juxtaposed)
                and len(side.items) == 2
                and len(word(side.items[0]) or "") == 1
                and _is_call_bracket(side.items[1])
            ):
                yield replace(statement, sides=statement.sides[k:], signs=statement.signs[k:])


@remembered
def _alone(display: Display) -> Context:
    return Context.of((display,))


@dataclass(frozen=True, slots=True)
class Digest:
    """What one display says by itself; read once however often it is somebody's context."""

    statements: tuple[Statement, ...]
    singles: frozenset[str]
    shifts: frozenset[tuple[str, str]]
    counted: frozenset[str]
    powered: frozenset[str]
    named: tuple[Statement, ...]
    """What braces name, and what chains say of functions between their sides."""
    ranges: Mapping[str, tuple[int, Node]]


@remembered
def digest(display: Display) -> Digest:
    """Split a display and note how it uses letters."""
    counted: set[str] = set()
    powered: set[str] = set()
    for node in every(Scripted, display):
        if node.sup is not None and number_of(node.sup) == 1 and is_symbol(node.base):
            counted.add(canonical(unwrap(node.base)))
        elif is_power(node):
            powered.add(canonical(unwrap(node.base)))
    statements = split(display)
    return Digest(
        statements,
        singles=frozenset(lone_letters(display)),
        shifts=frozenset(shifted_scripts(display)),
        counted=frozenset(counted),
        powered=frozenset(powered),
        named=(*named_parts(display), *_called_between(statements)),
        ranges=written_ranges(statements),
    )


def _united(parts: list[Digest]) -> Digest:
    """What several displays say together; of a letter with several ranges the first."""
    return Digest(
        tuple([statement for part in parts for statement in part.statements]),
        singles=frozenset[str]().union(*[part.singles for part in parts]),
        shifts=frozenset[tuple[str, str]]().union(*[part.shifts for part in parts]),
        counted=frozenset[str]().union(*[part.counted for part in parts]),
        powered=frozenset[str]().union(*[part.powered for part in parts]),
        named=tuple([statement for part in parts for statement in part.named]),
        ranges={letter: ends for part in reversed(parts) for letter, ends in part.ranges.items()},
    )


def _left_names(statements: tuple[Statement, ...], singles: frozenset[str] | set[str]) -> frozenset[str]:
    """Runs of letters that a left-hand side makes one name."""
    names: list[str] = []
    for statement in statements:
        if statement.signs:
            names += left_words(statement.sides[0], singles)
            names += gradient_words(statement) if "d" not in singles else ()
    return frozenset(names)


def _defines(entry: Entry) -> bool:
    return entry.head.symbol is not None and entry.statement.is_equation and not entry.statement.annotation


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


def lone_letters(display: Display) -> set[str]:
    """Letters that stand alone as a symbol (not in the middle of a run)."""
    return {node.text for node in every(Letters, display) if len(node.text) == 1}


def left_words(side: Node, singles: frozenset[str] | set[str]) -> list[str]:
    """Runs of letters on the left of an equation that are one name there (`RMSE`, `score`, `PE`); `AB` of known A, B is not."""
    side = unwrap(side)
    first = unwrap(side.items[0]) if isinstance(side, Juxtaposed) else side
    called = isinstance(side, Juxtaposed) and len(side.items) == 2 and _is_call_bracket(side.items[1])
    if isinstance(side, Juxtaposed) and not called:
        return []
    base = unwrap(first.base) if isinstance(first, Scripted) else first
    text = word(base) if isinstance(base, Letters | Styled) else None
    if text is None or len(text) < 2 or _is_transposed_product(first):
        return []
    if not called and all(letter in singles for letter in text):
        return []
    return [] if len(set(text)) == 1 and not called else [text]


def _is_call_bracket(node: Node) -> bool:
    node = unwrap(node)
    if isinstance(node, Scripted):
        node = unwrap(node.base)
    return isinstance(node, Fence) and node.opener == "("


def _is_transposed_product(node: Node) -> bool:
    r"""`AB^\top`, and `AB^t`, as some write it: a run of letters with a small t above is no name of a function."""
    return is_transposed(node) or (isinstance(node, Scripted) and node.sup is not None and word(node.sup) == "t")


def shifted_scripts(node: Node) -> set[tuple[str, str]]:
    """(base, letter) for scripts such as `h_{t-1}`, `c^{<t-1>}`, `H^{(l+1)}`."""
    return {shift for scripted in every(Scripted, node) for shift in _shifts_of(scripted)}


@remembered
def _shifts_of(node: Scripted) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for piece in (piece for script in _compound_scripts(node) for piece in pieces(script)):
        shifts = map(shift_letter, (piece, *children(piece)) if isinstance(piece, Relation) else (piece,))
        found += [(canonical(unwrap(node.base)), letter) for letter in shifts if letter is not None]
    return tuple(found)


def _compound_scripts(node: Scripted) -> list[Node]:
    """The scripts of a symbol that are more than one letter, word or number, as most are."""
    return [script for script in (node.sub, node.sup) if script is not None and type(script) not in SINGLE]


def backward_steps(row: Node, without: frozenset[str]) -> dict[str, int]:
    """Letter -> how far back scripts reach: 1 for `s_{i-1}`; symbols in `without` have a value there."""
    found: dict[str, int] = {}
    for node in every(Scripted, row):
        for script in _compound_scripts(node):
            for piece in map(unwrap, pieces(script) if canonical(unwrap(node.base)) not in without else ()):
                letter = shift_letter(piece)
                if letter is not None and isinstance(piece, Sum):
                    back = sum(-(number_of(t) or 0) if sign == "+" else number_of(t) or 0 for sign, t in piece.terms)
                    found[letter] = max(found.get(letter, 0), int(back))
    return found


def counted_from_zero(row: Node) -> frozenset[str]:
    r"""Letters that computed places count from 0: `K_{\lfloor h/g \rfloor}`, `x_{2i}` with `x_{2i+1}`; not with a ceiling or `x_{2i-1}`."""
    floors: set[str] = set()
    ceilings: set[str] = set()
    reach: dict[str, set[int]] = {}
    for piece in (unwrap(p) for n in every(Scripted, row) if n.sub is not None and type(n.sub) not in SINGLE for p in pieces(n.sub)):
        for fence in (inner for inner in every(Fence, piece) if inner.opener in "⌊⌈"):
            (floors if fence.opener == "⌊" else ceilings).update(_letters_in(fence))
        strided = _strided(piece)
        if strided is not None:
            reach.setdefault(strided[0], set()).add(strided[1])
    paired = {letter for letter, constants in reach.items() if min(constants) == 0 < max(constants)}
    return frozenset((floors - ceilings) | paired)


def _letters_in(node: Node) -> set[str]:
    return {canonical(inner) for inner in walk(node) if word(inner) is not None}


def _strided(piece: Node) -> tuple[str, int] | None:
    """A letter with a whole number before it, and the number behind: (i, 1) of `2i+1`."""
    terms = piece.terms if isinstance(piece, Sum) else (("+", piece),)
    letters = [canonical(unwrap(t).items[1]) for _, t in terms if _is_multiple(unwrap(t))]  # type: ignore[attr-defined]
    constants = [(value if sign == "+" else -value) for sign, t in terms if (value := number_of(t)) is not None]
    whole = len(letters) == 1 and len(letters) + len(constants) == len(terms)
    return (letters[0], int(sum(constants))) if whole else None


def _is_multiple(term: Node) -> bool:
    return isinstance(term, Juxtaposed) and len(term.items) == 2 and isinstance(term.items[0], Number) and word(term.items[1]) is not None


def shift_letter(piece: Node) -> str | None:
    """T of `t-1`, `t+1`."""
    if type(piece) in SINGLE:
        return None
    piece = unwrap(piece)
    if not isinstance(piece, Sum) or len(piece.terms) != 2:
        return None
    names = [canonical(term) for _, term in piece.terms if word(term) is not None and len(letters_of(term)) == 1]
    numbers = [term for _, term in piece.terms if number_of(term) is not None]
    return names[0] if len(names) == 1 and len(numbers) == 1 else None


def shape_annotation(side: Node) -> tuple[Node, ...] | None:
    r"""The sizes of `\mathbb{R}^{n \times d}`, none of `\mathbb{R}` and `\mathbb{R}^+`; None for another set."""
    side = unwrap(side)
    base = side.base if isinstance(side, Scripted) else side
    if not (isinstance(base, Styled) and base.font == "bb" and word(base.body) in NUMBERS):
        return None
    sup = unwrap(side.sup) if isinstance(side, Scripted) and side.sup is not None else None
    if sup is None or word(sup) in LABEL_SIGNS:
        return ()
    if isinstance(sup, Product) and all(sign == "times" for sign, _ in sup.rest):
        return (sup.first, *(operand for _, operand in sup.rest))
    return (sup,)


def annotations_of(entries: Iterable[Entry]) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    r"""(symbol, sizes) of every shape annotation among the statements; names listed before it share it (`Q, K \in …`)."""
    waiting: list[Node] = []
    row = -1
    for entry in entries:
        statement = entry.statement
        if statement.row != row:
            waiting, row = [], statement.row
        if not statement.signs and is_symbol(statement.sides[0]):
            waiting.append(statement.sides[0])
        elif statement.signs == ("∈",):
            sizes = shape_annotation(statement.sides[-1])
            if sizes is not None:
                yield from ((symbol, sizes) for symbol in (*waiting, statement.sides[0]) if is_symbol(symbol))
            waiting = []


def is_written_number(node: Node) -> bool:
    """Only written numbers: a literal, a fraction of whole numbers, or a matrix or tuple of them."""
    return written_number(node) is not None or _is_numeric_array(node)


def written_number(node: Node) -> Fraction | None:
    """The value of a literal or a fraction of whole numbers; `1/1.644` is arithmetic."""
    value = number_of(node)
    if value is None or all(Fraction(n.text).denominator == 1 for n in every(Number, node)):
        return value
    return value if len(every(Number, node)) == 1 else None


def _is_numeric_array(node: Node) -> bool:
    node = unwrap(node)
    if isinstance(node, Styled):
        return is_written_number(node.body)
    if isinstance(node, Grid):
        return node.kind not in ("cases", "rcases", "vmatrix", "Vmatrix") and all(is_written_number(c) for row in node.rows for c in row)
    if isinstance(node, Fence) and node.opener in "([" and node.closer in ")]":
        body = unwrap(node.body)
        items = getattr(body, "items", (body,)) if not isinstance(body, Juxtaposed) else (body,)
        return all(is_written_number(item) for item in items)
    if isinstance(node, Scripted):
        return False
    return False
