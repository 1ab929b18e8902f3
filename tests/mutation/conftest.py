"""The vocabulary, the formulas, and the figures at the end of the test run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handlers import builtin

from .formulas import FORMULAS
from .hunt import Subject

if TYPE_CHECKING:
    from collections.abc import Callable

    from .hunt import Score

PROPERTY = "mutation score"


@pytest.fixture(scope="session")
def subjects() -> tuple[Subject, ...]:
    vocabulary = Vocabulary.of(builtin())
    return tuple(Subject.of(latex, context, vocabulary) for latex, context in FORMULAS)


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str, Score], None]:
    """tell(depth, score): the figure and the survivors are printed at the end of the run, whether the test passes or not."""

    def told(depth: str, score: Score) -> None:
        record_property(PROPERTY, "\n".join([f"{depth}: {score}", *(f"    {line}" for line in score.survivors)]))

    return told


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for key in ("passed", "failed") for report in terminalreporter.stats.get(key, [])]
    told = [text for report in reports for name, text in report.user_properties if name == PROPERTY]
    if told:
        terminalreporter.section("mutation scores")
        terminalreporter.write_line("\n".join(told))
