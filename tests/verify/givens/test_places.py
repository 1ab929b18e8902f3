r"""Entries of what a note gives as a whole: `x = (1, 2)`, then `x_1 + x_2`."""

from __future__ import annotations

import pytest

GIVEN = r"$x = (1, 2, 4)$ $a = [[1, 2], [3, 4]]$ "


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (r"x_1 + x_3", 5),
        (r"x_1^2 + x_2^2", 5),
        (r"x_0 + x_1", 3),  # counted from 0 where the formula says so
        (r"a_{11}a_{22} - a_{12}a_{21}", -2),
        (r"a_{1,1} + a_{2,1}", 4),
    ],
)
def test_an_entry_is_taken_from_what_the_note_gives(judged, formula: str, value: float) -> None:
    verdict = judged(GIVEN + f"${formula} = {value}$")[-1].verdict
    assert (verdict.status, verdict.value) == ("verified", pytest.approx(value))
    assert judged(GIVEN + f"${formula} = {value + 1}$")[-1].verdict.status == "refuted"


@pytest.mark.parametrize("formula", [r"x_1 + x_4 = 5", r"x^{(1)} + 1 = 2", r"a_{13} + a_{11} = 2", r"y_1 + 1 = 2", r"x_1 \cdot k = 1"])
def test_what_is_no_entry_is_not_known(judged, formula: str) -> None:
    verdict = judged(GIVEN + f"$k = (1, 1, 0)$ ${formula}$")[-1].verdict
    assert [claim.holds for claim in verdict.claims] == [None]


COMPUTED = r"$X = [[1, 0], [0, 2]]$ $W = [[1, 2], [0, 1]]$ $Q = XW = [[1, 2], [0, 2]]$ $K = X + W = [[2, 2], [0, 3]]$ "


@pytest.mark.parametrize(
    ("formula", "status"),
    [
        (r"q_1 \cdot k_2 = 6", "verified"),
        (r"q_1 \cdot k_2 = 5", "refuted"),
        (r"q_1 \cdot k_1 = 6, \quad q_2 \cdot k_1 = 4", "verified"),
        (r"q_1 \cdot k_1 = 6, \quad q_2 \cdot k_1 = 5", "refuted"),
    ],
)
def test_rows_of_queries_and_keys_that_the_note_computes(judged, formula: str, status: str) -> None:
    assert judged(f"{COMPUTED} ${formula}$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("note", "formula"),
    [
        (COMPUTED, r"q_3 \cdot k_1 = 6"),  # there is no third row
        (COMPUTED, r"w_1 \cdot w_2 = 2"),  # rows of W, or its columns?
        (COMPUTED.replace("[[1, 2], [0, 2]]$", "[[1.0, 2.0], [0.0, 2.0]]$"), r"q_1 \cdot k_2 = 6"),  # may be rounded
    ],
)
def test_rows_that_the_note_does_not_tell(judged, note: str, formula: str) -> None:
    assert [claim.holds for claim in judged(f"{note} ${formula}$")[-1].verdict.claims] == [None]


def test_a_number_of_its_own_goes_before_the_entry(judged) -> None:
    assert judged(GIVEN + "$x_1 = 5$ $2x_1 = 10$")[-1].verdict.status == "verified"


@pytest.mark.parametrize(
    ("first", "claim", "status"),
    [
        (1, "x_1 + x_2 = 6", "verified"),
        (1, "x_1 + x_2 = 3", "refuted"),
        (1, r"\sum_{i=0}^{2} x_i = 7", "verified"),
        (1, r"\sum_{i=1}^{2} x_i = 3", "unsupported"),  # of which two?
        (7, "x_1 + x_2 = 3", "verified"),  # a start of its own, no entry
        (7, r"\sum_{i=1}^{2} x_i = 3", "verified"),
    ],
)
def test_the_note_says_from_where_it_counts(judged, first: int, claim: str, status: str) -> None:
    assert judged(GIVEN + f"$x_0 = {first}$ ${claim}$")[-1].verdict.status == status


LISTED = [
    ("$s_1 = 2, s_2 = 1$", r"\alpha_1 = \frac{e^{s_1}}{\sum_j e^{s_j}} = 0.731", r"\alpha_1 = \frac{e^{s_1}}{\sum_j e^{s_j}} = 0.831"),
    ("$s_1 = 2, s_2 = 1, s_3 = 0$", r"Z = \sum_{i=1}^{3} e^{s_i} = 11.107", r"Z = \sum_{i=1}^{3} e^{s_i} = 12.107"),
    (r"$a_1 = 0.7, a_2 = 0.3$ $v_1 = [1, 0], v_2 = [0, 1]$", r"c = \sum_i a_i v_i = [0.7, 0.3]", r"c = \sum_i a_i v_i = [0.3, 0.7]"),
    ("$s = (2, 1)$", r"\alpha_1 = \frac{e^{s_1}}{\sum_j e^{s_j}} \approx 0.73", r"\alpha_2 = \frac{e^{s_2}}{\sum_j e^{s_j}} \approx 0.73"),
    *[
        (given, r"\alpha_1 = \frac{e^{s_1}}" + put_in, r"\alpha_2 = \frac{e^{s_2}}" + put_in)  # numbers put in for another entry
        for put_in in [r"{\sum_j e^{s_j}} = \frac{7.39}{7.39 + 2.72} \approx 0.73"]
        for given in ("$s = (2, 1)$", "$s_1 = 2, s_2 = 1$")
    ],
    (r"$a_{11} = 0.7, a_{12} = 0.3$ $v_1 = 10, v_2 = 20$", r"z_1 = \sum_j a_{1j} v_j = 13", r"z_1 = \sum_j a_{1j} v_j = 17"),
]


@pytest.mark.parametrize(("given", "right", "wrong"), LISTED)
def test_entries_given_one_by_one_are_the_array(judged, given: str, right: str, wrong: str) -> None:
    assert judged(f"{given} ${right}$")[-1].verdict.status == "verified"
    assert judged(f"{given} ${wrong}$")[-1].verdict.status == "refuted"


def test_an_array_with_a_gap_is_not_given(judged) -> None:
    verdict = judged(r"$s_1 = 2, s_3 = 1$ $Z = \sum_j e^{s_j} = 10$")[-1].verdict
    assert [claim.holds for claim in verdict.claims] == [None]


@pytest.mark.parametrize(("value", "status"), [(2, "verified"), (3, "refuted")])
def test_a_bar_over_given_data_is_their_mean(judged, value: int, status: str) -> None:
    note = r"$x = [2, 4, 4, 4, 5, 5, 7, 9]$ $\sigma = \sqrt{\frac{1}{N} \sum_{i=1}^N (x_i - \bar{x})^2} = "
    assert judged(f"{note}{value}$")[-1].verdict.status == status


def test_a_mean_that_the_note_gives_goes_before(judged) -> None:
    assert judged(r"$x = [2, 4]$ $\bar{x} = 5$ $s = \sum_{i=1}^2 (x_i - \bar{x}) = -4$")[-1].verdict.status == "verified"


def test_beside_a_sum_from_zero_it_is_not_told_which_entry_is_called(judged) -> None:
    verdict = judged(r"$z = (2, 1, 0.1)$ $p_1 = \frac{e^{z_1}}{\sum_{j=0}^{2} e^{z_j}} \approx 0.242$")[-1].verdict
    assert [claim.holds for claim in verdict.claims] == [None]


WEIGHTED = r"$x = [1, 3]$ $\lambda = [0.2, 0.4]$ $A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$ "


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"y_2 = \lambda_2 x_2 = 0.4 \times 3 = 1.2", r"y_2 = \lambda_2 x_2 = 0.2 \times 3 = 0.6"),
        (r"y_2 = \lambda_2 x_2 = 0.4 \times 3", r"y_2 = \lambda_2 x_2 = 0.2 \times 3"),
        (r"h_1 = A_{11} x_1 + A_{12} x_2 = 1 \cdot 1 + 2 \cdot 3 = 7", r"h_1 = A_{11} x_1 + A_{12} x_2 = 1 \cdot 1 + 3 \cdot 3 = 10"),
        (r"h_1 = a_{11} x_1 + a_{12} x_2 = 1 \cdot 1 + 2 \cdot 3 = 7", r"h_1 = a_{11} x_1 + a_{12} x_2 = 1 \cdot 1 + 3 \cdot 3 = 10"),
        (
            r"p_1 = \frac{e^{x_1}}{e^{x_1} + e^{x_2}} = \frac{2.718}{2.718 + 20.086} = 0.119",
            r"p_2 = \frac{e^{x_2}}{e^{x_1} + e^{x_2}} = \frac{2.718}{2.718 + 20.086} = 0.119",
        ),
    ],
)
def test_numbers_put_in_are_those_of_the_entries(judged, right: str, wrong: str) -> None:
    assert judged(f"{WEIGHTED}${right}$")[-1].verdict.status == "verified"
    assert judged(f"{WEIGHTED}${wrong}$")[-1].verdict.status == "refuted"


def test_numbers_put_in_for_what_is_no_entry(judged) -> None:
    verdict = judged(WEIGHTED + r"$y_3 = \lambda_3 x_3 = 0.5 \times 3 = 1.5$")[-1].verdict
    assert [claim.holds for claim in verdict.claims] == [True]  # only the product


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$z = [2.0, 1.0, 0.1]$ with $z_0 = 2.0$. $\mathrm{softmax}(z)_1 = 0.242$", "verified"),
        (r"$z = [2.0, 1.0, 0.1]$ with $z_0 = 2.0$. $\mathrm{softmax}(z)_1 = 0.659$", "refuted"),
        (r"$z = [2.0, 1.0, 0.1]$, $\mathrm{softmax}(z)_1 = 0.242$, $\mathrm{softmax}(z)_0 = 0.659$", "verified"),
        (r"$z = [2.0, 1.0, 0.1]$, $\mathrm{softmax}(z)_1 = 0.659$", "verified"),
        (r"$z = [2.0, 1.0, 0.1]$ with $z_1 = 2.0$, $\mathrm{softmax}(z)_1 = 0.242$", "refuted"),
    ],
)
def test_entries_of_brackets_are_counted_as_the_note_counts(judged, note: str, status: str) -> None:
    verdicts = [judgement.verdict for judgement in judged(note)]
    assert next(verdict for verdict in verdicts if "softmax" in verdict.latex).status == status


@pytest.mark.parametrize("norm", [r"\|x\|_1 = 7", r"\|x\|_2 = 5", r"\mathrm{softmax}(x)_0 = 0.27"])
def test_the_order_of_a_norm_counts_no_entries(judged, norm: str) -> None:
    """Beside a norm of order 0 the others keep their order."""
    assert judged(rf"$x = [3, 0, 4]$, $\|x\|_0 = 2$, ${norm}$")[-1].verdict.status == "verified"
