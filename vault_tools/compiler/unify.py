"""Unification of sizes: what resolve/ learns about the axes of a formula, kept as substitutions over `Dim` polynomials.

Unknown sizes are variables (`?3`). A variable may have a declared value (from `shapes`) that later equations must not contradict,
and words that the note uses for it (`d_k`, `n`), from which its final name is chosen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import gcd

from vault_tools.compiler.tree import Dim

ONE = Dim.of(1)


@dataclass
class Sizes:
    """A growing set of equations between sizes."""

    solved: dict[str, Dim] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    count: int = 0
    fixed: set[str] = field(default_factory=set)
    """Unknown sizes that no equation may replace."""

    def fresh(self, word: str = "", value: int | None = None) -> Dim:
        """A new unknown size, called `word` in the note, of which `shapes` says that it is `value` (1 is known to broadcast)."""
        if value == 1:
            return ONE
        self.count += 1
        name = f"?{self.count}"
        if word:
            self.words[name] = (word,)
        if value is not None:
            self.values[name] = value
        return Dim.of(name)

    def rigid(self) -> Dim:
        """A new size that is no other one, until it is loosened."""
        dim = self.fresh()
        self.fixed.update(dim.names)
        return dim

    def loosen(self, dim: Dim, value: Dim) -> None:
        """Put another size in the place of a rigid one."""
        (name,) = dim.names
        self.fixed.discard(name)
        self.solved[name] = value

    def find(self, dim: Dim) -> Dim:
        """The size with everything known put in."""
        while (alone := dim.alone) is not None:
            solution = self.solved.get(alone)
            if solution is None:
                return dim
            dim = solution
        if self.solved.keys().isdisjoint(dim.names):
            return dim
        total = Dim(())
        for names, coefficient in dim.terms:
            product = Dim((((), coefficient),))
            for name in names:
                product = product * (self.find(self.solved[name]) if name in self.solved else Dim.of(name))
            total = total + product
        return total

    def value(self, dim: Dim) -> int | None:
        """The declared or literal number of a size, None where it is open."""
        return self._value(self.find(dim))

    def _value(self, found: Dim) -> int | None:
        if found.alone is not None:
            return self.values.get(found.alone)
        try:
            return found.value(self.values)
        except KeyError:
            return None

    def is_one(self, dim: Dim) -> bool:
        """Whether the axis has length one and therefore broadcasts."""
        return self.find(dim).number == 1

    def contradict(self, first: Dim, second: Dim) -> bool:
        """Whether the two sizes are known to differ."""
        first, second = self.find(first), self.find(second)
        return self._differ(first, second, first - second)

    def _differ(self, first: Dim, second: Dim, difference: Dim) -> bool:
        if difference.number is not None:
            return difference.number != 0
        if len({coefficient > 0 for _, coefficient in difference.terms}) == 1:
            return True  # a sum of sizes is never 0
        one, other = self._value(first), self._value(second)
        return one is not None and other is not None and one != other

    def unify(self, first: Dim, second: Dim) -> bool:
        """Make two sizes equal; False when they cannot be (or cannot be shown to be) the same."""
        first, second = self.find(first), self.find(second)
        if first == second:
            return True
        if first.alone is not None and second.alone is not None:
            return self._join(first, second)
        difference = first - second
        if self._differ(first, second, difference):
            return False
        difference = _reduced(difference)
        name = self._eliminable(difference)
        if name is None:
            return self._value(first) is not None and self._value(first) == self._value(second)
        self._solve(name, difference)
        return True

    def _join(self, first: Dim, second: Dim) -> bool:
        """`unify` where both are one named size by itself, as most are."""
        one, other = self._value(first), self._value(second)
        if one is not None and other is not None and one != other:
            return False
        name = self._youngest([*first.names, *second.names])
        if name is None:
            return one is not None and one == other
        self._put(name, second if name == first.alone else first)
        return True

    def separate(self, first: Dim, second: Dim) -> None:
        """Take back that one of two sizes was put for the other, as only a reading that was given up needs it."""
        for one, other in ((first, second), (second, first)):
            if one.alone is not None and self.solved.get(one.alone) == other:
                del self.solved[one.alone]

    def is_named(self, dim: Dim) -> bool:
        """Whether the note has a word for the size, or for a size in it."""
        names = self.find(dim).names
        return not names or any(self.words.get(name) for name in names)

    def call(self, dim: Dim, word: str) -> None:
        """Note that the formula calls this size `word`."""
        name = self.find(dim).alone
        if name is not None:
            self._remember(name, (word,))

    def _eliminable(self, difference: Dim) -> str | None:
        """A variable that occurs once, linearly and with coefficient one."""
        linear = [
            names[0]
            for names, coefficient in difference.terms
            if len(names) == 1 and abs(coefficient) == 1 and sum([names[0] in other for other, _ in difference.terms]) == 1
        ]
        return self._youngest(linear)

    def _youngest(self, names: list[str]) -> str | None:
        """The variable that gives way: the youngest, an unnamed one first."""
        candidates = [name for name in names if name not in self.fixed] if self.fixed else names
        return max(candidates, key=self._gives_way, default=None)

    def _gives_way(self, name: str) -> tuple[bool, int]:
        return name not in self.words, int(name[1:])

    def _solve(self, name: str, difference: Dim) -> None:
        sign = next(c for names, c in difference.terms if names == (name,))
        rest = difference - Dim((((name,), sign),))
        self._put(name, Dim(tuple((names, -c * sign) for names, c in rest.terms)))

    def _put(self, name: str, solution: Dim) -> None:
        self.solved[name] = solution
        if solution.alone is not None:
            self._remember(solution.alone, self.words.get(name, ()))
        if name in self.values:
            self._learn(solution, self.values[name])

    def _learn(self, dim: Dim, value: int) -> None:
        """A polynomial has a declared value: so has its only open variable, where it is linear."""
        open_terms = [(names, c) for names, c in dim.terms if any(name not in self.values for name in names)]
        if len(open_terms) == 1 and len(open_terms[0][0]) == 1 and abs(open_terms[0][1]) == 1:
            (name,), sign = open_terms[0]
            known = (dim - Dim((((name,), sign),))).value(self.values)
            self.values[name] = int((value - known) * sign)

    def _remember(self, name: str, words: tuple[str, ...]) -> None:
        self.words[name] = tuple(dict.fromkeys((*self.words.get(name, ()), *words)))


def _reduced(difference: Dim) -> Dim:
    """Without the factors that all its terms have: no size is zero, so `h*d_v = h*q` says `d_v = q`."""
    divisor = gcd(*[int(coefficient) for _, coefficient in difference.terms])
    if divisor == 1 and not set.intersection(*[set(names) for names, _ in difference.terms]):
        return difference
    common = Counter(difference.terms[0][0])
    for names, _ in difference.terms[1:]:
        common &= Counter(names)
    return Dim(
        tuple((tuple(sorted((Counter(names) - common).elements())), coefficient // divisor) for names, coefficient in difference.terms)
    )
