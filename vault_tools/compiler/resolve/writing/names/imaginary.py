r"""The letter i of `e^{i\theta}` is the imaginary unit, no input: complex numbers are refused rather than computed with a real i."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.errors import UnsupportedError
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from vault_tools.compiler.tree import Expression

IMAGINARY = frozenset({"i", "j"})
"""Letters that may be the imaginary unit."""
ANGLES = frozenset({"theta", "omega", "phi", "varphi"})


def refuse_complex(nodes: Iterable[Expression], given: Collection[str]) -> None:
    """UnsupportedError where i (or j beside an angle) stands in an exponent of e or before a sine; `given` names are what they are."""
    for root in nodes:
        for node in walk(root):
            unit = _unit(node) or (_of_number(node) if node is root else None)
            if unit is not None and unit.name not in given:
                raise UnsupportedError(message("unsupported.complex", name=unit.name), node.span)


def _unit(node: Expression) -> tree.Input | None:
    r"""The imaginary unit of an exponential, of `i \sin x` or of `i (a \sin x + b \cos x)`."""
    match node:
        case tree.Power(base=tree.Constant(name="e"), exponent=inside) | tree.Call(function="exp", arguments=(inside,)):
            return _inside(inside)
        case tree.Multiply(factors=factors) if any(_waves(factor) for factor in factors):
            return next((f for f in factors if isinstance(f, tree.Input) and f.name in IMAGINARY and not f.shape), None)
        case _:
            return None


def _of_number(value: Expression) -> tree.Input | None:
    """The i of `3 + 4i`, `2 - 5i`; that of `1 + ni` is a rate of interest."""
    match value:
        case tree.Add(terms=(tree.Number(), last)):
            product = last.operand if isinstance(last, tree.Negate) else last
        case _:
            return None
    match product:
        case tree.Multiply(factors=(tree.Number(), tree.Input(name="i", shape=()) as unit)):
            return unit
        case _:
            return None


def _waves(factor: Expression) -> bool:
    """A sine, or a sum with one."""
    return any(isinstance(part, tree.Call) and part.function == "sin" for part in walk(factor))


def _inside(exponent: Expression) -> tree.Input | None:
    found = list(walk(exponent))
    angle = any((isinstance(x, tree.Constant) and x.name == "pi") or (isinstance(x, tree.Input) and x.name in ANGLES) for x in found)
    units = (x for x in found if isinstance(x, tree.Input) and (x.name == "i" or (x.name == "j" and angle and not x.shape)))
    return next(units, None)
