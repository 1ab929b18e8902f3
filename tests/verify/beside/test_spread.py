"""Why the scores are divided by √d_k: the simulation that a note gets which asks."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools.verify.beside.spread import products, spread_figure, spread_sentence
from vault_tools.verify.plot import draw


@pytest.mark.parametrize("width", [1, 16, 64, 512])
def test_the_variance_of_a_dot_product_is_its_width(width: int) -> None:
    drawn = products(width)
    assert abs(drawn.mean()) < 4 * np.sqrt(width / drawn.size)
    assert drawn.var() == pytest.approx(width, rel=0.12)


def test_the_scaled_products_have_variance_one() -> None:
    plain, scaled = spread_figure(64).panels
    assert np.var(scaled.values) == pytest.approx(np.var(plain.values) / 64)
    assert spread_figure(64).data["deviations"] == (8.0, 1.0)


def test_wide_simulations_are_capped_and_say_so() -> None:
    assert "d = 512" in spread_figure(100_000).panels[0].subtitle


def test_the_sentence_tells_what_it_does_to_the_softmax() -> None:
    told = spread_sentence(64).values
    assert float(told["plain"]) > 0.8
    assert float(told["scaled"]) < 0.5


def test_every_run_gives_the_same_picture() -> None:
    assert draw(spread_figure()) == draw(spread_figure())
