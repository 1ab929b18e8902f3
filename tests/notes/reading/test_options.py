"""What a note may say in its vault-tools blocks, and what is refused with its line."""

from __future__ import annotations

import pytest

from vault_tools.errors import NoteError
from vault_tools.model import Options
from vault_tools.notes.reading.options import Source, read_options

ACCEPTED = {
    "X = [[1, 0], [0, 2.5]]\nT = 2": Options(inputs={"X": [[1, 0], [0, 2.5]], "T": 2}),
    "M = [[0, -inf], [0, 0]]": Options(inputs={"M": [[0, float("-inf")], [0, 0]]}),
    '"W^Q" = [1, 2]': Options(inputs={"W^Q": [1, 2]}),
    '"权重" = [1, 2]\n["输出"]\n"权重" = [3, 4]': Options(  # words of the note, by the names that they have in code
        inputs={"u6743u91cd": [1, 2]}, narrowed={"u8f93u51fa": Options(inputs={"u6743u91cd": [3, 4]})}
    ),
    'causal = true\nsoftmax_axis = "columns"': Options(causal=True, softmax_axis="columns"),
    'expected = ["refuted", "malformed"]': Options(expected=("refuted", "malformed")),
    "ignore = true": Options(ignore=True),
    'language = "zh"': Options(language="zh"),
    'rope = "interleaved"': Options(extra={"rope": "interleaved"}),
    "T = 1\n[Attention]\ncausal = true\nT = 2": Options(inputs={"T": 1}, narrowed={"Attention": Options(inputs={"T": 2}, causal=True)}),
    "": Options(),
}


@pytest.mark.parametrize(("text", "options"), ACCEPTED.items())
def test_accepted(text: str, options: Options) -> None:
    assert read_options((Source(text, 1),)) == options


def test_several_blocks_are_merged() -> None:
    blocks = (Source("X = [1]\n[A]\nk = 1", 2), Source("Y = [2]\n[A]\nm = 2", 9))

    assert read_options(blocks) == Options(inputs={"X": [1], "Y": [2]}, narrowed={"A": Options(inputs={"k": 1, "m": 2})})


REFUSED = {
    "a word of the note twice": ('"权重" = 1\nu6743u91cd = 2', 11),
    "a key twice in one block": ("X = 1\nX = 2", 11),
    "no TOML": ("X = [1,\ny = 2", 11),
    "nothing behind the sign": ("\nX =", 11),
    "an unknown word": ("X = 1\ncasual = true", 11),
    "a text for an input": ('X = "1"', 10),
    "a wrong truth value": ('\n\ncausal = "yes"', 12),
    "a wrong axis": ('softmax_axis = "row"', 10),
    "a wrong status": ('expected = ["wrong"]', 10),
    "rows of different lengths": ("X = [[1, 2], [3]]", 10),
    "an empty array": ("X = []", 10),
    "a truth value among numbers": ("X = [1, true]", 10),
    "a table in a table": ("[A.B]\nx = 1", 10),
    "too many numbers": (f"X = [{'1,' * 10_001}]", 10),
    "too deep": ("X = " + "[" * 5000 + "]" * 5000, 10),
    "a date": ("X = 2024-01-01", 10),
}


@pytest.mark.parametrize(("text", "line"), REFUSED.values(), ids=REFUSED)
def test_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(NoteError) as raised:
        read_options((Source(text, 10),))

    assert raised.value.line == line
    assert f"Line {line}" in str(raised.value)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("X = 1", "X = 1"),
        ("causal = true", "causal = false"),
        ("[A]\nx = 1", "[A]\nx = 2"),
        ('rope = "interleaved"', 'rope = "half-split"'),
    ],
)
def test_a_key_in_two_blocks_is_refused(first: str, second: str) -> None:
    with pytest.raises(NoteError, match="given twice"):
        read_options((Source(first, 2), Source(second, 9)))


def test_a_key_may_stand_in_the_note_and_in_a_narrower_place() -> None:
    options = read_options((Source("causal = true\n[Attention]\ncausal = false", 1),))

    assert options.causal
    assert not options.narrowed["Attention"].causal
