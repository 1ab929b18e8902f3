r"""A short plain text for a formula: `Attention(Q, K, V)` from its left side, `softmax(XXᵀ)X` where it has none. For reading only."""

from __future__ import annotations

import re

from vault_tools.verify.wording.plain import atoms, line, plain_text

LONGEST = 60
EQUALITIES = frozenset("=≈≡≔≜≅≃")
OPERATIONS = frozenset({"binary", "word", "large", "fraction", "root"})
"""What is computed, and no list of names: it ends at the comma."""


def plain_title(latex: str) -> str:
    """The left side of an equation where it names something, else the whole; of several statements the first; cut at 60 characters."""
    parts = atoms(latex)
    depth, comma = 0, 0
    for place, part in enumerate(parts):
        depth += (part.kind == "opening") - (part.kind == "closing")
        if part.kind == "comma" and depth <= 0 and not comma and any(one.kind in OPERATIONS for one in parts[:place]):
            comma = place
        if part.text in EQUALITIES and depth <= 0:
            left = line(parts[: comma or place]).rstrip(": ")
            return _cut(left if re.search(r"[^\W\d_]", left) else line(parts))
    return _cut(line(parts))


def whole_title(latex: str) -> str:
    """All sides of a formula, cut at 60 characters."""
    return _cut(plain_text(latex))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
