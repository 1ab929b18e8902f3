"""What the note says a name is: numbers become defaults of inputs, equations become bindings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.bodies import head_power, undefinable
from vault_tools.compiler.resolve.reading.names import numbered, updates
from vault_tools.compiler.resolve.reading.names.bindings import bound, bound_in_part, is_diagonal
from vault_tools.compiler.resolve.reading.names.declarations import takes_gradient
from vault_tools.compiler.resolve.reading.names.in_part import places
from vault_tools.compiler.resolve.reading.names.other_meanings import is_another
from vault_tools.compiler.resolve.reading.names.written_numbers import exact, is_literal
from vault_tools.compiler.resolve.writing.indices.families import place_below
from vault_tools.compiler.resolve.writing.indices.scopes import Page, Scope
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.scripts import STEP_LETTERS
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, word
from vault_tools.compiler.resolve.writing.ranks.likeliest import rank_options
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.resolve.writing.statements.listings import lists_names
from vault_tools.compiler.syntax_tree import Fence, Name, Scripted
from vault_tools.errors import NothingToCompute, UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry


def defined(reader: Reader, found: Occurrence, scope: Scope, power: Fraction | None = None) -> Value | None:
    """The value of a name that the note defines; None where it is an input."""
    found = _apart(reader, found)
    given = (found.name, len(found.indices)) in reader.defining
    if not reader.sheet.defines(found.base) or (given and not updates.settings(reader.sheet, found.name, found.base)):
        return None
    refused: Entry | None = None
    why: str | None = None
    for entry, head in _definitions_of(reader, found, scope, power):
        plain = power is None and not head.indices  # `\sigma^2 = 4` gives no number for sigma
        if plain and reader.sheet.numeric_side(entry) is not None and _give_default(reader, entry, found):
            return None
        if _holds_one_of_many(reader, entry, scope):
            reader.say("one_of_many", name=found.name)
            return None
        value = bound(reader, entry, head, found, scope)
        if value is not None:
            return value
        why = why or _why_given(reader, entry)
        if why is None and not all(lists_names(side) for side in entry.statement.sides[1:]):
            refused = refused or entry
    if why is not None:
        reader.say(why, name=found.name)
        return None
    if refused is None and power is None and (value := _one_of(reader, found, scope)) is not None:
        return value
    refused = refused or _read_differently(reader, found, scope)
    if refused is not None:
        raise undefinable(reader, refused, found.name, found.node.span)
    return _in_part(reader, found, scope) if power is None else None


def _apart(reader: Reader, found: Occurrence) -> Occurrence:
    r"""The m_j that the display names apart from m, under its own letter where the note defines one for each j (`m_j = \max_k s_{jk}`)."""
    base, _, letter = found.base.rpartition("_")
    if not found.indices or reader.sheet.around.data.get(base) != letter or reader.sheet.defines(found.base):
        return found
    heads = map(reader.sheet.head_of, reader.sheet.candidates(base))
    apart = any(head is not None and head.name == base and len(head.indices) == len(found.indices) for head in heads)
    return replace(found, base=base, name=base) if apart else found


def _why_given(reader: Reader, entry: Entry) -> str | None:
    """The reading by which what a statement defines is an input all the same."""
    if all(takes_gradient(side) for side in entry.statement.sides[1:]):
        return "gradient"
    return "only_named" if _is_only_named(reader, entry) else None


def _is_only_named(reader: Reader, entry: Entry) -> bool:
    r"""`e_{ij} = a(s_{i-1}, h_j)` above what is made of the e: some network, of which the note says only what it takes."""
    sides, refusal = entry.statement.sides, reader.refusals.get(id(entry.statement))
    atoms = reader.words.atoms(sides[1]) if len(sides) == 2 else ()
    if len(atoms) != 2 or not isinstance(atoms[1], Fence):
        return False
    base = base_of(atoms[0])
    called = word(base) or ""
    named = len(called) > 1 and not (isinstance(base, Name) and base.command)
    unknown = named and not reader.words.is_function(called) and not reader.sheet.defines(called)
    return unknown or (refusal is not None and refusal.key == "unsupported.unknown_function")


def _one_of(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """A member of a family that a number tells apart, or the last step of a recurrence."""
    return numbered.member(reader, found, scope) or _last_value(reader, found, scope)


def _last_value(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    r"""`h_T` of a recurrence `h_t = …` with a first value: what the last step gives; the capital counts the steps."""
    place = place_below(found.node)
    letter = word(place) if place is not None else None
    if (
        letter is None
        or len(letter) != 1
        or not letter.isupper()
        or found.base not in reader.sheet.around.starts
        or found.name in reader.shapes
    ):
        return None
    for entry in reader.sheet.candidates(found.base):
        head = reader.sheet.head_of(entry)
        running = head is not None and len(head.indices) == 1 and not head.operations and head.name == found.base
        if head is None or not running or id(entry.statement) in reader.active:
            continue
        steps = bound(reader, entry, head, replace(head, indices=()), scope)
        if steps is None:
            return None
        reader.say("last_step", name=found.name, symbol=found.base)
        if not scope.declared(letter) and letter not in reader.inputs:
            scope.page.sizes.setdefault(letter, steps.expression.shape[0])
        count = tree.Size(dim=steps.expression.shape[0], span=found.node.span)
        last = reader.build.add([count, number(-1, "-1")], found.node.span)
        return replace(steps, expression=reader.build.element(steps.expression, [last], found.node.span), plain=True)
    return None


def _holds_one_of_many(reader: Reader, entry: Entry, scope: Scope) -> bool:
    r"""`Q = XW^Q`, asked for beside `W_i^Q`: there W is one matrix, here one for each i, so this Q is not that one."""
    facts, flags = reader.sheet.facts_of(entry), reader.sheet.hints(scope.page.entry)
    symbols = (facts.read(atom) for side in entry.statement.sides[1:] for atom in symbol_atoms(side, reader.words))
    whole = (symbol for symbol in symbols if not symbol.indices and symbol.name not in reader.shapes)
    return any(rank_options(bare(symbol.node), 0, flags.get(symbol.name, set()))[0] > 2 for symbol in whole)


def _in_part(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """The value of a definition that is written with more or fewer indices.

    UnsupportedError: which part of the definition is meant does not show; a name with more indices may be another symbol.
    """
    if not found.indices or found.name in reader.shapes or found.name in scope.page.formal:
        return None
    for entry in reader.sheet.candidates(found.base):
        head = reader.sheet.head_of(entry)
        if head is None or head.name != found.name or len(head.indices) in (0, len(found.indices)) or entry.head.is_function:
            continue
        if id(entry.statement) in reader.active or head.operations or is_diagonal(head):
            continue
        at = places(head, found, reader.sheet.head_facts(entry), scope) if _may_be_part(reader, head, found, scope) else None
        value = bound_in_part(reader, entry, head, at, found, scope) if at is not None else None
        if value is not None:
            return value
        if len(head.indices) > len(found.indices) and _is_only_named(reader, entry):
            reader.say("only_named", name=found.name)
            return None
        if len(head.indices) > len(found.indices):
            raise undefinable(reader, entry, found.name, found.node.span)
        if at is not None and reader.strict and reader.sheet.is_own(entry):
            raise reader.other_rank("too_many_indices", found.node.span, name=found.name)
    return None


def _may_be_part(reader: Reader, head: Occurrence, found: Occurrence, scope: Scope) -> bool:
    r"""Whether what stands here with more indices than a definition looks like one of its entries: no vector, as in `x_i^\top x_{ij}`."""
    if len(found.indices) < len(head.indices):
        return True
    count = len(found.indices)
    flags = reader.sheet.hints(scope.page.entry).get(found.name, set())
    here = {(mark, indices) for mark, indices in flags if indices == count and mark != "bold"}
    return rank_options(bare(found.node), count, here)[0] == count


def _read_differently(reader: Reader, found: Occurrence, scope: Scope) -> Entry | None:
    """A definition of what is written here, letter by letter, whose scripts were read as another name."""
    if found.name in reader.shapes or found.name in scope.page.formal or not isinstance(found.node, Scripted):
        return None
    for entry in reader.sheet.candidates(found.base):
        head = reader.sheet.head_of(entry)
        if id(entry.statement) in reader.active or entry.head.is_function or head is None or head.name == found.name:
            continue
        if same(head.node, found.node) and head.name not in reader.shapes:
            return entry
    return None


def _definitions_of(reader: Reader, found: Occurrence, scope: Scope, power: Fraction | None) -> Iterator[tuple[Entry, Occurrence]]:
    """The statements that define a name, nearest first, with their left-hand sides."""
    settings = updates.settings(reader.sheet, found.name, found.base)
    latest = updates.latest(reader.sheet, settings, reader.active)
    for entry in reader.sheet.candidates(found.base):
        if id(entry.statement) in reader.active or entry.head.is_function or (entry in settings and entry is not latest):
            continue
        head = reader.sheet.head_of(entry)
        if head is None or head.name != found.name or head_power(head) != power or _is_formal(reader, found, scope, entry):
            continue
        numbers = reader.sheet.numeric_side(entry) if not head.indices else None
        if numbers is not None and is_another(reader, found, numbers, scope.page.entry):
            reader.say("another_meaning", name=found.name)
            continue
        if entry is latest:
            reader.say("updated", name=found.name)
        if entry is latest or _may_substitute(reader, entry, head, found):
            yield entry, head


def _is_formal(reader: Reader, found: Occurrence, scope: Scope, entry: Entry) -> bool:
    r"""A parameter that the left side lists keeps its letter, whatever another formula says of it but numbers, or what the caller gives;
    and so does the position below the left side: the m of `R_m` is not the m of `m = \max_j x_j`.
    """
    if reader.sheet.is_own(entry) or reader.sheet.numeric_side(entry) is not None:
        return False
    if found.name not in scope.page.formal:
        own = scope.page.entry
        return found.name in STEP_LETTERS and own is not None and found.name in own.head.letters
    facts, words = reader.sheet.facts_of(entry), reader.words
    used = {facts.read(atom).name for side in entry.statement.sides[1:] for atom in symbol_atoms(side, words)}
    return found.name in reader.shapes or not used or not used <= set(reader.shapes)


def _may_substitute(reader: Reader, entry: Entry, head: Occurrence, found: Occurrence) -> bool:
    r"""Declared names are inputs, except where an update gets all that it needs.

    `Q_i = Q W_i` defines another symbol than the given Q, and so does `y = \sum_j y_j` than the given y_j.
    """
    given = reader.sheet.uses_own_name(entry)
    if (given and not found.indices and head.indices) or len(found.indices) in reader.sheet.gathered(entry):
        return False
    if found.name in reader.shapes and updates.is_update(reader.sheet, entry):
        return {symbol.name for symbol in updates.used_symbols(reader.sheet, entry)} <= reader.shapes.keys()
    if found.name in reader.shapes and not (given and head.indices and len(found.indices) == len(head.indices)):
        return False
    return len(found.indices) == len(head.indices) or not head.indices or not found.indices


def _give_default(reader: Reader, entry: Entry, found: Occurrence) -> bool:
    """Keep the numbers of the note as the input's default."""
    if found.name in reader.defaults:
        return True
    side = reader.sheet.numeric_side(entry)
    assert side is not None
    try:
        given = exact(reader.expression(side, Scope(page=Page(entry))))
    except (UnsupportedError, NothingToCompute):
        return False
    if not is_literal(given):
        return False
    reader.defaults[found.name] = given
    return True


# ---------------------------------------------------------------- functions
