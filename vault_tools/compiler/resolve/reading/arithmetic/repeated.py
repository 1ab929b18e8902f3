r"""Powers of a matrix whose exponent is computed: `A^L` with a given number, `\bar{A}^{t-s}` between two steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.writing.names.scripts import is_transpose_mark
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Letters, Node, Sum
from vault_tools.compiler.tree import Dim

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.tree import Expression


def repeated(reader: Reader, base: Value, exponent: Node, node: Node, scope: Scope) -> Value:
    """A matrix to a power that no literal says. UnsupportedError: an exponent that may be no whole number, or below 0."""
    if base.rank != 2 or is_transpose_mark(exponent):
        raise reader.other_rank("matrix_power", node.span)
    times = reader.scalar(exponent, scope)
    if times.indices:
        return base.derived(_between_steps(reader, base.expression, times, node))
    steps = times.terms if isinstance(times, tree.Add) else (times,)
    counted = isinstance(unwrap(exponent), Letters | Sum) and isinstance(steps[0], tree.Input | tree.Size)
    if not counted or not all(map(_is_whole, steps[1:])):
        raise reader.other_rank("matrix_power", node.span)
    reader.say("matrix_power", exponent=_written(exponent))
    return base.derived(reader.build.repeated(base.expression, times, node.span))


def _written(exponent: Node) -> str:
    """`t`, `t-1`."""
    if not isinstance(exponent, Sum):
        return word(exponent) or ""
    return "".join(f"{sign}{word(term) or number_of(term)}" for sign, term in exponent.terms).removeprefix("+")


def _is_whole(term: Expression) -> bool:
    """The number in `t-1`."""
    term = term.operand if isinstance(term, tree.Negate) else term
    return isinstance(term, tree.Number) and term.value.denominator == 1


def _between_steps(reader: Reader, base: Expression, times: Expression, node: Node) -> Expression:
    """Entry k, or t - s, of the table of all powers, each made from the one before it."""
    build, span = reader.build, node.span
    match times:
        case tree.Add(terms=(tree.IndexValue(index=now), tree.Negate(operand=tree.IndexValue(index=then)))) if now.start == then.start:
            size, written = now.size, f"{now.name}-{then.name}"
            place = build.add([build.position(now), build.negate(build.position(then), span)], span)
        case tree.IndexValue(index=now) if now.start in (0, 1):
            size, written = now.size + Dim.of(now.start), now.name
            place = build.add([build.position(now), number(1, "1")], span) if now.start else build.position(now)
        case _:
            raise reader.other_rank("matrix_power", span)
    if base.indices or not reader.sizes.unify(base.shape[0], base.shape[1]):
        raise reader.square_error(base, span)
    index = reader.new_index("p", size, 0)
    product = build.state(index, 0, base.shape, "powers", span, back=0)
    before = build.state(index, 1, base.shape, "power", span)
    start = tree.Identity(shape=base.shape, span=span)
    powers = build.recur(index, [("powers", None, before), ("power", start, build.matmul(product, base, span))], 0, span)
    reader.say("matrix_power", exponent=written)
    return build.element(powers, [place], span)
