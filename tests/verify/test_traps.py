"""Two hundred formulas with known answers on which floats, sums or readings go wrong: none may be called verified with a wrong value.

The answer None means: there is no number to verify (NaN, a pole, an overflow, no real value).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from mpmath import MPContext

from vault_tools.errors import FormulaError, NothingToCompute
from vault_tools.verify.inputs.examples import Given
from vault_tools.verify.run import run

if TYPE_CHECKING:
    from collections.abc import Iterator

mp = MPContext()
"""Its precision is its own."""
mp.dps = 80
Trap = tuple[str, object]


def cancellation() -> Iterator[Trap]:
    """A large number added and taken away again."""
    for k in range(1, 31):
        yield rf"(10^{{{k}}} + 1) - 10^{{{k}}}", 1
    for k in range(1, 31):
        yield rf"(1 + 10^{{-{k}}}) - 1", mp.mpf(10) ** -k


def poles_and_limits() -> Iterator[Trap]:
    """Differences of nearly equal numbers below a fraction bar or in a function."""
    for k in range(1, 21):
        yield rf"\frac{{1}}{{1 - 0.{'9' * k}}}", mp.mpf(10) ** k
    for k in range(1, 16):
        yield rf"\ln(1 + 10^{{-{k}}})", mp.log1p(mp.mpf(10) ** -k)
    for k in range(1, 11):
        yield rf"\sqrt{{10^{{{2 * k}}} + 1}} - 10^{{{k}}}", mp.sqrt(mp.mpf(10) ** (2 * k) + 1) - mp.mpf(10) ** k
    for k in range(1, 11):
        yield rf"\frac{{1 - \cos(10^{{-{k}}})}}{{10^{{-{2 * k}}}}}", (1 - mp.cos(mp.mpf(10) ** -k)) * mp.mpf(10) ** (2 * k)
    for k in range(11):
        yield rf"\sin({k} \pi)", 0


def overflow() -> Iterator[Trap]:
    """Beyond 1.8·10^308 on the way, or for good."""
    for k in (1, 10, 100, 700, 710, 1000, 10000):
        yield rf"\frac{{e^{{{k}}}}}{{e^{{{k}}} + 1}}", 1 / (1 + mp.exp(-k))
    for k in (1, 10, 100, 709, 710, 1000, 100000):
        yield rf"\text{{softmax}}([{k}, 0])", [1 / (1 + mp.exp(-k)), mp.exp(-k) / (1 + mp.exp(-k))]
    for k in (100, 709, 710, 800, 5000):
        yield rf"\ln(e^{{{k}}})", k
    for k in (300, 308, 309, 400):
        yield rf"\frac{{10^{{{k}}}}}{{10^{{{k}}}}}", 1
    for k in (170, 171, 200):
        yield rf"10^{{{k}}} \cdot 10^{{{k}}} \cdot 10^{{-{k}}} \cdot 10^{{-{k}}}", 1
    for k in (300, 320, 330, 400):
        yield rf"10^{{-{k}}} \cdot 10^{{{k}}}", 1
    for tower in ("9^{9^{9}}", "9^{9^{9^{9}}}", "2^{10^{10}}", "e^{e^{e^{10}}}", "10^{10^{10}} - 10^{10^{10}}"):
        yield tower, None


def undefined() -> Iterator[Trap]:
    """No number at all."""
    for latex in (
        r"\frac{1}{0}", r"\frac{0}{0}", r"\frac{1}{1 - 1}", r"\frac{2 - 2}{3 - 3}", r"\sqrt{-1}", r"\sqrt{2 - 3}", r"\ln(0)", r"\ln(-1)",
        r"\log(1 - 1)", r"(-8)^{1/3}", r"0^{-1}", r"\frac{1}{\sin(0)}", r"\infty - \infty", r"\frac{\infty}{\infty}", r"0 \cdot \infty",
        r"\begin{bmatrix} 1 & 2 \\ 2 & 4 \end{bmatrix}^{-1}", r"\text{softmax}([-\infty, -\infty])", r"\frac{1}{0.1 + 0.2 - 0.3}",
        r"\ln(0.1 + 0.2 - 0.3)", r"\tan(\frac{\pi}{2})",
    ):  # fmt: skip
        yield latex, None


def sums() -> Iterator[Trap]:
    """Empty sums and products, bounds, and long series."""
    yield r"\sum_{i=1}^{0} i", 0
    yield r"\prod_{i=1}^{0} i", 1
    yield r"\sum_{i=1}^{1} i", 1
    yield r"\sum_{i=0}^{4} i", 10
    yield r"\sum_{i=1}^{4} i^2", 30
    yield r"\sum_{i=2}^{4} i", 9
    yield r"\prod_{i=1}^{5} i", 120
    yield r"\sum_{i=1}^{3} \sum_{j=1}^{i} j", 10
    for n in (10, 100, 1000):
        yield rf"\sum_{{k=1}}^{{{n}}} \frac{{1}}{{k^2}}", mp.fsum(mp.mpf(1) / k**2 for k in range(1, n + 1))
    for n in (5, 20, 40):
        yield (
            rf"\sum_{{k=0}}^{{{n}}} \frac{{(-20)^k}}{{k!}}",
            mp.fsum(mp.mpf(-20) ** k / mp.factorial(k) for k in range(n + 1)),
        )


def readings() -> Iterator[Trap]:
    """Where one reading gives another number than the other."""
    yield from (
        (r"-2^2", -4), (r"2^{3^2}", 512), (r"1/2\cdot 4", 2), (r"\frac12 \cdot 4", 2), (r"2(3+4)", 14), (r"|2 - 5|", 3), (r"5!", 120),
        (r"\lfloor -1.5 \rfloor", -2), (r"\lceil -1.5 \rceil", -1), (r"\lfloor \frac{0.3}{0.1} \rfloor", 3), (r"\log_2 8", 3),
        (r"\log 100", mp.log(100)),
        (r"\sin 30^\circ", mp.mpf("0.5")), (r"\sin 30", mp.sin(30)), (r"\max(1, 3, 2)", 3), (r"\min(1, -3)", -3),
        (r"50\% \cdot 8", 4), (r"1{,}024 + 1", 1025), (r"0{,}5 + 1", mp.mpf("1.5")), (r"\|(3, 4)\|", 5), (r"\sqrt[3]{27}", 3),
        (r"8^{1/3}", 2), (r"2^{-1}", mp.mpf("0.5")), (r"10^{-3}", mp.mpf("0.001")), (r"e^0", 1), (r"0^0", 1),
    )  # fmt: skip


TRAPS = [*cancellation(), *poles_and_limits(), *overflow(), *undefined(), *sums(), *readings()]


def test_there_are_two_hundred() -> None:
    assert len({latex for latex, _ in TRAPS}) >= 200


def verified_value(latex: str, program, vocabulary) -> object:
    """The value if it is verified, else None."""
    try:
        heard = run(program(latex), None, vocabulary, Given())
    except (FormulaError, NothingToCompute):
        return None
    return heard.value if heard.agreed else None


@pytest.mark.parametrize(("latex", "answer"), TRAPS, ids=[latex for latex, _ in TRAPS])
def test_nothing_wrong_is_verified(program, vocabulary, latex: str, answer: object) -> None:
    value = verified_value(latex, program, vocabulary)
    if value is None:
        return
    assert answer is not None, f"verified as {value}, but it has no value"
    for got, right in zip(np.ravel(value), answer if isinstance(answer, list) else [answer], strict=True):
        smallest = mp.mpf(10) ** (-12 if right == 0 else -300)  # what lies below the floats is 0 in them
        assert abs(mp.mpf(float(got)) - right) <= abs(right) * mp.mpf(10) ** -6 + smallest


def test_most_answers_are_found(program, vocabulary) -> None:
    """Refusing everything would be safe and useless: where floats can hold the answer it is verified."""
    wanted = [latex for latex, answer in TRAPS if answer is not None]
    found = sum(verified_value(latex, program, vocabulary) is not None for latex in wanted)
    assert found >= 0.6 * len(wanted)
