"""Shared pieces of the families' explanations and pictures: named steps, one entry by hand, the cost line, panels of a strip."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Figure, Panel
from vault_tools.model import Message, Step, message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_NUMBERS = 400
"""Larger arrays appear by their shape alone."""
MOST_TERMS = 8
"""A sum by hand that would be longer is cut in the middle."""

Sizes = tuple[str | int, ...]


def step(name: str, latex: str, symbolic: Sizes, value: Any) -> Step:
    """One line of the shape story; `symbolic` names the last axes, batch axes in front of them keep their numbers."""
    array = np.asarray(value, dtype=float)
    leading: Sizes = array.shape[: max(array.ndim - len(symbolic), 0)]
    named = symbolic[max(len(symbolic) - array.ndim, 0) :]
    return Step(name, latex, (*leading, *named), array.shape, array.tolist() if array.size <= MOST_NUMBERS else None)


def number(value: Any) -> str:
    """Four significant digits, whole numbers as such: 2, 0.3333, -1.5."""
    value = float(value)
    return str(int(value)) if value == int(value) and abs(value) < 1e6 else f"{value:.4g}"


def factor(value: Any) -> str:
    """A number as a factor: negative ones in parentheses."""
    text = number(value)
    return f"({text})" if text.startswith("-") else text


def written_sum(terms: Sequence[str]) -> str:
    """`a + b + c`; of a long sum the first and last terms."""
    if len(terms) > MOST_TERMS:
        terms = [*terms[: MOST_TERMS - 2], "…", terms[-1]]
    return " + ".join(terms)


def dot_by_hand(entry: str, left: Any, right: Any, *, divisor: tuple[str, float] | None = None) -> Message:
    """One dot product with its numbers put in: `score(1, 2) = (1·4 + 0·4 + 2·0) / √3 = 2.309`."""
    total = written_sum([f"{factor(a)}·{factor(b)}" for a, b in zip(left, right, strict=True)])
    value = float(np.dot(left, right))
    if divisor is not None:
        total, value = f"({total}) / {divisor[0]}", value / divisor[1]
    return message("family.by_hand", entry=entry, sum=total, value=number(value))


def first_unlike(rows: int, columns: int) -> tuple[int, int]:
    """The entry to spell out: (1, 2) where there is one, since row and column differ there; positions count from 0."""
    return min(0, rows - 1), min(1, columns - 1)


def cost(terms: Sequence[Sequence[str]], sizes: Mapping[str, int]) -> Message:
    """Multiply-adds as a polynomial in the sizes, and for these sizes: `n·m·d_k + n·m·d_v`, 36."""
    polynomial = " + ".join("·".join(names) for names in terms)
    return message("family.cost", polynomial=polynomial, count=f"{sum(prod(sizes[name] for name in names) for names in terms):,}")


def strip(panels: Sequence[Panel], alt: str, output: Any) -> Figure:
    """Matrices side by side; the alt text ends with the numbers of the output."""
    return Figure("strip", tuple(panels), message(alt, output=rows_in_words(output)))


def panel(title: str, values: Any, *, join: str = "", scale: str = "values", subtitle: str = "") -> Panel:
    """One matrix of a strip; of a batch the first."""
    return Panel(title, first_matrix(values), subtitle=subtitle, scale=scale, join=join)


def mask_panel(M: Any, *, join: str = "+") -> Panel:
    """A mask of 0 and -∞ in the colours of a mask; with other numbers among them it is a bias, and its numbers count."""
    M = np.asarray(M, dtype=float)
    return panel("M", M, join=join, scale="values" if np.any(np.isfinite(M) & (M != 0.0)) else "mask")


def first_matrix(array: Any) -> Any:
    """The matrix or vector itself, or the first of a batch."""
    array = np.asarray(array, dtype=float)
    return array.reshape(-1, *array.shape[-2:])[0] if array.ndim > 2 else array


def rows_in_words(value: Any) -> str:
    """The first rows of a small array, read aloud: `1.86 6.32 1.7 / 2 7.81 0.273`."""
    rows = [" ".join(f"{v:.3g}" for v in row[:6]) for row in np.atleast_2d(first_matrix(value))[:6]]
    return " / ".join(rows)
