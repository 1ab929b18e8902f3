"""The place of a document in a ranking, and the rank of a matrix; tables of words and documents that are called by words."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import meaning, resolved

PLACES = [
    (r"\text{RRF}(d) = \sum_{r \in R} \frac{1}{k + \text{rank}_r(d)}", "[d<d] sum(r<n: (1 / (k + rank[r,d])))"),
    (r"\text{score}(d) = \frac{1}{60 + \text{rank}(d)}", "[d<n] (1 / (60 + rank[d]))"),
    (r"\text{TF-IDF}(w, d) = \text{TF}(w, d) \times \text{IDF}(w)", "[w<n,d<d] (TF[w,d] * IDF[w])"),
    (r"r = \text{rank}(A)", "rank(A)"),
]


@pytest.mark.parametrize(("latex", "wanted"), PLACES, ids=[row[0] for row in PLACES])
def test_places_in_rankings_and_tables(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize("latex", [r"\text{cost}(x, y) = \text{foo}(x, y)", r"\text{cost}(w) = \text{loss}(w) + \lambda \|w\|^2"])
def test_an_unknown_function_of_values_is_no_table(latex):
    with pytest.raises(UnsupportedError, match="not known"):
        resolved(latex)
