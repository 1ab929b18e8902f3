"""Notation that declares and computes nothing: derivatives, complexity statements, quantifiers, congruences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import base_of, every, number_of, scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.writing.spelled_out.orders import ends_in_order, gives_order
from vault_tools.compiler.syntax_tree import Fence, Fraction, Juxtaposed, Letters, Name, Node, Scripted, Styled, Text

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader

DIFFERENTIALS = frozenset({"partial", "nabla"})
QUANTIFIERS = frozenset({"forall", "exists", "nexists"})
CONGRUENCES = frozenset({"mod"})
r"""The word that `\pmod{n}` brings: `a \equiv b \pmod n` says something of both sides, and is no factor."""
UNCOMPUTED = DIFFERENTIALS | QUANTIFIERS | CONGRUENCES


def refuse_declarations(reader: Reader, atoms: list[Node]) -> None:
    r"""NothingToCompute for `\nabla L`, `O(n^2 d)`, `0 \ \exists \delta`, `2x\,dx`."""
    if len(atoms) > 1 and _ends_in_differential(reader, atoms):
        raise nothing()
    for atom in atoms:
        if type(atom) is Letters:
            continue
        if type(atom) is Scripted and type(atom.base) is Letters:
            continue
        base = base_of(scripts_moved_out(atom)) if is_symbol(atom) else atom
        if isinstance(base, Name | Text) and word(base) in UNCOMPUTED:
            raise nothing()
    if len(atoms) < 2 or not isinstance(atoms[-1], Fence | Styled):
        return
    told = "O" in reader.shapes or "O" in reader.sheet.context.by_base
    if not told and ((gives_order(atoms) and "O" not in reader.sheet.variables) or ends_in_order(atoms)):
        raise nothing()


def _ends_in_differential(reader: Reader, atoms: list[Node]) -> bool:
    r"""`y\,\mathrm{d}x`, `2x\,dx`: an upright d before a letter, or a plain one between a letter and the same letter."""
    sign, letter = atoms[-2:]
    if word(sign) != "d" or not isinstance(letter, Letters | Name) or "d" in reader.shapes or reader.sheet.defines("d"):
        return False
    if isinstance(unwrap(sign), Name):
        return True
    before = [scripts_moved_out(atom) for atom in atoms[:-2]]
    raised = [atom.base for atom in before if isinstance(atom, Scripted) and atom.sub is None and number_of(atom.sup or atom) is not None]
    return len(word(letter) or "") == 1 and any(word(atom) == word(letter) for atom in (*before, *raised))


def takes_gradient(side: Node) -> bool:
    r"""`\nabla_\theta L(\theta_t)`, `\frac{\partial L}{\partial w}`: a derivative that is given, not computed."""
    return any(inner.text in DIFFERENTIALS for inner in every(Name, side))


def is_derivative(node: Fraction) -> bool:
    r"""`\frac{\partial L}{\partial w}`, `\frac{dL}{dw}`, `\frac{d}{dx}`, `\frac{\mathrm{d}L}{\mathrm{d}w}`: a common d would cancel out."""
    if any(inner.text in DIFFERENTIALS for inner in every(Name, node.denominator)):
        return True
    if _is_differential(_first_letters(node.denominator)):
        above = _first_letters(node.numerator)
        if above == "d" or _is_differential(above):
            return True
    return _starts_with_d(node.denominator, alone=False) and _starts_with_d(node.numerator, alone=True)


def _first_letters(side: Node) -> str:
    return next((inner.text for inner in every(Letters, side)), "")


def _is_differential(text: str) -> bool:
    return len(text) == 2 and text.startswith("d")


def _starts_with_d(side: Node, *, alone: bool) -> bool:
    r"""`d \theta`, `\mathrm{d}x`; `alone`: also the d or d^2 of an operator."""
    side = unwrap(side)
    first = side.items[0] if isinstance(side, Juxtaposed) else side if alone else None
    power = isinstance(first, Scripted) and first.sub is None and number_of(first.sup or first) is not None
    return first is not None and word(first.base if power and isinstance(first, Scripted) else first) == "d"
