"""The note's own claims: each text is a small note, and its last formula's claims are looked at."""

from __future__ import annotations

import pytest

from vault_tools import verify_text
from vault_tools.verify.claims.stated import _is_rounding

QK = r"$Q = \begin{bmatrix} 1 & 0 \\ 1 & 2 \end{bmatrix}$ $K = \begin{bmatrix} 2 & 1 \\ 0 & 1 \end{bmatrix}$ "


@pytest.mark.parametrize(
    ("note", "holds", "remark"),
    [
        # printed precision
        (r"$\frac{4}{27} \approx 15\%$", True, None),
        (r"$\frac{4}{27} = 0.148$", True, None),
        (r"$\frac{4}{27} = 0.149$", False, None),
        (r"$\frac{2}{3} = 0.66$", True, "claim.truncated"),
        (r"$\frac{2}{3} = 0.65$", False, None),
        (r"$\frac{2}{3} = 0.6$", False, None),
        (r"$\frac{5}{2} = 2$", False, None),
        (r"$\frac{5}{2} \approx 3$", True, None),
        (r"$2 \times 512 = 1{,}024 \text{ bytes}$", True, None),
        (r"$2 \times 512 = 1{,}025 \text{ bytes}$", False, None),
        (r"$12 \times 32 \times 4096^2 \approx 6.4\text{B}$", True, None),
        (r"$12 \times 32 \times 4096^2 \approx 7.4\text{B}$", False, None),
        (r"$6 \times 7\text{B} \times 2\text{T} = 8.4 \times 10^{22}$", True, None),
        (r"$0.659 + 0.242 + 0.099 = 1.0$", True, None),
        (r"$15\% + 30\% + 26\% + 30\% = 100\%$", False, None),
        (r"$2 \times 512 \times 512 = 524{,}288$", True, None),
        (r"$2 \times 512 \times 512 = 524{,}289$", False, None),
        (r"$\frac{14}{6} = \frac{7}{3}$", True, None),
        (r"$\frac{6 - 2.5}{0.5} = 3$", False, None),
        # chains with rounded intermediates
        (r"$\frac{1}{1 + e^{-0.44}} = \frac{1}{1.644} = 0.608$", True, None),
        (r"$\frac{1}{1 + e^{-0.44}} = \frac{1}{1.744} = 0.573$", False, None),
        (r"$\frac{1}{1 + e^{-0.44}} = \frac{1}{1 + 0.644} = \frac{1}{1.644} = 0.608$", True, None),
        # numbers put in for letters are no rounded results
        (r"$P = \frac{a}{b} = \frac{0.12}{0.4} = 0.3$", True, None),
        (r"$P = \frac{a}{b} = \frac{0.12}{0.4} = 0.4$", False, None),
        (r"$a = 0.12$ $b = 0.4$ $P = \frac{a}{b} = \frac{0.12}{0.4} = 0.4$", False, None),
        (r"$F = ma = 0.5 \times 0.5 = 0.28$", False, None),
        # vectors and matrices
        (r"$\text{softmax}([2.0, 1.0, 0.1]) = [0.659, 0.242, 0.099]$", True, None),
        (r"$\text{softmax}([2.0, 1.0, 0.1]) \approx [0.65, 0.24, 0.11]$", False, None),
        (r"$\text{softmax}([1, 2, 3]) = [0.09, 0.24, 0.66]$", True, "claim.truncated"),
        # one entry is cut off, another rounded
        (r"$\text{softmax}([0.55, -0.265, 0.325]) \approx [0.45, 0.20, 0.35]$", True, "claim.truncated"),
        (r"$\text{softmax}([0.55, -0.265, 0.325]) \approx [0.45, 0.20, 0.37]$", False, None),
        (r"$\text{softmax}([2, 4, 4]) = [0.0, 0.5, 0.5]$", False, None),
        # 0 is the zero of every shape
        (r"$a = [1, 2]$ $b = [2, 4]$ $2a - b = 0$", True, None),
        (r"$a = [1, 2]$ $b = [2, 5]$ $2a - b = 0$", False, None),
        (r"$a = [1, 2]$ $b = [2, 4]$ $2a - b = 1$", False, "claim.other_shape"),
        (r"$z = [1, 2]$ $\text{softmax}(z) = [0.27, 0.73]$", True, None),
        (r"$z = [1, 2]$ $\text{softmax}(z) = [0.4, 0.6]$", False, None),
        (QK + r"$QK^T = \begin{bmatrix} 2 & 0 \\ 4 & 2 \end{bmatrix}$", True, None),
        (QK + r"$QK^T = \begin{bmatrix} 2 & 0 & 1 \\ 4 & 2 & 1 \end{bmatrix}$", False, "claim.other_shape"),
        # a count between bars
        (r"$|B| = 4$ $\ell = (1, 2, 3, 4)$ $\frac{1}{|B|} \sum_{i=1}^{4} \ell_i = 2.5$", True, None),
        (r"$|B| = 4$ $\ell = (1, 2, 3, 4)$ $\frac{1}{|B|} \sum_{i=1}^{4} \ell_i = 3.5$", False, None),
        (r"$|D| = 1000$ $|\mathcal{B}| = 32$ $\lceil |D| / |\mathcal{B}| \rceil = 32$", True, None),
        (QK + r"$|Q| = 2$", True, None),
        (QK + r"$|Q| = 2$ $|Q|^2 = 4$", True, None),
        (QK + r"$|Q| = 3$", False, None),
        # numbers put in
        (r"$U = 4.8$ $I = 0.32$ $R = \frac{U}{I} = \frac{4.9}{0.32} = 15.3$", False, None),
        (r"$U = 4.83$ $I = 0.321$ $R = \frac{U}{I} = \frac{4.8}{0.32} = 15$", True, None),
        # of every position
        (r"$A = \begin{bmatrix} 0.5 & 0.5 \\ 0.2 & 0.8 \end{bmatrix}$ $\sum_j A_{ij} = 1$", True, None),
        (r"$A = \begin{bmatrix} 0.5 & 0.5 \\ 0.2 & 0.7 \end{bmatrix}$ $\sum_j A_{ij} = 1$", False, None),
        (r"$\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}$ $\sum_j \alpha_{ij} = 1$", True, "claim.identity"),
        # identities
        (r"$(a+b)^2 = a^2 + 2ab + b^2$", True, "claim.identity"),
        (r"$(a+b)^2 = a^2 + b^2$", False, "claim.no_identity"),
        (r"$2*N*d*N = 2Nd^2$", False, "claim.no_identity"),
        (r"$2*N*N*d = 2N^2d$", True, "claim.identity"),
        (r"$2*L*n*d*2=4Lnd$", True, "claim.identity"),
        (r"$2*L*n*d*2=5Lnd$", False, "claim.no_identity"),
        (r"$2*L*N*d*d*2=4LNd^2$", True, "claim.identity"),
        (r"$2*l*n*d*2=4lnd$", True, "claim.identity"),
        (r"$2*l*n*d*2=5lnd$", False, "claim.no_identity"),
        (r"$2*x*\ln d = x \ln d^2$", True, "claim.identity"),
        (r"$\frac{\sigma}{\sqrt{n}} = \sqrt{\frac{\sigma^2}{n}}$", True, "claim.identity"),
        (r"$\sum_{k=0}^{n-1} r^k = \frac{1 - r^n}{1 - r}$", True, "claim.identity"),
        (r"$\sum_{k=0}^{n} a r^k = a \frac{1 - r^n}{1 - r}$", False, "claim.no_identity"),
        # chance
        (r"$\mathrm{Var}(q \cdot k) = d_k$", True, "claim.simulated"),
        (r"$\mathrm{Var}(q \cdot k) = d_k^2$", False, "claim.simulated"),
        (r"$\operatorname{Var}\left(\frac{q \cdot k}{\sqrt{d_k}}\right) = 1$", True, "claim.simulated"),
    ],
)
def test_a_claim_is_held_against_what_is_computed(judged, note: str, holds: bool, remark: str | None) -> None:
    verdict = judged(note)[-1].verdict
    assert verdict.status == ("verified" if holds else "refuted")
    claims = [claim for claim in verdict.claims if claim.holds is not None]
    assert all(claim.holds for claim in claims) is holds
    if remark is not None:
        assert remark in {claim.remark.key for claim in claims if claim.remark is not None}


ELSEWHERE = [
    (r"\binom{n}{k} = \frac{n!}{k!}", "unsupported"),
    (r"\lceil x \rceil = \lfloor x \rfloor + 1", "unsupported"),
    (r"\lceil x \rceil > \lfloor x \rfloor", "unsupported"),
    (r"\binom{n}{k} = \frac{n!}{k! (n-k)!}", "verified"),
    (r"\lfloor n/2 \rfloor + \lceil n/2 \rceil + 1 = n + 1", "verified"),
    (r"\cos(n \pi) = (-1)^n", "verified"),
    (r"\log(x y) = \log x + \log y", "verified"),
    (r"\sqrt{x y} = \sqrt{x} \sqrt{y}", "verified"),
    (r"\lceil x \rceil \ge \lfloor x \rfloor", "verified"),
    (r"x^2 + y^2 \ge 2 x y", "verified"),
]


@pytest.mark.parametrize(("latex", "status"), ELSEWHERE, ids=[row[0] for row in ELSEWHERE])
def test_an_identity_holds_for_other_numbers_than_those_of_the_example(judged, latex: str, status: str) -> None:
    """Whole ones, halves, far apart, equal, negative: wherever both sides have a value."""
    verdict = judged(f"${latex}$")[-1].verdict
    held = verdict.status == "verified" and any(claim.holds for claim in verdict.claims)
    assert held == (status == "verified"), verdict


@pytest.mark.parametrize(
    ("note", "slip"),
    [
        (r"$d_k = 2$ $V = \begin{bmatrix} 1 & 0 \\ 0 & 2 \end{bmatrix}$ " + QK + r"$\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V = "
         r"\begin{bmatrix} 0.88 & 0.24 \\ 0.88 & 0.24 \end{bmatrix}$", "slip.without_scale"),
        (r"$\text{softmax}([4, 8, 7, 8]) = [0.15, 0.30, 0.26, 0.30]$", "slip.plain_normalisation"),
        (r"$\sin(1) = 0.017452$", "slip.degrees"),
        (r"$\sin(30^\circ) = -0.988$", "slip.radians"),
        (r"$\ln(100) = 2$", "slip.decimal_logarithm"),
        (r"$\ln(8) = 3$", "slip.binary_logarithm"),
        (r"$\log_2 8 = 0.903$", "slip.decimal_logarithm"),
        (r"$\log_{10} 100 = 4.605$", "slip.natural_logarithm"),
        (r"$\sqrt{9 + 16} = 25$", "slip.without_root"),
        (r"$x = (2, 4, 9)$ $\frac{1}{3}\sum_{i=1}^{3} (x_i - 5)^2 = 13$", "slip.other_divisor"),
        (r"$\frac{(2 - 5)^2 + (4 - 5)^2 + (9 - 5)^2}{3 - 1} = 8.667$", "slip.other_divisor"),
        (r"$d_k = 2$ " + QK + r"$\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right) = "
         r"\begin{bmatrix} 0.73 & 0.27 \\ 0.73 & 0.27 \end{bmatrix}$", "slip.whole_width"),
        (QK + r"$\text{softmax}\left(\frac{QK^T}{\sqrt{2}}\right) = \text{softmax}\begin{bmatrix} 1.41 & 0 \\ 2.83 & 1.41 \end{bmatrix} = "
         r"\begin{bmatrix} 0.88 & 0.12 \\ 0.88 & 0.12 \end{bmatrix}$", "slip.without_scale"),
        (QK + r"$QK^T = \begin{bmatrix} 2 & 4 \\ 0 & 2 \end{bmatrix}$", "slip.swapped"),
        (QK + r"$QK^T = \begin{bmatrix} 2 & 1 \\ 2 & 3 \end{bmatrix}$", "slip.without_transpose"),
        (r"$a = (1, 2, 3)$ $b = (4, 5, 6)$ $b \times a = (-3, 6, -3)$", "slip.factors_swapped"),
        (r"$a = (1, 2, 3)$ $b = (4, 5, 6)$ $\vec a \times \vec b = (4, 10, 18)$", "slip.entry_by_entry"),
        (r"$Q = [[1, 0], [1, 2]]$ $K = [[2, 0], [1, 1]]$ $QK^T = [[2, 2], [1, 3]]$", "slip.swapped"),
        (QK + r"$QQ^T = \begin{bmatrix} 2 & 2 \\ 2 & 4 \end{bmatrix}$", "slip.other_side_transposed"),
    ],
)  # fmt: skip
def test_the_usual_slip_is_named(judged, note: str, slip: str) -> None:
    claims = judged(note)[-1].verdict.claims
    assert [claim.remark.key for claim in claims if claim.holds is False and claim.remark] == [slip]


@pytest.mark.parametrize(
    "note",
    [
        r"$PV = nRT$",
        r"$\frac12 m v^2 = m g h$",
        r"$x^2 = 2x$",
        r"$\frac12 m v^2 = m g h$, so $v = \sqrt{2gh}$",
        r"$\forall \varepsilon > 0\ \exists \delta > 0$",
        r"$E = mc^2$",
        r"$AB = BA$",
        r"$\cos(\theta) = \frac{a \cdot b}{2} = 0.7$",
        r"$\mathrm{Var}(X) = \sigma^2$",
        r"$512 \times 512 \approx 262k$",
        r"$F_1 = \frac{2PR}{P+R} = \frac{2 \times 0.67 \times 0.75}{0.67 + 0.75} = 0.706$",  # 0.67 may be 2/3
    ],
)
def test_laws_conditions_and_definitions_cannot_be_told(judged, note: str) -> None:
    verdict = judged(note)[-1].verdict
    assert verdict.status != "refuted"
    assert not any(claim.holds for claim in verdict.claims)


@pytest.mark.parametrize(
    ("note", "holds", "remark"),
    [
        (r"$p = (0.5, 0.5)$ $-\sum_i p_i \log p_i = 1$", None, "claim.binary_log"),
        (r"$\log(100) = 2$", None, "claim.decimal_log"),
        (r"$\lg 8 = 3$", None, "claim.binary_log"),
        (r"$\lg 8 = 2.08$", None, "claim.natural_log"),
        (r"$-\lg(10^{-3}) = 3$", True, None),
        (r"$-\lg(10^{-3}) = 4$", False, None),
        (r"$\log(100) = 3$", False, None),
        (r"$p = (0.5, 0.5)$ $-\sum_i p_i \ln p_i = 1$", False, "slip.binary_logarithm"),
    ],
)
def test_log_without_a_base_may_be_meant_to_another(judged, note: str, holds: bool | None, remark: str | None) -> None:
    claim = judged(note)[-1].verdict.claims[-1]
    assert (claim.holds, claim.remark.key if claim.remark else None) == (holds, remark)


@pytest.mark.parametrize(
    ("note", "holds"),
    [
        # a mixed number or a product, as the numbers agree
        (r"$2\frac{1}{2} = 2.5$", True),
        (r"$1\frac{3}{4} + 2\frac14 = 4$", True),
        (r"$2\frac{1}{2} \times 2 = 5$", True),
        (r"$4\frac{1}{2} = 2$", True),
        (r"$2\frac{1}{2} = 3$", False),
        (r"$2 \cdot \frac{1}{2} = 2.5$", False),
        # numbers that the note rounded, or that follow from the formula
        (r"$\theta \approx 36.9^\circ$ $\tan\theta = \frac{3}{4}$", None),
        (r"$\theta \approx 36.9^\circ$ $\tan\theta = \frac{3}{5}$", False),
        (r"$x = 0.5$ $2x = 1.004$", False),
        # results of formulas above, as printed
        (r"$0.1 \times e^{0.4236} = 0.1527$ $7 \times 0.0655 + 3 \times 0.1527 = 0.9166$ $\frac{0.1527}{0.9166} = 0.1667$", None),
        (r"$0.1 \times e^{0.4236} = 0.1527$ $\frac{0.1527}{0.9166} = 0.1676$", False),
        (r"$\frac{0.1527}{0.9166} = 0.1667$", False),
        (r"$\frac{7}{5} = 1.4$ $0.5 + 1.4 \times 5 = 7.7$", False),
        # one of many samples
        (r"$x = (1, 2, 3)$ $w = 1$ $b = -2$ $z = wx + b = 1 \times 3 - 2 = 1$", None),
    ],
)
def test_what_a_reader_may_read_otherwise_is_left_open(judged, note: str, holds: bool | None) -> None:
    assert judged(note)[-1].verdict.claims[0].holds is holds


@pytest.mark.parametrize(("total", "holds"), [(35, None), (36, False)])
def test_an_equation_whose_solution_stands_below_is_no_claim_on_the_letters_above(judged, total: int, holds: bool | None) -> None:
    note = rf"$x = 5$ $x + y = {total}$, so $x = 23$, $y = 12$"
    assert [claim.holds for claim in judged(note)[1].verdict.claims] == [holds]


def test_an_angle_that_follows_below_refutes_nothing(judged) -> None:
    assert judged(r"$\tan\theta = \frac{3}{4}$, so $\theta = 36.9^\circ$")[0].verdict.claims[0].holds is None


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$X \sim U(0, 1)$ $\mathrm{Var}(X) = \frac{1}{12}$", "unsupported"),
        (r"$V = r + \gamma V = 2$", "unsupported"),
        (r"$w = (X^TX)^{-1}X^TY = \begin{bmatrix} 0.6 \\ 0.8 \end{bmatrix}$", "unsupported"),  # X^TX has no inverse on some examples
        (r"$x = (1, 2, 3)$ $\mathrm{Var}(x) = \frac{2}{3}$", "verified"),
        (r"$L = \sum_i w_i x_i = 2.5$", "unsupported"),
    ],
)
def test_a_number_stated_of_what_the_note_does_not_give_is_no_example(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    "note",
    [
        r"$\frac{7}{8} = ?$",
        r"$\frac{7}{8} = \square$",
        r"$\frac{7}{8} = \boxed{}$",
        r"$3 \times 4 = \underline{\quad}$",
        r"$0.3 \times \_\_ = 0.8$",
        r"$\text{softmax}([1, 2, 3]) = [\_, \_, \_]$",
        r"$Q \in \mathbb{R}^{?}$",
        r"$3 + 4 = 8 ❌$",
        r"$1 = 2$",
        r"$|B| = 4$",
    ],
)
def test_blanks_to_fill_in_and_bare_numbers_are_passed_over(judged, note: str) -> None:
    assert judged(note)[-1].verdict.status == "skipped"


@pytest.mark.parametrize("mark", [r"\checkmark", "✓", "✅", r"\quad \checkmark", r"\qed", r"\quad \square"])
def test_a_mark_behind_a_statement_is_no_factor(judged, mark: str) -> None:
    assert judged(rf"$3 + 4 = 7 {mark}$")[-1].verdict.status == "verified"
    assert judged(rf"$3 + 4 = 8 {mark}$")[-1].verdict.status == "refuted"


SHAPES = (
    r"$X \in \mathbb{R}^{10 \times 512}$ $W^Q \in \mathbb{R}^{512 \times 64}$ $W^K \in \mathbb{R}^{512 \times D}$ $Q = XW^Q$ $K = XW^K$ "
)


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        (r"$Q = XW^Q \in \mathbb{R}^{10 \times 64}$", True),
        (r"$QQ^T \in \mathbb{R}^{10 \times 10}$", True),
        (r"$Q^TQ \in \mathbb{R}^{10 \times 10}$", False),
        (r"$Q^TK \in \mathbb{R}^{10 \times 10}$", False),
        (r"$Q^TK \in \mathbb{R}^{64 \times 32}$", None),
    ],
)
def test_shapes_in_numbers_follow_from_declared_ones(judged, claim: str, holds: bool | None) -> None:
    assert [claim.holds for claim in judged(SHAPES + claim)[-1].verdict.claims] == [holds]


def test_a_cross_product_is_read_where_the_note_writes_vectors_in_space(judged) -> None:
    verdict = judged(r"$a = (1, 2, 3)$ $b = (4, 5, 6)$ $a \times b = (-3, 6, -3)$")[-1].verdict
    assert (verdict.status, [reading.key for reading in verdict.readings]) == ("verified", ["reading.cross_product"])
    assert judged(r"$a = (1, 2)$ $b = (4, 5)$ $\vec a \times \vec b = (4, 10)$")[-1].verdict.status == "unsupported"


TABLE = """
$$\\alpha_i = \\frac{\\exp(s_i)}{\\sum_j \\exp(s_j)}$$

| token | $s_i$ | $\\alpha_i$ |
|-------|------:|-----------:|
| the   |   1.2 |      0.247 |
| small |   0.3 |      0.100 |
| cat   |   2.1 |      LAST |
"""


@pytest.mark.parametrize(("last", "status"), [("0.608", "refuted"), ("0.636", "refuted")])
def test_a_column_of_a_table_is_a_claim(judged, last: str, status: str) -> None:
    """With three tokens instead of four every weight of the table is wrong."""
    assert judged(TABLE.replace("LAST", last))[0].verdict.status == status


def test_a_right_column_holds(judged) -> None:
    text = TABLE.replace("0.247", "0.258").replace("0.100", "0.105").replace("LAST", "0.636")
    verdict = judged(text)[0].verdict
    assert verdict.status == "verified"
    assert [claim.holds for claim in verdict.claims] == [True]


def test_a_list_behind_a_formula_counts_where_it_fits(judged) -> None:
    text = "$s = [1, 2]$\n\n$$w = \\text{softmax}(s)$$\n\n- first: 0.27\n- second: 0.73\n"
    assert [claim.holds for claim in judged(text)[1].verdict.claims] == [True]
    other = judged(text.replace("0.27", "12").replace("0.73", "15"))[1].verdict
    assert (other.status, other.claims) == ("verified", ())


RESTATED = r"$A = \text{softmax}\left(\frac{QK^T}{\sqrt{2}}\right)$" + "\n\n"


@pytest.mark.parametrize(
    ("behind", "claims"),
    [
        (r"$A = \begin{bmatrix} 0.80 & 0.20 \\ 0.80 & 0.20 \end{bmatrix}$", [True]),
        (r"$A = \begin{bmatrix} 0.88 & 0.12 \\ 0.88 & 0.12 \end{bmatrix}$", [False]),
        (r"$A = \begin{bmatrix} 3 & 1 \\ 7 & 9 \end{bmatrix}$", []),
        (r"$A = K + K$, $A = \begin{bmatrix} 0.88 & 0.12 \\ 0.88 & 0.12 \end{bmatrix}$", []),
    ],
)
def test_numbers_given_below_for_the_same_name_count_where_they_fit_or_a_slip_explains_them(
    judged, behind: str, claims: list[bool]
) -> None:
    verdict = next(judgement.verdict for judgement in judged(QK + RESTATED + behind) if "softmax" in judgement.verdict.latex)
    assert [claim.holds for claim in verdict.claims] == claims


MATRIX = r"$A = \begin{pmatrix} 0 & 1 \\ 0 & 0\end{pmatrix}$, "


@pytest.mark.parametrize(
    ("note", "remark"),
    [
        (r"$p = (0.2, 0.5, 0.3)$, $\arg\max_i p_i = 2$", "claim.counted_from_one"),
        (MATRIX + r"$\exp(A) = \begin{pmatrix} 1 & 1 \\ 0 & 1\end{pmatrix}$", "claim.of_the_matrix"),
        (MATRIX + r"$e^A = \begin{pmatrix} 1 & 1 \\ 0 & 1\end{pmatrix}$", "claim.of_the_matrix"),
        (
            r"$I = \begin{pmatrix} 1 & 0 \\ 0 & 1\end{pmatrix}$, $\exp(I) = \begin{pmatrix} e & 0 \\ 0 & e\end{pmatrix}$",
            "claim.of_the_matrix",
        ),
        (MATRIX + r"$V = A$, $V\,\mathrm{softmax}(A) = \begin{pmatrix} 0.5 & 0.5 \\ 0 & 0\end{pmatrix}$", "claim.over_rows"),
    ],
)
def test_what_fits_another_convention_is_left_open(judged, note: str, remark: str) -> None:
    verdict = judged(note)[-1].verdict
    assert [(claim.holds, claim.remark.key) for claim in verdict.claims] == [(None, remark)]


def test_a_position_that_fits_no_convention_is_refuted(judged) -> None:
    assert judged(r"$p = (0.2, 0.5, 0.3)$, $\arg\max_i p_i = 3$")[-1].verdict.status == "refuted"


def test_a_variance_that_fits_one_of_its_meanings_is_not_refuted(judged) -> None:
    verdict = judged(r"$x = (2, 4, 9)$ $\mathrm{Var}(x) = 13$")[-1].verdict
    assert [(claim.holds, claim.remark.key) for claim in verdict.claims] == [(None, "claim.of_the_sample")]
    assert judged(r"$x = (2, 4, 9)$ $\mathrm{Var}(x) = 12$")[-1].verdict.status == "refuted"


@pytest.mark.parametrize(("percent", "status"), [("86.96", "verified"), ("76.96", "refuted")])
def test_a_number_said_again_in_percent_is_compared_too(judged, percent: str, status: str) -> None:
    assert judged(rf"$P = \frac{{200}}{{230}} \approx 0.8696 \;({percent}\%)$")[-1].verdict.status == status


def test_the_solution_below_an_equation_goes_before_another_number_above(judged) -> None:
    note = r"$R = 4 + 6 = 10$ $\frac{1}{R} = \frac{1}{4} + \frac{1}{6} = \frac{5}{12}$ $R = \frac{12}{5} = 2.4$"
    assert "refuted" not in [judgement.verdict.status for judgement in judged(note)]


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        # a round number is rounded to its last digit that is no 0
        (r"1234 \times 2 \approx 2500", True),
        (r"123 + 4 \approx 130", True),
        (r"123 + 4 \approx 125", True),
        (r"2^{10} \approx 1000", True),
        (r"86400 \times 365 \approx 3 \times 10^7", True),
        (r"\frac{576}{32768} \approx \frac{1}{57}", True),
        (r"e^{-5} \approx 0", True),
        # less than one unit off: not told
        (r"1234 \times 2 \approx 2400", None),
        (r"123 + 4 \approx 120", None),
        (r"2^{30} \approx 10^9", None),
        (r"e^{-2} \approx 0", None),
        # more than a tenth, or a unit off
        (r"1234 \times 2 \approx 2000", False),
        (r"123 + 4 \approx 100", False),
        (r"\frac{100}{7} \approx 10", False),
        (r"500 \times 3 \approx 1400", False),
        (r"e^{-0.5} \approx 0", False),
        (r"1227 \times 1 \approx 1250", False),
        (r"0.665 \times 0.24 \approx 0.1597", False),
    ],
)
def test_rough_numbers(judged, claim: str, holds: bool | None) -> None:
    assert judged(f"${claim}$")[0].verdict.claims[-1].holds is holds


def test_a_wrong_number_is_shown_in_the_unit_that_is_meant(judged) -> None:
    claim = judged(r"$12 \times 4096^2 \approx 204\text{M}$")[0].verdict.claims[-1]
    assert (claim.holds, claim.stated) == (False, 204e6)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (
            r"2 \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} = \begin{bmatrix} 2 & 4 \\ 6 & 9 \end{bmatrix}",
            "Row 2, column 2 is 8, not 9; wrong entries: 1.",
        ),
        (r"2 \cdot [1, 2, 3] = [2, 5, 7]", "Entry 2 is 4, not 5; wrong entries: 2."),
    ],
)
def test_the_wrong_entries_are_named(judged, claim: str, told: str) -> None:
    assert str(judged(f"${claim}$")[0].verdict.claims[-1].remark) == told


def test_where_every_entry_is_wrong_none_is_named(judged) -> None:
    assert judged(r"$2 \cdot [1, 2, 3] = [3, 5, 7]$")[0].verdict.claims[-1].remark is None


@pytest.mark.parametrize(
    ("latex", "holds"),
    [
        (r"\arccos(0.6) \approx 53.1^\circ", True),
        (r"\arccos(0.6) \approx 53^\circ", True),
        (r"\arccos(0.6) \approx 53.9^\circ", False),
        (r"\arccos(0.6) \approx 52^\circ", False),
        (r"\arccos(0.6) \approx 0.295\pi", True),
        (r"\arccos(0.6) \approx 0.31\pi", False),
        (r"\arccos(0.6) \approx 50^\circ", None),
    ],
)
def test_a_rounded_angle_is_held_to_its_digits(judged, latex: str, holds: bool | None) -> None:
    assert judged(f"${latex}$")[0].verdict.claims[0].holds is holds


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"$s^2 = \frac{28}{4} = 7$ and $s = \sqrt{7} \approx 2.65$", ["verified", "verified"]),
        (r"$s^2 = \frac{28}{4} = 7$ and $s = \sqrt{7} \approx 2.56$", ["verified", "refuted"]),
        (r"$\cos\phi = \frac{4}{5} = 0.8$ and $\phi = \arccos 0.8 \approx 39.9^\circ$", ["verified", "refuted"]),
        (r"$\cos\phi = \frac{4}{5} = 0.8$ and $\phi = \arccos 0.8 \approx 36.9^\circ$", ["verified", "verified"]),
        (r"$\cos\phi = \frac{4}{5} = 0.9$ and $\phi = \arccos 0.8 \approx 36.9^\circ$", ["refuted", "verified"]),
        (r"$s^2 = \frac{28}{4} = 8$ and $s = \sqrt{7} \approx 2.65$", ["refuted", "verified"]),
    ],
)
def test_a_square_is_held_against_its_root_before_rounding(judged, latex: str, status: list[str]) -> None:
    assert [judgement.verdict.status for judgement in judged(latex)] == status


@pytest.mark.parametrize(
    ("chain", "statuses"),
    [
        (r"p = mv = 2 \times 3 = 6", "verified"),
        (r"p = mv = 2 \times 3 = 5", "refuted"),
        (r"p = mv = 2 \times 3", "unsupported"),  # no result is stated that could be compared
        (r"p = mv = 2 \times 3 = 5\ \text{kg·m/s}", "refuted"),
        (r"E = \frac12 m v^2 = \frac12 \times 2 \times 3^2 = 9", "verified"),
        (r"p = mv = 1200 \times 30 = 36000", "refuted"),  # the m of the note: the other is a slip
        (r"2m = 2 \times 3 = 6", "refuted"),
    ],
)
def test_numbers_put_in_for_all_letters_belong_to_another_example(chain, statuses):
    text = f"$m = 1200$, $v = 20$, $E = \\frac12 m v^2 = 240000$.\n\n${chain}$\n"
    assert verify_text(text).formulas[-1].status == statuses


@pytest.mark.parametrize(
    ("chain", "status"),
    [
        (r"y = w \cdot x = 0.5 \cdot 8 - 7 \cdot 9 = -59", "verified"),
        (r"y = w \cdot x = 0.5 \cdot 8 - 7 \cdot 9 = -58", "refuted"),
        (r"y = w \cdot x = 3 \cdot 8 + 4 \cdot 9 = 60", "refuted"),  # the w of the note: in x is a slip
        (r"y = w \cdot x = 3 + 9 = 12", "refuted"),  # products, not what is put in
        (r"y = \|w\| = \sqrt{9 + 25} = 5.83", "refuted"),  # squares
    ],
)
def test_a_list_none_of_whose_numbers_is_put_in_belongs_to_another_example(chain, status):
    assert verify_text(f"$w = (3, 4)$, $x = (1, 2)$.\n\n${chain}$\n").formulas[-1].status == status


@pytest.mark.parametrize(
    ("latex", "key"),
    [
        (r"\text{softmax}([2, 1, 0] / 0.5) = [0.665, 0.245, 0.090]", "slip.without_divisor"),
        (r"\text{softmax}\left(\frac{[0, 4, 2]}{\sqrt{2}}\right) = [0.016, 0.867, 0.117]", "slip.without_scale"),
    ],
)
def test_a_temperature_that_is_left_out_is_no_scale(judged, latex: str, key: str) -> None:
    (claim,) = judged(f"${latex}$")[0].verdict.claims
    assert claim.remark.key == key


MASKED = r"$S = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$, $M = \begin{bmatrix} 0 & -\infty \\ 0 & 0 \end{bmatrix}$" + "\n\n"


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"S + M = \begin{bmatrix} 1 & -\infty \\ 3 & 4 \end{bmatrix}", "verified"),
        (r"S + M = \begin{bmatrix} 1 & -\infty \\ 3 & 5 \end{bmatrix}", "refuted"),
        (r"S + M = \begin{bmatrix} 1 & \infty \\ 3 & 4 \end{bmatrix}", "refuted"),
        (r"S + M = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "refuted"),
        (r"\frac{S + M}{\sqrt{2}} \approx \begin{bmatrix} 0.71 & -\infty \\ 2.12 & 2.83 \end{bmatrix}", "verified"),
        (r"\text{softmax}(S + M) = \begin{bmatrix} 1 & 0 \\ 0.269 & 0.731 \end{bmatrix}", "verified"),
        (r"\text{softmax}(S + M) = \begin{bmatrix} 1 & 0 \\ 0.231 & 0.731 \end{bmatrix}", "refuted"),
        (r"A = \begin{bmatrix} 1 & -\infty \\ 3 & 4 \end{bmatrix}, \quad \text{softmax}(A) = [[1, 0], [0.4, 0.6]]", "refuted"),
        (r"x \in (-\infty, 3)", "skipped"),
    ],
)
def test_masked_scores_are_held_against_written_infinities(judged, claim: str, status: str) -> None:
    assert judged(MASKED + f"$${claim}$$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("given", "exact", "same"),
    [
        ([0.06, 0.94], [0.0557, 0.9443], True),
        ([0.05, 0.94], [0.0557, 0.9443], True),  # cut off
        ([0.14, 0.86], [0.0557, 0.9443], False),
        (0.00000001, 0.5, False),  # as exact as it is small
        ([1.0, 2.0], [1.2], False),
    ],
)
def test_a_number_rounded_on_the_way(given, exact, same: bool) -> None:
    assert _is_rounding(given, exact) is same
