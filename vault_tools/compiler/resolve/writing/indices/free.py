"""Which letters are indices in a statement: free on its left, bound by its operators; the rest are labels or numbers.

The rules are those of the naming contract; the uses of each letter come from usage.py.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import field
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.records import record
from vault_tools.compiler.resolve.writing.indices.labels import (
    compared,
    names_matrices,
    names_weights,
    run_as_word,
    tells_from_bare,
    tells_sample_size,
    told_apart,
)
from vault_tools.compiler.resolve.writing.indices.scopes import RUNNING, USUAL
from vault_tools.compiler.resolve.writing.indices.unsaid import left_out
from vault_tools.compiler.resolve.writing.indices.usage import LetterUses, Uses, excepted_letters
from vault_tools.compiler.resolve.writing.names.facts import Shapes
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.resolve.writing.names.models import LINEAR, WEIGHTS, WITH_LINEAR, is_of_model
from vault_tools.compiler.resolve.writing.names.scripts import LABEL_SIGNS, is_symbol
from vault_tools.compiler.resolve.writing.names.shifts import shifted_scripts
from vault_tools.compiler.resolve.writing.nodes import arguments, base_of, every, number_of, scripts_moved_out, unwrap, walk_outside, word
from vault_tools.compiler.resolve.writing.pieces import is_script_word, letters_of, pieces
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.resolve.writing.statements.heads import TWO_LETTERS, script_letters
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Juxtaposed, Node, Number, Scripted, Text

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.resolve.writing.statements.heads import Head

HEADS = frozenset("abgh")
"""Letters that usually count heads, batches and groups, before others."""


UNNAMED_PAIR = frozenset("ijklmnst")


WIDTH = "d"
"""What `d_k` and `d_m` are: widths, whose letters below number nothing."""


COUNTED = frozenset("wdc")
"""Letters of words, documents and classes: arguments of tables that are called by words."""
LABELS = LABEL_SIGNS | {"pi"}
r"""What counts nothing in a script: the policy of `V^\pi` neither."""
STATE, ACTION = "s", frozenset("sa")
"""A state and an action, as the tables of reinforcement learning have them."""


INDICATOR = ""
r"""What carries a condition, the 1 of `\mathbb{1}_{|u| \le 1}`, is no symbol: a parameter there is a value unless letters are compared."""


@record(frozen=True, slots=True)
class IndexLetters:
    """The decision for one statement."""

    free: tuple[str, ...]
    bound: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        """Every letter that is an index somewhere in the statement."""
        return self.bound | frozenset(self.free)


@record(frozen=True)
class Surroundings:
    """What the rules need to know about the rest of the note."""

    words: Words
    shapes: Shapes
    shifts: frozenset[tuple[str, str]]
    starts: frozenset[str]
    """Bases with a written start of a recurrence (`S_0 = 0`)."""
    counted: frozenset[str] = frozenset()
    """Symbols that the note numbers above (`q^1`)."""
    rows: frozenset[str] = frozenset()
    """Symbols with a letter in brackets above and nothing below (`x^{(i)}`)."""
    powered: frozenset[str] = frozenset()
    """Symbols that carry a written power somewhere (`x^2`)."""
    functions: frozenset[str] = frozenset()
    """Functions of the note whose parameters are values, not positions."""
    steps: frozenset[str] = frozenset()
    """Letters that count steps somewhere in the display or in what it uses: labels everywhere."""
    families: Container[str] = ()
    """Symbols that the note defines for each number (`R_m = …` with m as a number)."""
    ranges: Mapping[str, tuple[int, Node]] = field(default_factory=dict)
    r"""Letters whose range the display writes: first and last value (`i = 1, \dots, n`)."""
    data: Mapping[str, str] = field(default_factory=dict)
    """Letters of points -> the index of the data that have the same letter."""


def classify(entry: Entry, around: Surroundings) -> IndexLetters:
    """Decide the free and bound letters of a statement."""
    statement, head = entry.statement, entry.head
    sides = statement.sides
    bound = frozenset(name for side in sides for name in binders(side))
    claimed = head.symbol is None and bool(bound) and all(number_of(side) is not None for side in sides[1:])
    right = sides[1:] if statement.signs and not claimed else sides
    written = set(chain.from_iterable(map(script_letters, right)))
    if not COUNTED.isdisjoint(head.parameter_letters):
        written |= _tabled(right, around.words) & COUNTED
    if STATE in head.parameter_letters and ACTION.issuperset(head.parameter_letters):
        written |= ACTION  # `A(s, a) = Q(s, a) - V(s)`
    no_index = set(head.letters) | compared(right) | (compared(sides[:1]) - UNNAMED_PAIR) | _weights_of_models(head, right)
    placed = {p for p in head.parameter_letters if "_" in p and set(p.partition("_")[2]) <= set(head.letters)}  # `z_{ik}`: z at i and k
    named = (p for p in head.parameter_letters if p not in no_index | placed and _may_be_index(p, written, around.shapes))
    excepted = excepted_letters(right, head)
    bound -= frozenset(excepted)
    labels = LABELS | told_apart(head, right, around.shapes)
    unsaid = left_out(head, right, bound) if head.is_function else ()
    if head.symbol is not None and len(head.letters) > 2:
        labels |= run_as_word(head.symbol, right, bound)
    candidates = tuple(x for x in dict.fromkeys((*head.letters, *named, *excepted, *unsaid)) if not x[0].isupper() and x not in labels)
    if not statement.signs or claimed:
        candidates = (*_unnamed(sides[0], bound, claimed=claimed), *excepted)
    elif head.symbol is None and not candidates:
        candidates = _unnamed(sides[-1], bound)
    elif head.symbol is None:
        carried, own = _bases(sides), binders(sides[0]) - {*excepted}
        counted = {base for letter in bound for base in carried.get(letter, ())}
        labels = frozenset(x for x in candidates if names_weights(x, carried.get(x, set())) and counted.isdisjoint(carried[x]))
        candidates = tuple(x for x in candidates if x not in own and x not in labels)
    free = _free(candidates, bound, entry, right, around) if candidates else []
    return IndexLetters(tuple(_innermost(free, around.steps)), bound)


def _free(candidates: tuple[str, ...], bound: frozenset[str], entry: Entry, right: tuple[Node, ...], around: Surroundings) -> list[str]:
    """The candidates that the right sides use as indices."""
    statement, head = entry.statement, entry.head
    sides = statement.sides
    uses = LetterUses(set(candidates) | set(bound), around.words, raised_letters(sides[0]) if statement.signs else frozenset())
    for side in _without_prose(right):
        uses.visit(side)
    own = frozenset(chain.from_iterable(map(shifted_scripts, sides)))
    bases = _bases(sides)
    alone = _single_letters(head.symbol)  # the i of `w_i^{high}` is none of the word
    runs = [name for name in candidates if len(name) > 1 and (uses.of[name].alone or uses.of[name].together or not _is_run(name))]
    counted = {base for letter in bound for base in uses.of[letter].scripts}
    free: list[str] = []
    for letter in candidates:
        named = names_matrices(letter, head, uses.of[letter]) and uses.of[letter].scripts.isdisjoint(counted)
        words = (run for run in runs if letter not in alone or not is_script_word(run))
        if named or any(letter in run and letter != run and run.isalpha() for run in words):
            continue
        inner = uses.of[letter]
        if tells_from_bare(letter, right, around.words) or tells_sample_size(letter, head, right, inner):
            continue
        if inner.scripts or inner.shifted or inner.alone or inner.together:
            only_parameter = letter in head.parameter_letters and letter not in head.letters
            ranged = letter in entry.ranges and around.shapes.get(letter) != ()
            if ranged or _is_free(letter, inner, only_parameter, head.base, own, bases, around):
                free.append(letter)
    return free


def _single_letters(symbol: Node | None) -> frozenset[str]:
    """Letters that stand in the scripts of a symbol, none of them part of a word."""
    symbol = scripts_moved_out(symbol) if symbol is not None else None
    scripts = (symbol.sub, symbol.sup) if isinstance(symbol, Scripted) else ()
    found = (word(letter) for script in scripts if script is not None for piece in pieces(script) for letter in letters_of(piece))
    return frozenset(text for text in found if text and len(text) == 1)


def _without_prose(sides: tuple[Node, ...]) -> tuple[Node, ...]:
    r"""Without a side that only says in words what those before it compute: `= p(\text{word } s \mid \text{query } t)`."""
    return sides if len(sides) == 1 else (tuple(side for side in sides if not every(Text, side)) or sides)


def _tabled(sides: tuple[Node, ...], words: Words) -> set[str]:
    r"""The w and d of `\text{TF}(w, d) \times \text{IDF}(w)`: arguments of words that no function has are places in tables."""
    rows = (pair for side in sides for row in every(Juxtaposed, side) for pair in pairwise(row.items))
    fences = [
        base_of(bracket)
        for name, bracket in rows
        if len(word(base_of(name)) or "") > 1 and not words.is_function(word(base_of(name)) or "")
    ]
    return {word(node) or "" for fence in fences if isinstance(fence, Fence) for node in arguments(fence)}


def _weights_of_models(head: Head, right: tuple[Node, ...]) -> set[str]:
    r"""The w of `J(w) = \sum_i (h_w(x_i) - y_i)^2`, which the model h carries."""
    if LINEAR not in head.parameter_letters:
        return set()
    return {LINEAR, *WITH_LINEAR} if any(is_of_model(node) for side in right for node in every(Scripted, side)) else set()


def _may_be_index(name: str, written: set[str], shapes: Shapes) -> bool:
    """A parameter that can be an index: a letter that usually is one, or a name that stands in a script (`c_{out}`)."""
    if shapes.get(name):
        return False
    return name in RUNNING or name in written if len(name) == 1 else "_" in name and name in written


@remembered
def raised_letters(left: Node) -> frozenset[str]:
    r"""Letters that a left side carries as superscripts (`a^i`), not in brackets; a sum there (`\sum_k r^k = \frac{1}{1-r}`) names none."""
    raised = frozenset(
        text
        for node in every(Scripted, left)
        if node.sup is not None and (text := word(node.sup)) is not None and len(text) == 1 and text in RUNNING
    )
    return raised - frozenset(binders(left)) if raised else raised


def _innermost(free: list[str], steps: frozenset[str]) -> list[str]:
    """Without a run `ij` where its letters are there too, or count steps."""
    return [name for name in free if not (_is_run(name) and all(letter in free or letter in steps for letter in name))]


def _is_run(name: str) -> bool:
    """`ij`, `hij`: letters that usually are indices, written side by side (`pos` is one name)."""
    return len(name) == 2 or (len(name) > 1 and (name[0] in RUNNING or name[0] in HEADS) and all(letter in RUNNING for letter in name[1:]))


def _is_free(
    letter: str,
    uses: Uses,
    only_parameter: bool,
    head_base: str,
    own: frozenset[tuple[str, str]],
    bases: Mapping[str, set[str]],
    around: Surroundings,
) -> bool:
    if around.shapes.get(letter) == ():
        return False
    if only_parameter and (uses.scripts <= around.functions or (uses.scripts == {INDICATOR} and not uses.together)):
        return False
    if letter in around.ranges:
        return True
    carriers = uses.scripts | uses.shifted
    if _declared_label(letter, carriers, around.shapes) or (
        carriers and not head_base and all(base in around.families for base in carriers)
    ):
        return False
    if any(len(around.shapes.get(base, ())) > 0 for base in carriers):
        return True
    if letter not in GREEK and (is_script_word(letter.rstrip("_")) or letter.rstrip("_") in TWO_LETTERS):
        return False  # `\ell_{\text{new}}`, `W_{out}`: a word tells one symbol from another, and counts only where a range says so
    if carriers & around.starts and letter not in around.steps:
        return True
    if letter in around.steps or _is_shifted(letter, own, bases, around.shifts):
        return False
    return not uses.alone if not uses.together else True


def _declared_label(letter: str, carriers: set[str], shapes: Shapes) -> bool:
    """`shapes` names `x_t` and not `x`; or a word such as the `new` of `x_new`."""
    return any(f"{base}_{letter}" in shapes and (base not in shapes or len(letter) > 1) for base in carriers)


def _is_shifted(letter: str, own: frozenset[tuple[str, str]], bases: Mapping[str, set[str]], shifts: frozenset[tuple[str, str]]) -> bool:
    if any(name == letter for _, name in own):
        return True
    return any((base, letter) in shifts for base in bases.get(letter, ()))


def _bases(sides: tuple[Node, ...]) -> dict[str, set[str]]:
    """Letter -> the bases that carry it as a script, anywhere in the statement."""
    found: dict[str, set[str]] = {}
    for side in sides:
        for node in every(Scripted, side):
            base = canonical(unwrap(node.base)) if is_symbol(node.base) else ""
            for letter in script_letters(node, inside=False):
                found.setdefault(letter, set()).add(base)
    return found


def has_no_range(node: Node) -> bool:
    r"""An operator that leaves out over what it runs: it binds the letters in it."""
    return isinstance(node, BigOperator) and (node.sub is None or isinstance(unwrap(node.sub), Number))


def _unnamed(side: Node, bound: frozenset[str], *, claimed: bool = False) -> tuple[str, ...]:
    """Without a left side: i and j, and other usual letters where two symbols carry different ones (`q_m^T k_n`), or a sum leaves them."""
    carriers: dict[str, set[str]] = {}
    found = (scripts_moved_out(node) for node in walk_outside(side, has_no_range) if isinstance(node, Scripted) and is_symbol(node.base))
    scripted = [node for node in found if isinstance(node, Scripted)]
    labels = _words_on_weights(scripted)
    for node in scripted:
        for letter in () if _sub_word(node) in labels else script_letters(node, inside=False):
            if letter in USUAL and letter not in bound:
                carriers.setdefault(letter, set()).add(canonical(unwrap(node.base)))
    carriers = {letter: bases for letter, bases in carriers.items() if not names_weights(letter, bases)}
    usual = [letter for letter in carriers if letter in UNNAMED_PAIR and carriers[letter] != {WIDTH}]
    carrying = {base for letter in usual for base in carriers[letter]}
    paired = claimed or (len(usual) >= 2 and len(carrying) >= 2)
    return tuple(letter for letter in carriers if letter in "ij" or (paired and letter in usual))


def _words_on_weights(scripted: list[Scripted]) -> set[str]:
    """The `in` of `W_{in} x + b_{in}`: a word, unless one of its letters counts elsewhere (`x_i W_{in} y_n`)."""
    found = {_sub_word(node) for node in scripted if canonical(node.base)[-1:] in WEIGHTS} & TWO_LETTERS
    single = {letter for node in scripted if _sub_word(node) not in found for letter in script_letters(node, inside=False)}
    return {text for text in found if single.isdisjoint(text)}


def _sub_word(node: Scripted) -> str:
    return (word(node.sub) or "") if node.sub is not None else ""
