"""Sizes of axes, which the resolved tree and everything behind it count with: integer polynomials; and the letters that run over axes."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import prod

from vault_tools.compiler.records import record


@record(frozen=True, slots=True)
class Dim:
    """A size as a polynomial in named sizes: `d_k`, `4`, `h*d_v`, `n - w + 1`; `d/2` of a number d that no array has as an axis.

    terms: sorted ((names with repetition...), coefficient); the empty tuple of names is the constant.
    """

    terms: tuple[tuple[tuple[str, ...], int | Fraction], ...]
    alone: str | None = field(init=False, repr=False, compare=False)
    """The name, where the size is one named size by itself, as most are."""
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The named sizes in it."""

    def __post_init__(self) -> None:
        terms = self.terms
        single = len(terms) == 1 and terms[0][1] == 1 and len(terms[0][0]) == 1
        object.__setattr__(self, "alone", terms[0][0][0] if single else None)
        names = terms[0][0] if single else tuple(dict.fromkeys(chain.from_iterable([names for names, _ in terms])))
        object.__setattr__(self, "names", names)

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(size: int | str) -> Dim:
        """`Dim.of(4)`, `Dim.of("d_k")`."""
        if isinstance(size, int):
            return Dim((((), size),) if size else ())
        return Dim((((size,), 1),))

    def __add__(self, other: Dim) -> Dim:
        return _collect([*self.terms, *other.terms])

    def __sub__(self, other: Dim) -> Dim:
        return _collect([*self.terms, *[(names, -c) for names, c in other.terms]])

    def __mul__(self, other: Dim) -> Dim:
        return _collect([(tuple(sorted(a + b)), c * e) for a, c in self.terms for b, e in other.terms])

    @property
    def number(self) -> int | None:
        """The size where it is a known integer."""
        if not self.terms:
            return 0
        return int(self.terms[0][1]) if len(self.terms) == 1 and not self.terms[0][0] else None

    @property
    def plain(self) -> int | str:
        """As `f.inputs` and `f.shape` show it: an int, or the expression as text."""
        number = self.number
        return str(self) if number is None else number

    def value(self, sizes: dict[str, int]) -> int:
        """The size with all names known, rounded down. KeyError: the name that is not."""
        return int(self._exactly(sizes))

    def is_whole(self, sizes: dict[str, int]) -> bool:
        """Whether the size is a whole number (`d/2` of an odd d is none). KeyError: a name that is not known."""
        return self._exactly(sizes).denominator == 1

    def _exactly(self, sizes: dict[str, int]) -> int | Fraction:
        return sum(coefficient * prod(sizes[name] for name in names) for names, coefficient in self.terms)

    @property
    def is_fractional(self) -> bool:
        """Whether some sizes make it no whole number."""
        return any(coefficient.denominator != 1 for _, coefficient in self.terms)

    def over(self, divisor: int) -> Dim:
        """The size divided by a whole number."""
        return Dim(tuple((names, _plain(Fraction(coefficient, divisor))) for names, coefficient in self.terms))

    def __str__(self) -> str:
        if self.alone is not None:
            return self.alone
        out = ""
        for names, c in sorted(self.terms, key=lambda t: (not t[0], t[1] < 0, t[0])):
            count = abs(Fraction(c))
            body = "*".join([*([str(count.numerator)] if count.numerator != 1 or not names else []), *names])
            body += f"/{count.denominator}" if count.denominator != 1 else ""
            out += (" - " if c < 0 else " + ") + body if out else ("-" if c < 0 else "") + body
        return out or "0"


def _plain(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _collect(terms: list[tuple[tuple[str, ...], int | Fraction]]) -> Dim:
    total: dict[tuple[str, ...], int | Fraction] = {}
    for names, c in terms:
        total[names] = total.get(names, 0) + c
    return Dim(tuple(sorted([(names, c if type(c) is int else _plain(Fraction(c))) for names, c in total.items() if c])))


Shape = tuple[Dim, ...]


@record(frozen=True, slots=True)
class Index:
    """An index letter, unique in its program (a reused letter is renamed i_2). Its value in the formula is position + start."""

    name: str
    size: Dim
    start: int = 1

    @property
    def letter(self) -> str:
        """As the formula writes it, without the number that makes the name unique."""
        return self.name.partition("_")[0]
