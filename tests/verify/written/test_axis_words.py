"""What the prose beside a softmax says about its axis is heard, and said; what is denied, or said elsewhere, is not."""

from __future__ import annotations

import pytest

from vault_tools.messages.phrases import axis_in

FORMULA = r"$P = \mathrm{softmax}(S)$"
DISPLAY = r"$$P = \mathrm{softmax}(S)$$"
GIVEN = "\n\n" + r"$S = \begin{pmatrix} 1 & 2 \\ 3 & 5 \end{pmatrix}$"
SAID = "reading.softmax_columns_said"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"Softmax is applied column-wise: {FORMULA}", True),
        (f"按列做 softmax：{FORMULA}", True),
        (f"按列做 softmax：\n\n{DISPLAY}", True),
        (f"列ごとに正規化すると\n\n{DISPLAY}", True),
        (f"Der Softmax wird spaltenweise gebildet, {FORMULA}.", True),
        (f"Not column-wise: {FORMULA}", False),
        (f"不是按列：{FORMULA}", False),
        (f"Row-wise or column-wise? {FORMULA}", False),
        (f"{FORMULA}. The table is read column-wise.", False),
        (f"按列求和 $y = \\sum_i x_i$。\n\n{DISPLAY}", False),
    ],
)
def test_the_axis_in_words(judged, text: str, said: bool) -> None:
    verdict = next(one.verdict for one in judged(text + GIVEN) if "softmax" in one.verdict.latex)
    assert (SAID in [reading.key for reading in verdict.readings]) == said


def test_the_numbers_are_those_of_the_axis(judged) -> None:
    note = r"逐列归一化：$P = \mathrm{softmax}(S) \approx \begin{pmatrix} 0.12 & 0.05 \\ 0.88 & 0.95 \end{pmatrix}$" + GIVEN
    assert judged(note)[0].verdict.status == "verified"
    assert judged(note.replace("逐列", "逐行"))[0].verdict.status == "refuted"


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        ("Column-wise", "ROW WISE"),
        ("per column", "per row"),
        ("按列", "按行"),
        ("逐列", "逐行"),
        ("沿每一列", "对每行"),
        ("Spaltenweise", "zeilenweise"),
        ("列ごと", "行ごと"),
        ("列方向", "行方向"),
    ],
)
def test_every_word_for_an_axis_is_found(columns: str, rows: str) -> None:
    assert (axis_in(f"… {columns} …"), axis_in(f"… {rows} …")) == ("columns", "rows")
