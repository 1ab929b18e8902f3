"""Which runs of letters in a script are words: `new` is one name, `ijk` is three indices."""

from __future__ import annotations

VOWELS = frozenset("aeiouy")
INDEX_RUNS = frozenset("abghijklmnpqrstuvxyz")
"""Letters that stand side by side in a script as indices of several axes (`bij`)."""
SCRIPT_WORDS = frozenset({"min", "sim", "lin", "mul", "init", "unit", "unk", "hist", "list", "null", "mult", "skip", "plus", "trim", "val"})
"""Short words that are made of such letters only."""


def is_script_word(text: str) -> bool:
    r"""`new`, `pos`, `dim`: a word in a script is one name; `ijk` and `hwc` are letters side by side."""
    if text in SCRIPT_WORDS or len(text) > 4:
        return text.isalpha()
    return len(text) > 2 and text.isalpha() and not INDEX_RUNS.issuperset(text) and not VOWELS.isdisjoint(text.lower())
