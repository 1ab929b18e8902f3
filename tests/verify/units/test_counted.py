"""Words behind numbers that are no known unit: what is counted changes nothing, what may multiply leaves the claim open."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("word", ["байт", "바이트", " Einträge", " entries", " 个苹果", " foo"])
def test_what_is_counted(judged, word: str) -> None:
    assert judged(rf"$480 + 108 = 588 \text{{{word}}}$")[0].verdict.status == "verified"
    assert judged(rf"$480 + 108 = 598 \text{{{word}}}$")[0].verdict.status == "refuted"


def test_a_side_that_counts_is_compared_with_those_beside_it(judged) -> None:
    note = r"$480{,}000 + 108{,}000 = NUMBER\;\text{바이트} \approx 574\;\text{KB}$"
    assert judged(note.replace("NUMBER", "588{,}000"))[0].verdict.status == "verified"
    assert judged(note.replace("NUMBER", "598{,}000"))[0].verdict.status == "refuted"


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        (r"12000 \times 25 = 3 \text{ lakh}", None),  # it may multiply
        (r"10000 \times 30000 = 3 \text{억}", True),
        (r"10000 \times 30000 = 4 \text{억}", False),
        (r"N = 84934656 \approx 85\text{百万}", True),
        (r"N = 84934656 \approx 95\text{百万}", False),
        (r"1563 \times 90 = 140{,}670 \approx 14 \text{ 万}", True),
        (r"1563 \times 90 = 140{,}670 \approx 15 \text{ 万}", False),
        (r"3{,}000 \times 1{,}500 = 4.5 \text{ Millionen}", True),
    ],
)
def test_words_that_multiply(judged, claim: str, holds: bool | None) -> None:
    assert judged(f"${claim}$")[0].verdict.claims[-1].holds is holds


def test_a_quantity_in_words_is_no_unit(judged) -> None:
    assert judged(r"$L = 0.5 \text{loss}$")[0].verdict.status == "skipped"


@pytest.mark.parametrize(
    ("chain", "status"),
    [
        (r"P = 0.5 \times 3 = 1.5 \text{ W} \approx 2 \text{ hp}", "unsupported"),
        (r"10 / 2 = 5 = 7 \text{ m} = 7 \text{ s}", "unsupported"),
        (r"T = 0.5 \times 3 = 1.5 \text{ s} = 1500 \text{ ms}", "verified"),
        (r"M = 2 \times 7 \times 10^9 = 14 \text{ GB} \approx 13.04 \text{ GiB}", "verified"),
        (r"M = 2 \times 7 \times 10^9 = 14 \text{ GB} \approx 13.54 \text{ GiB}", "refuted"),
    ],
)
def test_a_chain_is_verified_only_if_each_amount_was_compared(judged, chain: str, status: str) -> None:
    assert judged(f"${chain}$")[0].verdict.status == status
