"""A name before a bracket, or before what follows it: a call of a function, a look-up in a table, or a product."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import NUMBER_FUNCTIONS
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.reading.arithmetic.over_entries import place_of_extreme
from vault_tools.compiler.resolve.reading.bodies import undefinable
from vault_tools.compiler.resolve.reading.brackets import structures
from vault_tools.compiler.resolve.reading.brackets.scripted import after_call
from vault_tools.compiler.resolve.reading.functions import fourier
from vault_tools.compiler.resolve.reading.functions.call_or_product import (
    ACTIVATIONS,
    ALWAYS_CALLED,
    EVENTS,
    UNNAMED_FUNCTIONS,
    activates,
    bracket_of,
    defines_itself,
    is_command,
    is_product,
    is_spelled,
    is_value_place,
    refuse_joined_functions,
)
from vault_tools.compiler.resolve.reading.functions.densities import density
from vault_tools.compiler.resolve.reading.functions.named import apply_named
from vault_tools.compiler.resolve.reading.functions.of_note import (
    apply_function,
    function_entry,
    ignores,
    open_places,
    refuse_rows,
    stands_for,
)
from vault_tools.compiler.resolve.reading.functions.places import by_brackets
from vault_tools.compiler.resolve.reading.functions.rotation import rotated
from vault_tools.compiler.resolve.reading.functions.standard import beta, standard
from vault_tools.compiler.resolve.reading.functions.undefined import by_family
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.names.givens import given_value
from vault_tools.compiler.resolve.reading.names.inheritance import unspoken_indices
from vault_tools.compiler.resolve.reading.names.symbols import read_name
from vault_tools.compiler.resolve.reading.names.tables import before_bar, is_looked_up, is_map, table
from vault_tools.compiler.resolve.reading.operators.chances import is_expectation
from vault_tools.compiler.resolve.reading.operators.ranged import expectation
from vault_tools.compiler.resolve.writing.names.models import is_of_model
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import (
    DECORATED,
    arguments,
    base_of,
    cover,
    juxtaposed,
    number_of,
    scripts_moved_out,
    unwrap,
    word,
)
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import COMPARISONS
from vault_tools.compiler.syntax_tree import (
    Fence,
    Fraction,
    Grid,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Relation,
    Scripted,
    Sequence,
    Text,
)

if TYPE_CHECKING:
    from vault_tools.compiler import tree
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.handler import Function

PLACES: dict[str, tree.Reduction] = {"argmax": "argmax", "argmin": "argmin"}
LIKELIHOODS = EVENTS | {"q", "Q", "pi"}
"""Letters of probabilities and policies, which before a bracket are functions."""
ACTIVATING = frozenset({"()->()", "(n)->(n)"})
"""Signatures of functions that give as many numbers as they take."""
CALL = 2
"""A function and its bracket."""


def call_at(reader: Reader, atoms: list[Node], k: int, scope: Scope) -> tuple[Value, int] | None:
    """The call that starts at atom k and how many atoms it takes; None when the atom is a plain factor."""
    atom = scripts_moved_out(atoms[k]) if type(atoms[k]) in DECORATED else atoms[k]
    following = atoms[k + 1] if k + 1 < len(atoms) else None
    bracket = bracket_of(following)
    special = _before_bracket(reader, atom, following, bracket, scope)
    if special is not None:
        return special, 2
    if not is_symbol(atom):
        return None
    head: Node = atom
    if isinstance(atom, Scripted):
        if _is_variance(reader, atom):
            return None
        if (turned := rotated(reader, atom, atoms[k + 1 :], scope)) is not None:
            return turned, len(atoms) - k
        head = unwrap(atom.base)
    text = word(head) or ""
    if text in PLACES and following is not None and (is_command(atom) or text not in reader.sheet.variables):
        return _place(reader, atoms, k, scope)
    if bracket is not None and following is not None:
        value = _bracketed(reader, atom, head, text, following, bracket, scope)
        if value is None and k and text in ACTIVATIONS and activates(reader, atoms[k - 1], atom, bracket):
            raise reader.unsupported("unknown_function", atom.span, hint="unknown_function_hint", name=text)
        return (value, 2) if value is not None else None
    function = _function(reader, text, head, scope)
    if function is None:
        return None
    return _unbracketed(reader, atoms, k, function, scope)


def _place(reader: Reader, atoms: list[Node], k: int, scope: Scope) -> tuple[Value, int]:
    """The place of the largest or smallest entry of the vector in a bracket, or of all that follows."""
    bracketed = isinstance(bracket_of(atoms[k + 1]), Fence)
    rest = atoms[k + 1 : k + 2] if bracketed else atoms[k + 1 :]
    value = reader.read(juxtaposed(rest), scope)
    return place_of_extreme(reader, PLACES[word(atoms[k]) or ""], value, cover(atoms[k : k + 1 + len(rest)])), 1 + len(rest)


def _before_bracket(reader: Reader, atom: Node, following: Node | None, bracket: Fence | Grid | None, scope: Scope) -> Value | None:
    r"""`\mathbb{1}[j \le i]` and `\mathbb{E}[x]`: an indicator, an expectation."""
    if not isinstance(bracket, Fence) or following is None:
        return None
    if bracket.opener == "(" and is_value_place(reader, bracket):
        refuse_joined_functions(reader, atom, scope)
    if is_expectation(reader, atom, bracket, scope):
        return after_call(reader, expectation(reader, atom, bracket.body, scope), following, scope)
    body = unwrap(bracket.body)
    if isinstance(body, Juxtaposed) and (structures.is_indicator(atom) or isinstance(atom, Number)) and _is_said_in_words(body):
        raise reader.unsupported("condition", bracket.span)
    if (structures.is_indicator(atom) and isinstance(body, Relation | Sequence)) or _is_plain_indicator(reader, atom, body, scope):
        return structures.indicator(reader, bracket.body, scope, cover((atom, bracket)))
    return None


def _is_said_in_words(body: Juxtaposed) -> bool:
    r"""`\mathbb{1}(\text{token } t \text{ selects } i)`: words round letters are a condition, and no factors."""
    words = [at for at, item in enumerate(body.items) if isinstance(unwrap(item), Name | Text) and len(word(item) or "") > 1]
    return len(words) > 1 and any(isinstance(item, Letters) for item in body.items[words[0] : words[-1]])


def _is_plain_indicator(reader: Reader, atom: Node, body: Node, scope: Scope) -> bool:
    r"""`I(y_i \ne k)`, `1(x > 0)`: what a relation is true of can only be counted, unless I is something in the note."""
    if not isinstance(body, Relation) or any(sign not in COMPARISONS for sign in body.signs):
        return False
    is_one = isinstance(atom, Number) and atom.text == "1"
    if not is_one and (word(atom) != "I" or scope.declared("I") or reader.sheet.defines("I")):
        return False
    reader.say("indicator", symbol=word(atom) or "1")
    return True


def _function(reader: Reader, text: str, head: Node, scope: Scope) -> Function | None:
    """The named function of a word, unless the formula uses it as a letter."""
    name = canonical(head)
    if name in scope.parameters or name in scope.shapes or text in reader.words.tables:
        return None
    if len(text) > 1 and reader.vocabulary.function(text) is not None and reader.sheet.is_letter(text):
        return None
    if name in ALWAYS_CALLED and any(not entry.head.is_function for entry in reader.sheet.candidates(name)):
        return None
    return reader.vocabulary.function(text) or reader.vocabulary.symbols.get(text) or reader.vocabulary.symbols.get(name)


def _called_below(reader: Reader, atom: Node) -> Function | None:
    r"""The softmax of `\varphi_{\mathrm{Softmax}}(x)`: a letter of functions, with the word for this one below."""
    label = word(atom.sub) if isinstance(atom, Scripted) and atom.sub is not None and atom.sup is None else None
    if label is None or len(label) < 2 or word(base_of(atom)) not in UNNAMED_FUNCTIONS | {"sigma"}:
        return None
    function = reader.vocabulary.function(label)
    return function if function is not None and function.signature in ACTIVATING else None


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
    if isinstance(bracket, Fence) and fourier.is_real_part(reader, atom, bracket):
        return fourier.real_part(reader, bracket, scope)
    if text.lower() in structures.WORDS:
        return structures.call(reader, text, atom, bracket, scope)
    if isinstance(bracket, Fence) and (value := density(reader, atom, text, bracket, scope)) is not None:
        return value
    function = None if is_of_model(atom) else _called_below(reader, atom) or _function(reader, text, head, scope)
    if function is not None:
        nodes = arguments(bracket) if isinstance(bracket, Fence) else (bracket,)
        if defines_itself(atom, nodes, scope):
            raise reader.unsupported("defined_by_itself", atom.span, name=function.name)
        return apply_named(reader, function, atom, nodes, scope, bracket)
    if not isinstance(bracket, Fence) or bracket.opener == "{":
        return None
    if bracket.opener == "[":
        return by_brackets(reader, atom, bracket, scope)
    of_books = by_family(reader, text, bracket, scope, atom) or beta(reader, text, arguments(bracket), scope, atom)
    return of_books or _table_or_product(reader, atom, text, bracket, following, scope)


def _of_the_note(reader: Reader, atom: Node, text: str, bracket: Fence, scope: Scope) -> Value | None:
    """A function that the note defines."""
    found = read_symbol(atom, scope)
    if found.operations:
        return None
    nodes = arguments(bracket)
    entry = function_entry(reader, found, len(nodes))
    if entry is None or found.name in scope.parameters or found.name in scope.shapes:
        return None
    named = reader.vocabulary.function(text) if is_spelled(atom) else None
    if named is not None and stands_for(reader, entry, named, atom):
        return None
    unused = ignores(entry, nodes)
    if unused is not None:
        raise reader.unsupported("unused_parameter", bracket.span, name=found.name, parameter=canonical(unused))
    values = [reader.read(node, scope) for node in nodes]
    refuse_rows(reader, entry, values, found.name, atom.span)
    unspoken = unspoken_indices(reader, entry, scope)
    value = apply_function(reader, entry, values, cover((atom, bracket)), unspoken=unspoken)
    if value is None:
        if named is not None:
            return None
        raise undefinable(reader, entry, found.name, atom.span)
    reader.say("function_of_note", name=found.name)
    if unspoken:
        reader.say("unspoken", name=found.name, index=", ".join(unspoken))
    return take(reader, value, open_places(reader, entry, found), scope, cover((atom, bracket)))


def _table_or_product(reader: Reader, atom: Node, text: str, bracket: Fence, following: Node, scope: Scope) -> Value | None:
    """`p(x_i)`, `I(i+m, j+n)`: an array at positions; `N(N-1)`, `W(x+b)`: a product; anything else is an unknown function."""
    if is_transposed(following) and isinstance(atom, Scripted) and text not in UNNAMED_FUNCTIONS and not is_of_model(atom):
        return None  # `\delta^{(l+1)} (a^{(l)})^T`, `q_i (a_{ij})^\top`
    nodes = arguments(bracket)
    before = before_bar(bracket, nodes)
    entry = None if is_map(reader, atom, before, following, scope) else table(reader, atom, before, scope, nodes[len(before) :])
    given = entry or given_value(reader, atom, bracket, nodes, scope)
    if given is not None:
        return given
    named = _named_by_word(reader, atom, nodes, scope)
    if named is not None:
        return named
    if is_looked_up(reader, atom, scope):
        raise reader.unsupported("given_twice", bracket.span, name=read_symbol(atom, scope).name)
    turned = isinstance(following, Scripted) and following.sup is not None
    if len(nodes) == 1 and is_product(reader, atom, nodes[0], scope, turned=turned):
        if word(atom) is not None and not scope.declared(text):
            reader.say("product", name=text)
        return None
    if text in EVENTS and any(isinstance(unwrap(node), Relation) for node in nodes):
        raise nothing()  # `P(X = x)`: the probability of an event, which no array gives
    usually = standard(reader, atom, text, bracket, nodes, scope)
    if usually is not None:
        return usually
    raise reader.unsupported("unknown_function", atom.span, hint="unknown_function_hint", name=text or canonical(atom))


def _named_by_word(reader: Reader, atom: Node, nodes: tuple[Node, ...], scope: Scope) -> Value | None:
    r"""`E(\text{rel})`, `\text{Gini}(\text{left})`: what a word tells from others; None where it is a quantity, or the name a function."""
    word_inside = unwrap(nodes[0]) if len(nodes) == 1 else None
    letter = word(atom) or ""
    if not isinstance(word_inside, Name) or word_inside.command or len(word_inside.text) < 2 or not letter:
        return None
    name = canonical(word_inside)
    known = name in reader.shapes or name in scope.parameters or reader.sheet.defines(name)
    if known or letter in UNNAMED_FUNCTIONS | EVENTS or not is_upper(atom) or reader.words.is_function(word_inside.text):
        return None
    reader.say("named_by_word", name=letter, word=word_inside.text)
    return read_name(reader, Scripted(cover((atom, word_inside)), atom, word_inside), scope)


# ---------------------------------------------------------------- without a bracket


def _unbracketed(reader: Reader, atoms: list[Node], k: int, function: Function, scope: Scope) -> tuple[Value, int] | None:
    r"""`\log p(x_i)`, `\cos m\theta`, `\log \exp x`: the argument reaches to the next function."""
    atom = scripts_moved_out(atoms[k])
    if not _takes_bare_argument(reader, atom):
        return None
    end = next((j for j in range(k + 1, len(atoms)) if _starts_function(reader, atoms[j], scope)), len(atoms))
    if end == k + 1 < len(atoms):
        called = call_at(reader, atoms, end, scope)
        return None if called is None else (apply_named(reader, function, atom, (atoms[end],), scope, atom, [called[0]]), called[1] + 1)
    end = _behind_call(atoms, k + 1, end)
    rest = atoms[k + 1 : end]
    if not rest:
        _refuse_lone_function(reader, atom)
        return None
    if len(word(base_of(atom)) or "") == 1:
        return None
    if len(rest) > 1:
        reader.say("argument_extent", function=function.name)
    return apply_named(reader, function, atom, (juxtaposed(rest),), scope, atom), end - k


def _behind_call(atoms: list[Node], start: int, end: int) -> int:
    r"""The end of `\pi(a | s)` in `\log \pi(a | s) A`: behind the call of another function a factor follows.

    So it does behind a quotient (`\log \frac{p}{q} w`), not behind a coefficient. Probabilities of one letter side by side are one
    probability (`\log p(x | z) p(z)`).
    """
    first = atoms[start] if start < end else None
    if isinstance(first, Fraction) and end - start == CALL and is_symbol(atoms[start + 1]) and number_of(first.numerator) is None:
        return start + 1
    called = word(base_of(atoms[start])) if end - start > CALL else None
    fence = bracket_of(atoms[start + 1]) if called in LIKELIHOODS else None
    if not isinstance(fence, Fence) or fence.opener != "(":
        return end
    return end if word(base_of(atoms[start + CALL])) == called else start + CALL


def _refuse_lone_function(reader: Reader, atom: Node) -> None:
    """A function's name with nothing behind it: a letter that is used as a quantity, else only named; a command is never a letter."""
    base = base_of(atom)
    if isinstance(base, Name) and base.command and base.text in NUMBER_FUNCTIONS:
        raise nothing()
    if is_spelled(atom) and not reader.sheet.is_variable(canonical(atom)):
        raise nothing()


def _takes_bare_argument(reader: Reader, atom: Node) -> bool:
    r"""Greek letters that name functions only call with a bracket (`\sigma x` is a product)."""
    base = base_of(atom)
    return not (isinstance(base, Name) and base.command and base.text in reader.vocabulary.symbols)


def _is_variance(reader: Reader, atom: Scripted) -> bool:
    r"""`\sigma_f^2 (K + I)`: a labelled Greek letter to a power is a quantity, whatever function the letter names elsewhere."""
    labelled = atom.sub is not None and atom.sup is not None and number_of(atom.sup) is not None
    return labelled and not _takes_bare_argument(reader, atom)


def _starts_function(reader: Reader, atom: Node, scope: Scope) -> bool:
    base = base_of(scripts_moved_out(atom))
    text = word(base) or ""
    if len(text) < 2:
        return False
    return text.lower() in structures.WORDS or (_function(reader, text, base, scope) is not None and text not in reader.vocabulary.symbols)
