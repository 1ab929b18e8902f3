"""What the formulas of a note tell each other: squares, functions and products on the left; units; numbers before they were rounded."""

from __future__ import annotations

import pytest

GRAPH = (
    r"$A = \begin{bmatrix} 1 & 1 \\ 1 & 0 \end{bmatrix}$ $x = \begin{bmatrix} 8 \\ 4 \end{bmatrix}$ $B = \frac{A}{2}$ "
    r"Each entry is $B_{ij} = \frac{A_{ij}}{2} = \frac{1}{2}$. "
)


@pytest.mark.parametrize(
    ("note", "status"),
    [
        # a square gives its symbol only where that is positive by meaning
        (r"$\sigma^2 = 4$ $y = \sqrt{\sigma^2 + 5} = 3$", "verified"),
        (r"$\sigma^2 = \frac{(1-2)^2 + (5-2)^2}{2} = 5$ $3\sigma^2 = 15$", "verified"),
        (r"$\mu = 2, \sigma_B^2 = 4$ $\frac{6 - \mu}{\sqrt{\sigma_B^2}} = 2$", "verified"),
        (r"$\sigma^2 = 4$ $y = \sqrt{\sigma^2 + 5} = 4$", "refuted"),
        (r"$q^1 = 3$ $q^2 = 4$ $q^1 + q^2 = 7$", "verified"),
        # an identity about log defines no new log
        (r"$\log(ab) = \log a + \log b$ $\log(a + b) = \log a + \log b$", "refuted"),
        (r"$\log(a + b) = \log a + \log b$ $\log(ab) = \log a + \log b$", "verified"),
        (r"$AB = BA$ $(AB)^T = B^T A^T$", "verified"),
        # the number behind an entry of a matrix that is defined elsewhere is that of one place
        (GRAPH + r"$B x = \begin{bmatrix} 6 \\ 4 \end{bmatrix}$", "verified"),
        (GRAPH + r"$B x = \begin{bmatrix} 5 \\ 5 \end{bmatrix}$", "refuted"),  # with ½ everywhere
        # numbers that the note rounded itself may have been used unrounded, or as printed, but nothing between
        (r"$x = \frac{2}{3} = 0.67$ $y = 10x = 6.7$", "verified"),
        (r"$x = \frac{2}{3} = 0.67$ $y = 10x = 6.67$", "verified"),
        (r"$x = \frac{2}{3} = 0.67$ $y = 10x = 6.72$", "refuted"),
        (r"$x = 0.7$ $y = 10x = 7.3$", "refuted"),
        (r"$c = \frac{4 \cdot 8}{\sqrt{14} \cdot \sqrt{77}} = \frac{32}{3.742 \times 8.775} \approx 0.9746$", "verified"),
    ],
)
def test_a_formula_hears_what_the_others_say(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize("note", [r"$x^2 = 25$ $y = x + 1 = 6$", r"$x^2 = 25$ $y = 3x^2 = 60$"])
def test_a_power_of_a_letter_does_not_say_what_the_letter_is(judged, note: str) -> None:
    assert judged(note)[-1].verdict.status != "refuted"


@pytest.mark.parametrize(
    ("formula", "status"),
    [
        (r"16 \times 2\,\text{GB} = 32\,\text{GB}", "verified"),
        (r"\frac{2147483648}{1024^3} = 2\ \text{GB}", "verified"),
        (r"7 \times 10^9 \times 2\ \text{bytes} = 14\ \text{GB}", "verified"),
        (r"524288 \times 4096\ \text{bytes} = 2\ \text{GB}", "verified"),
        (r"84{,}934{,}656 + 38{,}597{,}376 \approx 123.5\text{M}", "verified"),
        (r"600 \times 1000 = 600\text{K tokens}", "verified"),
        (r"600 \times 1000 = 601\text{K tokens}", "refuted"),
        (r"7 \times 10^9 \times 2 = 14\text{B parameters}", "verified"),
        (r"7 \times 10^9 \times 2 = 15 \text{ B tokens}", "refuted"),
        (r"7 \times 10^9 \times 0.5\ \text{bytes} = 4.5\ \text{GB}", "refuted"),
        (r"16 \times 2\,\text{GB} = 33\,\text{GB}", "refuted"),
        (r"\sqrt{2 \cdot 9.81 \cdot 10} \approx 14.0\ \text{m/s}", "verified"),
        (r"\frac{30 \times 10^9\ \text{bytes}}{10} = 4\ \text{GB/s}", "refuted"),
        (r"5000 = 5 \times 2^{10}", "refuted"),
        (r"2\ \text{GB}", "skipped"),
        # words as tables and headings write them, French octets, what an amount is given for
        (r"72 \times 10^9 \times 2 \text{ Bytes} \approx 144 \text{ GB}", "verified"),
        (r"72 \times 10^9 \times 2 \text{ Bytes} \approx 164 \text{ GB}", "refuted"),
        (r"2 \times 32 \times 32 \times 128 \times 8192 \times 2 \approx 4.3 \text{ Go}", "verified"),
        (r"2 \times 8192 \times 80 \times 8 \times 128 \times 2 = \mathbf{2.7\text{ GB/request}}", "verified"),
        (r"2 \times 8192 \times 80 \times 8 \times 128 \times 2 = \mathbf{2.1\text{ GB/request}}", "refuted"),
    ],
)
def test_units_are_no_factors(judged, formula: str, status: str) -> None:
    assert judged(f"${formula}$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$z = [z_1, z_2, z_3] = [1.0, 2.0, 3.0]$ $e^{z_1} = e^1 = 2.718$", "verified"),
        (r"$x = (x_1, x_2) = (3, 4)$ $\sqrt{x_1^2 + x_2^2} = 5$", "verified"),
        (r"$(a, b) = (3, 4)$ $a + 2b = 11$", "verified"),
        (r"$(a, b) = (3, 4)$ $a + 2b = 10$", "refuted"),
        (r"$\begin{bmatrix} u \\ v \end{bmatrix} = \begin{bmatrix} 3 \\ 4 \end{bmatrix}$ $u - v = -1$", "verified"),
        (r"$x = [x_1, x_2]^T = [3, 4]^T$ $x_1 x_2 = 12$", "verified"),
        # what the note computes is no given: the list is a claim on it
        (r"$h_1 = 2 + 3$ $h_2 = 1 + 1$ $h = [h_1, h_2] = [5, 3]$", "refuted"),
        (r"$h_1 = 2 + 3$ $h_2 = 1 + 1$ $h = [h_1, h_2] = [5, 2]$", "verified"),
        (r"$(x + 1, y) = (3, 4)$ $x + y = 6$", "unsupported"),
    ],
)
def test_names_in_a_bracket_are_given_one_by_one(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


def test_the_width_of_scores_defined_apart_is_that_of_their_rows(judged) -> None:
    note = (
        r"$A = \text{softmax}\left(\frac{S}{\sqrt{d_k}}\right)$ with $S = QK^T$ and"
        r" $Q = \begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}$, $K = \begin{bmatrix} 1 & 1 \\ 0 & 2 \end{bmatrix}$"
    )
    verdict = judged(note)[0].verdict
    assert "reading.size_of_axis" in {reading.key for reading in verdict.readings}
    assert verdict.value[0] == pytest.approx([0.669762, 0.330238], abs=1e-6)


def test_a_product_beside_a_name_is_given_no_number(judged) -> None:
    note = (
        r"$Q = \begin{pmatrix} 2 & 0 \\ 0 & 2 \end{pmatrix}$ $K = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}$ "
        r"$S = QK^\top = \begin{pmatrix} 2 & 0 \\ 0 & 3 \end{pmatrix}$ "
        r"$P = \mathrm{softmax}(S) \approx \begin{pmatrix} 0.881 & 0.119 \\ 0.119 & 0.881 \end{pmatrix}$"
    )
    statuses = [judgement.verdict.status for judgement in judged(note)]
    assert statuses[2] == "refuted"  # the number itself
    assert statuses[3] != "refuted"  # what follows from the right one is not wrong


@pytest.mark.parametrize("scale", [r"^\circ\text{C}", r"\,^\circ\mathrm{C}", r"^\circ C"])
def test_degrees_of_temperature_are_no_multiple_of_a_letter(judged, scale: str) -> None:
    verdict = judged(rf"$C = 4$ $T = 25{scale}$ $E = 2T = 3.49$")[-1].verdict  # 50° are 0.87 as an angle
    assert [claim.holds for claim in verdict.claims] == [None]
    assert judged(r"$T = 60^\circ$ $E = 2\cos T = 1$")[-1].verdict.status == "verified"


SPREAD = r"$x = [1, 2, 6]$ $\mu = \frac{1}{n}\sum_i x_i$ $\sigma^2 = \frac{1}{n}\sum_i (x_i - \mu)^2$"


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (r"$y = \sqrt{\sigma^2 + 1} = 2.3805$", r"\sigma^{2} &= \frac"),  # as the note writes it, without a root and its square
        (r"$y = \frac{6 - \mu}{\sigma} = 1.3887$", r"\sigma &= \sqrt{\frac"),
    ],
)
def test_a_square_that_is_computed_is_told_with_its_root(judged, formula: str, shown: str) -> None:
    judgement = judged(f"{SPREAD} {formula}")[-1]
    assert judgement.verdict.status == "verified"
    assert shown in judgement.exhibit.latex


SAME = r"$Q = K = X$ with $X = \begin{bmatrix} 1 & 0 \\ 1 & 1 \end{bmatrix}$: "


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (SAME + r"$QK^\top = \begin{bmatrix} 1 & 1 \\ 1 & 2 \end{bmatrix}$", "verified"),
        (SAME + r"$QK^\top = \begin{bmatrix} 1 & 1 \\ 1 & 3 \end{bmatrix}$", "refuted"),
        (r"$m = n = k$ and $k = 3$: $mn = 9$", "verified"),
        (r"$m = n = k$ with $m = 3$, $n = 4$ and $k = 5$: $mn = 12$", "verified"),
    ],
)
def test_symbols_that_are_one_other_are_each_given(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status
