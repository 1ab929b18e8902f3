"""The last step: unknown sizes get names, everything that turned out unused is dropped, and the program is put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.parts import Typed, walk
from vault_tools.compiler.tree import Dim, Expression, Index, Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as Names
    from fractions import Fraction

    from vault_tools.compiler.unify import Sizes

    Terms = tuple[tuple[tuple[str, ...], int | Fraction], ...]

FIRST_AXES = ("n", "m", "p", "q", "r", "s", "t")
OF_HEADS = frozenset({"W_Q", "W_K", "W_V"})
"""One matrix for each of the h heads, where several of them have three axes and share the first."""
TIMES, PLUS = "_", "_plus_"
"""Between the words of two sizes that are one."""
LAST_AXES = ("d", "k", "p", "q", "r", "s", "t")


KINDS = tuple(Expression.__subclasses__())
FIELDS: Mapping[type[Expression], tuple[str, ...]] = MappingProxyType({kind: tuple(field.name for field in fields(kind)) for kind in KINDS})
READ: Mapping[type[Expression], attrgetter[tuple[Any, ...]]] = MappingProxyType(
    {kind: attrgetter(*names) for kind, names in FIELDS.items()}
)
"""The values of these fields."""
SIZED = Typed("Expression", "Dim", "Index")
"""Fields of each kind of node in which sizes may stand, but for its shape."""
COUNTED = Typed("Index")
"""Fields of each kind of node that hold indices."""


class Naming:
    """Chooses names for the sizes that stayed unknown, and puts them in."""

    def __init__(self, sizes: Sizes, taken: Iterable[str]) -> None:
        self.sizes = sizes
        self.taken = set(taken)
        self.names: dict[str, str] = {}
        self.cache: dict[object, Dim] = {}
        """By the name or the terms of a size: the same with its names."""
        self.numbers: frozenset[str] = frozenset()
        self.shared: dict[str, Dim] = {}
        """Scalar inputs that are sizes, too."""
        self.shares: dict[str, Dim] = {}
        """Sizes that are a part of a number of the note that no array has as an axis: the pairs of d entries are `d/2`."""
        self.invented: set[str] = set()
        """Names that no formula writes."""
        self.renamed: dict[str, str] = {}
        """Definitions with the name of an input (`x_i = W e_i` beside a given `x_{ij}`) -> a name of their own."""

    def tell_apart(self, bindings: Iterable[tree.Binding]) -> None:
        """Give definitions other names than inputs have."""
        names = [binding.name for binding in bindings]
        for name in self.taken.intersection(names):
            count = 2
            while f"{name}_{count}" in self.taken or f"{name}_{count}" in names:
                count += 1
            self.renamed[name] = f"{name}_{count}"

    def share_numbers(self, names: Iterable[str]) -> None:
        """Scalar inputs whose name the note uses for a size as well: both are one number."""
        self.numbers = frozenset(names)

    def name_axes(self, inputs: list[tuple[str, Shape]]) -> None:
        """Name the axes of inputs: the note's words first, then n, m … for first and d, k … for last axes."""
        axes: dict[str, list[tuple[str, bool]]] = {}
        heads: Counter[str] = Counter()
        for name, shape in inputs:
            for k, dim in enumerate(shape):
                for variable in self.sizes.find(dim).names:
                    axes.setdefault(variable, []).append((name, k == len(shape) - 1 and len(shape) > 1))
                    heads[variable] += name in OF_HEADS and len(shape) == 3 and k == 0
        for variable in axes:
            words = self.sizes.words.get(variable, ())
            self._give(variable, words or ())
        for variable, uses in axes.items():
            if variable not in self.names:
                self._give(variable, ("h", *FIRST_AXES) if heads[variable] > 1 else self._by_role(uses), force=True)

    @staticmethod
    def _by_role(uses: list[tuple[str, bool]]) -> tuple[str, ...]:
        users = {name for name, _ in uses}
        if not any(last for _, last in uses):
            return FIRST_AXES
        if users == {"V"}:
            return ("d_v", *LAST_AXES)
        return ("d_k", *LAST_AXES) if {"Q", "K"} & users and users <= {"Q", "K"} else LAST_AXES

    def name_rest(self, dims: Iterable[Dim]) -> None:
        """Name what no axis of an input names."""
        for dim in dims:
            for variable in self.sizes.find(dim).names:
                if variable not in self.names and variable not in self.shares and not self._is_share(variable):
                    self._give(variable, self.sizes.words.get(variable, ()) or FIRST_AXES, force=True)

    def _is_share(self, variable: str) -> bool:
        """Express an unnamed size by the number of the note of which it is a part."""
        for multiple in () if self.sizes.words.get(variable) else self.sizes.solved:
            words = self.sizes.words.get(multiple, ())
            terms = self.sizes.find(Dim.of(multiple)).terms
            if not words or len(terms) != 1 or terms[0][0] != (variable,) or terms[0][1] <= 1:
                continue
            if words[0] in self.numbers:
                self.shared[words[0]] = Dim.of(words[0])
            elif words[0] in self.taken:
                continue
            self.taken.add(words[0])
            self.shares[variable] = Dim.of(words[0]).over(int(terms[0][1]))
            return True
        return False

    def _give(self, variable: str, wanted: tuple[str, ...], *, force: bool = False) -> None:
        for name in wanted:
            if name in self.numbers and name in self.sizes.words.get(variable, ()) and name not in self.shared:
                self.names[variable] = name
                self.shared[name] = Dim.of(name)
                return
            if name not in self.taken:
                self._take(variable, name)
                return
        if force or wanted:
            base, count = wanted[0], 2
            while f"{base}_{count}" in self.taken:
                count += 1
            self._take(variable, f"{base}_{count}")

    def _take(self, variable: str, name: str) -> None:
        self.names[variable] = name
        self.taken.add(name)
        if name not in self.sizes.words.get(variable, ()):
            self.invented.add(name)

    def dim(self, dim: Dim) -> Dim:
        """A size with its names."""
        key = dim.alone or dim.terms
        known = self.cache.get(key)
        if known is None:
            known = self.cache[key] = self._named(self.sizes.find(dim))
        return known

    def _named(self, dim: Dim) -> Dim:
        if dim.alone is not None:
            return self.shares.get(dim.alone) or Dim.of(self.names.get(dim.alone, dim.alone))
        total = Dim(())
        for names, coefficient in dim.terms:
            product = Dim((((), coefficient),))
            for name in names:
                product = product * (self.shares.get(name) or Dim.of(self.names.get(name, name)))
            total = total + product
        return total

    # ------------------------------------------------------------ on trees

    def put(self, node: Expression) -> Expression:
        """An expression with all its sizes named."""
        kind = type(node)
        if kind is tree.Input and node.name in self.shared:  # type: ignore[attr-defined]
            return tree.Size(dim=self.shared[node.name], indices=node.indices, span=node.span)  # type: ignore[attr-defined]
        if self.renamed and isinstance(node, tree.Local) and node.name in self.renamed:
            node = replace(node, name=self.renamed[node.name])
        if not node.shape and not SIZED[kind]:
            return node
        changed = dict(zip(FIELDS[kind], READ[kind](node), strict=True))
        changed["shape"] = tuple(map(self.dim, node.shape))
        for name in SIZED[kind]:
            changed[name] = self._value(changed[name])
        return kind(**changed)

    def _value(self, value: Any) -> Any:
        kind = type(value)
        if kind is tuple:
            return tuple([self._value(part) for part in value]) if value else value
        if kind is Dim:
            return self.dim(value)
        if kind in FIELDS:
            return self.put(value)
        return self.index(value) if kind is Index else value

    def index(self, index: Index) -> Index:
        """An index with its size named."""
        return Index(index.name, self.dim(index.size), index.start)


def dims_of(nodes: Iterable[Expression]) -> tuple[Dim, ...]:
    """Every size in some expressions, once: of shapes, of indices, as numbers."""
    return tuple({dim.terms: dim for root in nodes for node in walk(root) for dim in _own_dims(node)}.values())


def join_sizes(sizes: Sizes, dims: Iterable[Dim], told: Names[str]) -> None:
    r"""Sizes that only stand together, as in `\sum_{j=1}^{n+m} a_j b_j` and `\sum_{p=1}^{HW}`, become one: nothing depends on each of them.

    told: words of sizes whose number is given.
    """
    for joint, nothing in ((TIMES, Dim.of(1)), (PLUS, Dim.of(0))):
        alike: dict[tuple[object, ...], list[str]] = {}
        for name, places in _places({sizes.find(dim).terms for dim in dims}, joint).items():
            if sizes.words.get(name) and told.isdisjoint(sizes.words[name]) and name not in sizes.values:
                alike.setdefault(places, []).append(name)
        for names in alike.values():
            if len(names) > 1:
                whole = sizes.fresh(joint.join(sizes.words[name][0] for name in names))
                sizes.solved |= {names[0]: whole, **dict.fromkeys(names[1:], nothing)}


def _places(shapes: Iterable[Terms], joint: str) -> dict[str, tuple[object, ...]]:
    """Where each size stands: as a factor in which terms, how often; or added in which sizes, how often, and in which other terms."""
    found: dict[str, list[object]] = {}
    for shape, terms in enumerate(shapes):
        for names, coefficient in terms:
            for name, count in Counter(names).items():
                place = (shape, names, count) if joint == TIMES else (shape, coefficient, names if len(names) > 1 else ())
                found.setdefault(name, []).append(place)
    return {name: tuple(places) for name, places in found.items()}


def _own_dims(node: Expression) -> Shape:
    if isinstance(node, tree.Size):
        return (*node.shape, node.dim)
    sizes = node.shape
    for name in COUNTED[type(node)]:
        indices = getattr(node, name)
        sizes += tuple([index.size for index in (indices if isinstance(indices, tuple) else (indices,)) if index is not None])
    return sizes


def used_names(nodes: Iterable[Expression], kind: type[Expression]) -> dict[str, Expression]:
    """Inputs or locals by name, in order of first appearance."""
    found: dict[str, Expression] = {}
    for root in nodes:
        for node in walk(root):
            if type(node) is kind:
                found.setdefault(node.name, node)  # type: ignore[attr-defined]
    return found


def needed_bindings(bindings: list[tree.Binding], roots: list[Expression]) -> tuple[tree.Binding, ...]:
    """The bindings that some expressions use, directly or through others, in order."""
    if not bindings:
        return ()
    wanted = set(used_names(roots, tree.Local))
    kept: list[tree.Binding] = []
    for binding in reversed(bindings):
        if binding.name in wanted:
            kept.append(binding)
            wanted |= set(used_names([binding.body], tree.Local))
    return tuple(reversed(kept))
