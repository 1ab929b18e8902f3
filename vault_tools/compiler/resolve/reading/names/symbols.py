"""A symbol where it stands: an index as a number, a parameter, a constant, a definition of the note, a size, or an input."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.reading import sizing
from vault_tools.compiler.resolve.reading.arithmetic import inverses
from vault_tools.compiler.resolve.reading.arithmetic.powers import apply_operations, transpose
from vault_tools.compiler.resolve.reading.bodies import head_power
from vault_tools.compiler.resolve.reading.indices.colons import between_colons, has_colon_before
from vault_tools.compiler.resolve.reading.indices.elements import is_difference, take
from vault_tools.compiler.resolve.reading.indices.loops import quantity_value
from vault_tools.compiler.resolve.reading.indices.ordered import in_order, is_in_order
from vault_tools.compiler.resolve.reading.indices.prefixes import grown
from vault_tools.compiler.resolve.reading.names.circle import has_entries_of, has_labelled, stands_by_number
from vault_tools.compiler.resolve.reading.names.definitions import defined
from vault_tools.compiler.resolve.reading.names.inputs import input_array
from vault_tools.compiler.resolve.reading.names.two_tables import refuse_one_and_many, refuse_power_and_place, refuse_two_tables
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.models import WEIGHTS
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import LAYER_LETTERS, Occurrence
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, every, number_of, scripts_moved_out, texts, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.numbers import QUANTITY
from vault_tools.compiler.resolve.writing.statements.euler import is_quantity, uses_quantity
from vault_tools.compiler.syntax_tree import BigOperator, Juxtaposed, Name, Node, Product, Scripted, Styled, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.tree import Expression

PLACEHOLDERS = frozenset({"cdot", "bullet"})
LETTERS_OF_SIZES = frozenset("dhklmnpqrs")
"""Letters, small or capital, that below an I are the size of the identity; others tell what it is of."""
CONSTANTS = {"pi": "pi", "infty": "inf", "inf": "inf", "e": "e"}


def read_name(reader: Reader, node: Node, scope: Scope) -> Value:
    """A symbol with whatever scripts it has."""
    return symbol_value(reader, read_symbol(node, scope), scope)


def symbol_value(reader: Reader, found: Occurrence, scope: Scope) -> Value:
    """The value of an occurrence: the symbol, its indices, then transpose and powers."""
    whole = _with_power(reader, found, scope)
    if whole is not None:
        return whole
    refuse_power_and_place(reader, found, scope)
    value = base_value(reader, found, scope)
    if found.colons and value.rank == 1 and not has_colon_before(found):
        value = replace(value, form="row")  # `W_{k,:} x`
    return apply_operations(reader, value, found.operations, found.node, scope)


def _with_power(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    r"""A symbol that the note defines with its power (`\sigma_B^2 = …`), or that is a parameter with it (`f(x, \sigma^2)`)."""
    exponent = head_power(found)
    if exponent is None:
        return None
    parameter = scope.parameters.get(found.name)
    if parameter is None:
        return defined(reader, found, scope, power=exponent)
    return parameter.whole[1] if parameter.whole is not None and parameter.whole[0] == exponent else None


def base_value(reader: Reader, found: Occurrence, scope: Scope) -> Value:
    r"""The value before transpose and powers. NothingToCompute: the dot of `f(\cdot)` stands for any."""
    if isinstance(found.node, Name) and found.node.command and found.name in PLACEHOLDERS:
        raise nothing()
    if has_colon_before(found):
        return _between_colons(reader, found, scope)
    if found.indices and is_in_order(found):
        return in_order(reader, found, _all_entries(reader, found, scope), scope)
    return _in_steps(reader, found, scope) or _known(reader, found, scope) or _given(reader, found, scope)


def _all_entries(reader: Reader, found: Occurrence, scope: Scope) -> Value:
    """The array whose entry at one index stands here, brackets aside."""
    assert isinstance(found.node, Scripted)
    entry = replace(found, node=replace(found.node, sub=found.indices[0]), indices=found.indices[:1], operations=())
    value = base_value(reader, entry, scope)
    array = value.expression
    if isinstance(array, tree.Element) and len(array.at) == 1:
        return Value(array.array)
    index = scope.indices.get(canonical(found.indices[0]))
    return Value(reader.build.tabulate((index,), array, found.node.span)) if index is not None else value


def _between_colons(reader: Reader, found: Occurrence, scope: Scope) -> Value:
    """`X_{:,j}`: entry j of the transposed matrix; `F_{:,h,w}`, `X_{t,:,c}`: what is left of the axes before others."""
    places = len(found.indices) + len(found.colons)
    whole = base_value(reader, replace(found, indices=(), colons=tuple(range(places))), scope)
    if whole.rank < places:
        raise reader.other_rank("too_many_indices", found.node.span, name=found.name)
    if places == whole.rank == len("ij"):
        return take(reader, replace(transpose(reader, whole, found.node), plain=True), found.indices, scope, found.node.span)
    return between_colons(reader, whole.expression, found, scope)


def _in_steps(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """What a recurrence computes at each step, or an array that grows with it."""
    if scope.loop is not None and found.indices:
        quantity = quantity_value(reader, found, scope)
        if quantity is not None:
            return quantity
    return grown(reader, found, scope)


def _known(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """A constant, a parameter, a definition of the note."""
    return _special(reader, found, scope) or _parameter(reader, found, scope) or defined(reader, found, scope)


def _given(reader: Reader, found: Occurrence, scope: Scope) -> Value:
    """A size or an input."""
    size = sizing.size_value(reader, found, scope)
    if size is not None:
        return Value(size, plain=True)
    inverted = inverses.unmarked(reader, found, scope)
    if inverted is not None:
        return inverses.pseudo_inverse(reader, symbol_value(reader, read_symbol(inverted, scope), scope), found.node)
    _refuse_defined_place(reader, found, scope)
    return _input(reader, found, scope)


def _refuse_defined_place(reader: Reader, found: Occurrence, scope: Scope) -> None:
    r"""UnsupportedError: the `K_g` of a statement over h, where the note says `g = \lfloor h/r \rfloor`, is another entry for each h."""
    node = found.node
    letter = word(node.sub) if isinstance(node, Scripted) and node.sub is not None and not found.indices else None
    if letter is None or len(letter) != 1 or not scope.indices or found.name in reader.shapes:
        return
    for entry in reader.sheet.candidates(letter):
        plain = entry.head.symbol is not None and word(entry.head.symbol) == letter and not entry.head.is_function
        if plain and any(scope.is_index(text) for side in entry.statement.sides[1:] for text in texts(side)):
            raise reader.unsupported("defined_place", node.span, name=found.name, letter=letter)


def _special(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """Indices as numbers, constants, the identity matrix."""
    name, node = found.name, found.node
    if not found.indices and name in scope.indices:
        index = scope.indices[name]
        if index.name in scope.members:
            return _member(reader, scope.members[index.name], found, scope)
        return Value(tree.IndexValue(index=index, indices=(index.name,), span=node.span))
    if name == "pi" and not found.operations and name not in scope.parameters and _is_circle_number(reader, found, scope):
        return Value(tree.Constant(name="pi", span=node.span))
    if name == "e" and (scope.rank(name) or 0) > 0 and _is_base_of_power(found):
        return Value(tree.Constant(name="e", span=node.span))
    if name in scope.parameters or scope.declared(name):
        return None
    if name == "delta" and len(found.indices) == 2 and not found.operations and not (reader.sheet.defines("delta") or _is_of_layer(node)):
        return _kronecker(reader, found, scope)
    if found.indices:
        return None
    if (
        name in CONSTANTS
        and not _is_turned(found)
        and not (not found.operations and ("bold", 0) in reader.sheet.hints(scope.page.entry).get(name, ()))
        and not reader.sheet.defines_plainly(name)
        and not (name == "pi" and _is_policy(reader, found, scope))
        and not (name == "e" and _is_quantity(reader, found, scope))
    ):
        return Value(tree.Constant(name=CONSTANTS[name], span=node.span))  # type: ignore[arg-type]
    if found.base == "I" and _is_identity(reader, found, scope) and QUANTITY.isdisjoint(reader.sheet.hints(scope.page.entry).get(name, ())):
        reader.say("identity", symbol="I")
        return Value(_identity(reader, node), plain=True)
    return None


def _is_quantity(reader: Reader, found: Occurrence, scope: Scope) -> bool:
    """An e in a font, or that the left side lists as a parameter, is no number; nor is that of a run beside such a one (`aei`)."""
    letter = bare(found.node)
    sides = scope.page.entry.statement.sides if scope.page.entry and not _is_base_of_power(found) else ()
    told = is_quantity(letter) or any(map(uses_quantity, sides))
    if told:
        reader.say("quantity_e")
    return told or isinstance(letter, Styled) or found.name in scope.page.formal


def _is_turned(found: Occurrence) -> bool:
    r"""`\mathbf{e}^\top`: a vector, no number."""
    return any(operation.kind == "transpose" for operation in found.operations)


def _is_base_of_power(found: Occurrence) -> bool:
    r"""The bare e of `e^{e_{ij}}` beside an array of that name."""
    return not found.indices and any(operation.kind == "power" for operation in found.operations)


def _member(reader: Reader, collection: Occurrence, found: Occurrence, scope: Scope) -> Value:
    r"""The x of `\sum_{x \in S}`: the element of S at its place."""
    letter = found.node
    if isinstance(letter, Scripted):
        letter = replace(letter, sup=None, primes=0) if letter.sub is not None else bare(letter)
    array = input_array(reader, replace(collection, indices=(letter,)), scope)
    return take(reader, Value(array), (letter,), scope, letter.span)


def _is_circle_number(reader: Reader, found: Occurrence, scope: Scope) -> bool:
    r"""The `\pi` of `\sqrt{2\pi}` in a formula that has `\pi_k`, too. UnsupportedError: it may be either."""
    if found.indices or scripts_moved_out(found.node) is not found.node or isinstance(found.node, Scripted):
        return False
    entries = (*reader.sheet.own.entries, *((scope.page.entry,) if scope.page.entry is not None else ()))
    if not any(has_entries_of(entry, "pi", reader.sheet.facts_of(entry), reader.words) for entry in entries):
        return False
    if scope.page.entry is None or stands_by_number(scope.page.entry, found.node):
        return True
    if scope.declared("pi"):
        return False
    raise reader.unsupported("number_or_array", found.node.span, name="pi")


def _is_policy(reader: Reader, found: Occurrence, scope: Scope) -> bool:
    r"""The `\pi` of `\log\frac{\pi}{\pi_{ref}}`: another of what the label tells apart, no number."""
    entry = scope.page.entry
    if entry is None or stands_by_number(entry, found.node):
        return False
    return has_labelled(entry, "pi", reader.sheet.facts_of(entry), reader.words)


def _is_of_layer(node: Node) -> bool:
    r"""The error `\delta^l_j` of unit j in layer l."""
    return isinstance(node, Scripted) and node.sup is not None and not LAYER_LETTERS.isdisjoint(texts(node.sup))


def _kronecker(reader: Reader, found: Occurrence, scope: Scope) -> Value:
    r"""`\delta_{ij}`: 1 where both indices are equal, else 0."""
    reader.say("kronecker")
    left, right = (reader.scalar(node, scope) for node in found.indices)
    return Value(reader.build.compare("==", left, right, found.node.span))


def _is_identity(reader: Reader, found: Occurrence, scope: Scope) -> bool:
    r"""`I`, `I_n`, `I_3`: unless the note defines it, numbers several (`I_1 + I_2`), estimates it (`\hat{I}`), or projects it (`W^q I`)."""
    if scope.page.entry is not None and any(_projects(side, reader) for side in scope.page.entry.statement.sides[1:]):
        return False
    estimated = reader.sheet.variables & {"I_hat", "I_tilde"}
    if estimated or reader.sheet.defines("I") or any(n == "I" or n.startswith("I_") for n in reader.shapes):
        return False
    node = scripts_moved_out(found.node)
    if not isinstance(node, Scripted) or node.sub is None:
        return True
    if (size := number_of(node.sub)) is not None:
        numbered = {name for name in (*reader.sheet.variables, *reader.inputs) if name.startswith("I_")}
        return size > 1 and numbered <= {found.name}
    parts = node.sub.items if isinstance(node.sub, Juxtaposed) else (node.sub,)
    letters = {letter for part in parts for letter in (word(base_of(part)) or "").lower()}
    return len(letters) == 1 and letters <= LETTERS_OF_SIZES  # `I_n`, `I_{p p}`, `I_{d_k}`


def _projects(side: Node, reader: Reader) -> bool:
    """Whether a side is a labelled weight times I: the input, as the identity would leave the weight as it is."""
    side = unwrap(side)
    atoms = list(side.operands) if isinstance(side, Product) else reader.words.atoms(side)
    weights = [atom for atom in atoms if isinstance(atom, Scripted) and (word(atom.base) or "").upper() in WEIGHTS]
    return len(weights) == 1 and [word(atom) for atom in atoms if atom not in weights] == ["I"]


def _identity(reader: Reader, node: Node) -> Expression:
    """The identity matrix, as large as a number below it says."""
    identity = reader.build.identity(node.span)
    size = number_of(node.sub) if isinstance(node, Scripted) and node.sub is not None else None
    if size is not None:
        reader.sizes.unify(identity.shape[0], tree.Dim.of(int(size)))
    return identity


def _parameter(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """A parameter of the function that is being read, at the indices that stand here."""
    parameter = scope.parameters.get(found.name)
    if parameter is None:
        return None
    if not found.indices or not parameter.letters:
        return take(reader, parameter.value, found.indices, scope, found.node.span) if found.indices else parameter.value
    if not parameter.indices and tuple(word(node) or "" for node in found.indices) == parameter.letters:
        return parameter.value
    places = [scope.indices.get(word(node) or "") for node in found.indices]
    if tuple(places) == parameter.indices:
        return parameter.value
    element = parameter.value.expression
    count = len(parameter.letters)
    if isinstance(element, tree.Element) and len(element.at) >= count and len(found.indices) == count:
        kept = element.at[: len(element.at) - count]
        array = reader.build.element(element.array, kept, found.node.span) if kept else element.array
        return take(reader, Value(array), found.indices, scope, found.node.span)
    raise reader.unsupported("argument_by_index", found.node.span, name=found.name)


def _refuse_lost_script(reader: Reader, found: Occurrence) -> None:
    r"""UnsupportedError: a subscript that is neither a label nor an index (`x_{\arg\max_i y_i}`) is not left out."""
    node = found.node
    below = node.sub if isinstance(node, Scripted) and not found.indices and found.name == found.base else None
    if below is not None and any(every(kind, below) for kind in (BigOperator, Sum)):
        raise reader.unsupported("script", below.span)


def _input(reader: Reader, found: Occurrence, scope: Scope) -> Value:
    _refuse_lost_script(reader, found)
    array = input_array(reader, found := _as_data(reader, found, scope), scope)
    refuse_one_and_many(reader, found, array, scope)
    refuse_two_tables(reader, found, scope)
    _refuse_function_of_position(reader, found, scope)
    if len(array.shape) < len(found.indices):
        raise reader.other_rank("too_many_indices", found.node.span, name=found.name)
    value = Value(array, pointwise=bool(array.shape) and _is_entrywise(reader, found, scope), plain=True)
    return take(reader, value, found.indices, scope, found.node.span)


def _as_data(reader: Reader, found: Occurrence, scope: Scope) -> Occurrence:
    r"""The m_j of a definition `m = \max_j m_j` is what the display names apart from m, as it does in `\sum_j e^{m_j - m}`."""
    entry, letter = scope.page.entry, reader.sheet.around.data.get(found.base)
    if entry is None or letter is None or reader.sheet.is_own(entry) or reader.sheet.name_of(entry) != found.name:
        return found
    return replace(found, name=f"{found.name}_{letter}") if len(found.indices) in reader.sheet.gathered(entry) else found


def _refuse_function_of_position(reader: Reader, found: Occurrence, scope: Scope) -> None:
    r"""UnsupportedError: `R_{n-m}` beside `R_m` is a function of the position, of which a table of values says too little."""
    entry = scope.page.entry
    if entry is None or len(found.indices) != 1 or not is_difference(found.indices[0], scope) or scope.declared(found.name):
        return
    facts = reader.sheet.facts_of(entry)
    others = (facts.read(atom) for side in entry.statement.sides for atom in symbol_atoms(side, reader.words))
    if any(other.name == found.name and len(other.indices) == 1 and word(other.indices[0]) is not None for other in others):
        raise reader.unsupported("difference_of_indices", found.node.span)


def _is_entrywise(reader: Reader, found: Occurrence, scope: Scope) -> bool:
    r"""A parameter of a function of numbers (`Swish(x) = x \cdot \sigma(x)`), or anything in a sum over entries."""
    entry = scope.page.entry
    formal = found.name in scope.page.formal and entry is not None and reader.sheet.is_scalar_function(entry)
    return scope.entrywise or formal
