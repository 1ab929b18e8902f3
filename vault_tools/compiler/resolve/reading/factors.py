"""Juxtaposed matter is cut into factors: which words call what follows, where their arguments end, what is merely multiplied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import UNITS
from vault_tools.compiler.resolve.build import nothing, number, too_long
from vault_tools.compiler.resolve.reading.arithmetic.columns import DOTS
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.reading.arithmetic.products import CHAIN, divide, multiply
from vault_tools.compiler.resolve.reading.brackets.barred import barred
from vault_tools.compiler.resolve.reading.brackets.scripted import symbol_or_bracket
from vault_tools.compiler.resolve.reading.functions import calls, places
from vault_tools.compiler.resolve.reading.functions.rotation import signs_left_out
from vault_tools.compiler.resolve.reading.indices.unsummed import refuse_unsummed
from vault_tools.compiler.resolve.reading.names.declarations import is_derivative, refuse_declarations
from vault_tools.compiler.resolve.reading.names.symbols import read_name
from vault_tools.compiler.resolve.reading.sizing import link, scaling_size
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import DECORATED, base_of, cover, juxtaposed, number_of, scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.looks import inverse_scale_name, scale_factor, scale_name
from vault_tools.compiler.resolve.writing.spelled_out.conventions import vanishes
from vault_tools.compiler.resolve.writing.spelled_out.means import counted_square
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.syntax_tree import (
    Accented,
    BigOperator,
    Fence,
    Fraction,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Prefix,
    Product,
    Scripted,
    Styled,
    Text,
)
from vault_tools.model import Span

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.arithmetic.entrywise import Factor
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

WRITTEN = (Number, Fraction, Fence)
"""Kinds of nodes that may write a zero."""


def read_row(reader: Reader, node: Node, scope: Scope) -> Value:
    """A run of factors side by side."""
    return row(reader, reader.words.atoms(node), scope)


def row(reader: Reader, atoms: list[Node], scope: Scope) -> Value:
    """The product of atoms side by side."""
    if isinstance(atoms[0], WRITTEN) and vanishes(atoms):
        return _nothing_left(reader, cover(atoms))
    refuse_unsummed(reader, atoms, scope)
    factors = cut(reader, atoms, scope)
    if len(factors) == 1:
        return factors[0][0]
    return multiply(reader, factors, [""] * (len(factors) - 1), cover(atoms))


def _nothing_left(reader: Reader, span: Span) -> Value:
    r"""`0 \log 0`."""
    reader.say("zero_log_zero")
    return Value(number(0, "0", span))


def cut(reader: Reader, atoms: list[Node], scope: Scope) -> list[Factor]:
    """The factors of a row of atoms, each read."""
    refuse_declarations(reader, atoms)
    factors: list[Factor] = []
    scale: str | None = None
    k = 0
    while k < len(atoms):
        name = _leading_scale(reader, atoms[k], atoms[k + 1 :], scope) if len(atoms) > 1 else None
        if name is not None:
            scale = name
        value, used = factor(reader, atoms, k, scope)
        if k + used < len(atoms) and (entry := places.behind(reader, value, atoms, k + used, scope)) is not None:
            value, used = entry, used + 1
        factors.append((value, juxtaposed(atoms[k : k + used])))
        k += used
    if scale is not None:
        _link_rest(reader, scale, factors, scope)
    return factors


def _leading_scale(reader: Reader, atom: Node, behind: list[Node], scope: Scope) -> str | None:
    r"""The size of `d_k^{-1/2} X W …`, `\frac{1}{\sqrt{d_k}} Q K^T` or `\frac{1}{n} X^T X`, made a size before it is read."""
    if type(atom) is Letters:
        return None
    inner = unwrap(atom)
    if isinstance(inner, Fraction) and number_of(inner.numerator) is not None:
        symbol = scale_name(inner.denominator) or counted_square(inner.denominator, behind)
    else:
        symbol = inverse_scale_name(inner)
    name = scaling_size(reader, symbol, scope) if symbol is not None else None
    if name is not None and name not in scope.page.sizes:
        scope.page.sizes[name] = reader.sizes.fresh(name)
    return name


def _link_rest(reader: Reader, name: str, factors: list[Factor], scope: Scope) -> None:
    arrays = [factor for factor in factors if factor[0].rank or factor[0].expression.indices]
    arrays = arrays or [factor for factor in factors if isinstance(factor[0].expression, tree.Power)]  # the square of a norm
    if arrays:
        product = multiply(reader, arrays, [""] * (len(arrays) - 1), cover([node for _, node in arrays]))
        link(reader, name, product.expression, scope)


def factor(reader: Reader, atoms: list[Node], k: int, scope: Scope) -> tuple[Value, int]:
    """The factor that starts at atom k, and how many atoms it takes."""
    called = calls.call_at(reader, atoms, k, scope)
    if called is not None:
        return called
    atom = atoms[k]
    return read_atom(reader, scripts_moved_out(atom) if type(atom) in DECORATED else atom, scope), 1


def read_atom(reader: Reader, atom: Node, scope: Scope) -> Value:
    """One atom that is no function."""
    mean = barred(reader, atom, scope)
    if mean is not None:
        return mean
    if is_symbol(atom):
        return read_name(reader, atom, scope)
    match unwrap(atom) if not isinstance(atom, Styled) else atom:
        case Letters() | Name() | Scripted() | Styled():
            return symbol_or_bracket(reader, atom, scope)
        case Juxtaposed():
            return row(reader, reader.words.atoms(atom), scope)
        case Accented(accent=accent):
            raise reader.unsupported("accent", atom.span, accent=accent)
        case _:
            return reader.read(atom, scope)


# ---------------------------------------------------------------- products with signs


def read_product(reader: Reader, node: Node, scope: Scope) -> Value:
    """Factors with signs, from left to right; a slash divides by the one factor behind it."""
    assert isinstance(node, Product)
    operands = [without_unit(operand) for operand in node.operands]
    signs = [*node.signs]
    _refuse_open_exponential(reader, operands, signs)
    if "slash" not in signs and "div" not in signs:
        return _signed(reader, operands, signs, scope, node.span)
    if len(signs) > CHAIN and len(signs) - signs.count("cdot") - signs.count("times") > CHAIN:
        raise too_long(node.span)  # each slash is a quotient inside the next one
    return _with_slashes(reader, operands, signs, scope)


def _refuse_open_exponential(reader: Reader, operands: list[Node], signs: list[str]) -> None:
    r"""UnsupportedError for `\exp q \cdot k`: whether the exponential ends before the dot is not written."""
    for operand, sign in zip(operands, signs, strict=False):
        items = operand.items if isinstance(operand, Juxtaposed) else ()
        if sign == "cdot" and len(items) > 1 and isinstance(items[-2], Name) and items[-2].text == "exp" and is_symbol(items[-1]):
            raise reader.unsupported("exponential_end", operand.span, hint="exponential_end_hint")


def without_unit(operand: Node) -> Node:
    r"""`\text{bytes}` behind a number in a product only says what is counted; a lone `8 \text{ bits}` is a quantity in its unit."""
    match operand:
        case Juxtaposed(items=(Number() | Scripted(base=Number()) as number, Text(text=text))) if text.strip() in UNITS:
            return number
        case _:
            return operand


def _signed(reader: Reader, operands: list[Node], signs: list[str], scope: Scope, span: Span) -> Value:
    """What stands side by side without a sign is multiplied before the signs are."""
    if isinstance(operands[0], WRITTEN) and vanishes([atom for operand in operands for atom in reader.words.atoms(operand)]):
        return _nothing_left(reader, span)
    turned = signs_left_out(reader, operands, signs, scope)
    if turned is not None:
        return row(reader, turned, scope)
    refuse_unsummed(reader, [atom for operand in operands for atom in reader.words.atoms(operand)], scope)
    operands, signs = _dotted_first(reader, operands, signs, scope)
    scale: str | None = None
    factors: list[Factor] = []
    for k, operand in enumerate(operands):
        behind = [atom for other in operands[k + 1 :] for atom in reader.words.atoms(other)]
        scale = _leading_scale(reader, operand, behind, scope) or scale
        factors.append((reader.read(operand, scope), operand))
    if scale is not None:
        _link_rest(reader, scale, factors, scope)
    return multiply(reader, factors, signs, span)


def _dotted_first(reader: Reader, operands: list[Node], signs: list[str], scope: Scope) -> tuple[list[Node], list[str]]:
    r"""`q_t \cdot k_j v_j` of vectors is `(q_t \cdot k_j) v_j`: a score before a value, not two vectors side by side."""
    found, between = [operands[0]], list[str]()
    for sign, operand in zip(signs, operands[1:], strict=True):
        atoms = reader.words.atoms(operand) if sign in DOTS else []
        named = len(atoms) == 2 and all(map(is_symbol, atoms)) and not reader.words.is_function(word(atoms[0]) or "")
        apart = named and all(_is_plain_vector(reader.read(atom, scope)) for atom in atoms)
        found += atoms if apart else [operand]
        between += [sign, ""] if apart else [sign]
    return found, between


def _is_plain_vector(value: Value) -> bool:
    return value.rank == 1 and value.plain and not value.form


def _with_slashes(reader: Reader, operands: list[Node], signs: list[str], scope: Scope) -> Value:
    """Left to right: what stands before the slash is divided by the factor behind it."""
    pending: list[Node] = [operands[0]]
    pending_signs: list[str] = []
    done: Factor | None = None
    for sign, operand in zip(signs, operands[1:], strict=True):
        if sign in ("slash", "div"):
            if pending:
                _say_end_of_argument(reader, pending[-1])
            above = _flush(reader, done, pending, pending_signs, scope)
            value = _numbers_below(reader, above, operand, scope) or quotient(reader, above, operand, scope)
            done = (value, Product(Span(operands[0].span.start, operand.span.end), above[1], (("slash", operand),)))
            pending, pending_signs = [], []
        else:
            pending.append(operand)
            pending_signs.append(sign)
    return _flush(reader, done, pending, pending_signs, scope)[0]


def _say_end_of_argument(reader: Reader, above: Node) -> None:
    r"""`\exp -x/2`: the argument with a sign and no brackets ends before the slash, which has to be said."""
    items = above.items if isinstance(above, Juxtaposed) else ()
    if len(items) > 1 and isinstance(items[-1], Prefix) and items[-1].operator == "-":
        reader.say("argument_before_slash", function=canonical(base_of(items[-2])))


def _numbers_below(reader: Reader, above: Factor, operand: Node, scope: Scope) -> Value | None:
    r"""`1/\sqrt{d_k} Q K^\top`, `S/\sqrt{d} V`: nobody divides by a matrix, so the numbers behind the slash divide and the arrays multiply.

    None where only numbers stand there, or an array first.
    """
    atoms = reader.words.atoms(operand)
    half = len(atoms) > 1 and _is_written_fraction(above[1], atoms)
    if len(atoms) < 2 or not (half or any(_may_be_array(atom) for atom in atoms[1:])):
        return None
    name = _scale_below(reader, above[0], atoms, scope)
    factors = cut(reader, atoms, scope)
    arrays = (k for k, (value, node) in enumerate(factors) if value.rank or isinstance(unwrap(node), BigOperator))
    count = 1 if half else next(arrays, len(factors))
    if count in (0, len(factors)):
        return None
    below = multiply(reader, factors[:count], [""] * (count - 1), cover(atoms))
    divided = divide(reader, above, (below, operand), operand.span)
    reader.say("slash_extent")
    product = multiply(reader, [(divided, above[1]), *factors[count:]], [""] * (len(factors) - count), operand.span)
    if name is not None and not above[0].rank:
        link(reader, name, product.expression, scope)
    return product


def _is_written_fraction(above: Node, atoms: list[Node]) -> bool:
    r"""`1/2 \|w\|^2`, `c / 2 |x|`: a number over a number, with a space or bars behind; `1/2\pi` divides by both."""
    if not isinstance(atoms[0], Number):
        return False
    spaced = number_of(above) is not None and atoms[0].span.end < atoms[1].span.start
    return spaced or ((number_of(above) is not None or is_symbol(above)) and _is_in_bars(atoms[1]))


def _is_in_bars(atom: Node) -> bool:
    base = base_of(atom)
    return isinstance(base, Fence) and base.opener in "|‖"


def _scale_below(reader: Reader, above: Value, atoms: list[Node], scope: Scope) -> str | None:
    """The size under the only root behind a slash, made a size before it is read: of what stands above, or of what follows."""
    symbols = [symbol for atom in atoms if (symbol := scale_name(atom) or counted_square(atom, atoms[1:])) is not None]
    name = scaling_size(reader, symbols[0], scope) if len(symbols) == 1 else None
    if name is not None and above.rank:
        link(reader, name, above.expression, scope)
    elif name is not None and name not in scope.page.sizes:
        scope.page.sizes[name] = reader.sizes.fresh(name)
    return name


def _may_be_array(atom: Node) -> bool:
    """A capital, a bracket or a sum."""
    atom = scripts_moved_out(atom)
    base = base_of(atom)
    return isinstance(base, Fence | BigOperator) or (is_symbol(atom) and is_upper(base))


def _flush(reader: Reader, done: Factor | None, pending: list[Node], signs: list[str], scope: Scope) -> Factor:
    if done is None:
        value = _signed(reader, pending, signs, scope, cover(pending)) if signs else reader.read(pending[0], scope)
        return value, pending[0] if len(pending) == 1 else Product(cover(pending), pending[0], tuple(zip(signs, pending[1:], strict=True)))
    if not pending:
        return done
    factors = [done, *((reader.read(node, scope), node) for node in pending)]
    nodes = [node for _, node in factors]
    return multiply(reader, factors, signs, cover(nodes)), done[1]


def quotient(reader: Reader, above: Factor, denominator: Node, scope: Scope) -> Value:
    """A numerator that is read, over a denominator; the root of a size names the axis that the numerator sums over."""
    spectral = _spectral_norm(reader, above, denominator)
    if spectral is not None:
        return divide(reader, above, (spectral, denominator), Span(above[1].span.start, denominator.span.end))
    square = counted_square(denominator, reader.words.atoms(above[1]))
    symbol = scale_factor(denominator) or square or _known_size(denominator, scope)
    name = scaling_size(reader, symbol, scope) if symbol is not None else None
    if symbol is not None and isinstance(above[0].expression, tree.Outer):
        above = (_scores(reader, above[0].expression), above[1])
    if name is not None:
        link(reader, name, above[0].expression, scope)
    below = reader.read(denominator, scope), denominator
    return divide(reader, above, below, Span(above[1].span.start, denominator.span.end))


def _spectral_norm(reader: Reader, above: Factor, denominator: Node) -> Value | None:
    r"""The `\sigma(W)` of `W / \sigma(W)`: the largest singular value of the same matrix (Miyato et al. 2018), no sigmoid."""
    inside = unwrap(denominator)
    if above[0].rank != 2 or not isinstance(inside, Juxtaposed) or len(inside.items) != 2 or word(inside.items[0]) != "sigma":
        return None
    bracket = unwrap(inside.items[1])
    if not isinstance(bracket, Fence) or not is_symbol(bracket.body) or not same(unwrap(bracket.body), unwrap(above[1])):
        return None
    reader.say("spectral_norm")
    call = reader.build.call(named(reader, "spectral_norm", denominator), [above[0].expression], (), denominator.span)
    return Value(call)


def _scores(reader: Reader, product: tree.Outer) -> Value:
    r"""`\frac{q k_i^\top}{\sqrt{d_k}}`: what is divided by the root of a size is a dot product, here of two rows."""
    if reader.sizes.contradict(product.left.shape[-1], product.right.shape[-1]):
        return Value(product)
    reader.say("rows_dot_scaled")
    return Value(reader.build.matmul(product.left, product.right, product.span))


def _known_size(denominator: Node, scope: Scope) -> Node | None:
    """A size that the formula has under a root elsewhere and divides by here."""
    return denominator if is_symbol(denominator) and canonical(denominator) in scope.page.sizes else None


def read_fraction(reader: Reader, node: Node, scope: Scope) -> Value:
    """A fraction; differential quotients are statements, not values."""
    assert isinstance(node, Fraction)
    if not node.bar:
        return _binomial(reader, node, scope)
    if is_derivative(node):
        raise nothing()
    above = reader.read(node.numerator, scope), node.numerator
    return quotient(reader, above, node.denominator, scope)


def _binomial(reader: Reader, node: Fraction, scope: Scope) -> Value:
    function = reader.vocabulary.function("binomial")
    if function is None:
        raise reader.unsupported("binomial", node.span)
    arguments = [reader.scalar(node.numerator, scope), reader.scalar(node.denominator, scope)]
    return Value(reader.build.elementwise(function, arguments, node.span))
