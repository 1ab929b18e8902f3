"""Words that only the families know (Attention, FFN, MAB): where the note does not define one, it is read as the family's formula."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.resolve.writing.statements.context import Context, Entry
from vault_tools.compiler.syntax_tree import Product, Scripted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Dim
    from vault_tools.compiler.vocabulary import Vocabulary

SHORT_FORMS = {"attn": "attention", "mha": "multihead", "rff": "ffn"}


@dataclass(frozen=True, slots=True)
class Usual:
    """The statement that defines a word, and what else the same formula defines (the heads behind MultiHead)."""

    entry: Entry
    others: tuple[Entry, ...] = ()


def usual(vocabulary: Vocabulary, name: str, count: int) -> Usual | None:
    """The formula of a family with this name on its left and so many parameters."""
    wanted = SHORT_FORMS.get(name.lower(), name.lower())
    for family in vocabulary.families:
        for latex in (family.formula, *family.also):
            entries = usual_statements(latex) if _may_name(latex, wanted) else ()
            for entry in entries:
                head = entry.head
                if head.is_function and head.base.lower() == wanted and head.parameters and len(head.parameters) == count:
                    return Usual(entry, tuple(other for other in entries if other is not entry))
    return None


def _may_name(latex: str, name: str) -> bool:
    """Whether the parts of a name stand in a formula at all, a letter beside no other one; most families are never parsed."""
    if len(name) == 1 and latex.isascii():
        return name in _words(latex)
    return not latex.isascii() or all(part in _signs_left_out(latex) for part in name.split("_"))


@lru_cache(maxsize=512)
def _words(latex: str) -> frozenset[str]:
    return frozenset(re.findall("[a-z]+", latex.lower()))


@lru_cache(maxsize=512)
def _signs_left_out(latex: str) -> str:
    return "".join(filter(str.isalnum, latex.lower()))


@lru_cache(maxsize=512)
def usual_statements(latex: str) -> tuple[Entry, ...]:
    """The statements of a family's formula, parsed once."""
    return Context.read((latex,)).entries


def sizes_below(reader: Reader, entry: Entry, atom: Node, scope: Scope) -> dict[str, Dim] | None:
    r"""The s of `\mathrm{Conv}_s(K)`, which the family's formula writes below its name, as the size that the note writes there.

    None where only the family's formula has something there, or the note has the two sizes of a window (`\mathrm{Conv}_{3 \times 3}`).
    """
    letter = entry.head.symbol.sub if isinstance(entry.head.symbol, Scripted) else None
    if letter is None:
        return {}
    if not isinstance(atom, Scripted) or atom.sub is None or isinstance(unwrap(atom.sub), Product):
        return None
    return {canonical(letter): dimension(reader, atom.sub, scope)}


@contextmanager
def lent(reader: Reader, others: tuple[Entry, ...]) -> Iterator[None]:
    """While the body of a usual formula is read, the further definitions of the same formula come before those of the note."""
    before = reader.sheet.lent
    reader.sheet.lent = (*others, *before)
    try:
        yield
    finally:
        reader.sheet.lent = before
