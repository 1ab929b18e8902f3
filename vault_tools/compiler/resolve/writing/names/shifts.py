"""Scripts that are shifted by a number, `h_{t-1}`, and how far back and from which number they reach."""

from __future__ import annotations

from itertools import chain

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import children, every, number_of, unwrap, walk, word
from vault_tools.compiler.resolve.writing.pieces import SINGLE, letters_of, pieces
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Juxtaposed, Node, Number, Relation, Scripted, Sequence, Sum


@remembered
def shifted_scripts(node: Node) -> frozenset[tuple[str, str]]:
    """(base, letter) for scripts such as `h_{t-1}`, `c^{<t-1>}`, `H^{(l+1)}`."""
    return frozenset(chain.from_iterable(map(_shifts_of, every(Scripted, node))))


def _shifts_of(node: Scripted) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for piece in chain.from_iterable(map(pieces, _compound_scripts(node))):
        shifts = map(shift_letter, (piece, *children(piece)) if isinstance(piece, Relation) else (piece,))
        found += [(canonical(unwrap(node.base)), letter) for letter in shifts if letter is not None]
    return tuple(found)


def _compound_scripts(node: Scripted) -> list[Node]:
    """The scripts of a symbol that are more than one letter, word or number, as most are."""
    return [_unturned(script) for script in (node.sub, node.sup) if script is not None and type(script) not in SINGLE]


def _is_raised(base: Node) -> bool:
    r"""The 2 of `2^{t-1}`, the `(1 - a)` of its powers and the discount `\gamma`: what stands above is no step."""
    return number_of(base) is not None or word(base) == "gamma" or (isinstance(base, Fence) and isinstance(unwrap(base.body), Sum))


def _unturned(script: Node) -> Node:
    """The `[l-1]` of `A^{[l-1]T}`."""
    return script.items[0] if isinstance(script, Juxtaposed) and len(script.items) == 2 and word(script.items[1]) == "T" else script


def backward_steps(row: Node, without: frozenset[str]) -> dict[str, int]:
    """Letter -> how far back scripts reach: 1 for `s_{i-1}`; symbols in `without` have a value there."""
    found: dict[str, int] = {}
    for node in every(Scripted, row):
        for script in _compound_scripts(node) if node.sub is not None or not _is_raised(node.base) else ():
            for piece in map(unwrap, pieces(script) if canonical(unwrap(node.base)) not in without else ()):
                letter = shift_letter(piece)
                if letter is not None and isinstance(piece, Sum):
                    back = sum(-(number_of(t) or 0) if sign == "+" else number_of(t) or 0 for sign, t in piece.terms)
                    found[letter] = max(found.get(letter, 0), int(back))
    return found


def counted_from_zero(row: Node) -> frozenset[str]:
    r"""Letters that computed places count from 0: `K_{\lfloor h/g \rfloor}`, `x_{2i}` with `x_{2i+1}`; not with a ceiling or `x_{2i-1}`."""
    floors: set[str] = set()
    ceilings: set[str] = set()
    reach: dict[str, set[int]] = {}
    for piece in (unwrap(p) for n in every(Scripted, row) if n.sub is not None and type(n.sub) not in SINGLE for p in pieces(n.sub)):
        for fence in (inner for inner in every(Fence, piece) if inner.opener in "⌊⌈"):
            (ceilings if fence.opener == "⌈" or _starts_before(fence) else floors).update(_letters_in(fence))
        strided = _strided(piece)
        if strided is not None:
            reach.setdefault(strided[0], set()).add(strided[1])
    paired = {letter for letter, constants in reach.items() if min(constants) == 0 < max(constants)}
    return frozenset((floors - ceilings) | paired).union(*map(_held_against_zero, every(BigOperator, row)))


def _held_against_zero(operator: BigOperator) -> set[str]:
    r"""The t of `\sum_{i=0}^{t} a_{ti} v_i`, `\sum_{0 \le i < t}` and `\sum_{i=0, i \neq t}^{T-1}`: it counts as the places from 0 do.

    That of `\sum_{i=0}^{t-1}` where it is a place beside them, too; in `\sum_{i=0}^{t-1} x_{t-i}` the i counts how far back.
    """
    below = unwrap(operator.sub) if operator.sub is not None else None
    relations = [item for item in (below.items if isinstance(below, Sequence) else (below,)) if isinstance(item, Relation)]
    places = set(filter(None, map(_from_zero, relations)))
    if not places or operator.body is None:
        return set()
    scripts = [piece for node in every(Scripted, operator.body) if node.sub is not None for piece in pieces(node.sub)]
    alone = {word(letter) for piece in scripts for letter in letters_of(piece)}
    held = [side for node in relations for side in node.operands if not places.isdisjoint(map(word, node.operands))]
    end = unwrap(operator.sup) if operator.sup is not None else None
    before = shift_letter(end) if end is not None else None
    lags = any(isinstance(piece, Sum) for piece in scripts)
    names = {*map(word, held), word(end) if end is not None else None, before if before in alone and not lags else None}
    return {name for name in names - places if name is not None and len(name) == 1} if places <= alone else set()


def _from_zero(range_: Relation) -> str | None:
    r"""The i of `i=0`, `0 \le i \le t`."""
    first, second = range_.operands[:2]
    if range_.signs == ("=",):
        return word(first) if number_of(second) == 0 else None
    return word(second) if len(range_.signs) == 2 and range_.signs[0] == "≤" and number_of(first) == 0 else None


def _starts_before(floor: Fence) -> bool:
    r"""The `i - 1` of `\lfloor (i-1)/r \rfloor + 1`: i counts from 1 as what it looks up does."""
    return any(terms.signs == ("+", "-") and number_of(terms.terms[1][1]) == 1 for terms in every(Sum, floor))


def _letters_in(node: Node) -> set[str]:
    return {canonical(inner) for inner in walk(node) if word(inner) is not None}


def _strided(piece: Node) -> tuple[str, int] | None:
    """A letter with a whole number before it, and the number behind: (i, 1) of `2i+1`."""
    terms = piece.terms if isinstance(piece, Sum) else (("+", piece),)
    letters = [canonical(unwrap(t).items[1]) for _, t in terms if _is_multiple(unwrap(t))]  # type: ignore[attr-defined]
    constants = [(value if sign == "+" else -value) for sign, t in terms if (value := number_of(t)) is not None]
    whole = len(letters) == 1 and len(letters) + len(constants) == len(terms)
    return (letters[0], int(sum(constants))) if whole else None


def _is_multiple(term: Node) -> bool:
    return isinstance(term, Juxtaposed) and len(term.items) == 2 and isinstance(term.items[0], Number) and word(term.items[1]) is not None


def shift_letter(piece: Node) -> str | None:
    """T of `t-1`, `t+1`."""
    if type(piece) in SINGLE:
        return None
    piece = unwrap(piece)
    if not isinstance(piece, Sum) or len(piece.terms) != 2:
        return None
    names = [canonical(term) for term in piece.operands if word(term) is not None and len(letters_of(term)) == 1]
    numbers = [term for term in piece.operands if number_of(term) is not None]
    return names[0] if len(names) == 1 and len(numbers) == 1 else None
