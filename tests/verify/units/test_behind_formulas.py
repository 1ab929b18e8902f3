"""Units in the prose right behind a formula: those that scale are tried, others change nothing."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$124{,}318{,}464 \times 4 = 497{,}273{,}856 \approx 497$ MB", "verified"),
        (r"$124{,}318{,}464 \times 4 = 497{,}273{,}856 \approx 479$ MB", "refuted"),
        (r"$124{,}318{,}464 \times 4 = 497{,}273{,}856 \approx 497$ Meter", "refuted"),
        (r"Total $=4\times 262{,}144 = 1{,}048{,}576 \approx 1.05$M.", "verified"),
        (r"Total $=4\times 262{,}144 = 1{,}048{,}576 \approx 1.15$M.", "refuted"),
        (r"$7 \times 10^9 = 7$B parameters", "verified"),
        (r"$12 \times 500 = 6$k tokens", "verified"),
        (r"$12 \times 500 = 6$ k tokens", "verified"),
        (r"$12 \times 500 = 7$ k tokens", "refuted"),
        (r"$E = \frac12 \cdot 200 \cdot 2^2 = 0.4$ kJ", "verified"),
        (r"$E = \frac12 \cdot 200 \cdot 2^2 = 0.5$ kJ", "refuted"),
        (r"$E = \frac12 \cdot 200 \cdot 2^2 = 0.4$ J", "refuted"),
        (r"$2 \cdot 90 = 3$ min", "verified"),
        (r"$\frac{1.4 \times 10^{10}}{312 \times 10^{12}} = 45$ μs", "verified"),
        (r"$\frac{1.4 \times 10^{10}}{312 \times 10^{12}} = 55$ μs", "refuted"),
        (r"$7200 / 2 = 1$ h", "verified"),
        (r"$2 \cdot 90 = 3$ 分钟", "verified"),
        (r"$2 \cdot 90 = 4$ min", "refuted"),
        (r"$0.35 \times 2 = 70$%", "verified"),
        (r"$0.35 \times 2 = 70$\%", "verified"),
        (r"$0.35 \times 2 = 75$ %", "refuted"),
        (r"约 $12 \times 768^2 \approx 708$万", "verified"),
        (r"about $12 \times 768^2 \approx 7.1$ million parameters", "verified"),
        (r"$2 \times 70 = 140$ GB", "verified"),
        (r"$2 \times 3 = 7$ million", "refuted"),
        (r"$0.35 \times 2 = 70$ percent", "verified"),
        (r"$0.35 \times 2 = 75$ percent", "refuted"),
        (r"$0.45 \times 3 = 135$ cents", "verified"),
        (r"$0.45 \times 3 = 145$ cents", "refuted"),
        (r"$5 \cdot 12 = 5$ dozen", "verified"),
        (r"$\frac{1}{4} = 25$ per cent", "verified"),
        (r"$0.0015 \cdot 2 = 30$ basis points", "verified"),
        (r"$0.0015 \cdot 2 = 3$ ‰", "verified"),
        (r"$0.0015 \cdot 2 = 4$ ‰", "refuted"),
        (r"With $d = 4096$, $d^2 = 16.8$M.", "verified"),
        (r"With $d = 4096$, $d^2 = 17.8$ million.", "refuted"),
    ],
)
def test_a_unit_in_the_text_behind(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$c = 3 \times 10^8$ m/s, $\lambda = 500$ nm, $f = \frac{c}{\lambda} = 6 \times 10^{14}$ Hz", "verified"),
        (r"$c = 3 \times 10^8$ m/s, $\lambda = 500$ nm, $f = \frac{c}{\lambda} = 5 \times 10^{14}$ Hz", "unsupported"),
        (r"$m = 2$ kg, $v = 3$ m/s, $E = \frac12 m v^2 = 9$ J", "verified"),
        (r"$m = 2$ kg, $v = 3$ m/s, $p = m v = 6$ N", "refuted"),
        (r"$d = 2$ km, $t = 5$ min, $u = d / t = 6.67$ m/s", "verified"),
        (r"$n = 5$ tokens, $h = 8$ heads, $n h = 40$", "verified"),
    ],
)
def test_what_is_given_and_what_comes_out_in_the_unit_behind(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    ("given", "formula", "right", "wrong"),
    [
        ("$m = 200$ g, $h = 1.25$ m, $g = 9.8$ m/s²", "E = mgh = 2.45", "J", "kJ"),
        ("$m = 200$ g, $h = 1.25$ m, $g = 9.8$ m/s^2", "E = mgh = 2.45", "J", "N"),
        ("$m = 2$ kg, $v = 3$ m/s", "p = mv = 6", "kg m/s", "kg m"),
        ("$m = 2$ kg, $v = 3$ m/s", "p = mv = 6", "kg·m/s", "kg"),
        ("$m = 2$ kg, $v = 3$ m s⁻¹", "p = mv = 6", "kg m s⁻¹", "g m s⁻¹"),
        ("$F = 5$ N, $r = 2$ m", "M = Fr = 10", "N m", "N"),
        ("$P = 300$ W/m², $A = 2$ m²", "PA = 600", "W", "W/m"),
        ("$R = 8.314$ J/(mol·K), $T = 300$ K, $n = 2$ mol, $V = 50$ L", "p = nRT/V = 99768", "Pa", "kPa"),
    ],
)
def test_whole_units_in_the_text(judged, given: str, formula: str, right: str, wrong: str) -> None:
    assert judged(f"{given}: ${formula}$ {right}.")[-1].verdict.status == "verified"
    assert judged(f"{given}: ${formula}$ {wrong}.")[-1].verdict.status != "verified"
