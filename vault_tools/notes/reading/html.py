"""HTML in a note: whether it leaves a comment or an element open, in which case nothing may be written behind it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)\b[^<>]*?(/?)>")
CONTAINERS = frozenset(
    (
        "address",
        "article",
        "aside",
        "blockquote",
        "canvas",
        "center",
        "details",
        "dialog",
        "div",
        "dl",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "iframe",
        "legend",
        "main",
        "math",
        "menu",
        "nav",
        "noembed",
        "noframes",
        "noscript",
        "object",
        "ol",
        "plaintext",
        "pre",
        "script",
        "search",
        "section",
        "select",
        "style",
        "summary",
        "table",
        "template",
        "textarea",
        "ul",
        "xmp",
    )
)
"""Elements that must be closed, and that reach over the end of a paragraph."""
PHRASES = frozenset(
    (
        "a",
        "b",
        "big",
        "code",
        "del",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "mark",
        "s",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "svg",
        "u",
        "video",
        "audio",
        "button",
    )
)
"""Elements within a paragraph: they matter only in the last one."""


class Markup(NamedTuple):
    """A piece of HTML and its 1-based line."""

    text: str
    line: int


def raw_opening(html: str) -> str | None:
    """The opening of a block that only its own end closes (a comment, `<pre>`, `<?`), when that end is missing; else None."""
    from markdown_it.rules_block.html_block import HTML_SEQUENCES

    first = html.split("\n", 1)[0].lstrip()
    for opening, closing, _ in HTML_SEQUENCES[:5]:
        found = opening.search(first)
        if found:
            return None if closing.search(html) else found[0]
    return None


def open_element(pieces: Iterable[Markup], names: frozenset[str] = CONTAINERS) -> tuple[str, int] | None:
    """The first element of `pieces` that is never closed, with its line."""
    opened: dict[str, list[int]] = {}
    for piece in pieces:
        for closing, written, empty in TAG.findall(COMMENT.sub("", piece.text)):
            name = written.lower()
            if name not in names or empty:
                continue
            lines = opened.setdefault(name, [])
            if not closing:
                lines.append(piece.line)
            elif lines:
                lines.pop()
    first = min(((lines[0], name) for name, lines in opened.items() if lines), default=None)
    return (first[1], first[0]) if first else None
