"""Where frontmatter ends, and our switch in it."""

from __future__ import annotations

import pytest

from vault_tools.notes.reading.frontmatter import frontmatter_length, switched_off


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("---\na: 1\n---\ntext", 3),
        ("---\n---\ntext", 2),
        ("\ufeff---\na: 1\n---", 3),
        ("--- \na: 1\n---\t", 3),
        ("---\na: 1\ntext", 0),
        ("\n---\na: 1\n---", 0),
        ("----\na: 1\n----", 0),
        ("text\n---", 0),
        ("", 0),
    ],
)
def test_length(text: str, length: int) -> None:
    assert frontmatter_length(text.split("\n")) == length


@pytest.mark.parametrize(
    ("line", "off"),
    [
        ("vault-tools: false", True),
        ("kanban-plugin: basic", True),
        ("excalidraw-plugin: parsed", True),
        ("mindmap-plugin: basic", True),
        ("tldraw-file: true", True),
        ("tags: [kanban]", False),
        ("other-plugin: x", False),
        ("vault-tools:  False  # for now", True),
        ('vault-tools: "false"', True),
        ("vault-tools: no", True),
        ("vault-tools: true", False),
        ("vault-tools:", False),
        ("vault-tools-x: false", False),
        ("  vault-tools: false", False),
        ("- vault-tools: false", False),
        ("# vault-tools: false", False),
    ],
)
def test_switch(line: str, off: bool) -> None:
    assert switched_off(["---", "title: a", line, "---", "text"]) is off


def test_the_switch_counts_only_inside_frontmatter() -> None:
    assert not switched_off(["text", "vault-tools: false"])
    assert not switched_off(["---", "a: 1", "---", "vault-tools: false"])
