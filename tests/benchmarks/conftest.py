"""Figures of a run with the bars that they are held against: told side by side at its end."""

from __future__ import annotations

import os
from typing import NamedTuple

import pytest

TOLD = pytest.StashKey[list[str]]()


class Figure(NamedTuple):
    """What was measured, and what it may be at most or has to be at least."""

    name: str
    value: float
    unit: str = ""
    most: float | None = None
    least: float | None = None

    @property
    def missed(self):
        return (self.most is not None and self.value > self.most) or (self.least is not None and self.value < self.least)

    def __str__(self):
        bar = f"at most {self.most:g}" if self.most is not None else f"at least {self.least:g}" if self.least is not None else "no bar"
        return f"{self.name:<60} {self.value:>9.2f} {self.unit:<3} {bar:<13} {'MISSED' if self.missed else ''}".rstrip()


def environment():
    """With compiled modules, as an installed program has them."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@pytest.fixture
def hold(request):
    """Tell figures, and fail where one of them misses its bar."""
    told = request.config.stash.setdefault(TOLD, [])

    def hold_figures(*figures):
        told.extend(map(str, figures))
        assert [str(figure) for figure in figures if figure.missed] == []

    return hold_figures


def pytest_terminal_summary(terminalreporter):
    told = terminalreporter.config.stash.get(TOLD, [])
    if told:
        terminalreporter.section("figures")
        for line in told:
            terminalreporter.line(line)
