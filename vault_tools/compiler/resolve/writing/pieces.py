"""The parts of a script: what commas part, letters side by side, colons; which runs of letters are words.

What a part means (an index, a label) is told apart in scripts.py.
"""

from __future__ import annotations

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.nodes import WRAPPERS, unwrap, word
from vault_tools.compiler.syntax_tree import (
    Empty,
    Fence,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Product,
    Relation,
    Scripted,
    Sequence,
    Styled,
    Sum,
)
from vault_tools.model import Span

VOWELS = frozenset("aeiouy")
INDEX_RUNS = frozenset("abghijklmnpqrstuvxyz")
"""Letters that stand side by side in a script as indices of several axes (`bij`)."""
SCRIPT_WORDS = frozenset(
    {
        *("min", "max", "sim", "lin", "mul", "init", "unit", "unk", "hist", "list", "null", "mult", "skip", "plus", "trim", "val", "vis"),
        *("img", "txt", "src", "dst", "tgt", "trg", "cls", "ctx", "mlp", "ffn", "std", "nll", "rms", "avg", "abs", "mag", "var", "bias"),
        *("sink", "link", "mix", "aux", "lag", "gap", "hit", "miss", "pass", "rank", "sys", "sig", "alt", "pair", "span", "spin", "bulk"),
        *("star", "sun", "mass", "spam", "ham", "hub", "pit", "tmp", "grit", "ask", "til", "run", "aug", "mini", "hint", "tiny", "bank"),
        *("kin", "gas", "air", "sat", "gpu", "ans", "par", "ini", "main", "tail", "last", "gain", "stat", "mask", "task", "path", "map"),
        *(
            "high",
            "big",
            "all",
            "sum",
            "sign",
            "risk",
            "lang",
            "gram",
            "thin",
            "attn",
            "lstm",
            "rnn",
            "gru",
            "gan",
            "vit",
            "llm",
            "pinn",
            "svm",
            "knn",
        ),
    }
)
"""Short words that are made of such letters only."""
SOURCES = frozenset(
    {
        *("true", "actual", "obs", "observed", "meas", "measured", "real", "target", "gt", "ref", "exp", "original"),
        *("pred", "predicted", "est", "estimated", "sim", "simulated", "mod", "model", "calc", "calculated", "fit", "fitted", "forecast"),
    }
)
"""Words that say where a value comes from; nothing looks up places in them."""
COUNTERS = frozenset("ijkmn")
"""Letters that count, and hardly ever are part of a name."""
PLACES = frozenset("ijk")
"""Letters of rows and columns: side by side they are two, whatever is added to the last."""
SINGLE = frozenset({Letters, Name, Number})
"""Kinds of nodes that are one part of a script."""


def pieces(script: Node) -> tuple[Node, ...]:
    """The parts of a script: `i,j` two, `(pos, 2i+1)` two, `ij` one."""
    if type(script) in SINGLE:
        return (script,)
    script = unwrap(script)
    match script:
        case Sequence(items=items):
            return tuple([piece for item in items for piece in pieces(item)])
        case Fence(opener="(" | "[" | "⟨", body=body):
            return pieces(body)
        case Empty():
            return ()
        case Sum():
            return _two_places(script) or (script,)
        case Juxtaposed():
            return _side_by_side(script)
        case _:
            return (script,)


def _side_by_side(script: Juxtaposed) -> tuple[Node, ...]:
    match script:
        case Juxtaposed(items=(Number(text="0" | "1") as label, Letters(text=text) as letter)) if len(text) == 1:
            return (label, letter)  # `u_{1j}`: nobody multiplies an index by 1
        case Juxtaposed(items=(Letters(text=letter), Number(text=digit))) if letter in COUNTERS and len(digit) == 1:
            return script.items  # `w_{j0}`: the weight 0 of every j, no w at a place `j_0`
        case Juxtaposed(items=(Letters(text=text) as letter, Scripted(base=Letters(text=base)) as entry)) if len(text) == len(base) == 1:
            return (letter, entry)  # `x_{i y_i}`
        case Juxtaposed(items=(Letters(text=text) | Name(text=text) as label, Fence(opener="(", body=body))) if text in SOURCES:
            return (label, *pieces(body))  # `y_{true(i)}`
        case Juxtaposed(items=items) if _are_places(items):
            return tuple([piece for item in items for piece in pieces(item)])
        case _:
            return (script,)


def _two_places(script: Sum) -> tuple[Node, ...]:
    """The i and j-1 of `m_{ij-1}`, the i+1 and j of `x_{i+1j}`: nobody multiplies one row by another, or by 1."""
    match script.terms:
        case (("+", Letters(text=text) as run), added) if len(text) == 2 and PLACES.issuperset(text):
            first, second = letters_of(run)
            return (first, Sum(Span(second.span.start, script.span.end), (("+", second), added)))
        case (("+", Letters(text=row) as first), (sign, Juxtaposed(items=(Number(text="1") as one, Letters(text=column) as second)))):
            apart = row != column and PLACES.issuperset((row, column))
            return (Sum(Span(first.span.start, one.span.end), (("+", first), (sign, one))), second) if apart else ()
    return ()


def _are_places(items: tuple[Node, ...]) -> bool:
    r"""The `(i+m)(j+n)`, `i(i+1)` of entries: nobody multiplies places; `2(i+1)` is one, and so is the `k(i)` of a map k."""
    bodies = [unwrap(item.body) for item in items if isinstance(item, Fence) and item.opener == "("]
    if len(bodies) == len(items):
        return not any(isinstance(body, Sequence) for body in bodies)
    counters = [item for item in items if word(item) in COUNTERS]
    return bool(bodies) and all(isinstance(body, Sum) for body in bodies) and len(bodies) + len(counters) == len(items)


def is_script_word(text: str) -> bool:
    r"""`new`, `pos`, `dim`: a word in a script is one name; `ijk` and `hwc` are letters side by side."""
    if text in SCRIPT_WORDS or len(text) > 4:
        return text.isalpha()
    return len(text) > 2 and text.isalpha() and not INDEX_RUNS.issuperset(text) and not VOWELS.isdisjoint(text.lower())


def letters_of(piece: Node) -> tuple[Node, ...]:
    """The single letters of a run `ij`, with their places; words and other pieces as they are."""
    kind = type(piece)
    if kind is Name or kind is Number:
        return (piece,)
    if kind in WRAPPERS:
        piece = unwrap(piece)
        piece = piece.body if isinstance(piece, Styled) else piece
    if isinstance(piece, Letters):
        return (piece,) if len(piece.text) == 1 or is_script_word(piece.text) else _run(piece)
    if isinstance(piece, Scripted) and piece.primes and piece.sub is None and piece.sup is None and len(word(piece.base) or "") > 1:
        *before, last = letters_of(piece.base)
        return (*before, Scripted(Span(last.span.start, piece.span.end), last, None, None, piece.primes))
    if isinstance(piece, Juxtaposed) and all(word(item) is not None or is_primed(item) for item in piece.items):
        return tuple(letter for item in piece.items for letter in letters_of(item))
    return (piece,)


def is_primed(piece: Node) -> bool:
    """The s' of `ts'`."""
    return isinstance(piece, Scripted) and piece.sub is None and piece.sup is None and word(piece.base) is not None


@remembered
def _run(letters: Letters) -> tuple[Node, ...]:
    start = letters.span.start
    return tuple([Letters(Span(start + k, start + k + 1), letter) for k, letter in enumerate(letters.text)])


def is_slice(piece: Node) -> bool:
    """The `1:t` of `X_{1:t,:}`: places one behind the other."""
    return isinstance(piece, Relation) and piece.signs == (":",) and not is_colon(piece)


def is_colon(piece: Node) -> bool:
    """The colon of `O_{i,:}`: the whole axis."""
    if isinstance(piece, Relation):
        return isinstance(piece.first, Empty) and len(piece.rest) == 1 and piece.rest[0][0] == ":" and isinstance(piece.rest[0][1], Empty)
    return word(piece) == ":"


def given_pair(piece: Node) -> tuple[Node, ...]:
    r"""The letters of `j|i`: what i says of j is one entry for each pair."""
    if isinstance(piece, Relation) and piece.signs == ("|",):
        sides = (piece.first, piece.rest[0][1])
        return sides if all(word(side) is not None and len(word(side) or "") == 1 for side in sides) else ()
    return ()


def is_bracketed_letter(sup: Node) -> bool:
    """The `(i)` of `x^{(i)}`."""
    return isinstance(sup, Fence) and sup.opener == "(" and len(word(sup.body) or "") == 1


def entrywise_exponent(sup: Node) -> Node | None:
    r"""The 2 of `X^{\odot 2}` and `X^{\circ 2}`."""
    match unwrap(sup):
        case Product(first=Empty(), rest=(("odot" | "circ", exponent),)):
            return exponent
        case _:
            return None
