"""HTML that a note leaves open."""

from __future__ import annotations

import pytest

from vault_tools.notes.reading.html import PHRASES, Markup, open_element, raw_opening


@pytest.mark.parametrize(
    ("html", "opening"),
    [
        ("<!-- a", "<!--"),
        ("<!-- a\n\nb", "<!--"),
        ("<pre>\na", "<pre"),
        ("<SCRIPT src='a'>\n", "<SCRIPT"),
        ("<? a", "<?"),
        ("<!-- a -->", None),
        ("<pre>\n</pre>", None),
        ("<div>\na", None),
        ("</div>", None),
    ],
)
def test_blocks_that_only_their_own_end_closes(html: str, opening: str | None) -> None:
    assert raw_opening(html) == opening


@pytest.mark.parametrize(
    ("pieces", "found"),
    [
        (["<div>"], ("div", 1)),
        (["<DIV class='a'>", "</div>"], None),
        (["<div>", "<div>", "</div>"], ("div", 1)),
        (["<details>", "<summary>a</summary>", "<table>", "</details>"], ("table", 3)),
        (["</div>", "<div>"], ("div", 2)),
        (["<p>a", "<li>b", "<br>", "<img src='a'>", "<hr/>"], None),
        (["<!-- <div> -->"], None),
        (["<template>"], ("template", 1)),
        (["<xmp>", "</xmp>", "<select>"], ("select", 3)),
        (["<span>"], None),
        (["<T>", "<my-element>"], None),
    ],
)
def test_elements_that_are_never_closed(pieces: list[str], found: tuple[str, int] | None) -> None:
    assert open_element(Markup(text, line) for line, text in enumerate(pieces, 1)) == found


def test_elements_within_a_paragraph() -> None:
    assert open_element([Markup("<b>a", 4)], PHRASES) == ("b", 4)
    assert open_element([Markup("<b>a</b>", 4)], PHRASES) is None
