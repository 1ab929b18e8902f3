"""Generated source: readable, complete, stable; and right, against NumPy written by hand."""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.compiler import tree
from vault_tools.compiler.lower import lower
from vault_tools.compiler.runtime import load, run
from vault_tools.compiler.source import checked, emit, plain_text
from vault_tools.compiler.tree import Binding, Dim, Parameter
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import HandlerError, UnsupportedError
from vault_tools.handler import Function

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
    e_to,
    exp,
    index,
    local,
    matmul,
    mul,
    neg,
    num,
    position,
    power,
    program,
    size,
    softmax,
    sqrt,
    t,
    total,
    value_of,
)  # fmt: skip

Q, K, V = array("Q", "n", "d_k"), array("K", "m", "d_k"), array("V", "m", "d_v")
S, T, M = array("S", "n", "n"), array("T", "h", "n", "d"), array("A", "n", "m")
a, b, x, y = array("a"), array("b"), array("x", "n"), array("y", "n")
i, j, k, l = index("i", "n"), index("j", "m"), index("k", "m"), index("l", "n")  # noqa: E741
FROM_TWO = index("i", Dim.of("n") - Dim.of(1), 2)
PLACE, SHIFT = index("i", Dim.of("n") - Dim.of("w") + Dim.of(1), 0), index("s", "w", 0)
e, h, q = array("e", "n", "m"), array("h", "m", "d"), array("q", "n", "d")
SIZES = {"n": 3, "m": 4, "d": 2, "d_k": 5, "d_v": 2, "h": 2, "p": 6, "r": 7, "w": 2}


def np_softmax(scores):
    weights = np.exp(scores)
    return weights / weights.sum(axis=-1, keepdims=True)


def body(result, **how):
    """The lines of the function without its signature and docstring."""
    _, source = compiled_source(program(result, **how), VOCABULARY)
    function = ast.parse(source.text).body[-1]
    statements = function.body[1:] if ast.get_docstring(function) else function.body
    return [ast.unparse(statement) for statement in statements]


def given(parameters):
    random = np.random.RandomState(7)
    return {p.name: np.round(random.uniform(-1, 1, [dim.value(SIZES) for dim in p.shape]), 3)[()] for p in parameters}


def value(result, **how):
    """The value of a program on its example, and the example."""
    made = program(result, **how)
    _, source = compiled_source(made, VOCABULARY)
    inputs = given(made.inputs)
    return run(load(source.text, source.name), inputs), inputs


ATTENTION = matmul(softmax(div(matmul(Q, t(K)), sqrt(size("d_k")))), V)
WEIGHTS = div(exp(at(e, i, j)), total(k, exp(at(e, i, k))))
ADDITIVE = matmul(
    array("v", "r"), call("tanh", add(matmul(array("W", "r", "p"), at(array("s", "n", "p"), i)), matmul(array("U", "r", "d"), at(h, j))))
)


# ---------------------------------------------------------------- how it reads


@pytest.mark.parametrize(
    ("result", "indices", "lines"),
    [
        pytest.param(
            ATTENTION,
            (),
            [
                "d_k = Q.shape[-1]",
                "scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d_k)",
                "weights = softmax(scores)",
                "return weights @ V",
            ],
            id="steps are named after their role",
        ),
        pytest.param(WEIGHTS, (i, j), ["return softmax(e)"], id="a ratio of exponentials is a softmax"),
        pytest.param(
            total(j, mul(WEIGHTS, at(h, j))),
            (i,),
            ["weights = softmax(e)", "return weights @ h"],
            id="a sum of products is a matrix product",
        ),
        pytest.param(
            ADDITIVE,
            (i, j),
            ["return np.tanh((s @ np.swapaxes(W, -1, -2))[:, None] + h @ np.swapaxes(U, -1, -2)) @ v"],
            id="free indices broadcast",
        ),
        pytest.param(matmul(at(q, i), at(h, j)), (i, j), ["return q @ np.swapaxes(h, -1, -2)"], id="inner products"),
        pytest.param(
            matmul(at(q, i), at(h, j)), (j, i), ["return h @ np.swapaxes(q, -1, -2)"], id="axes in the order of the left-hand side"
        ),
        pytest.param(
            total(l, mul(at(S, i, l), at(x, l)), where=compare("<=", value_of(l), value_of(i))),
            (i,),
            ["n = S.shape[-2]", "positions = np.arange(1.0, n + 1)", "return np.where(positions <= positions[:, None], S, 0) @ x"],
            id="conditions are masks",
        ),
        pytest.param(
            total(j, mul(at(array("B", "n", "m", "d"), i, j), at(M, i, j))),
            (i,),
            ["return np.einsum('ija,ij->ia', B, A)"],
            id="einsum where no matrix product does it",
        ),
        pytest.param(
            add(power(a, 2), mul(num(2), power(a, 2))), (), ["power = a ** 2", "return power + 2 * power"], id="common parts once"
        ),
        pytest.param(add(x, neg(y)), (), ["return x - y"], id="a negative term is a subtraction"),
        pytest.param(mul(x, neg(matmul(S, x))), (), ["return x * (-S @ x)"], id="a sign before a product"),
        pytest.param(mul(neg(matmul(S, x)), x), (), ["return -S @ x * x"], id="a sign before the first product"),
        pytest.param(power(x, -2), (), ["return 1 / x ** 2"], id="a negative power is a division"),
        pytest.param(mul(num(Fraction("0.044715")), x), (), ["return 0.044715 * x"], id="decimals as written"),
        pytest.param(mul(num(Fraction(1, 3)), x), (), ["return 1 / 3 * x"], id="fractions exactly"),
        pytest.param(
            matmul(tree.MatrixPower(base=S, exponent=Fraction(-1), shape=S.shape), x), (), ["return np.linalg.solve(S, x)"], id="solve"
        ),
        pytest.param(call("log", total(l, exp(at(x, l)))), (), ["return logsumexp(x)"], id="log-sum-exp"),
        pytest.param(call("log", softmax(x)), (), ["return log_softmax(x)"], id="log-softmax"),
        pytest.param(call("log", add(num(1), exp(x))), (), ["return np.logaddexp(0, x)"], id="softplus"),
        pytest.param(div(exp(x), add(num(1), exp(x))), (), ["return 1 / (1 + np.exp(-x))"], id="logistic function"),
        pytest.param(
            div(total(j, mul(exp(at(e, i, j)), at(h, j))), total(k, exp(at(e, i, k)))),
            (i,),
            ["weights = softmax(e)", "return weights @ h"],
            id="an average with exponential weights",
        ),
        pytest.param(
            div(total(j, mul(exp(at(M, i, j)), at(e, i, j))), total(k, exp(at(M, i, k)))),
            (i,),
            ["weights = softmax(A)", "return np.sum(weights * e, axis=-1)"],
            id="the same entry by entry",
        ),
        pytest.param(
            div(exp(at(e, i, j)), add(num(1), total(k, exp(at(e, i, k))))),
            (i, j),
            ["return np.exp(e - np.logaddexp(0, logsumexp(e))[:, None])"],
            id="one more entry in the denominator",
        ),
        pytest.param(
            div(exp(at(e, i, j)), total(k, exp(at(e, i, k)), where=compare("<=", value_of(k), value_of(i)))),
            (i, j),
            [
                "m = e.shape[-1]",
                "n = e.shape[-2]",
                "k = np.arange(1.0, m + 1)",
                "i = np.arange(1.0, n + 1)",
                "return np.exp(e - logsumexp(np.where(k <= i[:, None], e, -np.inf))[:, None])",
            ],
            id="a condition in the denominator only",
        ),
        pytest.param(at(x, position(FROM_TWO, 1)), (FROM_TWO,), ["return x[1:]"], id="a shifted index is a slice"),
        pytest.param(at(x, num(0)), (), ["return x[0]"], id="a fixed position"),
    ],
)
def test_the_lines_of_the_function(result, indices, lines):
    assert body(result, indices=indices) == lines


def test_heads_are_one_stacked_array_without_loops():
    heads = index("i", "h")
    head = Binding("head", (heads,), matmul(softmax(matmul(matmul(Q, at(array("W", "h", "d_k", "d_k"), heads)), t(K))), V))
    joined = BUILD.concat_over(heads, at(local("head", "h", "n", "d_v"), heads), -1, NOWHERE)
    assert body(joined, bindings=[head]) == [
        "scores = Q @ W @ np.swapaxes(K, -1, -2)",
        "weights = softmax(scores)",
        "head = weights @ V",
        "return np.concatenate(head, axis=-1)",
    ]


def test_helpers_are_pasted_once_and_before_the_function():
    twice = add(softmax(Q), softmax(t(t(Q))), softmax(neg(Q)))
    text = compiled_source(program(twice), VOCABULARY)[1].text
    assert text.startswith("import numpy as np\n")
    assert text.count("def softmax(") == 1
    assert "noqa" not in text
    assert "type: ignore" not in text


def test_defaults_of_the_note_stand_in_the_signature():
    A = tree.Stack(items=(num(1), num(2)), shape=dims(2))
    inputs = (Parameter("x", dims(2), default=A), Parameter("y", dims(2)))
    text = compiled_source(program(add(array("x", 2), array("y", 2)), inputs=inputs), VOCABULARY)[1].text
    assert "def formula(y, x=np.array([1.0, 2.0])):" in text


def test_a_long_sum_is_broken_into_lines_that_mean_the_same():
    names = [f"term_number_{n}" for n in range(40)]
    made = program(add(*map(array, names)))
    _, source = compiled_source(made, VOCABULARY)
    assert max(map(len, source.text.split("\n"))) < 140
    assert run(load(source.text), dict.fromkeys(names, 1.0)) == 40


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (total(i, power(value_of(i), 40)), sum(n**40 for n in range(1, 31))),
        (total(i, power(num(2), value_of(i))), 2**31 - 2),
        (total(i, value_of(i), operator="product"), 265252859812191058636308480000000),
    ],
    ids=["powers", "exponents", "factorial"],
)
def test_whole_numbers_do_not_wrap_around(result, expected):
    _, source = compiled_source(program(result, inputs=(Parameter("n", ()),)), VOCABULARY)
    assert run(load(source.text), {"n": 30}) == pytest.approx(expected, rel=1e-14)


LONG_INTEGERS = [
    (r"\log_2(2^{100})", 100.0, True),
    (r"\sqrt{10^{30}}", 1e15, True),
    (r"\max(10^{25}, 1)", 1e25, True),
    (r"\mathrm{ReLU}(-10^{25})", 0.0, True),
    (r"\exp(-12345678901234567890123)", 0.0, True),
    (r"\mathrm{softmax}([3 \cdot 10^{20} + 1, 1])", [1.0, 0.0], True),
    (r"\sqrt{2^{10}}", 32.0, False),
    (r"(10^{16} + 1) - 10^{16}", 1.0, False),
    (r"(10^{20} + 1) - 10^{20}", 1.0, False),
]


@pytest.mark.parametrize(("latex", "expected", "as_float"), LONG_INTEGERS, ids=[row[0] for row in LONG_INTEGERS])
def test_whole_numbers_that_numpy_cannot_hold_go_into_functions_as_floats(latex, expected, as_float):
    formula = compile_formula(latex)
    assert np.array_equal(formula(), expected)
    assert ("np.float64(" in formula.source) == as_float


@pytest.mark.parametrize("terms", [10, 100, 1000])
def test_many_terms(terms):
    names = [f"a{n}" for n in range(terms)]
    _, source = compiled_source(program(add(*(power(array(name), 2) for name in names))), VOCABULARY)
    assert run(load(source.text), dict.fromkeys(names, 2.0)) == 4 * terms


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (div(exp(x), total(l, exp(at(x, l)))), [1.0, 0.0, 0.0]),
        (call("log", total(l, exp(at(x, l)))), 2000.0),
        (call("log", softmax(x)), [0.0, -1000.0, -4000.0]),
        (div(exp(x), add(num(1), exp(x))), [1.0, 1.0, 0.0]),
        (call("log", add(num(1), exp(x))), [2000.0, 1000.0, 0.0]),
    ],
    ids=["softmax", "log-sum-exp", "log-softmax", "logistic", "softplus"],
)
def test_large_numbers_do_not_overflow(result, expected):
    _, source = compiled_source(program(result), VOCABULARY)
    np.testing.assert_allclose(run(load(source.text), {"x": np.array([2000.0, 1000.0, -2000.0])}), expected)


# ---------------------------------------------------------------- what may not get in


@pytest.mark.parametrize("name", ["", "1a", "a b", "a.b", "lambda", "__import__", "np", "ａ", "x" * 65, "a\n", "match"])
def test_a_name_that_is_no_plain_identifier_is_refused(name):
    with pytest.raises(ValueError, match="no name"):
        checked(name)


def test_bad_names_do_not_reach_the_source():
    with pytest.raises(ValueError, match="no name"):
        compiled_source(program(array("x):\n    import os")), VOCABULARY)


PAYLOADS = (
    "__import__('os').abort()", "x;abort()", "x\nabort()", "x)#", 'x"""', "exit", "open", "lambda: 0", "x.__class__", "ｅxit", "import",
)  # fmt: skip


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize(
    "build",
    [
        lambda name: program(array(name)),
        lambda name: program(add(array(name, "n"), x)),
        lambda name: program(matmul(array(name, "n", "n"), x)),
        lambda name: program(x, name=name),
        lambda name: program(add(size(name), a), inputs=(Parameter("y", dims(name)), Parameter("a", ()))),
        lambda name: program(add(value_of(index(name, "n")), at(x, index(name, "n"))), indices=[index(name, "n")]),
        lambda name: program(add(local(name, "n"), local(name, "n")), bindings=[Binding(name, (), add(x, y))]),
    ],
    ids=["number", "vector", "matrix", "left-hand side", "size", "index", "definition"],
)
def test_payloads_as_names_are_refused_or_harmless(build, payload):
    try:
        text = compiled_source(build(payload), VOCABULARY)[1].text
    except ValueError:
        return
    module = ast.parse(text)
    called = {ast.unparse(node.func) for node in ast.walk(module) if isinstance(node, ast.Call)}
    assert all(name.startswith("np.") for name in called)
    assert {type(node) for node in module.body} == {ast.Import, ast.FunctionDef}


def test_a_function_without_source_is_refused():
    words = Vocabulary.of([Function("twice", (), "()->()", eval("lambda x: 2 * x"))])
    node = tree.Call(function="twice", arguments=(x,), shape=x.shape)
    with pytest.raises(HandlerError, match="plain def"):
        compiled_source(program(node), words)


@pytest.mark.parametrize(
    ("latex", "lines"),
    [
        (r"s^2 = a + 1", ("def s_squared(a)",)),
        (r"s = a^2 + 1", ("def s(a)",)),
        (r"y = \sqrt{s^2 + b}, \quad s^2 = a + 1", ("s_squared = a + 1", "np.sqrt(s_squared + b)")),
    ],
)
def test_what_is_squared_is_called_so(latex, lines):
    source = compile_formula(latex).source
    assert all(line in source for line in lines)


def test_a_definition_that_nothing_needs_is_no_step():
    p = Binding("p", (), softmax(x))
    assert body(call("log", local("p", "n")), bindings=[p]) == ["return log_softmax(x)"]


@pytest.mark.parametrize(
    "latex",
    [
        '"""; import os; os.abort(); r"""',
        "a\\",
        "a\\\\",
        'a"',
        "a\r\nimport os\r\n",
        "a\u2028import os",
        "a\x00\x0cb",
        "\u202egnp.exe",
        '\\"""',
    ],
)
def test_the_formula_in_the_docstring_cannot_end_it(latex):
    made = replace(program(add(x, y), name="f"), latex=latex)
    module = ast.parse(emit(made, lower(made), VOCABULARY))
    assert [type(node) for node in module.body] == [ast.Import, ast.FunctionDef]
    assert len(module.body[1].body) == 2
    assert plain_text(latex).replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("shapes", "lines"),
    [
        ({"x": ["c"]}, ["c = x.shape[-1]"]),
        ({"x": [Dim.of("c") * Dim.of(2)]}, ["c = x.shape[-1] // 2"]),
        ({"x": [Dim.of("c") + Dim.of(1)]}, ["c = x.shape[-1] - 1"]),
        ({"x": [Dim.of("c") - Dim.of(1)]}, ["c = x.shape[-1] - (-1)"]),
        ({"x": [Dim.of("c") * Dim.of("h")], "y": ["h"]}, ["h = y.shape[-1]", "c = x.shape[-1] // h"]),
        ({"x": [Dim.of("c") + Dim.of("w") - Dim.of(1)], "y": ["w"]}, ["w = y.shape[-1]", "c = x.shape[-1] - (w - 1)"]),
    ],
)
def test_sizes_are_read_off_the_arrays(shapes, lines):
    sizes = {name: [dim if isinstance(dim, Dim) else Dim.of(dim) for dim in shape] for name, shape in shapes.items()}
    inputs = tuple(Parameter(name, tuple(shape)) for name, shape in sizes.items())
    assert body(size("c"), inputs=inputs)[:-1] == [ast.unparse(ast.parse(line)) for line in lines]


def test_a_size_that_no_array_has_is_refused():
    with pytest.raises(UnsupportedError, match="how large"):
        compiled_source(program(total(index("c", "C"), num(1)), inputs=()), VOCABULARY)


def test_a_size_that_is_an_input_is_used_as_it_is():
    inputs = (Parameter("C", ()),)
    _, source = compiled_source(program(total(index("c", "C"), value_of(index("c", "C"))), inputs=inputs), VOCABULARY)
    assert run(load(source.text), {"C": 5}) == 15


# ---------------------------------------------------------------- what it computes

TABLE = {
    "batch of matrices": (matmul(softmax(matmul(T, t(T))), T), (), lambda T: np_softmax(T @ T.swapaxes(1, 2)) @ T),
    "scalar on matrix": (add(mul(a, Q), num(1)), (), lambda a, Q: a * Q + 1),
    "vector on rows": (add(S, x), (), lambda S, x: S + x),
    "outer product": (BUILD.outer(x, y, NOWHERE), (), lambda x, y: np.outer(x, y)),
    "quadratic form": (matmul(x, matmul(S, x)), (), lambda x, S: x @ S @ x),
    "trace by index": (total(l, at(S, l, l)), (), lambda S: np.trace(S)),
    "shared batch": (total(j, mul(at(M, i, j), at(array("B", "n", "m", "d"), i, j))), (i,), lambda A, B: np.einsum("ij,ijd->id", A, B)),
    "three factors": (
        total(j, mul(at(M, i, j), at(array("w", "m"), j), at(h, j))),
        (i,),
        lambda A, w, h: (A * w) @ h,
    ),
    "double sum": (total(i, total(j, mul(at(x, i), at(M, i, j)))), (), lambda x, A: (x[:, None] * A).sum()),
    "sum of a constant": (total(l, at(x, i)), (i,), lambda x: 3 * x),
    "product over an index": (total(l, at(x, l), operator="product"), (), lambda x: np.prod(x)),
    "mean": (total(l, at(x, l), operator="mean"), (), lambda x: np.mean(x)),
    "largest": (total(j, at(M, i, j), operator="max"), (i,), lambda A: A.max(axis=1)),
    "place of the largest": (total(j, at(M, i, j), operator="argmax"), (i,), lambda A: A.argmax(axis=1)),
    "largest under a condition": (
        total(l, at(x, l), where=compare("<", value_of(l), num(3)), operator="max"),
        (),
        lambda x: x[:2].max(),
    ),
    "mean under a condition": (
        total(l, at(x, l), where=compare("<=", value_of(l), value_of(i)), operator="mean"),
        (i,),
        lambda x: np.cumsum(x) / np.arange(1, 4),
    ),
    "index as number": (
        mul(call("abs", add(value_of(i), neg(value_of(l)))), at(S, i, l)),
        (i, l),
        lambda S: np.abs(np.subtract.outer(np.arange(3), np.arange(3))) * S,
    ),
    "cases": (
        BUILD.where([(compare("<", x, num(0)), mul(a, x))], x, NOWHERE),
        (),
        lambda x, a: np.where(x < 0, a * x, x),
    ),
    "neither first nor second case": (
        BUILD.where([(compare("<", x, num(-5)), num(1)), (compare(">", x, num(5)), num(2))], None, NOWHERE),
        (),
        lambda x: np.full(3, np.nan),
    ),
    "logic": (
        BUILD.where([(BUILD.logic("and", [compare("<", x, num(0)), compare(">", y, num(0))], NOWHERE), num(1))], num(0), NOWHERE),
        (),
        lambda x, y: ((x < 0) & (y > 0)) * 1.0,
    ),
    "truth values add up": (total(l, compare("<", at(x, l), num(0))), (), lambda x: (x < 0).sum()),
    "matrix of numbers": (
        matmul(BUILD.stack([BUILD.stack([num(1), num(2)], NOWHERE), BUILD.stack([num(3), num(4)], NOWHERE)], NOWHERE), array("z", 2)),
        (),
        lambda z: np.array([[1, 2], [3, 4]]) @ z,
    ),
    "vector of functions": (BUILD.stack([call("sin", a), call("cos", a)], NOWHERE), (), lambda a: np.array([np.sin(a), np.cos(a)])),
    "concatenated pair": (
        BUILD.concat([at(q, i), at(h, j)], -1, NOWHERE),
        (i, j),
        lambda q, h: np.array([[np.concatenate([u, w]) for w in h] for u in q]),
    ),
    "slice": (
        tree.Slice(array=x, axis=0, start=num(1), stop=size("n"), shape=(Dim.of("n") - Dim.of(1),)),
        (),
        lambda x: x[1:],
    ),
    "convolution": (
        total(SHIFT, mul(at(x, add(position(PLACE), position(SHIFT))), at(array("g", "w"), SHIFT))),
        (PLACE,),
        lambda x, g: np.convolve(x, g[::-1], "valid"),
    ),
    "e to the power": (e_to(neg(x)), (), lambda x: np.exp(-x)),
    "matrix norm of rows": (call("norm", q, axis=-1, shape=dims("n")), (), lambda q: np.linalg.norm(q, axis=1)),
    "softmax over a free index": (
        call("softmax", at(M, i, j), along=i, shape=()),
        (i, j),
        lambda A: np_softmax(A.T).T,
    ),
    "columns": (softmax(M, axis=-2), (), lambda A: np_softmax(A.T).T),
    "cosine similarity": (
        call("cosine_similarity", at(q, i), at(h, j), axis=-1, shape=()),
        (i, j),
        lambda q, h: (q @ h.T) / np.outer(np.linalg.norm(q, axis=1), np.linalg.norm(h, axis=1)),
    ),
    "square root of a matrix": (
        tree.MatrixPower(base=matmul(S, t(S)), exponent=Fraction(1, 2), shape=S.shape),
        (),
        lambda S: (lambda u, s: u @ np.diag(s) @ u.T)(*np.linalg.svd(S)[:2]),
    ),
}  # fmt: skip
"""Name -> (resolved expression, indices on the left, the same in NumPy)."""


@pytest.mark.parametrize("name", TABLE)
def test_the_value(name):
    result, indices, expected = TABLE[name]
    got, inputs = value(result, indices=indices)
    np.testing.assert_allclose(got, expected(**inputs), rtol=1e-12, atol=1e-13)
