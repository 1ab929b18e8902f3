"""Named functions of the handlers applied to arguments, with the scripts of their names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.arithmetic import exponentials
from vault_tools.compiler.resolve.reading.arithmetic.over_entries import over_all
from vault_tools.compiler.resolve.reading.arithmetic.powers import entrywise_power, power
from vault_tools.compiler.resolve.reading.functions.arguments import argument_values, as_vector, with_both_bounds, without_axis
from vault_tools.compiler.resolve.reading.functions.cores import Application, along_axis, of_matrix, of_vectors, signature
from vault_tools.compiler.resolve.reading.functions.derivatives import derivative
from vault_tools.compiler.resolve.values import Form, Value
from vault_tools.compiler.resolve.writing.nodes import base_of, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Node, Scripted
from vault_tools.model import Fork, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.handler import Function

INVERSES = {"sin": "arcsin", "cos": "arccos", "tan": "arctan", "tanh": "arctanh"}
NORMALISATION = "Norm"
"""The word for a layer that normalises, which is no length, and of which there are several."""
BASES_TO_SAY = {"log": "natural_log", "lg": "decimal_log"}
"""Words for a logarithm that others use for one to another base."""


def apply_named(
    reader: Reader,
    function: Function,
    atom: Node,
    nodes: Sequence[Node],
    scope: Scope,
    place: Node,
    values: Sequence[Value] | None = None,
) -> Value:
    r"""The value of a named function, with the scripts of its name (`\log_2`, `\sin^2`, `softmax_j`), or its derivative."""
    if word(base_of(atom)) == NORMALISATION:
        raise reader.unsupported("which_normalisation", atom.span, hint="which_normalisation_hint")
    if isinstance(atom, Scripted) and atom.primes:
        return _derived(reader, function, atom, nodes, scope, values)
    nodes, axis = without_axis(reader, with_both_bounds(as_vector(nodes)) if function.name == "clip" else as_vector(nodes))
    if values is not None or function.name != "exp":
        given = values if values is not None else argument_values(reader, function, nodes, scope)
    else:
        with reader.inside_exponential():
            given = argument_values(reader, function, nodes, scope)
    sub, sup = (atom.sub, atom.sup) if isinstance(atom, Scripted) else (None, None)
    called = reader.vocabulary.function(word(sub) or "") if sub is not None else None
    if called is not None and called.signature == function.signature:
        function, sub = called, None  # what the word below it calls it
    if sub is not None and function.name == "sigmoid" and _names_its_argument(sub, nodes):
        reader.say("names_argument", name=canonical(base_of(atom)), letter=canonical(sub))
        sub = None
    inverse = _inverse(reader, function, sup) if sup is not None else None
    if inverse is not None:
        function, sup = inverse, None
    application = Application(function, given, scope, Span(atom.span.start, max(place.span.end, atom.span.end)), sub, axis)
    value = _based_log(reader, application)
    if value is None and function.name == "exp" and sub is None and len(nodes) == 1:
        value = exponentials.of_matrix(reader, nodes[0], given[0], place)
    if value is None:
        value = _apply(reader, application)
    base = BASES_TO_SAY.get(canonical(base_of(atom))) if sub is None else None
    if base is not None:
        reader.say(base)
        reader.forks.add(Fork.BASE_OF_LOGARITHM)
    return _raised(reader, function, value, sup, atom, scope) if sup is not None else value


MATRIX = 2
ROLES = frozenset("qkv")
"""Letters of queries, keys and values."""


def _names_its_argument(sub: Node, nodes: Sequence[Node]) -> bool:
    r"""The q of `\sigma_q(Q_t)` (Zhai et al. 2021); the g and h of `\sigma_g(Wx)`, `\sigma_h(c)` tell functions apart."""
    argument = word(base_of(unwrap(nodes[0]))) if len(nodes) == 1 else None
    return argument is not None and argument.lower() in ROLES and word(sub) == argument.lower()


def _derived(
    reader: Reader, function: Function, atom: Scripted, nodes: Sequence[Node], scope: Scope, values: Sequence[Value] | None
) -> Value:
    r"""`\sigma'(z)`. UnsupportedError: the derivative of a function that is not known, or of more than one number."""
    given = values if values is not None else argument_values(reader, function, nodes, scope)
    lone = len(given) == atom.primes == 1 and atom.sub is None and atom.sup is None
    expression = derivative(reader, function, atom, given[0].expression) if lone else None
    if expression is None:
        raise reader.unsupported("derivative", atom.span, name=function.name)
    return replace(given[0].derived(expression), activated=True)


def _swish(reader: Reader, application: Application, slope: Node) -> Value:
    r"""`\text{Swish}_\beta(x) = x \sigma(\beta x)`, and `\text{Swish}_1`, which is SiLU (Ramachandran et al. 2017)."""
    argument, span = application.given[0], application.span
    if number_of(slope) == 1:
        return _numbers(reader, application.function, 1, [argument], span)
    steep = Value(reader.build.multiply([reader.scalar(slope, application.scope), argument.expression], span))
    gate = _elementwise(reader, reader.vocabulary.functions["sigmoid"], [steep], span)
    return replace(argument.derived(reader.build.multiply([argument.expression, gate.expression], span)), activated=True)


def _inverse(reader: Reader, function: Function, sup: Node) -> Function | None:
    r"""`\sin^{-1}`."""
    turned = function.name in INVERSES and number_of(sup) == -1
    return reader.vocabulary.function(INVERSES[function.name]) if turned else None


def _raised(reader: Reader, function: Function, value: Value, sup: Node, atom: Node, scope: Scope) -> Value:
    r"""`\mathrm{ReLU}^2(X)`, `\sin^2 x`: the power of each value of a function of numbers, whatever its argument is."""
    if value.rank < 2:
        return power(reader, value, sup, atom, scope)
    if any(signature(function.signature)[0]):
        raise reader.other_rank("matrix_power", atom.span)
    return entrywise_power(reader, value, sup, atom, scope)


def _based_log(reader: Reader, application: Application) -> Value | None:
    """A logarithm with its base written below."""
    function, sub, given, span = application.function, application.sub, application.given, application.span
    if function.name != "log" or sub is None:
        return None
    base = number_of(sub)
    named = reader.vocabulary.function(f"log{base}") if base is not None else None
    if len(given) != 1:
        raise reader.unsupported("argument_count", span, name=function.name, expected=1, given=len(given))
    if named is not None:
        return _elementwise(reader, named, given, span)
    below = [Value(number(base)) if base is not None else reader.read(sub, application.scope)]
    above = _elementwise(reader, function, given, span)
    return above.derived(reader.build.divide(above.expression, _elementwise(reader, function, below, span).expression, span))


def _apply(reader: Reader, application: Application) -> Value:
    function, given, span = application.function, application.given, application.span
    inputs, _ = signature(function.signature)
    below = _last_below(application, application.sub, inputs) if application.sub is not None else None
    if below is not None:
        given = [*given, Value(reader.scalar(below, application.scope))]
        application = replace(application, given=given, sub=None)
    if application.axis is not None and (inputs != (("n",),) or application.sub is not None):
        raise reader.unsupported("relation_inside", span)
    if function.name == "cos" and len(given) == 2:
        return _cosine(reader, given, span)
    if function.name == "silu" and application.sub is not None and len(given) == 1:
        return _swish(reader, application, application.sub)
    if all(core == () for core in inputs):
        if application.sub is not None:
            raise reader.unsupported("function_script", span, name=function.name)
        return _numbers(reader, function, len(inputs), given, span)
    return _of_arrays(reader, application, inputs)


def _of_arrays(reader: Reader, application: Application, inputs: tuple[tuple[str, ...], ...]) -> Value:
    """A function of vectors or matrices; several numbers are the entries of one vector."""
    function, given, span = application.function, application.given, application.span
    if inputs == (("n",),) and _are_entries(given):
        given = [_one_vector(reader, function, given, span)]
        application = replace(application, given=given)
    if len(given) != len(inputs):
        raise reader.unsupported("argument_count", span, name=function.name, expected=len(inputs), given=len(given))
    if inputs[0] == ("n",) and not any(inputs[1:]):
        return along_axis(reader, application)
    if len(inputs) == 1:
        return of_matrix(reader, function, given[0], span)
    return _of_vectors(reader, function, given, span)


def _are_entries(given: Sequence[Value]) -> bool:
    r"""Several numbers; not the `z, 1` of `\mathrm{softmax}(z, 1)`, whose 1 may be an axis."""
    letters = any(isinstance(value.expression, tree.Input) for value in given)
    numbers = any(isinstance(value.expression, tree.Number) for value in given)
    return len(given) > 1 and not any(value.rank for value in given) and not (letters and numbers)


def _one_vector(reader: Reader, function: Function, given: Sequence[Value], span: Span) -> Value:
    r"""`\mathrm{softmax}(2, 1, 0)`: the entries of the one vector that the function takes."""
    reader.say("entries_listed", name=function.name)
    return Value(reader.build.stack([value.expression for value in given], span))


def _last_below(application: Application, sub: Node, inputs: tuple[tuple[str, ...], ...]) -> Node | None:
    r"""The k of `\mathrm{top}_k(x)`: a number that the function takes last, written below its name."""
    if len(inputs) < 2 or inputs[-1] != () or len(application.given) != len(inputs) - 1:
        return None
    return sub if canonical(sub) not in application.scope.indices else None


def _elementwise(reader: Reader, function: Function, given: Sequence[Value], span: Span) -> Value:
    expression = reader.build.elementwise(function, [value.expression for value in given], span)
    widest = max(given, key=lambda value: value.rank)
    if widest.rank >= 2 and not widest.pointwise and function.name in ("exp", "log", "sqrt"):
        reader.say("entrywise", name=function.name)
    form: Form = next((value.form for value in given if value.rank == widest.rank and value.form), "")
    return Value(expression, form, any(value.pointwise for value in given), activated=True)


def _numbers(reader: Reader, function: Function, count: int, given: Sequence[Value], span: Span) -> Value:
    """A function of numbers; max and min take any number of arguments, and one array whole."""
    if len(given) == count:
        return _elementwise(reader, function, given, span)
    if given and function.name in ("max", "min"):
        if len(given) == 1:
            return _largest(reader, function.name, given[0], span)
        value = given[0]
        for other in given[1:]:
            value = _elementwise(reader, function, [value, other], span)
        return value
    raise reader.unsupported("argument_count", span, name=function.name, expected=count, given=len(given))


def _largest(reader: Reader, operator: str, value: Value, span: Span) -> Value:
    if isinstance(value.expression, tree.Reduce) and value.expression.operator == "sum":  # `\min \sum_{i,j} \gamma_{ij} C_{ij}`
        raise reader.unsupported("optimum_of_sum", span, name=operator)
    if value.rank == 0:
        raise reader.other_rank("largest_of_number", span)
    match value.expression:
        case tree.Element(array=tree.Input(), at=(tree.Position(), tree.Position(), *_)):
            raise reader.unsupported("largest_of_entry", span, hint="largest_of_entry_hint")
    return over_all(reader, "max" if operator == "max" else "min", value, span)


def _cosine(reader: Reader, given: Sequence[Value], span: Span) -> Value:
    function = reader.vocabulary.function("cosine_similarity")
    if function is None:
        raise reader.unsupported("unknown_function", span, name="cos", hint="unknown_function_hint")
    if not _are_queries_and_keys(given):
        reader.say("cosine")
    return _of_vectors(reader, function, given, span)


def _of_vectors(reader: Reader, function: Function, given: Sequence[Value], span: Span) -> Value:
    r"""A number for two vectors; of queries and keys one for each pair, as in cosine attention (Liu et al. 2022)."""
    if function.name != "cosine_similarity" or not _are_queries_and_keys(given):
        return of_vectors(reader, function, given, span)
    reader.say("cosine_of_pairs", first="Q", second="K")
    build = reader.build
    indices = [reader.new_index(name, value.expression.shape[0]) for name, value in zip("ij", given, strict=True)]
    places = [build.position(index) for index in indices]
    rows = [Value(build.element(value.expression, [place], span)) for value, place in zip(given, places, strict=True)]
    return Value(build.tabulate(indices, of_vectors(reader, function, rows, span).expression, span))


def _are_queries_and_keys(given: Sequence[Value]) -> bool:
    """The matrices Q and K, with labels or without."""
    arrays = [value.expression for value in given if value.rank == MATRIX]
    names = [array.name for array in arrays if isinstance(array, tree.Input | tree.Local)]
    return [name.partition("_")[0] for name in names] == ["Q", "K"]
