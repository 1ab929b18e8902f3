r"""Room for the places that a formula computes: as many rows of K in an example as `K_{\lceil i/g \rceil}` looks up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.memory import remembered
from vault_tools.compiler.parts import walk
from vault_tools.verify.domains import ROUNDING, expressions, indices
from vault_tools.verify.exact.evaluation import Evaluator
from vault_tools.verify.exact.numbers import CheckRoadError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler.vocabulary import Vocabulary


@remembered
def rounded_places(program: tree.Program) -> tuple[tuple[str, tree.Expression], ...]:
    """Names of sizes, and the rounded places along an axis of that size."""
    elements = [node for node in expressions(program) if isinstance(node, tree.Element)]
    places = [(dim.alone, place) for node in elements for dim, place in zip(node.array.shape, node.at, strict=False)]
    return tuple((name, place) for name, place in places if name is not None and _is_rounded(place))


def _is_rounded(place: tree.Expression) -> bool:
    return any(isinstance(part, tree.Call) and part.function in ROUNDING for part in walk(place))


def with_room(program: tree.Program, sizes: Mapping[str, int], numbers: Mapping[str, Any], vocabulary: Vocabulary) -> dict[str, int]:
    """The sizes of axes in which rounded places are looked up, with these numbers as large as those ask for."""
    room: dict[str, int] = {}
    for name, place in rounded_places(program):
        room[name] = max(room.get(name, sizes[name]), _farthest(program, place, sizes, numbers, vocabulary))
    return room


def _farthest(
    program: tree.Program, place: tree.Expression, sizes: Mapping[str, int], numbers: Mapping[str, Any], vocabulary: Vocabulary
) -> int:
    """How many entries there must be; 0 where a place depends on more than numbers."""
    over = {index.name: index for index in indices(program) if index.name in place.indices}
    try:
        places = Evaluator(program, numbers, sizes, vocabulary, 50).tensor(place, over.values()).values
    except (CheckRoadError, KeyError):
        return 0
    return int(max(places)) + 1
