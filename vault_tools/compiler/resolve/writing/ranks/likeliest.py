"""What the hints about a symbol say of its rank: how many axes it has behind its indices, the likeliest number first."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.gradients import DELTA
from vault_tools.compiler.resolve.writing.names.letters import COUNTED
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import is_greek, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.marks import Mark, says
from vault_tools.compiler.syntax_tree import Letters, Name

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from vault_tools.compiler.resolve.writing.ranks.marks import Seen
    from vault_tools.compiler.syntax_tree import Node

VECTOR, OF_A_CAPITAL, AT_AN_INDEX, DESPITE_NUMBER, BESIDE_SQUARE = map(says, ("vector", "capital", "indexed", "despite_number", "squared"))
MATRIX, ARRAY, STRONG, NEVER_COUNTED, DECIDED = map(says, ("matrix", "array", "strong", "uncounted", "decided"))
DOTTED_BARS: frozenset[Mark] = frozenset({"barred", "cdot"})
"""Two marks that together say of any letter that it is a vector."""
OF_HEADS = frozenset("QKV")
"""Capitals that are matrices also at two indices, where a function takes matrices."""
ABBREVIATED, SPELLED = 3, 4
RESPONSE = "Y"
"""The capital of what is measured, one number for each sample."""
NUMBER_AT_AN_INDEX = DESPITE_NUMBER - {"bold"}
r"""Marks that count where one with indices also stands as a number: the `\mathbf{z}_i` of `e^{\mathbf{z}_i}` is an entry."""

VALUE_OF_STATE = re.compile("[VQvq](?:_[a-z]+)?_[sS](?:_|$)")
"""The name of what `V(s)`, `Q_\\theta(s, a)` are, as values_of_states.py writes it."""


GREEK_RANKS = (0, 2, 3)
"""What a small Greek letter is that is no vector: a number before a matrix."""
ROWS = frozenset({"query", "queries", "key", "keys", "value", "values"})
"""Words for one row a token: `queries keys^T` is a product of matrices, `query \\cdot key` of two rows."""


WEIGHT_WORDS = frozenset({"weight", "weights", "kernel"})
r"""Words for weights: a matrix where they are transposed, as in `\text{input} \times \text{weight}^T`."""
WORDS_OF_ARRAYS = frozenset(
    {"score", "mask", "masked", "embedding", "embed", "position", "input", "output", "weight", "logit", "attention", "context", "feature",
     "hidden", "residual", "kernel", "image", "patch", "patche", "state", "bia", "head", "token", "memory", "query", "key", "value"}
)  # fmt: skip
"""Words for arrays, without the s of many."""


def rank_options(base: Node, count: int, flags: AbstractSet[Seen]) -> tuple[int, ...]:
    """Ranks to try for a symbol with `count` indices here, the likeliest first."""
    by_count: dict[int, set[Mark]] = {count: set()}
    for mark, indices in flags:
        by_count.setdefault(indices, set()).add(mark)
    _keep_bold_once(by_count)
    likely = max([indices if is_count(base, marks) else indices + _extra(base, indices, marks) for indices, marks in by_count.items()])
    least = max(count + (count > 0 and is_upper(base) and "transposed" in marks) for count, marks in by_count.items())
    if count and _is_vector(base, by_count[count]):
        return (likely,)
    others = GREEK_RANKS if likely == 1 and is_greek(base) and not is_upper(base) else _next_to(likely)
    return tuple([rank for rank in (likely, *others) if rank >= least])


def _keep_bold_once(by_count: dict[int, set[Mark]]) -> None:
    r"""Where `\mathbf{z}` is the vector, `\mathbf{z}_i` is an entry of it."""
    bold = sorted([count for count, marks in by_count.items() if "bold" in marks]) if len(by_count) > 1 else ()
    for count in bold[1:]:
        by_count[count].discard("bold")


def _is_vector(base: Node, marks: set[Mark]) -> bool:
    r"""A small letter in bold with an index that nothing takes for a number, as both of `\mathbf{x}_i \mathbf{y}_j`: always a vector."""
    return "bold" in marks and not is_upper(base) and not marks & {"number", "scalar"}


@lru_cache
def _next_to(likely: int) -> tuple[int, ...]:
    """The other ranks, the nearest first; of two that are equally near the lower one, but a matrix before a number."""
    others = (rank for rank in range(4) if rank != likely)
    return tuple(sorted(others, key=lambda rank: (abs(rank - likely), (rank < likely) == (likely == 1))))


def _extra(base: Node, count: int, marks: set[Mark]) -> int:
    """The likeliest rank of what is left of a symbol after its indices."""
    if not marks.isdisjoint(DECIDED) and (marks & DECIDED != {"squared"} or marks.isdisjoint(BESIDE_SQUARE)):
        return 1 if "sample" in marks or marks & DECIDED == {"vector"} else 0
    upper = is_upper(base)
    vectorial = not marks.isdisjoint(OF_A_CAPITAL if upper else VECTOR) or marks.issuperset(DOTTED_BARS)
    if "matrix" in marks:
        return 2 if count == 0 or (upper and (count == 1 or word(base) in OF_HEADS)) else 1
    if "number" in marks and not marks & (NUMBER_AT_AN_INDEX if count else DESPITE_NUMBER):
        return 0
    phrase = is_phrase(base)
    if (phrase or (word(base) or "").lower() in WEIGHT_WORDS) and count == 0 and marks & {"transposed", "matrix_beside"}:
        return 2
    if phrase and "cdot" in marks and (word(base) or "") in ROWS:
        return 1
    if not upper or phrase or (marks.isdisjoint(MATRIX) and (word(base) == DELTA or is_abbreviation(base))):
        alone = count > 0 and not marks & AT_AN_INDEX
        return 1 if vectorial and not alone else 0
    if marks.isdisjoint(ARRAY if not is_acronym(base) else ARRAY - {"matrix_beside"}) and (
        is_word(base) or (count == 1 and word(base) == RESPONSE)
    ):
        return 0
    if count == 0:
        return 1 if "normed" in marks and not marks & {"transposed", "inverted"} else 2
    if count == 1:
        in_form = {"inverted", "dotted"} <= marks  # `d^\top \Sigma_j^{-1} d`
        return 2 if in_form or ("matrix_beside" in marks and not marks & {"weighted", "row"}) else 1
    return 1 if vectorial else 0


def is_count(base: Node, marks: set[Mark]) -> bool:
    r"""`(TP + FP)(TP + FN)`: how many there are, which is a number also beside others."""
    return word(base) in COUNTED and marks.isdisjoint(NEVER_COUNTED)


def is_abbreviation(base: Node) -> bool:
    r"""`AIC_k`, `\Delta AIC`, `RMSE`: three or more capitals name a score, which is a number; so do some of two, and values of states."""
    text = (word(base) or "").removeprefix(f"{DELTA}_")
    if VALUE_OF_STATE.match(text):
        return True
    return text in COUNTED or (len(text) >= ABBREVIATED and text.isalpha() and text.isupper())


def is_acronym(base: Node) -> bool:
    r"""`\text{TF}`, `\text{IDF}`: capitals set as a text name what is measured, also beside each other."""
    name = unwrap(base)
    return isinstance(name, Name) and not name.command and name.text.isupper() and 1 < len(name.text) <= SPELLED


def is_word(base: Node) -> bool:
    r"""`\text{Likes}`, `\text{CF}`: what is called by a word is a number unless something beside it makes it an array."""
    name = unwrap(base)
    if (
        not isinstance(name, Letters | Name)
        or not name.text.isalpha()
        or len(name.text) < (len("CF") if isinstance(name, Name) else SPELLED)
    ):
        return False
    if isinstance(name, Name) and name.command:
        return False
    return name.text.lower().removesuffix("s") not in WORDS_OF_ARRAYS


def is_phrase(base: Node) -> bool:
    r"""Several words, one of a script without capitals (`\text{权重}`), or `keys`: a matrix where one may stand, else a number."""
    text = word(base) or ""
    return text in ROWS or (text[:1].isalpha() and (" " in text or text[0].lower() == text[0].upper()))
