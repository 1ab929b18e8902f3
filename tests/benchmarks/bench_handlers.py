"""What the built-in handlers cost on top of a run that verifies: under half of an import of NumPy, which is 30 ms on an idle machine.

Not part of the test suite: `pytest tests/benchmarks/bench_handlers.py`.
That a current note loads none of them is tests/test_import_budget.py.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.conftest import environment

if TYPE_CHECKING:
    from collections.abc import Callable

LOADING = """
import time
start = time.process_time()
import numpy
numpy_alone = time.process_time() - start
import vault_tools.verify.judge
from vault_tools.compiler.vocabulary import Vocabulary
start = time.process_time()
from vault_tools.handlers import builtin
from vault_tools.verify.patterns import patterns
patterns(Vocabulary.of(builtin()))
print(time.process_time() - start, numpy_alone)
"""
AT_MOST = 0.5
"""Of an import of NumPy in the same process: a busy machine slows down both."""
RUNS = 5


def _loaded() -> list[str]:
    return subprocess.run([sys.executable, "-c", LOADING], env=environment(), capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.timeout(120)
def test_loading_all_handlers(record_property: Callable[[str, object], None]) -> None:
    runs = [_loaded() for _ in range(RUNS + 1)][1:]  # the first one may have to compile modules
    record_property("handlers loaded, seconds", statistics.median(float(handlers) for handlers, _ in runs))
    assert statistics.median(float(handlers) / float(numpy) for handlers, numpy in runs) <= AT_MOST
