r"""Values behind attention weights that are written out: `\frac{e^{q_i \cdot k_j}}{\sum_l e^{q_i \cdot k_l}} v_j`, `\alpha_t(s) h_s`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.models import WEIGHTS
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, every, is_euler, texts, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.customs import undressed
from vault_tools.compiler.resolve.writing.ranks.looks import is_greek, is_plain_lower
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Fraction, Letters, Node, Relation, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks

SCORED = frozenset({"q", "k"})
"""Letters of what is scored: their products are the exponents of attention weights."""


KEYS = frozenset({"k", "K"})
WEIGHT = "a"
"""The Latin letter of attention weights."""


def values_behind(marks: Marks, atoms: list[Node]) -> None:
    """The last of several factors, at one index, is a vector where those before it are its weight."""
    values = atoms[-1]
    if len(atoms) < 2 or not _is_small(values) or len(indices := marks.occurrence(values).indices) != 1:
        return
    if _is_exponential(atoms[:-1]) or _is_score(atoms[:-1]) or _is_looked_up(atoms[:-1], canonical(indices[0])):
        marks.mark(values, "weighted")


def _is_small(node: Node) -> bool:
    r"""`h_s`, `\bar h_s`: a small Latin letter, whatever stands on it."""
    return is_symbol(node) and isinstance(undressed(bare(node)), Letters) and not is_upper(bare(node))


def _is_exponential(weight: list[Node]) -> bool:
    r"""`e^{q_i \cdot k_j}`, `\exp(q_i^\top k_j)`, or a quotient of such."""
    last = weight[-1]
    if isinstance(last, Fraction):
        last = last.numerator
    raised = isinstance(last, Scripted) and is_euler(last.base)
    called = word(weight[-2]) == "exp" if len(weight) > 1 else not isinstance(last, Fence)
    return (raised or called) and texts(last) >= SCORED


def _is_score(weight: list[Node]) -> bool:
    r"""`(q_i k_j^\top)`, `\gamma^{i-j} (q_i \cdot k_j)`, `q_i^\top k_j`: the weight of linear attention."""
    last = unwrap(weight[-1])
    if isinstance(last, Fence):
        product = last.opener == "(" and not isinstance(unwrap(last.body), Sequence | Relation)
        return texts(last) >= SCORED and (product or last.opener == "⟨")
    pair = [word(bare(node)) for node in weight[-2:]]
    return len(pair) == 2 and {*pair} == SCORED and any(map(is_transposed, weight[-2:]))


def _is_looked_up(weight: list[Node], index: str) -> bool:
    r"""`\alpha_t(s)`, `\text{softmax}(z_t)_s`: a weight at the index of what is behind it."""
    if len(weight) != 2 or not is_symbol(weight[0]):
        return False
    bracket = weight[1]
    if isinstance(bracket, Scripted):
        return (word(weight[0]) or "").lower() == "softmax" and bracket.sub is not None and canonical(bracket.sub) == index
    letter = bare(weight[0])
    weighs = (is_greek(letter) and not is_upper(letter)) or word(letter) == WEIGHT
    return weighs and isinstance(bracket, Fence) and bracket.opener == "(" and canonical(unwrap(bracket.body)) == index


def mixed(marks: Marks, left: Node, right: Node) -> None:
    """The weights of a layer before a sum are a matrix, and a vector is added up."""
    _reads_state(marks, left, right)
    values = added_up(marks, left, right)
    if values is not None:
        marks.mark(left, "matrix")
        marks.mark(values, "matrix_beside")


def _reads_state(marks: Marks, left: Node, right: Node) -> None:
    r"""The q_i of `q_i \sum_j k_j^\top v_j` and `\phi(q_i) (\sum_j \phi(k_j)^\top)`: a row before what is summed over transposed keys."""
    inside = unwrap(left.body) if isinstance(left, Fence) and left.opener == "(" else left
    total = unwrap(right.body) if isinstance(right, Fence) and right.opener == "(" else right
    if not is_symbol(inside) or word(bare(inside)) != "q" or not isinstance(total, BigOperator) or total.body is None:
        return
    turned = any(is_transposed(node) for node in every(Scripted, total.body))
    if turned and not KEYS.isdisjoint(texts(total.body)):
        marks.mark(left, "dotted")


def added_up(marks: Marks, left: Node, right: Node) -> Node | None:
    r"""The v_j of `W_O \sum_j \alpha_j v_j`, the x_j of `U_h (\sum_j x_j)`."""
    if not is_symbol(left) or word(bare(left)) not in WEIGHTS or is_transposed(left):
        return None
    total = unwrap(right.body) if isinstance(right, Fence) and right.opener == "(" else right
    if not isinstance(total, BigOperator) or total.operator != "sum" or total.body is None:
        return None
    values = marks.words.atoms(total.body)[-1]
    return values if is_plain_lower(values) and marks.occurrence(values).indices else None
