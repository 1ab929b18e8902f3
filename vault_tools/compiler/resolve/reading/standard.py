r"""Functions that books call by the same word, `\mathrm{MSE}(y, z)`, `H(p)`, `\mathrm{sim}(x, y)`, where the note defines none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.definitions import apply_function
from vault_tools.compiler.resolve.reading.usual import usual_statements
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.nodes import base_of, cover, every, unwrap, word
from vault_tools.compiler.resolve.writing.scripts import is_symbol, is_upper
from vault_tools.compiler.syntax_tree import Name, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.scopes import Scope
    from vault_tools.compiler.syntax_tree import Fence, Node

ENTROPY = r"f(p) = -\sum_{i=1}^n p_i \log p_i"
CROSS_ENTROPY = r"f(p; q) = -\sum_{i=1}^n p_i \log q_i"
STANDARD = {
    ("MSE", 2): r"f(y; z) = \frac{1}{n} \sum_{i=1}^n (y_i - z_i)^2",
    ("RMSE", 2): r"f(y; z) = \sqrt{\frac{1}{n} \sum_{i=1}^n (y_i - z_i)^2}",
    ("MAE", 2): r"f(y; z) = \frac{1}{n} \sum_{i=1}^n |y_i - z_i|",
    ("sim", 2): r"f(x; y) = \frac{\sum_{i=1}^n x_i y_i}{\sqrt{\sum_{i=1}^n x_i^2} \sqrt{\sum_{i=1}^n y_i^2}}",
    ("H", 1): ENTROPY,
    ("H", 2): CROSS_ENTROPY,
    ("Entropy", 1): ENTROPY,
    ("CE", 2): CROSS_ENTROPY,
    ("JSD", 2): r"f(p; q) = \frac{1}{2} \sum_{i=1}^n \left(p_i \log\frac{2 p_i}{p_i + q_i} + q_i \log\frac{2 q_i}{p_i + q_i}\right)",
}
DISTRIBUTIONS = frozenset({"p", "q", "P", "Q", "pi", "y"})
"""Letters of distributions; H of anything else may be the entropy of a variable, whose distribution is not written."""


def standard(reader: Reader, atom: Node, text: str, bracket: Fence, nodes: tuple[Node, ...], scope: Scope) -> Value | None:
    """The value of a function that every book has; None for another word."""
    formula = STANDARD.get((text, len(nodes)))
    if formula is None or reader.sheet.defines(canonical(base_of(atom))):
        return None
    if text == "H" and not (_lists(bracket) and all(_is_distribution(node) for node in nodes)):
        return None
    if text == "sim" and not _has_temperature(scope):
        return None
    values = [_array(reader, node, scope) for node in nodes]
    for value, node in zip(values, nodes, strict=True):
        if value.rank != 1:
            raise reader.rank_error(value.expression, 1, node.span, text)
    reader.say("standard", name=text, formula=usual_name(text, len(nodes)))
    return apply_function(reader, usual_statements(formula)[0], values, cover((atom, bracket)))


def _has_temperature(scope: Scope) -> bool:
    r"""`\exp(\mathrm{sim}(x, y) / \tau)`: of contrastive losses; elsewhere sim is any similarity (Katharopoulos et al. 2020)."""
    return any(name.text == "tau" for side in scope.page.sides for name in every(Name, side))


def usual_name(text: str, count: int) -> str:
    """What the reading calls a function."""
    return {"H": "cross-entropy" if count == 2 else "entropy", "sim": "cosine similarity"}.get(text, text)


def _lists(bracket: Fence) -> bool:
    r"""`H(p)`, `H(p, q)`: no condition `H(Y|X)`."""
    body = unwrap(bracket.body)
    return not isinstance(body, Sequence) or set(body.separators) == {","}


def _is_distribution(node: Node) -> bool:
    base = base_of(node)
    return not is_symbol(node) or word(base) in DISTRIBUTIONS or (not is_upper(base) and word(base) is None)


def _array(reader: Reader, node: Node, scope: Scope) -> Value:
    r"""An argument; the `\pi` of `H(\pi)` is a distribution, not the number."""
    if word(node) == "pi" and "pi" not in scope.parameters:
        shape = reader.inputs["pi"].shape if "pi" in reader.inputs else (reader.sizes.fresh(),)
        reader.inputs.setdefault("pi", tree.Input(name="pi", shape=shape, span=node.span))
        return Value(tree.Input(name="pi", shape=shape, span=node.span), plain=True)
    return reader.read(node, scope)
