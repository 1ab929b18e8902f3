"""Which statement of a display is computed, and which formulas hold nothing to compute."""

from __future__ import annotations

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.context import Entry, is_written_number
from vault_tools.compiler.resolve.nodes import scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.scripts import is_symbol, read_symbol
from vault_tools.compiler.resolve.sheet import Sheet, is_computable, symbol_atoms
from vault_tools.compiler.resolve.structures import lists_vectors
from vault_tools.compiler.syntax_tree import Ellipsis_, Fence, Node, Scripted, Sequence
from vault_tools.compiler.tree import NOWHERE
from vault_tools.errors import UnsupportedError
from vault_tools.model import message


def choose(sheet: Sheet, target: str | None) -> Entry:
    """The statement to compute."""
    entries = sheet.own.entries
    if target is not None:
        return _named(sheet, target)
    candidates = [entry for entry in entries if is_computable(entry)]
    if not candidates:
        raise nothing()
    used = {id(entry.statement) for entry in candidates if any(_uses(sheet, other, entry) for other in candidates if other is not entry)}
    last = [entry for entry in candidates if id(entry.statement) not in used] or candidates
    implied = [entry for entry in last if entry.statement.implied]
    if implied:
        return implied[-1]
    rows = {entry.statement.row for entry in entries}
    return last[-1] if len(rows) > 1 else last[0]


def _named(sheet: Sheet, target: str) -> Entry:
    entries = [entry for entry in sheet.own.entries if entry.statement.is_equation and not entry.statement.annotation]
    for entry in entries:
        if sheet.name_of(entry) == target:
            return entry
    for entry in entries:
        if entry.head.symbol is not None and target in (entry.head.base, canonical(entry.head.symbol)):
            return entry
    span = sheet.own.entries[0].statement.span if sheet.own.entries else None
    known = ", ".join(name for entry in entries if (name := sheet.name_of(entry)) is not None)
    raise UnsupportedError(message("unsupported.target", target=target, known=known or "–"), span or NOWHERE)


def _uses(sheet: Sheet, user: Entry, entry: Entry) -> bool:
    """Whether a statement uses what another defines."""
    head = sheet.head_of(entry)
    if head is None:
        return False
    facts = sheet.facts_of(user)
    sides = user.statement.sides[1:] if user.statement.signs else user.statement.sides
    for side in sides:
        for atom in symbol_atoms(side, sheet.around.words):
            if canonical(unwrap(atom.base) if isinstance(atom, Scripted) else atom) == head.base:
                found = read_symbol(atom, facts)
                same_kind = len(found.indices) == len(head.indices) or not sheet.uses_own_name(entry, head)
                if (found.name == head.name and same_kind) or (entry.head.is_function and found.base == head.base):
                    return True
                if _is_listed(found.name, head.name, bool(head.indices)):
                    return True
    return False


def _is_listed(name: str, defined: str, indexed: bool) -> bool:
    """`head_1` of a spelled-out list where `head_i` is defined."""
    return indexed and name.startswith(f"{defined}_") and name[len(defined) + 1 :].isalnum()


def refuse_listing(entry: Entry, sheet: Sheet) -> None:
    """NothingToCompute for lists, memberships, lone names, arrows, lone numbers."""
    statement = entry.statement
    if statement.annotation or (statement.signs and not statement.is_equation):
        raise nothing()
    if not statement.signs and (is_bare_listing(statement.sides[0], sheet) or is_written_number(statement.sides[0])):
        raise nothing("lone_name")


def is_bare_listing(node: Node, sheet: Sheet) -> bool:
    """A lone name with scripts, or a list of names."""
    node = unwrap(node)
    atoms = [scripts_moved_out(atom) for atom in sheet.around.words.atoms(node)]
    if len(atoms) == 1 and (is_symbol(atoms[0]) or word(atoms[0]) is not None):
        return True
    if isinstance(node, Sequence):
        return True
    if isinstance(node, Fence) and node.opener in "([{" and isinstance(unwrap(node.body), Sequence):
        body = unwrap(node.body)
        return all(is_symbol(item) or isinstance(item, Ellipsis_) for item in body.items)  # type: ignore[attr-defined]
    return isinstance(node, Fence) and node.opener == "[" and lists_vectors(unwrap(node.body))
