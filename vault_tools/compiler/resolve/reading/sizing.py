"""Sizes as numbers: the `n` of a bound, the `d_k` of an annotation or under the root that scales a product."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.parts import walk
from vault_tools.compiler.resolve.writing.names.gradients import is_gradient
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import MEASURES
from vault_tools.compiler.resolve.writing.nodes import base_of, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Fraction, Juxtaposed, Letters, Name, Node, Product, Scripted, Styled, Sum
from vault_tools.compiler.tree import Dim, Expression

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.model import Span


PAIR = 2
OF_KEYS = frozenset({"d_k", "d_key", "d_q"})
"""Names that the size of queries and keys has everywhere; a d may be any size."""
QUANTITIES = frozenset("abegijqstuvwxyz")
r"""Letters of quantities, which under a root are no size: the v_t of `\frac{A g}{\sqrt{v_t}}` is what Adam divides by."""


def size_value(reader: Reader, found: Occurrence, scope: Scope) -> Expression | None:
    """A name that this statement or the note uses as a size."""
    name = found.name
    if found.indices or (name in scope.shapes and name not in scope.page.bounds):
        return None
    if name in scope.page.bounds or name in scope.page.sizes:
        return tree.Size(dim=reader.size_named(name, scope.page), span=found.node.span)
    if name in reader.sheet.dimensions and (name not in reader.defaults or _measures_an_input(reader, name)):
        return tree.Size(dim=reader.size_named(name, scope.page), span=found.node.span)
    return None


def _measures_an_input(reader: Reader, name: str) -> bool:
    """Whether an array of this formula has the declared size `name`; of others' sizes only the number is known that the note gives."""
    size = reader.sizes.find(reader.sheet_size(name))
    used = (reader.sizes.find(dim) for array in reader.inputs.values() for dim in array.shape)
    return any(set(size.names) & set(dim.names) for dim in used)


def dimension(reader: Reader, node: Node, scope: Scope | None) -> Dim:
    """A size expression: `n`, `d_{model}`, `3`, `n-1`, `hd_v`, `d/2`. UnsupportedError for anything else."""
    node = unwrap(node)
    value = number_of(node)
    if value is not None and value.denominator == 1:
        return Dim.of(int(value))
    match node:
        case Letters() | Name() | Scripted() | Styled():
            return _product(reader, reader.words.atoms(node), scope, node)
        case Juxtaposed():
            return _product(reader, reader.words.atoms(node), scope, node)
        case Sum(terms=terms):
            total = Dim(())
            for sign, term in terms:
                part = dimension(reader, term, scope)
                total = total + part if sign == "+" else total - part
            return total
        case Product(first=first, rest=rest):
            return _signed_product(reader, first, rest, scope)
        case Fraction(numerator=above, denominator=below):
            return _divided(reader, dimension(reader, above, scope), dimension(reader, below, scope), node.span)
        case Fence(opener="(", body=body):
            return dimension(reader, body, scope)
        case Fence(opener="|", body=body) if scope is not None and word(body) is not None:
            return set_length(reader, canonical(body), scope)
        case _:
            raise reader.unsupported("size", node.span)


def set_length(reader: Reader, name: str, scope: Scope) -> Dim:
    r"""The number of elements of a set of which nothing else is known: `i \in S` runs over all of them, `|S|` counts them."""
    return scope.page.sizes.setdefault(f"|{name}|", reader.sizes.fresh())


def _product(reader: Reader, atoms: list[Node], scope: Scope | None, node: Node) -> Dim:
    total = Dim.of(1)
    for atom in atoms:
        if word(atom) is None and not isinstance(atom, Scripted):
            total = total * dimension(reader, atom, scope)
            continue
        name = canonical(atom)
        if isinstance(atom, Scripted) and word(unwrap(atom.base)) is None:
            raise reader.unsupported("size", node.span)
        total = total * (reader.size_named(name, scope.page) if scope is not None else reader.sheet_size(name))
    return total


def _signed_product(reader: Reader, first: Node, rest: tuple[tuple[str, Node], ...], scope: Scope | None) -> Dim:
    total = dimension(reader, first, scope)
    for sign, operand in rest:
        part = dimension(reader, operand, scope)
        if sign in ("cdot", "times", "ast"):
            total = total * part
        elif sign == "slash":
            total = _divided(reader, total, part, operand.span)
        else:
            raise reader.unsupported("size", operand.span)
    return total


def _divided(reader: Reader, total: Dim, part: Dim, span: Span) -> Dim:
    """A quotient of sizes is a new size with `quotient * part = total`."""
    quotient = reader.sizes.fresh()
    if not reader.sizes.unify(total, quotient * part):
        raise reader.unsupported("size", span)
    return quotient


# ---------------------------------------------------------------- the size under a root


def scaling_size(reader: Reader, symbol: Node, scope: Scope) -> str | None:
    """The canonical name of a symbol that can only be the size of a contracted axis here; None where it is known otherwise."""
    atoms = reader.words.atoms(symbol)
    if len(atoms) != 1 or not _may_be_size(unwrap(base_of(atoms[0]))) or _defines_gradient(scope):
        return None
    found = read_symbol(atoms[0], scope)
    if found.indices or found.operations or scope.declared(found.name) or found.name in scope.parameters:
        return None
    return None if found.name in reader.inputs or _is_defined(reader, found) else found.name


def _may_be_size(base: Node) -> bool:
    r"""Letters, whatever their font, or a letter of sizes in text: `\text{d}_k`, but `\text{T}` may be a temperature, v_t a variance."""
    return (isinstance(base, Letters) and base.text not in QUANTITIES) or (isinstance(base, Name) and base.text in MEASURES)


def _is_defined(reader: Reader, found: Occurrence) -> bool:
    """The note says what a symbol is, or what those are whose letter carries an index: `d = 8` says nothing about d_k."""
    heads = map(reader.sheet.head_of, reader.sheet.candidates(found.base))
    return any(head is not None and (head.name == found.name or bool(head.indices)) for head in heads)


def _defines_gradient(scope: Scope) -> bool:
    r"""`dQ = \frac{1}{\sqrt{d_k}} dS\,K`: the scale is that of the product `Q K^\top`, and no axis of this one."""
    return scope.page.entry is not None and is_gradient(scope.page.entry.head.base)


def link(reader: Reader, name: str, product: Expression, scope: Scope) -> None:
    """Identify the size `name` with the contracted axis of a scaled product, if it has one and nothing speaks against it."""
    inner = contracted(reader, product) or _summed_outside(reader, product, scope) or _of_scores(reader, name, product)
    if inner is None:
        return
    known = name in scope.page.sizes or name in reader.sheet.dimensions
    if not known:
        scope.page.sizes[name] = inner
        reader.sizes.call(inner, name)
        reader.say("size_of_axis", size=name)
        return
    size = reader.size_named(name, scope.page)
    if not reader.sizes.unify(size, inner):
        reader.say("size_not_axis", size=name)


def _of_scores(reader: Reader, name: str, product: Expression) -> Dim | None:
    r"""The size of a key in `\frac{1}{\sqrt{d_k}} \mathrm{softmax}(Q K^\top) V`: the axis of the scores, wherever their scale stands."""
    if name.lower() not in OF_KEYS:
        return None
    scores = [node.arguments[0] for node in walk(product) if isinstance(node, tree.Call) and node.function == "softmax"]
    return contracted(reader, scores[0]) if len(scores) == 1 else None


def _summed_outside(reader: Reader, product: Expression, scope: Scope) -> Dim | None:
    r"""The axis of n in `\sum_n \frac{q_{i,n} k_{j,n}}{\sqrt{d_k}}`, whose sum stands before the quotient."""
    entries = [factor for factor in product.factors if isinstance(factor, tree.Element)] if isinstance(product, tree.Multiply) else []
    if len(entries) != PAIR or scope.page.entry is None:
        return None
    bound = reader.sheet.letters_of(scope.page.entry).bound
    shared = set(entries[0].indices) & set(entries[1].indices) & {index.name for name, index in scope.indices.items() if name in bound}
    return reader.index_called(shared.pop()).size if len(shared) == 1 else None


def contracted(reader: Reader, product: Expression) -> Dim | None:
    r"""The axis over which a product sums: `d_k` of `Q K^T`, of a sum with one, the middle one of a chain; never that of weights, nor of
    gradients, whose scale comes from the product that is differentiated. What the note defines is looked into, and so are the scores of
    the weights in `\frac{\mathrm{softmax}(QK^\top)}{\sqrt{d_k}} V`.
    """
    match product:
        case tree.MatMul():
            chain = _chain(product)
            return None if any(_is_weight_or_gradient(reader, part) for part in chain) else _summed_by_scores(chain)
        case tree.Call(function="softmax", arguments=(scores, *_)):
            return contracted(reader, scores)
        case tree.Add(terms=terms):
            return next((dim for term in terms if (dim := contracted(reader, term)) is not None), None)
        case tree.Multiply(factors=factors):
            found = [dim for factor in factors if (dim := contracted(reader, factor)) is not None]
            return found[0] if len(found) == 1 else None
        case tree.Negate(operand=operand) | tree.Divide(numerator=operand) | tree.Element(array=tree.Local() as operand):
            return contracted(reader, operand)
        case tree.Local():
            body = _body(reader, product)
            return contracted(reader, body) if body is not None else None
        case tree.Reduce(operator="sum", index=index, body=tree.Multiply()):
            return index.size
        case tree.Power(base=tree.Call(function="norm", arguments=(vector,))) if len(vector.shape) == 1:
            return vector.shape[0]
        case _:
            return None


def _body(reader: Reader, local: tree.Local) -> Expression | None:
    """What the note defines a name as."""
    return next((binding.body for binding in reader.bindings if binding.name == local.name), None)


def _is_weight_or_gradient(reader: Reader, factor: Expression) -> bool:
    factor = factor.operand if isinstance(factor, tree.Transpose) else factor
    if isinstance(factor, tree.Input | tree.Local) and is_gradient(factor.name):
        return True
    value = _body(reader, factor) if isinstance(factor, tree.Local) else factor
    return isinstance(value, tree.Call) and value.function == "softmax"


def _summed_by_scores(chain: list[Expression]) -> Dim | None:
    r"""The axis between queries and keys: the middle one; in `X W K^\top` the last, in `Q W^\top c^\top` nobody can tell."""
    joints = [factor.shape[-1] for factor in chain[:-1]]
    if len(set(joints)) == 1 or len(joints) % 2:
        return joints[len(joints) // 2]
    projected = len(joints) == 2 and not isinstance(chain[1], tree.Transpose) and isinstance(chain[2], tree.Transpose)
    return joints[1] if projected else None


def _chain(product: Expression) -> list[Expression]:
    """The factors of nested products, flat and from left to right: only those written side by side."""
    if isinstance(product, tree.MatMul):
        left = _chain(product.left) if isinstance(product.left, tree.MatMul) and _side_by_side(product) else [product.left]
        return [*left, product.right]
    return [product]


def _side_by_side(product: tree.MatMul) -> bool:
    r"""Not where a product stands in brackets on the right, alone or in a sum: `x_i W^Q (x_j W^K + a_{ij})^\top`."""
    right = product.right.operand if isinstance(product.right, tree.Transpose) else product.right
    return not any(isinstance(term, tree.MatMul) for term in (right.terms if isinstance(right, tree.Add) else (right,)))
