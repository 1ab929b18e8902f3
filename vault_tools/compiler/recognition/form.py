r"""What a formula is up to its names: one text for `y = Wx + b` and `z = b' + Av`, so that the same formula of many notes is known again.

The normal form (normal.py) with its symbols, sizes and indices numbered in the order of their first appearance. Definitions of other
formulas are not put in: a formula is what stands on its own line. Terms and factors are ordered by what is left without names.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped
from vault_tools.compiler.recognition.normal import Normaliser, TooLargeError

_LEFT_OUT = frozenset({"span", "written", "shape", "indices"})
"""Fields that follow from the others, or say only how something was written."""


def form(program: tree.Program) -> str:
    """The text; "" for a formula that is unreasonably large. Equal texts: equal formulas up to names. The converse holds but for ties."""
    try:
        result = Normaliser(program.bindings).normal(_opaque(program.result))
    except TooLargeError:
        return ""
    return f"{len(program.indices)}:{_Numbered().text(result)}"


def _opaque(node: tree.Expression) -> tree.Expression:
    """Values of other definitions as symbols."""
    if isinstance(node, tree.Local):
        return tree.Input(name=node.name, shape=node.shape, indices=node.indices)
    return mapped(node, _opaque)


@dataclass(slots=True)
class _Numbered:
    """Writes a tree with its names numbered as they come; `nameless`: without any name, for ordering."""

    nameless: bool = False
    numbers: dict[str, int] = field(default_factory=dict)

    def text(self, node: Any) -> str:
        match node:
            case tree.Input(name=name, shape=shape):
                return f"{self._number('x', name)}/{len(shape)}"
            case tree.Identity(shape=shape) | tree.Full(shape=shape):
                return f"{type(node).__name__}({self._sizes(shape)},{getattr(node, 'value', '')})"
            case tree.Add(terms=parts) | tree.Multiply(factors=parts):
                return f"{type(node).__name__}({','.join(map(self.text, sorted(parts, key=_nameless)))})"
            case tree.Expression():
                inside = (getattr(node, part.name) for part in fields(node) if part.name not in _LEFT_OUT)
                return f"{type(node).__name__}({','.join(map(self.text, inside))})"
            case tree.Index(name=name, start=start):
                return f"{self._number('i', name)}+{start}"
            case tree.Dim():
                return self._sizes((node,))
            case tuple():
                return f"[{','.join(map(self.text, node))}]"
        return str(node)

    def _number(self, kind: str, name: str) -> str:
        return kind if self.nameless else f"{kind}{self.numbers.setdefault(kind + name, len(self.numbers))}"

    def _sizes(self, shape: tuple[tree.Dim, ...]) -> str:
        return "×".join(
            "+".join(f"{count}{''.join(self._number('n', name) for name in names)}" for names, count in dim.terms) or "0" for dim in shape
        )


def _nameless(node: tree.Expression) -> str:
    return _Numbered(nameless=True).text(node)
