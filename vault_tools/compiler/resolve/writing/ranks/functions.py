r"""What functions say of what they take: `W f(x)`, `v \phi(k)^\top` of a vector, `e^{At}` of the matrix of a linear system."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import LETTERED, bare, base_of, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Node, Prefix, Product, Sequence, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks
    from vault_tools.compiler.syntax_tree import Node

FEATURES = frozenset({"phi", "varphi", "psi", "f", "g"})
r"""Letters of functions that a note defines: feature maps and activations."""


def mapped_vectors(marks: Marks, atoms: list[Node]) -> None:
    """What stands beside a function in a row of factors says about what it is applied to, and the other way round."""
    calls = [
        k
        for k, (name, bracket) in enumerate(pairwise(atoms))
        if type(bracket) not in LETTERED and isinstance(unwrap(base_of(bracket)), Fence) and is_symbol(name)
    ]
    for k in calls:
        before, bracket = atoms[k - 1] if k else None, atoms[k + 1]
        if before is not None:
            _mapped(marks, before, atoms[k], bracket)
            _turned(marks, before, atoms[k], bracket)
        if k + 2 < len(atoms):
            _before_row(marks, atoms[k : k + 4])


def mapped_behind_dot(marks: Marks, left: Node, right: Node) -> None:
    r"""`W \cdot \max(k, 0)^2`."""
    behind = marks.words.atoms(right)
    if len(behind) > 1:
        _mapped(marks, marks.words.atoms(left)[-1], *behind[:2])


def _mapped(marks: Marks, left: Node, name: Node, bracket: Node) -> None:
    r"""`W \max(k, 0)^2`: a function of numbers is applied to each entry of the vector that a matrix stands before."""
    inside = unwrap(base_of(bracket)) if is_symbol(name) and marks.is_matrix(left) else None
    if not isinstance(inside, Fence) or not _is_of_numbers(marks, name):
        return
    body = unwrap(inside.body)
    for item in body.items if isinstance(body, Sequence) else (body,):
        if is_symbol(item) and not is_upper(bare(item)):
            marks.mark(item, "matrix_beside")


def _is_of_numbers(marks: Marks, name: Node) -> bool:
    function = marks.words.vocabulary.function(word(name) or "")
    return function.signature.startswith("()") if function is not None else word(name) in FEATURES


def _turned(marks: Marks, left: Node, name: Node, bracket: Node) -> None:
    r"""`y^\top \log(h)`, `v \phi(k)^\top`: a vector before a function of another."""
    known = marks.words.is_function(word(name) or "") or word(name) in FEATURES
    if not known or not is_symbol(left):
        return
    if is_transposed(left) and not is_transposed(bracket):
        marks.mark(bracket, "dotted")
    elif is_transposed(bracket) and not is_transposed(left) and not is_upper(bare(left)) and not marks.is_coefficient(left):
        marks.mark(left, "dotted")
        marks.mark(bracket, "dotted")


def _before_row(marks: Marks, atoms: list[Node]) -> None:
    r"""`\phi(q)^\top \phi(k)`, `\phi(k) v^\top`, `\phi(q)^\top S_t`: what stands behind a function of a vector."""
    name, first, after = atoms[:3]
    if is_transposed(first):
        if len(atoms) > 3 and isinstance(unwrap(atoms[3]), Fence) and is_symbol(after):
            marks.mark(first, "dotted")
            marks.mark(atoms[3], "dotted")
    elif is_symbol(after) and is_transposed(after) and not is_upper(bare(after)) and _is_of_numbers(marks, name):
        marks.mark(first, "dotted")


TIMES = frozenset({"t", "Delta", "Delta_t"})
r"""Letters of time and of its steps (`t`, `\Delta`, `\Delta t`), by which the matrix of a linear system is multiplied."""


def times(exponent: Node, words: Words) -> list[Node]:
    """The symbols of time beside one matrix and numbers; none for any other exponent, whose entries are meant."""
    factors = [atom for part in _operands(exponent) for atom in words.atoms(part)]
    found = [_time(atom) for atom in factors]
    others = [atom for atom, time in zip(factors, found, strict=True) if not time and number_of(atom) is None]
    is_matrix = len(others) == 1 and is_symbol(others[0]) and is_upper(bare(others[0]))
    return [symbol for time in found for symbol in time] if is_matrix else []


def _operands(exponent: Node) -> tuple[Node, ...]:
    exponent = unwrap(exponent)
    match exponent:
        case Sum(terms=((_, term),)) | Prefix(operator="-", operand=term):
            return _operands(term)
        case Product(first=first, rest=rest) if all(sign in ("cdot", "times") for sign, _ in rest):
            return (first, *(operand for _, operand in rest))
        case _:
            return (exponent,)


def _time(atom: Node) -> list[Node]:
    r"""The symbols of `t`, `\Delta_k`, `(t - s)`; none of anything else."""
    inside = unwrap(atom)
    if not isinstance(inside, Fence) or inside.opener != "(":
        return [atom] if _is_time(bare(atom)) else []
    terms = [*inside.body.operands] if isinstance(inside.body, Sum) else []
    return terms if terms and _is_time(bare(terms[0])) and all(map(is_symbol, terms)) else []


def _is_time(symbol: Node) -> bool:
    return word(symbol) in TIMES
