r"""Cases in one line: a condition behind a value belongs to it; remarks about ranges and signs are left alone."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ....dump import resolved, show

MASK = "[i<m,j<n] where((#j > #i): -inf; else 0)"
CASES = [
    ("in brackets", r"M_{ij} = -\infty\,(j>i)", MASK),
    ("behind a wide space", r"M_{ij} = -\infty \quad (j > i)", MASK),
    ("behind a comma", r"M_{ij} = -\infty,\ j > i", MASK),
    ("behind if", r"M_{ij} = -\infty \text{ if } j > i", MASK),
    ("behind for", r"M_{ij} = -\infty \text{ for } j > i", MASK),
    ("with what holds otherwise", r"M_{ij} = -\infty\;(j>i),\; 0\;\text{otherwise}", MASK),
    ("else before a value", r"M_{ij} = 0 \text{ if } i \ge j \text{ else } -\infty", "[i<n,j<m] where((#i >= #j): 0; else -inf)"),
    ("two values", r"M_{ij} = 0\ (i\ge j),\ -\infty\ (i<j)", "[i<n,j<m] where((#i >= #j): 0; (#i < #j): -inf; else nothing)"),
    (
        "the left side again",
        r"M_{ij} = 0\ (i\ge j),\quad M_{ij} = -\infty\ (i<j)",
        "[i<n,j<m] where((#i >= #j): 0; (#i < #j): -inf; else nothing)",
    ),
    ("of a parameter", r"f(x) = x \text{ if } x > 0 \text{ and } -x \text{ otherwise}", "where((x > 0): x; else -x)"),
    (
        "two conditions",
        r"y_i = 1 \text{ if } x_i > 0 \text{ and } x_i < 3, \text{ else } 0",
        "[i<n] where((x[i] > 0) and (x[i] < 3): 1; else 0)",
    ),
    (
        "computed values of one left side",
        r"w_{nm} = \gamma^{n-m} x_n y_m \quad \text{for } m \leq n, \qquad w_{nm} = 0 \quad \text{for } m > n",
        "[n<n,m<m] where((#m <= #n): (gamma**(#n + -#m) * x[n] * y[m]); (#m > #n): 0; else nothing)",
    ),
    (
        "of a parameter, again",
        r"f(x) = x \text{ for } x > 0, \quad f(x) = 0 \text{ for } x \le 0",
        "where((x > 0): x; (x <= 0): 0; else nothing)",
    ),
    ("used by another statement", r"A = S + M,\ M_{ij} = -\infty\,(j>i)", "M[i<n,j<d] = where((#j > #i): -inf; else 0)\n(S + M)"),
]


@pytest.mark.parametrize(("why", "latex", "meaning"), CASES, ids=[row[0] for row in CASES])
def test_a_condition_behind_a_value(why, latex, meaning):
    assert show(resolved(latex)) == meaning


REMARKS = [
    ("the same function of something else", r"P(X=1) = 0.5 \cdot 0.5 = 0.25, \quad P(X=2) = 0.8", "(0.5 * 0.5)"),
    ("a symbol with the letter below", r"n_h = 64, d_h = 128", "64"),
    ("a chain", r"P(A \cap B) = 0.5 \cdot 0.5 = 0.25, \quad A = 1 - 0.2 = 0.8", "(0.5 * 0.5)"),
    ("a sign below is no list of letters", r"p_{\oplus} = 9,\ p_{\ominus} = 5", "9"),
    ("what is said of another letter", r"T = 50, \quad n > 0", "50"),
    ("where a formula holds", r"y = \log x \text{ for } x > 0", "log(x)"),
    ("an assumption", r"y = 2x \text{ where } x > 0", "(2 * x)"),
    ("what is said once", r"f(x) = 2x \text{ for } x > 0, \quad g(x) = 0 \text{ for } x \le 0", "(2 * x)"),
    ("entries that count", r"a_{ij} = \frac{e_{ij}}{2}, \quad i \neq j", "[i<n,j<d] (e[i,j] / 2)"),
]


@pytest.mark.parametrize(("why", "latex", "meaning"), REMARKS, ids=[row[0] for row in REMARKS])
def test_left_alone(why, latex, meaning):
    assert show(resolved(latex)) == meaning


@pytest.mark.parametrize("latex", [r"M_{ij} = 0\ (i\ge j)", r"f(x) = x^2 \text{ if } x > 0"])
def test_half_of_a_definition_is_refused(latex):
    with pytest.raises(UnsupportedError, match="otherwise"):
        resolved(latex)
