"""Which symbols have a first value (`h_0 = 0`, a given `h_0`), so that their recurrences are computed for all steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import LAYER_LETTERS, is_symbol
from vault_tools.compiler.resolve.writing.names.shifts import shift_letter
from vault_tools.compiler.resolve.writing.nodes import base_of, every, is_decorated, number_of, scripts_moved_out, unwrap, walk
from vault_tools.compiler.resolve.writing.pieces import letters_of, pieces
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import Fence, Node, Scripted, Sum

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from vault_tools.compiler.resolve.reading.sheet import Sheet
    from vault_tools.compiler.resolve.writing.statements.context import Context, Entry


def started(own: Context, context: Context, shapes: Mapping[str, tuple[int, ...]]) -> frozenset[str]:
    r"""Bases whose recurrence has a first value.

    A start at 0 says so by itself. Any other `h_0` is the first of many only where each step takes something new, too (`x_t`): in
    `z_\ell = f(z_{\ell-1})` it may as well be the name of another quantity.
    """
    zero = own.starts | context.starts
    entries = (*own.entries, *context.entries)
    others = frozenset([entry.head.base for entry in entries if _may_begin(entry)])
    others |= {name.removesuffix("_0") for name in shapes if name.endswith("_0")}
    others |= {canonical(symbol).removesuffix("_0") for symbol, _ in (*own.declared, *context.declared) if canonical(symbol).endswith("_0")}
    return zero | frozenset(base for base in others - zero if base not in shapes and _runs(base, entries, shapes))


def first_entry(sheet: Sheet, base: str) -> Entry | None:
    """The statement that says the first value of a symbol."""
    return next((entry for entry in sheet.candidates(base) if is_first(entry)), None)


def is_zero(side: Node) -> bool:
    r"""`0`, `\mathbf{0}`, `0_{d \times d}`."""
    side = unwrap(side)
    return number_of(unwrap(side.base) if isinstance(side, Scripted) else side) == 0


def starts_at_zero(sheet: Sheet, base: str) -> bool:
    """`S_0 = 0`."""
    entry = first_entry(sheet, base)
    return entry is not None and is_zero(entry.statement.sides[-1])


def is_first(entry: Entry) -> bool:
    """`h_0 = …`, `r_i^{(0)} = …`: one of the places of a symbol is 0."""
    return 0 in _numbers(entry)


@remembered
def _may_begin(entry: Entry) -> bool:
    """`h_0 = …`, `h_1 = …`."""
    return not {0, 1}.isdisjoint(_numbers(entry))


@remembered
def _numbers(entry: Entry) -> tuple[Fraction, ...]:
    """The written numbers among the places of a defined symbol."""
    symbol = entry.head.symbol
    if symbol is None or not entry.statement.is_equation or entry.statement.annotation or entry.head.is_function:
        return ()
    return tuple([value for value in map(number_of, places(symbol)) if value is not None])


def places(symbol: Node) -> tuple[Node, ...]:
    """What stands below a symbol, and in brackets above it."""
    symbol = scripts_moved_out(unwrap(symbol))
    if not isinstance(symbol, Scripted):
        return ()
    below = pieces(symbol.sub) if symbol.sub is not None else ()
    return (*below, *(pieces(symbol.sup) if symbol.sup is not None and isinstance(unwrap(symbol.sup), Fence) else ()))


def _taken_at(side: Node, value: int) -> set[str]:
    """Bases of symbols that stand at a number: x of `x_0`."""
    symbols = (scripts_moved_out(node) for node in every(Scripted, side) if is_symbol(node.base))
    return {canonical(base_of(symbol)) for symbol in symbols if value in [number_of(place) for place in places(symbol)]}


def first_of_all(sheet: Sheet, base: str, letter: str) -> tuple[Entry, int] | None:
    """`s_0 = x_0` or `s_1 = x_1`, where each step takes an x: the first of the steps, and its number. None where steps come after it."""
    step = step_entry(sheet, base, letter)
    sides = step.statement.sides[1:] if step is not None else ()
    taken = {name for side in sides for name, distance in looked_back(side, letter) if not distance} - {base}
    for entry in sheet.candidates(base):
        for value in (0, 1):
            if value in _numbers(entry) and _taken_at(entry.statement.sides[-1], value) & taken:
                return entry, value
    return None


def _runs(base: str, entries: tuple[Entry, ...], shapes: Mapping[str, tuple[int, ...]]) -> bool:
    """Some letter counts steps of this symbol, each of which takes another entry of something else."""
    letters = {letter for entry in entries if entry.head.base == base for letter in entry.head.letters}
    return any(_takes_more(base, letter, entries, shapes) for letter in letters - LAYER_LETTERS - {"ell"})


def _takes_more(base: str, letter: str, entries: tuple[Entry, ...], shapes: Mapping[str, tuple[int, ...]]) -> bool:
    steps = [entry for entry in entries if letter in entry.head.letters and entry.head.symbol is not None]
    made = {entry.head.base for entry in steps}
    sides = [side for entry in steps for side in entry.statement.sides[1:]]
    back = {name for side in sides for name, distance in looked_back(side, letter) if distance}
    taken = {canonical(unwrap(node.base)) for side in sides for node in every(Scripted, side) if is_symbol(node.base)
             and letter in script_letters(node, inside=False)} - made  # fmt: skip
    begins = [entry for entry in entries if entry.head.base == base and _numbers(entry)]
    later = bool(begins) and not any(0 in _numbers(entry) or _taken_at(entry.statement.sides[-1], 1) & taken for entry in begins)
    as_names = later or any(f"{name}_{letter}" in shapes for name in taken) or f"{base}_{letter}_minus_1" in shapes
    return base in back and bool(taken) and not as_names


def looked_back(side: Node, letter: str) -> Iterator[tuple[str, int]]:
    """(base, steps back) of every symbol that carries a letter: 0 for `h_t`, 1 for `h_{t-1}`."""
    for node in map(scripts_moved_out, filter(is_decorated, walk(side))):
        if isinstance(node, Scripted) and is_symbol(node.base):
            for script in (node.sub, node.sup):
                parts = (part for piece in pieces(script) for part in letters_of(piece)) if script is not None else ()
                for part in parts:
                    distance = steps_back(part, letter)
                    if distance is not None:
                        yield canonical(unwrap(node.base)), distance


def steps_back(piece: Node, letter: str) -> int | None:
    """How far back an index reaches from a letter: 0 for `t`, 1 for `t-1`; None where it is something else."""
    piece = unwrap(piece)
    if canonical(piece) == letter:
        return 0
    if not isinstance(piece, Sum) or shift_letter(piece) != letter:
        return None
    total = sum((value if sign == "-" else -value) for sign, term in piece.terms if (value := number_of(term)) is not None)
    return int(total) if total > 0 and total.denominator == 1 else None


def step_entry(sheet: Sheet, base: str, letter: str) -> Entry | None:
    """The statement that says what `h_t` is at each step."""
    for entry in sheet.candidates(base):
        if letter in sheet.letters_of(entry).free and not entry.head.is_function and letter in entry.head.letters:
            return entry
    return None


def looks_back(sheet: Sheet, entry: Entry, letter: str) -> bool:
    """Whether a statement needs the step before of something with a first value, by itself or through what it uses of this step."""
    key = (id(entry.statement), letter)
    if key not in sheet.looking_back:
        sheet.looking_back[key] = False
        sides = entry.statement.sides[1:]
        sheet.looking_back[key] = any(side_looks_back(sheet, side, letter) for side in sides)
    return sheet.looking_back[key]


def side_looks_back(sheet: Sheet, side: Node, letter: str, *, itself: bool = False) -> bool:
    """The same for one side; `itself`: not through what it uses."""
    for base, distance in looked_back(side, letter) if sheet.around.starts else ():
        if distance and base in sheet.around.starts:
            return True
        other = step_entry(sheet, base, letter) if not distance and not itself and base not in sheet.around.shapes else None
        if other is not None and looks_back(sheet, other, letter):
            return True
    return False
