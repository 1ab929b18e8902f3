"""The array that a name stands for where nothing defines it: its shape is declared, or invented by what the notation says of its rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import without_step
from vault_tools.compiler.notation import OPERATOR_COMMANDS
from vault_tools.compiler.resolve.reading import sizing
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, number_of
from vault_tools.compiler.resolve.writing.numerals import is_written_number, written_number
from vault_tools.compiler.resolve.writing.ranks.likeliest import rank_options
from vault_tools.compiler.syntax_tree import Name, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.ranks.marks import Seen
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.tree import Expression

OPTIMA = frozenset({"argmax", "argmin"})


def input_array(reader: Reader, found: Occurrence, scope: Scope, *, table: bool = False) -> Expression:
    """The input of a name, made at its first use; a `table` holds numbers."""
    name = found.name
    if name not in reader.inputs:
        _refuse_operator(reader, found)
        shape = _declared_shape(reader, name)
        if shape is None:
            shape = _invented_shape(reader, found, scope, table=table)
        reader.inputs[name] = tree.Input(name=name, shape=shape, span=found.node.span)
    known = reader.inputs[name]
    return tree.Input(name=name, shape=known.shape, span=found.node.span)


def _refuse_operator(reader: Reader, found: Occurrence) -> None:
    r"""UnsupportedError: a command of an operator (`\gcd`, `\lim`), the word argmax is no letter, whatever stands behind it."""
    base = base_of(found.node)
    if isinstance(base, Name) and (base.text in OPTIMA if not base.command else base.text in OPERATOR_COMMANDS):
        raise reader.unsupported("operator", found.node.span, name=base.text)


def _declared_shape(reader: Reader, name: str) -> tree.Shape | None:
    """From `shapes`, from the numbers that the note gives, from an annotation."""
    if name in reader.shapes:
        return tuple(reader.sizes.fresh(value=size) for size in reader.shapes[name])
    numbers = reader.defaults.get(name)
    if numbers is not None:
        return numbers.shape
    annotated = reader.sheet.annotations.get(name)
    if annotated is not None:
        count, nodes = annotated
        return (*(reader.sizes.fresh() for _ in range(count)), *(sizing.dimension(reader, node, None) for node in nodes))
    return None


def _invented_shape(reader: Reader, found: Occurrence, scope: Scope, *, table: bool) -> tree.Shape:
    base = bare(found.node)
    flags = reader.sheet.hints(scope.page.entry).get(found.name, set()) | _defined_with(reader, found)
    count = len(found.indices)
    if count == 1 and any(map(_lists_numbers, reader.sheet.context.by_base.get(found.base, ()))):
        flags = flags | {("dotted", 1)}  # the note gives `v_1 = [1, 0]`, so the v_i are vectors
    options = (count, count + 1) if table and ("sample", count) not in flags else rank_options(base, count, flags)
    if found.colons:
        options = (count + len(found.colons),)
    rank = options[reader.choose(f"rank:{without_step(found.name)}", len(options))]
    return tuple([reader.sizes.fresh() for _ in range(rank)])


def _defined_with(reader: Reader, found: Occurrence) -> set[Seen]:
    r"""The two indices of `e_{t,i} = a(s_t, h_i)` for an `e_t` of the same display, which is given as a is not known."""
    if found.base not in reader.sheet.own.by_base:
        return set()
    heads = map(reader.sheet.head_of, reader.sheet.own.by_base[found.base])
    return {("used", len(head.indices)) for head in heads if head is not None and head.name == found.name}


def _lists_numbers(entry: Entry) -> bool:
    """`v_1 = [1, 0]`: a numbered symbol that the note sets to several numbers."""
    symbol, last = entry.head.symbol, entry.statement.sides[-1]
    numbered = isinstance(symbol, Scripted) and symbol.sub is not None and number_of(symbol.sub) is not None
    return numbered and is_written_number(last) and written_number(last) is None
