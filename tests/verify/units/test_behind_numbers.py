r"""Units behind numbers: known ones change nothing and are converted into one another; others only ever help a claim that agrees."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\mu = 0.5 \times 0.46 = \boxed{0.23\ hr^{-1}}", "verified"),
        (r"\mu = 0.5 \times 0.46 = \boxed{0.32\ hr^{-1}}", "refuted"),
        (r"V = \frac{50.15 \times 1000}{790} = \boxed{63.48 \text{ L}}", "verified"),
        (r"V = \frac{50.15 \times 1000}{790} = \boxed{36.48 \text{ L}}", "refuted"),
        (r"v = 10 \cdot 3 = 30\ \tfrac{\text{m}}{\text{s}}", "verified"),
        (r"c = 2 \times 3 = 7\ \mathrm{mol/L}", "refuted"),
        (r"T = \frac{50}{63.66} = 0.785 \text{ min} = 47.13 \text{ s}", "verified"),
        (r"T = \frac{50}{63.66} = 0.785 \text{ min} = 74.13 \text{ s}", "refuted"),
        # what is divided by a rate per second is in seconds
        (r"t = \frac{14 \times 10^9}{2 \times 10^{12}} = 7\ \text{ms}", "verified"),
        (r"t = \frac{14 \times 10^9}{2 \times 10^{12}} = 70\ \text{ms}", "refuted"),
        (r"\frac{4.2 \times 10^{22}}{1.28 \times 10^{17}} \approx 3.8\ \text{days}", "verified"),
        (r"\frac{4.2 \times 10^{22}}{1.28 \times 10^{17}} \approx 4.8\ \text{days}", "refuted"),
        (r"100 \times 60 = 100\ \text{hours}", "refuted"),
        (r"\$1000 \cdot (1.05)^3 = \$1157.63", "verified"),
        (r"\$3 + \$4 = \$8", "refuted"),
        (r"3 \times 2.5€ = 7.5€", "verified"),
        (r"S = 20 - 19.7 = 0.3\ g/L", "verified"),
        (r"S = 20 - 19.7 = 0.4\ g/L", "refuted"),
        (r"v = \sqrt{2 \cdot 10 \cdot 9} = \sqrt{180} \approx 13.4\,m/s", "verified"),
        (r"v = \sqrt{2 \cdot 10 \cdot 9} = \sqrt{180} \approx 13.8\,m/s", "refuted"),
        (r"a = \frac{20}{4} = 6\,m/s^2", "refuted"),
        (r"E = 20 \cdot 10 \cdot 20 = 4000\,J", "verified"),
        (r"E = 20 \cdot 10 \cdot 20 = 4500\,J", "refuted"),
        # letters that may be a unit or may be no unit: a claim that does not agree cannot be told
        (r"S = \sqrt{180} = \sqrt{2 \cdot 90} = 13.8 m/s", "unsupported"),
        (r"9 = 3\,m", "unsupported"),
        # bytes are no gigabytes, though billions may be meant
        (r"7 \times 2 \text{ bytes} = 14 \text{ GB}", "unsupported"),
        (r"7 \times 2 bytes = 14 GB", "unsupported"),
        (r"7 \times 2 bytes = 15 GB", "refuted"),
        (r"7 \times 2 = 14 \text{ GB}", "verified"),
        (r"7\text{B} \times 2 \text{ bytes} = 14 \text{ GB}", "verified"),
        (r"2 \times 512 \text{ bytes} = 1 \text{ KB}", "verified"),
        (r"960 \times 1000 \text{ bytes} = 1 \text{ MB}", "verified"),
        (r"2 \times 262144 \text{ bytes} = 1 \text{ MB}", "refuted"),
        (r"1 + 11 = 1 \text{ dozen}", "unsupported"),
        (r"2 + 4 = 3x", "unsupported"),
        (r"\rho = \frac{2.7\ \text{g}}{1\ \text{cm}^3} = 2700\ \text{kg/m}^3", "verified"),
        (r"\frac{5\ \text{kJ}}{10\ \text{s}} = 500\ \text{W}", "verified"),
        (r"\frac{500\ \text{J}}{10\ \text{s}} = 60\ \text{W}", "refuted"),
        (r"5 \text{ min} + 30 \text{ s} = 5.5 \text{ min}", "verified"),
        (r"5 \text{ min} + 30 \text{ min} = 36 \text{ min}", "refuted"),
        (r"F = 70\ \text{kg} \cdot 9.81\ \text{m/s}^2 = 868.7\ \text{N}", "refuted"),
        (r"2 \text{ layers} = 24 \text{ heads}", "skipped"),
        # units of one kind and two sizes: their numbers alone say nothing
        (r"2 \text{ km} + 500 \text{ m} = 502 \text{ km}", "refuted"),
        (r"2 \text{ h} + 30 \text{ min} = 32 \text{ h}", "refuted"),
        (r"2\text{ min} \times 60\text{ km/h} = 120\text{ km}", "refuted"),
        (r"0.5 \text{ h} \times 60 = 30 \text{ min}", "verified"),
        (r"60\ \text{W} \cdot 2\ \text{h} = 120\ \text{Wh}", "verified"),
        (r"60\ \text{W} \cdot 2\ \text{min} = 120\ \text{Wh}", "refuted"),
        (r"60\ \text{W} \cdot 60\ \text{s} = 3.6\ \text{kJ}", "verified"),
        (r"500\text{ g} \times 9.8\text{ m/s}^2 = 4900\text{ N}", "refuted"),
        (r"1/50\text{ ms} = 20\text{ Hz}", "skipped"),
        (r"16\text{ GB} / 2\text{ MB/s} = 8\text{ s}", "skipped"),
        (r"16\text{ GB} / 2\text{ MB/s} = 8000\text{ s}", "verified"),
        (r"16\text{ GB} / 2\text{ GB/s} = 8\text{ s}", "verified"),
        (r"16\text{ Gb} / 2\text{ GB/s} = 1\text{ s}", "skipped"),
        (r"7 \times 10^9 \times 2 \text{ bits} = 14 \text{ GB}", "skipped"),
        (r"\$20 + €30 = \$50", "skipped"),
        (r"5\ \text{USD} + 3\ \text{EUR} = 8\ \text{USD}", "skipped"),
    ],
)
def test_a_claim_with_units(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("formula", "status"),
    [
        (r"0.2 + 0.3 = 0.5 \text{ 亿} = 5000\text{万}", "verified"),
        (r"0.2 + 0.3 = 0.5 \text{ 亿} = 500\text{万}", "refuted"),
        (r"2 \times 10^8 = 2 \text{亿} = 20000 \text{万}", "verified"),
        (r"0.2 + 0.3 = 0.5 \text{ million} = 500 \text{ thousand}", "verified"),
        # a rounded number is the same number in another unit
        (r"\sqrt{0.127} = 0.356 \text{ 억} = 3,560\text{만원}", "verified"),
        (r"\sqrt{0.127} = 0.356 \text{ 억} = 3,660\text{만원}", "refuted"),
        (r"\sqrt{0.127} = 0.356 \text{ h} = 21.36 \text{ min}", "verified"),
        # a power behind a word of any script
        (r"\frac{0.38}{3} = 0.127 \text{ 억}^2", "verified"),
        (r"\frac{0.38}{3} = 0.137 \text{ 억}^2", "refuted"),
        (r"M = \frac{0.38}{3} = 0.127 \text{ 억}^2$ $R = \sqrt{M} = \sqrt{0.127} = 0.356", "verified"),
    ],
)
def test_numerals_are_units_of_one_kind(judged, formula: str, status: str) -> None:
    assert judged(f"${formula}$")[-1].verdict.status == status


@pytest.mark.parametrize("latex", [r"3 \times 2 = 7\ \text{L}", r"2 + 4 = 3x"])
def test_numbers_that_equal_what_is_not_given_are_not_verified(judged, latex: str) -> None:
    assert judged(f"$\\mathrm{{softmax}}(z)$ ${latex}$")[-1].verdict.status == "unsupported"


def test_numbers_put_in_for_letters_are(judged) -> None:
    assert judged(r"$\mathrm{softmax}(z)$ $E = mc^2 = 3 \cdot 9$")[-1].verdict.status == "verified"


def test_numbers_that_a_formula_above_has_rounded_are_not_held_against_it(judged) -> None:
    note = r"$b = 1/21 = 0.0476$ $0.0476 \times 0.2 = 0.00952$ $S = 3(0.02857) + 18(0.00952) = 0.08571 + 0.17143 = 0.25714$"
    claims = judged(note)[-1].verdict.claims
    assert [claim.holds for claim in claims] == [True, True]


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{14\text{ GB}}{2\text{ TB/s}} = 7\text{ ms}", "verified"),
        (r"14\text{ GB} / (2\text{ TB/s}) = 7\text{ ms}", "verified"),
        (r"\frac{16\text{ GiB}}{1\text{ TiB/s}} = 15.6\text{ ms}", "verified"),
        (r"\frac{14\text{ GB}}{2\text{ TB/s}} = 9\text{ ms}", "refuted"),
        (r"\frac{14\text{ Gb}}{2\text{ TB/s}} = 7\text{ ms}", "skipped"),
        (r"\frac{14\text{ GB}}{2\text{ TB/min}} = 7\text{ ms}", "skipped"),
    ],
)
def test_data_by_a_rate_give_a_time(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[0].verdict.status == status


WITH_LETTERS = [
    ("$d = 4096, L = 32$", r"12 d^2 \approx 201\text{M}", r"12 d^2 \approx 210\text{M}"),
    ("$d = 4096, L = 32$", r"N = 12 L d^2 \approx 6.4\text{B}", r"N = 12 L d^2 \approx 6.8\text{B}"),
    ("$n = 1024$", r"n^2 \times 4 \text{ bytes} = 4 \text{ MiB}", r"n^2 \times 4 \text{ bytes} = 8 \text{ MiB}"),
    (r"$P = 70 \times 10^9$", r"M = 2P \text{ bytes} = 140 \text{ GB}", r"M = 2P \text{ bytes} = 150 \text{ GB}"),
    (r"$P = 70\text{B}$", r"M = 2P = 140 \text{ GB}", r"M = 2P = 150 \text{ GB}"),
    ("$T = 4096, w = 512$", r"\frac{T}{w} = 8\text{x}", r"\frac{T}{w} = 9\text{x}"),
    ("$T = 4096$", r"T^2 = 16.8\text{M}", r"T^2 = 17.8\text{M}"),
    ("$T = 4096$", r"T^2 \approx 16.8 \text{ million}", r"T^2 \approx 17.8 \text{ million}"),
    ("$n = 20000$", r"n^2 = 4 \text{亿}", r"n^2 = 5 \text{亿}"),
]


@pytest.mark.parametrize(("given", "right", "wrong"), WITH_LETTERS)
def test_a_unit_is_read_behind_letters_that_the_note_gives(judged, given: str, right: str, wrong: str) -> None:
    assert judged(f"{given} ${right}$")[-1].verdict.status == "verified"
    assert judged(f"{given} ${wrong}$")[-1].verdict.status == "refuted"


def test_a_unit_is_never_invented(judged) -> None:
    verdict = judged(r"$\mathrm{softmax}(z)$ $2 \text{ GB} + 30 \text{ MB} = M \text{ GB} \cdot x$")[-1].verdict
    assert verdict.status in {"unsupported", "skipped"}


def test_litres_beside_moles_per_litre(judged) -> None:
    claim = r"$c = \frac{0.2\ \text{mol}}{0.5\ \text{L}} = NUMBER\ \text{mol/L}$"
    assert judged(claim.replace("NUMBER", "0.4"))[0].verdict.status == "verified"
    assert judged(claim.replace("NUMBER", "0.5"))[0].verdict.status == "refuted"


WITHOUT_UNITS = [
    (r"P = Fv = 500 \times 20 = 10 \text{ kW}", r"P = Fv = 500 \times 20 = 12 \text{ kW}"),
    (r"m = 500 \times 20 = 10 \text{ kg}", r"m = 500 \times 20 = 12 \text{ kg}"),
    (r"m = 5 \times 20 = 100 \text{ kg}", r"m = 5 \times 20 = 120 \text{ kg}"),
    (r"0.5 \times 3 = 1500 \text{ mA}", r"0.5 \times 3 = 1700 \text{ mA}"),
    (r"2 \times 50 = 0.1 \text{ kWh}", r"2 \times 50 = 0.13 \text{ kWh}"),
    (r"3 \times 10^8 \times 2 = 600 \text{ MJ}", r"3 \times 10^8 \times 2 = 700 \text{ MJ}"),
]


@pytest.mark.parametrize(("right", "wrong"), WITHOUT_UNITS)
def test_numbers_without_units_are_meant_in_units_without_prefix(judged, right: str, wrong: str) -> None:
    assert judged(f"${right}$")[-1].verdict.status == "verified"
    assert judged(f"${wrong}$")[-1].verdict.status == "refuted"


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$1\,\text{eV} = 1.602 \cdot 10^{-19}\,\text{J}$", "verified"),
        (r"$1\,\text{eV} = 1.602 \cdot 10^{-19}$ J", "verified"),
        (r"$1\,\text{mol} = 6.022 \times 10^{23}$ particles", "skipped"),
        (r"$1\,\text{kWh} = 3.6 \cdot 10^6$ J", "verified"),
        (r"$1\,\text{kWh} = 3.6 \cdot 10^5$ J", "refuted"),
        (r"$90\,\text{km/h} = 25$ m/s", "verified"),
        (r"$5\,\text{km} = 500$ m", "refuted"),
        (r"$E = 2\,\text{eV} \cdot 3 = 7\,\text{eV}$", "refuted"),
    ],
)
def test_an_amount_said_to_be_another_converts_or_tells_what_a_unit_is(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    ("chain", "status"),
    [
        (r"E = 3.31 \cdot 10^{-19}\,\text{J} = 2.07\,\text{eV}", "verified"),
        (r"E = 3.31 \cdot 10^{-19}\,\text{J} = 2.17\,\text{eV}", "refuted"),
        (r"E = \frac{3.3 \cdot 10^{-19}\,\text{J}}{1.6 \cdot 10^{-19}} = 2.06\,\text{eV}", "verified"),
        (r"E = 2\,\text{eV} \cdot 3 = 7\,\text{eV}", "refuted"),
    ],
)
def test_joules_and_electronvolts(judged, chain: str, status: str) -> None:
    assert judged(f"${chain}$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"12\,\text{V} \cdot 2\,\text{A} = 24\,\text{W}", "verified"),
        (r"P = 4.8\,\text{V} \cdot 0.32\,\text{A} = 15.36\,\text{W}", "refuted"),
        (r"5\,\Omega \cdot 2\,\text{A} = 10\,\text{V}", "verified"),
        (r"\frac{12\,\text{V}}{4\,\text{k}\Omega} = 3\,\text{mA}", "verified"),
        (r"3\,\text{V} + 2\,\text{V} = 6\,\text{V}", "refuted"),
        (r"80\,\text{kg} / (1.8\,\text{m})^2 = 24.7\,\text{kg/m}^2", "verified"),
        (r"80\,\text{kg} / (1.8\,\text{m})^2 = 27.4\,\text{kg/m}^2", "refuted"),
        (r"3 \times 250\,\text{ml} = 750\,\text{ml} = 0.75\,\text{l}", "verified"),
        (r"25\,\mathrm{mA} = 0.025\,\mathrm{A}", "verified"),
        (r"25\,\mathrm{mA} = 0.25\,\mathrm{A}", "refuted"),
        (r"25\,\mathrm{mW} = 0.25\,\mathrm{W}", "refuted"),
        # the sides measure different things, or letters stand as factors
        (r"2\,\text{V} \cdot 3\,\text{A} = 6\,\text{J}", "unsupported"),
        (r"2\,\text{A} \cdot 3\,\text{V}", "skipped"),
        (r"2\,\text{A} \cdot 3 = 6", "unsupported"),
    ],
)
def test_capitals_are_units_where_all_sides_then_measure_the_same(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"F = ma = 6\,N", "verified"),
        (r"F = ma = 5\,N", "refuted"),
        (r"F = ma = 5N", "unsupported"),  # the N may be a number of things
        (r"F = ma = 3\,m", "verified"),
    ],
)
def test_a_letter_behind_a_result_of_letters(judged, claim: str, status: str) -> None:
    assert judged(f"$m = 2$ $a = 3$ ${claim}$")[-1].verdict.status == status
