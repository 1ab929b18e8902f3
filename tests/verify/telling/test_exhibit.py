"""What a callout shows beside its verdict."""

from __future__ import annotations

import pytest

from vault_tools.handlers import builtin
from vault_tools.handlers.families.losses import CROSS_ENTROPY, DIVERGENCE, ENTROPY, ENTROPY_IN_BITS
from vault_tools.handlers.families.normalisation import explain_layer_norm
from vault_tools.notes.scan import scan
from vault_tools.verify.judge import judge


@pytest.fixture
def story(vocabulary):
    def told(text: str) -> list[str]:
        note = scan(text).math
        judgement = judge(note, len(note.formulas) - 1, vocabulary, draw=False)
        return [step.name for step in judgement.exhibit.story]

    return told


def test_helpers_of_the_source_are_no_steps(story):
    assert story("$x = 2$, $y = 3$\n\n$$\\sin(x y) + \\sin(x y)^2 + (x y)^2 = 36$$\n") == ["output"]


def test_definitions_of_the_note_are_steps(story):
    assert story("$x = 2$, $u = x^2 + 1$\n\n$$v = u^2 + u = 30$$\n") == ["u", "output"]


@pytest.mark.parametrize(
    ("family", "values", "summands"),
    [
        (ENTROPY, {"p": [0.5, 0.5, 0.0]}, [0.3466, 0.3466, 0.0]),
        (ENTROPY_IN_BITS, {"p": [0.5, 0.5]}, [0.5, 0.5]),
        (CROSS_ENTROPY, {"p": [1.0, 0.0], "q": [0.5, 0.5]}, [0.6931, 0.0]),
        (DIVERGENCE, {"p": [0.5, 0.5], "q": [0.25, 0.75]}, [0.3466, -0.2027]),
    ],
)
def test_bars_of_shares_end_with_what_each_adds(family, values, summands):
    assert family in builtin()
    assert family.figure(values, sum(summands)).panels[-1].values == pytest.approx(summands, abs=1e-4)


@pytest.mark.parametrize(
    ("x", "keys"),
    [([1.0, 3.0], ["family.normalised"]), ([[1.0, 3.0], [2.0, 6.0]], ["family.layer_norm"])],
)
def test_one_vector_may_be_a_batch_and_rows_are_tokens(x, keys):
    assert [sentence.key for sentence in explain_layer_norm({"x": x}, x).sentences] == keys
