r"""Densities and probabilities of the usual distributions at a value, `\mathcal{N}(x; \mu, \Sigma)`, where the note defines none itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import without_step
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.finish import used_names
from vault_tools.compiler.resolve.reading.functions.of_note import apply_function
from vault_tools.compiler.resolve.reading.functions.usual import usual_statements
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import arguments, bare, cover, every, unwrap
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Node

ONE_NUMBER = r"f(x; m, v) = \frac{1}{\sqrt{2\pi v}} \exp\left(-\frac{(x - m)^2}{2v}\right)"
SEVERAL_NUMBERS = r"f(x; m, S) = \frac{1}{\sqrt{\det(2\pi S)}} \exp\left(-\frac{1}{2} (x - m)^\top S^{-1} (x - m)\right)"


@dataclass(frozen=True, slots=True)
class Distribution:
    """How it is called, and its density (of whole numbers: its probability) at a value, given its parameters."""

    name: str
    spellings: frozenset[str]
    formula: str
    parameters: int


NORMAL = Distribution("normal", frozenset({"N", "Normal", "Gaussian", "Gauss"}), ONE_NUMBER, 2)
DISTRIBUTIONS = (
    NORMAL,
    Distribution("Bernoulli", frozenset({"Bern", "Bernoulli", "Ber"}), r"f(x; p) = (p)^x (1 - p)^{1 - x}", 1),
    Distribution("binomial", frozenset({"Bin", "Binomial", "Binom"}), r"f(k; n, p) = \binom{n}{k} (p)^k (1 - p)^{n - k}", 2),
    Distribution("Poisson", frozenset({"Poisson", "Pois", "Poi"}), r"f(k; \lambda) = \frac{\lambda^k e^{-\lambda}}{k!}", 1),
    Distribution("Laplace", frozenset({"Laplace", "Lap"}), r"f(x; m, b) = \frac{1}{2b} \exp\left(-\frac{|x - m|}{b}\right)", 2),
    Distribution("beta", frozenset({"Beta"}), r"f(x; a, b) = \frac{\Gamma(a + b)}{\Gamma(a) \Gamma(b)} x^{a - 1} (1 - x)^{b - 1}", 2),
)
SPELLED = {(spelling, each.parameters): each for each in DISTRIBUTIONS for spelling in each.spellings}


def density(reader: Reader, atom: Node, text: str, bracket: Fence, scope: Scope) -> Value | None:
    r"""`\mathcal{N}(x \mid \mu, \sigma^2)`: the density at x; None without a bar or semicolon behind the value, or for another word."""
    nodes = arguments(bracket)
    found = SPELLED.get((text, len(nodes) - 1))
    body = unwrap(bracket.body)
    if found is None or not isinstance(body, Sequence) or body.separators[0] not in ("|", ";"):
        return None
    if len(reader.active) == 1 and _is_named_only(scope.page.entry, bracket):
        raise nothing()
    values = [reader.read(node, scope) for node in nodes]
    formula = found.formula
    if found is NORMAL and (any(value.rank for value in values) or _is_covariance(reader, nodes)):
        formula = _of_arrays(reader, values, nodes)
    reader.say("density", name=found.name)
    return apply_function(reader, usual_statements(formula)[0], values, cover((atom, bracket)))


def _is_named_only(entry: Entry | None, bracket: Fence) -> bool:
    r"""`q(x_t | x_{t-1}) = \mathcal{N}(x_t; a x_{t-1}, \beta_t I)` says by itself which distribution it is, as `\sim` does."""
    sides = entry.statement.sides if entry is not None else ()
    if len(sides) != 2 or sides[1].span.end != bracket.span.end or not isinstance(sides[1], Juxtaposed) or len(sides[1].items) != 2:
        return False
    conditions = (unwrap(fence.body) for fence in every(Fence, sides[0]))
    return any(isinstance(body, Sequence) and "|" in body.separators for body in conditions)


def _of_arrays(reader: Reader, values: list[Value], nodes: tuple[Node, ...]) -> str:
    """Which normal density arrays mean: a covariance matrix has one vector; without one, each number has its own density."""
    value, mean, spread = values
    if (
        spread.rank < 2
        and _is_covariance(reader, nodes)
        and _is_guessed(reader, spread)
        and (value.rank == 1 or _is_guessed(reader, value))
    ):
        raise reader.rank_error(spread.expression, 2, nodes[2].span, "N")
    if spread.rank == 2:
        if value.rank != 1:
            raise reader.rank_error(value.expression, 1, nodes[0].span, "N")
        if not mean.rank and is_symbol(nodes[1]):
            raise reader.rank_error(mean.expression, 1, nodes[1].span, "N")
        reader.sizes.unify(value.expression.shape[0], spread.expression.shape[0])
        return SEVERAL_NUMBERS
    if spread.rank > value.rank or value.rank > 1 or (mean.rank and not spread.rank):
        raise reader.rank_error(spread.expression, 2, nodes[2].span, "N")
    return ONE_NUMBER


def _is_covariance(reader: Reader, nodes: tuple[Node, ...]) -> bool:
    r"""The capital of `\mathcal{N}(x \mid \mu, \Sigma)`, against the `\sigma^2` of one number."""
    spread = unwrap(nodes[2])
    base = spread.base if isinstance(spread, Scripted) else spread
    return is_symbol(spread) and len(reader.words.atoms(spread)) == 1 and is_upper(bare(base))


def _is_guessed(reader: Reader, value: Value) -> bool:
    """Whether nothing but habit says how many axes an input has."""
    names = used_names((value.expression,), tree.Input)
    return any(f"rank:{without_step(name)}" in reader.options for name in names)
