r"""Letters for functions that formulas of attention leave open on purpose: the feature map `\phi`, the layer F of `x + F(\mathrm{LN}(x))`.

Where the note defines none, the formula is shown with a usual one, which is said; a number that the note states cannot contradict it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from vault_tools.compiler.resolve.writing.names.scripts import is_transposed
from vault_tools.compiler.resolve.writing.nodes import base_of, every, unwrap, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.syntax_tree import Node

FEATURE_MAPS = frozenset({"phi", "varphi"})
LAYERS = frozenset({"Sublayer", "SubLayer", "sublayer", "F"})
ASKING, ASKED = "q", "k"
"""First letters of queries and keys."""


class Shown(NamedTuple):
    """The word whose usual formula shows a function that is left open, and how that is said."""

    usual: str
    reading: str


def shown_with(reader: Reader, atom: Node, text: str, argument: Node, scope: Scope) -> Shown | None:
    r"""What a call is shown with; None where its function is known or nothing says what kind it is."""
    if text in FEATURE_MAPS and _maps_queries_and_keys(atom, scope):
        return Shown("phi", "feature_map")
    if text in LAYERS and _is_layer_beside_a_norm(reader, atom, argument, scope):
        return Shown("ffn", "any_layer")
    return None


def _maps_queries_and_keys(atom: Node, scope: Scope) -> bool:
    r"""`\phi(Q)(\phi(K)^\top V)`: features of queries times those of keys; the `\phi(k)` of a wave and the map of a kernel are others."""
    mapped = [(_first_letter(bracket), behind) for name, bracket, behind in _calls(scope) if same(name, atom)]
    return {letter for letter, _ in mapped} == {ASKING, ASKED} and any(is_transposed(behind) for _, behind in mapped)


def _first_letter(bracket: Fence) -> str:
    return (word(base_of(unwrap(bracket.body))) or "")[:1].lower()


def _is_layer_beside_a_norm(reader: Reader, atom: Node, argument: Node, scope: Scope) -> bool:
    r"""`x + F(\mathrm{LN}(x))`, `\mathrm{LN}(x + F(x))`: F is added to its input, one of which is normalised."""
    inside = next((bracket.body for name, bracket, _ in _calls_in(argument) if _is_norm(reader, name)), argument)
    terms = [term for side in scope.page.sides for total in every(Sum, side) for sign, term in total.terms if sign == "+"]
    added = any(same(unwrap(term), unwrap(inside)) for term in terms) and any(_is_call_of(atom, term) for term in terms)
    return added and any(_is_norm(reader, name) for name, _, _ in _calls(scope))


def _is_norm(reader: Reader, name: Node) -> bool:
    """A function that gives a vector for a vector."""
    function = reader.vocabulary.function(word(name) or "") or reader.vocabulary.symbols.get(word(name) or "")
    return function is not None and function.signature == "(n)->(n)"


def _is_call_of(atom: Node, term: Node) -> bool:
    return isinstance(term, Juxtaposed) and same(term.items[0], atom)


def _calls(scope: Scope) -> Iterator[tuple[Node, Fence, Node]]:
    return (call for side in scope.page.sides for call in _calls_in(side))


def _calls_in(node: Node) -> Iterator[tuple[Node, Fence, Node]]:
    """What stands before a bracket, the bracket, and the same with its scripts."""
    for row in every(Juxtaposed, node):
        for name, behind in pairwise(row.items):
            bracket = base_of(behind)
            if isinstance(bracket, Fence) and bracket.opener == "(":
                yield name, bracket, behind
