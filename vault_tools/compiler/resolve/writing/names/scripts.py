"""What the scripts of a symbol mean: index, label, transpose or power, by the rules of the naming contract.

Works on one symbol at a time; which letters are indices and which are numbers is answered by `Facts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import KINDS
from vault_tools.compiler.records import record
from vault_tools.compiler.resolve.writing.names.facts import counts_to_length, is_defined_e, is_numbered_above
from vault_tools.compiler.resolve.writing.names.gradients import what_changes
from vault_tools.compiler.resolve.writing.nodes import (
    LETTERED,
    UNNAMED,
    base_of,
    is_euler,
    is_greek,
    number_of,
    scripts_moved_out,
    undressed,
    unwrap,
    walk,
    word,
)
from vault_tools.compiler.resolve.writing.pieces import given_pair, letters_of, pieces
from vault_tools.compiler.syntax_tree import (
    Empty,
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
PROJECTED = frozenset("QKV")
"""Labels of the weights of queries, keys and values."""


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


def is_upper(base: Node) -> bool:
    """A matrix-like letter: a Latin capital, a Greek capital, or a bold one."""
    if type(base) in LETTERED:
        text: str | None = base.text  # type: ignore[attr-defined]
    elif isinstance(base, Styled) and base.font == "cal":
        return False
    else:
        text = word(undressed(base))
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


def index_nodes(piece: Node, facts: Facts) -> tuple[Node, ...]:
    """The index expressions in a piece of a script; nothing when it is a label."""
    if word(piece) is not None or isinstance(piece, Scripted):
        if facts.is_index(canonical(piece)):
            return (piece,)
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


def is_transpose_mark(sup: Node) -> bool:
    r"""`T`, `\top`, `\intercal` in any font."""
    return word(sup) in TRANSPOSES


def is_transposed(node: Node) -> bool:
    r"""`X^T`, `X^\top`: a symbol or a bracket with that mark above."""
    return isinstance(node, Scripted) and node.sup is not None and is_transpose_mark(node.sup)


def classify_sup(base: Node, sup: Node, indexed: bool, facts: Facts, name: str) -> str:
    """`transpose`, `inverse_transpose`, `power`, `index` or `label`."""
    sup = unwrap(sup)
    if isinstance(sup, Fence) and sup.opener in "([⟨{":
        return _in_brackets(base, sup, facts, euler=is_euler(base) and not indexed and not facts.declared("e"))
    if isinstance(sup, Relation):
        return "index" if mentions_index(sup, facts) and not _is_step(sup) else "label"
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
    other = "label" if _tells_apart(sup, upper=is_upper(base)) else "power"
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
    compound = number_of(inner) is None and word(inner) is None and not _is_labelled(inner)
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
        named = text in TELLING_LETTERS and not is_greek(base) and word(undressed(base)) not in POWER_BASES
        tells = indexed and (text.isupper() or named) and not facts.is_number(text)
        return "label" if tells else _letter_sup(base, text, facts)
    if isinstance(unwrap(sup), Letters) and len(text) == 2 and all(map(facts.is_index, text)):
        return "index"  # `A^{ij} v^j`
    if isinstance(unwrap(sup), Letters) and len(text) == 2 and not is_upper(base) and any(map(facts.is_number, text)):
        return "power"
    return "label" if isinstance(unwrap(sup), Letters) or (len(text) > 1 and not is_greek(sup)) or text[0].isupper() else "power"


def _counts(base: Node, letter: str, facts: Facts, name: str) -> bool:
    """Whether `v^i` with an index i is the i-th v, not a power: by declared rank, by the left side, by the usual letters of powers."""
    rank = facts.rank(name)
    if rank is not None:
        return rank > 0
    symbol = undressed(base)
    return facts.is_raised(letter) or not (is_greek(symbol) or word(symbol) in POWER_BASES or isinstance(unwrap(base), Fence | Number))


def _letter_sup(base: Node, letter: str, facts: Facts) -> str:
    if facts.is_number(letter) or (letter in LAYER_LETTERS and facts.is_step(letter)):
        return "power" if facts.is_number(letter) else "label"  # `\delta^l_j` beside `a^{l-1}_k`
    if is_upper(base):
        return "transpose" if letter == "t" else "label"
    if isinstance(base, Styled) and base.font == "cal":
        return "label"  # `\mathcal{N}_i^r`: one set for each relation r; a set has no powers
    variable = letter == "x" and word(base) in RAISED
    return "power" if is_greek(base) or letter in EXPONENT_LETTERS or variable else "label"


def counts_steps(sup: Sum, facts: Facts) -> bool:
    r"""`t-s` of two indices: a matrix `\bar{A}^{t-s}` acts once for each step between them."""
    return sup.signs == ("+", "-") and all(facts.is_index(canonical(term)) for term in sup.operands)


def _sum_sup(base: Node, sup: Sum, facts: Facts) -> str:
    if len(sup.terms) == 1 and isinstance(unwrap(sup.terms[0][1]), Letters | Name) and sup.terms[0][0] == "-":
        return "power"  # `M^{-k}`: no label is called minus something
    if is_upper(base):
        return "power" if counts_steps(sup, facts) else "index" if mentions_index(sup, facts) else "label"
    return "label" if LAYER_LETTERS & {word(term) for term in sup.operands} else "power"


def are_labels(base: Node, sup: Juxtaposed) -> bool:
    r"""The `[l](i)` of `a^{[l](i)}`, the `(i)(t)` of `x^{(i)(t)}`: nobody writes the factors of a power so."""
    fences = [item for item in sup.items if isinstance(item, Fence) and item.opener in "([⟨{"]
    if len(fences) < len(sup.items) or is_euler(base):
        return False
    lone = all(word(fence.body) is not None or number_of(fence.body) is not None for fence in fences)
    return lone or any(fence.opener != "(" for fence in fences)


def _is_step(sup: Relation) -> bool:
    """`<t`: all before the t-th, a label."""
    return isinstance(sup.first, Empty)


def _is_labelled(node: Node) -> bool:
    r"""The `T_c` of `m_i^{(T_c)}`: a letter with a label, as numbers of steps have them."""
    return isinstance(node, Scripted) and node.sup is None and not node.primes and word(node.base) is not None


def _tells_apart(sup: Node, *, upper: bool) -> bool:
    r"""The `\text{seq}'` of `h^{\text{seq}'}`, the `V_g` of weights `W^{V_g}`: a word or a projection with scripts, and no exponent."""
    base = sup.base if isinstance(sup, Scripted) else None
    if isinstance(base, Name) and not base.command:
        return len(base.text) > 1
    return base is not None and upper and word(base) in PROJECTED
