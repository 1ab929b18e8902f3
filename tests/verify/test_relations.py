"""The equations of a display: behind commas and in rows, found in their order and changed in their places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vault_tools.compiler.resolve.writing.nodes import word
from vault_tools.compiler.syntax import parse
from vault_tools.verify.relations import last_relation, relations, with_last, with_relations


@pytest.mark.parametrize(
    ("latex", "defined"),
    [
        ("a = 1", ["a"]),
        ("a = 1, b = 2", ["a", "b"]),
        (r"\begin{aligned} a &= 1, \quad b = 2 \\ c &= 3 \end{aligned}", ["a", "b", "c"]),
        (r"\mathbf{a = 1}", ["a"]),
        ("a + b", []),
        (r"\sum_{i = 1} a_i", []),  # below an operator nothing is equated
    ],
)
def test_every_equation_is_found(latex: str, defined: list[str]) -> None:
    assert [word(relation.first) for relation in relations(parse(latex))] == defined


def test_only_what_is_changed_is_another_display() -> None:
    display = parse("a = 1, b = 2")
    assert with_relations(display, lambda relation: relation) is display
    turned = with_relations(display, lambda relation: replace(relation, first=relation.rest[-1][1], rest=(("=", relation.first),)))
    assert [word(relation.rest[0][1]) for relation in relations(turned)] == ["a", "b"]


def test_the_last_row_counts_only_as_an_equation() -> None:
    assert last_relation(parse("a + b")) is None
    found = last_relation(parse(r"a = 1 \\ b = c = 2"))
    assert found is not None
    assert word(found.first) == "b"
    assert [word(side) for _, side in with_last(found, found.first).rest] == ["c", "b"]
