"""What breaks off at a dollar goes on in the sentence; what is broken is told."""

from __future__ import annotations

import pytest

ATTENTION = r"$$A = \mathrm{softmax}(QK^T/\sqrt{d_k})V$$ "
FRAGMENTS = [
    "H$_2$O",
    r"25$^{\circ}$C",
    "the 1$^{st}$",
    r"$3\times$ faster",
    r"about $5\times10^{3}\times$ as much",
    r"$N\times$ identical layers",
    "$O($ n $)$",
    "from $(a,$ to $b)$",
    r"5$\%$",
    r"the sign $\sum_{i=1}^n$ adds",
    r"bars as in $\|$",
    r"a $\sqrt{}$ grows slowly",
]
BROKEN = [
    r"$\mathrm{softmax}($",
    "$QK^T/$",
    "$(QK^T$",
    r"$\sqrt{d_k$",
    "$W_{Q$",
    "$W_Q}$",
    r"$\frac{1}{}$",
    r"$$3\times$$",
    "$$^{-1}$$",
]


@pytest.mark.parametrize("sentence", FRAGMENTS)
def test_parts_of_a_sentence_are_left_alone(judged, sentence):
    _, *rest = judged(ATTENTION + sentence)
    assert [judgement.verdict.status for judgement in rest] == ["skipped"] * len(rest)


@pytest.mark.parametrize("formula", BROKEN)
def test_what_is_broken_is_told(judged, formula):
    assert judged(ATTENTION + formula)[-1].verdict.status == "malformed"
