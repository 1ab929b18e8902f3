r"""Gradients and changes that are one name: the `dw` of an update `w := w - \alpha dw`, the `dS` of `dQ = dS\,K`, the `\Delta W` of
`W + \Delta W`, the `\frac{\partial L}{\partial P}` of a formula that takes one gradient to the next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import children, every, rebuilt, texts, unwrap, walk_outside, word
from vault_tools.compiler.syntax_tree import Fence, Fraction, Juxtaposed, Letters, Name, Node, Relation, Scripted, Sequence, Styled, Sum
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.writing.statements.splitting import Statement
    from vault_tools.compiler.syntax_tree import Display

PAIR = re.compile("d[A-Za-z]")
PAIR_OF_CAPITAL = re.compile("d[A-Z]")
CHANGED = re.compile("(?:Delta_|delta_|d[A-Za-z]+_d|d_?)([A-Za-z]|[a-z]+)")
r"""Names of gradients and changes, with the letter of what changes: `dW`, `\Delta W`, `\frac{\partial L}{\partial W}`."""
GRADIENT = re.compile("d[A-Za-z](_.*)?|d[A-Za-z]+_d.*")
r"""Names of gradients: `dS`, `dS_ij`, and those of `\frac{\partial L}{\partial S}`."""
QUANTITIES = frozenset("EGHLNPQSTUV")
"""Capitals of temperatures, volumes, energies and the like, of which only the change is multiplied; `\\Delta A` may be a step times A."""
DELTA, VARIATION, NABLA, PARTIAL = "Delta", "delta", "nabla", "partial"


def what_changes(name: str) -> str:
    """The S of a gradient or change that is called `dS`; any other name as it is."""
    changed = CHANGED.fullmatch(name) if name[0] in "dD" else None
    return changed[1] if changed is not None else name


def is_gradient(name: str) -> bool:
    """Whether a symbol is called like a gradient."""
    return GRADIENT.fullmatch(name) is not None


def gradient_words(statement: Statement) -> list[str]:
    """Runs of d and a letter that are one name: of what the statement updates, or as its left side is labelled."""
    left, *sides = (unwrap(side) for side in statement.sides)
    runs = {letters.text for side in sides for letters in every(Letters, side) if len(letters.text) == 2 and letters.text[0] == "d"}
    if not runs:
        return []
    named = {_label(left), *(word(fence.body) or "" for side in sides for fence in every(Fence, side))}  # `\alpha (dw)`
    base = word(left.base if isinstance(left, Scripted) else left)
    if base is not None and any(word(symbol) == base for side in sides for symbol in (*every(Letters, side), *every(Name, side))):
        named.add(f"d{base}")
    return sorted(runs & named)


def _label(left: Node) -> str:
    """The word below a symbol: `dw` of `v_{dw}`."""
    return (word(left.sub) or "") if isinstance(left, Scripted) and left.sub is not None else ""


# ---------------------------------------------------------------- one symbol for what is written with several


def with_single_names(display: Display) -> Display:
    """The display with one symbol for each gradient and each change; itself where it has none."""
    marks = {name.text for name in every(Name, display)}
    changed = _changes(display) if DELTA in marks else frozenset[str]()
    whole: Display = rebuilt(display, lambda node: _joined(node, DELTA, changed)) if changed else display
    if VARIATION in marks and (varied := _varied(display)):
        whole = rebuilt(whole, lambda node: _without_brackets(_joined(node, VARIATION, varied)))
    if gradient_pairs(whole):
        whole = rebuilt(whole, lambda node: _joined(node, "d", frozenset()))
    if marks.isdisjoint((NABLA, PARTIAL)):
        return whole
    steps = [_named_derivatives(row) for row in whole.rows]
    if any(new is not row for new, row in zip(steps, whole.rows, strict=True)):
        whole = type(whole)(whole.span, whole.environment, tuple(steps), whole.tag)
    return whole


@remembered
def gradient_pairs(display: Display) -> frozenset[str]:
    r"""The pairs `dS`, `dO` that are names of gradients.

    All pairs of a display that defines one (`dQ = dS\,K`); else a capital's (`D_i = \sum_j dO_{ij} O_{ij}`) where the capital stands
    there without the d, too, and d by itself is nothing.
    """
    if "d" not in texts(display):
        return frozenset()
    runs = [letters.text for letters in every(Letters, display)]
    if any(_is_pair(side) for side in _left_sides(display)):
        return frozenset(pair for text in (*runs, *_apart(display)) for pair in _pairs_in(text))
    letters = {letter for text in runs for letter in PAIR_OF_CAPITAL.sub("", text)}
    pairs = {text for text in runs if PAIR_OF_CAPITAL.fullmatch(text)}
    return frozenset(pair for pair in pairs if pair[1] in letters and "d" not in letters)


def _pairs_in(text: str) -> list[str]:
    return [text] if PAIR.fullmatch(text) else PAIR_OF_CAPITAL.findall(text)


def _left_sides(display: Display) -> Iterator[Node]:
    rows = [part for row in display.rows for part in (row.items if isinstance(row, Sequence) else (row,))]
    yield from (unwrap(row.first) for row in map(unwrap, rows) if isinstance(row, Relation) and row.rest[0][0] in ("=", ":=", "←"))


def _is_pair(side: Node) -> bool:
    r"""`dQ`, `d\mathbf{Q}`, `dS_{ij}`."""
    if isinstance(side, Juxtaposed):
        return len(side.items) == 2 and _is_mark(side.items[0], "d") and _letter(side.items[1]) is not None
    text = word(side.base if isinstance(side, Scripted) else side)
    return text is not None and PAIR.fullmatch(text) is not None


def _apart(display: Display) -> list[str]:
    r"""`dQ` for the `d\mathbf{Q}` that is written with a font between."""
    rows = (row.items for row in every(Juxtaposed, display))
    beside = ((left, _letter(right)) for items in rows for left, right in pairwise(items))
    return [f"d{letter}" for left, letter in beside if letter is not None and _is_mark(left, "d")]


def _changes(display: Display) -> frozenset[str]:
    r"""The letters X whose `\Delta X` is one name: defined as such, or added to X, where \Delta by itself is nothing."""
    written = [name for name in every(Name, display) if name.text == DELTA]
    if not written:
        return frozenset()
    rows = (row.items for row in every(Juxtaposed, display))
    pairs = [(left, right) for items in rows for left, right in pairwise(items) if _is_mark(left, DELTA)]
    letters = frozenset(letter for _, right in pairs if (letter := _letter(right)) is not None)
    if len(pairs) < len(written):
        return frozenset()
    if all(letter.islower() or (len(letter) > 2 and letter.isupper()) for letter in letters):
        return letters  # `\Delta\theta_t`, `\Delta t`, `\Delta AIC`: a number is no factor of what varies
    if letters <= QUANTITIES and not any(isinstance(right, Scripted) and right.sup is not None for _, right in pairs):
        return letters  # `mc\Delta T`, `P\Delta V`; in `P \Delta P^{-1}` it is a matrix
    defined = any(isinstance(side, Juxtaposed) and len(side.items) == 2 and _is_mark(side.items[0], DELTA) for side in _left_sides(display))
    added = any(_adds_change(terms) for terms in every(Sum, display))
    return letters if defined or added else frozenset()


def _varied(display: Display) -> frozenset[str]:
    r"""The letters of `\delta Y = (\delta A) X + A (\delta X)`: what a small change is, is said by other small changes."""
    if not any(
        isinstance(side, Juxtaposed) and len(side.items) == 2 and _is_mark(side.items[0], VARIATION) for side in _left_sides(display)
    ):
        return frozenset()
    beside = (pair for row in every(Juxtaposed, display) for pair in pairwise(row.items))
    letters = (_letter(right) for left, right in beside if _is_mark(left, VARIATION))
    return frozenset(letter for letter in letters if letter is not None)


def _without_brackets(node: Node) -> Node:
    r"""The `A (\delta X)` of a capital as a product, which calls nothing."""
    if not isinstance(node, Juxtaposed):
        return node
    items = list(node.items)
    for k, (left, right) in enumerate(pairwise(node.items), 1):
        capital = (_letter(left) or "").isupper()
        inside = unwrap(right.body) if isinstance(right, Fence) and right.opener == "(" else None
        if (
            capital
            and inside is not None
            and (word(inside.base if isinstance(inside, Scripted) else inside) or "").startswith(f"{VARIATION}_")
        ):
            items[k] = inside
    return Juxtaposed(node.span, tuple(items))


def _adds_change(node: Sum) -> bool:
    r"""`W_0 x + \Delta W x`."""
    changed = [{letter for row in every(Juxtaposed, term) for letter in _after_delta(row)} for term in node.operands]
    plain = [_first_letter(term) for term in node.operands]
    return any(letter in letters for letter in plain if letter is not None for letters in changed)


def _after_delta(row: Juxtaposed) -> list[str]:
    beside = pairwise(row.items)
    return [letter for left, right in beside if _is_mark(left, DELTA) and (letter := _letter(right)) is not None]


def _first_letter(term: Node) -> str | None:
    term = unwrap(term)
    return _letter(term.items[0] if isinstance(term, Juxtaposed) else term)


def _is_mark(node: Node, mark: str) -> bool:
    return word(node) == mark and not isinstance(node, Scripted)


def _letter(node: Node) -> str | None:
    """The letter of a symbol, or the first of a run, scripts and fonts aside."""
    base = unwrap(node.base if isinstance(node, Scripted) else node)
    base = base.body if isinstance(base, Styled) else base
    match base:
        case Letters(text=text):
            return text[0] if len(text) < 3 else text
        case Name(text=text, command=True) if text != DELTA:
            return text
        case _:
            return None


def _joined(node: Node, mark: str, letters: frozenset[str]) -> Node:
    """Juxtaposed matter with the mark and the symbol behind it as one symbol. `letters`: of these symbols only; empty: of all."""
    if not isinstance(node, Juxtaposed):
        return node
    items: list[Node] = []
    for item in node.items:
        letter = _letter(item) if items and _is_mark(items[-1], mark) else None
        if letter is None or (letters and letter not in letters):
            items.append(item)
            continue
        start = items.pop().span.start
        items += _with_mark(item, start, mark, letter)
    if len(items) == len(node.items) and all(new is old for new, old in zip(items, node.items, strict=True)):
        return node
    return items[0] if len(items) == 1 else Juxtaposed(node.span, tuple(items))


def _with_mark(item: Node, start: int, mark: str, letter: str) -> list[Node]:
    r"""One symbol for the mark and the letter; what else stands in the run comes behind it (`\Delta Wx`)."""
    text = f"{mark}{letter}" if mark == "d" and len(letter) == 1 else f"{mark}_{letter}"
    match item:
        case Scripted(base=base):
            first, *rest = _with_mark(base, start, mark, letter)
            last = rest[0] if rest else first
            scripted = Scripted(Span(last.span.start, item.span.end), last, item.sub, item.sup, item.primes)
            return [first, scripted] if rest else [scripted]
        case Styled(font=font, body=body):
            return [Styled(Span(start, part.span.end), font, part) for part in _with_mark(body, start, mark, letter)]
        case Letters(text=run) if len(run) > len(letter):
            cut = item.span.start + 1
            return [Letters(Span(start, cut), text), Letters(Span(cut, item.span.end), run[1:])]
        case _:
            return [Letters(Span(start, item.span.end), text)]


# ---------------------------------------------------------------- gradients written as fractions


@dataclass(frozen=True, slots=True)
class _Gradient:
    """What is differentiated, and by which symbol."""

    of: str
    by: Node


def _named_derivatives(row: Node) -> Node:
    r"""`\frac{\partial L}{\partial V} = P^\top \frac{\partial L}{\partial O}` with one symbol for each gradient.

    Only where the left side is one, the right side takes another one of the same L, and something else takes part: rules that hold for any
    function (`\frac{\partial L}{\partial x} = \frac{\partial L}{\partial y} \frac{\partial y}{\partial x}`) compute nothing.
    """
    relation = unwrap(row)
    if any(name.text == NABLA for name in every(Name, relation)):
        relation = rebuilt(relation, _nested)
    if not isinstance(relation, Relation) or any(sign != "=" for sign in relation.signs) or _derivative(relation.first) is None:
        return row
    right = [operand for _, operand in relation.rest]
    found = [derivative for side in (relation.first, *right) for derivative in _derivatives_in(side)]
    marks = sum(name.text in (NABLA, PARTIAL) for name in every(Name, relation))
    plain = (node for side in right for node in walk_outside(side, lambda inner: _derivative(inner) is not None))
    fractions = sum(isinstance(node, Fraction) for side in (relation.first, *right) for node in _holders(side))
    alone = len({derivative.of for derivative in found}) == 1 and marks == len(found) + fractions and len(found) > 1
    if not alone or not any(isinstance(node, Letters | Name) for node in plain):
        return row
    return rebuilt(relation, _as_symbol)


def _nested(node: Node) -> Node:
    r"""`P^\top \nabla_O L` with the gradient as one factor."""
    if not isinstance(node, Juxtaposed) or len(node.items) < 3:
        return node
    items: list[Node] = []
    for item in node.items:
        nabla = items[-1] if items and isinstance(items[-1], Scripted) and word(items[-1].base) == NABLA else None
        items[-1:] = [Juxtaposed(Span(nabla.span.start, item.span.end), (nabla, item))] if nabla is not None else [*items[-1:], item]
    return Juxtaposed(node.span, tuple(items))


def _holders(side: Node) -> list[Node]:
    """The nodes that are a derivative as a whole."""
    if _derivative(side) is not None:
        return [side]
    return [holder for child in children(side) for holder in _holders(child)]


def _derivatives_in(side: Node) -> list[_Gradient]:
    return [derivative for node in _holders(side) if (derivative := _derivative(node)) is not None]


def _derivative(node: Node) -> _Gradient | None:
    r"""`\frac{\partial L}{\partial S}`, `\nabla_S L` of one symbol by one symbol."""
    match node:
        case Fraction(
            numerator=Juxtaposed(items=(Name(text="partial"), above)), denominator=Juxtaposed(items=(Name(text="partial"), below))
        ):
            of = _letter(above) if not isinstance(above, Scripted) else None
            return _Gradient(of, below) if of is not None and _is_one_letter(below) else None
        case Juxtaposed(items=(Scripted(base=Name(text="nabla"), sub=by, sup=None), above)) if by is not None:
            of = _letter(above) if not isinstance(above, Scripted) else None
            return _Gradient(of, by) if of is not None and _is_one_letter(by) else None
        case _:
            return None


def _is_one_letter(node: Node) -> bool:
    base = unwrap(node.base if isinstance(node, Scripted) else node)
    return _letter(node) is not None and not (isinstance(base, Letters) and len(base.text) > 1)


def _as_symbol(node: Node) -> Node:
    derivative = _derivative(node)
    if derivative is None:
        return node
    base = derivative.by.base if isinstance(derivative.by, Scripted) else derivative.by
    symbol: Node = Letters(node.span, f"d{derivative.of}_d{canonical(base)}")
    if isinstance(base, Styled):
        symbol = Styled(node.span, base.font, symbol)
    scripts = derivative.by
    return Scripted(node.span, symbol, scripts.sub, scripts.sup, scripts.primes) if isinstance(scripts, Scripted) else symbol
