"""How long judging takes in a warm process, without pictures: ordinary notes, and one note that makes fifty claims of many kinds.

Not part of the test suite: `pytest tests/benchmarks/bench_judge.py -s`.
"""

from __future__ import annotations

import gc
from random import Random
from statistics import median
from time import process_time

import pytest

from tests.benchmarks.synthetic import FORMULAS, drawn, note_text
from vault_tools import verify_text
from vault_tools.model import Settings
from vault_tools.worker import GARBAGE

SETTINGS = Settings(pictures=False)
FORMULAS_A_SECOND = 60
CLAIMING_NOTE_SECONDS = 1.5
LONG_NOTE_TO_SHORT = 1.5
"""What a formula costs in a note of hundreds of them, against a note of fifty."""
NOTES = 60
PAIRS = 3
"""A long note and as many formulas in short ones are measured one after the other so often."""


def matrix(rows):
    return r"\begin{bmatrix} " + r" \\ ".join(" & ".join(map(str, row)) for row in rows) + r" \end{bmatrix}"


def product(left, right):
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*right, strict=True)] for row in left]


def chain(random):
    """`x = a·b + c = … = …`, three sides."""
    a, b, c = (random.randint(2, 99) for _ in range(3))
    return rf"x_{{{a}}} = {a} \cdot {b} + {c} = {a * b} + {c} = {a * b + c}"


def matrices(random):
    """The product of two written matrices."""
    left, right = ([[random.randint(0, 5) for _ in range(3)] for _ in range(3)] for _ in range(2))
    return f"{matrix(left)} {matrix(right)} = {matrix(product(left, right))}"


def wrong_matrices(random):
    """The same with one entry that is off by one."""
    left, right = ([[random.randint(1, 5) for _ in range(2)] for _ in range(2)] for _ in range(2))
    value = product(left, right)
    value[random.randint(0, 1)][random.randint(0, 1)] += 1
    return f"{matrix(left)} {matrix(right)} = {matrix(value)}"


def weights(random):
    """Rows that sum to 1, written with two places."""
    a = random.randint(10, 90)
    return rf"{a / 100} + {(100 - a) / 100} = 1"


def softmaxes(_random):
    """A softmax with its numbers."""
    return r"\mathrm{softmax}([2, 1, 0.1]) = [0.659, 0.242, 0.099]"


def identities(random):
    """Two sides that are equal for all inputs."""
    return random.choice((r"(A B)^\top = B^\top A^\top", r"(a + b)^2 = a^2 + 2ab + b^2", r"\log(xy) = \log x + \log y"))


def wrong_numbers(random):
    """A number that is off."""
    a, b = (random.randint(11, 99) for _ in range(2))
    return rf"{a} \times {b} = {a * b + random.randint(1, 9)}"


KINDS = (chain, matrices, wrong_matrices, weights, softmaxes, identities, wrong_numbers)


def claiming_note(count):
    """A note of so many formulas that all claim something, with a table of numbers."""
    random = Random(7)
    table = "| t | loss |\n|---|---|\n" + "".join(f"| {k} | {1 / (k + 1):.3f} |\n" for k in range(12))
    return "# Claims\n\n" + table + "".join(f"\n$$\n{KINDS[k % len(KINDS)](random)}\n$$\n" for k in range(count))


@pytest.fixture(scope="module", autouse=True)
def warm():
    """The handlers, and what is read once per process; garbage is looked for as seldom as in a child."""
    verify_text(note_text(0) + claiming_note(len(KINDS)), settings=SETTINGS)
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    yield
    gc.set_threshold(*usual)
    gc.unfreeze()


def test_ordinary_notes():
    notes = [note_text(number) for number in range(1, NOTES)]
    started = process_time()
    count = sum(len({formula.latex for formula in verify_text(note, settings=SETTINGS).formulas}) for note in notes)
    rate = count / (process_time() - started)
    print(f"\n{count} formulas in {len(notes)} notes: {rate:.0f} a second")
    assert rate >= FORMULAS_A_SECOND


def test_a_note_full_of_claims():
    note = claiming_note(50)
    started = process_time()
    formulas = verify_text(note, settings=SETTINGS).formulas
    took = process_time() - started
    statuses = [formula.status for formula in formulas]
    assert (len(statuses), statuses.count("refuted")) == (50, 14)
    assert statuses.count("verified") == 36
    print(f"\n50 formulas with claims: {took:.2f} s")
    assert took <= CLAIMING_NOTE_SECONDS


def ordinary_note(count):
    """One note of so many ordinary formulas."""
    random = Random(3)
    formulas = [latex for _ in range(0, count, FORMULAS) for latex in drawn(random)]
    return "# Long\n" + "".join(f"\n{latex}\n" if latex.startswith("$$") else f"\nwhere {latex} is meant.\n" for latex in formulas)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", [ordinary_note, claiming_note])
def test_a_long_note(kind):
    def each(count, notes=1):
        started = process_time()
        for _ in range(notes):
            verify_text(kind(count), settings=SETTINGS)
        return 1000 * (process_time() - started) / (count * notes)

    pairs = [(each(50, notes=4), each(400)) for _ in range(PAIRS)]
    short, long = (median(column) for column in zip(*pairs, strict=True))
    ratio = median(b / a for a, b in pairs)
    print(f"\n{kind.__name__}: {short:.1f} ms a formula of 50, {long:.1f} ms a formula of 400, ratio {ratio:.2f}")
    assert ratio <= LONG_NOTE_TO_SHORT
