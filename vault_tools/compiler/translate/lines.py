"""Statements of the source as lines that are not too long."""

from __future__ import annotations

from itertools import pairwise

LINE = 100
"""Columns that a step may have before it is broken into lines."""
SIGNS = (" + ", " - ", " * ", " / ", " @ ")


def wrapped(prefix: str, text: str) -> list[str]:
    """The lines of `prefix` + `text`; what is too long is broken before its outermost signs, else between the arguments of its call."""
    if len(prefix) + len(text) <= LINE:
        return [prefix + text]
    breaks = outermost(text, SIGNS)
    if breaks:
        return [f"{prefix}(", *filled([text[n + 1 : m] for n, m in pairwise([-1, *breaks, len(text)])]), ")"]
    opening = text.find("(")
    if opening < 0 or not text.endswith(")"):
        return [prefix + text]
    inside = text[opening + 1 : -1]
    parts = [inside[n:m].strip() for n, m in pairwise([0, *(n + 1 for n in outermost(inside, (", ",))), len(inside)])]
    return [f"{prefix}{text[: opening + 1]}", *filled(parts), ")"]


def outermost(text: str, signs: tuple[str, ...]) -> list[int]:
    """Where signs stand outside of all brackets."""
    depth, places = 0, []
    for n, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if not depth and text.startswith(signs, n):
            places.append(n)
    return places


def filled(parts: list[str]) -> list[str]:
    """Parts joined into indented lines that are as long as they may be."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) < LINE:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return [f"    {line}" for line in lines]
