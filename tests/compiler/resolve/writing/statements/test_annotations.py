r"""Shape annotations give sizes to every symbol before the sign."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

ANNOTATIONS = [
    ("each of a list", r"Q K^\top", r"Q, K \in \mathbb{R}^{n \times d}", "Q:n×d K:n×d"),
    ("a vector", "2 x", r"x \in \mathbb{R}^d", "x:d"),
    ("a vector and a number", "a x", r"x \in \mathbb{R}^d, a \in \mathbb{R}", "a:() x:d"),
    ("positive numbers", "w x", r"w, x \in \mathbb{R}^+", "w:() x:()"),
    ("another set has no sizes", "2 x", r"x \in \mathcal{X}", "x:()"),
]


@pytest.mark.parametrize(("latex", "annotation", "wanted"), [row[1:] for row in ANNOTATIONS], ids=[row[0] for row in ANNOTATIONS])
def test_sizes(latex, annotation, wanted):
    assert inputs(resolved(latex, (annotation,))) == wanted
