r"""`\min_\theta L(\theta)`, `\arg\max_w f(w)` state a problem; `\max_j s_j`, `\arg\max_k p(k)` are the largest of given values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.writing.nodes import children, every, texts, word
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import Juxtaposed, Letters, Product, Scripted, Sum
from vault_tools.errors import UnsupportedError

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.operators.ranges import Binding
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Expression, Index

OPTIMA = frozenset({"max", "min", "argmax", "argmin"})
TABLES = frozenset("pPqQrRT")
"""Letters whose brackets usually hold the choices of a table: `\\max_a Q(s, a)`."""

WITHOUT_VALUE = frozenset({"unsupported.unknown_function", "unsupported.distribution"})
"""What an objective that nobody computes holds: a function without a definition, an expectation without data."""


def read_objective(reader: Reader, body: Node, binding: Binding, *, named: bool) -> Value:
    """What is made large or small; `named`: over a set. NothingToCompute where its variable counts no entries of an array."""
    scripts = set(script_letters(body))
    if not named and any(_is_factor(index.name, body) for index in binding.indices):
        raise nothing()
    try:
        value = reader.read(body, binding.scope)
    except UnsupportedError as error:
        counted = any(letter in scripts for letter, index in binding.scope.indices.items() if index in binding.indices)
        if error.message.key in WITHOUT_VALUE and not counted:
            raise nothing() from error
        raise
    _refuse_problem(reader, binding, value.expression, scripts)
    return value


def _is_factor(letter: str, body: Node) -> bool:
    r"""The w of `\min_w \|Xw - y\|^2`, which is multiplied or added, and so no place in an array."""
    scripts = (script for node in every(Scripted, body) for script in (node.sub, node.sup) if script is not None)
    if any(letter in texts(script) for script in scripts):
        return False
    runs = (node.text for node in every(Letters, body))
    operands = (part for kind in (Juxtaposed, Product, Sum) for node in every(kind, body) for part in children(node))
    return any(letter in run and run != letter for run in runs) or any(word(part) == letter for part in operands)


def _refuse_problem(reader: Reader, binding: Binding, body: Expression, scripts: set[str]) -> None:
    letters = {index.name: letter for letter, index in binding.scope.indices.items()}
    for index in binding.indices:
        if index.name in reader.ranged or index.name in reader.unvalued:
            continue
        tables = _tables(body, index)
        if not tables or (letters[index.name] not in scripts and not _are_given(reader, letters[index.name], tables)):
            raise nothing()


def _tables(body: Expression, index: Index) -> set[str]:
    """Arrays in which the index selects an entry."""
    elements = (node for node in walk(body) if isinstance(node, tree.Element))
    chosen = (node for node in elements if any(_is_place(part, index) for at in node.at for part in walk(at)))
    return {str(getattr(node.array, "name", "")) for node in chosen}


def _is_place(node: Expression, index: Index) -> bool:
    return isinstance(node, tree.Position) and node.index.name == index.name


def _are_given(reader: Reader, letter: str, tables: set[str]) -> bool:
    """Tables whose entries the letter can count: declared ones, and the usual ones for a Latin letter."""
    small = len(letter.removesuffix("_prime")) == 1 and letter[0].islower()
    usual = small and all(name.split("_")[0] in TABLES for name in tables)
    return usual or all(reader.shapes.get(name) or name in reader.defaults for name in tables)
