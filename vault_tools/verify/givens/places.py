r"""Entries of what a note gives as a whole: the `x_2` of `x = (1, 2)`, the `a_{21}` of a matrix A that is written `a`."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler.names import canonical, identifier
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt
from vault_tools.compiler.resolve.writing.statements.splitting import split
from vault_tools.compiler.syntax_tree import BigOperator, Display, Fence, Letters, Name, Number, Relation, Scripted, Sequence, Sum, Text
from vault_tools.compiler.tree import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Set

    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.errors import LatexSyntaxError

PLACE = re.compile(r"(?P<base>.+?)_(?P<row>\d+)(?:_(?P<column>\d+))?")
"""A name with numbers below: `x_2`, `a_21`, `a_2_1`."""
ROWS = frozenset("qkv")
"""Letters of the rows of the matrices with the same capital letter."""


def subscripted_names(display: Display) -> set[str]:
    """The names of a display that have something below a letter."""
    return {canonical(replace(node, sup=None)) for node in every(Scripted, display) if node.sub is not None}


def entries_of(names: Set[str], given: Mapping[str, Any]) -> dict[str, float]:
    """The entries of given vectors and matrices that are called by numbers below a letter; counted from 0 where one of the names is, or
    where the note does so.
    """
    found = {name: _entry(place, given, names) for name in names if (place := PLACE.fullmatch(name))}
    return {name: value for name, value in found.items() if value is not None}


def told_entries(display: Display, names: Set[str], given: Mapping[str, Any]) -> Iterator[Display]:
    r"""`x_2 = 3`, where the note gives `x = (1, 3)`, and `q_1 = (1, 0)`, the first row of its Q: for a formula that puts numbers in."""
    alone = {} if _has_whole_arrays(display, given) else entries_of(names, given)
    found = {**rows_of(names, given), **alone}
    symbols = {canonical(one): one for node in every(Scripted, display) if node.sub is not None for one in [replace(node, sup=None)]}
    for name, value in found.items():
        if name in symbols:
            yield Display(NOWHERE, "", (Relation(NOWHERE, symbols[name], (("=", _written(value)),)),))


def _has_whole_arrays(display: Display, given: Mapping[str, Any]) -> bool:
    r"""`x_1 \cdot k` beside a given vector k: there x_1 may be a vector of its own."""
    names = (canonical(node) for kind in (Letters, Name) for node in every(kind, display))
    below = {canonical(node.base) for node in every(Scripted, display) if node.sub is not None}
    return any(np.ndim(given[name]) for name in set(names) - below if name in given)


def puts_numbers_in(display: Display) -> bool:
    r"""`y_2 = a_2 x_2 = 0.4 \times 3`: an equation of symbols with numbers below that ends in numbers alone."""
    if not any(isinstance(node.sub, Number) for node in every(Scripted, display)):
        return False
    return any(_is_of_numbers(statement.sides[-1]) for statement in split(display) if statement.signs)


def _is_of_numbers(side: Node) -> bool:
    return bool(every(Number, side)) and not any(every(kind, side) for kind in (Letters, Name, Text, Scripted))


def rows_of(names: Set[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The rows of given matrices that are called by their small letter: queries, keys and values are those of Q, K and V."""
    found: dict[str, Any] = {}
    for name in names:
        place = PLACE.fullmatch(name)
        matrix = np.asarray(given.get(place["base"].upper(), ()), dtype=float) if place and place["base"] in ROWS else np.zeros(0)
        row = int(place["row"]) - 1 if place and place["column"] is None else -1
        if place and matrix.ndim == 2 and 0 <= row < len(matrix) and place["base"] not in given:
            found[name] = matrix[row]
    return found


def called_rows(display: Display, given: Mapping[str, Any]) -> frozenset[str]:
    """The names of a display that are rows of given matrices."""
    return frozenset(rows_of(subscripted_names(display) - given.keys(), given))


def _written(value: Any) -> Node:
    """A number, or a list of them, as a note writes them."""
    if np.ndim(value):
        items = tuple(map(_written, value))
        return Fence(NOWHERE, "[", Sequence(NOWHERE, items, (",",) * (len(items) - 1)), "]") if len(items) > 1 else items[0]
    text = f"{Decimal(repr(abs(float(value)))).normalize():f}"
    number = Number(NOWHERE, text, text)
    return Sum(NOWHERE, (("-", number),)) if value < 0 else number


def may_be_entries(shapes: Mapping[str, tuple[Any, ...]]) -> set[str]:
    r"""Which inputs of a formula may be called as entries: all where it is of numbers alone, otherwise numbers beside their own vector (the
    `s_1` of `\frac{e^{s_1}}{\sum_j e^{s_j}}`).
    """
    if not any(shapes.values()):
        return set(shapes)
    placed = ((name, place["base"]) for name, shape in shapes.items() if not shape and (place := PLACE.fullmatch(name)))
    return {name for name, base in placed if len(shapes.get(base, ())) == 1}


def _entry(place: re.Match[str], given: Mapping[str, Any], below: Set[str]) -> float | None:
    array = np.asarray(_array(place["base"], given), dtype=float)
    numbers = [int(part) for part in (place["row"], place["column"]) if part is not None]
    if array.ndim == 2 and len(numbers) == 1 and max(array.shape) < 10:
        numbers = [int(digit) for digit in place["row"]]
    first = 0 if place["base"] in counted_from_zero(given) or any(_is_from_zero(name, place["base"]) for name in below) else 1
    at = tuple(number - first for number in numbers)
    inside = array.size and len(at) == array.ndim and all(0 <= k < size for k, size in zip(at, array.shape, strict=True))
    return float(array[at]) if inside else None


def _array(base: str, given: Mapping[str, Any]) -> Any:
    r"""What the note gives for the letter; for the `a` of `a_{21}` its matrix A."""
    name = identifier(base)
    if name not in given and np.ndim(given.get(base.upper(), 0)) == 2:
        return given[base.upper()]
    return given.get(name, ())


def _is_from_zero(name: str, base: str) -> bool:
    place = PLACE.fullmatch(name)
    return place is not None and place["base"] == base and "0" in (place["row"], place["column"], place["row"][0])


def gathered(name: str, rank: int, given: Mapping[str, Any]) -> Any:
    r"""The array s of `s_1 = 2, s_2 = 1`, the rows v of `v_1 = [1, 0], v_2 = [0, 1]`; counted from 1; None where one is missing."""
    behind = re.compile(rf"{re.escape(name)}{'' if name[-1:].isdigit() else '_'}([0-9])")
    places = {int(found[1]): value for key, value in given.items() if value is not None and (found := behind.fullmatch(key))}
    if len(places) < 2 or set(places) != set(range(1, len(places) + 1)):
        return None
    entries = [places[k] for k in sorted(places)]
    if len({np.shape(entry) for entry in entries}) > 1:
        return None
    array = np.array(entries, dtype=float)
    return array if array.ndim == rank else None


def told_by_parts(ranks: Mapping[str, int], given: Mapping[str, Any]) -> dict[str, Any]:
    r"""Arrays that the note gives entry by entry, and `\bar{x}` where it gives the data x; `ranks`: how many axes what is asked for has."""
    asked = {name: rank for name, rank in ranks.items() if name not in given}
    parts = {name: array for name, rank in asked.items() if rank and (array := gathered(name, rank, given)) is not None}
    means = {name: mean for name, rank in asked.items() if name.endswith("_bar") and (mean := _mean(given, name, rank)) is not None}
    return {**parts, **means}


def _mean(given: Mapping[str, Any], name: str, rank: int) -> Any:
    data = given.get(name.removesuffix("_bar"))
    array = np.asarray(data, dtype=float) if data is not None else np.zeros(0)
    if not array.size or array.ndim != rank + 1:
        return None
    return array.mean(axis=0) if rank else float(array.mean())


def counted_from_zero(given: Mapping[str, Any]) -> frozenset[str]:
    """Vectors whose first entry the note calls x_0: `x = (1, 2, 3)` with `x_0 = 1`."""
    firsts = {name.removesuffix("_0"): value for name, value in given.items() if name.endswith("_0") and not np.ndim(value)}
    vectors = {name: np.asarray(given[name], dtype=float) for name in firsts if name in given and np.ndim(given[name]) == 1}
    return frozenset(name for name, vector in vectors.items() if vector.size and vector[0] == firsts[name])


def counts_otherwise(display: Node | LatexSyntaxError, given: Mapping[str, Any]) -> bool:
    """Whether a display sums from 1 on what the note counts from 0."""
    counted = counted_from_zero(given)
    return bool(counted) and isinstance(display, Display) and runs_from_one(display, counted)


def runs_from_one(display: Display, names: Set[str]) -> bool:
    r"""Whether a sum runs over the entries of one of these vectors from 1 on: `\sum_{i=1}^{n} x_i`."""
    for operator in every(BigOperator, display):
        match operator.sub:
            case Relation(first=letter, rest=(("=", Number(text="1")),)) if operator.body is not None:
                index = canonical(letter)
                entries = (node for node in every(Scripted, operator.body) if node.sub is not None and canonical(node.base) in names)
                if any(canonical(part) == index for node in entries if node.sub is not None for part in every(Letters, node.sub)):
                    return True
    return False


def runs_from_zero(display: Display) -> bool:
    r"""Whether something runs from 0 on (`\sum_{j=0}^{2} e^{z_j}`): which entry `z_1` is there, is not told."""
    starts = (operator.sub for operator in every(BigOperator, display))
    return any(isinstance(start, Relation) and _is_zero(start.rest[-1][1]) for start in starts)


def _is_zero(node: Node) -> bool:
    return isinstance(node, Number) and node.text == "0"


def calls_first_zero(displays: Iterable[object], rows: Set[str]) -> bool:
    r"""Whether a note calls a first entry by 0: `\mathrm{softmax}(z)_0`, or `z_0 = 2` of a list z."""
    for display in displays:
        for node in every(Scripted, display) if isinstance(display, Display) else ():
            if node.sub is not None and _is_zero(node.sub) and (_is_bracket(node.base) or canonical(node.base) in rows):
                return True
    return False


def _is_bracket(node: Node) -> bool:
    r"""Round what has entries: behind the bars of `\|x\|_0` the number says which norm is meant."""
    return isinstance(node, Fence) and node.opener in "(["


def counted_on(display: Display) -> Display:
    r"""The display with the entries of brackets counted from 1, of a note that counts them from 0."""

    def read(node: Node) -> Node:
        match node:
            case Scripted(base=Fence() as bracket, sub=Number(text=text) as place) if text.isdecimal() and _is_bracket(bracket):
                return replace(node, sub=replace(place, text=str(int(text) + 1), written=str(int(text) + 1)))
        return node

    return rebuilt(display, read)
