r"""Limits that are stacked by hand: `\underset{k=1}{\overset{K}{\Vert}}` and `\overset{K}{\|}{}_{k=1}` as `\Vert_{k=1}^{K}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler.tokens import Token
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

MARKS = {"underset": "_", "overset": "^", "stackrel": "^"}
"""Command of a stack -> the script that its first argument is."""
BARS = frozenset({"Vert", "|", "parallel", "lVert", "rVert"})
SIZES = frozenset({"big", "Big", "bigg", "Bigg", "mathop"})
"""What may stand before a sign that joins."""


def stacked_limits(out: list[Token], at: int) -> None:
    """Put the operator of a stack first and its limits behind it as scripts; other stacks stay."""
    first = _stack(out, at)
    if first is None:
        return
    label, body, end = first
    inner = _stack(out, body.start)
    scripts = [(MARKS[out[at].text], label)]
    if inner is not None and inner[2] == body.stop - 1 and out[body.start].text != out[at].text:
        scripts.append((MARKS[out[body.start].text], inner[0]))
        body = inner[1]
    if not _is_operator(out[body.start : body.stop]):
        return
    if len(scripts) == 1 and out[at].text != "underset" and _is_empty_base(out, end + 1):
        end += 2  # the braces before the script that stands at the foot
    elif len(scripts) == 1:
        return
    whole = Span(out[at].span.start, out[end].span.end)
    signs = [token for token in out[body.start : body.stop] if token.text not in SIZES]
    sign = signs[0] if len(signs) == 1 else Token("command", "Vert", whole)  # `||`
    operator = [sign._replace(span=whole, spaced=out[at].spaced)]
    ordered = [token for mark, label in sorted(scripts, reverse=True) for token in _script(mark, label, out, whole)]
    kept = [*operator, *ordered]
    rest = [out[k]._replace(kind="nothing") for k in range(at + len(kept), end + 1)]
    out[at : end + 1] = [*kept, *rest]


def _stack(out: Sequence[Token], at: int) -> tuple[range, range, int] | None:
    """The tokens of the label and of the body of a stack, and its last token."""
    if at >= len(out) or out[at].kind != "command" or out[at].text not in MARKS:
        return None
    label = _group(out, at + 1)
    body = _group(out, label.stop + 1) if label is not None else None
    return (label, body, body.stop) if label is not None and body is not None else None


def _group(out: Sequence[Token], at: int) -> range | None:
    """What stands between the braces that open at a place."""
    if at >= len(out) or (out[at].kind, out[at].text) != ("symbol", "{"):
        return None
    depth = 0
    for k in range(at, len(out)):
        if out[k].kind == "symbol":
            depth += (out[k].text == "{") - (out[k].text == "}")
        if not depth:
            return range(at + 1, k)
    return None


def _is_operator(body: Sequence[Token]) -> bool:
    """A sum, a product, or the bars that join; braces and sizes aside."""
    kept = [token for token in body if not (token.kind == "command" and token.text in SIZES)]
    texts = [token.text for token in kept]
    return texts == ["|", "|"] or (
        len(kept) == 1 and kept[0].kind == "command" and (texts[0] in BARS or texts[0] in notation.BIG_OPERATORS)
    )


def _is_empty_base(out: Sequence[Token], at: int) -> bool:
    """`{}_`."""
    return [token.text for token in out[at : at + 3] if token.kind == "symbol"] == ["{", "}", "_"]


def _script(mark: str, label: range, out: Sequence[Token], whole: Span) -> list[Token]:
    return [Token("symbol", mark, whole), Token("symbol", "{", whole), *(out[k] for k in label), Token("symbol", "}", whole)]
