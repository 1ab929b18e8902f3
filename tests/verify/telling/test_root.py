"""A note that names √d_k by itself beside scaled attention asks what the scale is for."""

from __future__ import annotations

import pytest

from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin
from vault_tools.model import Formula, NoteMath, Span
from vault_tools.verify.scope import scope_of
from vault_tools.verify.telling.root import asks_why_scaled

SCALED = r"\mathrm{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V"
UNSCALED = r"\mathrm{softmax}(QK^T)V"


@pytest.mark.parametrize(
    ("formulas", "asking"),
    [
        ((SCALED, r"\sqrt d_k"), [0]),
        ((r"\sqrt{d_k}", SCALED, SCALED), [1]),
        ((SCALED,), []),
        ((UNSCALED, r"\sqrt{d_k}"), []),
        ((SCALED, r"\sqrt{d_k} = 8"), []),
    ],
)
def test_the_first_scaled_attention_formula_gets_the_simulation(formulas: tuple[str, ...], asking: list[int]) -> None:
    note = NoteMath(tuple(Formula(latex, line, True, Span(0, 0)) for line, latex in enumerate(formulas, 1)))
    scope = scope_of(note, Vocabulary.of(builtin()))
    assert [position for position in range(len(formulas)) if asks_why_scaled(scope, position)] == asking
