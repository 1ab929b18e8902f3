"""What a note says only under a condition in words is not held against the numbers that it gives elsewhere."""

from __future__ import annotations

import pytest

ENTROPY = r"$E(S) = -p \log_2 p - q \log_2 q$ with $p = 0.25$ and $q = 0.75$. "


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (ENTROPY + r"If all members are positive, $E(S) = 0$.", "skipped"),
        (ENTROPY + r"如果样本都属于同一类，则 $E(S) = 0$。", "skipped"),
        (ENTROPY + r"Wenn beide gleich häufig sind, ist $E(S) = 1$.", "skipped"),
        # one of the two can be true only under some condition
        (ENTROPY + r"All of one kind: $E(S) = 0$. Half and half: $E(S) = 1$.", "skipped"),
        # no condition: the note's own numbers
        (ENTROPY + r"So $E(S) = 0.81$.", "verified"),
        (ENTROPY + r"So $E(S) = 0.91$.", "refuted"),
        (ENTROPY + r"当前 $E(S) = 0.91$。", "refuted"),
        # the condition is written in a formula, and numbers alone depend on none
        (ENTROPY + r"If $p = 0.25$, $E(S) = 0.91$.", "refuted"),
        (r"If we add them, $2 + 3 = 6$.", "refuted"),
    ],
)
def test_a_condition_in_words(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"Modulo 7 we have $5 + 4 = 2$.", "skipped"),
        (r"We work in $\mathbb{F}_2$. So $1 + 1 = 0$.", "skipped"),
        (r"On a clock $9 + 5 = 2$.", "skipped"),
        (r"With int8 $100 + 100 = -56$.", "skipped"),
        (r"In float16 $2048 + 1 = 2048$.", "skipped"),
        (r"In Boolean algebra $1 + 1 = 1$.", "skipped"),
        (r"模 7 时 $5 + 4 = 2$。", "skipped"),
        (r"In binary $1 + 1 = 10$.", "skipped"),
        (r"二进制中 $10 + 10 = 20$。", "skipped"),
        # right in tens, which says nothing here
        (r"In binary $10 + 10 = 20$.", "skipped"),
        (r"Modulo 7 or not, $5 + 1 = 6$.", "verified"),
        (r"For binary classification $0.5 + 0.5 = 1$.", "verified"),
        (r"For binary classification $0.5 + 0.5 = 2$.", "refuted"),
        (r"The model has $5 + 4 = 2$ heads.", "refuted"),
        (r"In fp16 every weight takes two bytes: $7 \times 2 = 15$ GB.", "refuted"),
        (r"Half precision: $10^7 \times 2\text{ B} = 30\text{ MB}$.", "refuted"),
        (r"Half precision: $2048 + 1 = 2048$.", "skipped"),
        (r"To avoid overflow subtract the maximum: $3 - 3 = 1$.", "refuted"),
        (r"We work in $\mathbb{R}^2$. So $1 + 1 = 0$.", "refuted"),
    ],
)
def test_another_arithmetic(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"In degrees, $\cos 60 = 0.5$.", "unsupported"),
        (r"$\cos 60 = 0.5$ (degrees)", "unsupported"),
        (r"本文使用角度制。$\cos 60 = 0.5$", "unsupported"),
        (r"In degrees, $\cos 60 = 0.6$.", "refuted"),
        (r"A polynomial of degree 2: $\cos 60 = 0.5$.", "refuted"),
        (r"$\cos 60 = 0.5$.", "refuted"),
    ],
)
def test_angles_that_the_note_says_are_in_degrees(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


MATRICES = r"$A = \begin{bmatrix} 1 & 2 \\ 0 & 1 \end{bmatrix}$ and $B = \begin{bmatrix} 1 & 0 \\ 3 & 1 \end{bmatrix}$. "


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"Is $2 + 3 = 6$?", "skipped"),
        (r"判断 $2 + 3 = 6$ 是否成立。", "skipped"),
        (MATRICES + r"$AB = BA$ does not hold.", "skipped"),
        (MATRICES + r"$AB=BA$ といえるか答えよ。", "skipped"),
        (r"It is wrong that $2 + 3 = 6$.", "skipped"),
        (r"❌ $\frac12 + \frac13 = \frac25$", "skipped"),
        (r"错误写法：$2 + 3 = 6$", "skipped"),
        (r"~~$2 + 3 = 6$~~", "skipped"),
        (r"Not $2 + 3 = 6$ but five.", "skipped"),
        (r"I first wrote $2 + 3 = 6$. Wrong! It is five.", "skipped"),
        (r"$2 + 3 = 6$. 错了！", "skipped"),
        (r"Erratum: instead of $2 + 3 = 6$ read five.", "skipped"),
        (r"他误以为 $2 + 3 = 6$。", "skipped"),
        (r"We get $2 + 3 = 6$. Wrong answers cost points.", "refuted"),
        (r"Instead of guessing we compute: $2 + 3 = 6$.", "refuted"),
        (r"The claim $2 + 3 = 6$ is a common error.", "skipped"),
        (r"Prove that $2 + 3 = 6$ is impossible.", "skipped"),
        (r"Why not? $2 + 3 = 6$", "refuted"),
        (r"It is **not** true that $2 + 3 = 6$.", "skipped"),
        (r"A common mistake is to write $2 + 3 = 6$.", "skipped"),
        (r"Do not write $2 + 3 = 6$.", "skipped"),
        (r"A student claims $2 + 3 = 6$. What went wrong?", "skipped"),
        (r"$2 + 3 = 6$. Find the mistake.", "skipped"),
        (r"Suppose for contradiction that $2 + 3 = 6$.", "skipped"),
        (r"If $2 + 3 = 6$, then anything follows.", "skipped"),
        (r"有人认为 $2 + 3 = 6$。", "skipped"),
        (r"常见错误是写成 $2 + 3 = 6$。", "skipped"),
        (r"He said “$2 + 3 = 6$”.", "skipped"),
        (r"Der Satz „$2 + 3 = 6$“ stand da.", "skipped"),
        (r"The \"sum\" $2 + 3 = 6$ is taken.", "refuted"),
        (r"The mean squared error is $2 + 3 = 6$.", "refuted"),
        (r"**So** $2 + 3 = 6$.", "refuted"),
        (r"The student adds: $2 + 3 = 6$.", "refuted"),
        (r"$2 + 3 = 6$. Find the next term.", "refuted"),
        (r"Suppose there are $2 + 3 = 6$ tokens.", "refuted"),
        # what is denied elsewhere in the sentence is not the formula
        (r"We do not round, so $2 + 3 = 6$.", "refuted"),
        (r"Nobody asks, $2 + 3 = 6$ is right.", "refuted"),
        (MATRICES + r"So $AB = BA$ holds.", "refuted"),
    ],
)
def test_a_question_or_a_denial(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"We use $d_k = 64$. If $d_k$ were $16$, then $\sqrt{d_k} = 4$.", "skipped"),
        (r"如果 $d_k$ 为 $16$，则 $\sqrt{d_k} = 4$；这里 $d_k = 64$。", "skipped"),
        (r"If $d_k$ is 16, $\sqrt{d_k} = 4$; here $d_k = 64$.", "skipped"),
        (r"We use $d_k = 64$. As $d_k$ is even, $\sqrt{d_k} = 4$.", "refuted"),
    ],
)
def test_a_condition_that_gives_another_value_in_words(judged, note: str, status: str) -> None:
    found = [judgement.verdict for judgement in judged(note) if judgement.verdict.latex.startswith(r"\sqrt")]
    assert [verdict.status for verdict in found] == [status]


@pytest.mark.parametrize(
    ("below", "status"),
    [
        ("## Another example\n\nLet $\\sigma = 2$.", "unsupported"),
        ("Here $\\sigma = 2$.", "refuted"),
        ("Here $\\sigma = 2$.\n\n## More\n\n$a = 1$", "refuted"),
    ],
)
def test_numbers_below_a_further_heading_refute_nothing(judged, below: str, status: str) -> None:
    assert judged(r"The variance is $\sigma^2 = \frac{4}{9}$." + "\n\n" + below)[0].verdict.status == status


ELSEWHERE = [
    "注意不是 ",
    "My first attempt: ",
    "Mein erster Versuch: ",
    "Häufiger Fehler: ",
    "Error típico: ",
    "Une erreur classique : ",
    "よくある間違い: ",
    "흔한 실수: ",
    "It is 4 and not ",
]


@pytest.mark.parametrize("before", ELSEWHERE)
def test_mistakes_are_called_so_in_other_languages(judged, before: str) -> None:
    assert judged(f"{before}$2 + 2 = 5$")[0].verdict.status != "refuted"


@pytest.mark.parametrize("behind", [" was off.", "ではない。", " stimmt nicht.", " está mal, es 4.", "이 아니라 4이다.", " est faux."])
def test_what_stands_behind_calls_it_a_mistake(judged, behind: str) -> None:
    assert judged(f"$2 + 2 = 5${behind}")[0].verdict.status != "refuted"


@pytest.mark.parametrize("behind", [" was the sum.", "は和である。", " ist die Summe.", " es la suma.", "이 합이다."])
def test_other_words_behind_it_change_nothing(judged, behind: str) -> None:
    assert judged(f"$2 + 2 = 5${behind}")[0].verdict.status == "refuted"


@pytest.mark.parametrize(
    ("table", "status"),
    [
        ("| q | a |\n|---|---|\n| $2 + 2 = 5$? | no |", "skipped"),
        ("| right | wrong |\n|---|---|\n| four | $2 + 2 = 5$ |", "skipped"),
        ("| 正确 | 错误写法 |\n|---|---|\n| 四 | $2 + 2 = 5$ |", "skipped"),
        ("| q | a |\n|---|---|\n| ❌ $2 + 2 = 5$ | no |", "skipped"),
        ("| wrong | right |\n|---|---|\n| four | $2 + 2 = 5$ |", "refuted"),
        ("| q | a |\n|---|---|\n| what? | $2 + 2 = 5$ |", "refuted"),
    ],
)
def test_a_cell_of_a_table(judged, table: str, status: str) -> None:
    assert judged(f"{table}\n")[0].verdict.status == status


@pytest.mark.parametrize("before", ["Relativer Fehler: ", "Error relativo: ", "誤差: ", "Der häufigste Wert: "])
def test_other_errors_are_no_mistakes(judged, before: str) -> None:
    assert judged(f"{before}$2 + 2 = 5$")[0].verdict.status == "refuted"
