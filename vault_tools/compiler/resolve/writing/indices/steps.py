"""Letters that count steps (`h_{t-1}`): one decision for a display and everything it uses, so that every row reads `h_t` alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.indices.scopes import RUNNING
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.names.shifts import shifted_scripts
from vault_tools.compiler.resolve.writing.nodes import every, unwrap, walk, word
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import Scripted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vault_tools.compiler.resolve.writing.statements.context import Context, Entry

MEASURED = frozenset("knt")
"""Letters of steps at which something is measured; i and j count what is compared, as in `v_j^-`, the worst value of j."""
MINUS = "minus"
"""The name of a minus sign that stands alone above."""


def step_letters(own: Context, context: Context, shapes: Mapping[str, tuple[int, ...]], starts: frozenset[str]) -> frozenset[str]:
    """The letters that some statement of the display, or a definition that it uses, shifts by a number.

    Not those whose symbols `shapes` gives axes, nor those of recurrences with a written start.
    """
    if not own.shifts and not context.shifts:
        return frozenset()
    waiting, seen = list(own.entries), {id(entry) for entry in own.entries}
    shifted: set[str] = set()
    axes: set[str] = set()
    while waiting:
        entry = waiting.pop()
        carried = _carried(entry)
        shifted |= _shifted(entry, starts)
        axes |= {letter for letter, bases in carried.items() if any(shapes.get(base) for base in bases)}
        for letter, bases in carried.items():
            for other in (other for base in bases for other in context.by_base.get(base, ())):
                if id(other) not in seen and letter in other.head.letters:
                    seen.add(id(other))
                    waiting.append(other)
    return frozenset(shifted - axes)


def label_letters(own: Context, context: Context) -> Iterator[str]:
    r"""The l of `R_l = \frac{k}{m}, \quad F_l = 2 R_l P_l`: what is computed without it is one value, not one for each l."""
    for entry in own.entries if len(own.entries) > 1 or context.entries else ():
        bound = {name for side in entry.statement.sides for name in binders(side)}
        for letter, bases in _carried(entry).items() if entry.head.symbol is not None else ():
            defined = (found for base in bases for found in (*own.by_base.get(base, ()), *context.by_base.get(base, ()))[:1])
            if letter not in bound and any(other is not entry and _is_label_of(letter, other) for other in defined):
                yield letter


def _is_label_of(letter: str, entry: Entry) -> bool:
    """Whether a definition carries a letter on its left side only, and computes something from symbols."""
    head, sides = entry.head, entry.statement.sides[1:]
    if head.is_function or letter not in head.letters or entry.ranges.get(letter) is not None:
        return False
    used = {text for side in sides for inner in walk(side) if (text := word(inner)) is not None}
    return bool(used) and not any(letter in text for text in used)


def fixed_letters(own: Context, context: Context, shapes: Mapping[str, tuple[int, ...]]) -> frozenset[str]:
    r"""The j of `m = \mathrm{rowmax}(S^{(j)})` beside `S^{(j)} = Q K_j^\top`: one block, of which the left side says nothing.

    Letters that the display carries, and neither binds nor has on a left side, while a definition that it uses has them on its left.
    The small s_i of `\alpha = \mathrm{softmax}(s_i)` means all entries of s: i usually counts, as the a of `z_a = W_a x` does not.
    """
    if any(entry.head.symbol is None or not entry.statement.signs for entry in own.entries):
        return frozenset()
    spoken = {letter for entry in own.entries for letter in (*entry.head.letters, *entry.head.parameter_letters)}
    carried = [(letter, base) for entry in own.entries for letter, bases in _carried(entry).items() for base in bases]
    spoken |= {letter for letter, base in carried if letter in RUNNING and not base[:1].isupper()}
    waiting = [(letter, base) for letter, base in carried if letter not in spoken]
    found = {letter for letter, base in waiting if any(letter in other.head.letters for other in context.by_base.get(base, ()))}
    reached, seen = list(own.entries), set(waiting)
    while waiting and found:
        for other in context.by_base.get(waiting.pop()[1], ()):
            reached.append(other)
            further = {(carried, name) for carried, names in _carried(other).items() for name in names if carried in found} - seen
            seen |= further
            waiting += further
    bound = {name for entry in reached for side in entry.statement.sides for name in binders(side)}
    axes = {letter for letter, base in seen if shapes.get(base)}
    return frozenset(found - bound - axes)


def before_measured(own: Context) -> Iterator[str]:
    r"""The k of `\hat{x}_k^-`: a minus above marks what is known before the measurement of a step."""
    for node in (node for entry in own.entries for side in entry.statement.sides for node in every(Scripted, side)):
        letter = word(node.sub) if node.sub is not None and node.sup is not None and word(node.sup) == MINUS else None
        if letter in MEASURED:
            yield letter


def functions_of_values(own: Context, context: Context) -> frozenset[str]:
    r"""Functions such as `H(p) = -\sum_x p(x) \log p(x)`: their definitions use no parameter as a script."""
    found: dict[str, bool] = {}
    for entry in (*own.entries, *context.entries):
        if entry.head.is_function and entry.statement.is_equation:
            scripts = {letter for side in entry.statement.sides[1:] for letter in script_letters(side)}
            found[entry.head.base] = found.get(entry.head.base, True) and not scripts & set(entry.head.parameter_letters)
    return frozenset(base for base, of_values in found.items() if of_values)


def _shifted(entry: Entry, starts: frozenset[str]) -> set[str]:
    """Letters that a statement shifts and does not bind."""
    sides = entry.statement.sides
    bound = {name for side in sides for name in binders(side)}
    return {letter for side in sides for base, letter in shifted_scripts(side) if base not in starts and letter not in bound}


def _carried(entry: Entry) -> dict[str, set[str]]:
    """Letter -> the symbols that carry it as a script in a statement."""
    found: dict[str, set[str]] = {}
    for node in (node for side in entry.statement.sides for node in every(Scripted, side) if is_symbol(node.base)):
        for letter in script_letters(node, inside=False):
            found.setdefault(letter, set()).add(canonical(unwrap(node.base)))
    return found
