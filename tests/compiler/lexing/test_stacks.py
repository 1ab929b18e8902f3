"""Limits that are stacked by hand are scripts of their operator."""

from __future__ import annotations

import pytest

from vault_tools.compiler.syntax import parse

from ..resolve.dump import meaning

SAME = [
    (r"\underset{k=1}{\overset{K}{\Vert}} x_k", r"\Vert_{k=1}^{K} x_k"),
    (r"\overset{K}{\underset{k=1}{\Big\|}} x_k", r"\Vert_{k=1}^{K} x_k"),
    (r"\overset{K}{\|}{}_{k=1} x_k", r"\Vert_{k=1}^{K} x_k"),
    (r"\underset{k=1}{\overset{K}{||}} x_k", r"\Vert_{k=1}^{K} x_k"),
    (r"\underset{i=1}{\overset{n}{\sum}} x_i", r"\sum_{i=1}^{n} x_i"),
]


@pytest.mark.parametrize(("stacked", "plain"), SAME)
def test_stacked_limits(stacked, plain):
    assert meaning(f"y = {stacked}") == meaning(f"y = {plain}")


OTHERS = [r"a \overset{d}{=} b", r"\underset{k}{\max} x_k", r"\overset{n}{x}"]


@pytest.mark.parametrize("latex", OTHERS)
def test_other_stacks_stay(latex):
    assert parse(latex)
