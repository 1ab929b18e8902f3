"""The usual slips: when a stated number does not hold, which changed formula would give it? Each slip changes the resolved tree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.normal import mapped
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handler import Function
from vault_tools.verify.exact import DIGITS, Evaluator
from vault_tools.verify.exact_numbers import CheckRoadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from vault_tools.verify.exact import Tensor

    Change = Callable[[tree.Expression], tree.Expression]

WEIGHTINGS = frozenset({"softmax"})
ANGLES = frozenset({"sin", "cos", "tan"})
LOGARITHMS = frozenset({"log", "ln"})


def _normalised(mp: Any, x: Any) -> Any:
    total = mp.fsum(x)
    return [value / total for value in x]


NORMALISE = Function("plain normalisation", (), "(n)->(n)", lambda x, axis=-1: x / x.sum(axis=axis, keepdims=True), _normalised)

# ---------------------------------------------------------------- one slip each: a node -> what the slip makes of it


def without_scale(node: tree.Expression) -> tree.Expression:
    """softmax(S/√d) computed as softmax(S)."""
    match node:
        case tree.Call(function=name, arguments=(tree.Divide(numerator=scores, denominator=root),)) if (
            name in WEIGHTINGS and not root.shape
        ):
            return replace(node, arguments=(scores,))
        case tree.Call(function=name, arguments=(tree.Multiply(factors=factors) as product,)) if name in WEIGHTINGS:
            kept = tuple(factor for factor in factors if factor.shape)
            return replace(node, arguments=(kept[0] if len(kept) == 1 else replace(product, factors=kept),)) if kept else node
        case tree.Divide(numerator=scores, denominator=tree.Power(base=tree.Size())) if scores.shape:
            return scores
    return node


def with_scale(node: tree.Expression) -> tree.Expression:
    """softmax(S) computed as softmax(S/√d), d the width of what S is made of."""
    match node:
        case tree.Call(function=name, arguments=(tree.MatMul(left=left) as scores,)) if name in WEIGHTINGS:
            root = tree.Power(base=tree.Size(dim=left.shape[-1]), exponent=tree.Number(value=Fraction(1, 2)))
            scaled = tree.Divide(numerator=scores, denominator=root, shape=scores.shape, indices=scores.indices)
            return replace(node, arguments=(scaled,))
    return node


def scaled_by_the_whole_width(node: tree.Expression) -> tree.Expression:
    """S/d_k computed instead of S/√d_k."""
    match node:
        case tree.Power(base=tree.Size() as size, exponent=tree.Number(value=value)) if value == Fraction(1, 2):
            return size
    return node


def other_axis(node: tree.Expression) -> tree.Expression:
    """Softmax over the columns computed over the rows, or the other way round."""
    match node:
        case tree.Call(function=name, axis=int(axis)) if name in WEIGHTINGS and len(node.shape) >= 2 and axis in {-1, -2}:
            return replace(node, axis=-3 - axis)
    return node


def without_softmax(node: tree.Expression) -> tree.Expression:
    """Plain normalisation: each number divided by the sum."""
    match node:
        case tree.Call(function=name) if name in WEIGHTINGS:
            return replace(node, function=NORMALISE.name)
    return node


def softmax_left_out(node: tree.Expression) -> tree.Expression:
    """The scores themselves instead of their softmax."""
    match node:
        case tree.Call(function=name, arguments=(scores,)) if name in WEIGHTINGS:
            return scores
    return node


def in_degrees(node: tree.Expression) -> tree.Expression:
    """Sin of radians computed as of degrees."""
    match node:
        case tree.Call(function=name, arguments=(x,)) if name in ANGLES:
            degree = tree.Divide(numerator=tree.Constant(name="pi"), denominator=tree.Number(value=Fraction(180)))
            return replace(node, arguments=(tree.Multiply(factors=(x, degree), shape=x.shape, indices=x.indices),))
    return node


def in_radians(node: tree.Expression) -> tree.Expression:
    """Sin of degrees computed as of radians."""
    match node:
        case tree.Call(function=name, arguments=(tree.Multiply(factors=(x, tree.Divide(numerator=tree.Constant(name="pi")))),)) if (
            name in ANGLES
        ):
            return replace(node, arguments=(x,))
    return node


def decimal_logarithm(node: tree.Expression) -> tree.Expression:
    """The logarithm to base 10 instead of the natural one."""
    return _logarithm(node, 10)


def binary_logarithm(node: tree.Expression) -> tree.Expression:
    """The logarithm to base 2 instead of the natural one."""
    return _logarithm(node, 2)


def _logarithm(node: tree.Expression, base: int) -> tree.Expression:
    match node:
        case tree.Call(function=name) if name in LOGARITHMS:
            below = replace(node, arguments=(tree.Number(value=Fraction(base)),), shape=(), indices=())
            return tree.Divide(numerator=node, denominator=below, shape=node.shape, indices=node.indices)
    return node


def without_transpose(node: tree.Expression) -> tree.Expression:
    """A transposition forgotten (only where the sizes allow it)."""
    return node.operand if isinstance(node, tree.Transpose) else node


def transposed_on_the_other_side(node: tree.Expression) -> tree.Expression:
    """XᵀX computed instead of XXᵀ, or the other way round (for square matrices; else the shapes tell)."""
    match node:
        case tree.MatMul(left=tree.Transpose(operand=left), right=right) if len(right.shape) == 2 and not isinstance(right, tree.Transpose):
            turned = tree.Transpose(operand=right, shape=right.shape[::-1], indices=right.indices)
            return replace(node, left=left, right=turned, shape=(left.shape[0], right.shape[0]))
        case tree.MatMul(left=left, right=tree.Transpose(operand=right)) if len(left.shape) == 2:
            turned = tree.Transpose(operand=left, shape=left.shape[::-1], indices=left.indices)
            return replace(node, left=turned, right=right, shape=(left.shape[1], right.shape[1]))
    return node


SLIPS: tuple[tuple[str, Change], ...] = (
    ("slip.without_scale", without_scale),
    ("slip.with_scale", with_scale),
    ("slip.whole_width", scaled_by_the_whole_width),
    ("slip.other_axis", other_axis),
    ("slip.plain_normalisation", without_softmax),
    ("slip.softmax_left_out", softmax_left_out),
    ("slip.degrees", in_degrees),
    ("slip.radians", in_radians),
    ("slip.decimal_logarithm", decimal_logarithm),
    ("slip.binary_logarithm", binary_logarithm),
    ("slip.without_transpose", without_transpose),
    ("slip.other_side_transposed", transposed_on_the_other_side),
)


def slipped(
    program: tree.Program, side: tree.Expression, inputs: Mapping[str, Any], sizes: Mapping[str, int], vocabulary: Vocabulary
) -> Iterator[tuple[str, Tensor]]:
    """(slip, value of `side` with it) for each slip that changes the formula and can be computed."""
    words = Vocabulary({**vocabulary.functions, NORMALISE.name: NORMALISE}, vocabulary.families, vocabulary.symbols)
    for key, change in SLIPS:
        changed = everywhere(side, change)
        bindings = tuple(replace(binding, body=everywhere(binding.body, change)) for binding in program.bindings)
        if changed is side and all(new.body is old.body for new, old in zip(bindings, program.bindings, strict=True)):
            continue
        try:
            yield key, Evaluator(replace(program, bindings=bindings), inputs, sizes, words, DIGITS[0]).tensor(changed, program.indices)
        except (CheckRoadError, ValueError, IndexError):  # this slip fits no sizes of this formula
            continue


def everywhere(node: tree.Expression, change: Change) -> tree.Expression:
    """The tree with a change made at every node, inside first; itself where nothing changes."""
    return change(mapped(node, lambda child: everywhere(child, change)))
