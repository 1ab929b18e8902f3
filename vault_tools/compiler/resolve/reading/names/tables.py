"""Brackets that hold positions: `p(x_i)`, `I(i+m, j+n)` are entries of arrays."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.names.inputs import input_array
from vault_tools.compiler.resolve.reading.names.margins import from_joint
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.indices.labels import RUNNING
from vault_tools.compiler.resolve.writing.indices.strides import strides
from vault_tools.compiler.resolve.writing.names.atoms import rows
from vault_tools.compiler.resolve.writing.names.models import PARAMETERS, WEIGHTS, is_of_model
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import index_nodes, is_symbol, is_transposed
from vault_tools.compiler.resolve.writing.nodes import (
    arguments,
    base_of,
    children,
    cover,
    has_condition,
    number_of,
    scripts_moved_out,
    unwrap,
    walk,
    word,
)
from vault_tools.compiler.resolve.writing.pieces import letters_of
from vault_tools.compiler.syntax_tree import Fence, Name, Node, Relation, Scripted, Sequence, Sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence

PROBABILITIES = frozenset({"p", "P", "q", "Pr"})
"""Letters that may be tables of two symbols at once: `p(x_i, y_j)`, or of one beside an index of their own: `p_k(x_i)`."""


FEATURES, PROJECTED = frozenset({"phi", "varphi", "psi", "Phi"}), frozenset("qk")
r"""Letters of feature maps, and those of queries and keys, which they take: `\phi(k_j) v_j^\top`."""
NETWORKS = frozenset(
    {
        "rnn",
        "lstm",
        "gru",
        "bilstm",
        "bigru",
        "cnn",
        "gnn",
        "gcn",
        "encoder",
        "decoder",
        "enc",
        "dec",
        "encode",
        "decode",
        "net",
        "bert",
        "linear",
    }
)
"""Words for networks, whose outputs are vectors and no entries of a table."""
MODELS = frozenset("fgh")
"""Letters of models, as in `f(x_i)`."""
ACTION_VALUE, STATES_AND_ACTIONS = "Q", frozenset("sa")
"""The letter of the value of an action in a state, and those of states and actions."""
SLOPES = frozenset({"m", "alpha", "beta", "gamma", "lambda_"})
"""Letters that multiply a distance (`m(i-j)`); others before it may be functions of it."""


def before_bar(bracket: Fence, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The arguments before the bar of a condition: `y_t` of `P(y_t | y_{<t}, x)`."""
    body = unwrap(bracket.body)
    if isinstance(body, Sequence) and "|" in body.separators:
        return nodes[: body.separators.index("|") + 1]
    return nodes


def table(reader: Reader, atom: Node, nodes: tuple[Node, ...], scope: Scope, behind: tuple[Node, ...] = ()) -> Value | None:
    """The entry of an array at the indices between brackets, or what a joint table says of fewer; None where an argument is a value."""
    if not nodes:
        return None
    found = read_symbol(atom, scope)
    joint = from_joint(reader, found, nodes, behind, scope) if found.base in PROBABILITIES else None
    told = _without_given(reader, found, _without_formal(reader, found, nodes, scope), scope)
    value = joint or _entry(reader, atom, found, told, scope, behind)
    by_symbols = value is not None and joint is None and is_symbol_with_index(nodes[0], scope)
    if by_symbols and _is_of_several(reader, atom, scope):
        raise reader.unsupported("given_twice", cover((atom, *nodes)), name=found.name)
    return value


def is_map(reader: Reader, atom: Node, nodes: tuple[Node, ...], following: Node, scope: Scope) -> bool:
    r"""`\phi(q_i)^\top`, `w^\top \phi(x_i)`, `\phi(q_i)` beside `\phi(k_j)`: a function of vectors, no table."""
    if len(nodes) != 1 or text_of(atom) in PROBABILITIES or not is_symbol_with_index(nodes[0], scope):
        return False
    if text_of(atom) in FEATURES and (word(base_of(nodes[0])) or "").lower() in PROJECTED and not scope.declared(canonical(atom)):
        return True
    calls = list(_calls(reader, canonical(base_of(atom)), scope))
    letters = {text_of(given[0]) for _, given in calls if len(given) == 1 and is_symbol_with_index(given[0], scope)}
    return (
        is_transposed(following)
        or is_transposed(nodes[0])
        or len(letters) > 1
        or any(is_transposed(before) for before, _ in calls if before)
    )


def is_looked_up(reader: Reader, atom: Node, scope: Scope) -> bool:
    r"""The D of `D(G(z_i))` beside `D(x_i)`: what is looked up at one argument is a function, and no factor before another."""
    found = read_symbol(atom, scope)
    if found.name not in reader.inputs or scope.rank(found.name) == 0:
        return False
    calls = (given for _, given in _calls(reader, canonical(base_of(atom)), scope) if len(given) == 1)
    return reader.has_table(found.name) and any(is_symbol_with_index(given[0], scope) for given in calls)


def _calls(reader: Reader, name: str, scope: Scope) -> Iterator[tuple[Node | None, tuple[Node, ...]]]:
    """What a name of the statement is called with, and the factor before each call."""
    sides = scope.page.entry.statement.sides if scope.page.entry is not None else ()
    for row in (atoms for side in sides for atoms in rows(side, reader.words)):
        for before, called, bracket in zip((None, *row), row, row[1:], strict=False):
            fence = unwrap(base_of(bracket))
            if isinstance(fence, Fence) and canonical(base_of(called)) == name:
                yield before, arguments(fence)


def _entry(reader: Reader, atom: Node, found: Occurrence, nodes: tuple[Node, ...], scope: Scope, behind: tuple[Node, ...]) -> Value | None:
    """The entry of an array; `behind`: what stands behind a bar; a condition on another index makes it another table."""
    positioned = sum(is_symbol_with_index(node, scope) for node in nodes)
    if positioned and (found.base in WEIGHTS or text_of(atom).lower() in NETWORKS) and not scope.declared(found.name):
        return None  # `W(h_i)`: weights multiply what is in the bracket
    if positioned and found.base == "E" and not scope.declared(found.name):  # `E(w_t)`: the row of token w_t, no entry of E at t
        raise reader.unsupported("entry_as_place", nodes[0].span, name=canonical(base_of(nodes[0])))
    alone = not found.indices or found.base in MODELS  # the t-th model of `h_t(x_i)` says one number of each sample
    if found.operations or (positioned > alone and found.base not in PROBABILITIES and not scope.declared(found.name)):
        return None
    if len(text_of(atom)) > 1 and not isinstance(base_of(atom), Name) and any(is_symbol_with_index(node, scope) for node in nodes):
        return None
    if found.base in SLOPES and any(_subtracts(node) for node in nodes) and not scope.rank(found.name):
        return None
    places = _places(reader, found, nodes, scope)
    if places and behind and _is_conditional_table(reader, found, (*nodes, *behind), scope):
        places = [*places, *behind]  # `P(s' | s, a)`
    elif not places or _conditioned_elsewhere(behind, places, scope):
        return None
    if scope.rank(found.name) == 0:
        return None
    parameter = scope.parameters.get(found.name)
    if parameter is not None:
        return take(reader, parameter.value, places, scope, cover((atom, *nodes))) if not parameter.letters else None
    counted = type(found)(found.node, found.base, found.name, (*found.indices, *places))
    reader.say("table", name=found.name)
    array = input_array(reader, counted, scope, table=True)
    return take(reader, Value(array), counted.indices, scope, cover((atom, *nodes)))


def _is_of_several(reader: Reader, atom: Node, scope: Scope) -> bool:
    r"""`p(x_i) p(y_j)`, `p(y_i | x_i) p(x_i)`, `f(x_i) - f(x_i')`: one letter for what is of different things, in no one table."""
    sides = scope.page.entry.statement.sides if scope.page.entry is not None else ()
    found = (pair for side in sides for row in rows(side, reader.words) for pair in pairwise(row))
    brackets = (unwrap(base_of(bracket)) for called, bracket in found if canonical(called) == canonical(atom))
    fences = [fence for fence in brackets if isinstance(fence, Fence) and fence.opener == "("]
    return len({(has_condition(fence), tuple(map(_of_what, arguments(fence)))) for fence in fences}) > 1


def _of_what(argument: Node) -> tuple[str, int, str]:
    r"""A symbol without its places: base, primes, and what stands above it, but for a letter that counts."""
    node = scripts_moved_out(unwrap(argument))
    if not isinstance(node, Scripted):
        return canonical(node) if is_symbol(node) else text_of(node), 0, ""
    above = unwrap(node.sup) if node.sup is not None else None
    told = unwrap(above.body) if isinstance(above, Fence) else above
    return canonical(node.base), node.primes, canonical(told) if told is not None and (word(told) or "") not in RUNNING else ""


def _without_formal(reader: Reader, found: Occurrence, nodes: tuple[Node, ...], scope: Scope) -> tuple[Node, ...]:
    r"""The q_i of `s(D, Q) = \sum_i \mathrm{IDF}(q_i) f(q_i, D)`: what s is a function of is the same in every call of f.

    Not where f is called with anything else in its place, nor where a formula says what f is.
    """
    formal = [node for node in nodes if canonical(node) in scope.page.formal and not scope.is_index(canonical(node))]
    others = tuple(node for node in nodes if node not in formal)
    if not formal or len(others) != 1 or not is_symbol_with_index(others[0], scope) or reader.sheet.defines(found.base):
        return nodes
    wanted = [canonical(node) for node in nodes]
    calls = (called for _, called in _calls(reader, canonical(base_of(found.node)), scope))
    return others if all([canonical(node) for node in called] == wanted for called in calls) else nodes


def _without_given(reader: Reader, found: Occurrence, nodes: tuple[Node, ...], scope: Scope) -> tuple[Node, ...]:
    r"""The a' of `\max_{a'} Q(s', a')`: the values of the actions at one given state are a row of the table, and that is what is given.

    Not where other states stand before the same name (`Q(s, a)`), as of those other rows are needed.
    """
    if found.base.partition("_")[0] != ACTION_VALUE or found.operations:
        return nodes
    given = [node for node in nodes if _is_given(node, scope)]
    if not given or len(given) == len(nodes):
        return nodes
    wanted = [canonical(node) for node in given]
    calls = (called for _, called in _calls(reader, canonical(base_of(found.node)), scope))
    alike = all([canonical(node) for node in called if _is_given(node, scope)] == wanted for called in calls)
    return tuple(node for node in nodes if node not in given) if alike else nodes


def _is_given(node: Node, scope: Scope) -> bool:
    """A state, an action or the parameters, which no index tells."""
    return is_symbol(node) and text_of(node) in STATES_AND_ACTIONS | PARAMETERS and not _letters_in(node, scope) & set(scope.indices)


def _places(reader: Reader, found: Occurrence, nodes: tuple[Node, ...], scope: Scope) -> list[Node]:
    """The index expressions in the arguments, each once; none where one of them is a value."""
    places: list[Node] = []
    looked_up = found.base in PROBABILITIES or len(word(base_of(found.node)) or "") > 1 or _is_model(found, scope)
    for node in nodes:
        inner = index_argument(node, scope, reader, given=looked_up)
        if inner is None:
            return []
        inner = tuple(place for place in inner if not isinstance(unwrap(place), Relation))
        places.extend(place for place in inner if not any(canonical(place) == canonical(other) for other in places))
    return places


def _is_model(found: Occurrence, scope: Scope) -> bool:
    r"""The `h_\theta` of `h_\theta(x^{(i)})`, and an h whose values the caller gives: what a model says of each sample."""
    return is_of_model(found.node) or (found.base in MODELS and scope.declared(found.name))


def _is_conditional_table(reader: Reader, found: Occurrence, nodes: tuple[Node, ...], scope: Scope) -> bool:
    """Letters that count, primes included, each once, in every call of the name: a conditional probability has an axis for each."""
    names = [canonical(node) for node in nodes]
    alike = all(len(given) == len(nodes) for _, given in _calls(reader, canonical(base_of(found.node)), scope))
    return alike and all(map(scope.is_index, names)) and len(set(names)) == len(names)


def _subtracts(node: Node) -> bool:
    """`i-j`."""
    node = unwrap(node)
    return isinstance(node, Sum) and any(sign == "-" and number_of(term) is None for sign, term in node.terms)


def _conditioned_elsewhere(behind: tuple[Node, ...], places: list[Node], scope: Scope) -> bool:
    """`P(x_i | c)` with an index c that is not in `x_i`."""
    here = {letter for place in places for letter in _letters_in(place, scope)}
    conditions = {letter for node in behind for letter in _letters_in(node, scope)}
    return any(scope.is_index(letter) for letter in conditions - here)


def _letters_in(node: Node, scope: Scope) -> set[str]:
    """The letters of an argument; a primed index is one of its own."""
    if scope.is_index(canonical(node)):
        return {canonical(node)}
    return {canonical(letter) for inner in walk(node) if word(inner) is not None for letter in letters_of(inner)}


def is_symbol_with_index(node: Node, scope: Scope) -> bool:
    """`x_i`: a symbol at a position, as against a bare index."""
    return isinstance(unwrap(node), Scripted) and not scope.is_index(canonical(node))


def text_of(atom: Node) -> str:
    """The letters of a symbol without its scripts."""
    return word(base_of(atom)) or ""


def index_argument(node: Node, scope: Scope, reader: Reader, *, given: bool = False) -> tuple[Node, ...] | None:
    r"""The index expressions of an argument: `i`, `i+m`, `x_i` (whose x is not needed); None for a value.

    `given`: so it is where x is an array that the caller declares (`p(y_i)` beside `y_i`, `\text{acc}(B_m)` beside `|B_m|`): nobody
    multiplies a probability or a word so.
    """
    node = unwrap(node)
    if isinstance(node, Scripted) and scope.is_index(canonical(node)):
        return (node,)
    if word(node) is not None or isinstance(node, Sum):
        if strides(node, scope) is not None:
            return (node,)
        found = index_nodes(node, scope)
        return found if found and only_indices(node, scope) else None
    if isinstance(node, Scripted) and is_symbol(node) and len(reader.words.atoms(node)) == 1:
        occurrence = read_symbol(node, scope)
        free = occurrence.indices and not occurrence.operations and (given or occurrence.name not in scope.shapes)
        return occurrence.indices if free and not reader.sheet.defines(occurrence.base) else None
    if isinstance(node, Relation) and all(sign in ("|", "∣") for sign in node.signs):
        parts = [index_argument(side, scope, reader) for side in children(node)]
        return tuple(place for part in parts if part for place in part) or None
    return None


def only_indices(node: Node, scope: Scope) -> bool:
    """Whether every letter in an argument is an index."""
    return all(
        scope.is_index(canonical(letter))
        for inner in walk(node)
        if word(inner) is not None
        for letter in (inner,)
        if len(word(inner) or "") == 1 or word(inner) in GREEK
    )
