r"""Square brackets behind a value, as programs write places: `A[i]`, `\mathrm{softmax}(z)[y]`, `x[\arg\max p]`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.brackets.scripted import after_call
from vault_tools.compiler.resolve.reading.functions.call_or_product import UNNAMED_FUNCTIONS, bracket_of
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.names.symbols import symbol_value
from vault_tools.compiler.resolve.reading.names.tables import PROBABILITIES, index_argument, is_symbol_with_index, text_of
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.indices.scopes import RUNNING
from vault_tools.compiler.resolve.writing.names.atoms import rows
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper, mentions_index
from vault_tools.compiler.resolve.writing.nodes import arguments, bare, base_of, cover, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.looks import is_program_place
from vault_tools.compiler.syntax_tree import Empty, Fence, Node, Number, Relation, Scripted, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.tree import Expression
    from vault_tools.model import Span


def behind(reader: Reader, value: Value, atoms: list[Node], k: int, scope: Scope) -> Value | None:
    r"""The entry of the value before atom k that a square bracket there picks: the `[0]` of `\mathrm{softmax}(x)[0]`; None for a factor."""
    bracket = bracket_of(atoms[k])
    if not isinstance(bracket, Fence) or bracket.opener != "[" or not _ends_a_value(atoms[k - 1]):
        return None
    place = unwrap(bracket.body)
    if not is_program_place(place) or (scope.rank(canonical(place)) or 0) > 0:
        return None
    return after_call(reader, _entry(reader, value, place, scope), atoms[k], scope)


def _ends_a_value(atom: Node) -> bool:
    r"""The `(z)` of `\mathrm{softmax}(z)`, a bracket: what is no symbol by itself, and no matrix in square brackets (`[K][u]`)."""
    bracket = bracket_of(atom)
    return isinstance(bracket, Fence) and bracket.opener == "("


def _entry(reader: Reader, value: Value, place: Node, scope: Scope) -> Value:
    """The entry of a value at an index, or at a place that is counted from 0.

    UnsupportedError: the value is a number, or a matrix before a letter that may be a vector.
    """
    array = value.expression
    if word(place) is not None and scope.is_index(canonical(place)):
        return take(reader, value, (place,), scope, place.span)
    if not array.shape:
        raise reader.other_rank("too_many_places", place.span, given=1, axes=0)
    if len(array.shape) > 1 and len(word(place) or "") == 1:
        raise reader.unsupported("place_or_factor", place.span)  # `(W + U)[h]`
    reader.say("places_from_zero")
    return Value(reader.build.element(array, [_from_zero(reader, place, array, scope)], place.span), plain=True)


def _from_zero(reader: Reader, place: Node, array: Expression, scope: Scope) -> Expression:
    """A place as a program counts it: `[0]` is the first, `[-1]` the last."""
    written = number_of(place)
    if written is not None and written < 0:
        return reader.build.add([tree.Size(dim=array.shape[0], span=place.span), number(written, str(written))], place.span)
    position = reader.scalar(place, scope)
    if isinstance(position, tree.Reduce):  # `x[\arg\max p]`: one entry of x for each of p
        reader.sizes.unify(array.shape[0], position.index.size)
    return position


FUNCTIONALS = frozenset("DEFHIJLS")
"""Letters of what a distribution as a whole has: an entropy, an energy, a loss."""


def by_brackets(reader: Reader, atom: Node, bracket: Fence, scope: Scope) -> Value | None:
    """`A[i]`: an element where the bracket holds an index, else a product (`W[s_i; h_j]` joins two vectors).

    `padding[0]` is a quantity of its own, as `padding_0` is.
    """
    nodes = arguments(bracket)
    if isinstance(unwrap(bracket.body), Relation) and text_of(atom) in PROBABILITIES | {"Pr"}:
        raise reader.unsupported("operator", bracket.span, name=text_of(atom))
    stretched = _new_axis(reader, atom, nodes, bracket.span, scope)
    if stretched is not None:
        return stretched
    if _is_numbered(bracket) and isinstance(atom, Scripted):
        raise reader.unsupported("script", bracket.span)
    if _is_numbered(bracket):
        return symbol_value(reader, read_symbol(Scripted(cover((atom, bracket)), atom, nodes[0]), scope), scope)
    if sum(is_symbol_with_index(node, scope) for node in nodes) > 1:
        return None
    if len(text_of(atom)) > 1 and any(is_symbol_with_index(node, scope) and is_upper(bare(node)) for node in nodes):
        raise reader.unsupported("unknown_function", atom.span, hint="unknown_function_hint", name=text_of(atom))  # `\text{size}[K_t]`
    places = [index_argument(node, scope, reader) for node in nodes]
    if not places or any(place is None for place in places):
        _refuse_place(reader, atom, bracket, scope)
        return _chosen(reader, atom, nodes, scope)
    found = read_symbol(atom, scope)
    array = symbol_value(reader, found, scope)
    return take(reader, array, [p for place in places if place for p in place], scope, bracket.span)


def _new_axis(reader: Reader, atom: Node, nodes: tuple[Node, ...], span: Span, scope: Scope) -> Value | None:
    """`m[:, None]` and `m[None, :]`: a vector as a column or a row, which stands beside each column or row of a matrix, as in NumPy."""
    kept = ["None" if word(node) == "None" else ":" if _is_all(node) else "" for node in nodes]
    if kept not in ([":", "None"], ["None", ":"]):
        return None
    value = symbol_value(reader, read_symbol(atom, scope), scope)
    if value.rank != 1:
        raise reader.other_rank("new_axis", span, name=text_of(atom))
    row = reader.build.stack([value.expression], span)
    return Value(row if kept[0] == "None" else reader.build.transpose(row, span), pointwise=True)


def _is_all(place: Node) -> bool:
    """The `:` of NumPy."""
    colon = unwrap(place)
    return isinstance(colon, Relation) and colon.signs == (":",) and isinstance(colon.first, Empty)


def _is_numbered(node: Fence) -> bool:
    """`[0]`, as programs write places."""
    return isinstance(unwrap(node.body), Number)


def _is_step(body: Node, atom: Node) -> bool:
    """The `t-1` of `x[t-1]`: a letter that counts, and a number."""
    if not isinstance(body, Sum) or word(atom) in RUNNING:
        return False
    words = [word(term) for term in body.operands]
    return len(words) == 2 and any(name in RUNNING for name in words) and any(number_of(term) is not None for term in body.operands)


def _chosen(reader: Reader, atom: Node, nodes: tuple[Node, ...], scope: Scope) -> Value | None:
    r"""`x[c]`, `x[\arg\max p]`: the entry at a given place, counted from 0 as in a program; None for a factor in brackets."""
    if len(nodes) != 1 or not _picks(reader, atom, unwrap(nodes[0]), scope):
        return None
    value = symbol_value(reader, read_symbol(atom, scope), scope)
    return _entry(reader, value, unwrap(nodes[0]), scope)


def _picks(reader: Reader, atom: Node, place: Node, scope: Scope) -> bool:
    """Whether what is in square brackets behind a symbol is a place in it.

    Behind a matrix a letter may be the vector that it multiplies, unless the formula looks up so elsewhere.
    """
    if not is_program_place(place) or (scope.rank(canonical(place)) or 0) > 0 or scope.rank(canonical(atom)) == 0:
        return False
    if text_of(atom) in UNNAMED_FUNCTIONS:
        raise reader.unsupported("unknown_function", atom.span, hint="unknown_function_hint", name=text_of(atom))
    letter = word(place)
    if letter is None or len(letter) > 1 or not is_upper(base_of(atom)):
        return True
    entry = scope.page.entry
    return entry is not None and any(
        _looks_up(atoms, scope, canonical(atom)) for side in entry.statement.sides for atoms in rows(side, reader.words)
    )


def _refuse_place(reader: Reader, atom: Node, bracket: Fence, scope: Scope) -> None:
    """`x[n-k]` beside a look-up such as `h[k]`: a place too, and no factor; so is `x[t-1]`."""
    body = unwrap(bracket.body)
    if _is_step(body, atom):
        raise reader.unsupported("difference_of_indices", bracket.span)
    if is_symbol(body) and isinstance(body, Scripted) and word(base_of(atom)) in FUNCTIONALS and not scope.declared(canonical(atom)):
        raise reader.unsupported("unknown_function", atom.span, hint="unknown_function_hint", name=text_of(atom))  # `H[\pi_\theta]`
    entry = scope.page.entry
    if entry is None or not isinstance(body, Sum):
        return
    if mentions_index(body, scope) and any(_looks_up(atoms, scope) for s in entry.statement.sides for atoms in rows(s, reader.words)):
        raise reader.unsupported("difference_of_indices", bracket.span)


def _looks_up(atoms: list[Node], scope: Scope, name: str = "") -> bool:
    """Whether a row of factors holds a symbol (of this name) before a lone index in square brackets."""
    fences = (unwrap(following) for atom, following in pairwise(atoms) if is_symbol(atom) and (not name or canonical(atom) == name))
    bodies = [fence.body for fence in fences if isinstance(fence, Fence) and fence.opener == "["]
    if name:  # the index is bound by the sum around it
        return any(word(body) in RUNNING for body in bodies)
    return any(word(body) is not None and scope.is_index(canonical(body)) for body in bodies)
