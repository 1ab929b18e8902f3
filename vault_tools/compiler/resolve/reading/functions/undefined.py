"""Calls of functions that the note does not define and the families know: the usual formula of a word, or of what is left open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.functions.call_or_product import is_spelled
from vault_tools.compiler.resolve.reading.functions.left_open import shown_with
from vault_tools.compiler.resolve.reading.functions.of_note import apply_function
from vault_tools.compiler.resolve.reading.functions.usual import lent, sizes_below, usual
from vault_tools.compiler.resolve.writing.names.models import PARAMETERS
from vault_tools.compiler.resolve.writing.nodes import arguments, base_of, cover, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Node, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

DIVERGENCES = frozenset({"KL"})


def by_family(reader: Reader, text: str, bracket: Fence, scope: Scope, atom: Node) -> Value | None:
    """A word such as Attention that only the families know, or a letter that stands for any function of a kind."""
    nodes = _arguments(bracket)
    if label := _divergence(atom):
        text, atom = label, base_of(atom)
    given = scope.declared(text) or reader.sheet.defines(text)
    shown = shown_with(reader, atom, text, nodes[0], scope) if len(nodes) == 1 and not given else None
    called = shown.usual if shown is not None else text
    found = usual(reader.vocabulary, called, len(nodes)) if shown is not None or label or is_spelled(atom) else None
    sizes = sizes_below(reader, found.entry, atom, scope) if found is not None else None
    if found is None or sizes is None:
        return None
    values = [reader.read(node, scope) for node in nodes]
    if label:
        _refuse_other_rank(reader, values, nodes)
    known = set(reader.inputs)
    with lent(reader, found.others):
        value = apply_function(reader, found.entry, values, cover((atom, bracket)), sizes)
    if value is not None:
        _refuse_several(reader, atom, known)
        reader.say(shown.reading if shown is not None else "family", name=text)
    return value


def _arguments(bracket: Fence) -> tuple[Node, ...]:
    r"""Without the weights that `\mathrm{Multihead}(X, Y, Y; \omega)` only mentions: the usual formula names its own."""
    nodes, body = arguments(bracket), unwrap(bracket.body)
    mentioned = isinstance(body, Sequence) and body.separators[-1] == ";" and word(nodes[-1]) in PARAMETERS
    return nodes[:-1] if mentioned else nodes


def _refuse_other_rank(reader: Reader, values: list[Value], nodes: tuple[Node, ...]) -> None:
    """ShapeError: a divergence is of two distributions over the same things, so one of another rank was guessed wrong."""
    for value, node in zip(values, nodes, strict=True):
        if value.rank != values[0].rank:
            raise reader.rank_error(value.expression, values[0].rank, node.span, "D")


def _refuse_several(reader: Reader, atom: Node, known: set[str]) -> None:
    r"""UnsupportedError: `\text{FFN}_i(x)`, `\text{FFN}^{(s)}(x)` have weights of their own each, which the note does not define."""
    if isinstance(atom, Scripted) and not reader.inputs.keys() <= known:
        raise reader.unsupported("unknown_function", atom.span, hint="unknown_function_hint", name=canonical(atom))


def _divergence(atom: Node) -> str:
    r"""The KL of `D_{KL}(p \| q)`, which names the divergence as the word alone does."""
    label = word(atom.sub) or "" if isinstance(atom, Scripted) and atom.sub is not None and word(base_of(atom)) == "D" else ""
    return label if label in DIVERGENCES else ""
