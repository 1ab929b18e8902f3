"""A panel costs at most 45 ms of processor time (median).

Not part of the test suite: `pytest tests/benchmarks/bench_pictures.py`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.verify.test_plot import FIGURES
from vault_tools.verify.plot import draw

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

PANEL_SECONDS = 0.045


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("kind", FIGURES)
def test_a_panel_is_drawn_quickly(benchmark: BenchmarkFixture, kind: str) -> None:
    draw(FIGURES[kind])
    benchmark.pedantic(draw, args=(FIGURES[kind],), rounds=7)
    assert benchmark.stats.stats.median / len(FIGURES[kind].panels) <= PANEL_SECONDS
