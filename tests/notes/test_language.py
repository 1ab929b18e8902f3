"""The language of a note, by its prose."""

from __future__ import annotations

import pytest

from vault_tools.notes.language import language_of


@pytest.mark.parametrize(
    ("prose", "language"),
    [
        ("The weights sum to one.", "en"),
        ("权重之和为一。", "zh"),
        ("用 softmax 把 scores 变成权重，权重之和为一", "zh"),
        ("The word 早上好 means good morning", "en"),
        ("注意の重みの和は一である", "en"),
        ("가중치의 합은 1이다", "en"),
        ("Notas para la palabra", "en"),
        ("", "en"),
        ("1 2 3 $0$", "en"),
    ],
)
def test_language(prose: str, language: str) -> None:
    assert language_of([prose]) == language
