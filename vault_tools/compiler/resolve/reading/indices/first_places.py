r"""Where places that a formula computes are counted from, 0 or 1: `K_{\lfloor (h-1)/r \rfloor + 1}`, `R_{\delta(i,j)}`, `x_{g(i)}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk as parts_of
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.writing.names.letters import NEIGHBOURHOODS

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Expression


def from_one(reader: Reader, value: Expression, node: Node) -> Expression:
    r"""A place that a formula counts from 1, from 0: `K_{g(h)}` of a given g, which is said, or of `\lfloor (h-1)/r \rfloor + 1`.

    UnsupportedError: whether `K_{\lfloor h/r \rfloor}` counts from 0 is not written.
    """
    if isinstance(value, tree.Where):
        return _from_first_case(reader, value, node)
    floored = any(isinstance(part, tree.Call) and part.function == "floor" for part in parts_of(value)) and not _starts_at_one(value)
    if floored or _is_at_least_zero(value):
        raise reader.unsupported("counted_from", node.span, index=", ".join(value.indices))
    if isinstance(value, tree.Element) and isinstance(value.array, tree.Input):
        if value.array.name in NEIGHBOURHOODS:
            raise reader.unsupported("membership", node.span, hint="membership_hint")  # `h_{N(v)}`: of a set, no place
        reader.say("places_from_one", name=value.array.name)
    return reader.build.add([value, number(-1, "-1")], node.span)


def _from_first_case(reader: Reader, value: tree.Where, node: Node) -> Expression:
    r"""A place that cases give: counted from 0 where one of them is 0, from 1 where the least written one is 1.

    UnsupportedError: no case says which place is the first, or with a place 0 what the indices themselves start at.
    """
    cases = [case for _, case in value.branches] + ([value.otherwise] if value.otherwise is not None else [])
    first = min((case.value for case in cases if isinstance(case, tree.Number)), default=None)
    if first == 0 and _takes_differences(value):
        reader.say("first_place_zero")
        return value
    if first != 1:
        raise reader.unsupported("counted_from", node.span, index=", ".join(value.indices))
    return reader.build.add([value, number(-1, "-1")], node.span)


def _takes_differences(value: Expression) -> bool:
    r"""Whether indices stand only in differences, `i - j + k`, which are the same from wherever both are counted."""
    sums = [part.terms for part in parts_of(value) if isinstance(part, tree.Add)]
    added = sum(isinstance(term, tree.IndexValue) for terms in sums for term in terms)
    taken = sum(isinstance(term, tree.Negate) and isinstance(term.operand, tree.IndexValue) for terms in sums for term in terms)
    return added == taken and added + taken == sum(isinstance(part, tree.IndexValue) for part in parts_of(value))


def from_zero(reader: Reader, value: Expression, node: Node) -> Expression:
    r"""A place that a formula counts from 0. UnsupportedError: of `\lfloor h/r \rfloor + 1` the first place would be left out."""
    terms = value.terms if isinstance(value, tree.Add) else ()
    if any(isinstance(term, tree.Call) for term in terms) and any(isinstance(term, tree.Number) and term.value > 0 for term in terms):
        raise reader.unsupported("counted_from", node.span, index=", ".join(value.indices))
    return value


def _is_at_least_zero(value: Expression) -> bool:
    r"""`\max(i - k, 0)`: 0 is among the places, and i itself may start at 0, too."""
    if not isinstance(value, tree.Call) or value.function not in ("maximum", "max"):
        return False
    return any(isinstance(part, tree.Number) and part.value == 0 for part in value.arguments)


def _starts_at_one(value: Expression) -> bool:
    r"""`\lfloor (h-1)/r \rfloor + 1`: the first index, 1, gives 1."""
    if not isinstance(value, tree.Add) or len(value.terms) != 2:
        return False
    floors = [term for term in value.terms if isinstance(term, tree.Call)]
    ones = [term for term in value.terms if isinstance(term, tree.Number) and term.value == 1]
    return bool(floors and ones) and any(_is_one_before(part) for part in parts_of(floors[0]))


def _is_one_before(value: Expression) -> bool:
    """`h - 1` of an index that counts from 1."""
    terms = value.terms if isinstance(value, tree.Add) else ()
    counted = any(isinstance(term, tree.IndexValue) and term.index.start == 1 for term in terms)
    return len(terms) == 2 and counted and any(isinstance(term, tree.Number) and term.value == -1 for term in terms)
