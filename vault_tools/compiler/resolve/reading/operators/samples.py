r"""Sums whose terms leave the letter of their range out: `\sum_{i=1}^n (y - \hat y)^2` is over samples, `\sum_{i=1}^n c` is n times c."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.parts import walk
from vault_tools.compiler.resolve.reading.arithmetic.over_entries import over_all
from vault_tools.compiler.resolve.writing.indices.summed import CONSTANTS, OF_SAMPLES
from vault_tools.compiler.resolve.writing.names.scripts import MEASURES

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.operators.ranges import Binding
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.syntax_tree import BigOperator

FIXED = CONSTANTS - OF_SAMPLES | {"k"}
"""Letters of constants and counts."""
OF_ALL = frozenset({"bar", "max", "min"})
"""What a name ends with that is one number for all samples."""


def over_samples(reader: Reader, operator: tree.Reduction, binding: Binding, value: Value, node: BigOperator) -> Value | None:
    """The sum of terms that carry no letter of the range; None where they are the same term each time, or carry it.

    UnsupportedError: what the terms are made of may be different for each sample, and is no list of that length.
    """
    body = value.expression
    if operator not in ("sum", "product") or not binding.indices or any(index.name in body.indices for index in binding.indices):
        return None
    index = binding.indices[0]
    arrays, numbers = _inputs(body)
    varying = [name for name in numbers if not _is_fixed(reader, name, binding.scope)] or _errors(body)
    if not arrays and not varying:
        if not isinstance(body, tree.Number):
            reader.say("same_term", index=index.letter)
        return None
    listed = value.rank == 1 and len(binding.indices) == 1 and not binding.conditions
    if varying or not listed or not all(_is_listed(reader, name, binding.scope) for name in arrays):
        raise reader.unsupported("letter_left_out", node.span, hint="letter_left_out_hint", index=index.letter, name=(*varying, *arrays)[0])
    reader.sizes.unify(body.shape[0], index.size)
    reader.say("samples", index=index.letter, names=", ".join(arrays))
    return over_all(reader, operator, value, node.span)


def _inputs(body: tree.Expression) -> tuple[list[str], list[str]]:
    """The names of arrays and of numbers that a term is made of."""
    named = {part.name: part.shape for part in walk(body) if isinstance(part, tree.Input | tree.Local)}
    return [name for name, shape in named.items() if shape], [name for name, shape in named.items() if not shape]


def _errors(body: tree.Expression) -> list[str]:
    r"""The e of `\sum_{i=1}^n e^2` is more likely an error than Euler's number."""
    powers = [part.base for part in walk(body) if isinstance(part, tree.Power) and isinstance(part.exponent, tree.Number)]
    return [part.name for part in (body, *powers) if isinstance(part, tree.Constant) and part.name == "e"]


def _is_fixed(reader: Reader, name: str, scope: Scope) -> bool:
    r"""One number for all samples: `\sigma`, `c`, `\bar x`, `x_1`, `x_{\max}`, a number that is declared or given."""
    base, *labels = name.rstrip("_").split("_")
    if scope.is_number(name) or scope.rank(name) == 0 or name in reader.defaults:
        return True
    last = labels[-1] if labels else ""
    return last.isdigit() or last in OF_ALL or (base in GREEK or base in FIXED if not labels else base in MEASURES)


def _is_listed(reader: Reader, name: str, scope: Scope) -> bool:
    """One number for each sample: a list that is declared, or a letter for what varies that no font makes one vector."""
    marks = reader.sheet.hints(scope.page.entry).get(name, ())
    return bool(scope.rank(name)) or (("summed", 0) in marks and ("bold", 0) not in marks)
