"""Operators with a range: sums, products, maxima, concatenation over heads, expectation; and sums that leave their range out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.parts import walk as parts_of
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.reading.arithmetic.over_entries import over_all
from vault_tools.compiler.resolve.reading.arithmetic.products import multiply
from vault_tools.compiler.resolve.reading.names.tables import PROBABILITIES
from vault_tools.compiler.resolve.reading.operators.chances import over_distribution
from vault_tools.compiler.resolve.reading.operators.first_terms import read_first_term
from vault_tools.compiler.resolve.reading.operators.matrix_products import matrices, upwards
from vault_tools.compiler.resolve.reading.operators.optimisation import OPTIMA, read_objective
from vault_tools.compiler.resolve.reading.operators.projection import nearest_on_simplex
from vault_tools.compiler.resolve.reading.operators.ranges import RUNNING, Binding, bind
from vault_tools.compiler.resolve.reading.operators.samples import over_samples
from vault_tools.compiler.resolve.reading.operators.unwritten import letters_of_sum, running_letters
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.indices.summed import leaves_letter_out
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, is_transposed
from vault_tools.compiler.resolve.writing.nodes import arguments, base_of, every, unwrap, word
from vault_tools.compiler.resolve.writing.pieces import letters_of
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Empty,
    Fence,
    Grid,
    Juxtaposed,
    Letters,
    Node,
    Number,
    Prefix,
    Relation,
    Scripted,
    Sequence,
)

PAIR = 2
REWARD = "r"
"""The letter of rewards, which are outcomes with a value."""
MAPS = frozenset({"Wx", "Ax", "Wz", "Wh", "Bx"})
"""Matrices before what they are applied to."""
COUNTING = RUNNING - frozenset("kqpr")
"""Letters that tell no two quantities apart, as the k of `d_k` does."""

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.tree import Expression

REDUCTIONS: dict[str, tree.Reduction] = {
    "sum": "sum", "prod": "product", "max": "max", "min": "min", "argmax": "argmax", "argmin": "argmin",
}  # fmt: skip


def read_operator(reader: Reader, node: Node, scope: Scope) -> Value:
    """An operator and its body."""
    assert isinstance(node, BigOperator)
    if node.body is None or node.operator == "lim":
        raise nothing()
    if node.operator == "E":
        return _expected(reader, node, node.body, scope)
    if node.operator not in REDUCTIONS and node.operator != "concat":
        raise reader.unsupported("operator", node.span, name=node.operator)
    if node.sub is None or isinstance(unwrap(node.sub), Empty):
        return _without_range(reader, node, node.body, scope)
    node = _with_its_letter(reader, node, scope)
    assert node.sub is not None
    assert node.body is not None
    if type(node.body) is Prefix:
        _refuse_cut_limit(reader, node, node.body)
    nearest = nearest_on_simplex(reader, node, scope)
    if nearest is not None:
        return nearest
    if node.operator == "prod":
        split = _operator_behind(reader, node, scope)
        if split is not None:
            return split
    return _ranged(reader, node, scope)


def _ranged(reader: Reader, node: BigOperator, scope: Scope) -> Value:
    """An operator whose range is written, upwards or downwards."""
    node, down = upwards(node) if node.sup is not None else (node, False)
    assert node.sub is not None
    assert node.body is not None
    binding = bind(reader, node.sub, node.sup or _number_of_terms(reader, node, scope), scope)
    if node.operator == "concat" and every(Grid, node.body):
        raise reader.unsupported("joined_matrices", node.span, hint="joined_matrices_hint")
    if node.operator == "concat":
        return _concat(reader, node, binding, down=down)
    if node.operator == "prod" and (product := matrices(reader, node, binding, scope, down=down)) is not None:
        return product
    _value_rewards(reader, node.body, binding)
    return _reduce(reader, node, node.body, binding)


def _value_rewards(reader: Reader, body: Node, binding: Binding) -> None:
    r"""The r of `\sum_{s', r} p(s', r | s, a) [r + \gamma V(s')]` is an outcome with a value, and counts nothing."""
    index = binding.scope.indices.get(REWARD)
    if index not in binding.indices or index is None or index.name in reader.ranged:
        return
    fences = (behind for row in every(Juxtaposed, body) for name, behind in pairwise(row.items) if word(name) in PROBABILITIES)
    if any(isinstance(fence, Fence) and any(word(item) == REWARD for item in arguments(fence)) for fence in fences):
        if binding.scope.page.entry is not None and binding.scope.page.entry.head.base == REWARD:
            raise reader.unsupported("values_of_set", body.span, hint="membership_hint")  # `r(s, a) = \sum_r r p(r | s, a)`
        reader.say("outcomes", name=REWARD)
        letter = Letters(body.span, REWARD)
        binding.scope = replace(binding.scope, members={**binding.scope.members, index.name: Occurrence(letter, REWARD, REWARD)})


def _refuse_cut_limit(reader: Reader, node: BigOperator, body: Prefix) -> None:
    r"""UnsupportedError: `\sum_{i=0}^t-1 x_i`, whose limit without braces ends before the `-1` that was meant to be in it."""
    first = body.operand.items[0] if isinstance(body.operand, Juxtaposed) else body.operand
    if isinstance(first, Number) and node.sup is not None and node.sup.span.end == body.span.start:
        raise reader.unsupported("cut_limit", body.span)


def _expected(reader: Reader, node: BigOperator, body: Node, scope: Scope) -> Value:
    """An expectation: over the data, or over a distribution that is given as a table."""
    if node.sub is None or not _names_distribution(node.sub):
        return expectation(reader, node, body, scope)
    weighted = over_distribution(reader, node, scope)
    if weighted is None:
        raise reader.unsupported("distribution", node.span)
    return weighted


def _with_its_letter(reader: Reader, node: BigOperator, scope: Scope) -> BigOperator:
    r"""`\sum_1^n |y_i - z_i|` as `\sum_{i=1}^n`: both ends are written, and one letter is left to run between them."""
    letters = (
        running_letters(node.body, scope)
        if node.sub is not None and isinstance(unwrap(node.sub), Number) and node.body is not None and node.sup is not None
        else []
    )
    if len(letters) != 1 or node.sub is None:
        return node
    reader.say("sum_over_letters", letters=letters[0])
    return replace(node, sub=Relation(node.sub.span, Letters(node.sub.span, letters[0]), (("=", unwrap(node.sub)),)))


def _number_of_terms(reader: Reader, node: BigOperator, scope: Scope) -> Node | None:
    r"""The n of `\frac{1}{n} \sum_i x_i`."""
    count = reader.sheet.counts(scope.page.entry).get(node.span) if scope.page.entry is not None else None
    if count is not None:
        reader.say("mean_of_all", size=word(count))
    return count


def _names_distribution(sub: Node) -> bool:
    r"""`x \sim N(0, I)`: no data are given; `x \sim \mathcal{D}` are the data."""
    sub = unwrap(sub)
    if not isinstance(sub, Relation):
        return False
    return any(sign == "∼" and word(operand) != "D" for sign, operand in sub.rest)


def _reduce(reader: Reader, node: BigOperator, body_node: Node, binding: Binding) -> Value:
    body = _body(reader, node, body_node, binding)
    _refuse_values_of_a_set(reader, binding, body.expression, node)
    _refuse_other_letter(reader, binding, body.expression, body_node, node)
    _refuse_place_left_out(reader, binding, body.expression, node)
    read_first_term(reader, binding, body.expression, node)
    operator = REDUCTIONS[node.operator]
    total = over_samples(reader, operator, binding, body, node)
    if total is not None:
        return total
    if operator in ("argmax", "argmin"):
        if len(binding.indices) != 1 or body.rank:
            raise reader.other_rank("argmax", node.span)
        reader.say("argmax")
    return Value(fold(reader, operator, binding, body.expression, node), body.form)


def _body(reader: Reader, node: BigOperator, body: Node, binding: Binding) -> Value:
    """What an operator takes together; what is of each sample is multiplied sample by sample."""
    if node.operator in OPTIMA:
        return read_objective(reader, body, binding, named=isinstance(node.sub, Relation))
    return _by_entries(reader, body, binding.scope) if leaves_letter_out(node) else reader.read(body, binding.scope)


def _refuse_values_of_a_set(reader: Reader, binding: Binding, body: Expression, node: Node) -> None:
    r"""`\sum_x x p(x)`: what the elements of a set are worth is not written, only where they stand in tables."""
    lettered = {i.name for i in binding.indices if i.name not in reader.ranged and i.name.split("_")[0] not in RUNNING}
    unknown = lettered | reader.unvalued
    if unknown and any(isinstance(part, tree.IndexValue) and part.index.name in unknown for part in parts_of(body)):
        raise reader.unsupported("values_of_set", node.span, hint="membership_hint")


def _refuse_other_letter(reader: Reader, binding: Binding, body: Expression, body_node: Node, node: BigOperator) -> None:
    r"""UnsupportedError for `\sum_{i=1}^N \alpha_n x_n`: terms that know nothing of i, and carry a letter that runs nowhere."""
    if binding.conditions or any(index.name in body.indices for index in binding.indices):
        return
    below = (word(inner.sub) or "" for inner in every(Scripted, body_node) if inner.sub is not None)
    loose = [letter for letter in below if letter in COUNTING and not binding.scope.is_index(letter)]
    if loose and binding.indices:
        index = binding.indices[0].name
        raise reader.unsupported("other_letter", node.span, hint="other_letter_hint", index=index, letter=loose[0])


def _refuse_place_left_out(reader: Reader, binding: Binding, body: Expression, node: BigOperator) -> None:
    r"""UnsupportedError for `y = \sum_{j \ne k} x_j`: which place is left out, in a sum whose terms know nothing of it, is not written."""
    below = unwrap(node.sub) if node.sub is not None else None
    relations = [unwrap(item) for item in below.items] if isinstance(below, Sequence) else [below]
    apart = any(isinstance(relation, Relation) and relation.signs == ("≠",) for relation in relations)
    if len(binding.indices) != PAIR or not apart:
        return
    loose = [index.name for index in binding.indices if index.name not in body.indices]
    if len(loose) == 1:
        raise reader.unsupported("range_unwritten", node.span, index=loose[0])


def fold(reader: Reader, operator: tree.Reduction, binding: Binding, body: Expression, node: Node) -> Expression:
    """Nested reductions, conditions at the innermost."""
    where = reader.build.logic("and", binding.conditions, node.span) if binding.conditions else None
    for index in reversed(binding.indices):
        body = reader.build.reduce(operator, index, body, where, node.span)
        where = None
    return body


def _concat(reader: Reader, node: BigOperator, binding: Binding, *, down: bool) -> Value:
    assert node.body is not None
    if len(binding.indices) != 1 or binding.conditions or down:
        raise reader.unsupported("operator", node.span, name=node.operator)
    body = reader.read(node.body, binding.scope)
    if not body.rank:
        return Value(reader.build.tabulate(binding.indices, body.expression, node.span))
    return Value(reader.build.concat_over(binding.indices[0], body.expression, -1, node.span), body.form)


def _operator_behind(reader: Reader, node: BigOperator, scope: Scope) -> Value | None:
    r"""`\prod_i a_i \prod_j b_j`, `\sum a_i \sum b_i`: two operators side by side, not one inside the other."""
    body = unwrap(node.body) if node.body is not None else None
    if isinstance(body, BigOperator) and body.sub is None and node.sub is None and body.operator == node.operator:
        return reader.read(body, scope)
    if not isinstance(body, Juxtaposed) or not isinstance(unwrap(body.items[-1]), BigOperator):
        return None
    last = unwrap(body.items[-1])
    rest = body.items[:-1]
    inner = rest[0] if len(rest) == 1 else replace(body, items=rest)
    first = read_operator(reader, replace(node, body=inner), scope)
    second = reader.read(last, scope)
    reader.say("two_products")
    return multiply(reader, [(first, node), (second, last)], [""], node.span)


def _without_range(reader: Reader, node: BigOperator, body_node: Node, scope: Scope) -> Value:
    r"""`\sum (x_i - \bar x)^2`: over the letters that are not bound elsewhere; `\sum y \log p` over the entries."""
    if node.operator not in REDUCTIONS:
        raise reader.unsupported("operator", node.span, name=node.operator)
    behind = _operator_behind(reader, node, scope)
    if behind is not None:
        return behind
    letters = letters_of_sum(reader, node, body_node, scope)
    if letters:
        reader.say("sum_over_letters", letters=", ".join(letters))
        count = _number_of_terms(reader, node, scope) if len(letters) == 1 else None
        binding = Binding(scope)
        for letter in letters:
            size = dimension(reader, count, scope) if count is not None else reader.sizes.fresh()
            index = reader.new_index(letter, size)
            binding.scope = binding.scope.bind((letter, index))
            binding.indices.append(index)
        return _reduce(reader, node, body_node, binding)
    value = _by_entries(reader, body_node, scope)
    if not value.rank:
        raise reader.rank_error(value.expression, 1, node.span, node.operator)
    reader.say("sum_over_entries")
    count = _number_of_terms(reader, node, scope) if value.rank == 1 else None
    if count is not None:
        reader.sizes.unify(value.expression.shape[0], dimension(reader, count, scope))
    return over_all(reader, REDUCTIONS[node.operator], value, node.span)


def _by_entries(reader: Reader, body: Node, scope: Scope) -> Value:
    """The body of a sum over entries, in which products are entry by entry."""
    reader.summing += 1
    try:
        return reader.read(body, replace(scope, entrywise=True))
    finally:
        reader.summing -= 1


def expectation(reader: Reader, node: Node, body: Node, scope: Scope) -> Value:
    """The mean over given data, whose products are taken sample by sample."""
    turned = any(map(is_transposed, every(Scripted, body)))
    if (turned and _draws_vectors(node, body)) or _maps_vectors(body, scope):
        raise reader.unsupported("distribution", node.span)
    value = reader.read(body, scope) if turned else _by_entries(reader, body, scope)
    if value.rank != 1:
        raise reader.other_rank("expectation", node.span)
    reader.say("expectation")
    shape = value.expression.shape[:-1]
    return Value(reader.build.call(named(reader, "mean", node), [value.expression], shape, node.span, -1))


def _maps_vectors(body: Node, scope: Scope) -> bool:
    r"""`E[(y - Wx)^2]`: weights before an input, which is a vector, so that nobody says what the square of the difference is."""
    pairs = [pair for row in every(Juxtaposed, body) for pair in pairwise(row.items)]
    runs = [letters.text for letters in every(Letters, body)]
    mapped = [(word(left) or "") + (word(right) or "") for left, right in pairs if isinstance(right, Letters)]
    return any(text in MAPS and not scope.declared(text[0]) for text in (*runs, *mapped))


def _draws_vectors(node: Node, body: Node) -> bool:
    r"""`\mathbb{E}_{\omega}[\exp(\omega^\top x)]`: the \omega are vectors, of which there are no samples."""
    below = node.sub if isinstance(node, Scripted | BigOperator) else None
    names = {canonical(letter) for letter in letters_of(below)} if below is not None else set()
    pairs = [pair for row in every(Juxtaposed, body) for pair in pairwise(row.items)]
    turned = [each for left, right in pairs if is_transposed(left) for each in (left, right)]
    return any(canonical(base_of(each)) in names for each in turned)
