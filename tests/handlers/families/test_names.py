"""Every built-in family has a name for readers in every language, and no name is left of a family that is gone."""

from __future__ import annotations

import pytest

from vault_tools.handler import Family
from vault_tools.handlers import builtin
from vault_tools.messages import sentences

PREFIX = "block.family."
FAMILIES = {handler.name for handler in builtin() if isinstance(handler, Family)}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_family_has_a_name(language: str) -> None:
    named = {key.removeprefix(PREFIX) for key in sentences(language) if key.startswith(PREFIX)}
    assert FAMILIES - named == set()
    assert named - FAMILIES == set()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_invariant_has_words(language: str) -> None:
    told = sentences(language)
    assert sorted({i.name for handler in builtin() for i in handler.invariants if f"block.how.{i.name}" not in told}) == []
