"""Words in pictures in the note's language; symbols stay."""

from __future__ import annotations

import pytest

from vault_tools.handler import Figure, Panel
from vault_tools.messages import sentences
from vault_tools.model import message
from vault_tools.verify.plot import draw
from vault_tools.verify.wording.figure_words import in_language, translated


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("output", "输出"),
        ("head 2", "第 2 头"),
        ("entropy 1.27 nats", "熵 1.27 奈特"),
        ("temperature 2", "温度 2"),
        ("QKᵀ/√d_k", "QKᵀ/√d_k"),
        ("softmax(x)", "softmax(x)"),
        ("the output", "the output"),
        ("", ""),
    ],
)
def test_words_are_translated_and_symbols_are_not(text: str, wanted: str) -> None:
    assert translated(text, "zh") == wanted


def test_every_language_keeps_the_values_of_a_template() -> None:
    own, others = sentences("en"), sentences("zh")
    for key in (key for key in own if key.startswith("picture.")):
        assert own[key].count("{") == others[key].count("{")


def test_without_a_glyph_the_other_words_are_drawn() -> None:
    """A character of the private use area has no glyph in any font."""
    english = Figure("bars", (Panel("output", [1.0, 2.0]),), message("block.shapes"))
    foreign = Figure("bars", (Panel("\ue000", [1.0, 2.0]),), message("block.shapes"))
    assert draw(foreign, english) == draw(english)
    assert draw(in_language(english, "en"), foreign) == draw(english)
