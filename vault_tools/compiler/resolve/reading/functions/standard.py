r"""Functions that books call by the same word, `\mathrm{MSE}(y, z)`, `H(p)`, `B(\alpha, \beta)`, where the note defines none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.reading.functions.of_note import apply_function
from vault_tools.compiler.resolve.reading.functions.usual import usual_statements
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import base_of, cover, every, has_condition, number_of, walk, word
from vault_tools.compiler.syntax_tree import Accented, Letters, Name, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
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
SYMBOLS_OF_BETA = frozenset({"alpha", "beta", "a", "b"})
USUAL_NAMES = {("sim", 2): "cosine similarity", ("H", 1): "entropy", ("H", 2): "cross-entropy"}
"""What the reading calls a function whose own word says less."""
ACTIVATIONS = frozenset({"softmax", "sigma", "sigmoid"})
DISTRIBUTION_LETTERS = frozenset({"p", "q", "P", "Q", "pi", "y"})
"""Of anything else H may be the entropy of a variable, whose distribution is not written."""


def standard(reader: Reader, atom: Node, text: str, bracket: Fence, nodes: tuple[Node, ...], scope: Scope) -> Value | None:
    """The value of a function that every book has; None for another word."""
    formula = STANDARD.get((text, len(nodes)))
    if formula is None or reader.sheet.defines(canonical(base_of(atom))):
        return None
    if text == "H" and (has_condition(bracket) or not all(map(_is_distribution, nodes))):
        return None
    if text == "sim" and not _has_temperature(scope):
        return None
    values = [_array(reader, node, scope) for node in nodes]
    for value, node in zip(values, nodes, strict=True):
        if value.rank != 1:
            raise reader.rank_error(value.expression, 1, node.span, text)
    if text == "CE" and _is_predicted(nodes[0]) and not _is_predicted(nodes[1]):
        values.reverse()
    reader.say("standard", name=text, formula=USUAL_NAMES.get((text, len(nodes)), text))
    return apply_function(reader, usual_statements(formula)[0], values, cover((atom, bracket)))


def beta(reader: Reader, text: str, nodes: tuple[Node, ...], scope: Scope, place: Node) -> Value | None:
    r"""`B(\alpha, \beta)`: Euler's beta function, by the letters of its arguments; None for any other B."""
    letters = {word(inner) for node in nodes for inner in walk(node)} - {None}
    if text != "B" or len(nodes) != 2 or not letters <= SYMBOLS_OF_BETA or not letters:
        return None
    if scope.declared("B") or reader.sheet.defines("B"):
        return None
    reader.say("beta_function")
    return Value(
        reader.build.elementwise(named(reader, "beta_function", place), [reader.scalar(node, scope) for node in nodes], place.span)
    )


def _has_temperature(scope: Scope) -> bool:
    r"""`\exp(\mathrm{sim}(x, y) / \tau)`: of contrastive losses; elsewhere sim is any similarity (Katharopoulos et al. 2020)."""
    return any(name.text == "tau" for side in scope.page.sides for name in every(Name, side))


def _is_predicted(node: Node) -> bool:
    r"""`\hat{y}`, `\mathrm{softmax}(z)`: what a model gives, of which a cross-entropy takes the logarithm wherever it stands."""
    hatted = any(accented.accent == "hat" for accented in every(Accented, node))
    return hatted or any(word(inner) in ACTIVATIONS for kind in (Name, Letters) for inner in every(kind, node))


def _is_distribution(node: Node) -> bool:
    base = base_of(node)
    if isinstance(node, Sum) and any(number_of(term) is not None for term in node.operands):
        return False  # `H(n - 1)`: a harmonic number
    return not is_symbol(node) or word(base) in DISTRIBUTION_LETTERS or (not is_upper(base) and word(base) is None)


def _array(reader: Reader, node: Node, scope: Scope) -> Value:
    r"""An argument; the `\pi` of `H(\pi)` is a distribution, not the number."""
    if word(node) == "pi" and "pi" not in scope.parameters:
        shape = reader.inputs["pi"].shape if "pi" in reader.inputs else (reader.sizes.fresh(),)
        reader.inputs.setdefault("pi", tree.Input(name="pi", shape=shape, span=node.span))
        return Value(tree.Input(name="pi", shape=shape, span=node.span), plain=True)
    return reader.read(node, scope)
