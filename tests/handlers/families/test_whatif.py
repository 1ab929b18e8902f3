"""The what-if strip: the same scores under other conventions."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools.handlers.families.whatif import few_tokens, whatif_figure

Q = np.array([[1.0, 0, 2], [2, 2, 2], [2, 1, 3]])
K = np.array([[0.0, 1, 1], [4, 4, 0], [2, 3, 1]])


def test_each_variant_shows_weights_that_sum_to_one() -> None:
    panels = whatif_figure(Q, K).panels
    assert [panel.title for panel in panels] == ["as written", "without 1/√dₖ", "causal", "temperature 2"]
    for panel in panels:
        assert np.where(np.isfinite(panel.values), panel.values, 0.0).sum(axis=1) == pytest.approx(np.ones(3))


def test_the_weights_as_written_are_those_of_the_worked_example() -> None:
    assert whatif_figure(Q, K).panels[0].values[0] == pytest.approx([0.13613, 0.43194, 0.43194], abs=1e-5)


def test_without_the_scale_the_weights_are_less_even() -> None:
    entropies = [float(panel.subtitle.split()[1]) for panel in whatif_figure(Q, K).panels]
    assert entropies[1] < entropies[0]
    assert entropies[3] > entropies[0]


@pytest.mark.parametrize("width", [2, 4, 9, 16])
def test_no_two_variants_coincide(width: int) -> None:
    many = np.random.RandomState(0).uniform(-1, 1, (2, 3, width))
    shown = [panel.values for panel in whatif_figure(many[0], many[1]).panels]
    assert all(np.max(np.abs(a[2] - b[2])) > 1e-3 for a, b in ((shown[0], shown[1]), (shown[1], shown[3]), (shown[0], shown[3])))


def test_later_keys_are_masked_and_only_square_weights_can_be_causal() -> None:
    causal = whatif_figure(Q, K).panels[2].values
    assert np.isneginf(causal[np.triu_indices(3, 1)]).all()
    across = whatif_figure(Q, K[:2])
    assert len(across.panels) == 3
    assert "causal" in str(whatif_figure(Q, K).alt)
    assert "causal" not in str(across.alt)


@pytest.mark.parametrize(
    ("q", "k", "few"), [(Q, K, True), (Q[0], K, False), (np.zeros((13, 2)), K, False), (np.zeros((2, 3, 3)), K, False)]
)
def test_only_few_tokens_are_compared(q: object, k: object, few: bool) -> None:
    assert few_tokens(q, k) is few
