"""Traps in notes: wrong numbers that look right, identities that only nearly hold, values that do not exist. Each table has honest cases
beside the dishonest ones, so that it cannot pass by refusing everything.
"""

from __future__ import annotations

import pytest

Row = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""What the note says before, a formula, endings that are right, endings that are wrong."""

DIGITS: tuple[Row, ...] = (
    (
        "",
        r"\frac{2}{3}",
        ("= 0.67", "= 0.66", "= 0.667", r"\approx 0.7"),
        ("= 0.65", "= 0.68", "= 0.668", "= 0.665", r"\approx 0.6", "= 0"),
    ),
    ("", r"\frac{1}{7}", ("= 0.142857", "= 0.14286", "= 0.14"), ("= 0.142856", "= 0.142858", "= 0.13", "= 0.15")),
    ("", r"2 \pi", (r"\approx 6.2832", r"\approx 6.28318"), (r"\approx 6.2833", r"\approx 6.2830", "= 6.4")),
    ("", r"\sqrt{2}", (r"\approx 1.414", "= 1.41421356"), ("= 1.415", "= 1.41421357", "= 1.5")),
    ("", r"e^{\pi} - \pi", ("= 19.999", r"\approx 19.9991"), ("= 20.000", "= 19.998")),
    ("", r"\frac{355}{113}", ("= 3.1415929",), ("= 3.1415926", "= 3.1415927")),
    ("", r"\sum_{k=0}^{10} \frac{1}{k!}", ("= 2.7182818",), ("= 2.718281828", "= 2.71829")),
    ("", r"\frac{1}{998001}", (r"= 0.000001002",), (r"= 0.000001003", "= 0.00001002")),
)
FLOATS: tuple[Row, ...] = (
    ("", r"0.1 + 0.2", ("= 0.3",), ("= 0.30000000000000004", "= 0.31")),
    ("", r"1 - 0.9", ("= 0.1",), ("= 0.09999999999999998",)),
    ("", r"3 \cdot 0.1", ("= 0.3",), ("= 0.30000000000000004",)),
    ("", r"2^{53} + 1", ("= 9007199254740993",), ("= 9007199254740992",)),
    ("", r"10^{16} + 1", ("= 10000000000000001",), ("= 10000000000000000",)),
    ("", r"3^{40}", ("= 12157665459056928801",), ("= 12157665459056928768", "= 12157665459056928800")),
    ("", r"25!", ("= 15511210043330985984000000",), ("= 15511210043330985984000001",)),
    ("", r"(10^{8} + 1)^2 - 10^{16}", ("= 200000001",), ("= 200000000",)),
    ("", r"\sin(\pi)", ("= 0",), (r"= 1.22 \times 10^{-16}",)),
    ("", r"\cos(\frac{\pi}{2})", ("= 0",), (r"= 6.12 \times 10^{-17}",)),
    ("", r"\tan(\frac{\pi}{4})", ("= 1",), ("= 0.9999999999999999",)),
    ("", r"\sqrt{2} \cdot \sqrt{2}", ("= 2",), ("= 2.0000000000000004",)),
    ("", r"\ln(1 + 10^{-15})", (), (r"\approx 1.11 \times 10^{-15}",)),
    ("", r"\frac{1 - \cos(10^{-8})}{10^{-16}}", (), ("= 0",)),
    ("", r"(10^{20} + 1) - 10^{20}", ("= 1",), ("= 0",)),
    ("", r"(1 + 10^{-17} - 1) \cdot 10^{17}", (), ("= 0",)),
    ("", r"\frac{e^{1000}}{e^{1000} + e^{999}}", (), ("= 0.5", "= 1")),
    ("", r"\text{softmax}([1000, 1001])", ("= [0.269, 0.731]",), ("= [0.5, 0.5]", "= [0, 1]", "= [0.731, 0.269]")),
    ("", r"\log(e^{800} + e^{800})", ("= 800.69",), ("= 800", "= 801.69")),
    ("", r"\det \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", ("= -2",), ("= -2.0000000000000004", "= 2", "= 10")),
    ("", r"\begin{bmatrix} 1 & 1 \\ 1 & 1.0001 \end{bmatrix}^{-1}",
     (r"= \begin{bmatrix} 10001 & -10000 \\ -10000 & 10000 \end{bmatrix}",),
     (r"= \begin{bmatrix} 10000 & -10000 \\ -10000 & 10001 \end{bmatrix}",
      r"= \begin{bmatrix} 10001 & 10000 \\ 10000 & 10000 \end{bmatrix}")),
)  # fmt: skip
UNITS: tuple[Row, ...] = (
    ("", r"\frac{4}{27}", (r"\approx 15\%", r"= 14.8\%", "= 0.148"), (r"= 14.9\%", r"= 0.148\%", r"= 1.48\%", r"\approx 16\%")),
    ("", r"\frac{1}{8}", (r"= 12.5\%",), (r"= 12.6\%", r"= 0.125\%", r"= 125\%")),
    ("", r"50\% \cdot 80", ("= 40",), ("= 4000", "= 0.4")),
    (
        "",
        r"2 \times 32 \times 2048 \times 4096 \times 2",
        (r"= 1{,}073{,}741{,}824 \text{ bytes}",),
        (r"= 1{,}073{,}741{,}825 \text{ bytes}",),
    ),
    ("", r"1{,}024 \times 4", ("= 4{,}096", "= 4096"), ("= 4{,}097", "= 4.096")),
    ("", r"0{,}5 + 0{,}25", ("= 0{,}75",), ("= 0{,}76", "= 75")),
    ("", r"2 \cdot 3 \times 10^8", (r"= 6 \times 10^8",), (r"= 6 \times 10^9", r"= 5 \times 10^8", "= 6000000")),
    ("", r"\log_{10} 1000", ("= 3",), ("= 2", "= 6.908")),
    ("", r"\log_2 10", ("= 3.32",), ("= 3.33", "= 1")),
    ("", r"\ln 10", ("= 2.303",), ("= 1", "= 3.32")),
    ("", r"\sin 30^\circ", ("= 0.5",), ("= -0.988",)),
    ("", r"\sin 30", ("= -0.988",), ("= 0.5",)),
)
SUMS: tuple[Row, ...] = (
    ("", r"\sum_{i=1}^{10} i", ("= 55",), ("= 45", "= 54", "= 65")),
    ("", r"\sum_{i=0}^{3} 2^i", ("= 15",), ("= 16", "= 14", "= 7")),
    ("", r"\sum_{i=1}^{0} i", ("= 0",), ("= 1",)),
    ("", r"\prod_{i=1}^{0} i", ("= 1",), ("= 0",)),
    ("", r"\sum_{k=1}^{100} \frac{1}{k^2}", ("= 1.635",), ("= 1.645",)),
    ("", r"\sum_{k=1}^{1000} \frac{1}{k}", ("= 7.485",), ("= 6.908",)),
    ("", r"\sum_{i=1}^{3} \sum_{j=1}^{i} j", ("= 10",), ("= 18", "= 6")),
    ("", r"\prod_{i=1}^{5} i", ("= 120",), ("= 24", "= 15")),
    ("", r"\max(2, 2)", ("= 2",), ("= 4",)),
    ("", r"-2^2", ("= -4",), ("= 4",)),
    ("", r"2^{3^2}", ("= 512",), ("= 64",)),
    ("", r"\lfloor -1.5 \rfloor", ("= -2",), ("= -1",)),
    ("", r"2 + 3 \cdot 4", (r"= 2 + 12 = 14",), (r"= 5 \cdot 4 = 20", "= 20")),
    ("", r"\sqrt{9 + 16}", (r"= \sqrt{25} = 5",), ("= 3 + 4 = 7", "= 7")),
    ("", r"\frac{12}{8}", (r"= \frac{3}{2} = 1.5",), (r"= \frac{2}{3} = 0.667", r"= \frac{3}{4} = 0.75")),
    ("", r"\frac{1}{2} + \frac{1}{3}", (r"= \frac{5}{6}",), (r"= \frac{2}{5}", r"= \frac{1}{5}", r"= \frac{1}{6}")),
)
X = r"$X = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$ "
AB = r"$A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$ $B = \begin{bmatrix} 0 & 1 \\ 2 & 3 \end{bmatrix}$ "
QK = r"$q = [1, 2, 3, 4]$ $k = [4, 3, 2, 1]$ $d_k = 4$ "
ARRAYS: tuple[Row, ...] = (
    ("", r"\text{softmax}([2.0, 1.0, 0.1])", ("= [0.659, 0.242, 0.099]", "= [0.65, 0.24, 0.09]"),
     ("= [0.66, 0.24, 0.11]", "= [0.645, 0.323, 0.032]", "= [0.242, 0.659, 0.099]", "= [0.659, 0.242]")),
    ("", r"\text{softmax}([15.2, 10.1, -2.3])", ("= [0.994, 0.006, 0.000]",), ("= [0.85, 0.12, 0.0001]", "= [0.85, 0.15, 0.00]")),
    ("", r"\text{softmax}([-\infty, 0])", ("= [0, 1]",), ("= [0.5, 0.5]", "= [1, 0]")),
    (X, r"\text{softmax}(X)", (r"= \begin{bmatrix} 0.269 & 0.731 \\ 0.269 & 0.731 \end{bmatrix}",),
     (r"= \begin{bmatrix} 0.119 & 0.119 \\ 0.881 & 0.881 \end{bmatrix}", r"= \begin{bmatrix} 0.731 & 0.269 \\ 0.731 & 0.269 \end{bmatrix}",
      r"= \begin{bmatrix} 0.333 & 0.667 \\ 0.429 & 0.571 \end{bmatrix}")),
    (X, "X^T", (r"= \begin{bmatrix} 1 & 3 \\ 2 & 4 \end{bmatrix}",), (r"= \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",)),
    (X, "XX^T", (r"= \begin{bmatrix} 5 & 11 \\ 11 & 25 \end{bmatrix}",),
     (r"= \begin{bmatrix} 10 & 14 \\ 14 & 20 \end{bmatrix}", r"= \begin{bmatrix} 7 & 10 \\ 15 & 22 \end{bmatrix}")),
    (AB, "AB^T", (r"= \begin{bmatrix} 2 & 8 \\ 4 & 18 \end{bmatrix}",),
     (r"= \begin{bmatrix} 4 & 7 \\ 8 & 15 \end{bmatrix}", r"= \begin{bmatrix} 6 & 10 \\ 8 & 14 \end{bmatrix}",
      r"= \begin{bmatrix} 0 & 2 \\ 6 & 12 \end{bmatrix}", r"= \begin{bmatrix} 2 & 4 \\ 8 & 18 \end{bmatrix}")),
    (AB, r"A \odot B", (r"= \begin{bmatrix} 0 & 2 \\ 6 & 12 \end{bmatrix}",), (r"= \begin{bmatrix} 4 & 7 \\ 8 & 15 \end{bmatrix}",)),
    (AB, "A^{-1}", (r"= \begin{bmatrix} -2 & 1 \\ 1.5 & -0.5 \end{bmatrix}",),
     (r"= \begin{bmatrix} 1 & 0.5 \\ 0.33 & 0.25 \end{bmatrix}", r"= \begin{bmatrix} -2 & 1.5 \\ 1 & -0.5 \end{bmatrix}")),
    (QK, r"q \cdot k", ("= 20",), ("= 10", "= 25", "= [4, 6, 6, 4]")),
    (QK, r"\frac{q \cdot k}{\sqrt{d_k}}", ("= 10",), ("= 20", "= 5", "= 7.07")),
    (QK, r"\|q\|", (r"\approx 5.477",), ("= 30", "= 10", "= 5.48 + 1")),
    (QK, r"\frac{q \cdot k}{\|q\| \|k\|}", ("= 0.667",), ("= 0.8", "= 0.67 - 1", "= 20")),
    (r"$d_k = 64$ ", r"\sqrt{d_k}", ("= 8",), ("= 64", "= 32")),
    (r"$d_k = 64$ ", r"\frac{1}{\sqrt{d_k}}", ("= 0.125",), ("= 0.0156", "= 8")),
    (r"$x = 2$ $x = 5$ ", r"\sqrt{x + 4}", ("= 3",), ("= 2.449", "= 9")),
    (r"$N = 100$ ", r"\ln N", ("= 4.605",), ("= 2", "= 6.64")),
    (r"$a = 3$ $b = 4$ ", r"\sqrt{a^2 + b^2}", ("= 5",), ("= 7", "= 25", "= 3.5")),
    (r"$T = 2$ $z = [2, 4]$ ", r"\text{softmax}(z / T)", ("= [0.269, 0.731]",), ("= [0.119, 0.881]", "= [0.018, 0.982]")),
    (r"$p = [0.5, 0.25, 0.25]$ ", r"-\sum_i p_i \log_2 p_i", ("= 1.5",), ("= 1.04", "= -1.5")),
    (r"$p = [0.5, 0.5]$ ", r"-\sum_i p_i \ln p_i", ("= 0.693",), ("= 1", "= -0.693")),
    (r"$x = [1, 2, 3, 4]$ ", r"\frac{1}{4} \sum_{i=1}^{4} x_i", ("= 2.5",), ("= 10", "= 3.33", "= 2")),
    (r"$w = [0.2, 0.8]$ $v = [10, 20]$ ", r"w \cdot v", ("= 18",), ("= 12", "= 30", "= 15")),
)  # fmt: skip
CONVERTED: tuple[Row, ...] = (
    ("", r"72 \text{ km/h}", (r"= 20 \text{ m/s}",), (r"= 72 \text{ m/s}", r"= 20.5 \text{ m/s}", r"= 259.2 \text{ m/s}")),
    ("", r"v = 100 \text{ km/h}", (r"\approx 27.8 \text{ m/s}", r"= 27.78 \text{ m/s}"), (r"= 27.87 \text{ m/s}", r"= 100 \text{ m/s}")),
    ("", r"2 \text{ h}", (r"= 120 \text{ min}", r"= 7200 \text{ s}"), (r"= 2 \text{ min}", r"= 100 \text{ min}")),
    ("", r"2 \text{ m}^2", (r"= 20000 \text{ cm}^2",), (r"= 200 \text{ cm}^2", r"= 2 \text{ cm}^2")),
    ("", r"a = \frac{30 - 0}{6}", (r"= 5 \text{ m/s}^2", r"= 5 \text{ m/s}^{2}"), (r"= 6 \text{ m/s}^2", r"= 25 \text{ m/s}^2")),
    ("", r"16 \text{ bits}", (r"= 2 \text{ bytes}",), (r"= 16 \text{ bytes}",)),
)
TOGETHER: tuple[Row, ...] = (
    ("$d_k = d_v = 64$ ", r"\sqrt{d_v}", ("= 8",), ("= 64", "= 1.41")),
    ("$n = m = 3$ ", "n + m", ("= 6",), ("= 7", "= 3")),
    ("", "y = 3e-6", ("= 2.155", "= 0.000003"), ("= 0.003", "= 2.145")),
    ("$a = (1, 2, 3)$ $b = (4, 5, 6)$ ", r"a \times b", ("= (-3, 6, -3)",), ("= (4, 10, 18)", "= (3, -6, 3)")),
)
NUMBERS = (*DIGITS, *FLOATS, *UNITS, *SUMS, *ARRAYS, *CONVERTED, *TOGETHER)
RIGHT = [f"{before}${formula} {ending}$" for before, formula, endings, _ in NUMBERS for ending in endings]
WRONG = [f"{before}${formula} {ending}$" for before, formula, _, endings in NUMBERS for ending in endings]

UNDEFINED = (
    r"$\frac{0}{0} = 1$", r"$\frac{0}{0} = 0$", r"$\frac{1}{0} = \infty$", r"$\frac{1}{0} = 0$", r"$\frac{\sin 0}{0} = 1$",
    r"$\infty - \infty = 0$", r"$\frac{\infty}{\infty} = 1$", r"$0 \cdot \infty = 0$", r"$\sqrt{-1} = 1$", r"$\sqrt{-4} = -2$",
    r"$\ln(0) = 0$", r"$\ln(-1) = 0$", r"$\log(1 - 1) = 0$", r"$0^{-1} = 0$", r"$\frac{2 - 2}{3 - 3} = 1$",
    r"$\frac{1}{0.1 + 0.2 - 0.3} = 18014398509481984$", r"$\tan(\frac{\pi}{2}) = 1.633 \times 10^{16}$",
    r"$\text{softmax}([-\infty, -\infty]) = [0.5, 0.5]$", r"$\text{softmax}([-\infty, -\infty]) = [0, 0]$",
    r"$\begin{bmatrix} 1 & 2 \\ 2 & 4 \end{bmatrix}^{-1} = \begin{bmatrix} 4 & -2 \\ -2 & 1 \end{bmatrix}$",
    r"$10^{10^{10}} - 10^{10^{10}} = 0$", r"$9^{9^{9^{9}}} = 0$",
)  # fmt: skip
IDENTITIES = (
    r"(a+b)^2 = a^2 + 2ab + b^2", "a^2 - b^2 = (a - b)(a + b)", r"e^{a+b} = e^a e^b", r"\sigma(-x) = 1 - \sigma(x)",
    r"\sin(a + b) = \sin a \cos b + \cos a \sin b", r"(AB)^T = B^T A^T", r"\text{softmax}(z + 1) = \text{softmax}(z)",
    r"\sum_{i=1}^{n} i = \frac{n(n+1)}{2}", r"\sum_{i=1}^{n} i^2 = \frac{n(n+1)(2n+1)}{6}",
    r"\frac{a}{b} + \frac{c}{b} = \frac{a + c}{b}", r"|ab| = |a||b|", r"\sqrt{a^2} = |a|", r"2 \cdot N \cdot N \cdot d = 2N^2d",
    r"\cos^2(x) + \sin^2(x) = 1", r"\log_a (xy) = \log_a x + \log_a y",
)  # fmt: skip
NO_IDENTITIES = (
    r"(a+b)^2 = a^2 + b^2", r"(a-b)^2 = a^2 - b^2", r"\sqrt{a^2 + b^2} = a + b", r"\frac{1}{a+b} = \frac{1}{a} + \frac{1}{b}",
    r"e^{a+b} = e^a + e^b", r"\ln(a+b) = \ln a + \ln b", r"\ln(ab) = \ln a \cdot \ln b", r"\sin(a+b) = \sin a + \sin b", r"(ab)^2 = ab^2",
    r"\frac{a}{b+c} = \frac{a}{b} + \frac{a}{c}", r"a^{b+c} = a^b + a^c", r"2Nd \cdot N = 2Nd^2", r"|a + b| = |a| + |b|",
    r"\sqrt{a^2} = a", r"|ab| = ab", r"|a| = a", r"\max(a, 0) = a", r"\text{ReLU}(x) = x", r"\sqrt{(a + b)^2} = a + b", r"|a^3| = a^3",
    r"\sqrt{a^2 b^2} = ab", r"a + b \geq a", r"ab \geq 0", r"e^x \geq 1", r"\|x + y\| = \|x\| + \|y\|", r"AB = BA",
    r"(A + B)^2 = A^2 + 2AB + B^2", r"(AB)^T = A^T B^T", r"\det(A + B) = \det(A) + \det(B)", r"\text{softmax}(2z) = \text{softmax}(z)",
    r"\sum_i x_i y_i = \sum_i x_i \sum_i y_i", r"\sum_i x_i^2 = (\sum_i x_i)^2", r"\max_i (x_i + y_i) = \max_i x_i + \max_i y_i",
    r"\sum_{i=1}^{n} i = \frac{n(n-1)}{2}", r"\sum_{i=1}^{n} i^2 = \frac{n(n+1)(n+2)}{6}",
    r"\lfloor a + b \rfloor = \lfloor a \rfloor + \lfloor b \rfloor", r"\sum_i |x_i| = |\sum_i x_i|",
    r"\text{softmax}(x)_i = \frac{x_i}{\sum_j x_j}", r"x^2 = 2x", r"\sin x = x", r"\cos(x) = 1 - \frac{x^2}{2}", r"\ln(1 + x) = x",
    r"e^x = 1 + x + \frac{x^2}{2}", r"\tanh x = x",
)  # fmt: skip


def test_there_are_two_hundred() -> None:
    assert len({*WRONG, *UNDEFINED, *NO_IDENTITIES}) >= 200


@pytest.mark.parametrize("note", WRONG)
def test_a_wrong_number_is_not_verified(judged, note: str) -> None:
    verdict = judged(note)[-1].verdict
    assert verdict.status != "verified"
    assert not verdict.claims or any(claim.holds is not True for claim in verdict.claims)


@pytest.mark.parametrize("note", RIGHT)
def test_a_right_number_is_verified(judged, note: str) -> None:
    verdict = judged(note)[-1].verdict
    assert verdict.status == "verified"
    assert verdict.claims
    assert all(claim.holds for claim in verdict.claims)


def test_wrong_numbers_are_found_wrong(judged) -> None:
    """Not only left open: nearly all of them are refuted."""
    refuted = sum(judged(note)[-1].verdict.status == "refuted" for note in WRONG)
    assert refuted >= 0.9 * len(WRONG)


@pytest.mark.parametrize("note", [r"$a = (1, 2)$ $b = (3, 4)$ $a \times b = -2$", r"$a = (1, 2)$ $b = (3, 4)$ $a \times b = (3, 8)$"])
def test_a_cross_in_the_plane_is_not_told(judged, note: str) -> None:
    """It may be the signed area or a product entry by entry."""
    assert judged(note)[-1].verdict.status == "unsupported"


def test_names_that_the_note_defines_are_not_given_together(judged) -> None:
    assert judged("$m = 1 + 1$ and $n = m = 3$")[-1].verdict.status == "refuted"


@pytest.mark.parametrize("note", UNDEFINED)
def test_what_has_no_value_equals_nothing(judged, note: str) -> None:
    verdict = judged(note)[-1].verdict
    assert verdict.status != "verified"
    assert not any(claim.holds for claim in verdict.claims)


@pytest.mark.parametrize("formula", IDENTITIES)
def test_an_identity_is_confirmed(judged, formula: str) -> None:
    verdict = judged(f"${formula}$")[-1].verdict
    assert verdict.status == "verified"
    assert any(claim.holds for claim in verdict.claims)


@pytest.mark.parametrize("formula", NO_IDENTITIES)
def test_what_is_no_identity_is_not_confirmed(judged, formula: str) -> None:
    verdict = judged(f"$\\text{{softmax}}(QK^T)V$ and ${formula}$")[-1].verdict
    assert verdict.status != "verified" or not verdict.claims  # without a claim it was read as a definition
    assert not any(claim.holds for claim in verdict.claims)
