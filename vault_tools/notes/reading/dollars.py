"""The rules of `$…$` and `$$…$$` on a piece of text: where a formula that opens here closes, or that it is none."""

from __future__ import annotations

import re

DOUBLE = re.compile(r"\\.|\$\$", re.DOTALL)
SINGLE = re.compile(r"\\.|\$|\n[ \t]*\n", re.DOTALL)
MATHEMATICAL = re.compile(r"[\\^_={}<>+*|]")
DIGIT = re.compile(r"[0-9]")
AMOUNT = re.compile(r"\d[\d.,]*[kKmMbB]?(?![A-Za-z\d])")
PROSE = re.compile(r"[^\W\d_]{2,}[\s,.;]+[^\W\d_]{2,}(?![\w(])|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def closing_double(text: str, start: int) -> int | None:
    r"""Offset of the `$$` that closes a display whose content begins at `start`; no rule of spaces or digits, `\$` is a dollar sign."""
    return next((found.start() for found in DOUBLE.finditer(text, start) if found[0] == "$$"), None)


def closing_single(text: str, start: int) -> int | None:
    """Offset of the `$` that closes an inline formula whose content begins at `start`, or None when the opening dollar is text.

    No white space inside either dollar, no digit behind the closing one, no blank line between them; the first unescaped
    dollar decides. What reads as an amount of money with words behind it is left alone.
    """
    if start >= len(text) or text[start].isspace() or text[start] == "$":
        return None
    found = next((found for found in SINGLE.finditer(text, start) if found[0][0] != "\\"), None)
    if found is None or found[0] != "$":
        return None
    end = found.start()
    if text[end - 1].isspace() or DIGIT.match(text, end + 1):
        return None
    return None if reads_as_money(text[start:end], text[start - 2 : start - 1]) else end


def bracketed(text: str, start: int) -> bool:
    """Whether the dollars at `start` stand alone in brackets, as a price range does: `cheap ($$)`."""
    return text[start - 1 : start] + text[start + 2 : start + 3] in ("()", "（）", "[]")


def reads_as_money(content: str, before: str) -> bool:
    """Whether the text between two dollars is prose between two prices: `5 (in US`, or `/month, later 20` after a digit."""
    if MATHEMATICAL.search(content):
        return False
    amount = AMOUNT.match(content)
    priced = amount is not None or (before.isdecimal() and content[-1].isdecimal())
    return priced and PROSE.search(content, amount.end() if amount else 0) is not None
