r"""Terms that leave the letter of their range out are those of a list of samples, one constant term, or refused."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, meaning, resolved

OVER_SAMPLES = [
    (r"s = \sum_{i=1}^n (y - \hat{y})^2", "y:n y_hat:n"),
    (r"s = \sum_{i=1}^n d^2 + \lambda \sum_{i=1}^n w^2", "d:n lambda_:() w:n"),
    (r"L = \frac{1}{2N} \sum_{i=1}^{N} [y d^2 + (1-y) \max(0, m-d)^2]", "y:N d:N m:()"),
    (r"H = -\sum_{i}^{N} p \log q", "p:N q:N"),
    (r"s = \sum_{i=1}^{n} (y - (m x + b))^2", "y:n m:() x:n b:()"),
    (r"s = \sum_{i=1}^{n} (x - \bar{x})(y - \mu)", "x:n x_bar:() y:n mu:()"),
    (r"L = \prod_{i=1}^{n} p", "p:n"),
]


@pytest.mark.parametrize(("latex", "given"), OVER_SAMPLES)
def test_what_varies_is_one_number_for_each_sample(latex, given):
    program = resolved(latex)
    assert inputs(program) == given
    assert "samples" in str([reading.key for reading in program.readings])


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"\sum_{i=1}^n c", "sum(i<n: c)"),
        (r"\sum_{i=1}^n \sigma^2", "sum(i<n: sigma**2)"),
        (r"\sum_{i=1}^n 1", "sum(i<n: 1)"),
        (r"\sum_{i=1}^{n} (a_i + b)", "sum(i<n: (a[i] + b))"),
    ],
)
def test_the_same_term_counts_each_time(latex, wanted):
    assert meaning(latex) == wanted


def test_a_letter_that_is_declared_a_number_is_the_same_for_all():
    assert meaning(r"\sum_{i=1}^n x", shapes={"x": ()}) == "sum(i<n: x)"


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{1}{C} \sum_{i=1}^C \text{Precision}",
        r"\frac{1}{N} \sum_{i=1}^N \sum_{c=1}^C y_c \log p_c",
        r"\sum_{i=1}^n \|x - \mu\|^2",
        r"\sum_{i=1}^n W x",
        r"\sum_{i=1}^n e^2",
        r"\sum_{i=1}^n \mathbf{x} \mathbf{x}^\top",
    ],
)
def test_what_may_be_different_for_each_is_refused(latex):
    with pytest.raises(UnsupportedError, match="does not carry"):
        meaning(latex)
