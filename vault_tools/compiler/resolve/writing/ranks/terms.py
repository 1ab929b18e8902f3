"""What the terms of a sum say about each other: biases beside products, numbers beside entries of matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.looks import (
    is_greek,
    is_plain_lower,
)
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Node,
)

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks


def biases(marks: Marks, terms: list[list[Node]]) -> None:
    """`W x + b`: a lower-case letter added to a matrix times a vector is a vector."""
    transforms = any(
        any(marks.is_matrix(atom) for atom in term)
        and any(
            is_symbol(atom) and not is_upper(bare(atom)) and (k or (word(bare(atom)) or "") not in GREEK) for k, atom in enumerate(term)
        )
        for term in terms
        if len(term) > 1 and not _is_form(term)
    )
    for term in terms if transforms else ():
        if len(term) == 1 and is_symbol(term[0]) and not is_upper(bare(term[0])) and not is_greek(bare(term[0])):
            marks.mark(term[0], "dotted")


def _is_form(term: list[Node]) -> bool:
    r"""`x^\top A x`: a number."""
    term = [atom for atom in term if number_of(atom) is None]
    ends = (term[0], term[-1]) if term else ()
    return (
        len(ends) == 2
        and is_transposed(term[0])
        and all(is_symbol(end) and not is_upper(bare(end)) for end in ends)
        and not is_transposed(term[-1])
    )


def entries_beside_bias(marks: Marks, terms: list[Node]) -> None:
    r"""`\sum_j W_{ij} x_j + b_i`: one entry of W x + b, so the x_j are numbers."""
    lone = [set(map(canonical, marks.occurrence(term).indices)) for term in terms if is_plain_lower(term)]
    for body in (term.body for term in map(unwrap, terms) if isinstance(term, BigOperator) and term.body is not None):
        atoms = marks.words.atoms(body)
        if len(atoms) != 2 or not is_symbol(atoms[0]) or not is_upper(bare(atoms[0])) or not is_plain_lower(atoms[1]):
            continue
        weight, entry = (marks.occurrence(atom) for atom in atoms)
        rest = set(map(canonical, weight.indices)) - set(map(canonical, entry.indices))
        if len(weight.indices) == 2 and len(entry.indices) == len(rest) == 1 and rest in lone:
            marks.mark(atoms[1], "scalar")


def beside_entry(marks: Marks, terms: list[Node]) -> None:
    r"""`S_{ij} - M_i`: what is added to an entry of a matrix is a number, too."""
    symbols = [(term, marks.occurrence(term)) for term in terms if is_symbol(term) and is_upper(bare(term))]
    entries = [set(map(canonical, found.indices)) for _, found in symbols if len(found.indices) == 2 and not found.operations]
    for term, found in symbols:
        if len(found.indices) == 1 and not found.operations and any({canonical(found.indices[0])} < entry for entry in entries):
            marks.mark(term, "scalar")
