"""Which paragraphs belong together: those on both sides of a displayed formula."""

from __future__ import annotations

import pytest

from vault_tools.notes.scan import scan
from vault_tools.verify.written.thoughts import thought_of_each, thoughts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Let $x = 1$. Then\n\n$$y = x$$\n\nso $y = 1$.", ["Let $0$. Then\n\n$1$\n\nso $2$."]),
        ("$$y = x$$\n\n$$z = y$$\n\nso $z = 1$.", ["$0$\n\n$1$\n\nso $2$."]),
        ("Let $x = 1$.\n\nNow $y = x$.", ["Let $0$.", "Now $1$."]),
        ("# On $x$\n\n$$y = x$$\n\n- $y = 1$", ["On $0$", "$1$", "$2$"]),
    ],
)
def test_what_belongs_together(text: str, found: list[str]) -> None:
    note = scan(text).math
    assert list(thoughts(note.passages)) == found
    assert thought_of_each(note.passages)[0] == found[0]


ONE = "## One\n\n$a = 2$, $b = 3$\n\n$$c = a \\cdot b = 6$$\n\n## Two\n\n"


@pytest.mark.parametrize(
    ("note", "statuses"),
    [
        ("$$c = a \\cdot b = 20$$\n\nwith $a = 4$ and $b = 5$.", ["verified", "verified"]),
        ("$$c = a \\cdot b = 20$$\n\n其中 $a = 4$，$b = 5$。", ["verified", "verified"]),
        ("$c = a \\cdot b = 20$ for $a = 4$, $b = 5$.", ["verified", "verified"]),
        ("$c = a \\cdot b = 6$; for $a = 4$, $b = 5$: 20.", ["verified", "verified"]),
        ("$c = a \\cdot b = 6$, for $a = 4$, $b = 5$ more: $20$.", ["verified", "verified"]),
        ("Take $a = 4$, $b = 5$. Here $c = a \\cdot b = 20$, with $a = 6$ it is more.", ["verified", "verified"]),
        ("With $a = 4$, $b = 5$ we get $c = a \\cdot b = 20$, with $a = 6$, $b = 7$ more.", ["verified", "verified"]),
        ("$$c = a \\cdot b = 20$$\n\nLater $a = 4$ and $b = 5$.", ["verified", "refuted"]),
        ("$$c = a \\cdot b = 6$$\n\nThat is all. With $a = 4$ and $b = 5$ it is more.", ["verified", "verified"]),
    ],
)
def test_what_is_given_right_behind_a_formula_is_given_for_it(judged, note: str, statuses: list[str]) -> None:
    verdicts = [judgement.verdict for judgement in judged(ONE + note)]
    assert [verdict.status for verdict in verdicts if "cdot" in verdict.latex] == statuses
