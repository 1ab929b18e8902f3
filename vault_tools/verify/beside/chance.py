r"""Statements about chance, `\mathrm{Var}(q \cdot k) = d_k`, by a seeded simulation: components are independent standard normal numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import runtime
from vault_tools.compiler.formula import CompiledFormula
from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.resolve.writing.nodes import unwrap, word
from vault_tools.compiler.resolve.writing.statements.splitting import split
from vault_tools.compiler.syntax_tree import BigOperator, Display, Fence, Juxtaposed, Node, Number, Styled, Sum
from vault_tools.errors import FormulaError, NothingToCompute
from vault_tools.model import Claim, message
from vault_tools.verify.beside.spread import WIDTH
from vault_tools.verify.recognise import recognise

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from vault_tools.compiler import tree
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handler import Family
    from vault_tools.verify.scope import NoteScope

DRAWS = 4_000
SIZES = (4, WIDTH)
"""Two widths: a statement must hold for both (d_k and d_k squared differ in one already)."""
DEVIATIONS = 5.0
"""Half width of the confidence interval in standard errors: a true statement fails once in a million times."""
SIZE_NAME = re.compile(r"[dDnNm](_|$)")
"""Names that stand for a width."""
STATISTICS = {"var": "variance", "variance": "variance", "e": "mean", "mean": "mean", "std": "deviation"}


@dataclass(frozen=True, slots=True)
class Statement:
    """A statistic of an expression, and what the note says it is; `text` as written."""

    statistic: str
    expression: Node
    stated: Node
    text: str


def statements(latex: str, display: Display) -> Iterator[Statement]:
    """Equations of a display whose left side is a variance, mean or standard deviation of something."""
    for statement in split(display):
        if len(statement.sides) < 2 or statement.signs[0] not in {"=", "≈"}:
            continue
        found = _statistic(unwrap(statement.sides[0]))
        if found is not None:
            yield Statement(*found, statement.sides[-1], latex[statement.span.start : statement.span.end].strip())


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
    claims = (_claim(statement, scope.vocabulary) for statement in statements(scope.note.formulas[position].latex, display))
    return tuple(claim for claim in claims if claim is not None)


def family_of(scope: NoteScope, position: int) -> Family | None:
    """The family that knows the first statement about chance of a display."""
    display = scope.displays[position]
    for statement in statements(scope.note.formulas[position].latex, display) if isinstance(display, Display) else ():
        plain = _program(statement.expression, scope.vocabulary)
        program = _program(statement.expression, scope.vocabulary, _vectors(plain, SIZES[0])) if plain is not None else None
        recognition = recognise(program, scope.vocabulary, statement.statistic) if program is not None else None
        return recognition.family if recognition is not None else None
    return None


def _vectors(program: tree.Program, size: int, numbers: Collection[str] = ()) -> dict[str, tuple[int, ...]]:
    """Shapes of the inputs: vectors of the width, except what stands for a number."""
    return {p.name: () if p.name in numbers or SIZE_NAME.match(p.name) else (size,) for p in program.inputs}


def _claim(statement: Statement, vocabulary: Vocabulary) -> Claim | None:
    stated = _program(_as_sum(statement.stated), vocabulary)
    expression = _program(statement.expression, vocabulary)
    if stated is None or expression is None or any(p.shape or not SIZE_NAME.match(p.name) for p in stated.inputs):
        return None
    numbers = {parameter.name for parameter in stated.inputs}
    results = []
    for size in SIZES:
        program = _program(statement.expression, vocabulary, _vectors(expression, size, numbers))
        wanted = _stated_value(stated, size, vocabulary)
        if program is None or program.shape or wanted is None or not any(parameter.shape for parameter in program.inputs):
            return None
        measured, error = MEASURES[statement.statistic](_draws(program, size, vocabulary))
        results.append((wanted, measured, abs(measured - wanted) <= DEVIATIONS * error))
    wanted, measured, _ = results[-1]
    remark = message("claim.simulated", draws=DRAWS, width=SIZES[-1])
    return Claim(statement.text, wanted, round(measured, 3), all(held for _, _, held in results), remark)


def _as_sum(node: Node) -> Node:
    """The side as something to compute, also where it is a name alone."""
    return Sum(node.span, (("+", node), ("+", Number(node.span, "0", "0"))))


def _program(node: Node, vocabulary: Vocabulary, shapes: Mapping[str, tuple[int, ...]] | None = None) -> tree.Program | None:
    try:
        return resolve(Display(node.span, "", (node,)), Context.read(), vocabulary, shapes=shapes)
    except (FormulaError, NothingToCompute):
        return None


def _stated_value(stated: tree.Program, size: int, vocabulary: Vocabulary) -> float | None:
    """The stated side with each of its symbols as the width (`d_k`, `d`)."""
    names = {parameter.name: float(size) for parameter in stated.inputs}
    return float(CompiledFormula(stated, vocabulary)(**names)) if len(names) <= 1 else None


def _draws(program: tree.Program, size: int, vocabulary: Vocabulary) -> Any:
    """Values of the expression for independent standard normal vectors; its numbers are the width."""
    source = np.random.RandomState(0)
    function = runtime.load(CompiledFormula(program, vocabulary).source)
    fixed = {parameter.name: float(size) for parameter in program.inputs if not parameter.shape}
    vectors = [parameter.name for parameter in program.inputs if parameter.shape]
    with np.errstate(all="ignore"):
        return np.array([function(**fixed, **{name: source.standard_normal(size) for name in vectors}) for _ in range(DRAWS)])


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
