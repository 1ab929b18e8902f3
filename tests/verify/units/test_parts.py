r"""Units in several parts: joined behind a number and a space, where every part is an upright unit."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.nodes import every
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Text
from vault_tools.verify.units.parts import with_whole_units


def joined(latex: str) -> list[str]:
    return [text.text.strip() for text in every(Text, with_whole_units(parse(latex), latex))]


@pytest.mark.parametrize(
    ("latex", "units"),
    [
        (r"2\,\text{m}/\text{s}^2", ["m/s^2"]),
        (r"20\,\mathrm{N\,m}", ["N·m"]),
        (r"20\,\mathrm{m\,s^{-1}}", ["m/s"]),
        (r"6\,\text{m}\,\text{s}^{-1}", ["m/s"]),
        (r"10 \text{ kg} \cdot \text{m}/\text{s}", ["kg·m/s"]),
        (r"3 \mathrm{~m} \mathrm{~s}^{-1}", ["m/s"]),
        (r"20~{\rm N\,m}", ["N·m"]),
        (r"5\,\mathrm{J/(kg\cdot K)}", ["J/kg/K"]),
        (r"8\,\frac{\text{J}}{\text{mol}\cdot\text{K}}", ["J/mol/K"]),
        (r"9.8\,\mathrm{m}\cdot\mathrm{s}^{-2}", ["m/s^2"]),
        (r"2\,\text{kg} \cdot 9.81\,\text{m}/\text{s}^2", ["m/s^2"]),
        (r"10\ \text{N m}", ["N·m"]),
        (r"9.81\ \text{m/s}^2", ["m/s^2"]),
        (r"9\,(\text{m}/\text{s})^2", ["m^2/s^2"]),
        (r"v = 20\,m/s", ["m/s"]),
        (r"a = 9.8\,m/s^2 \cdot 2", ["m/s^2"]),
        (r"v = 72\,km/h", ["km/h"]),
        (r"E = 20 \cdot 10 = 200\,J", ["J"]),
        (r"h = 20\,m", ["m"]),
        (r"I = \frac{12\,V}{2\,\Omega} = 6\,A", ["V", "Ω", "A"]),
        (r"12\,V \cdot 2\,A = 24\,W", ["V", "A", "W"]),
        (r"F = ma = 5\,N", ["N"]),
        (r"E = mgh = 2 \cdot 10 \cdot 3 = 60\,J", ["J"]),
    ],
)
def test_the_parts_of_a_unit_are_one_text(latex: str, units: list[str]) -> None:
    assert joined(latex) == units


@pytest.mark.parametrize(
    "latex",
    [
        r"2 m/s^2",
        r"I = 12\,V/R",
        r"y = 3\,x/s",
        r"9 = 3\,m",
        r"h = 20m",
        r"y = 3\,x",
        r"F = m \cdot 3 = 3\,m",
        r"12\,V = 3\,V",
        r"F = mb = 3\,m",
        r"P = 3\,V \cdot i",
        r"2\mathrm{A}\mathrm{V}",
        r"2 \mathrm{A} \mathrm{V}",
        r"2\,\mathrm{Q}\,\mathrm{K}",
        r"2\,\text{m}\,x",
        r"20\,Nm",
        r"\text{m}/\text{s}",
        r"3\,\text{GB}/\text{request}",
    ],
)
def test_letters_symbols_and_unknown_words_are_left_alone(latex: str) -> None:
    tree = parse(latex)
    assert with_whole_units(tree, latex) == tree


@pytest.mark.parametrize(
    ("latex", "kelvin"),
    [
        (r"\Delta T = 10\,\text{K}", True),
        (r"T_1 = 300\ \mathrm{K}", True),
        (r"2\,\mathrm{J/K} \cdot 3\,\mathrm{K} = 6\,\mathrm{J}", True),
        (r"T = 16\text{K}", False),
        (r"N = 16\,\text{K}", False),
        (r"n_T m = 16\,\text{K}", False),
    ],
)
def test_a_temperature_is_in_kelvin(latex: str, kelvin: bool) -> None:
    assert ("kelvin" in joined(latex)) is kelvin


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$20^\circ\text{C} + 5^\circ\text{C} = 25^\circ\text{C}$", "verified"),
        (r"$20°C + 5°C = 26°C$", "refuted"),
        (r"$T = 293\,\text{K} = 20^\circ\text{C}$", "skipped"),
        (r"$20^\circ\text{C} = 68^\circ\text{F}$", "skipped"),
        (r"$T = 25^\circ\text{C}$, $n = 1$, $R = 8.314$, $V = 2$, $p = \frac{nRT}{V} = 1239$", "unsupported"),  # it takes kelvins
        (r"$C = 3$, $\alpha = 60^\circ$, $\alpha C = 180^\circ$", "verified"),
    ],
)
def test_degrees_of_temperature_are_no_angles(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status
