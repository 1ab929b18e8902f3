r"""A joint table and what follows from it: beside `p(x, y)`, `p(x)` is the sum over y, and `p(y|x)` the one divided by the other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.names.inputs import input_array
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.atoms import rows
from vault_tools.compiler.resolve.writing.nodes import arguments, cover, has_condition, unwrap, word
from vault_tools.compiler.syntax_tree import Fence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Expression
    from vault_tools.model import Span


def from_joint(reader: Reader, found: Occurrence, before: tuple[Node, ...], behind: tuple[Node, ...], scope: Scope) -> Value | None:
    """A margin or a conditional probability; None where the statement has no joint table of these letters and more."""
    letters, given = _letters(before), _letters(behind)
    if found.indices or found.operations or letters is None or given is None:
        return None
    joint = _joint(reader, found, scope)
    here = {*letters, *given}
    if not joint or not here <= joint.keys() or (len(here) == len(joint) and not given) or not all(map(scope.is_index, here)):
        return None
    span = cover((found.node, *before, *behind))
    array = input_array(reader, type(found)(found.node, found.base, found.name, tuple(joint.values())), scope, table=True)
    if len(array.shape) != len(joint):
        return None
    part = _margin(reader, array, joint, here, scope, span)
    if given:
        reader.say("conditional_of_joint", name=found.name)
        return Value(reader.build.divide(part, _margin(reader, array, joint, set(given), scope, span), span))
    reader.say("margin_of_joint", name=found.name)
    return Value(part)


def _letters(nodes: tuple[Node, ...]) -> list[str] | None:
    """Bare letters, each once."""
    names = [canonical(node) for node in nodes if word(node) is not None]
    return names if len(set(names)) == len(nodes) else None


def _joint(reader: Reader, found: Occurrence, scope: Scope) -> dict[str, Node]:
    """The letters between the brackets of the largest table of this name in the statement, which has no condition."""
    pairs = ((atom, unwrap(after)) for side in scope.page.sides for atoms in rows(side, reader.words) for atom, after in pairwise(atoms))
    largest: dict[str, Node] = {}
    for atom, after in pairs:
        if canonical(atom) != found.name or not isinstance(after, Fence) or has_condition(after):
            continue
        nodes = arguments(after)
        if len(nodes) > max(1, len(largest)) and _letters(nodes) is not None:
            largest = {canonical(node): node for node in nodes}
    return largest


def _margin(reader: Reader, array: Expression, joint: dict[str, Node], kept: set[str], scope: Scope, span: Span) -> Expression:
    """The table summed over the letters that are not kept."""
    summed = [reader.new_index(letter, reader.sizes.fresh()) for letter in joint if letter not in kept]
    inside = scope.bind(*zip((letter for letter in joint if letter not in kept), summed, strict=True))
    body = take(reader, Value(array), tuple(joint.values()), inside, span).expression
    for index in reversed(summed):
        body = reader.build.reduce("sum", index, body, None, span)
    return body
