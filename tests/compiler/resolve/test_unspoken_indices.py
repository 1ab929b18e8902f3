"""A normaliser `Z` whose left side leaves out the index of its `q_t`: the same t as in the formula that uses it."""

from __future__ import annotations

import pytest

from .dump import inputs, resolved, show

PUT_IN = [
    ("weights", r"a_{ij} = \frac{\exp(e_{ij})}{Z}", r"Z = \sum_k \exp(e_{ik})", "[i<n,j<d] (exp(e[i,j]) / sum(k<d: exp(e[i,k])))", "e:n×d"),
    ("through a sum", r"y_i = \sum_j c w_{ij}", r"c = w_{ij}^2", "[i<n] sum(j<d: (w[i,j]**2 * w[i,j]))", "w:n×d"),
]


@pytest.mark.parametrize(("latex", "context", "value", "given"), [pytest.param(*case, id=why) for why, *case in PUT_IN])
def test_a_definition_is_put_in_at_the_indices_that_it_leaves_out(latex, context, value, given):
    program = resolved(latex, (context,))
    assert (show(program), inputs(program)) == (value, given)
    assert [reading for reading in program.readings if reading.key == "reading.unspoken"]


LEFT_ALONE = [
    ("bound in the definition", r"a_i = \frac{e_i}{Z}", r"Z = \sum_i e_i"),
    ("a label in both", r"y = Z x_a", r"Z = x_a + 1"),
    ("another symbol", r"y_i = Z x_i", r"Z = w_i"),
]


@pytest.mark.parametrize(("latex", "context"), [pytest.param(*case, id=why) for why, *case in LEFT_ALONE])
def test_other_definitions_have_one_value(latex, context):
    assert not [reading for reading in resolved(latex, (context,)).readings if reading.key == "reading.unspoken"]
