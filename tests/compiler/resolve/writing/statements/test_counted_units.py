r"""Words behind a formula that say what it counts are left out, and nothing else."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

COUNTED = [
    (r"M = 2 n d \text{ bytes}", "n:() d:()"),
    (r"C = 6 N D \text{ FLOPs}", "N:() D:()"),
    (r"k \approx \frac{1}{1 - \beta} \text{ time steps}", "beta:()"),
    (r"T = \frac{N}{B} \text{ iterations per epoch}", "N:() B:()"),
    (r"H = -\sum_i p_i \log_2(p_i) \text{ bits}", "p:n"),
]


@pytest.mark.parametrize(("latex", "wanted"), COUNTED, ids=[row[0] for row in COUNTED])
def test_left_out_and_told(latex, wanted):
    program = resolved(latex)
    assert inputs(program) == wanted
    assert "reading.counted_units" in {reading.key for reading in program.readings}


FACTORS = [
    ("a loss", r"L = \lambda \text{ Focal Loss}", (), "lambda_:() Focal_Loss:()"),
    ("stands elsewhere", r"c = p \text{ tokens} + q \text{ tokens}", (), "p:() tokens:() q:()"),
    ("with a sign", r"c = p \times \text{tokens}", (), "p:() tokens:()"),
    ("what the note defines", r"M = 2 d \text{ tokens}", (r"\text{tokens} = 7",), "d:() tokens:()"),
    ("in other units", r"t = \frac{n}{d} \text{ seconds} = 16 \text{ ms}", (), "n:() d:() seconds:()"),
    ("an argument", r"y = \log \text{tokens}", (), "tokens:()"),
]


@pytest.mark.parametrize(("why", "latex", "context", "wanted"), FACTORS, ids=[row[0] for row in FACTORS])
def test_factors_stay(why, latex, context, wanted):
    assert inputs(resolved(latex, context)) == wanted
