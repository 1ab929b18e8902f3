r"""A function whose value the caller gives: `V(s_t)` where V is a given number, and no formula says what V is or what `s_t` is."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.names.inputs import input_array
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.atoms import rows
from vault_tools.compiler.resolve.writing.names.models import PARAMETERS, is_of_model
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper, mentions_index
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, unwrap, walk_outside, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.syntax_tree import Accented, Fence, Node, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence

MOMENT, FUNCTIONS = "t", frozenset("fgh")
"""The letter of time, and those of functions of it."""
COEFFICIENTS = frozenset("abckmnuvwxzABCKQMVWX") | {"alpha", "beta", "gamma", "eta", "theta", "lambda", "lambda_"}
"""Letters of what multiplies a bracket; of others there may be several functions: learners, experts, probabilities, features."""
FUNCTIONS_AND_WEIGHTS = frozenset("fghuvw")
"""Letters of functions that a formula defines, and of what multiplies a bracket."""


def given_value(reader: Reader, atom: Node, bracket: Fence, nodes: tuple[Node, ...], scope: Scope) -> Value | None:
    """The input of the function's name; None where the bracket holds a factor.

    UnsupportedError: the name stands before different arguments, so that one value is not all that is needed.
    """
    found = read_symbol(atom, scope)
    shown = (
        _is_emission(reader, found, bracket, nodes, scope) or _is_now(reader, found, bracket, scope) or _is_learner(found, bracket, scope)
    )
    if shown and not _has_other_arguments(reader, atom, bracket, scope):
        reader.say("given_value", name=found.name)
        reader.valued.add(found.name)
        return take(reader, Value(input_array(reader, found, scope, table=True)), found.indices, scope, bracket.span)
    of_model = is_of_model(atom) and bracket.opener == "(" and not _is_all(reader, atom, scope)
    given = scope.declared(found.name) or of_model or _at_the_parameter(atom, nodes, scope)
    if not given or found.indices or found.operations or found.name in scope.parameters:
        return None
    if (scope.rank(found.name) or not scope.declared(found.name)) and any(mentions_index(node, scope) for node in nodes):
        return None  # of an array, other entries at other places
    listed = len(nodes) > 1 and isinstance(unwrap(bracket.body), Sequence)
    if not (listed or (scope.rank(found.name) or 0) < 2) or not all(
        _is_label(reader, node, scope, known=listed or of_model) for node in nodes
    ):
        return None
    if _has_other_arguments(reader, atom, bracket, scope):
        raise reader.unsupported("given_twice", bracket.span, name=found.name)
    reader.say("given_value", name=found.name)
    reader.valued.add(found.name)
    array = input_array(reader, found, scope, table=of_model and is_upper(base_of(atom)))  # the value `Q_\phi(s, a)` is a number
    return Value(array, pointwise=bool(array.shape) and scope.entrywise, plain=True)


def _is_emission(reader: Reader, found: Occurrence, bracket: Fence, nodes: tuple[Node, ...], scope: Scope) -> bool:
    r"""The `b_j(o_t)` of hidden Markov models: how likely each state j makes what is seen at step t, one given number for each j."""
    argument = unwrap(nodes[0]) if len(nodes) == 1 else None
    if not isinstance(argument, Scripted) or not is_symbol(argument) or argument.sub is None or bracket.opener != "(":
        return False
    letter = word(base_of(found.node)) or ""
    if len(letter) != 1 or not letter.islower() or letter in FUNCTIONS_AND_WEIGHTS or len(found.indices) != 1 or found.operations:
        return False
    seen = read_symbol(argument, scope)
    known = scope.declared(seen.name) or seen.name in reader.inputs or reader.sheet.defines(seen.base)
    return not seen.indices and not seen.operations and not known and not scope.declared(found.name)


def _is_now(reader: Reader, found: Occurrence, bracket: Fence, scope: Scope) -> bool:
    r"""The `V_i(t)` of states: what each i has at the time t, which no other part of the statement is made of."""
    letter = word(base_of(found.node)) or ""
    if word(bracket.body) != MOMENT or bracket.opener != "(" or not found.indices or found.operations or letter in FUNCTIONS:
        return False
    known = scope.is_index(MOMENT) or scope.declared(MOMENT) or MOMENT in scope.parameters or reader.sheet.defines(MOMENT)
    return not known and not any(word(node) == MOMENT for side in scope.page.sides for node in walk_outside(side, _is_moment))


def _is_learner(found: Occurrence, bracket: Fence, scope: Scope) -> bool:
    r"""The `h_m(x)` of `H(x) = \sum_m \alpha_m h_m(x)`: what each of them says of the point, of which nothing else is used."""
    symbol = bare(found.node)
    point, letter = word(bracket.body), word(symbol.body if isinstance(symbol, Accented) else symbol)
    scripted = isinstance(found.node, Scripted) and found.node.sub is not None and found.node.sup is None
    if point not in scope.page.formal or letter in COEFFICIENTS or not scripted or bracket.opener != "(" or scope.declared(point or ""):
        return False
    inner = (node for side in scope.page.sides[1:] for node in walk_outside(side, lambda node: _holds(node, point)))
    return len(scope.page.sides) > 1 and not any(word(node) == point for node in inner)


def _holds(node: Node, point: str | None) -> bool:
    return isinstance(node, Fence) and node.opener == "(" and word(node.body) == point


def _is_moment(node: Node) -> bool:
    return isinstance(node, Fence) and node.opener == "(" and word(node.body) == MOMENT


def _is_all(reader: Reader, atom: Node, scope: Scope) -> bool:
    r"""`\hat{y} = f_\theta(x)`: nothing is computed from the value."""
    rows_of_sides = (reader.words.atoms(side) for side in scope.page.sides)
    return any(len(atoms) == 2 and same(atoms[0], atom) for atoms in rows_of_sides)


def _at_the_parameter(atom: Node, nodes: tuple[Node, ...], scope: Scope) -> bool:
    r"""`L(\theta) = L_1(\theta) + L_2(\theta)`: of the parameters of a model only what they give is used, so that is given.

    So it is in the ratio `r_t(\theta) A_t`, where nothing else is known of the parameters.
    """
    parameter = word(nodes[0]) if len(nodes) == 1 else None
    if parameter not in PARAMETERS or scope.page.entry is None or (parameter not in scope.page.formal and not _is_at_a_step(atom)):
        return False
    return not any(word(n) == parameter for side in scope.page.sides[1:] for n in walk_outside(side, _holds_parameter))


def _is_at_a_step(atom: Node) -> bool:
    r"""`r_t`: nobody multiplies a number of one step by the parameters of a model in brackets."""
    return isinstance(atom, Scripted) and atom.sub is not None and atom.sup is None and word(atom.sub) is not None


def _holds_parameter(node: Node) -> bool:
    """A bracket round a parameter alone, or the scripts of another symbol."""
    if isinstance(node, Scripted):
        return is_symbol(node) and word(base_of(node)) not in PARAMETERS
    return isinstance(node, Fence) and word(node.body) in PARAMETERS


def _is_label(reader: Reader, node: Node, scope: Scope, *, known: bool) -> bool:
    """A symbol that only tells values apart: nothing else is known of it, or (`known`) it stands in a list that is no factor."""
    atoms = reader.words.atoms(node)
    if len(atoms) != 1 or not is_symbol(atoms[0]):
        return False
    name = read_symbol(atoms[0], scope).name
    if scope.is_index(canonical(node)) or known:
        return known
    given = scope.declared(name) or name in scope.parameters or name in reader.inputs or name in reader.sheet.annotations
    return not given and not reader.sheet.defines(canonical(base_of(atoms[0])))


def _has_other_arguments(reader: Reader, atom: Node, bracket: Fence, scope: Scope) -> bool:
    entry = scope.page.entry
    sides = entry.statement.sides[1:] if entry is not None and entry.statement.signs else ()
    found = ((here, behind) for side in sides for atoms in rows(side, reader.words) for here, behind in pairwise(atoms))
    calls = (unwrap(behind) for here, behind in found if is_symbol(here) and same(here, atom))
    return any(isinstance(call, Fence) and not same(call.body, bracket.body) for call in calls)
