r"""Commas inside the brackets of a function: `\max(0,850;0,870)` has two decimals, `\min(1,500, 1,000)` two thousands.

A semicolon between arguments makes every comma a decimal one. Otherwise a comma without a blank may separate or belong to its number;
what the numbers confirm is meant, and where they confirm nothing it is left open.

Each reading is as long as what is written, so that places in it stay.
"""

from __future__ import annotations

import re

CALL = re.compile(
    r"(?P<head>(?:\\(?:min|max|log|ln|lg|exp|sin|cos|tan|tanh|sqrt)\s*|\\(?:text|mathrm|operatorname)\{[A-Za-z]+\}\s*)(?:\\left\s*)?\()"
    r"(?P<body>[-\d\s.,;]*\d,\d[-\d\s.,;]*)(?=(?:\\right\s*)?\))"
)
"""A function with nothing but numbers in its brackets."""
POWER = re.compile(r"\^\{(?P<left>\s*(?:\(\s*)?)(?P<body>-?\d+,\d+)(?P<right>\s*\)?\s*)\}")
"""An exponent with one comma, in brackets or not."""
THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d.,]*\d)")
POINTS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.,]*\d)")
DECIMALS = re.compile(r"(?<![\d.,])(\d+),(\d+)(?![\d,])")


def with_semicolons(latex: str) -> str:
    """The formula with decimal points where a semicolon separates the arguments."""
    if ";" not in latex or "," not in latex:
        return latex

    def read(call: re.Match[str]) -> str:
        body = call["body"]
        return call["head"] + (DECIMALS.sub(r"\1.\2", body).replace(";", ",") if ";" in body else body)

    return CALL.sub(read, latex)


def other_commas(latex: str, *, decimal_comma: bool) -> str | None:
    """The formula with those commas as parts of numbers that may be such; None where there are none.

    decimal_comma: the note writes decimals with a comma.
    """
    if "," not in latex:
        return None
    changed = CALL.sub(lambda call: call["head"] + _as_numbers(call["body"], decimal_comma=decimal_comma), latex)
    changed = POWER.sub(_as_power, changed) if decimal_comma else changed
    return changed if changed != latex else None


def with_points_for_thousands(latex: str) -> str | None:
    """`32.768` as 32768, in a note that writes decimals with a comma; None where there is no such number."""
    changed = POINTS.sub(lambda number: number[0].replace(".", "").zfill(len(number[0])), latex)
    return changed if changed != latex else None


def _as_power(power: re.Match[str]) -> str:
    """Without its brackets, in which a number would count steps."""
    left, right = (" " * len(power[side]) for side in ("left", "right"))
    return f"^{{{left}{power['body'].replace(',', '.')}{right}}}"


def _as_numbers(body: str, *, decimal_comma: bool) -> str:
    if decimal_comma:
        return DECIMALS.sub(r"\1.\2", body)
    parts = re.split(r"(,\s+)", body)  # the separators, too
    grouped = [THOUSANDS.fullmatch(part.strip()) is not None for part in parts[::2]]
    if not any(grouped) or not all(one or "," not in part for one, part in zip(grouped, parts[::2], strict=True)):
        return body
    return "".join(part if at % 2 else part.replace(",", "").ljust(len(part)) for at, part in enumerate(parts))
