"""Figures of a run with the bars that they are held against: told side by side at its end."""

from __future__ import annotations

import pytest

FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture
def hold(request):
    """`hold("--help against a bare Python", 3.1, most=5)`: note the figure, and fail where it misses its bar."""
    told = request.config.stash.setdefault(FIGURES, [])

    def hold_figure(name, figure, *, most=None, least=None, unit=""):
        missed = (most is not None and figure > most) or (least is not None and figure < least)
        bar = f"at most {most:g}" if most is not None else f"at least {least:g}" if least is not None else "no bar"
        told.append(f"{name:<58} {figure:>9.2f} {unit:<5} {bar:<13} {'MISSED' if missed else ''}".rstrip())
        assert not missed, told[-1]

    return hold_figure


def pytest_terminal_summary(terminalreporter):
    told = terminalreporter.config.stash.get(FIGURES, [])
    if told:
        terminalreporter.section("figures")
        for line in told:
            terminalreporter.line(line)
