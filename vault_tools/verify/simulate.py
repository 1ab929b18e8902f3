r"""Statements about chance, `\mathrm{Var}(q \cdot k) = d_k`, by a seeded simulation: components are independent standard normal numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler.formula import CompiledFormula
from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.resolve.nodes import unwrap, word
from vault_tools.compiler.resolve.statements import split
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import BigOperator, Display, Fence, Juxtaposed, Node, Styled
from vault_tools.errors import FormulaError, NothingToCompute
from vault_tools.model import Claim, message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vault_tools.compiler import tree
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.verify.scope import NoteScope

DRAWS = 2_000
SIZES = (4, 16)
"""Two widths: a statement must hold for both (d_k and d_k squared differ in one already)."""
DEVIATIONS = 5.0
"""Half width of the confidence interval in standard errors: a true statement fails once in a million times."""
STATISTICS = {"var": "variance", "variance": "variance", "e": "mean", "mean": "mean", "std": "deviation"}


@dataclass(frozen=True, slots=True)
class Statement:
    """A statistic of an expression (its LaTeX), and what the note says it is."""

    statistic: str
    expression: str
    stated: str


def statements(latex: str, display: Display) -> Iterator[Statement]:
    """Equations of a display whose left side is a variance, mean or standard deviation of something."""
    for statement in split(display):
        if len(statement.sides) < 2 or statement.signs[0] not in {"=", "≈"}:
            continue
        found = _statistic(unwrap(statement.sides[0]))
        if found is not None:
            statistic, body = found
            yield Statement(statistic, _text(latex, body), _text(latex, statement.sides[-1]))


def _text(latex: str, node: Node) -> str:
    return latex[node.span.start : node.span.end]


def _statistic(side: Node) -> tuple[str, Node] | None:
    match side:
        case Juxtaposed(items=(name, Fence(body=body))):
            kind = STATISTICS.get(_name(name).lower())
            return (kind, body) if kind else None
        case BigOperator(operator="E", body=body) if body is not None:
            inner = unwrap(body)
            return "mean", inner.body if isinstance(inner, Fence) else inner
    return None


def _name(node: Node) -> str:
    node = unwrap(node)
    return _name(node.body) if isinstance(node, Styled) else word(node) or ""


def simulated(scope: NoteScope, position: int) -> tuple[Claim, ...]:
    """A claim for each statement about chance whose expression is made of vectors; others are not told."""
    display = scope.displays[position]
    if not isinstance(display, Display):
        return ()
    latex = scope.note.formulas[position].latex
    claims = (_claim(statement, scope) for statement in statements(latex, display))
    return tuple(claim for claim in claims if claim is not None)


def _claim(statement: Statement, scope: NoteScope) -> Claim | None:
    expression, stated = (_program(latex, scope.vocabulary) for latex in (statement.expression, statement.stated))
    if expression is None or stated is None or expression.shape or not any(parameter.shape for parameter in expression.inputs):
        return None
    if any(parameter.shape for parameter in stated.inputs):
        return None
    results = [_at(size, statement.statistic, expression, stated, scope.vocabulary) for size in SIZES]
    found = [result for result in results if result is not None]
    if len(found) != len(results):
        return None
    wanted, got, held = found[-1]
    text = f"{statement.statistic} of {statement.expression.strip()} = {statement.stated.strip()}"
    remark = message("claim.simulated", draws=DRAWS, width=SIZES[-1])
    return Claim(text, wanted, got, all(one[2] for one in found) and held, remark)


def _program(latex: str, vocabulary: Vocabulary) -> tree.Program | None:
    try:
        return resolve(parse(latex), Context.read(), vocabulary)
    except (FormulaError, NothingToCompute):
        return None


def _at(
    size: int, statistic: str, expression: tree.Program, stated: tree.Program, vocabulary: Vocabulary
) -> tuple[float, float, bool] | None:
    """(stated, measured, within the interval) where every open size is `size`."""
    sizes = {name: size for dim in _dims(expression) for name in dim.names}
    wanted = _stated_value(stated, size, vocabulary)
    if wanted is None or not sizes:
        return None
    draws = _draws(expression, sizes, vocabulary)
    measured, error = MEASURES[statistic](draws)
    return wanted, measured, abs(measured - wanted) <= DEVIATIONS * error


def _dims(program: tree.Program) -> list[tree.Dim]:
    return [dim for parameter in program.inputs for dim in parameter.shape]


def _stated_value(stated: tree.Program, size: int, vocabulary: Vocabulary) -> float | None:
    """The stated side with each of its symbols as the width (`d_k`, `d`)."""
    names = {parameter.name: float(size) for parameter in stated.inputs}
    return float(CompiledFormula(stated, vocabulary)(**names)) if len(names) <= 1 else None


def _draws(program: tree.Program, sizes: Mapping[str, int], vocabulary: Vocabulary) -> Any:
    """Values of the expression for independent standard normal inputs."""
    source = np.random.RandomState(0)
    formula = CompiledFormula(program, vocabulary)
    shapes = {parameter.name: tuple(dim.value(dict(sizes)) for dim in parameter.shape) for parameter in program.inputs}
    fixed = {name: float(sizes.get(name, 1)) for name, shape in shapes.items() if not shape}
    return np.array(
        [formula(**fixed, **{name: source.standard_normal(shape) for name, shape in shapes.items() if shape}) for _ in range(DRAWS)]
    )


def _variance(draws: Any) -> tuple[float, float]:
    """The variance and its standard error, from the fourth moment."""
    centred = draws - draws.mean()
    variance = float(np.mean(centred**2))
    return variance, float(np.sqrt(max(np.mean(centred**4) - variance**2, 0.0) / draws.size))


def _mean(draws: Any) -> tuple[float, float]:
    return float(draws.mean()), float(draws.std() / np.sqrt(draws.size))


def _deviation(draws: Any) -> tuple[float, float]:
    variance, error = _variance(draws)
    return float(np.sqrt(variance)), error / (2 * float(np.sqrt(variance)) or 1.0)


MEASURES = {"variance": _variance, "mean": _mean, "deviation": _deviation}
