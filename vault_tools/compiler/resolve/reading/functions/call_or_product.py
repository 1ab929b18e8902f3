"""Whether a letter before a bracket multiplies what is in it or calls a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.gradients import is_gradient
from vault_tools.compiler.resolve.writing.names.letters import COUNTED
from vault_tools.compiler.resolve.writing.names.models import WEIGHTS, is_of_model
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import TRANSPOSES, Occurrence, is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import LETTERED, arguments, base_of, number_of, texts, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Fraction, Grid, Juxtaposed, Letters, Name, Node, Product, Relation, Scripted, Sum

if TYPE_CHECKING:
    from fractions import Fraction as Rational

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

UNNAMED_FUNCTIONS = frozenset("fghFGH") | {"phi", "varphi", "psi", "Phi", "Psi"}
r"""Letters that usually name some function, as `\phi` the feature map and the activation."""
ALWAYS_CALLED = frozenset({"Gamma"})
r"""Letters that before a bracket are functions in every book, also round a sum: `\Gamma(\alpha + \beta)`."""
EVENTS = frozenset({"P", "Pr", "p"})
"""Letters of probabilities, which before a bracket are never factors."""
ACTIVATIONS = frozenset({"delta", "rho"})
"""Letters that may name an activation."""
JOINING_FUNCTIONS = frozenset({"circ", "ast", "*"})
"""Signs between two functions that make a third: one behind the other, their convolution."""
KERNELS = frozenset("Kk")
SPECTRA, EXTREMES = frozenset({"lambda", "sigma", "s"}), frozenset({"max", "min"})
ARRAY_LETTERS = frozenset("AKMQUVWX")
"""Capitals that by custom are matrices, also before a bracket round one thing (`W_2(ReLU(W_1 x))`); others may be functions."""
OF_NOTHING_ALONE = frozenset("KMQVX")
"""Those of them that nobody multiplies with one letter in brackets: the map M_c of `M_c(F)` is a function of F."""


def bracket_of(node: Node | None) -> Fence | Grid | None:
    """The bracket or matrix that may hold arguments, scripts aside."""
    if node is None or type(node) in LETTERED:
        return None
    node = unwrap(node)
    if isinstance(node, Scripted):
        node = unwrap(node.base)
    if isinstance(node, Grid) or (isinstance(node, Fence) and node.opener in "([{"):
        return node
    return None


def is_product(reader: Reader, atom: Node, argument: Node, scope: Scope, *, turned: bool) -> bool:
    """A letter before a bracket multiplies it if it is known as a quantity, or what is in the bracket is no argument by itself.

    `turned`: the bracket has a superscript. UnsupportedError: the letter stands by itself, too, so it may be either.
    """
    found = read_symbol(atom, scope)
    if _calls_itself(found, scope) or _is_step(reader, argument):
        return not _calls_itself(found, scope)
    value = number_of(argument)
    if value is not None:
        return _is_told(reader, found, scope) or not _is_value_at(base_of(atom), value)
    if is_of_model(atom) and not _is_told(reader, found, scope):
        return False
    if (_is_kernel(atom, argument) or _is_extreme_value(atom, argument)) and not _is_told(reader, found, scope):
        return False
    lone = is_symbol(argument) and len(reader.words.atoms(argument)) == 1
    if _is_quantity(reader, found, scope):
        if lone and not turned and not isinstance(argument, Scripted) and not _is_told(reader, found, scope):
            raise reader.unsupported("call_or_factor", atom.span, hint="call_or_factor_hint", name=found.name)
        return True
    if any(operation.kind == "transpose" for operation in found.operations) or word(atom) in COUNTED:
        return True
    if _may_call(reader, base_of(atom), argument) or word(atom) in ALWAYS_CALLED:
        return False
    decorated = isinstance(atom, Scripted) or turned
    if found.indices or found.operations or (decorated and is_upper(base_of(atom))):
        return True
    return not lone and not isinstance(unwrap(argument), Relation)


def refuse_joined_functions(reader: Reader, atom: Node, scope: Scope) -> None:
    r"""UnsupportedError for what stands before a bracket in `(f \circ g)(x)`, `(f + g)(3)`, `(x * w)(t)`: a function made of functions."""
    fence = unwrap(atom)
    inside = unwrap(fence.body) if isinstance(fence, Fence) and fence.opener == "(" else None
    match inside:
        case Product(first=first, rest=rest):
            signs, operands = {sign for sign, _ in rest}, [first, *(operand for _, operand in rest)]
        case Sum(terms=terms):
            signs, operands = set(), [term for _, term in terms]
        case Letters() | Juxtaposed():
            signs, operands = set(), reader.words.atoms(inside)
        case _:
            return
    symbols = [operand for operand in operands if number_of(operand) is None]
    if not symbols or len(operands) < 2 or not all(map(is_symbol, symbols)):
        return
    if not JOINING_FUNCTIONS.isdisjoint(signs) or all(_names_function(reader, symbol, scope) for symbol in symbols):
        raise reader.unsupported("joined_functions", atom.span, hint="joined_functions_hint")


def is_value_place(reader: Reader, bracket: Fence) -> bool:
    """Whether a bracket holds what a function may be asked at: one letter or a number, or several of them."""
    places = arguments(bracket)
    return bool(places) and all(number_of(place) is not None or _is_letter(reader, place) for place in places)


def _is_letter(reader: Reader, node: Node) -> bool:
    return is_symbol(node) and len(reader.words.atoms(node)) == 1


def _names_function(reader: Reader, symbol: Node, scope: Scope) -> bool:
    """A letter that the note defines as a function, or that usually is one and no quantity here."""
    found = read_symbol(symbol, scope)
    if any(entry.head.is_function for entry in reader.sheet.candidates(found.base)):
        return True
    return word(symbol) in UNNAMED_FUNCTIONS and not _is_told(reader, found, scope)


def _is_step(reader: Reader, argument: Node) -> bool:
    r"""The `(dw)` of `w - \alpha (dw)`: a gradient under one name is multiplied."""
    name = word(argument) or ""
    return name.startswith("d") and is_gradient(name) and len(reader.words.atoms(argument)) == 1


def _is_kernel(atom: Node, argument: Node) -> bool:
    r"""The K of `K\left(\frac{x - x_i}{h}\right)` and `K_h(x_i - x_j)`: what is between two of the same is the argument of a kernel."""
    if word(base_of(atom)) not in KERNELS:
        return False
    inside = unwrap(argument)
    terms = inside.numerator if isinstance(inside, Fraction) else inside.first if isinstance(inside, Product) else inside
    terms = unwrap(terms.body) if isinstance(terms, Fence) else unwrap(terms)
    if not isinstance(terms, Sum) or terms.signs != ("+", "-"):
        return False
    (first, _, _), (second, _, place) = (canonical(term).partition("_") for term in terms.operands)
    return first == second and place[-1:].isalpha() and all(is_symbol(term) for term in terms.operands)


def _is_extreme_value(atom: Node, argument: Node) -> bool:
    r"""`\lambda_{\max}(A)`, `\sigma_i(A^\top A)`: before a matrix one of its eigenvalues or singular values."""
    if not isinstance(atom, Scripted) or atom.sub is None or word(base_of(atom)) not in SPECTRA:
        return False
    letters = texts(argument) - TRANSPOSES
    if word(atom.sub) in EXTREMES:
        return any(text.isupper() for text in letters)
    return bool(letters) and all(text.isupper() for text in letters) and isinstance(unwrap(argument), Letters | Juxtaposed | Scripted)


def _calls_itself(found: Occurrence, scope: Scope) -> bool:
    """`T(n) = 2T(n/2) + n`: the function that is being defined, at another place."""
    head = scope.page.entry.head if scope.page.entry is not None else None
    return head is not None and head.is_function and head.symbol is not None and canonical(head.symbol) == canonical(found.node)


def defines_itself(atom: Node, arguments: tuple[Node, ...], scope: Scope) -> bool:
    r"""The call on the right of `\mathrm{LN}(x) = \gamma \mathrm{LN}(x) + \beta`: the function at the place where it is being defined."""
    head = scope.page.entry.head if scope.page.entry is not None else None
    if head is None or head.symbol is None or not head.parameters or canonical(head.symbol) != canonical(atom):
        return False
    if head.symbol.span == atom.span:
        return False  # the left side itself, which is computed where the right side claims something of it
    return tuple(map(canonical, head.parameters)) == tuple(map(canonical, arguments))


def _is_value_at(base: Node, place: Rational) -> bool:
    r"""`f(0)`, `f(2)`, `P(3)`, `\mathrm{Poisson}(2)`, `x(0)`: nobody multiplies by a written 0."""
    return place == 0 or word(base) in UNNAMED_FUNCTIONS | EVENTS or is_spelled(base)


def _is_quantity(reader: Reader, found: Occurrence, scope: Scope) -> bool:
    """The caller, the note, or another place of the formula says that a symbol is a number or an array."""
    return found.name in reader.inputs or found.name in reader.sheet.variables or _is_told(reader, found, scope)


def _is_told(reader: Reader, found: Occurrence, scope: Scope) -> bool:
    """The caller or the note says that a symbol is a number or an array."""
    name = found.name
    if name in scope.parameters or name in scope.shapes or name in scope.page.bounds or name in reader.sheet.annotations:
        return True
    return any(not entry.head.is_function for entry in reader.sheet.candidates(found.base))


def _may_call(reader: Reader, base: Node, argument: Node) -> bool:
    r"""Whether a bracket may hold an argument: behind a word, f, g or h; behind other letters where a product does not need it.

    It is not needed round a lone symbol (`Conv_s(K)`), another call (`P(\mathrm{LN}(x))`), or behind a capital round small letters
    (`C(w_1 w_2)`); letters of arrays multiply even so.
    """
    name = word(base) or ""
    if name in UNNAMED_FUNCTIONS or (len(name) > 1 and is_spelled(base)):
        return True
    atoms = reader.words.atoms(argument)
    called = len(atoms) == 2 and is_symbol(atoms[0]) and bracket_of(atoms[1]) is not None
    counted = is_upper(base) and len(atoms) > 1 and all(is_symbol(atom) and not is_upper(base_of(atom)) for atom in atoms)
    if name in OF_NOTHING_ALONE and len(atoms) == 1 and is_symbol(atoms[0]):
        return True
    return name not in ARRAY_LETTERS and (called or counted or (len(atoms) == 1 and is_symbol(atoms[0])))


def activates(reader: Reader, before: Node, atom: Node, bracket: Fence | Grid) -> bool:
    r"""The `\delta` of `W_2 \delta(W_1 z)`: between weights and what other weights make, some activation; a number stands in front."""
    inside = unwrap(bracket.body) if isinstance(bracket, Fence) else bracket
    first = reader.words.atoms(inside.terms[0][1] if isinstance(inside, Sum) else inside)[0]
    weighs = [is_symbol(node) and word(base_of(node)) in WEIGHTS for node in (before, first)]
    return all(weighs) and canonical(atom) not in reader.shapes and not reader.sheet.defines(canonical(atom))


def is_spelled(atom: Node) -> bool:
    """A word of several letters, not a command or a Greek letter."""
    return len(word(base_of(atom)) or "") > 1 and not is_command(atom)


def is_command(atom: Node) -> bool:
    """A command's name, scripts aside."""
    base = base_of(atom)
    return isinstance(base, Name) and base.command
