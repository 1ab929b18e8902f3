"""The usual slips: when a stated number does not hold, which changed formula would give it? Each slip changes the resolved tree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped, walk
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handler import Function
from vault_tools.model import Fork
from vault_tools.verify.exact.evaluation import DIGITS, Evaluator
from vault_tools.verify.exact.numbers import CheckRoadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from vault_tools.verify.exact.evaluation import Tensor

    Change = Callable[[tree.Expression], tree.Expression]

WEIGHTINGS = frozenset({"softmax"})
ANGLES = frozenset({"sin", "cos", "tan"})
LOGARITHMS = frozenset({"log", "ln", "log2", "log10"})
HALF = Fraction(1, 2)
ONE = tree.Number(value=Fraction(1))


def _normalised(mp: Any, x: Any) -> Any:
    total = mp.fsum(x)
    return [value / total for value in x]


NORMALISE = Function("plain normalisation", (), "(n)->(n)", lambda x, axis=-1: x / x.sum(axis=axis, keepdims=True), _normalised)

# ---------------------------------------------------------------- one slip each: a node -> what the slip makes of it


def without_scale(node: tree.Expression) -> tree.Expression:
    """softmax(S/√d) computed as softmax(S)."""
    return _undivided(node) if any(_is_root(inner) or isinstance(inner, tree.MatMul) for inner in walk(node)) else node


def without_divisor(node: tree.Expression) -> tree.Expression:
    """softmax(z/T) computed as softmax(z)."""
    return _undivided(node)


def _is_root(node: tree.Expression) -> bool:
    match node:
        case tree.Power(exponent=tree.Number(value=value)):
            return bool(value == HALF)
        case tree.Call(function="sqrt"):
            return True
    return False


def _undivided(node: tree.Expression) -> tree.Expression:
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
        case tree.Power(base=tree.Size() as size, exponent=tree.Number(value=value)) if value == HALF:
            return size
        case tree.Divide(denominator=tree.Power(base=width, exponent=tree.Number(value=value))) if value == HALF and node.shape:
            return replace(node, denominator=width)
    return node


def without_root(node: tree.Expression) -> tree.Expression:
    """What stands under the root instead of the root."""
    match node:
        case tree.Power(base=base, exponent=tree.Number(value=value)) if value == HALF:
            return base
        case tree.Call(function="sqrt", arguments=(base,)):
            return base
    return node


# ---------------------------------------------------------------- a variance of the sample, or of the population


def other_divisor(node: tree.Expression) -> tree.Expression:
    """A sum of squares divided by n - 1 instead of n, or the other way round."""
    match node:
        case tree.Multiply(factors=(tree.Divide(numerator=tree.Number(value=one)) as share, total)) if one == 1 and _is_of_squares(total):
            return replace(node, factors=(replace(share, denominator=_one_off(share.denominator)), total))
        case tree.Divide(numerator=total, denominator=count) if _is_of_squares(total):
            return replace(node, denominator=_one_off(count))
    return node


def of_the_sample(node: tree.Expression) -> tree.Expression:
    """The variance or deviation of a sample where the formula has the word alone."""
    match node:
        case tree.Call(function="var" | "std" as name, arguments=(x,)) if x.shape and node.axis is not None:
            return _of_the_sample(node, x.shape[node.axis], HALF if name == "std" else Fraction(1))
    return node


def _is_of_squares(node: tree.Expression) -> bool:
    match node:
        case tree.Reduce(operator="sum", body=body):
            return _is_square(body)
        case tree.Add(terms=terms):
            return all(map(_is_square, terms))
    return False


def _is_square(node: tree.Expression) -> bool:
    return isinstance(node, tree.Power) and isinstance(node.exponent, tree.Number) and node.exponent.value == 2


def _one_off(count: tree.Expression) -> tree.Expression:
    """`n - 1` for n, n for `n - 1`."""
    match count:
        case tree.Add(terms=(whole, tree.Number(value=value))) if value == -1:
            return whole
        case tree.Number(value=value):
            return tree.Number(value=value - 1)
    return tree.Add(terms=(count, tree.Number(value=Fraction(-1))))


def _of_the_sample(node: tree.Expression, size: tree.Dim, power: Fraction) -> tree.Expression:
    """The variance (power 1) or deviation (1/2) of the population, turned into that of the sample: times (n / (n - 1))^power."""
    count = tree.Size(dim=size)
    ratio = tree.Divide(numerator=count, denominator=_one_off(count))
    scale = ratio if power == 1 else tree.Power(base=ratio, exponent=tree.Number(value=power))
    return tree.Multiply(factors=(node, scale), shape=node.shape, indices=node.indices)


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


def natural_logarithm(node: tree.Expression) -> tree.Expression:
    """The natural logarithm instead of one to another base."""
    return replace(node, function="log") if isinstance(node, tree.Call) and node.function in {"log2", "log10"} else node


def _logarithm(node: tree.Expression, base: int) -> tree.Expression:
    match node:
        case tree.Call(function=name) if name in LOGARITHMS - {f"log{base}"}:
            natural = replace(node, function="log")
            below = replace(natural, arguments=(tree.Number(value=Fraction(base)),), shape=(), indices=())
            return tree.Divide(numerator=natural, denominator=below, shape=node.shape, indices=node.indices)
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


def entry_by_entry(node: tree.Expression) -> tree.Expression:
    """The product of the entries instead of the cross product."""
    match node:
        case tree.Call(function="cross_product", arguments=factors):
            return tree.Multiply(factors=factors, shape=node.shape, indices=node.indices)
    return node


def factors_swapped(node: tree.Expression) -> tree.Expression:
    """B × a instead of a × b."""
    match node:
        case tree.Call(function="cross_product", arguments=(left, right)):
            return replace(node, arguments=(right, left))
    return node


def mixed_number(node: tree.Expression) -> tree.Expression:
    r"""`2\frac{1}{2}` as two and a half."""
    if not isinstance(node, tree.Multiply):
        return node
    factors: list[tree.Expression] = []
    for factor in node.factors:
        if factors and _is_mixed(factors[-1], factor):
            factors[-1] = tree.Add(terms=(factors[-1], factor))
        else:
            factors.append(factor)
    if len(factors) == len(node.factors):
        return node
    return factors[0] if len(factors) == 1 else replace(node, factors=tuple(factors))


def _is_mixed(whole: tree.Expression, part: tree.Expression) -> bool:
    """A whole number with a proper fraction right behind it, no sign between."""
    match whole, part:
        case tree.Number(written=digits), tree.Divide(numerator=tree.Number(value=above) as first, denominator=tree.Number(value=below)):
            proper = 0 < above < below and above.denominator == below.denominator == 1
            return proper and digits.isdigit() and first.span.start - whole.span.end <= len(r"\dfrac{")
    return False


def counted_from_one(node: tree.Expression) -> tree.Expression:
    """The position that arg max gives, counted from 1 as indices are."""
    match node:
        case tree.Reduce(operator="argmax" | "argmin"):
            return tree.Add(terms=(node, ONE), shape=node.shape, indices=node.indices)
    return node


def of_the_matrix(node: tree.Expression) -> tree.Expression:
    """The exponential of a square matrix instead of those of its entries."""
    match node:
        case tree.Call(function="exp", arguments=(x,)) | tree.Power(base=tree.Constant(name="e"), exponent=x) if len(x.shape) == 2:
            return tree.Call(function="expm", arguments=(x,), shape=node.shape, indices=node.indices)
    return node


CONVENTIONS = frozenset({"claim.of_the_sample", "claim.mixed_number", "claim.counted_from_one", "claim.of_the_matrix"})
"""No slips: what the note does not settle the meaning of. What fits one of its meanings is not wrong."""
MEANT = {
    "slip.decimal_logarithm": (Fork.BASE_OF_LOGARITHM, "claim.decimal_log"),
    "slip.binary_logarithm": (Fork.BASE_OF_LOGARITHM, "claim.binary_log"),
    "slip.natural_logarithm": (Fork.BASE_OF_LOGARITHM, "claim.natural_log"),
    "slip.other_axis": (Fork.AXIS_OF_WEIGHTS_BEHIND, "claim.over_rows"),
}
"""What is no slip either where the formula leaves just this open, and what is said of it then."""
SLIPS: tuple[tuple[str, Change], ...] = (
    ("slip.without_scale", without_scale),
    ("slip.without_divisor", without_divisor),
    ("slip.with_scale", with_scale),
    ("slip.whole_width", scaled_by_the_whole_width),
    ("slip.other_axis", other_axis),
    ("slip.plain_normalisation", without_softmax),
    ("slip.softmax_left_out", softmax_left_out),
    ("slip.degrees", in_degrees),
    ("slip.radians", in_radians),
    ("slip.decimal_logarithm", decimal_logarithm),
    ("slip.binary_logarithm", binary_logarithm),
    ("slip.natural_logarithm", natural_logarithm),
    ("slip.other_divisor", other_divisor),
    ("claim.of_the_sample", of_the_sample),
    ("claim.mixed_number", mixed_number),
    ("claim.counted_from_one", counted_from_one),
    ("claim.of_the_matrix", of_the_matrix),
    ("slip.without_root", without_root),
    ("slip.without_transpose", without_transpose),
    ("slip.other_side_transposed", transposed_on_the_other_side),
    ("slip.entry_by_entry", entry_by_entry),
    ("slip.factors_swapped", factors_swapped),
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
