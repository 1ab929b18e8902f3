r"""Expectations; over a finite distribution that is given, `\mathbb{E}_{x \sim p}[f(x)]` is the sum of `p(x) f(x)` over all x."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.parts import walk as parts_of
from vault_tools.compiler.resolve.reading.names.tables import PROBABILITIES, table
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import base_of, unwrap, word
from vault_tools.compiler.syntax_tree import Accented, BigOperator, Relation, Scripted, Styled

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.syntax_tree import Fence, Node

TABLES = PROBABILITIES | {"pi", "Q"}
"""Letters of distributions."""
OF_DATA = frozenset({"data", "D"})
"""Labels of a distribution of which there are only samples."""


def over_distribution(reader: Reader, node: BigOperator, scope: Scope) -> Value | None:
    r"""The weighted sum; None where what stands below names no table (`x \sim N(0, I)`, `x \sim p_{data}`)."""
    drawn = unwrap(node.sub) if node.sub is not None else None
    if not isinstance(drawn, Relation) or drawn.signs != ("∼",) or node.body is None:
        return None
    letter, distribution = drawn.first, drawn.rest[0][1]
    if len(word(letter) or "") != 1 or not _is_table(distribution) or scope.is_index(canonical(letter)):
        return None
    index = reader.new_index(canonical(letter), reader.sizes.fresh())
    inside = scope.bind((canonical(letter), index))
    chance = table(reader, distribution, (letter,), inside)
    body = reader.read(node.body, inside)
    drawn_by_value = any(isinstance(part, tree.IndexValue) and part.index is index for part in parts_of(body.expression))
    if chance is None or drawn_by_value or index.name not in body.expression.indices:
        return None
    reader.say("expectation_of_table", name=canonical(distribution))
    weighted = reader.build.multiply([chance.expression, body.expression], node.span)
    return Value(reader.build.reduce("sum", index, weighted, None, node.span), body.form)


def _is_table(distribution: Node) -> bool:
    """A letter of probabilities, with a label that is not the data's."""
    if not is_symbol(distribution) or word(base_of(distribution)) not in TABLES:
        return False
    label = distribution.sub if isinstance(distribution, Scripted) else None
    return label is None or word(label) not in OF_DATA


def is_expectation(reader: Reader, atom: Node, bracket: Fence, scope: Scope) -> bool:
    r"""`\mathbb{E}[x]`, `\hat{\mathbb{E}}_t[x]`, `\mathrm{E}[x]`, `E[x]`: unless E is something else in the note."""
    atom = _without_hat(atom)
    if word(atom) != "E" or scope.declared("E") or reader.sheet.defines("E"):
        return False
    double_struck = isinstance(atom, Styled) and atom.font == "bb"
    return double_struck or (bracket.opener == "[" and "E" not in reader.sheet.variables and not scope.is_index("E"))


def _without_hat(atom: Node) -> Node:
    r"""The 𝔼 of `\hat{\mathbb{E}}_t` and `E_t`, the mean over the samples of all t (Schulman et al. 2017)."""
    base = atom.base if isinstance(atom, Scripted) and atom.sup is None else atom
    if isinstance(atom, Scripted) and word(base) == "E" and len(word(atom.sub) or "" if atom.sub is not None else "") == 1:
        return base
    hatted = isinstance(base, Accented) and base.accent == "hat" and isinstance(base.body, Styled) and base.body.font == "bb"
    return base.body if hatted and isinstance(base, Accented) else atom
