"""What the scripts of a symbol mean: index, label, transpose or power, by the rules of the naming contract.

Works on one symbol at a time; which letters are indices and which are numbers is answered by `Facts`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import KINDS
from vault_tools.compiler.records import record
from vault_tools.compiler.resolve.writing.names.facts import counts_to_length, is_defined_e, is_numbered_above
from vault_tools.compiler.resolve.writing.names.gradients import what_changes
from vault_tools.compiler.resolve.writing.names.labels_in_brackets import are_labels, is_labelled, is_step, tells_apart
from vault_tools.compiler.resolve.writing.nodes import (
    LETTERED,
    UNNAMED,
    base_of,
    entrywise_exponent,
    given_pair,
    is_bracketed_letter,
    is_euler,
    number_of,
    scripts_moved_out,
    undressed,
    unwrap,
    walk,
    word,
)
from vault_tools.compiler.resolve.writing.pieces import is_colon, is_script_word, is_slice, letters_of, pieces
from vault_tools.compiler.syntax_tree import (
    Fence,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Relation,
    Scripted,
    Sequence,
    Styled,
    Sum,
)
from vault_tools.model import Span

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.facts import Facts

TRANSPOSES = frozenset({"T", "top", "intercal"})
LABEL_SIGNS = frozenset({"ast", "star", "dagger", "plus", "minus", "prime", "+", "-", "*", "circ"})
EXPONENT_LETTERS = frozenset("nkpmtNTrdqab")
TELLING_LETTERS = frozenset("abcrdq")
r"""Small letters that, above a symbol with an index, tell it from others of its letter: the `g_t^a` beside `w_t^c`."""
POWER_BASES = frozenset("xztre")
r"""Letters whose powers are summed in series (`\sum_k a_k x^k`)."""
MEASURES, SERIES, RAISED = frozenset("dD"), frozenset("kn"), frozenset("abcpqr")
"""Letters of sizes, letters that count the powers of a matrix in a series, and those of numbers that are raised to x (`a^x`, `p^x`)."""
LAYER_LETTERS, PATTERNS = frozenset("l"), frozenset({"mu", "nu"})
STEP_LETTERS = frozenset("ijklmnt")


@record(frozen=True, slots=True)
class Operation:
    r"""Done to a symbol after its indices: `transpose`, `power` with an exponent, or `entrywise`: the power of entries (`X^{\odot 2}`)."""

    kind: Literal["transpose", "power", "entrywise"]
    exponent: Node | None = None
    written: Node | None = None


@record(frozen=True, slots=True)
class Occurrence:
    """A symbol as it stands in a formula."""

    node: Node
    base: str
    name: str
    """Canonical, labels in, index letters out."""
    indices: tuple[Node, ...] = ()
    operations: tuple[Operation, ...] = ()
    colons: tuple[int, ...] = ()
    """Which of its places are a colon: the first of `O_{:,j}`, the second of `O_{i,:}`."""


@dataclass
class _Sorted:
    """Scripts of one symbol while they are being told apart."""

    sub_labels: list[Node] = field(default_factory=list)
    sup_labels: list[Node] = field(default_factory=list)
    indices: list[Node] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)
    colons: list[int] = field(default_factory=list)


def is_upper(base: Node) -> bool:
    """A matrix-like letter: a Latin capital, a Greek capital, or a bold one."""
    if isinstance(base, Styled) and base.font == "cal":
        return False
    text = base.text if isinstance(base, Letters | Name) else word(undressed(base))
    return text is not None and (text if len(text) == 1 else what_changes(text)[:1]).isupper()


def is_symbol(node: Node) -> bool:
    """A letter or name, decorated or scripted: something that can stand for an array."""
    kind = type(node)
    if kind in LETTERED or (kind is Scripted and type(node.base) in LETTERED):  # type: ignore[attr-defined]
        return True
    try:
        return kind not in UNNAMED and node.answers[_is_decorated_symbol]
    except (AttributeError, KeyError):
        return _is_decorated_symbol(node)


@remembered
def _is_decorated_symbol(node: Node) -> bool:
    node = scripts_moved_out(unwrap(node))
    if isinstance(node, Scripted):
        node = unwrap(node.base)
    return word(undressed(node)) is not None and not isinstance(node, Fence)


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


def index_nodes(piece: Node, facts: Facts) -> tuple[Node, ...]:
    """The index expressions in a piece of a script; nothing when it is a label."""
    if word(piece) is not None or isinstance(piece, Scripted):
        if facts.is_index(canonical(piece)):
            return (piece,)
        text = word(piece)
        if isinstance(unwrap(piece), Name) and text and len(text) > 1 and text.isalpha() and all(map(facts.is_index, text)):
            piece = Letters(piece.span, text)
        if isinstance(piece, Scripted) and len(letters_of(piece)) == 1:
            return (piece,) if _is_entry(piece, facts) else ()
    pair = given_pair(piece)
    letters = pair or letters_of(piece)
    if len(letters) > 1:
        return letters if all(facts.is_index(canonical(letter)) for letter in letters) else ()
    compound = not isinstance(piece, Number) and word(piece) is None
    return (piece,) if compound and mentions_index(piece, facts) else ()


def _is_entry(piece: Scripted, facts: Facts) -> bool:
    r"""The y_n of `w_{y_n}`, the e_ij of `E_{e_{ij}}`: a place that an array of whole numbers holds at its indices."""
    letter = word(piece.base)
    named = letter is not None and ((len(letter) == 1 and letter.islower()) or letter in KINDS)
    plain = piece.sup is None and not piece.primes and named
    below = letters_of(piece.sub) if plain and piece.sub is not None and word(piece.sub) is not None else ()
    return bool(below) and all(facts.is_index(canonical(letter)) for letter in below)


def mentions_index(node: Node, facts: Facts) -> bool:
    """Whether an index letter is used in it."""
    return any(
        facts.is_index(canonical(letter)) for inner in walk(node) if word(inner) is not None for letter in {inner, *letters_of(inner)}
    )


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


def is_transpose_mark(sup: Node) -> bool:
    r"""`T`, `\top`, `\intercal` in any font."""
    return word(sup) in TRANSPOSES


def is_transposed(node: Node) -> bool:
    r"""`X^T`, `X^\top`: a symbol or a bracket with that mark above."""
    return isinstance(node, Scripted) and node.sup is not None and is_transpose_mark(node.sup)


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


def _sort_one(base: Node, sup: Node, parts: _Sorted, facts: Facts, name: str) -> None:
    each = entrywise_exponent(sup)
    if each is not None:
        parts.operations.append(Operation("entrywise", each, sup))
        return
    euler = is_euler(base)
    indexed = bool(parts.indices or (euler and parts.sub_labels))  # `e_{pos}^i` is no power of Euler's number
    kind = classify_sup(base, sup, indexed, facts, name)
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


def classify_sup(base: Node, sup: Node, indexed: bool, facts: Facts, name: str) -> str:
    """`transpose`, `inverse_transpose`, `power`, `index` or `label`."""
    sup = unwrap(sup)
    if isinstance(sup, Fence) and sup.opener in "([⟨{":
        return _in_brackets(base, sup, facts, euler=is_euler(base) and not indexed and not facts.declared("e"))
    if isinstance(sup, Relation):
        return "index" if mentions_index(sup, facts) and not is_step(sup) else "label"
    value = number_of(sup)
    if is_euler(base) and not indexed and not facts.declared("e") and not is_defined_e(sup, facts):
        return "power"
    if value is not None:
        return "label" if is_symbol(base) and is_numbered_above(name, value, facts) else "power"
    text = word(sup)
    if text in TRANSPOSES:
        return "power" if text == "T" and not indexed and not is_upper(base) and counts_to_length(facts, name) else "transpose"
    if isinstance(sup, Sum) and len(sup.terms) == 1 and sup.terms[0][0] == "-" and is_transpose_mark(sup.terms[0][1]):
        return "inverse_transpose"
    if text is not None:
        return _word_sup(base, sup, text, indexed, facts, name)
    if isinstance(sup, Sum):
        return _sum_sup(base, sup, facts)
    other = "label" if tells_apart(sup, upper=is_upper(base)) else "power"
    return "index" if isinstance(sup, Scripted) and facts.is_index(canonical(sup)) and facts.is_raised(canonical(sup)) else other


def _in_brackets(base: Node, sup: Fence, facts: Facts, *, euler: bool) -> str:
    """A number, a letter or a step (`t-1`) in brackets is a label; e with anything but these, and quotients, are powers."""
    inner = unwrap(sup.body)
    if sup.opener == "{":
        return "label"
    if euler and number_of(inner) is None and not all(_names_a_place(place, facts) for place in pieces(sup)):
        return "power"
    if any(index_nodes(piece, facts) for piece in pieces(sup)):
        return "index"
    compound = number_of(inner) is None and word(inner) is None and not is_labelled(inner)
    step = isinstance(inner, Sum) and any(number_of(term) is not None for term in inner.operands)
    return "power" if compound and not is_upper(base) and not step and not isinstance(inner, Sequence) else "label"


def _names_a_place(place: Node, facts: Facts) -> bool:
    r"""The t and the t' of `e^{<t,t'>}`: letters that are indices here, or count steps."""
    return facts.is_index(canonical(place)) or word(base_of(place)) in STEP_LETTERS


def _word_sup(base: Node, sup: Node, text: str, indexed: bool, facts: Facts, name: str) -> str:
    if facts.declared(f"{name}_{canonical(sup)}") and not facts.declared(name):
        return "label"
    if facts.is_index(canonical(sup)):
        if text in SERIES and not indexed and is_upper(base) and facts.rank(name) == 2:
            return "power"  # `A^k X` in a sum over k, of one given matrix
        return "index" if indexed or is_upper(base) or text in PATTERNS or _counts(base, text, facts, name) else "power"
    if text in LABEL_SIGNS or (text == "pi" and is_upper(base)):  # the policy of `V^π`
        return "label"
    if len(text) == 1 and isinstance(unwrap(sup), Letters):
        named = text in TELLING_LETTERS and not _is_greek(undressed(base)) and word(undressed(base)) not in POWER_BASES
        tells = indexed and (text.isupper() or named) and not facts.is_number(text)
        return "label" if tells else _letter_sup(base, text, facts)
    if isinstance(unwrap(sup), Letters) and len(text) == 2 and not is_upper(base) and any(map(facts.is_number, text)):
        return "power"
    return "label" if isinstance(unwrap(sup), Letters) or (len(text) > 1 and not _is_greek(sup)) or text[0].isupper() else "power"


def _counts(base: Node, letter: str, facts: Facts, name: str) -> bool:
    """Whether `v^i` with an index i is the i-th v, not a power: by declared rank, by the left side, by the usual letters of powers."""
    rank = facts.rank(name)
    if rank is not None:
        return rank > 0
    symbol = undressed(base)
    return facts.is_raised(letter) or not (_is_greek(symbol) or word(symbol) in POWER_BASES or isinstance(unwrap(base), Fence | Number))


def _is_greek(node: Node) -> bool:
    node = unwrap(node)
    return isinstance(node, Name) and node.command


def _letter_sup(base: Node, letter: str, facts: Facts) -> str:
    if facts.is_number(letter) or (letter in LAYER_LETTERS and facts.is_step(letter)):
        return "power" if facts.is_number(letter) else "label"  # `\delta^l_j` beside `a^{l-1}_k`
    if is_upper(base):
        return "transpose" if letter == "t" else "label"
    if isinstance(base, Styled) and base.font == "cal":
        return "label"  # `\mathcal{N}_i^r`: one set for each relation r; a set has no powers
    variable = letter == "x" and word(base) in RAISED
    return "power" if _is_greek(undressed(base)) or letter in EXPONENT_LETTERS or variable else "label"


def counts_steps(sup: Sum, facts: Facts) -> bool:
    r"""`t-s` of two indices: a matrix `\bar{A}^{t-s}` acts once for each step between them."""
    return sup.signs == ("+", "-") and all(facts.is_index(canonical(term)) for term in sup.operands)


def _sum_sup(base: Node, sup: Sum, facts: Facts) -> str:
    if len(sup.terms) == 1 and isinstance(unwrap(sup.terms[0][1]), Letters | Name) and sup.terms[0][0] == "-":
        return "power"  # `M^{-k}`: no label is called minus something
    if is_upper(base):
        return "power" if counts_steps(sup, facts) else "index" if mentions_index(sup, facts) else "label"
    return "label" if LAYER_LETTERS & {word(term) for term in sup.operands} else "power"
