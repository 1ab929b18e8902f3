"""Letters in scripts that tell symbols apart and count nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.models import PROJECTIONS
from vault_tools.compiler.resolve.writing.names.scripts import is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import every, scripts_moved_out, walk_outside, word
from vault_tools.compiler.resolve.writing.statements.heads import TWO_LETTERS, script_letters
from vault_tools.compiler.syntax_tree import Accented, BigOperator, Letters, Scripted, Sequence, Styled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from vault_tools.compiler.resolve.writing.indices.usage import Uses
    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.resolve.writing.statements.heads import Head
    from vault_tools.compiler.syntax_tree import Node

PAIR = 2
DATA = frozenset("xyuvab")
"""Letters of what a measure compares."""
SPELLED_DATA = DATA | frozenset("pqrPQ")
"""The same for a measure that is called by a word."""
GATES = frozenset("ufrog")
"""Letters of the gates of recurrent networks."""
WEIGHTS = frozenset({"W", "U", "b"})

RUNNING = frozenset("ijklmnpqrstuv")
STEPS = frozenset("ijt")
"""Letters that by custom count places and steps."""
ESTIMATES = ("_bar", "_hat")
"""How the names of means and estimates end."""


def compared(sides: tuple[Node, ...]) -> set[str]:
    r"""The p and q of `D_{KL}(p \| q)`: distributions, which count nothing."""
    found: set[str] = set()
    for listed in (listed for side in sides for listed in every(Sequence, side)):
        if "‖" in listed.separators:
            found.update([word(item) or "" for item in listed.items])
    return found


def told_apart(head: Head, right: tuple[Node, ...], shapes: Mapping[str, tuple[int, ...]]) -> frozenset[str]:
    """Letters that the left side makes labels."""
    return _matrices_apart(head, shapes) | _measured(head, right) if head.parameters else frozenset()


def _matrices_apart(head: Head, shapes: Mapping[str, tuple[int, ...]]) -> frozenset[str]:
    r"""The q, k and v of `\text{attn}(X_q, X_k, X_v)`: they tell matrices of one letter apart; rows would be small letters."""
    letters: dict[str, set[str]] = {}
    for node in map(scripts_moved_out, head.parameters or ()):
        label = word(node.sub) if isinstance(node, Scripted) and node.sub is not None else None
        if isinstance(node, Scripted) and label is not None and is_upper(node.base) and not shapes.get(canonical(node.base)):
            letters.setdefault(canonical(node.base), set()).add(label)
    return frozenset(letter for told in letters.values() if len(told) > 1 for letter in told)


def _measured(head: Head, right: tuple[Node, ...]) -> frozenset[str]:
    r"""The x and y of `l(x, y) = \frac{2 \mu_x \mu_y + c}{\mu_x^2 + \mu_y^2 + c}`: they tell what is measured of two things apart.

    Each stands alone below one and the same symbol; letters that usually count things stay indices.
    """
    if not head.is_function or len(head.parameter_letters) < PAIR:
        return frozenset()
    data = SPELLED_DATA if len(head.base) > 1 else DATA
    names = {name for name in head.parameter_letters if name in data}
    below: dict[str, set[str]] = {}
    for node in (node for side in right for node in every(Scripted, side)) if len(names) > 1 else ():
        letter = word(node.sub) if node.sub is not None else None
        if letter in names and letter is not None:
            below.setdefault(canonical(node.base), set()).add(letter)
    return frozenset(letter for letters in below.values() if len(letters) > 1 for letter in letters)


def run_as_word(symbol: Node, right: tuple[Node, ...], bound: AbstractSet[str]) -> frozenset[str]:
    r"""The `in` of `h_{in} = W x_{in} + b` and the `ce` of `L_{ce} = -\sum_c y_c \log p_c`, with their letters: words, no indices.

    Of two indices both stand elsewhere, too (`C_{in} = x_i y_n`); letters that usually are indices also below the same pair only.
    """
    below = symbol.sub if isinstance(symbol, Scripted) else None
    run = below.text if isinstance(below, Letters) else ""
    if below is None or len(run) != PAIR or (RUNNING.issuperset(run) and run not in TWO_LETTERS):
        return frozenset()
    scripted = [node for side in right for node in every(Scripted, side)]
    below_run = sum(node.sub is not None and word(node.sub) == run for node in scripted)
    if sum(node.text == run for side in right for node in every(Letters, side)) > below_run:
        return frozenset({*run, canonical(below)})  # the `dw` of `v_{dw} = \beta v_{dw} + dw^2`
    if run not in TWO_LETTERS and below_run:
        return frozenset()
    apart = {letter for node in scripted if node.sub is None or word(node.sub) != run for letter in script_letters(node, inside=False)}
    apart |= {letter for side in right for node in every(Letters, side) if node.text != run for letter in node.text}
    return frozenset() if apart - bound >= set(run) else frozenset({*run, canonical(below)})


def names_matrices(letter: str, head: Head, uses: Uses) -> bool:
    r"""The q of `f_q(x) = W_q x` and the u of `\Gamma_u = \sigma(W_u x + b_u)` tell functions and gates apart; they count nothing."""
    if letter in GATES and uses.scripts <= WEIGHTS and "b" in uses.scripts and not uses.alone and not head.is_function:
        return set(head.letters) <= {letter, "t"}
    return head.is_function and bool(uses.scripts) and names_weights(letter, uses.scripts) and not uses.alone


def names_weights(letter: str, carriers: AbstractSet[str]) -> bool:
    """W_q, W_k, W_v and W_o: the letter tells weights apart."""
    return letter in PROJECTIONS and carriers <= WEIGHTS


def tells_from_bare(letter: str, right: tuple[Node, ...], words: Words) -> bool:
    r"""The s of `K_s^\top (K + I)^{-1} y` tells one matrix from another: a row of K has no transpose, and K stands there as a whole."""
    turned = {
        canonical(node.base)
        for side in right
        for node in map(scripts_moved_out, (*every(Scripted, side), *every(Accented, side), *every(Styled, side)))
        if isinstance(node, Scripted)
        and node.sub is not None
        and is_transposed(node)
        and canonical(node.sub) == letter
        and is_upper(node.base)
    }
    return bool(turned) and any(name in turned for side in right for name in _bare_names(side, words))


def tells_sample_size(letter: str, head: Head, right: tuple[Node, ...], uses: Uses) -> bool:
    r"""The n of `S_n = \sum_{i=1}^n x_i` says how many are summed, and so does the k of `DCG_k`; the t of `\bar\alpha_t` counts steps.

    Only means and estimates (`\bar{X}_n`, `\hat\theta_n`) may carry it, too.
    """
    carried = any(not name.endswith(ESTIMATES) for name in uses.scripts)
    if carried or uses.shifted or head.symbol is None or letter in STEPS:
        return False
    return letter in {word(node.sup) for side in right for node in every(BigOperator, side) if node.sup is not None}


def _bare_names(side: Node, words: Words) -> Iterator[str]:
    """The names of symbols that have no subscript."""
    for node in walk_outside(side, lambda inner: isinstance(inner, Scripted) and inner.sub is not None):
        if isinstance(node, Letters):
            yield from words.split(node.text)
