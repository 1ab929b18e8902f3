"""What compiling costs as formulas grow: linear in the length, never exponential; counted in calls, so that no clock decides."""

from __future__ import annotations

import sys

import pytest

from vault_tools.compiler.formula import compile_program
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import FormulaError, NothingToCompute, UnsupportedError
from vault_tools.handlers import builtin

VOCABULARY = Vocabulary.of(builtin())
SLACK = 1.4
"""What may come on top of linear growth; a quadratic part that mattered would double with the length."""


def calls(latex: str, context: tuple[str, ...] = ()) -> int:
    """Calls of Python functions from text to callable, or to the refusal."""
    count = 0

    def profiler(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(profiler)
    try:
        compile_program(latex, context=context, vocabulary=VOCABULARY)
    except (FormulaError, NothingToCompute):
        pass
    finally:
        sys.setprofile(None)
    return count


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """What is read once per process is read: the families, the functions' sources."""
    for latex in (r"a(x)", r"\text{softmax}(x)", r"\sum_i |x_i|"):
        calls(latex)


def rows(environment: str, *lines: str) -> str:
    return rf"\begin{{{environment}}}" + r"\\".join(lines) + rf"\end{{{environment}}}"


LONG = {
    "terms": lambda n: " + ".join(f"a_{{{k}}} x" for k in range(n)),
    "sums over an index": lambda n: " + ".join([r"\sum_j a_{ij} x_j"] * n),
    "factors": lambda n: r" \cdot ".join(["x"] * n),
    "sides of a chain": lambda n: " = ".join(["x + y"] * n),
    "bars": lambda n: "|a|b|c|" * n,
    "double bars": lambda n: r"\|x\| + ||y|| + " * n + "1",
    "functions of functions": lambda n: r"\log " * n + "x",
    "rows of a matrix": lambda n: rows("bmatrix", *["1 & x"] * n),
    "parts of a list": lambda n: rf"\text{{Concat}}({', '.join(f'h_{{{k}}}' for k in range(n))}) W",
    "alignment marks": lambda n: "&" * n + "x",
    "definitions": lambda n: rows("aligned", *(f"a_{{{k}}} &= a_{{{k - 1}}} + 1" for k in range(n, 0, -1))),
}


@pytest.mark.parametrize("kind", LONG)
def test_work_grows_linearly_with_the_length(kind):
    shorter, longer = (calls(LONG[kind](n)) for n in (40, 160))
    assert longer <= 4 * SLACK * shorter


def test_a_sum_of_a_thousand_terms_costs_a_hundred_times_one_of_ten():
    ten, thousand = (calls(" + ".join(["x y"] * n)) for n in (10, 1000))
    assert thousand <= 100 * SLACK * ten


def test_work_grows_linearly_with_the_formulas_around():
    fifty, two_hundred = (calls(r"\text{softmax}(QK^T)V", tuple(rf"Q_{{{k}}} = X W_{{{k}}}" for k in range(n))) for n in (50, 200))
    assert two_hundred <= 4 * SLACK * fifty


DEEP = {
    "fractions": (r"\frac{x}{1+", "x", "}"),
    "brackets that may be calls": ("f(x+", "x", ")"),
    "brackets that may be products": ("a(", "x+1", ")"),
    "square brackets": ("[a + ", "x", "]"),
    "bars": ("|a + ", "x", "|"),
    "runs of bars": ("||", "x", "||"),
    "scripts": ("x_{", "i", "}"),
    "powers": ("x^{2+", "2", "}"),
    "roots": (r"\sqrt{x+", "1", "}"),
    "exponentials": ("e^{-", "x", "}"),
    "sums in sums": (r"\sum_{i=1}^{3} i ", "x", ""),
    "functions": (r"\text{softmax}(", "X W", ")"),
    "maxima": (r"\max(x, ", "1", ")"),
    "frames": (r"\boxed{", "x", "}"),
    "magnitudes in maxima": (r"\max(\left|", "x", r"\right|)"),
    "transposes": ("(A", "", " B)^T"),
}


@pytest.mark.parametrize("kind", DEEP)
def test_work_does_not_explode_with_the_depth(kind):
    """Twice as deep: at most four times the work, and at the cap of the grammar still a refusal."""
    opening, inside, closing = DEEP[kind]
    shallow, deep = (calls(opening * depth + inside + closing * depth) for depth in (15, 30))
    assert deep <= 4 * shallow
    assert calls(opening * 60 + inside + closing * 60) <= 16 * shallow


MANY = 500
NESTED = {
    "round brackets": ("(1 + ", "a", ")"),
    "brackets that grow": (r"\left[", "a", r"\right]"),
    "braces": ("{", "a", "}"),
    "bars": ("|1 + ", "a", "|"),
    "norms": (r"\lVert ", "a", r" \rVert"),
    "exponents": ("a^{", "a", "}"),
    "subscripts": ("a_{", "a", "}"),
    "fractions": (r"\frac{1}{1 + ", "a", "}"),
    "roots": (r"\sqrt{", "a", "}"),
    "sums": (r"\sum_{i=1}^{n} ", "x_i", ""),
    "signs": ("-", "a", ""),
    "functions with brackets": (r"\exp(", "a", ")"),
    "functions without brackets": (r"\log ", "a", ""),
    "accents": (r"\hat{", "a", "}"),
    "braces below": (r"\underbrace{", "a + 1", "}_{b}"),
    "matrices": (r"\begin{bmatrix}", "a", r"\end{bmatrix}"),
    "cases": (r"\begin{cases} 1 & x > 0 \\ ", "a & x < 0", r"\end{cases}"),
    "transposes": ("(", "A", r")^\top"),
    "primes": ("", "a", "'"),
    "factorials": ("", "n", "!"),
    "percent signs": ("", "5", r"\%"),
    "slashes": ("a / ", "a", ""),
    "dots": (r"a \cdot ", "a", ""),
    "entrywise products": (r"A \odot ", "A", ""),
    "matrices side by side": ("A ", "A", ""),
    "terms": ("a + ", "a", ""),
    "equalities": ("a + 1 = ", "a", ""),
}


@pytest.mark.parametrize("name", NESTED)
def test_five_hundred_of_anything_are_computed_or_refused(name):
    before, inside, behind = NESTED[name]
    assert calls("y = " + before * MANY + inside + behind * MANY) < 10**6


def test_five_hundred_rows_of_cases_are_refused():
    branches = rows("cases", *(f"{k} & x > {k}" for k in range(MANY)))
    with pytest.raises(UnsupportedError, match="too long"):
        compile_program("f(x) = " + branches, vocabulary=VOCABULARY)


TWICE = {
    "a function in itself": r"f(x) = x + x + 1,\ g(x) = f(f(f(f(x)))),\ h(x) = g(g(g(g(x)))),\ y = h(h(h(h(z))))",
    "functions of functions": r"f_0(x) = x x,\ "
    + "".join(rf"f_{{{k}}}(x) = f_{{{k - 1}}}(x) f_{{{k - 1}}}(x),\ " for k in range(1, 30))
    + "y = f_{29}(z)",
}


@pytest.mark.parametrize("name", TWICE)
def test_arguments_that_are_put_in_twice_at_each_step_are_refused(name):
    """Read at once, but written out longer than anything: 2^64 terms."""
    assert calls(TWICE[name]) < 3 * 10**6


def test_a_function_in_itself_is_computed():
    formula = compile_program(r"y = f(f(f(f(z)))),\ f(x) = x + x + 1", vocabulary=VOCABULARY, target="y")
    assert formula(z=1) == 31


def layer(k: int) -> str:
    return rf"X_{{{k}}} = \text{{softmax}}(X_{{{k - 1}}} X_{{{k - 1}}}^\top) X_{{{k - 1}}}"


@pytest.mark.parametrize("count", [42, MANY])
def test_more_definitions_than_are_followed_are_refused_with_what_to_do(count):
    with pytest.raises(UnsupportedError, match="too long") as refusal:
        compile_program(layer(count), context=tuple(map(layer, range(1, count))), vocabulary=VOCABULARY)
    assert refusal.value.hint is not None


def test_what_is_given_ends_a_chain_of_definitions():
    start = r"X_{40} = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}"
    context = (*map(layer, range(1, 40)), start, *map(layer, range(41, 50)))
    assert set(compile_program(layer(50), context=context, vocabulary=VOCABULARY).inputs) == {"X_40"}


def test_a_hundred_slashes_are_computed():
    assert compile_program("y = " + "a / " * 100 + "b", vocabulary=VOCABULARY)(a=1.0, b=2.0) == 0.5
