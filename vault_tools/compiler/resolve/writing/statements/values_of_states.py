r"""Values at two states: in `V(s) \leftarrow V(s) + \alpha (r + \gamma V(s') - V(s))` two given numbers, `V_s` and `V_{s'}`.

So are the probabilities of two policies, or of two answers: `\pi_\theta(y_w | x)` beside `\pi_{ref}(y_w | x)`. Where a sum runs over
the states, V is a table; at one state only, its value is one number: both are read elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.models import PARAMETERS
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import arguments, base_of, cover, every, rebuilt, unwrap, word
from vault_tools.compiler.resolve.writing.statements.bound import bound_names
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Juxtaposed, Name, Scripted, Sequence, Styled

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from vault_tools.compiler.resolve.writing.statements.context import Context
    from vault_tools.compiler.syntax_tree import Display, Node

VALUES, STATES = frozenset("VQvq"), frozenset("saSA")
"""Letters of values, and those of the states and actions that they are of."""
POLICY, ANSWERS = "pi", frozenset("sayxo")
"""The letter of a policy, and those of actions and answers and of what they are given for."""
BEST = frozenset({"max", "min"})


def with_values_of_states(display: Display, context: Context, given: Collection[str]) -> Display:
    """The display with a name for each value of what stands before different states, and for a row of values over actions.

    Itself where the note says what the values are, where anything else runs over states and actions, and in an expectation.
    """
    calls = [call for row in every(Juxtaposed, display) for call in _calls(row)]
    if len({(canonical(atom), _told(bracket)) for atom, bracket in calls}) < len(BEST) or any(
        word(node.body) == "E" for node in every(Styled, display)
    ):
        return display
    running, others = _letters(display, best=True), _letters(display, best=False)
    lists: dict[str, set[tuple[str, ...]]] = {}
    for atom, bracket in calls:
        lists.setdefault(canonical(atom), set()).add(_told(bracket))
    known = {canonical(atom) for atom, _ in calls if word(base_of(atom)) in given or canonical(base_of(atom)) in context.by_base}
    policies = {canonical(atom) for atom, _ in calls if word(base_of(atom)) == POLICY}
    several = {name for name, told in lists.items() if len(told) > 1} | (policies if len(policies) > 1 else set())
    names = several - known - set(given)
    if not names or any(not others.isdisjoint(told) for all_told in lists.values() for told in all_told):
        return display
    return rebuilt(display, lambda node: _named(node, names, running) if isinstance(node, Juxtaposed) else node)


def _calls(row: Juxtaposed) -> Iterator[tuple[Node, Fence]]:
    for atom, bracket in zip(row.items, row.items[1:], strict=False):
        letter = word(base_of(atom)) if is_symbol(atom) else None
        if isinstance(bracket, Fence) and bracket.opener == "(" and (letter in VALUES or letter == POLICY):
            separators, letters = ({",", ";"}, STATES) if letter in VALUES else ({",", ";", "|"}, ANSWERS)
            if _is_of(bracket, separators, letters):
                yield atom, bracket


def _is_of(bracket: Fence, separators: Collection[str], wanted: Collection[str]) -> bool:
    """States and actions first, and parameters behind them."""
    body = unwrap(bracket.body)
    if isinstance(body, Sequence) and not set(body.separators).issubset(separators):
        return False
    letters = [word(base_of(node)) if is_symbol(node) else None for node in arguments(bracket)]
    return bool(letters) and letters[0] in wanted and all(letter in wanted or letter in PARAMETERS for letter in letters)


def _told(bracket: Fence) -> tuple[str, ...]:
    return tuple(map(canonical, arguments(bracket)))


def _letters(display: Display, *, best: bool) -> set[str]:
    """What maxima run over, or what anything else does."""
    operators = (node for node in every(BigOperator, display) if (node.operator in BEST) == best)
    return {name for node in operators for name in (bound_names(node.sub) if node.sub is not None else STATES)}


def _named(row: Juxtaposed, names: set[str], running: set[str]) -> Node:
    calls = {id(atom): (atom, bracket) for atom, bracket in _calls(row) if canonical(atom) in names}
    brackets = {id(bracket) for _, bracket in calls.values()}
    items = tuple(_value(*calls[id(item)], running) if id(item) in calls else item for item in row.items if id(item) not in brackets)
    return items[0] if len(items) == 1 else Juxtaposed(row.span, items)


def _value(atom: Node, bracket: Fence, running: set[str]) -> Node:
    """`V_s`, with the step of the state and an index for each action that a maximum runs over."""
    span, names = cover((atom, bracket)), [canonical(atom)]
    below: dict[str, Node] = {}
    for node in arguments(bracket):
        step = node.sub if isinstance(node, Scripted) and node.sup is None and not node.primes else None
        if canonical(node) in running:
            below[canonical(node)] = node
        elif step is not None and isinstance(node, Scripted):
            names.append(canonical(node.base))
            below.setdefault(canonical(step), step)
        else:
            names.append(canonical(node))
    name, scripts = Name(span, "_".join(names)), tuple(below.values())
    if not scripts:
        return name
    return Scripted(span, name, scripts[0] if len(scripts) == 1 else Sequence(bracket.span, scripts, (",",) * (len(scripts) - 1)))
