"""Sizes of axes: integer polynomials in named sizes, which the resolved tree and everything behind it count with."""

from __future__ import annotations

from math import prod

from vault_tools.compiler.records import record


@record(frozen=True, slots=True)
class Dim:
    """A size as an integer polynomial in named sizes, divided by one integer: `d_k`, `4`, `h*d_v`, `n - w + 1`.

    terms: sorted ((names with repetition...), coefficient); the empty tuple of names is the constant.
    """

    terms: tuple[tuple[tuple[str, ...], int], ...]

    @staticmethod
    def of(size: int | str) -> Dim:
        """`Dim.of(4)`, `Dim.of("d_k")`."""
        if isinstance(size, int):
            return Dim((((), size),) if size else ())
        return Dim((((size,), 1),))

    def __add__(self, other: Dim) -> Dim:
        return _collect([*self.terms, *other.terms])

    def __sub__(self, other: Dim) -> Dim:
        return _collect([*self.terms, *((names, -c) for names, c in other.terms)])

    def __mul__(self, other: Dim) -> Dim:
        return _collect([(tuple(sorted(a + b)), c * e) for a, c in self.terms for b, e in other.terms])

    @property
    def number(self) -> int | None:
        """The size where it is a known integer."""
        if not self.terms:
            return 0
        return self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0] else None

    @property
    def alone(self) -> str | None:
        """The name, where the size is one named size by itself, as most are."""
        if len(self.terms) != 1:
            return None
        names, coefficient = self.terms[0]
        return names[0] if coefficient == 1 and len(names) == 1 else None

    @property
    def names(self) -> tuple[str, ...]:
        """The named sizes in it."""
        if len(self.terms) == 1 and len(self.terms[0][0]) < 2:
            return self.terms[0][0]
        return tuple(dict.fromkeys([name for names, _ in self.terms for name in names]))

    @property
    def plain(self) -> int | str:
        """As `f.inputs` and `f.shape` show it: an int, or the expression as text."""
        number = self.number
        return str(self) if number is None else number

    def value(self, sizes: dict[str, int]) -> int:
        """The size with all names known. KeyError: the name that is not."""
        return sum(coefficient * prod(sizes[name] for name in names) for names, coefficient in self.terms)

    def __str__(self) -> str:
        out = ""
        for names, c in sorted(self.terms, key=lambda t: (not t[0], t[1] < 0, t[0])):
            body = "*".join(names) if abs(c) == 1 and names else "*".join([str(abs(c)), *names])
            out += (" - " if c < 0 else " + ") + body if out else ("-" if c < 0 else "") + body
        return out or "0"


def _collect(terms: list[tuple[tuple[str, ...], int]]) -> Dim:
    total: dict[tuple[str, ...], int] = {}
    for names, c in terms:
        total[names] = total.get(names, 0) + c
    return Dim(tuple(sorted([(names, c) for names, c in total.items() if c])))
