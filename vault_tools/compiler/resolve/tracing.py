"""The last check of a program: every input must be a name that the formula, or a definition it uses, writes."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import OpenSizeError
from vault_tools.compiler.resolve.reading.functions.usual import usual_statements
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.gradients import DELTA
from vault_tools.compiler.resolve.writing.nodes import base_of, by_kind, every, terms_of, texts, unwrap, walk, word
from vault_tools.compiler.syntax_tree import Accented, BigOperator, Fence, Letters, Name, Node, Relation, Scripted, Styled
from vault_tools.errors import UnsupportedError
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.tree import Expression


CONDITIONS = frozenset({"<", "≤", ">", "≥", "≠", "∈"})
"""Signs between two indices that say which places count."""
SYMBOLS: tuple[type[Node], ...] = (Letters, Scripted, Styled, Name, Accented)
"""What most inputs are written as, the most frequent first; the name of anything else (`n + 1`) is rarely one."""


def refuse_unwritten(reader: Reader, entry: Entry, inputs: Mapping[str, Expression], invented: Iterable[str]) -> None:
    """UnsupportedError for an input that nobody wrote: a size without a name, or a name that was made up on the way."""
    if DELTA in inputs:
        _refuse_two_notations(entry, inputs)
    for name in invented:
        raise OpenSizeError(message("unsupported.open_size", name=name), entry.statement.span, message("unsupported.hint_open_size"))
    missing = set(inputs)
    for own in reader.sheet.own.entries:
        for side in own.statement.sides[::-1]:
            kinds = by_kind(side)
            for kind in SYMBOLS:
                missing.difference_update(map(canonical, kinds.get(kind, ())))
                if not missing:
                    return
    for written in chain(_written(reader, _everything(reader), symbols=True), _written(reader, _everything(reader), symbols=False)):
        missing.discard(written)
        missing -= {name for name in missing if name.startswith(f"{written.removesuffix('_')}_")}  # also `lambda_init` of `lambda_`
        if not missing:
            return
    if missing:
        raise OpenSizeError(message("unsupported.open_size", name=sorted(missing)[0]), entry.statement.span)


def _refuse_two_notations(entry: Entry, inputs: Iterable[str]) -> None:
    r"""UnsupportedError for `\Delta_t + \Delta t`: the change of t and a symbol with a t below have one name."""
    names = set(inputs)
    for name in sorted(names):
        letter = name.removeprefix(f"{DELTA}_")
        if letter != name and letter in names:
            written = {"first": f"\\Delta_{letter}", "second": f"\\Delta {letter}"}
            raise UnsupportedError(message("unsupported.two_notations", **written), entry.statement.span)


def refuse_other_case(reader: Reader, entry: Entry, inputs: Mapping[str, Expression]) -> None:
    r"""UnsupportedError: `A(Q, K, V) = \mathrm{softmax}(Q K^\top) v`, a small letter where the capital was given."""
    parameters = set(map(canonical, entry.head.parameters or ()))
    if parameters.isdisjoint(inputs):
        return  # `L(Y, \hat{Y})` of the entries y, or a list that stands for something else
    missing = sorted(name for name in parameters.difference(inputs) if len(name) == 1 and name.isupper())
    atoms = (atom for side in entry.statement.sides[1:] for atom in symbol_atoms(side, reader.words)) if missing else ()
    bare = set(map(canonical, atoms))
    for name in missing:
        other = name.swapcase()
        if other in bare.intersection(inputs) - parameters:
            raise reader.unsupported("other_case", entry.statement.span, hint="other_case_hint", name=other, given=name)


def refuse_condition_behind(reader: Reader, entry: Entry) -> None:
    r"""UnsupportedError for `\sum_j A_{ij} v_j, \quad j \le i`: which terms the sum has stands behind it, where nothing hears it."""
    conditions = [found for other in reader.sheet.own.entries if other is not entry and (found := _condition(other)) is not None]
    conditions += _of_what_it_uses(reader, entry)
    if not conditions or any(_is_restricted(operator) for side in entry.statement.sides for operator in every(BigOperator, side)):
        return
    letters = reader.sheet.letters_of(entry)
    running = letters.bound.union(*map(_normalised, entry.statement.sides))
    for sides in conditions:
        places = running & frozenset(name for side in sides for name in _places(side))
        if places and len(letters.all & frozenset().union(*map(texts, sides))) > 1:
            raise reader.unsupported("condition_behind", sides[0].span, hint="condition_behind_hint", letter=min(places))


def _of_what_it_uses(reader: Reader, entry: Entry) -> Iterator[tuple[Node, ...]]:
    r"""The conditions that stand behind definitions elsewhere in the note: the `j \le i` of `e_{ij} = q_i \cdot k_j, \quad j \le i`."""
    for defined, other in pairwise(reader.sheet.context.entries):
        sides = _condition(other)
        if sides is None or not other.statement.span.start >= defined.statement.span.end > 0:
            continue
        if not frozenset().union(*map(_places, sides)) <= {*defined.head.letters}:
            continue
        atoms = (atom for side in entry.statement.sides[1:] for atom in symbol_atoms(side, reader.words))
        if any(canonical(base_of(atom)) == defined.head.base for atom in atoms):
            yield sides


@remembered
def _condition(entry: Entry) -> tuple[Node, ...] | None:
    r"""The sides of `j \le i`, `(j \le i)`, `j \in N(i)`."""
    sides, signs = entry.statement.sides, entry.statement.signs
    inside = unwrap(sides[0].body) if not signs and isinstance(sides[0], Fence) else None
    if isinstance(inside, Relation):
        sides, signs = inside.operands, inside.signs
    return sides if signs and CONDITIONS.issuperset(signs) else None


def _places(side: Node) -> frozenset[str]:
    """The letters of a side that is a place, or a distance of two: `j`, `|i - j|`; a quantity at places (`p_{ij}`) is none."""
    side = unwrap(side)
    inside = unwrap(side.body) if isinstance(side, Fence) and side.opener == "|" else side
    words = [word(term) for term in terms_of(inside)]
    return frozenset(letter for letter in words if letter is not None)


def _normalised(side: Node) -> frozenset[str]:
    r"""The j of `\mathrm{softmax}_j`."""
    subscripts = [node.sub for node in every(Scripted, side) if node.sub is not None and (word(node.base) or "").lower() == "softmax"]
    return frozenset().union(*map(texts, subscripts))


def _is_restricted(operator: BigOperator) -> bool:
    below = unwrap(operator.sub) if operator.sub is not None else None
    return isinstance(below, Relation) and any(sign in CONDITIONS for sign in below.signs)


def _everything(reader: Reader) -> Iterator[Entry]:
    """The statements of the display, its context and the families, the nearest first."""
    families = (statement for family in reader.vocabulary.families for statement in usual_statements(family.formula))
    return chain(reader.sheet.own.entries, reader.sheet.context.entries, families)


def _written(reader: Reader, entries: Iterable[Entry], *, symbols: bool) -> Iterator[str]:
    """Canonical names of all symbols that some statements write; or of everything else."""
    for entry in entries:
        for node in chain.from_iterable(map(walk, entry.statement.sides)):
            if (type(node) in SYMBOLS) is symbols:
                yield canonical(node)
                if isinstance(node, Letters):
                    yield from reader.words.split(node.text)
                    yield from node.text
