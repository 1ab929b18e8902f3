"""Symbols where they stand: each script of one is put in its place, as an index, a label, an operation or a colon."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import (
    MEASURES,
    TRANSPOSES,
    Occurrence,
    Operation,
    are_labels,
    classify_sup,
    index_nodes,
    is_transpose_mark,
    is_upper,
    mentions_index,
)
from vault_tools.compiler.resolve.writing.nodes import LETTERED, is_euler, number_of, scripts_moved_out, undressed, unwrap, word
from vault_tools.compiler.resolve.writing.pieces import (
    entrywise_exponent,
    is_bracketed_letter,
    is_colon,
    is_script_word,
    is_slice,
    letters_of,
    pieces,
)
from vault_tools.compiler.syntax_tree import Juxtaposed, Letters, Name, Node, Number, Scripted, Sequence, Styled, Sum
from vault_tools.model import Span

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.facts import Facts

STATES = frozenset("chmsz")
"""Letters of states, which layers and steps number."""


@dataclass
class _Sorted:
    """Scripts of one symbol while they are being told apart."""

    sub_labels: list[Node] = field(default_factory=list)
    sup_labels: list[Node] = field(default_factory=list)
    indices: list[Node] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)
    colons: list[int] = field(default_factory=list)


def read_symbol(node: Node, facts: Facts) -> Occurrence:
    """Tell the scripts of a symbol apart."""
    if type(node) in LETTERED:
        name = canonical(node)
        return Occurrence(node, name, name)
    written = node
    if type(node) is not Scripted or type(node.base) not in LETTERED:
        node = scripts_moved_out(unwrap(node))
    if not isinstance(node, Scripted):
        name = canonical(node)
        return Occurrence(written if isinstance(written, Styled) else node, name, name)
    base, parts = node.base, _Sorted()
    plain = canonical(base)
    if node.sub is not None and word(base) in MEASURES and facts.is_measure(canonical(Scripted(node.span, base, node.sub))):
        parts.sub_labels.append(node.sub)
    elif node.sub is not None:
        for piece in pieces(node.sub):
            _sort_sub(piece, parts, facts)
        if parts.colons and any(map(is_slice, pieces(node.sub))):  # `X_{1:t,:}`: several places at once
            parts.colons.clear()
    if node.sup is not None:
        below = len(parts.indices)
        _sort_sup(base, node.sup, parts, facts, plain)
        if is_bracketed_letter(node.sup) and not parts.colons and facts.is_row(plain):
            parts.indices = parts.indices[below:] + parts.indices[:below]
    name = _labelled(base, parts, node.primes) if parts.sub_labels or parts.sup_labels or node.primes else plain
    return Occurrence(node, plain, name, tuple(parts.indices), tuple(parts.operations), tuple(parts.colons))


def _labelled(base: Node, parts: _Sorted, primes: int) -> str:
    return canonical(Scripted(base.span, base, _joined(parts.sub_labels), _joined(parts.sup_labels), primes))


def _joined(labels: list[Node]) -> Node | None:
    if len(labels) < 2:
        return labels[0] if labels else None
    return Sequence(Span(labels[0].span.start, labels[-1].span.end), tuple(labels), (",",) * (len(labels) - 1))


def _sort_sub(piece: Node, parts: _Sorted, facts: Facts) -> None:
    if type(piece) is Letters and len(piece.text) == 1:
        (parts.indices if facts.is_index(canonical(piece)) else parts.sub_labels).append(piece)
        return
    if is_colon(piece):
        parts.colons.append(len(parts.indices) + len(parts.colons))
        return
    found = index_nodes(piece, facts)
    if found:
        parts.indices.extend(found)
    elif _counts_label(piece, facts):
        assert isinstance(piece, Scripted)
        assert piece.sub is not None
        parts.sub_labels.append(piece.base)
        parts.indices.append(piece.sub)
    elif len(letters := letters_of(piece)) > 1 and _mixes(piece, letters, facts):
        parts.sub_labels.extend(letter for letter in letters if not facts.is_index(canonical(letter)))
        parts.indices.extend(letter for letter in letters if facts.is_index(canonical(letter)))
    else:
        parts.sub_labels.append(piece)


def _mixes(piece: Node, letters: tuple[Node, ...], facts: Facts) -> bool:
    r"""Whether some letters of a run count and the others tell symbols apart: the `ts` of `\sum_s \alpha_{ts} v_s` at one t."""
    names = tuple(map(canonical, letters))
    pair = len(names) == 2 and names != ("i", "n") and not is_script_word(word(piece) or "")
    counted = any(map(facts.is_index, names))
    return (pair and counted) or ((counted or len(names) == 2) and all(facts.is_index(name) or facts.is_step(name) for name in names))


def _counts_label(piece: Node, facts: Facts) -> bool:
    r"""`\beta_{\Phi_p}`, `W_{K_{\lfloor i/g \rfloor}}`: the p-th of the metapaths, the weights of one group that a capital names."""
    if not isinstance(piece, Scripted) or piece.sub is None or piece.sup is not None or not is_upper(piece.base):
        return False
    return facts.is_index(canonical(piece.sub)) if word(piece.sub) is not None else mentions_index(piece.sub, facts)


def _sort_sup(base: Node, sup: Node, parts: _Sorted, facts: Facts, name: str) -> None:
    sup = unwrap(sup)
    if is_upper(base) and _counts_label(sup, facts):  # `W^{K_g}`
        _sort_sub(sup, parts, facts)
        return
    if isinstance(sup, Juxtaposed) and is_transpose_mark(sup.items[-1]) and not facts.is_number("T"):
        rest = sup.items[:-1]
        inner = rest[0] if len(rest) == 1 else Juxtaposed(Span(rest[0].span.start, rest[-1].span.end), rest)
        _sort_sup(base, inner, parts, facts, name)
        parts.operations.append(Operation("transpose", written=sup))
        return
    if isinstance(sup, Sequence) and is_euler(base) and any(isinstance(unwrap(item), Sum) for item in sup.items):
        parts.operations.append(Operation("power", sup, sup))  # `e^{-\lambda , t}`: an exponent, whatever the comma is
        return
    side_by_side = isinstance(sup, Juxtaposed) and (_counts_in_pairs(base, sup, parts, facts) or are_labels(base, sup))
    for item in sup.items if isinstance(sup, Sequence | Juxtaposed) and (side_by_side or isinstance(sup, Sequence)) else (sup,):
        if item is not sup and ((number_of(item) or 0) > 0 or _tells_apart(item, facts)):
            parts.sup_labels.append(item)  # the 2 of `b^{i,2}` is no power, nor is the r of `w_t^{r,j}`
        else:
            _sort_one(base, item, parts, facts, name)


def _tells_apart(item: Node, facts: Facts) -> bool:
    """The r of `w_t^{r,j}`: in a list no letter is a power."""
    return word(item) not in {None, *TRANSPOSES} and not facts.is_index(canonical(item))


def _counts_in_pairs(base: Node, sup: Juxtaposed, parts: _Sorted, facts: Facts) -> bool:
    r"""The `\ell h` of `\alpha_{ij}^{\ell h}`, `W_O^{\ell h}`: letters side by side above what has an index or a label below."""
    counted = bool(parts.indices) and any(facts.is_index(canonical(item)) for item in sup.items)
    return (counted or (is_upper(base) and bool(parts.sub_labels))) and all(word(item) is not None for item in sup.items)


def _is_named_apart(base: Node, parts: _Sorted, facts: Facts) -> bool:
    r"""The z of `\| z_a^i - z_p^i \|`: what a letter or a word below names is one of many, and no number to be raised."""
    named = parts.sub_labels and all(word(label) is not None for label in parts.sub_labels)
    return bool(named) and not (isinstance(base, Name) and base.command) and facts.rank(_labelled(base, parts, 0)) != 0


def _sort_one(base: Node, sup: Node, parts: _Sorted, facts: Facts, name: str) -> None:
    each = entrywise_exponent(sup)
    if each is not None:
        parts.operations.append(Operation("entrywise", each, sup))
        return
    euler = is_euler(base)
    indexed = bool(parts.indices or (euler and parts.sub_labels) or _is_named_apart(base, parts, facts))  # `e_{pos}^i`
    kind = classify_sup(base, sup, indexed, facts, name)
    stepped = word(undressed(base)) in STATES and any(isinstance(unwrap(label), Sum) for label in parts.sub_labels)
    if kind == "power" and stepped and isinstance(sup, Sum):
        kind = "label"  # the layer of `h_{\tau+1}^{n-1}`, whose steps are counted below
    if euler and is_transpose_mark(sup) and (parts.sub_labels or word(sup) != "T"):
        kind = "transpose"  # of the unit vector `e_i`, no power of Euler's number
    match kind:
        case "transpose" | "power":
            parts.operations.append(Operation(kind, sup if kind == "power" else None, sup))
        case "inverse_transpose":
            parts.operations.append(Operation("power", Number(sup.span, "-1", "-1"), sup))
            parts.operations.append(Operation("transpose", written=sup))
        case "index":
            for piece in pieces(sup):
                parts.indices.extend(index_nodes(piece, facts))
        case _:
            parts.sup_labels.append(sup)
