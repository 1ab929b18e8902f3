"""Sums of terms: ellipsis patterns, and operators whose range reaches over the terms behind them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical, without_step
from vault_tools.compiler.resolve.build import nothing, number
from vault_tools.compiler.resolve.finish import used_names
from vault_tools.compiler.resolve.reading.arithmetic import exponentials
from vault_tools.compiler.resolve.reading.arithmetic.vectors import beside_vectors
from vault_tools.compiler.resolve.reading.operators.distances import beside_scores
from vault_tools.compiler.resolve.reading.operators.ranged import fold
from vault_tools.compiler.resolve.reading.operators.ranges import Binding, bind
from vault_tools.compiler.resolve.reading.operators.unwritten import running_letters
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.values import Form, Value
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, walk, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import at_letter, end_text, ends, same
from vault_tools.compiler.resolve.writing.spelled_out.progressions import progression
from vault_tools.compiler.resolve.writing.spelled_out.series import grown, has_growing_power
from vault_tools.compiler.resolve.writing.statements.bound import binders, bound_names
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import BigOperator, Ellipsis_, Juxtaposed, Letters, Node, Number, Product, Relation, Scripted, Sum
from vault_tools.compiler.tree import Dim, Expression
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

Terms = tuple[tuple[str, Node], ...]


def read_sum(reader: Reader, node: Node, scope: Scope) -> Value:
    """Terms added and subtracted."""
    assert isinstance(node, Sum)
    if any(sign not in "+-" for sign in node.signs):
        raise reader.unsupported("sign", node.span, sign="±")
    if any(isinstance(unwrap(term), Ellipsis_) for term in node.operands):
        return _spelled_out(reader, node, scope)
    if len(node.terms) > len("+-"):
        _refuse_two_axes(reader, node, scope)
    terms = extended(reader, node.terms, scope)
    if len(terms) < len(node.terms):
        reader.say("sum_extent")
    values = [(sign, reader.read(term, scope)) for sign, term in terms]
    if len({value.rank for _, value in values}) > 1:
        spread = beside_scores(reader, [(term, value) for (_, term), (_, value) in zip(terms, values, strict=True)], scope)
        values = [(sign, value) for (sign, _), value in zip(values, spread, strict=True)]
    return added(reader, values, node)


def _refuse_two_axes(reader: Reader, node: Sum, scope: Scope) -> None:
    r"""UnsupportedError for `\mu + b_u + b_i + q_i^\top p_u`: q is of the items, p of the users, so b is one array for each of them."""
    lone = [term for sign, term in node.terms if sign == "+" and isinstance(term, Scripted) and term.sup is None and is_symbol(term)]
    for first, second in combinations(lone, 2):
        letters = [word(term.sub) or "" for term in (first, second) if term.sub is not None]
        if canonical(first.base) != canonical(second.base) or len(set(letters)) < len("ui") or not all(map(scope.is_index, letters)):
            continue
        carried = _carried(node, set(letters))
        if all({letter} in carried.values() for letter in letters):
            raise reader.unsupported("shared_letters", second.span, hint="shared_letter_hint", name=canonical(first.base))


def _carried(node: Sum, letters: set[str]) -> dict[str, set[str]]:
    """Symbol -> which of the letters it has below, wherever it stands in a sum."""
    found: dict[str, set[str]] = {}
    for scripted in every(Scripted, node):
        found.setdefault(canonical(scripted.base), set()).update(letters.intersection(script_letters(scripted)))
    return found


def _beside_identity(reader: Reader, values: list[tuple[str, Value]], node: Node) -> list[tuple[str, Value]]:
    r"""`\exp(A) - I`: the exponential of a matrix, not that of its entries."""
    units = {sign for sign, value in values if isinstance(value.expression, tree.Identity)}
    if not units:
        return values
    return [(sign, exponentials.beside_identity(reader, value, node) if units - {sign} else value) for sign, value in values]


def _beside_one(reader: Reader, values: list[tuple[str, Value]]) -> list[tuple[str, Value]]:
    """`1 - A^2`: beside a number, where no identity stands, the squares of the entries."""
    powers = [value.expression for _, value in values if isinstance(value.expression, tree.MatrixPower)]
    if len(values) != 2 or not powers or not any(isinstance(value.expression, tree.Number) for _, value in values):
        return values
    reader.take_back("matrix_power")
    return [(sign, _of_entries(reader, value)) for sign, value in values]


def _of_entries(reader: Reader, value: Value) -> Value:
    match value.expression:
        case tree.MatrixPower(base=base, exponent=exponent, span=span) if exponent > 1:
            return value.derived(reader.build.power(base, number(exponent, str(exponent)), span))
        case _:
            return value


def added(reader: Reader, values: list[tuple[str, Value]], node: Node) -> Value:
    """The sum of values with signs."""
    build = reader.build
    values = _beside_identity(reader, values, node)
    values = _beside_one(reader, values)
    fitted = beside_vectors(reader, [value for _, value in values], node)
    values = [(sign, value) for (sign, _), value in zip(values, fitted, strict=True)]
    parts = [value.expression if sign == "+" else build.negate(value.expression, value.expression.span) for sign, value in values]
    arrays = [value for _, value in values if value.rank]
    widest = max((value.rank for value in arrays), default=0)
    _refuse_unlike(reader, [value for _, value in values], widest, node)
    columns = [value for sign, value in values if value.rank == 1 and _stands_for_rows(reader, sign, value)]
    if widest == 2 and columns:
        return _with_columns(reader, parts, columns, node)
    forms = {value.form for value in arrays if value.rank == widest}
    form = _common_form(forms)
    pointwise = any(value.pointwise for _, value in values)
    products = [(sign, value.entries) for sign, value in values if value.entries is not None]
    entries = None
    if (
        len(products) == len(values)
        and all(len(product.shape) == 1 for _, product in products)
        and _are_alike(reader, [product for _, product in products])
    ):
        entries = build.add([part if sign == "+" else build.negate(part, part.span) for sign, part in products], node.span)
    return Value(build.add(parts, node.span), form, pointwise, entries=entries)


def _refuse_unlike(reader: Reader, values: list[Value], widest: int, node: Node) -> None:
    r"""UnsupportedError: a product has fewer axes than what is added to it, and ranks are guessed.

    `q_i^\top k_j + q_i^\top R_{i-j}` adds numbers, so R is no matrix; `S \alpha (\dots) + v k^\top` adds matrices, so alpha is no vector.
    """
    outer = any(isinstance(_core(value.expression), tree.Outer | tree.Identity) for value in values)
    less = [value for value in values if value.rank < widest and isinstance(_core(value.expression), tree.MatMul)]
    unlike = any(value.expression.indices or (value.rank and outer) for value in less)
    state = _is_other_state(values, widest)
    if less and widest == 2 and reader.strict and not unlike and _is_row_of_guess(reader, less, [v for v in values if v.rank == widest]):
        raise reader.other_rank("unlike_terms", node.span)
    if (unlike or state) and any(key.startswith("rank:") for key in reader.options):
        refused = reader.other_rank if reader.loops or state else reader.unsupported  # the rank of a state is found by trying
        raise refused("unlike_terms", node.span)


def _is_row_of_guess(reader: Reader, products: list[Value], matrices: list[Value]) -> bool:
    r"""The `x E` of `x E + P`, where nobody says that x is one row and P none: a matrix beside it has a row for each of x."""
    guessed = all(value.plain and isinstance(value.expression, tree.Input) and _is_guessed(reader, value.expression) for value in matrices)
    vectors = [name for name, part in used_names([value.expression for value in products], tree.Input).items() if len(part.shape) == 1]
    return guessed and any(f"rank:{without_step(name)}" in reader.options for name in vectors)


def _is_guessed(reader: Reader, symbol: tree.Input) -> bool:
    return f"rank:{without_step(symbol.name)}" in reader.options


def _is_other_state(values: list[Value], widest: int) -> bool:
    r"""`s_{t-1} + k_t v_t^\top`: the state a step before is of the rank of what is added to it."""
    states = (value.expression for value in values if value.rank < widest and value.plain)
    return any(isinstance(state, tree.Input) and without_step(state.name) != state.name for state in states)


def _core(expression: Expression) -> Expression:
    """What a number multiplies or divides."""
    match expression:
        case tree.Multiply(factors=factors):
            products = [factor for factor in factors if isinstance(factor, tree.MatMul | tree.Outer)]
            return products[0] if len(products) == 1 else expression
        case tree.Divide(numerator=above):
            return _core(above)
        case _:
            return expression


def _common_form(forms: set[Form]) -> Form:
    """What vectors that are added are together: a plain one is as the others are."""
    told = forms - {""}
    return told.pop() if len(told) == 1 else ""


def _are_alike(reader: Reader, vectors: list[Expression]) -> bool:
    """Their lengths may be the same."""
    return not any(reader.sizes.contradict(vectors[0].shape[-1], vector.shape[-1]) for vector in vectors[1:])


def _stands_for_rows(reader: Reader, sign: str, value: Value) -> bool:
    r"""A column, the largest of each row, and the m of `e^{S - m}`: one number for each row of a matrix beside it."""
    return value.form in ("column", "rows") or (sign == "-" and value.plain and not value.form and reader.exponents > 0)


def _with_columns(reader: Reader, parts: list[Expression], columns: list[Value], node: Node) -> Value:
    r"""`S - \mathrm{rowmax}(S)`: a column beside a matrix is added to each of its columns."""
    build = reader.build
    inside = {id(column.expression) for column in columns}
    beside = [part for part in parts if id(part.operand if isinstance(part, tree.Negate) else part) in inside]
    matrix = build.add([part for part in parts if not any(part is column for column in beside)], node.span)
    reader.say("column_beside_matrix")
    return Value(build.transpose(build.add([build.transpose(matrix, node.span), *beside], node.span), node.span))


# ---------------------------------------------------------------- reach of an operator


def extended(reader: Reader, terms: Terms, scope: Scope) -> Terms:
    r"""`\sum_i a_i + b_i` with i free nowhere else: the sum reaches over `b_i`, as does that of `-\sum_i a_i + b_i`.

    UnsupportedError: `-\sum_i a_i - b_i`, where the minus of the sum may be meant to hold for `b_i` or to be said once more.
    """
    out: list[tuple[str, Node]] = []
    for sign, term in terms:
        last = out[-1] if out else None
        joined = _reach(reader, last[1], sign, term, scope) if last is not None else None
        if last is not None and joined is not None:
            if last[0] == sign == "-" and any(last[1] is written for _, written in terms):
                raise reader.unsupported("sum_reach", term.span, hint="sum_reach_hint")
            out[-1] = (last[0], joined)
        else:
            out.append((sign, term))
    return tuple(out)


def _reach(reader: Reader, before: Node, sign: str, term: Node, scope: Scope) -> Node | None:
    """The term before with this one drawn into the body of its last operator, None where it does not reach."""
    match unwrap(before):
        case BigOperator(body=body) as operator if body is not None:
            bound = {name for name in _bound_by(operator, scope) if not scope.is_index(name)}
            lone = not bound and _is_bare(operator) and not every(BigOperator, term)
            of_the_same = lone and _symbols(reader, body, scope) == _symbols(reader, term, scope)
            if not of_the_same and not bound & (set(script_letters(term)) - binders(term)):
                return None
            terms = body.terms if isinstance(body, Sum) else (("+", body),)
            return replace(operator, body=Sum(Span(body.span.start, term.span.end), (*terms, (sign, term))))
        case Juxtaposed(items=items) as row:
            inner = _reach(reader, items[-1], sign, term, scope)
            return replace(row, items=(*items[:-1], inner)) if inner is not None else None
        case Product(rest=rest) as product:
            inner = _reach(reader, rest[-1][1], sign, term, scope)
            return replace(product, rest=(*rest[:-1], (rest[-1][0], inner))) if inner is not None else None
        case _:
            return None


def _bound_by(operator: BigOperator, scope: Scope) -> Iterable[str]:
    """What an operator binds; a sum with nothing below it, the letters that it will run over."""
    if operator.sub is not None:
        return bound_names(operator.sub)
    return running_letters(operator.body, scope) if _is_bare(operator) and operator.body is not None else ()


def _is_bare(operator: BigOperator) -> bool:
    return operator.operator == "sum" and operator.sub is None and operator.sup is None


def _symbols(reader: Reader, node: Node, scope: Scope) -> set[str]:
    r"""The y and p of `y \log p`, of which `(1 - y) \log(1 - p)` is made, too: a sum over entries of both has both terms."""
    atoms = symbol_atoms(node, reader.words)
    return {read_symbol(atom, scope).name for atom in atoms if not reader.words.is_function(word(atom) or "")}


# ---------------------------------------------------------------- ellipsis


def _spelled_out(reader: Reader, node: Sum, scope: Scope) -> Value:
    r"""`v_1^2 + v_2^2 + \dots + v_n^2`, other terms before or behind the pattern."""
    terms = [reader.words.regrouped(unwrap(term)) for term in node.operands]
    place = next(k for k, term in enumerate(terms) if isinstance(term, Ellipsis_))
    if place == 0 or place + 1 >= len(terms) or any(sign != "+" for sign, _ in node.terms[: place + 2]):
        raise nothing()
    found = (p for read in (_pattern, _series, _numbers) for j in range(place) if (p := read(terms, j, place, scope)) is not None)
    pattern = next(found, None)
    if pattern is None:
        raise reader.unsupported("ellipsis", node.span)
    binding = _running(reader, pattern, scope, node.span)
    value = reader.read(pattern.body, binding.scope)
    start, end = number_of(terms[pattern.first]), number_of(terms[place + 1])
    first, last = f"{pattern.start if start is None else start}", canonical(pattern.end) if end is None else f"{end}"
    reader.say("ellipsis", first=first, last=last)
    total = value.derived(fold(reader, "sum", binding, value.expression, node))
    rest = [*node.terms[: pattern.first], *node.terms[place + 2 :]]
    return added(reader, [("+", total), *((sign, reader.read(term, scope)) for sign, term in rest)], node) if rest else total


def _running(reader: Reader, pattern: Pattern, scope: Scope, span: Span) -> Binding:
    r"""The letter of a pattern, up to its last value; up to an index as in `s_t = x_1 + \dots + x_t` it stops there for each."""
    if scope.is_index(canonical(pattern.end)):
        first = Number(span, str(pattern.start), str(pattern.start))
        return bind(reader, Relation(span, Letters(span, pattern.letter), (("=", first),)), pattern.end, scope)
    size = dimension(reader, pattern.end, scope) - Dim.of(pattern.start - 1)
    index = reader.new_index(pattern.letter, size, pattern.start, ranged=True)
    return Binding(scope.bind((pattern.letter, index)), [index])


@dataclass(frozen=True, slots=True)
class Pattern:
    """What repeats round an ellipsis: its body at a letter, the first and the last value of the letter."""

    first: int
    body: Node
    letter: str
    start: int
    end: Node


def _pattern(terms: list[Node], first: int, place: int, scope: Scope) -> Pattern | None:
    """The pattern that starts with term `first`, if the terms up to the ellipsis and the one behind it follow it."""
    last = terms[place + 1]
    start, end = ends(terms[first], last)
    if start is None or end is None or not start.isdigit():
        return None
    letter = next(name for name in "ijklmnpqrst" if not scope.is_index(name) and name != word(end) and not _uses(terms[first], name))
    body = at_letter(terms[first], letter, start)
    for k in range(first + 1, place):
        if not same(at_letter(terms[k], letter, str(int(start) + k - first)), body):
            return None
    end_value = number_of(end)
    closes = same(at_letter(last, letter, str(end_value) if end_value is not None else end_text(end)), body)
    return Pattern(first, body, letter, int(start), end) if closes and not same(body, terms[first]) else None


def _series(terms: list[Node], first: int, place: int, scope: Scope) -> Pattern | None:
    r"""The pattern of `r_1 + \gamma r_2 + \dots + \gamma^{T-1} r_T`."""
    last = terms[place + 1]
    letter = next(name for name in "ijklmnpqrst" if not scope.is_index(name) and not _uses(last, name))
    found = grown(terms[first:place], last, letter)
    if found is None or not has_growing_power(found[0], letter):
        return None
    return Pattern(first, found[0], letter, found[1], found[2])


def _numbers(terms: list[Node], first: int, place: int, scope: Scope) -> Pattern | None:
    r"""The pattern of `1 + 2 + \dots + 100`, which all numbers before the dots follow."""
    if first:
        return None
    letter = next(name for name in "ijklmnpqrst" if not scope.is_index(name))
    found = progression(terms[first:place], terms[place + 1], letter)
    return Pattern(first, found[0], letter, found[1], found[2]) if found is not None else None


def _uses(node: Node, name: str) -> bool:
    return any(word(inner) == name for inner in walk(node))
