"""A name before a bracket, or before what follows it: a call of a function, a look-up in a table, or a product."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import structures
from vault_tools.compiler.resolve.build import nothing, number
from vault_tools.compiler.resolve.definitions import apply_function, family_entry, function_entry, is_indexed_pattern
from vault_tools.compiler.resolve.elements import take
from vault_tools.compiler.resolve.functions import apply_named
from vault_tools.compiler.resolve.nodes import arguments, children, cover, number_of, scripts_moved_out, unwrap, walk, word
from vault_tools.compiler.resolve.operators import expectation
from vault_tools.compiler.resolve.powers import power, transpose
from vault_tools.compiler.resolve.scopes import Scope
from vault_tools.compiler.resolve.scripts import index_nodes, is_symbol, is_transpose_mark, is_upper, letters_of, pieces, read_symbol
from vault_tools.compiler.resolve.symbols import input_array, symbol_value
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Empty,
    Fence,
    Grid,
    Letters,
    Name,
    Node,
    Relation,
    Scripted,
    Sequence,
    Styled,
    Sum,
    Text,
)
from vault_tools.compiler.syntax_tree import Fraction as FractionNode
from vault_tools.handler import Function
from vault_tools.model import Span

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reader import Reader

DIFFERENTIALS = frozenset({"partial", "nabla"})
PROBABILITIES = frozenset({"p", "P", "q"})
UNNAMED_FUNCTIONS = frozenset("fgh")


def call_at(reader: Reader, atoms: list[Node], k: int, scope: Scope) -> tuple[Value, int] | None:
    """The call that starts at atom k and how many atoms it takes; None when the atom is a plain factor."""
    atom = scripts_moved_out(atoms[k])
    special = _before_bracket(reader, atom, atoms[k + 1] if k + 1 < len(atoms) else None, scope)
    if special is not None:
        return special, 2
    if not is_symbol(atom):
        return None
    head = unwrap(atom.base) if isinstance(atom, Scripted) else atom
    following = atoms[k + 1] if k + 1 < len(atoms) else None
    bracket = bracket_of(following)
    text = word(head) or ""
    if bracket is not None and following is not None:
        value = _bracketed(reader, atom, head, text, following, bracket, scope)
        return (value, 2) if value is not None else None
    function = _function(reader, text, head, scope)
    if function is None and text not in structures.WORDS:
        return None
    return _unbracketed(reader, atoms, k, function, scope)


def _before_bracket(reader: Reader, atom: Node, following: Node | None, scope: Scope) -> Value | None:
    r"""`\mathbb{1}[j \le i]` and `\mathbb{E}[x]`: an indicator, an expectation."""
    bracket = bracket_of(following)
    if not isinstance(bracket, Fence) or not isinstance(atom, Styled) or following is None:
        return None
    if structures.is_indicator(atom) and isinstance(unwrap(bracket.body), Relation | Sequence):
        return structures.indicator(reader, bracket.body, scope, cover((atom, bracket)))
    if atom.font == "bb" and word(atom) == "E":
        return after_call(reader, expectation(reader, atom, bracket.body, scope), following, scope)
    return None


def bracket_of(node: Node | None) -> Fence | Grid | None:
    """The bracket or matrix that may hold arguments, scripts aside."""
    if node is None:
        return None
    node = unwrap(node)
    if isinstance(node, Scripted):
        node = unwrap(node.base)
    if isinstance(node, Grid) or (isinstance(node, Fence) and node.opener in "([{"):
        return node
    return None


def _function(reader: Reader, text: str, head: Node, scope: Scope) -> Function | None:
    """The named function of a word, unless the formula uses it as a letter."""
    name = canonical(head)
    if name in scope.parameters or name in scope.shapes:
        return None
    if len(text) > 1 and reader.vocabulary.function(text) is not None and text in reader.sheet.variables:
        return None
    found = reader.vocabulary.function(text) or reader.vocabulary.symbols.get(text) or reader.vocabulary.symbols.get(name)
    return found


# ---------------------------------------------------------------- with a bracket


def _bracketed(reader: Reader, atom: Node, head: Node, text: str, following: Node, bracket: Fence | Grid, scope: Scope) -> Value | None:
    """The value of `f(…)` with the scripts of both, None when it is a product."""
    value = _call(reader, atom, head, text, bracket, following, scope)
    if value is None:
        return None
    return after_call(reader, value, following, scope)


def _call(reader: Reader, atom: Node, head: Node, text: str, bracket: Fence | Grid, following: Node, scope: Scope) -> Value | None:
    if isinstance(bracket, Fence) and bracket.opener != "{":
        own = _of_the_note(reader, atom, text, bracket, scope)
        if own is not None:
            return own
    if text in structures.WORDS or text.lower() in structures.WORDS:
        return structures.call(reader, text, atom, bracket, scope)
    function = _function(reader, text, head, scope)
    if function is not None and not _is_letter_product(reader, text, bracket, scope):
        nodes = arguments(bracket) if isinstance(bracket, Fence) else (bracket,)
        return apply_named(reader, function, atom, nodes, scope, bracket)
    if not isinstance(bracket, Fence) or bracket.opener == "{":
        return None
    if bracket.opener == "[":
        return _by_brackets(reader, atom, bracket, scope)
    return _family(reader, text, bracket, scope, atom) or _table_or_product(reader, atom, text, bracket, following, scope)


def _is_letter_product(reader: Reader, text: str, bracket: Fence | Grid, scope: Scope) -> bool:
    r"""`\sigma` beside other uses of it as a number is still a function where a bracket follows; a declared name is not."""
    return text in scope.shapes


def _of_the_note(reader: Reader, atom: Node, text: str, bracket: Fence, scope: Scope) -> Value | None:
    """A function that the note defines."""
    found = read_symbol(atom, scope)
    if found.operations:
        return None
    nodes = arguments(bracket)
    entry = function_entry(reader, found, len(nodes))
    if entry is None or found.name in scope.parameters or found.name in scope.shapes:
        return None
    base = _base(atom)
    spelled = len(text) > 1 and not (isinstance(base, Name) and base.command)
    named = reader.vocabulary.function(text) if spelled else None
    if named is not None and is_indexed_pattern(reader, entry):
        return None
    values = [reader.read(node, scope) for node in nodes]
    value = apply_function(reader, entry, values, list(nodes), scope, cover((atom, bracket)))
    if value is None:
        if named is not None:
            return None
        raise reader.unsupported("function_of_note", atom.span, name=found.name)
    reader.say("function_of_note", name=found.name)
    return value


def _family(reader: Reader, text: str, bracket: Fence, scope: Scope, atom: Node) -> Value | None:
    """A word such as Attention that only the families know."""
    nodes = arguments(bracket)
    base = _base(atom)
    spelled = len(text) > 1 and not (isinstance(base, Name) and base.command)
    entry = family_entry(reader, text, len(nodes)) if spelled else None
    if entry is None:
        return None
    values = [reader.read(node, scope) for node in nodes]
    value = apply_function(reader, entry, values, list(nodes), scope, cover((atom, bracket)))
    if value is not None:
        reader.say("family", name=text)
    return value


def _table_or_product(reader: Reader, atom: Node, text: str, bracket: Fence, following: Node, scope: Scope) -> Value | None:
    """`p(x_i)`, `I(i+m, j+n)`: an array at positions; `N(N-1)`, `W(x+b)`: a product; anything else is an unknown function."""
    nodes = arguments(bracket)
    table = _table(reader, atom, before_bar(bracket, nodes), scope)
    if table is not None:
        return table
    matrix = isinstance(atom, Scripted) and is_upper(atom.base)
    turned = isinstance(following, Scripted) and following.sup is not None
    if len(nodes) == 1 and (_is_product(reader, atom, text, nodes[0], scope) or (is_upper(_base(atom)) and (matrix or turned))):
        if is_plain_letter(atom) and not scope.declared(text):
            reader.say("product", name=text)
        return None
    raise reader.unsupported("unknown_function", atom.span, hint="unknown_function_hint", name=text or canonical(atom))


def before_bar(bracket: Fence, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The arguments before the bar of a condition: `y_t` of `P(y_t | y_{<t}, x)`."""
    body = unwrap(bracket.body)
    if isinstance(body, Sequence) and "|" in body.separators:
        return nodes[: body.separators.index("|") + 1]
    return nodes


def is_plain_letter(atom: Node) -> bool:
    """A letter without scripts."""
    return word(atom) is not None


def _table(reader: Reader, atom: Node, nodes: tuple[Node, ...], scope: Scope) -> Value | None:
    if not nodes:
        return None
    found = read_symbol(atom, scope)
    if found.operations or (sum(is_symbol_with_index(node, scope) for node in nodes) > 1 and found.base not in PROBABILITIES):
        return None
    if len(text_of(atom)) > 1 and not isinstance(_base(atom), Name) and any(is_symbol_with_index(node, scope) for node in nodes):
        return None
    places: list[Node] = []
    for node in nodes:
        inner = _index_argument(node, scope, reader)
        if inner is None:
            return None
        inner = tuple(place for place in inner if not isinstance(unwrap(place), Relation))
        places.extend(place for place in inner if not any(canonical(place) == canonical(other) for other in places))
    if not places:
        return None
    counted = type(found)(found.node, found.base, found.name, (*found.indices, *places))
    if found.name in scope.parameters:
        return None
    reader.say("table", name=found.name)
    array = input_array(reader, counted, scope, table=True)
    return take(reader, Value(array), counted.indices, scope, cover((atom, *nodes)))


def is_symbol_with_index(node: Node, scope: Scope) -> bool:
    """`x_i`: a symbol at a position, as against a bare index."""
    return isinstance(unwrap(node), Scripted) and not scope.is_index(canonical(node))


def text_of(atom: Node) -> str:
    """The letters of a symbol without its scripts."""
    return word(_base(atom)) or ""


def _index_argument(node: Node, scope: Scope, reader: Reader) -> tuple[Node, ...] | None:
    """The index expressions of an argument: `i`, `i+m`, `x_i` (whose x is not needed); None for a value."""
    node = unwrap(node)
    if isinstance(node, Scripted) and scope.is_index(canonical(node)):
        return (node,)
    if word(node) is not None or isinstance(node, Sum):
        found = index_nodes(node, scope)
        return found if found and _only_indices(node, scope) else None
    if isinstance(node, Scripted) and is_symbol(node) and len(reader.words.atoms(node)) == 1:
        occurrence = read_symbol(node, scope)
        free = occurrence.indices and not occurrence.operations and occurrence.name not in scope.shapes
        return occurrence.indices if free and not any(True for _ in reader.sheet.candidates(occurrence.base)) else None
    if isinstance(node, Relation) and all(sign in ("|", "∣") for sign, _ in node.rest):
        parts = [_index_argument(side, scope, reader) for side in children(node)]
        return tuple(place for part in parts if part for place in part) or None
    return None


def _only_indices(node: Node, scope: Scope) -> bool:
    return all(
        scope.is_index(canonical(letter))
        for inner in walk(node)
        if word(inner) is not None
        for letter in (inner,)
        if len(word(inner) or "") == 1
    )


def _is_product(reader: Reader, atom: Node, text: str, argument: Node, scope: Scope) -> bool:
    """A letter before a bracket multiplies it if the formula uses it elsewhere as a quantity, or what is in the bracket is a sum."""
    found = read_symbol(atom, scope)
    if found.indices or found.operations or found.name in scope.parameters or found.name in scope.shapes:
        return True
    if number_of(argument) is not None or found.name in scope.page.bounds or found.name in reader.sheet.variables:
        return True
    if found.name in reader.inputs or any(not e.head.is_function for e in reader.sheet.candidates(found.base)):
        return True
    if len(text) > 1 and not (isinstance(unwrap(atom), Name) and unwrap(atom).command):  # type: ignore[attr-defined]
        return False
    compound = not is_symbol(argument)
    return compound and text not in UNNAMED_FUNCTIONS and not isinstance(unwrap(argument), Relation)


def _by_brackets(reader: Reader, atom: Node, bracket: Fence, scope: Scope) -> Value | None:
    """`A[i]`: an element where the bracket holds an index, else a product (`W[s_i; h_j]` joins two vectors)."""
    nodes = arguments(bracket)
    if sum(is_symbol_with_index(node, scope) for node in nodes) > 1:
        return None
    places = [_index_argument(node, scope, reader) for node in nodes]
    if not places or any(place is None for place in places):
        return None
    found = read_symbol(atom, scope)
    array = symbol_value(reader, found, scope)
    return take(reader, array, [p for place in places if place for p in place], scope, bracket.span)


def after_call(reader: Reader, value: Value, following: Node, scope: Scope) -> Value:
    """Scripts behind the bracket of a call: an index, a power, a transpose."""
    following = unwrap(following)
    if not isinstance(following, Scripted):
        return value
    return bracket_scripts(reader, value, following, scope)


def bracket_scripts(reader: Reader, value: Value, node: Scripted, scope: Scope) -> Value:
    """The scripts of a bracket: `(…)_{ij}`, `(…)^T`, `(…)^2`."""
    if node.sub is not None:
        places = [place for piece in pieces(node.sub) for place in index_nodes(piece, scope)]
        if not places:
            raise reader.unsupported("bracket_script", node.sub.span)
        value = take(reader, value, places, scope, node.span)
    if node.sup is None:
        return value
    sup = unwrap(node.sup)
    if is_transpose_mark(sup) and not (scope.is_number("T") and value.rank == 0):
        return transpose(reader, value, node)
    if word(sup) == "t" and value.rank >= 1 and not scope.is_index("t") and not scope.is_number("t"):
        return transpose(reader, value, node)
    if isinstance(sup, Sum) and len(sup.terms) == 1 and sup.terms[0][0] == "-" and is_transpose_mark(sup.terms[0][1]):
        minus_one = reader.build.matrix_power(value.expression, Fraction(-1), node.span)
        return transpose(reader, value.derived(minus_one), node)
    return power(reader, value, sup, node, scope)


# ---------------------------------------------------------------- without a bracket


def _unbracketed(reader: Reader, atoms: list[Node], k: int, function: Function | None, scope: Scope) -> tuple[Value, int] | None:
    r"""`\log p(x_i)`, `\cos m\theta`: the argument reaches to the next function."""
    from vault_tools.compiler.resolve.factors import row

    atom = scripts_moved_out(atoms[k])
    end = k + 1
    while end < len(atoms) and not _starts_function(reader, atoms[end], scope):
        end += 1
    if end == k + 1 and end < len(atoms) and _starts_function(reader, atoms[end], scope):
        called = call_at(reader, atoms, end, scope)
        if called is None or function is None:
            return None
        value, used = called
        return apply_named(reader, function, atom, (atoms[end],), scope, atom, [value]), used + 1
    rest = atoms[k + 1 : end]
    if not rest or function is None:
        if function is not None and len(word(atom) or "") == 1 and not isinstance(unwrap(atom), Scripted):
            return None
        if function is not None and reader.sheet.is_variable(canonical(atom)):
            return None
        if function is None or (isinstance(unwrap(atom), Name) and not unwrap(atom).command):  # type: ignore[attr-defined]
            raise nothing()
        return None
    if len(word(atom) or "") == 1 or (len(word(_base(atom)) or "") == 1):
        return None
    if not _takes_bare_argument(reader, atom, function):
        return None
    if len(rest) > 1:
        reader.say("argument_extent", function=function.name)
    value = row(reader, rest, scope)
    return apply_named(reader, function, atom, (cover_node(rest),), scope, atom, [value]), end - k


def _base(atom: Node) -> Node:
    return unwrap(atom.base) if isinstance(atom, Scripted) else atom


def _takes_bare_argument(reader: Reader, atom: Node, function: Function) -> bool:
    """Greek letters that name functions only call with a bracket (`\\sigma x` is a product)."""
    base = _base(atom)
    return not (isinstance(base, Name) and base.command and base.text in reader.vocabulary.symbols)


def cover_node(nodes: list[Node]) -> Node:
    """One node for several, for its place."""
    from vault_tools.compiler.resolve.nodes import juxtaposed

    return juxtaposed(nodes)


def _starts_function(reader: Reader, atom: Node, scope: Scope) -> bool:
    base = _base(scripts_moved_out(atom))
    text = word(base) or ""
    if len(text) < 2:
        return False
    return text in structures.WORDS or _function(reader, text, base, scope) is not None and text not in reader.vocabulary.symbols


# ---------------------------------------------------------------- atoms that are no calls


def symbol_or_bracket(reader: Reader, atom: Node, scope: Scope) -> Value:
    """A symbol, or a scripted bracket, root, matrix or operator."""
    atom = scripts_moved_out(atom)
    if is_symbol(atom):
        return symbol_value(reader, read_symbol(atom, scope), scope)
    if isinstance(atom, Styled):
        return reader.read(atom, scope)
    assert isinstance(atom, Scripted)
    base = unwrap(atom.base)
    special = structures.scripted(reader, atom, base, scope)
    if special is not None:
        return special
    if isinstance(base, BigOperator | Empty | Text):
        raise reader.unsupported("script", atom.span)
    return bracket_scripts(reader, reader.read(base, scope), atom, scope)


def refuse_declarations(reader: Reader, atoms: list[Node]) -> None:
    r"""Derivatives, complexity statements and arrows hold nothing to compute."""
    for k, atom in enumerate(atoms):
        base = _base(scripts_moved_out(atom)) if is_symbol(atom) else atom
        if isinstance(base, Name) and base.text in DIFFERENTIALS:
            raise nothing()
        if word(base) in ("O", "Theta", "Omega") and k + 1 < len(atoms) and isinstance(bracket_of(atoms[k + 1]), Fence):
            if "O" not in reader.shapes and "O" not in reader.sheet.variables and len(atoms) == 2:
                raise nothing()


def is_derivative(node: FractionNode) -> bool:
    r"""`\frac{\partial L}{\partial w}`, `\frac{dL}{dw}`."""
    above, below = node.numerator, node.denominator
    if any(isinstance(inner, Name) and inner.text in DIFFERENTIALS for inner in walk(below)):
        return True
    texts = [next((inner.text for inner in walk(side) if isinstance(inner, Letters)), "") for side in (above, below)]
    return all(text.startswith("d") and len(text) == 2 for text in texts) or (
        texts[0] == "d" and texts[1].startswith("d") and len(texts[1]) == 2
    )


def is_minus_half(sup: Node) -> bool:
    """`-1/2`, `-0.5`."""
    return number_of(sup) == Fraction(-1, 2)


__all__ = ["after_call", "bracket_of", "bracket_scripts", "call_at", "letters_of", "number", "symbol_or_bracket", "tree", "Span"]
