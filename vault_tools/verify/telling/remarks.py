"""What is worth saying about a formula in the light of the others in its note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.syntax_tree import Display, Juxtaposed, Letters, Node
from vault_tools.model import Message, message
from vault_tools.verify.beside.shapes import contradictions
from vault_tools.verify.domains import expressions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.verify.scope import NoteScope


ATTENDED = ("Q", "K", "V")
"""The letters of attention, which are those of its roles."""


def lists_names(scope: NoteScope, position: int) -> bool:
    """`QKV` in a note whose attention formula gives Q, K and V shapes that their plain product contradicts: names, not a product."""
    display = scope.displays[position]
    if not isinstance(display, Display) or len(display.rows) != 1:
        return False
    letters = _letters(display.rows[0])
    return len(letters) >= 2 and any(letters <= roles for roles in _roles(scope, position))


def _letters(row: Node) -> frozenset[str]:
    """The single letters of a bare row such as `QKV`; nothing where a letter comes twice or something else stands there."""
    node = unwrap(row)
    parts = node.items if isinstance(node, Juxtaposed) else (node,)
    texts = [part.text for part in map(unwrap, parts) if isinstance(part, Letters)]
    joined = "".join(texts)
    return frozenset(joined) if len(texts) == len(parts) and len(set(joined)) == len(joined) else frozenset()


def _roles(scope: NoteScope, around: int) -> Iterator[frozenset[str]]:
    """Names of the inputs that play different roles in a recognised formula of the note."""
    for position in scope.nearby(around):
        recognition = scope.recognition(position)
        if recognition is not None and not recognition.family.common and len(recognition.roles) > 1:
            yield frozenset(role.name for role in recognition.roles.values() if isinstance(role, tree.Input))


def remarks(scope: NoteScope, position: int) -> tuple[Message, ...]:
    """Sentences for the callout: products that are put in as the note gives them, a convention that the note mixes, letters in places
    that are usually those of others, and arrays of another shape than the note declares.
    """
    program = scope.program(position)
    if program is None:
        return ()
    given = (message("remark.given_product", latex=latex) for latex in scope.put_in.get(position, ()))
    mixed = (*_mixed_conventions(scope, position, program), *_exchanged_letters(scope, position))
    return (*given, *mixed, *contradictions(scope, position, program))


def _exchanged_letters(scope: NoteScope, position: int) -> tuple[Message, ...]:
    r"""Of `\mathrm{softmax}(QV^\top)K`, that K and V have changed places."""
    recognition = scope.recognition(position)
    roles = recognition.roles if recognition is not None else {}
    letters = {role: node.name for role, node in roles.items() if role in ATTENDED and isinstance(node, tree.Input)}
    names = tuple(letters.get(role, "") for role in ATTENDED)
    if names == ATTENDED or {*names} != {*ATTENDED}:
        return ()
    return (message("remark.exchanged_letters", names=", ".join(names), usual=", ".join(ATTENDED)),)


def _mixed_conventions(scope: NoteScope, position: int, program: tree.Program) -> tuple[Message, ...]:
    own = dict(products(program))
    for other in scope.nearby(position) if own else ():
        elsewhere = scope.program(other)
        for names, convention in products(elsewhere) if elsewhere is not None and other != position else ():
            if names in own and own[names] != convention:
                rows, columns = (f"{names[0]}{names[1]}ᵀ", f"{names[0]}ᵀ{names[1]}")
                return (message("remark.mixed_conventions", rows=rows, columns=columns),)
    return ()


@remembered
def products(program: tree.Program) -> tuple[tuple[tuple[str, str], str], ...]:
    """(names, convention) of products such as QKᵀ (one token per row) and QᵀK (one token per column)."""
    return tuple(_products(program))


def _products(program: tree.Program) -> Iterator[tuple[tuple[str, str], str]]:
    for node in expressions(program):
        match node:
            case tree.MatMul(left=tree.Input(name=a), right=tree.Transpose(operand=tree.Input(name=b))) if a != b:
                yield (a, b), "rows"
            case tree.MatMul(left=tree.Transpose(operand=tree.Input(name=a)), right=tree.Input(name=b)) if a != b:
                yield (a, b), "columns"
