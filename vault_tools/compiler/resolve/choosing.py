"""Which statement of a display is computed, and which formulas hold nothing to compute."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical, code_name
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.reading.brackets.structures import lists_vectors
from vault_tools.compiler.resolve.reading.functions.call_or_product import is_spelled
from vault_tools.compiler.resolve.reading.functions.usual import usual
from vault_tools.compiler.resolve.reading.names.updates import settings
from vault_tools.compiler.resolve.reading.sheet import Sheet, is_computable
from vault_tools.compiler.resolve.writing.indices.bounds import number_for_bars
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, is_symbol
from vault_tools.compiler.resolve.writing.nodes import (
    arguments,
    base_of,
    every,
    number_of,
    scripts_moved_out,
    terms_of,
    texts,
    unwrap,
    word,
)
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.resolve.writing.spelled_out.conventions import states_convention
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Display,
    Ellipsis_,
    Fence,
    Juxtaposed,
    Name,
    Node,
    Number,
    Scripted,
    Sequence,
    Text,
)
from vault_tools.compiler.tree import NOWHERE
from vault_tools.errors import UnsupportedError
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.writing.indices.scopes import LetterFacts
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.vocabulary import Vocabulary


OPTIMISED = frozenset({"minimize", "maximize", "minimise", "maximise", "subject to", "s.t."})
"""Words that open an optimisation problem."""

INFORMATION = frozenset({"H", "I"})
"""Letters of entropies and mutual information."""


def choose(sheet: Sheet, target: str | None) -> Entry:
    """The statement to compute."""
    entries = sheet.own.entries
    if target is not None:
        return _named(sheet, target)
    candidates = [entry for entry in entries if is_computable(entry)]
    if not candidates or _is_condition(candidates[-1]):
        raise nothing()
    if len(candidates) == 1:
        return candidates[0]
    names = {id(entry.statement): _names_in(sheet, entry) for entry in candidates}
    users: dict[str, set[int]] = {}
    for key, found in names.items():
        for name in found:
            users.setdefault(name, set()).add(key)
    last = [entry for entry in candidates if not _is_used(sheet, entry, users)] or candidates
    last = [entry for entry in last if not _only_calls(entry, sheet)] or last
    implied = [entry for entry in last if entry.statement.implied]
    if implied:
        return implied[-1]
    rows = {entry.statement.row for entry in entries}
    return last[-1] if len(rows) > 1 else last[0]


def _only_calls(entry: Entry, sheet: Sheet) -> bool:
    r"""`\text{Attention}(Q, K, V)` before `\text{ with mask } M_{ij} = \dots`: it only names what the equation is about."""
    atoms = sheet.around.words.atoms(entry.statement.sides[0]) if not entry.statement.signs else []
    called = len(atoms) == 2 and is_symbol(atoms[0]) and len(word(base_of(atoms[0])) or "") > 1
    given = arguments(atoms[1]) if called and isinstance(atoms[1], Fence) else ()
    return len(given) > 1 and all(map(is_symbol, given))


def _is_condition(entry: Entry) -> bool:
    r"""`\implies \det(A - \lambda I) = 0`: what has to be zero is an equation to be solved, no value."""
    sides = entry.statement.sides
    if entry.head.symbol is not None or len(sides) < 2 or number_of(sides[-1]) != 0:
        return False
    return entry.statement.implied or (len(sides) == 2 and {"lambda", "I"} <= texts(sides[0]) and _is_determinant(sides[0]))


def _is_determinant(side: Node) -> bool:
    r"""`|A - \lambda I|`, `\det(A - \lambda I)`: zero where \lambda is an eigenvalue."""
    side = unwrap(side)
    if isinstance(side, Juxtaposed):
        return word(side.items[0]) == "det" and len(side.items) == 2
    return isinstance(side, Fence) and side.opener == "|"


def _named(sheet: Sheet, target: str) -> Entry:
    """The statement that defines a name, given as the note writes it or as an identifier."""
    target = code_name(target)
    entries = [entry for entry in sheet.own.entries if entry.statement.is_equation and not entry.statement.annotation]
    found = [entry for entry in entries if sheet.name_of(entry) == target]
    if found:
        whole = (entry for entry in found if entry.head.symbol is not None and canonical(entry.head.symbol) == target)
        entry = next(whole, found[0])  # `Z = \text{Concat}(Z_1, \dots)` rather than the `Z_i` before it
        return (settings(sheet, target, entry.head.base) or [entry])[-1]
    for entry in entries:
        if entry.head.symbol is not None and target in (entry.head.base, canonical(entry.head.symbol)):
            return entry
    span = sheet.own.entries[0].statement.span if sheet.own.entries else None
    known = ", ".join(name for entry in entries if (name := sheet.name_of(entry)) is not None)
    raise UnsupportedError(message("unsupported.target", target=target, known=known or "–"), span or NOWHERE)


def _names_in(sheet: Sheet, entry: Entry) -> set[str]:
    """What a statement uses: names with their number of indices (`h/1`), functions by their base (`f()`)."""
    facts = sheet.facts_of(entry)
    waiting = list(entry.statement.sides[1:] if entry.statement.signs else entry.statement.sides)
    found: set[str] = set()
    for side in waiting:
        found |= set(_called_in_scripts(side))
    while waiting:
        for atom in symbol_atoms(waiting.pop(), sheet.around.words):
            symbol = facts.read(atom)
            found |= {f"{symbol.name}/{len(symbol.indices)}", f"{symbol.base}()"}
            if symbol.name != symbol.base:
                found.add(f"{symbol.name.rpartition('_')[0]}/listed")
            waiting.extend(operation.exponent for operation in symbol.operations if operation.exponent is not None)
    return found


def _called_in_scripts(side: Node) -> Iterator[str]:
    r"""The g of `W_{g(i)}^K`."""
    scripts = (script for node in every(Scripted, side) for script in (node.sub, node.sup) if script is not None)
    for row in (row for script in scripts for row in every(Juxtaposed, script)):
        yield from (
            f"{canonical(base_of(name))}()" for name, behind in pairwise(row.items) if isinstance(behind, Fence) and is_symbol(name)
        )


def _is_used(sheet: Sheet, entry: Entry, users: dict[str, set[int]]) -> bool:
    """Whether another statement uses what this one defines; `head_1` of a spelled-out list uses `head_i`."""
    head = sheet.head_of(entry)
    if head is None:
        return False
    if entry.head.is_function:
        keys = [f"{head.base}()"]
    elif head.indices:
        keys = [f"{head.name}/{count}" for count in _counts_of(sheet, head)] + [f"{head.name}/listed"]
        keys += [] if sheet.uses_own_name(entry) else [f"{head.name}/0"]
    else:
        keys = [f"{head.name}/{count}" for count in range(3)]
    later = _later(sheet, entry, head)
    return any(user != id(entry.statement) and (later is None or user in later) for key in keys for user in users.get(key, ()))


def _counts_of(sheet: Sheet, head: Occurrence) -> set[int]:
    """With how many indices this definition is used: any number that no other definition of the display has."""
    others = [sheet.head_of(other) for other in sheet.own.by_base.get(head.base, ())]
    defined = {len(other.indices) for other in others if other is not None and other.name == head.name}
    return {1, 2, 3, 4} - defined | {len(head.indices)}


def _later(sheet: Sheet, entry: Entry, head: Occurrence) -> set[int] | None:
    """Of a name that the display updates: the statements behind this one, by identity; None: all may use it."""
    if entry not in settings(sheet, head.name, head.base):
        return None
    keys = [id(other.statement) for other in sheet.own.entries]
    return set(keys[keys.index(id(entry.statement)) + 1 :])


def states_a_problem(display: Display) -> bool:
    r"""`\text{minimize} … \text{subject to} …`: a problem to be solved, of which no row is computed by itself."""
    if OPTIMISED.isdisjoint(map(str.lower, texts(display))):
        return False
    nodes: tuple[Name | Text, ...] = (*every(Name, display), *every(Text, display))
    return any(node.text.strip().lower() in OPTIMISED for node in nodes)


def refuse_listing(entry: Entry, sheet: Sheet) -> None:
    """NothingToCompute for lists, memberships, lone names, arrows, lone numbers."""
    statement = entry.statement
    if statement.annotation or (statement.signs and not statement.is_equation):
        raise nothing()
    if not statement.signs and (is_bare_listing(statement.sides[0], sheet, sheet.facts_of(entry)) or is_written_number(statement.sides[0])):
        raise nothing("lone_name")
    if statement.signs.count("←") > 1:
        raise nothing()  # `Flatten ← Pool ← Conv`: what follows what
    if len(statement.sides) > 1 and all(isinstance(unwrap(side), Number) for side in statement.sides):
        raise nothing()  # `1 = 2`, `3 = 3`
    if len(statement.sides) == 2 and states_convention(statement.sides[0]):
        raise nothing()
    if entry.head.base in INFORMATION and len(statement.sides) > 1 and _is_law(entry, sheet):
        raise nothing()
    if number_for_bars(entry) is not None and sheet.stated_bars(statement.sides[0]) is not None:
        raise nothing()  # `|B| = 4` says how large B is
    if entry.head.is_function and any(_continues_a_condition(other, entry) for other in sheet.own.entries):
        raise UnsupportedError(message("unsupported.cases"), statement.span)
    if _is_property(entry, sheet) or _is_to_be_solved(entry, sheet) or (not statement.signs and _is_sentence(statement.sides[0])):
        raise nothing()


def _continues_a_condition(other: Entry, entry: Entry) -> bool:
    r"""`f(x) = a, \quad x \ge 0 \\\\ = b, \quad x < 0`: the second row goes on behind the condition of the first."""
    signs = other.statement.signs
    if len(signs) < 2 or signs[0] not in "<>≤≥" or signs[1] != "=":
        return False
    return word(other.statement.sides[0]) in {word(parameter) for parameter in entry.head.parameters or ()}


def _is_property(entry: Entry, sheet: Sheet) -> bool:
    r"""`\sum_j A_{ij} = 1` of an array of which the note says nothing else: what it must be like, with nothing to compute."""
    sides = entry.statement.sides
    operator = unwrap(sides[0])
    if entry.head.symbol is not None or len(sides) != 2 or not isinstance(operator, BigOperator) or operator.body is None:
        return False
    if number_of(sides[1]) is None or not is_symbol(operator.body):
        return False
    found = sheet.facts_of(entry).read(scripts_moved_out(operator.body))
    return bool(found.indices) and not found.operations and not sheet.is_given(found)


def _is_law(entry: Entry, sheet: Sheet) -> bool:
    r"""`H(X, Y) = H(X) + H(Y \mid X)`: what holds of any random variables, where nothing says what their entropy is."""
    calls = [_called(term) for side in entry.statement.sides for term in terms_of(unwrap(side))]
    names = {name for name in calls if name is not None}
    if None in calls:
        return False
    return not any(name in sheet.around.shapes or len(list(sheet.candidates(name))) > 1 for name in names)


def _called(term: Node) -> str | None:
    """The H or I of an entropy or information of capitals."""
    term = unwrap(term)
    if not isinstance(term, Juxtaposed) or len(term.items) != 2 or word(term.items[0]) not in INFORMATION:
        return None
    bracket = unwrap(term.items[1])
    given = arguments(bracket) if isinstance(bracket, Fence) else ()
    return word(term.items[0]) if given and all((word(base_of(node)) or "").isupper() for node in given) else None


def _is_to_be_solved(entry: Entry, sheet: Sheet) -> bool:
    r"""`A v = \lambda v`: products that end in the same thing on both sides say which v are meant, and define nothing."""
    sides = entry.statement.sides
    rows = [sheet.around.words.atoms(side) for side in sides] if len(sides) == 2 and entry.head.symbol is None else []
    if rows and all(map(is_symbol, rows[0])) and len(rows[0]) == 2 and len(rows[1]) == 1:
        return any(same(factor, rows[1][0]) for factor in rows[0])  # `\pi P = \pi`
    return bool(rows) and all(len(row) > 1 and all(map(is_symbol, row)) for row in rows) and same(rows[0][-1], rows[1][-1])


def _is_sentence(node: Node) -> bool:
    r"""`被迫算出整个\ N \times N\ 矩阵`: a remark whose words stand beside symbols, with no sign between."""
    rows = (row.items for row in every(Juxtaposed, node))
    return any(isinstance(unwrap(item), Text) and _is_in_characters(unwrap(item)) for items in rows for item in items)


def _is_in_characters(node: Node) -> bool:
    return isinstance(node, Text) and any(character.isalpha() and not character.isascii() for character in node.text)


def is_bare_listing(node: Node, sheet: Sheet, facts: LetterFacts) -> bool:
    """A lone name with scripts (powers are computed), or a list of names."""
    node = unwrap(node)
    atoms = [scripts_moved_out(atom) for atom in sheet.around.words.atoms(node)]
    if len(atoms) == 1 and is_symbol(atoms[0]):
        return not any(operation.kind != "transpose" for operation in facts.read(atoms[0]).operations)
    if isinstance(node, Sequence) or _is_mention_of_a_call(atoms, sheet):
        return True
    if isinstance(node, Fence) and node.opener in "([{⟨" and isinstance(unwrap(node.body), Sequence):
        body = unwrap(node.body)
        if node.opener == "⟨" and len(body.items) < 3:  # type: ignore[attr-defined]
            return False  # an inner product
        return all(is_symbol(item) or isinstance(item, Ellipsis_) for item in body.items)  # type: ignore[attr-defined]
    return isinstance(node, Fence) and node.opener == "[" and lists_vectors(unwrap(node.body))


def _has_number_below(atom: Node, vocabulary: Vocabulary) -> bool:
    r"""`\mathrm{MeanPool}_2(K)`: a family's function with its number."""
    found = usual(vocabulary, canonical(base_of(atom)), 1)
    return isinstance(atom, Scripted) and found is not None and isinstance(found.entry.head.symbol, Scripted)


def _is_mention_of_a_call(atoms: list[Node], sheet: Sheet) -> bool:
    r"""`P(A|B)`, `p(y \mid x; \theta)` alone: a function of names that nothing defines, only mentioned; a word asks to be computed."""
    if len(atoms) != 2 or not is_symbol(atoms[0]) or not isinstance(atoms[1], Fence) or atoms[1].opener != "(":
        return False
    name = canonical(base_of(atoms[0]))
    if is_spelled(atoms[0]) and len(word(base_of(atoms[0])) or "") > 2:
        return False
    words = sheet.around.words
    known = words.is_function(word(base_of(atoms[0])) or "") or name in words.vocabulary.symbols or sheet.defines(name)
    known = known or _has_number_below(atoms[0], words.vocabulary)
    given = name in sheet.around.shapes or canonical(atoms[0]) in sheet.around.shapes
    return not known and not given and all(is_symbol(argument) and not script_letters(argument) for argument in arguments(atoms[1]))
