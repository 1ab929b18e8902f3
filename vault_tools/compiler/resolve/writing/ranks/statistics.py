r"""Data, as statistics write them with capitals: spreads `(X_i - \bar{X})^2`, `S_1^2 / S_2^2`, random variables `E[aX + b]`.

A row of a matrix has no square: what is raised at one index is a number, and so is what is taken off it. Without a power, what is taken
off a row is a row.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.atoms import rows, symbol_atoms
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, every, number_of, terms_of, undressed, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.looks import is_bold
from vault_tools.compiler.syntax_tree import Accented, BigOperator, Fence, Letters, Product, Scripted, Styled, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks
    from vault_tools.compiler.resolve.writing.statements.heads import Head
    from vault_tools.compiler.syntax_tree import Node

RUNNING = frozenset({"i", "j"})
"""Letters below that count also where no range is written."""


def raised_deviations(marks: Marks, atom: Node) -> None:
    r"""The X_i and the mean of `(X_i - \bar{X})^2`, `(X_i - \bar{X})^k`: numbers."""
    fence = unwrap(atom.base) if isinstance(atom, Scripted) else None
    if not isinstance(fence, Fence) or not isinstance(atom, Scripted) or not _is_power(atom):
        return
    terms = terms_of(unwrap(fence.body))
    raised = [term for term in terms if _is_at_an_index(marks, term)]
    for term in filter(is_symbol, terms) if raised and all(map(is_symbol, terms)) else raised:
        marks.mark(term, "scalar")
        if isinstance(term, Scripted) and term.sub is not None:
            marks.note(canonical(term.base), "scalar", 1)  # also where a bare sum runs over the index


def is_raised(marks: Marks, atom: Node) -> bool:
    """`X_i^2`, `x_i^2`, in no bold type: a number, as a vector has no square."""
    if not isinstance(atom, Scripted) or atom.sup is None or is_bold(bare(atom)) or len(marks.occurrence(atom).indices) != 1:
        return False
    literal = number_of(atom.sup)
    return literal is not None and literal > 1


def deviations(marks: Marks, node: Sum) -> None:
    r"""The mean that is taken off each row: `\mathbf{X}_i - \bar{\mathbf{X}}`."""
    terms = terms_of(unwrap(node))
    if not all(map(is_symbol, terms)):
        return
    rows = {marks.occurrence(term).base for term in terms if is_upper(bare(term)) and len(marks.occurrence(term).indices) == 1}
    for term in terms if rows else ():
        letter = bare(term)
        if isinstance(letter, Accented) and letter.accent == "bar" and canonical(letter.body) in rows:
            marks.mark(term, "vector")


def squares(marks: Marks, head: Head, side: Node) -> None:
    r"""`S_w^2 = \frac{(n_1 - 1) S_1^2 + (n_2 - 1) S_2^2}{n_1 + n_2 - 2}`: squares of one letter, all of which are variances."""
    letter = _squared(head.symbol) if head.symbol is not None else None
    if letter is None:
        return
    symbols = [symbol for symbol in symbol_atoms(side, marks.words) if isinstance(symbol, Scripted) and word(bare(symbol)) == letter]
    if symbols and all(_squared(symbol) == letter for symbol in symbols):
        for symbol in symbols:
            marks.mark(symbol, "scalar")


def quotients(marks: Marks, above: Node, below: Node) -> None:
    r"""The S of `\frac{S^2}{\sigma^2}` and `\frac{(n - 1) S^2}{\sigma^2}`, a variance over another one; the weights of a mean."""
    total = unwrap(below)
    weight = total.body if isinstance(total, BigOperator) and total.operator == "sum" else None
    if isinstance(weight, Scripted) and weight.sub is not None and is_symbol(weight) and not is_bold(bare(weight)):
        marks.note(marks.occurrence(weight).base, "scalar", 1)  # `\frac{\sum W_i x_i}{\sum W_i}`
    if isinstance(total, Product) and all(sign == "times" for sign in total.signs):
        for size in total.operands:
            if isinstance(size, Letters):
                marks.mark(size, "scalar")  # `\frac{\sum_i x_i}{H \times W}`: nobody divides by a matrix
    if not _is_square(below) or is_upper(bare(below)):
        return
    last = marks.words.atoms(above)[-1]
    if _is_square(last) and is_upper(bare(last)) and not is_bold(bare(last)):
        marks.mark(last, "scalar")


def _squared(symbol: Node) -> str | None:
    """The plain capital of `S_w^2`."""
    if not _is_square(symbol) or not isinstance(symbol, Scripted) or symbol.sub is None:
        return None
    return word(bare(symbol)) if is_upper(bare(symbol)) and not is_bold(bare(symbol)) else None


def _is_square(node: Node) -> bool:
    return isinstance(node, Scripted) and is_symbol(node) and node.sup is not None and number_of(node.sup) == 2


def _is_power(atom: Scripted) -> bool:
    """To a number, or a letter of one."""
    if atom.sup is None or atom.sub is not None or is_transposed(atom):
        return False
    literal, letter = number_of(atom.sup), word(atom.sup) or ""
    return literal > 1 if literal is not None else len(letter) == 1 and letter.islower()


def _is_at_an_index(marks: Marks, atom: Node) -> bool:
    if not is_symbol(atom) or not is_upper(bare(atom)) or is_bold(bare(atom)):
        return False
    below = word(atom.sub) if isinstance(atom, Scripted) and atom.sub is not None else None
    return len(marks.occurrence(atom).indices) == 1 or below in RUNNING


EXPECTATIONS = frozenset({"E", "Var", "var", "Cov", "cov", "Corr", "corr"})
"""What stands before a bracket with random variables."""


def mark_moments(marks: Marks, before: Node | None, body: Node) -> None:
    r"""What stands before a bracket says that random variables are in it: `E`, `\mathrm{Cov}`, `\hat{\mathbb{E}}_t`."""
    if before is None:
        return
    if (word(before) or "") in EXPECTATIONS:
        mark_random(marks, body)
    elif isinstance(before, Scripted) and word(undressed(before.base)) == "E":
        mark_samples(marks, before, body)


def mark_random(marks: Marks, body: Node) -> None:
    r"""Mark the plain capitals in a bracket as vectors, the small letters beside them as numbers.

    Not where something is bold or transposed, or a matrix stands before a vector (`E[(y - Wx)^2]`).
    """
    maps = (pair for row in rows(body, marks.words) for pair in pairwise(row) if all(map(is_symbol, pair)))
    if every(Styled, body) or any(map(is_transposed, every(Scripted, body))) or any(is_upper(a) and not is_upper(b) for a, b in maps):
        return
    symbols = list(symbol_atoms(body, marks.words))
    variables = [symbol for symbol in symbols if isinstance(symbol, Letters) and is_upper(symbol)]
    raised = [symbol for symbol in symbols if isinstance(symbol, Scripted) and symbol.sub is None and is_upper(symbol.base)]
    for symbol in (*variables, *raised):
        marks.mark(symbol, "normed")
    for symbol in symbols if variables or raised else ():
        if not is_upper(symbol.base if isinstance(symbol, Scripted) else symbol):
            marks.mark(symbol, "scalar")


def mark_samples(marks: Marks, expectation: Node, body: Node | None) -> None:
    r"""Mark what varies with the t of `\mathbb{E}_t[r_t A_t]` as vectors, one number for each sample, functions of `s_t` included."""
    if body is None or not isinstance(expectation, Scripted | BigOperator) or expectation.sub is None:
        return
    letter = word(expectation.sub)
    if letter is None or len(letter) != 1 or (isinstance(expectation, BigOperator) and expectation.operator != "E"):
        return
    for row in rows(body, marks.words):
        for atom, behind in zip(row, (*row[1:], None), strict=True):
            if is_symbol(atom) and (_is_at(atom, letter) or _is_function_at(marks, atom, behind, letter)):
                marks.note(canonical(atom), "sample", 0)


def _is_function_at(marks: Marks, atom: Node, behind: Node | None, letter: str) -> bool:
    r"""The `\pi_\theta` of `\pi_\theta(a_t | s_t)`."""
    if not isinstance(behind, Fence) or marks.words.is_function(word(bare(atom)) or ""):
        return False
    return any(_is_at(inner, letter) for inner in every(Scripted, behind))


def _is_at(symbol: Node, letter: str) -> bool:
    return isinstance(symbol, Scripted) and symbol.sub is not None and word(symbol.sub) == letter
