"""What cannot be told of a note's claims: a statement whose number nearly holds is not verified."""

# ruff: noqa: E501 (a table: one note stays on one line)

from __future__ import annotations

import pytest

ATTENTION = r"$$\text{Attention}(Q,K,V)=\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V$$" + "\n\n"


@pytest.mark.parametrize(
    ("note", "status", "reason"),
    [
        (r"$3.07 \times 3 = 9.21$" + "\n\n" + r"$e^{9.21} = 9999$", "unsupported", "claim.perhaps_rounded"),
        (r"$e^{9.21} = 9999$", "refuted", None),
        (r"$p = 0.3$" + "\n\n" + r"$1 - p = 0.5$" + "\n\n" + "$p = 0.5$", "unsupported", "claim.other_number_before"),
        (r"$e^{9.21} = 9996.6$", "verified", None),
        (r"$a = 2.829$ $\frac{e^{2.829}}{e^{2.829} + e^{1.414}} = \frac{16.928}{16.928 + 4.112} = 0.805$", "verified", None),
        (r"$\frac{\alpha}{r} = \frac{16}{8} = 2$", "verified", None),
        (r"$d = 1024$ $\frac{4 d^2}{12 d^2} = 25\%$", "refuted", None),
        (r"$d = 1024$ $\frac{4 d^2}{12 d} = 25$", "unsupported", "claim.to_be_solved"),
        (r"$2d \cdot 4d = 8 d^2 = 5000$", "unsupported", "claim.inputs_unknown"),
        (r"$s = \sqrt{8} \approx 2.83$ $s^2 = \frac{40}{4} = 10$", "verified", None),  # another sample
        (r"$s = \sqrt{8} \approx 2.83$ $s^2 = \frac{40}{4} = 11$", "refuted", None),
        (r"$(x - 1)(x - 2) = x^2 - 3x + 2 = 0$", "verified", None),
        (r"$QK^\top = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$", "unsupported", "claim.inputs_unknown"),
        (r"$\mathrm{softmax}(x^1) = [0.09, 0.24, 0.67]$", "unsupported", "claim.inputs_unknown"),
    ],
)
def test_a_status_is_never_better_than_its_claims(judged, note: str, status: str, reason: str | None) -> None:
    verdicts = [judgement.verdict for judgement in judged(note)]
    verdict = next(verdict for verdict in verdicts if "-" in verdict.latex or "frac" in verdict.latex or "^" in verdict.latex)
    assert verdict.status == status
    assert (verdict.problem.message.key if verdict.problem else None) == reason


@pytest.mark.parametrize(
    ("weights", "status", "reason"),
    [
        ("0.06 & 0.94", "verified", "claim.rounded_on_the_way"),  # 0.0557 and 0.9443
        ("0.05 & 0.94", "verified", "claim.rounded_on_the_way"),  # cut off
        ("0.14 & 0.86", "unsupported", "claim.other_number_before"),
    ],
)
def test_the_output_of_weights_that_were_rounded_on_the_way(judged, weights: str, status: str, reason: str) -> None:
    values = r"$$V = \begin{bmatrix} 2 & 2 \\ 0 & 2 \end{bmatrix}$$"
    scores = rf"$$A = \text{{softmax}}([0, 2.83]) = \begin{{bmatrix}} {weights} \end{{bmatrix}}$$"
    note = "\n\n".join([values, scores, r"$$Z = AV = \begin{bmatrix} 0.11 & 2 \end{bmatrix}$$"])
    verdict = judged(note)[-1].verdict
    assert (verdict.status, verdict.claims[-1].remark.key) == (status, reason)


def test_what_is_not_told_beside_a_value_is_a_line_of_the_receipt(judged) -> None:
    verdict = judged(ATTENTION + r"$$s = q \cdot k = 2.5$$")[-1].verdict
    assert verdict.status == "unsupported"
    assert [check.passed for check in verdict.checks if check.name == "claim"] == [None]


@pytest.mark.parametrize(
    ("note", "is_reported"),
    [
        ("$U = IR$, $P = UI = I^2 R$", False),
        (r"$(a + b)^2 = a^2 + 2ab + b^2$", True),
        (r"$U = IR$, $I = 2$, $R = 3$, $P = UI = I^2 R$", True),
    ],
)
def test_a_law_that_follows_from_others_is_right_and_no_reason_for_a_block(judged, note: str, is_reported: bool) -> None:
    last = judged(note)[-1]
    assert (last.verdict.status, last.reported) == ("verified", is_reported)


GIVEN = r"$Q = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}$, $K = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}$, $V = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}$"
KERNEL = r"$$O = \phi(Q)(\phi(K)^\top V) = \begin{pmatrix} %s \end{pmatrix}$$"


@pytest.mark.parametrize(
    ("defined", "numbers", "status", "reason"),
    [
        ("", r"14 & 22 \\ 20 & 30", "unsupported", "claim.left_open"),
        ("", r"17 & 26 \\ 19 & 28", "verified", None),
        (r"$\phi(x) = x + 1$", r"14 & 22 \\ 20 & 30", "refuted", None),
    ],
)
def test_numbers_of_a_function_that_is_left_open_are_never_refuted(
    judged, defined: str, numbers: str, status: str, reason: str | None
) -> None:
    verdict = judged(f"{GIVEN}\n\n{defined}\n\n{KERNEL % numbers}")[-1].verdict
    assert verdict.status == status
    assert (verdict.problem.message.key if verdict.problem else None) == reason


HEIGHT = "## Fall\n\n" + r"$t = 2$ $g = 9.8$ $h = \frac12 g t^2 = 19.6$" + "\n\n## Light\n\n"


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (HEIGHT + r"$f = 6 \times 10^{14}$ $E = hf = 6.626 \times 10^{-34} \times 6 \times 10^{14} = 3.98 \times 10^{-19}$", "unsupported"),
        (HEIGHT + r"$f = 6 \times 10^{14}$ $E = hf = 6.626 \times 10^{-34} \times 6 \times 10^{14} = 4.98 \times 10^{-19}$", "refuted"),
        (HEIGHT + r"$v = h / t = 16.9 / 2 = 8.45$", "refuted"),
        (HEIGHT.replace("## Light", "") + r"$E = 6h = 6 \times 6.626 \times 10^{-34} = 3.98 \times 10^{-33}$", "refuted"),
    ],
)
def test_a_letter_under_another_heading_may_be_another_quantity(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}",
        r"S = \sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{8}",
        r"\int_0^1 x^2 dx = \frac{\pi}{3}",
    ],
)
def test_nothing_is_held_against_what_has_no_end(judged, latex: str) -> None:
    assert judged(ATTENTION + f"$${latex}$$")[-1].verdict.status == "unsupported"


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$h(x) = 0.667 x$ $h(6) = \frac{2}{3} \cdot 6 = 4$", "verified"),
        (r"$h(x) = x^2 - 3$ $h(-1) = 2 - 3 = -1$", "refuted"),
        (r"$h(x) = 0.667 x$ $h(6) = 4.1$", "refuted"),
    ],
)
def test_a_function_with_rounded_numbers_is_held_against_nothing_near(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(("latex", "status"), [("1.000000001^{10^{9}} = e", "unsupported"), ("1.01^{100} = e", "refuted")])
def test_a_side_too_large_to_be_computed_is_not_confirmed_by_the_other(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status
