r"""Displays prepared for judging: left sides that define nothing set apart (`AB = BA`, `\log(ab) = …`), squares that define their root.

The resolver takes the left side of an equation for the symbol that it defines. Here are the cases in which the rest of the note must not
believe that.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap, walk, word
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import EQUALITIES
from vault_tools.compiler.resolve.writing.statements.context import Context
from vault_tools.compiler.resolve.writing.statements.digests import digest
from vault_tools.compiler.syntax_tree import (
    Display,
    Fence,
    Grid,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Postfix,
    Relation,
    Root,
    Scripted,
    Sequence,
    Styled,
    Text,
)
from vault_tools.verify.relations import with_relations
from vault_tools.verify.spellings.ambiguous import improper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from vault_tools.errors import LatexSyntaxError

ELEMENTARY = frozenset({"log", "ln", "lg", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan"})
"""Functions that no note defines anew."""
DEVIATIONS = frozenset({"sigma", "s"})
"""Symbols that are positive, so that their square gives them."""


def set_apart(display: Display) -> Display:
    """The display with every left side in brackets that only looks like a name or a function that is being defined; givens as numbers."""
    return _with_equations(display, lambda relation: _given_mixed(_apart(relation) if _computes_left(relation) else relation))


def _given_mixed(relation: Relation) -> Relation:
    r"""`a = 2\frac12` gives a mixed number: nobody gives a product of two numbers."""
    sign, number = relation.rest[-1]
    if len(relation.rest) > 1 or not is_symbol(relation.first):
        return relation
    given = improper(number)
    return relation if given is number else replace(relation, rest=((sign, given),))


def told(display: Display, numbered: frozenset[str], entire: frozenset[str] = frozenset()) -> Display:
    r"""What the display tells other formulas: `\sigma^2 = 4` that sigma is 2, `x^2 = 25` nothing.

    numbered: symbols with numbers above, which are no powers; entire: symbols that the note defines without an index.
    """

    def read(relation: Relation) -> Node:
        if _is_one_entry(relation, entire):
            return _apart(relation)
        power = _square_of(relation.first, numbered)
        if power is None:
            return _apart(relation) if _is_elementary(relation.first) else relation
        if _is_deviation(power):
            return _root_of(relation, power)
        return _apart(relation)

    return _with_equations(display, read)


def _is_one_entry(relation: Relation, entire: frozenset[str]) -> bool:
    r"""`A_{ij} = \frac{1}{\sqrt{d_i d_j}} = \frac13`, of a matrix that is defined elsewhere: the number is that of one entry."""
    *between, number = relation.operands[1:]
    first = unwrap(relation.first)
    if not isinstance(first, Scripted) or first.sub is None or canonical(replace(first, sub=None)) not in entire:
        return False
    labels = _letters(first.sub)
    return bool(labels) and not _letters(number) and any(labels <= _letters(side) for side in between)


def _letters(side: Node) -> frozenset[str]:
    """The letters in an expression."""
    return frozenset(letter for node in walk(side) if isinstance(node, Letters) for letter in node.text)


def entire_symbols(displays: Iterable[Display]) -> frozenset[str]:
    """Symbols that are defined without an index somewhere."""
    heads = (entry.head.symbol for display in displays for entry in Context.alone(display).entries)
    return frozenset(canonical(head) for head in heads if head is not None and not (isinstance(head, Scripted) and head.sub is not None))


def without_temperatures(display: Display) -> Display:
    """The display with what it says of temperatures told to nobody."""
    return _with_equations(display, lambda relation: _apart(relation) if _is_temperature(relation.rest[-1][1]) else relation)


def _is_temperature(side: Node) -> bool:
    r"""`25^\circ\text{C}`: no multiple of anything, so whether a formula takes these degrees or kelvins is not told."""
    match side:
        case Juxtaposed(items=(_, Text(text=" °C" | " °F"))):
            return True
        case Juxtaposed(items=(Postfix(operator="degree"), Text(text=scale) | Name(text=scale) | Letters(text=scale))):
            return scale.strip() in {"C", "F"}
        case Juxtaposed(items=(Postfix(operator="degree"), Styled() as scale)):
            return word(scale) in {"C", "F"}
    return False


def numbered_symbols(displays: Iterable[Display]) -> frozenset[str]:
    """Symbols that are numbered above somewhere (`q^1`): there `q^2` is the second, no square."""
    return frozenset[str]().union(*(digest(display).counted for display in displays))


def given_together(displays: Iterable[Display | LatexSyntaxError]) -> tuple[Display | LatexSyntaxError, ...]:
    """`d_k = d_v = 64` as `d_k = 64, d_v = 64`, `Q = K = X` as two, `z = [z_1, z_2] = [3, 4]` as three, if the note says nothing else."""
    parsed = tuple(displays)
    heads = Counter(name for display in set(parsed) if isinstance(display, Display) for name in _heads(display))

    def read(relation: Relation) -> Node:
        *names, number = relation.operands
        each = _given_one_by_one(relation, heads)
        if each is not None:
            return each
        told = [is_symbol(name) and not multiplies(name) and canonical(name) for name in names]
        alone = len(names) > 1 and all(told) and len(set(told)) == len(told) and all(sign == "=" for sign in relation.signs)
        is_given = is_written_number(number) or (is_symbol(number) and not multiplies(number) and canonical(number) not in told)
        if not alone or not is_given or any(heads[name] > (not at) for at, name in enumerate(told) if name):
            return relation
        return _givens(relation, [(name, number) for name in names])

    return tuple(_with_equations(display, read) if isinstance(display, Display) else display for display in parsed)


def _givens(relation: Relation, pairs: list[tuple[Node, Node]]) -> Sequence:
    """(name, number) of each as statements of their own."""
    given = tuple(Relation(relation.span, name, (("=", number),)) for name, number in pairs)
    return Sequence(relation.span, given, (",",) * (len(given) - 1))


def _given_one_by_one(relation: Relation, heads: Mapping[str, int]) -> Sequence | None:
    """`z = [z_1, z_2] = [3, 4]`, `(x, y) = (1, 2)`: names in brackets, and as many numbers behind them."""
    *wholes, names, numbers = relation.operands
    entries, values = _listed(names), _listed(numbers)
    if len(entries) < 2 or len(entries) != len(values) or len(wholes) > 1 or any(sign != "=" for sign in relation.signs):
        return None
    called = [canonical(name) for name in entries if is_symbol(name) and not multiplies(name)]
    new = len(set(called)) == len(entries) and not any(heads[name] for name in called)
    if not new or not all(map(is_written_number, values)) or not all(is_symbol(whole) and heads[canonical(whole)] == 1 for whole in wholes):
        return None
    return _givens(relation, [*((whole, numbers) for whole in wholes), *zip(entries, values, strict=True)])


def _listed(side: Node) -> tuple[Node, ...]:
    """What stands in a bracket, or in the one row or column of a matrix, turned or not; nothing where it is none of these."""
    side = unwrap(side)
    match unwrap(side.base) if isinstance(side, Scripted) and is_transposed(side) else side:
        case Fence(opener="(" | "[", body=Sequence(items=items, separators=signs)) if set(signs) == {","}:
            return items
        case Grid(kind="matrix" | "pmatrix" | "bmatrix", rows=rows) if len(rows) == 1:
            return rows[0]
        case Grid(kind="matrix" | "pmatrix" | "bmatrix", rows=rows) if all(len(row) == 1 for row in rows):
            return tuple(row[0] for row in rows)
    return ()


def multiplies(name: Node) -> bool:
    r"""`AB`, `qk^\top`: capitals side by side, or letters of which the last is transposed, are no one name that is given a number."""
    name = unwrap(name)
    run = unwrap(name.base) if isinstance(name, Scripted) else name
    return isinstance(run, Letters) and len(run.text) > 1 and (run.text.isupper() or is_transposed(name))


def _heads(display: Display) -> list[str]:
    symbols = (entry.head.symbol for entry in Context.alone(display).entries)
    return [canonical(symbol) for symbol in symbols if symbol is not None]


def _with_equations(display: Display, change: Callable[[Relation], Node]) -> Display:
    return with_relations(display, lambda relation: change(relation) if relation.rest[0][0] in EQUALITIES else relation)


def _apart(relation: Relation) -> Relation:
    return replace(relation, first=in_brackets(relation.first))


def in_brackets(side: Node) -> Node:
    """The same expression, which no longer looks like a name."""
    return side if isinstance(side, Fence) else Fence(side.span, "(", side, ")")


# ---------------------------------------------------------------- left sides


def _computes_left(relation: Relation) -> bool:
    left = unwrap(relation.first)
    return _is_turned_round(left, [operand for _, operand in relation.rest]) or _is_of_a_product(left)


def _is_turned_round(left: Node, others: list[Node]) -> bool:
    """`AB` beside `BA`: the letters are factors."""
    if not isinstance(left, Letters) or len(left.text) < 2:
        return False
    runs = [node.text for other in others for node in walk(other) if isinstance(node, Letters)]
    return any(run != left.text and sorted(run) == sorted(left.text) for run in runs)


def _is_of_a_product(left: Node) -> bool:
    r"""`\log(ab)`: an elementary function of more than a lone letter."""
    if not (_is_elementary(left) and isinstance(left, Juxtaposed) and len(left.items) == 2):
        return False
    bracket = unwrap(left.items[1])
    inside = unwrap(bracket.body) if isinstance(bracket, Fence) else bracket
    return isinstance(inside, Letters) and len(inside.text) > 1


def _is_elementary(left: Node) -> bool:
    left = unwrap(left)
    first = unwrap(left.items[0]) if isinstance(left, Juxtaposed) else left
    return isinstance(left, Juxtaposed) and (word(first) or "") in ELEMENTARY and not _lists_several(left)


def _lists_several(left: Juxtaposed) -> bool:
    r"""`\cos(a, b)` is a similarity, no cosine."""
    bracket = unwrap(left.items[-1])
    return isinstance(bracket, Fence) and isinstance(unwrap(bracket.body), Sequence)


def _square_of(left: Node, numbered: frozenset[str]) -> Scripted | None:
    """The left side where it is a symbol to a written power."""
    left = unwrap(left)
    if not isinstance(left, Scripted) or left.sup is None or isinstance(unwrap(left.sup), Fence) or not is_symbol(left):
        return None
    return left if number_of(left.sup) not in {None, 1} and canonical(unwrap(left.base)) not in numbered else None


def _is_deviation(power: Scripted) -> bool:
    return power.sup is not None and number_of(power.sup) == 2 and canonical(unwrap(power.base)).rpartition("_")[2] in DEVIATIONS


def _root_of(relation: Relation, power: Scripted) -> Node:
    """The same statement about the symbol itself; what is no number says of the power what it says, too."""
    symbol = replace(power, sup=None) if power.sub is not None else power.base
    last = relation.rest[-1][1]
    root = replace(relation, first=symbol, rest=(("=", Root(last.span, last)),))
    return root if is_written_number(last) else Sequence(relation.span, (relation, root), (",",))
