"""A number on its own is held against the note's formula for it, where the words around say that it follows."""

from __future__ import annotations

import pytest

F1 = r"$F = \frac{2PR}{P+R}$"
GIVEN = "$P = 0.8$ and $R = 0.6$"
RESULTS = [
    ("behind its inputs", f"{F1} with {GIVEN}, so $F = 0.686$.", True),
    ("a wrong one", f"{F1} with {GIVEN}, so $F = 0.786$.", False),
    ("the formula a paragraph above", f"The mean is {F1}.\n\nWith {GIVEN} we get $F = 0.786$.", False),
    ("roughly", f"{F1}. {GIVEN} give $F \\approx 0.69$.", True),
    ("in Chinese", f"准确率 {GIVEN}，{F1}，所以 $F = 0.686$。", True),
    ("both inputs in one formula", f"{F1}, $P = 0.8, R = 0.6$, hence $F = 0.686$.", True),
    ("given a list", r"With $x = [1, 2, 3]$ and $s = \sum_{i=1}^3 x_i$ we get $s = 7$.", False),
    ("the mean of a list", r"For $x = [1, 2, 3, 4]$, $m = \frac{1}{n} \sum_i x_i$, so $m = 2.5$.", True),
    ("a list", r"$A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$, $x = [1, 1]$, $y = Ax$, so $y = [3, 6]$.", False),
    ("the formula on a line of its own", f"Take {GIVEN}. Then\n\n${F1}$\n\nso $F = 0.786$.", False),
    ("behind a colon", "$E = mc^2$ with $m = 2$, $c = 3$: $E = 17$.", False),
]
NO_RESULTS = [
    ("no word of conclusion", f"{F1} with {GIVEN}. The force is $F = 7$."),
    ("two numbers for an input", f"{F1}, {GIVEN}. Then $P = 0.9$, so $F = 0.643$."),
    ("two numbers for the result", f"{F1}, {GIVEN}, so $F = 0.686$, so $F = 0.7$."),
    ("an input from elsewhere", f"A has $P = 0.8$.\n\n{F1}. B has $R = 0.6$, so $F = 0.9$."),
    ("a question", f"{F1} with {GIVEN}, so $F = 0.9$?"),
    ("a denial", f"{F1} with {GIVEN}, so not $F = 0.9$."),
    ("two formulas", f"{F1}, $F = P + R$, {GIVEN}, so $F = 0.9$."),
    ("an input is missing", f"{F1} with $P = 0.8$, so $F = 0.9$."),
    ("an input in a unit", "$E = \\frac12 m v^2$. With $m = 2$ kg and $v = 36$ km/h we get $E = 100$ J."),
    ("an input in a unit, in Chinese", "速度 $v = s/t$。$s = 10$ 公里，$t = 30$ 分钟，所以 $v = 20$ 公里/小时。"),
    ("degrees in words", "$y = \\sin x$. With $x = 30$ degrees we get $y = 0.5$."),
    ("a result in millions", "$P = d^2$. With $d = 1024$ we get $P = 1.05$M."),
    ("a result rounded up", "每轮步数 $n = D/B$，$D = 100$，$B = 32$，因此 $n = 4$（向上取整）。"),
    ("a correction between", "$V = s/n$. With $s = 10$ and $n = 4$, using another divisor, we get $V = 3.33$."),
    ("more than the formula", "$S = \\frac{1}{2} a t^2$. With $a = 10$ and $t = 3$, starting at $5$ m, we get $S = 50$."),
    ("another mean", "F1 是 $F = \\frac{2PR}{P+R}$。若改用算术平均，$P=0.8$、$R=0.6$ 时得到 $F=0.7$。"),
    ("one number for a list", "With $x = [1, 2]$ and $y = 2 x$ we get $y = 7$."),
    ("a list for one number", r"With $x = [1, 2]$ and $y = \sum_i x_i$ we get $y = [1, 2]$."),
    ("a list without a conclusion", r"With $x = [1, 1]$ and $y = 2x$. Elsewhere $y = [3, 6]$."),
    ("the formula behind", f"{GIVEN}, so $F = 0.9$. {F1}."),
]


@pytest.mark.parametrize(("note", "holds"), [pytest.param(*case, id=why) for why, *case in RESULTS])
def test_a_result_is_a_claim_on_its_formula(judged, note: str, holds: bool) -> None:
    found = [(claim.holds, verdict.status) for one in judged(note) for verdict in [one.verdict] for claim in verdict.claims]
    assert found == [(holds, "verified" if holds else "refuted")]


@pytest.mark.parametrize("note", [pytest.param(note, id=why) for why, note in NO_RESULTS])
def test_a_letter_that_may_stand_for_something_else_proves_nothing(judged, note: str) -> None:
    assert [claim.holds for one in judged(note) for claim in one.verdict.claims] == []


def test_it_is_said_that_the_formula_was_put_in(judged) -> None:
    verdict = judged(f"{F1} with {GIVEN}, so $F = 0.686$.")[-1].verdict
    assert [(reading.key, reading.values["name"]) for reading in verdict.readings] == [("reading.result", "F")]


SOFTMAX = r"$z = [1, 2]$ and $\text{softmax}(z)$"


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (f"{SOFTMAX} gives $[0.27, 0.73]$.", "verified"),
        (f"{SOFTMAX} gives $[0.2, 0.8]$.", "refuted"),
        ("$z = [1, 2]$\n\n" + r"$$p = \text{softmax}(z)$$" + "\n\n得到 $[0.2, 0.8]$。", "refuted"),
        ("$z = [1, 2]$\n\n" + r"$$p = \text{softmax}(z)$$" + "\n\nThe output is $[0.27, 0.73]$.", "verified"),
        (f"{SOFTMAX}. Not this, we get $[0.2, 0.8]$.", "skipped"),
        (f"{SOFTMAX} with the list $[0.2, 0.8]$.", "skipped"),
        (f"{SOFTMAX}. In practice we get $[0.2, 0.8]$.", "skipped"),
        (f"{SOFTMAX}. After training the output is $[0.2, 0.8]$.", "skipped"),
        (f"{SOFTMAX}, and so we get the weights $[0.2, 0.8]$.", "refuted"),
        (f"{SOFTMAX} ergibt $[0.2, 0.8]$.", "refuted"),
        (r"$z = [1, 2]$，$\text{softmax}(z)$ 的结果为 $[0.2, 0.8]$。", "refuted"),
        (r"$z = [1, 2]$，$\text{softmax}(z)$，于是我们得到权重 $[0.2, 0.8]$。", "refuted"),
        (r"$z = [1, 2]$，$\text{softmax}(z)$，训练后得到 $[0.2, 0.8]$。", "skipped"),
        (f"{SOFTMAX}, so we have three of them: $[1, 2, 3]$.", "skipped"),
        (r"$z = [1, 2]$ gives $[0.2, 0.8]$.", "skipped"),
        (r"With $\text{softmax}(u)$ we get $[0.2, 0.8]$.", "skipped"),
    ],
)
def test_a_list_without_a_name_is_the_result_of_the_formula_before_it(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    ("note", "status"),
    [
        ("With $x = [1, 2]$:\n\n$$y = 2x$$\n\n$$y = [2, 4]$$", "verified"),
        ("With $x = [1, 2]$:\n\n$$y = 2x$$\n\n$$y = [2, 5]$$", "refuted"),
        ("With $x = 3$:\n\n$$y = 2x$$\n$$y = 7$$", "refuted"),
        ("With $x = [1, 2]$:\n\n$$y = 2x$$\n\nSuppose now\n\n$$y = [2, 5]$$", "skipped"),
        ("$$y = Wx$$\n\n$$y = [2, 5]$$\n\nwith $W = [[1, 0], [0, 1]]$", "skipped"),
        ("$$w = w - g$$\n\n$$w = [2, 5]$$\n\nwith $g = [1, 1]$", "skipped"),
    ],
)
def test_a_display_right_behind_its_formula_is_its_result(judged, note: str, status: str) -> None:
    told = [judgement.verdict for judgement in judged(note)]
    assert next(verdict.status for verdict in reversed(told) if verdict.display) == status
