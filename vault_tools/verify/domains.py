"""What values an input may have: read off the places where it is used (under a root, in a logarithm, as a condition)."""

from __future__ import annotations

from enum import IntEnum
from itertools import chain
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.memory import remembered
from vault_tools.compiler.parts import inner, walk
from vault_tools.verify.numbers import exact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOTED = frozenset({"sqrt"})
COUNTING = frozenset({"top_k"})
"""Functions whose last argument is a whole number of entries."""
OF_WHOLE_NUMBERS = frozenset({"factorial", "binomial", "gcd", "lcm"})
ROUNDING = frozenset({"ceil", "floor", "round"})
BETWEEN = frozenset({"arcsin", "arccos", "arctanh"})
"""Functions of numbers between -1 and 1."""
LOGARITHMIC = frozenset({"log", "ln", "log2", "log10", "logit", "entropy", "kl", "cross_entropy"})


class Domain(IntEnum):
    """What an input must be for the formula to have a value; of two requirements the larger one holds."""

    ANY = 0
    POSITIVE = 1
    PROBABILITY = 2
    ABOVE_ONE = 3
    DEFINITE = 4
    """A symmetric positive definite matrix."""
    CONDITION = 5
    """0 or 1."""
    WHOLE = 6
    """A whole number."""
    POSITION = 7
    """A whole number that selects an entry, the first of which is 1."""


@remembered
def expressions(program: tree.Program) -> tuple[tree.Expression, ...]:
    """Every node of a program: result, sides and bindings."""
    tops = (program.result, *program.sides, *(binding.body for binding in program.bindings))
    return tuple(chain.from_iterable(map(walk, tops)))


def domains(program: tree.Program) -> Mapping[str, Domain]:
    """Input name -> what it must be."""
    found: dict[str, Domain] = {}
    bodies = {binding.name: binding.body for binding in program.bindings}
    seen: set[tuple[int, Domain]] = set()

    def visit(node: tree.Expression, wanted: Domain) -> None:
        if (id(node), wanted) in seen:
            return
        seen.add((id(node), wanted))
        if isinstance(node, tree.Input):
            found[node.name] = max(wanted, found.get(node.name, Domain.ANY))
        elif isinstance(node, tree.Local):
            visit(bodies[node.name], wanted)
        for child, requirement in _requirements(node, wanted):
            visit(child, requirement)

    for top in (program.result, *program.sides):
        visit(top, Domain.ANY)
    for name in _shares(program):
        found[name] = max(Domain.PROBABILITY, found.get(name, Domain.ANY))
    for name in filter(is_deviation, found):
        found[name] = max(Domain.POSITIVE, found[name])
    return found


def is_deviation(name: str) -> bool:
    r"""`\sigma`, `\sigma_B`: the letter of standard deviations, which are not negative."""
    return name.partition("_")[0] == "sigma"


def _shares(program: tree.Program) -> Iterator[str]:
    """The y of `y log p + (1 - y) log(1 - p)`: inputs that weigh one term of a sum, and with what they lack to 1 another."""
    for node in expressions(program):
        if isinstance(node, tree.Add):
            factors = [factor for term in node.terms for factor in _factors(term)]
            lacking = {name for factor in factors if (name := _lacks_to_one(factor)) is not None}
            yield from (name for factor in factors if (name := _name(factor)) is not None and name in lacking)


def _factors(term: tree.Expression) -> tuple[tree.Expression, ...]:
    match term:
        case tree.Negate(operand=operand):
            return _factors(operand)
        case tree.Multiply(factors=factors):
            return factors
    return (term,)


def _lacks_to_one(node: tree.Expression) -> str | None:
    """The y of `1 - y`."""
    match node:
        case tree.Add(terms=(tree.Number(value=one), tree.Negate(operand=share))) if one == 1:
            return _name(share)
    return None


def _name(node: tree.Expression) -> str | None:
    """Of an input, or of that of which it is an entry."""
    whole = node.array if isinstance(node, tree.Element) else node
    return whole.name if isinstance(whole, tree.Input) else None


def _requirements(node: tree.Expression, wanted: Domain) -> Iterator[tuple[tree.Expression, Domain]]:
    """What each child must be, so that the node is what is wanted of it."""
    match node:
        case tree.Power(base=base, exponent=exponent):
            yield base, _of_base(exponent)
            yield exponent, Domain.ANY
        case tree.MatrixPower(base=base, exponent=exponent):
            yield base, Domain.DEFINITE if exponent < 0 or exponent.denominator > 1 else Domain.ANY
        case tree.Call(function=name, arguments=(*before, last)) if name in COUNTING:
            yield from ((argument, Domain.ANY) for argument in before)
            yield last, Domain.POSITION
        case tree.Call():
            inside = _of_arguments(node.function, wanted)
            yield from ((argument, inside) for argument in node.arguments)
        case tree.Element(array=array, at=at):
            yield array, wanted
            yield from ((position, Domain.POSITION) for position in at)
        case tree.Where(branches=branches, otherwise=otherwise):
            yield from ((condition, _of_condition(condition)) for condition, _ in branches)
            yield from ((value, wanted) for _, value in branches)
            if otherwise is not None:
                yield otherwise, wanted
        case tree.Reduce(body=body, where=where):
            yield body, wanted
            if where is not None:
                yield where, _of_condition(where)
        case _:
            yield from _through(node, wanted)


def _through(node: tree.Expression, wanted: Domain) -> Iterator[tuple[tree.Expression, Domain]]:
    """Arithmetic hands on to its operands what is wanted of it."""
    match node:
        case tree.Compare(operator="!=", left=tree.Element() as mark, right=tree.Number(value=0)):
            yield mark, Domain.CONDITION
        case tree.Compare() | tree.Logic():
            yield from ((child, Domain.ANY) for child in inner(node))
        case tree.Multiply(factors=factors) if any(map(_is_penalty, factors)):
            yield from ((factor, _of_masked(factor, wanted)) for factor in factors)
        case tree.Add(terms=terms) if wanted is Domain.CONDITION:
            yield from ((term, Domain.CONDITION) for term in terms)
        case tree.Negate(operand=operand) if wanted is Domain.CONDITION:
            yield operand, Domain.CONDITION
        case tree.MatMul() | tree.Outer():
            definite = wanted is Domain.DEFINITE and all(map(_is_square, inner(node)))
            yield from ((child, wanted if definite else min(wanted, Domain.POSITIVE)) for child in inner(node))
        case tree.RepeatedProduct(base=base, times=times):
            yield base, Domain.ANY
            yield times, Domain.POSITION
        case tree.Negate(operand=operand):
            yield operand, Domain.PROBABILITY if wanted in {Domain.POSITIVE, Domain.PROBABILITY} else wanted
        case tree.Divide(numerator=numerator, denominator=denominator):
            yield numerator, wanted
            yield denominator, _of_divisor(denominator, wanted)
        case _:
            yield from ((child, wanted) for child in inner(node))


def _is_square(node: tree.Expression) -> bool:
    """Whether a product of two such may have a root: of covariances, say."""
    return len(node.shape) == PAIR and node.shape[0] == node.shape[1]


PAIR = 2
PENALTY = 1000
"""From here on a number that multiplies `1 - M` takes away all weight where the mask M is 0."""


def _is_penalty(factor: tree.Expression) -> bool:
    value = exact(factor)
    return value is not None and abs(value) >= PENALTY


def _of_masked(factor: tree.Expression, wanted: Domain) -> Domain:
    """What stands beside a huge number: the 0 or 1 of a mask where it is `1 - M` with an array M."""
    masked = isinstance(factor, tree.Add) and bool(factor.shape) and any(abs(exact(term) or 0) == 1 for term in factor.terms)
    return Domain.CONDITION if masked else wanted


def _of_base(exponent: tree.Expression) -> Domain:
    match exponent:
        case tree.Number(value=value) if value.denominator == 1:
            return Domain.ANY
        case _:
            return Domain.POSITIVE


def _of_arguments(function: str, wanted: Domain) -> Domain:
    if function in ROUNDING and wanted is Domain.POSITION:
        return wanted
    if function in ROOTED:
        return Domain.POSITIVE
    if function in OF_WHOLE_NUMBERS:
        return Domain.WHOLE
    return Domain.PROBABILITY if function in LOGARITHMIC | BETWEEN else Domain.ANY


def _of_condition(condition: tree.Expression) -> Domain:
    return Domain.ANY if isinstance(condition, tree.Compare | tree.Logic) else Domain.CONDITION


def _of_divisor(node: tree.Expression, wanted: Domain) -> Domain:
    r"""Not 0 where it is a number that is given; in a place (`\lceil i/g \rceil`) it counts what shares one."""
    if not _is_scalar_input(node):
        return wanted
    return Domain.WHOLE if wanted is Domain.POSITION else max(wanted, Domain.POSITIVE)


def _is_scalar_input(node: tree.Expression) -> bool:
    return isinstance(node, tree.Input) and not node.shape


def dimensions(program: tree.Program) -> tuple[tree.Dim, ...]:
    """Every size that occurs in a program: of its inputs, nodes and indices, and as a number."""
    found: dict[tree.Dim, None] = {}
    for shape in (*(parameter.shape for parameter in program.inputs), *(node.shape for node in expressions(program))):
        found |= dict.fromkeys(shape)
    found |= dict.fromkeys(index.size for index in indices(program))
    found |= dict.fromkeys(node.dim for node in expressions(program) if isinstance(node, tree.Size))
    return tuple(found)


def indices(program: tree.Program) -> Iterator[tree.Index]:
    """Every index of a program, bound or free."""
    yield from program.indices
    for binding in program.bindings:
        yield from binding.indices
    for node in expressions(program):
        match node:
            case tree.Reduce(index=index) | tree.ConcatOver(index=index) | tree.Recur(index=index):
                yield index
            case tree.Position(index=index) | tree.IndexValue(index=index):
                yield index
            case tree.Tabulate(over=over):
                yield from over
