r"""A proposal for a broken formula, read off its own rest and tried out; the note is never changed by it.

A sum without a term: beside its expansion `a_1b_1 + … + a_nb_n` the term is `a_i b_i`; below a numerator `e^{s_i}` it is `e^{s_j}`.
What is not broken in a chain is still compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve import resolve
from vault_tools.compiler.resolve.writing.nodes import unwrap, walk, word
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import BigOperator, Ellipsis_, Node, Number, Relation, Scripted, Sum
from vault_tools.compiler.tokens import Token, tokenize
from vault_tools.errors import FormulaError, LatexSyntaxError, NothingToCompute
from vault_tools.model import Claim, Message, Span, message
from vault_tools.verify.claims.equated import side_claims
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.inputs.examples import choose_inputs
from vault_tools.verify.voices.case import Case, equal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vault_tools.compiler import tree
    from vault_tools.verify.scope import NoteScope

EXAMPLES = 4
EMPTY_OPERATOR = "syntax.empty_operator"
_OPENING = frozenset({"{", "(", "[", "left", "begin"})
_CLOSING = frozenset({"}", ")", "]", "right", "end"})
_EQUALITIES = frozenset({"=", "approx", "equiv"})


@dataclass(frozen=True, slots=True)
class Repair:
    """What can be said about a broken formula: a tried proposal, and claims on the sides that are whole."""

    hint: Message | None = None
    claims: tuple[Claim, ...] = ()


def repair(scope: NoteScope, position: int, error: LatexSyntaxError) -> Repair:
    """Try to mend the formula at `position` of a note; nothing is proposed that was not tried."""
    latex = scope.note.formulas[position].latex
    claims = _claims_of_whole_sides(scope, position, latex, error.span)
    if error.message.key != EMPTY_OPERATOR:
        return Repair(claims=claims)
    for term, source in _terms(latex, error.span):
        mended = f"{latex[: error.span.end]} {term} {latex[error.span.end :]}"
        tried = _tried(scope, position, mended)
        if tried is not None:
            operator = latex[error.span.start : error.span.end].strip()
            key = "repair.agrees" if tried else "repair.computes"
            return Repair(message(key, term=term, operator=operator, source=source, examples=tried), claims)
    return Repair(claims=claims)


# ---------------------------------------------------------------- terms that the rest of the formula suggests


def _terms(latex: str, operator: Span) -> Iterator[tuple[str, str]]:
    """(term, what it was read off)."""
    written = latex[operator.start : operator.end]
    index = _index_of(written)
    if index is None:
        return
    letter, first = index
    for side in sides_of(latex):
        if not (side.start <= operator.start < side.end):
            yield from _of_expansion(latex[side.start : side.end], letter, first)
    numerator = _numerator(latex, operator)
    if numerator is not None:
        yield from _of_numerator(numerator, letter)


def _index_of(operator: str) -> tuple[str, str] | None:
    r"""Letter and first value of `\sum_{i=1}^n`; the first value is empty where only the letter stands there."""
    try:
        node = unwrap(parse(operator + "{x}").rows[0])
    except LatexSyntaxError:
        return None
    if not isinstance(node, BigOperator) or node.sub is None:
        return None
    sub = unwrap(node.sub)
    if isinstance(sub, Relation):
        start = unwrap(sub.rest[0][1])
        return _text(operator, sub.first), start.text if isinstance(start, Number) else ""
    return (_text(operator, sub), "") if word(sub) else None


def _text(latex: str, node: Node) -> str:
    return latex[node.span.start : node.span.end]


def _of_expansion(side: str, letter: str, first: str) -> Iterator[tuple[str, str]]:
    """The first term of a sum with an ellipsis, its number replaced by the letter."""
    try:
        node = unwrap(parse(side).rows[0])
    except (LatexSyntaxError, IndexError):
        return
    if not isinstance(node, Sum) or not any(isinstance(unwrap(term), Ellipsis_) for term in node.operands):
        return
    head = node.terms[0][1]
    numbers = [sub for sub in _subscripts(head) if isinstance(sub, Number) and sub.text == (first or "1")]
    if numbers:
        yield _with(side, head, numbers, letter), _text(side, head).strip()


def _of_numerator(numerator: str, letter: str) -> Iterator[tuple[str, str]]:
    """The numerator with its (last) index replaced by the letter of the sum."""
    try:
        node = parse(numerator).rows[0]
    except (LatexSyntaxError, IndexError):
        return
    places = list(_subscripts(node))
    written = {_text(numerator, place).strip() for place in places}
    if len(written) == 1 and (indices := written.pop())[-1:].isalpha():
        yield _with(numerator, node, places, indices[:-1] + letter), numerator.strip()


def _subscripts(node: Node) -> Iterator[Node]:
    for inner in walk(node):
        if isinstance(inner, Scripted) and inner.sub is not None:
            yield unwrap(inner.sub)


def _with(latex: str, part: Node, places: Sequence[Node], letter: str) -> str:
    """The text of a part with some places replaced by a letter."""
    pieces, last = [], part.span.start
    for place in sorted(places, key=lambda node: node.span.start):
        pieces += [latex[last : place.span.start], letter]
        last = place.span.end
    return "".join([*pieces, latex[last : part.span.end]]).strip()


# ---------------------------------------------------------------- places in the text


def _tokens(latex: str) -> tuple[Token, ...]:
    try:
        return tokenize(latex)
    except LatexSyntaxError:
        return ()


def _depth_change(token: Token) -> int:
    sign = token.kind in {"symbol", "command"}
    if token.kind == "begin" or (sign and token.text in _OPENING):
        return 1
    return -1 if token.kind == "end" or (sign and token.text in _CLOSING) else 0


def sides_of(latex: str) -> list[Span]:
    """The sides of a chain of equalities; a formula without one is one side."""
    depth, start, found = 0, 0, []
    for token in _tokens(latex):
        depth = max(0, depth + _depth_change(token))
        if depth == 0 and token.text in _EQUALITIES and token.kind in {"symbol", "command"}:
            found.append(Span(start, token.span.start))
            start = token.span.end
    return [*found, Span(start, len(latex))]


def _numerator(latex: str, place: Span) -> str | None:
    r"""The numerator of the `\frac` whose denominator holds `place`."""
    tokens = _tokens(latex)
    opened: list[int] = []
    closed: dict[int, int] = {}
    around: list[int] = []
    for k, token in enumerate(tokens):
        if token.span.start >= place.start and not around:
            around = list(opened)
        if token.kind == "symbol" and token.text == "{":
            opened.append(k)
        elif token.kind == "symbol" and token.text == "}" and opened:
            closed[k] = opened.pop()
    for brace in reversed(around):
        before = closed.get(brace - 1)
        if before is not None and before > 0 and tokens[before - 1].text in {"frac", "dfrac", "tfrac"}:
            return latex[tokens[before].span.end : tokens[brace - 1].span.start]
    return None


# ---------------------------------------------------------------- trying it out


def _tried(scope: NoteScope, position: int, mended: str) -> int | None:
    """On how many examples all sides of the mended formula agree (0: there is one side, and it has a value); None: it fails."""
    program = _program(scope, position, mended)
    if program is None:
        return None
    try:
        for variant in range(EXAMPLES):
            example = choose_inputs(program, scope.vocabulary, scope.given(position), variant)
            case = Case(program, example, scope.vocabulary)
            values = [case.tensor(side) for side in (program.sides or (program.result,))]
            if not all(equal(values[0], other) for other in values):
                return None
    except CheckRoadError:
        return None
    return EXAMPLES if len(program.sides) > 1 else 0


def _program(scope: NoteScope, position: int, latex: str) -> tree.Program | None:
    try:
        found = resolve(parse(latex), scope.context(position), scope.vocabulary)
    except (FormulaError, NothingToCompute):
        return None
    return replace(found, latex=latex)


def _claims_of_whole_sides(scope: NoteScope, position: int, latex: str, broken: Span) -> tuple[Claim, ...]:
    """The sides of the chain that are not broken, compared with each other."""
    whole = [latex[side.start : side.end].strip() for side in sides_of(latex) if not (side.start <= broken.start < side.end)]
    if len(whole) < 2:
        return ()
    program = _program(scope, position, " = ".join(whole))
    if program is None or len(program.sides) < 2:
        return ()
    examples = [choose_inputs(program, scope.vocabulary, scope.given(position), variant) for variant in range(EXAMPLES)]
    first, *more = [Case(program, example, scope.vocabulary) for example in examples]
    return tuple(side_claims(first, more))
