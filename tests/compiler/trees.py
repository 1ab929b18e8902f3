"""Small constructors of resolved trees for the tests of the back end: shapes and free indices are worked out from the parts."""

from __future__ import annotations

from fractions import Fraction

from vault_tools.compiler import tree
from vault_tools.compiler.lower import lower
from vault_tools.compiler.resolve.build import Builder
from vault_tools.compiler.source import sources
from vault_tools.compiler.tree import NOWHERE, Dim, Index
from vault_tools.compiler.unify import Sizes
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers.functions import FUNCTIONS

VOCABULARY = Vocabulary.of(FUNCTIONS)
BUILD = Builder(Sizes())


def dims(*sizes):
    return tuple(Dim.of(size) for size in sizes)


def array(name, *sizes):
    return tree.Input(name=name, shape=dims(*sizes))


def local(name, *sizes):
    return tree.Local(name=name, shape=dims(*sizes))


def num(value):
    return tree.Number(value=Fraction(value))


def size(name):
    return tree.Size(dim=Dim.of(name))


def index(name, size, start=1):
    return Index(name, size if isinstance(size, Dim) else Dim.of(size), start)


def at(value, *positions):
    places = [BUILD.position(p) if isinstance(p, Index) else p for p in positions]
    return BUILD.element(value, places, NOWHERE)


def position(i, offset=0):
    return BUILD.position(i, offset)


def value_of(i):
    return tree.IndexValue(index=i, indices=(i.name,))


def add(*terms):
    return BUILD.add(terms, NOWHERE)


def neg(operand):
    return tree.Negate(operand=operand, shape=operand.shape, indices=operand.indices)


def mul(*factors):
    return BUILD.multiply(factors, NOWHERE)


def div(numerator, denominator):
    return BUILD.divide(numerator, denominator, NOWHERE)


def power(base, exponent):
    return BUILD.power(base, exponent if isinstance(exponent, tree.Expression) else num(exponent), NOWHERE)


def sqrt(operand):
    return power(operand, Fraction(1, 2))


def e_to(exponent):
    return BUILD.power(tree.Constant(name="e"), exponent, NOWHERE)


def matmul(left, right):
    return BUILD.matmul(left, right, NOWHERE)


def t(operand):
    return BUILD.transpose(operand, NOWHERE)


def call(name, *arguments, axis=None, along=None, shape=None, options=()):
    function = VOCABULARY.functions[name]
    return BUILD.call(function, arguments, arguments[0].shape if shape is None else shape, NOWHERE, axis, along, options)


def softmax(operand, axis=-1):
    return call("softmax", operand, axis=axis)


def exp(operand):
    return call("exp", operand)


def total(i, body, where=None, operator="sum"):
    return BUILD.reduce(operator, i, body, where, NOWHERE)


def compare(operator, left, right):
    return BUILD.compare(operator, left, right, NOWHERE)


def inputs_of(*roots):
    """The inputs of some expressions, in order of appearance."""
    found = {}

    def walk(value):
        if isinstance(value, tree.Input):
            found.setdefault(value.name, tree.Parameter(value.name, value.shape))
        elif isinstance(value, tree.Expression):
            for field in value.__dataclass_fields__:
                walk(getattr(value, field))
        elif isinstance(value, tuple):
            for item in value:
                walk(item)

    for root in roots:
        walk(root)
    return tuple(found.values())


def program(result, *, name=None, indices=(), bindings=(), inputs=None, latex=""):
    parameters = inputs if inputs is not None else inputs_of(*(b.body for b in bindings), result)
    sizes = dict.fromkeys(name for p in parameters for dim in p.shape for name in dim.names)
    return tree.Program(
        name=name, inputs=parameters, sizes=tuple(sizes), bindings=tuple(bindings), indices=tuple(indices), result=result, latex=latex
    )


def compiled_source(made, vocabulary):
    """Both stages of the float road at once."""
    expression = lower(made)
    return expression, sources(made, expression, vocabulary)
