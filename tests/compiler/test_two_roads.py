"""Property: whatever tree one can build, the generated NumPy source and the evaluation entry by entry give the same numbers."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from vault_tools.compiler import tree
from vault_tools.compiler.runtime import load, run
from vault_tools.compiler.tree import Binding, Parameter
from vault_tools.verify.exact.evaluation import evaluate

from .trees import (
    BUILD,
    NOWHERE,
    VOCABULARY,
    add,
    array,
    at,
    call,
    compare,
    compiled_source,
    dims,
    div,
    exp,
    index,
    local,
    matmul,
    mul,
    neg,
    num,
    power,
    program,
    softmax,
    t,
    total,
    value_of,
)  # fmt: skip

SIZES = {"n": 3, "m": 4, "d": 2}
FREE = (index("i", "n"), index("j", "m"), index("l", "n"), index("c", "d", 0))
ANY_RANK = ("leaf", "element", "add", "multiply", "divide", "negate", "tanh", "power", "cases", "sum", "masked_sum", "reduce")
BY_RANK = {
    0: (*ANY_RANK, "dot", "ratio", "log_sum", "index_value", "length"),
    1: (*ANY_RANK, "matrix_vector", "vector_matrix", "softmax", "table", "steps"),
    2: (*ANY_RANK, "matrix_product", "transpose", "softmax", "outer", "table", "steps"),
}


class Grower:
    """Grows random trees of a wanted shape, whose free indices are among the given ones."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0
        self.defined = {}

    def tree(self, shape, free, depth):
        kinds = BY_RANK[len(shape)] if depth > 0 else ("leaf",)
        return getattr(self, self.random.choice(kinds))(shape, free, depth - 1)

    def size(self):
        return self.random.choice(list(SIZES))

    def bound(self, size=None):
        self.count += 1
        return index(f"p{self.count}", size or self.size(), self.random.choice([0, 1]))

    def named(self, shape):
        return array("A" + "".join(shape) + self.random.choice(["", "2"]), *shape)

    # ------------------------------------------------------------ any rank

    def leaf(self, shape, free, _depth):
        return self.defined_leaf(shape, free) or self.given_leaf(shape, free)

    def defined_leaf(self, shape, free):
        """A definition of this shape behind axes for which indices are free; None where there is none."""
        for name, sizes in self.defined.items():
            lead = sizes[: len(sizes) - len(shape)]
            chosen = [next((i for i in free if str(i.size) == size), None) for size in lead]
            if sizes[len(lead) :] == shape and None not in chosen and self.random.random() < 0.5:
                return at(local(name, *sizes), *chosen)
        return None

    def define(self, name, depth):
        """A definition with an index of its own."""
        i = self.bound()
        shape = (self.size(),) if self.random.random() < 0.6 else ()
        body = self.tree(shape, [i], depth)
        self.defined[name] = (str(i.size), *shape)
        return Binding(name, (i,), body)

    def given_leaf(self, shape, free):
        lead = [i for i in free if self.random.random() < 0.6]
        self.random.shuffle(lead)
        lead = lead[: 4 - len(shape)]
        return at(self.named((*(str(i.size) for i in lead), *shape)), *lead)

    def element(self, shape, free, depth):
        if not free or len(shape) > 1:
            return self.tree(shape, free, depth)
        chosen = self.random.choice(free)
        return at(self.tree((str(chosen.size), *shape), free, depth), chosen)

    def add(self, shape, free, depth):
        return add(self.tree(shape, free, depth), self.tree(self.random.choice([shape, ()]), free, depth))

    def multiply(self, shape, free, depth):
        return mul(self.tree(shape, free, depth), self.tree(self.random.choice([shape, shape[1:]]), free, depth))

    def divide(self, shape, free, depth):
        return div(self.tree(shape, free, depth), add(num(2), call("abs", self.tree((), free, depth))))

    def negate(self, shape, free, depth):
        return neg(self.tree(shape, free, depth))

    def tanh(self, shape, free, depth):
        return call("tanh", self.tree(shape, free, depth))

    def power(self, shape, free, depth):
        return power(add(num(1), call("abs", self.tree(shape, free, depth))), self.random.choice([2, -1, -2, 0.5, -0.5]))

    def cases(self, shape, free, depth):
        condition = compare(self.random.choice(["<", ">="]), self.number(free, depth), self.number(free, depth))
        return BUILD.where([(condition, self.tree(shape, free, depth))], self.tree(shape, free, depth), NOWHERE)

    def number(self, free, depth):
        return value_of(self.random.choice(free)) if free and self.random.random() < 0.6 else self.tree((), free, min(depth, 1))

    def sum(self, shape, free, depth):
        p = self.bound()
        inside = [*free, p]
        return total(p, mul(self.tree(shape, inside, depth), self.tree(self.random.choice([(), shape]), inside, depth - 1)))

    def masked_sum(self, shape, free, depth):
        p = self.bound()
        where = compare(self.random.choice(["<=", "!="]), value_of(p), self.number(free, depth))
        return total(p, mul(self.tree(shape, [*free, p], depth), self.tree((), [*free, p], depth - 1)), where=where)

    def reduce(self, shape, free, depth):
        p = self.bound()
        return total(p, self.tree(shape, [*free, p], depth), operator=self.random.choice(["max", "min", "mean"]))

    # ------------------------------------------------------------ scalars

    def dot(self, _shape, free, depth):
        size = self.size()
        return matmul(self.tree((size,), free, depth), self.tree((size,), free, depth))

    def length(self, _shape, free, depth):
        return call("norm", self.tree((self.size(),), free, depth), axis=-1, shape=())

    def index_value(self, shape, free, depth):
        return value_of(self.random.choice(free)) if free else self.tree(shape, free, depth)

    def log_sum(self, _shape, free, depth):
        p = self.bound()
        return call("log", total(p, exp(self.tree((), [*free, p], depth))))

    def ratio(self, _shape, free, depth):
        """exp(f_j) / sum_k exp(f_k), with the bound letter put in for a free one."""
        p = self.bound()
        body = self.tree((), [*free, p], depth)
        same = [i for i in free if i.size == p.size]
        top = renamed(body, p, self.random.choice(same)) if same else self.tree((), free, depth)
        return div(exp(top), total(p, exp(body)))

    # ------------------------------------------------------------ vectors and matrices

    def matrix_vector(self, shape, free, depth):
        size = self.size()
        return matmul(self.tree((*shape, size), free, depth), self.tree((size,), free, depth))

    def vector_matrix(self, shape, free, depth):
        size = self.size()
        return matmul(self.tree((size,), free, depth), self.tree((size, *shape), free, depth))

    def matrix_product(self, shape, free, depth):
        size = self.size()
        return matmul(self.tree((shape[0], size), free, depth), self.tree((size, shape[1]), free, depth))

    def transpose(self, shape, free, depth):
        return t(self.tree(shape[::-1], free, depth))

    def softmax(self, shape, free, depth):
        return softmax(self.tree(shape, free, depth), axis=self.random.choice([-1, -len(shape)]))

    def outer(self, shape, free, depth):
        return BUILD.outer(self.tree(shape[:1], free, depth), self.tree(shape[1:], free, depth), NOWHERE)

    def table(self, shape, free, depth):
        p = self.bound(shape[0])
        return BUILD.tabulate([p], self.tree(shape[1:], [*free, p], depth), NOWHERE)

    def steps(self, shape, _free, depth):
        """Two quantities, each of which looks at the other: the first at the step before, the second at this one, too."""
        p = self.bound(shape[0])
        first, second = (BUILD.state(p, k, dims(*shape[1:]), name, NOWHERE, back) for k, name, back in ((0, "f", 0), (1, "g", 1)))
        start = self.random.choice([None, tree.Full(value=Fraction(2), shape=dims(*shape[1:])) if shape[1:] else num(2)])
        f = add(self.tree(shape[1:], [p], depth), call("tanh", second) if start is not None else num(1))
        g = mul(first, self.tree((), [p], depth))
        return BUILD.recur(p, [("f", None, f), ("g", start, g)], self.random.choice([0, 1]), NOWHERE)


def renamed(node, old, new):
    """A tree with one index for another."""
    if isinstance(node, tree.Index):
        return new if node == old else node
    if isinstance(node, tuple):
        return tuple(renamed(item, old, new) for item in node)
    if not isinstance(node, tree.Expression):
        return node
    names = tuple(dict.fromkeys(new.name if name == old.name else name for name in node.indices))
    fields = {
        f.name: renamed(getattr(node, f.name), old, new) for f in dataclasses.fields(node) if f.name not in ("span", "shape", "indices")
    }
    return dataclasses.replace(node, indices=names, **fields)


def example(seed):
    """A random program, and inputs for it; an input of each size is among them."""
    random = Random(seed)
    free = random.sample(FREE, random.choice([0, 1, 2, 2]))
    shape = tuple(random.choice(list(SIZES)) for _ in range(random.choice([0, 0, 1, 2])))
    grower = Grower(random)
    bindings = [grower.define(name, 2) for name in ("D", "E")[: random.choice([0, 0, 1, 2])]]
    made = program(grower.tree(shape, free, random.choice([2, 3, 4])), indices=free, bindings=bindings)
    present = {name for p in made.inputs for dim in p.shape for name in dim.names}
    spare = tuple(Parameter(f"size_of_{name}", dims(name)) for name in SIZES if name not in present)
    made = dataclasses.replace(made, inputs=made.inputs + spare)
    numbers = np.random.RandomState(seed)
    return made, {p.name: np.round(numbers.uniform(-1, 1, [dim.value(SIZES) for dim in p.shape]), 3)[()] for p in made.inputs}


@pytest.mark.parametrize("seed", range(200))
def test_both_roads_agree(seed):
    made, inputs = example(seed)
    _, source = compiled_source(made, VOCABULARY)
    got = run(load(source.text, source.name), inputs)
    lists = {name: np.asarray(value).tolist() for name, value in inputs.items()}
    exact = np.array(evaluate(made, lists, SIZES, VOCABULARY, digits=30), dtype=object).astype(float)
    assert np.shape(got) == exact.shape
    np.testing.assert_allclose(got, exact, rtol=1e-7, atol=1e-10)
    steps = run(load(source.traced, source.name), inputs)
    np.testing.assert_array_equal(steps["output"], got)
