"""Scripts that are shifted by a number are symbols of their own, unless the caller gives the array."""

from __future__ import annotations

import pytest

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.errors import FormulaError

from ...dump import meaning, resolved, show

SHIFTS = [
    (r"x_{t} + \gamma x_{t+1}", None, "(x_t + (gamma * x_t_plus_1))"),
    ("c^{<t-1>} + c^{<t>}", None, "(c_t_minus_1 + c_t)"),
    (r"H^{(l+1)} = \sigma(H^{(l)} W^{(l)})", None, "sigmoid((H_l @ W_l))"),
    ("y_i = x_{i} - x_{i-1}", {"x": (5,)}, "[i<n] (x[(i + 1)] + -x[i])"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), SHIFTS)
def test_shifts(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


FROM_ZERO = [
    (r"o_t = \sum_{i=0}^{t} a_{ti} v_i", "[t<n] sum(i<d if (#i <= #t): (a[t,i] * v[i]))", [0, 0]),
    (r"o_t = \sum_{i=1}^{t} a_{ti} v_i", "[t<n] sum(i<d if (#i <= #t): (a[t,i] * v[i]))", [1, 1]),
    (r"o_t = \sum_{0 \le i < t} a_{ti} v_i", "[t<n] sum(i<d if (#i < #t): (a[t,i] * v[i]))", [0, 0]),
    (r"o_t = \sum_{i=0}^{t-1} a_{ti} v_i", "[t<n] sum(i<d if (#i <= (#t + -1)): (a[t,i] * v[i]))", [0, 0]),
    (r"o_t = \sum_{i=0, i \neq t}^{T-1} a_{ti} v_i", "[t<n] sum(i<T if (#i != #t): (a[t,i] * v[i]))", [0, 0]),
    (r"y_t = \sum_{i=0}^{t} \gamma^{t-i} x_i", "[t<n] sum(i<n if (#i <= #t): (gamma**(#t + -#i) * x[i]))", [0, 0]),
    (r"o_t = \sum_{i=0}^{n} a_{ti} v_i", "[t<m] sum(i<n + 1: (a[t,i] * v[i]))", [1, 0]),
]


@pytest.mark.parametrize(("latex", "wanted", "starts"), FROM_ZERO, ids=[row[0] for row in FROM_ZERO])
def test_an_index_held_against_places_from_zero_counts_as_they_do(latex, wanted, starts):
    program = resolved(latex)
    (total,) = (node for node in walk(program.result) if isinstance(node, tree.Reduce))
    assert (show(program), [program.indices[0].start, total.index.start]) == (wanted, starts)


def test_how_far_back_steps_reach_counts_no_places():
    with pytest.raises(FormulaError):
        meaning(r"y_t = \sum_{i=0}^{t-1} w_i x_{t-i}")
