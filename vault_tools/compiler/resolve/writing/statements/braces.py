r"""Names that a brace gives to a part of a formula: behind `(\underbrace{\sum_j v_j k_j^\top}_{S})\, q = S q`, S is that sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, scripts_moved_out, unwrap, walk
from vault_tools.compiler.resolve.writing.statements.listings import has_dots
from vault_tools.compiler.resolve.writing.statements.splitting import Statement
from vault_tools.compiler.syntax_tree import Labelled, Text

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node


def named_parts(display: Display) -> tuple[Statement, ...]:
    """What the braces of a display define: each symbol under a brace that stands elsewhere in the display, and not in what it names."""
    braces = [node for node in every(Labelled, display) if node.kind == "brace" and _may_name(node)]
    if not braces:
        return ()
    used = _symbols(display)
    labelled = [(canonical(scripts_moved_out(node.label)), node.label, node.body) for node in braces if node.label is not None]
    return tuple(Statement((label, body), ("=",)) for name, label, body in labelled if name in used and name not in _symbols(body))


def _symbols(node: Node) -> set[str]:
    return {canonical(scripts_moved_out(inner)) for inner in walk(node) if is_symbol(inner)}


def _may_name(node: Labelled) -> bool:
    r"""A symbol below what is more than a symbol; dots are counted by what is below (`\underbrace{1 + \dots + 1}_{n}`)."""
    label = unwrap(node.label) if node.label is not None else None
    named = label is not None and is_symbol(label) and not isinstance(label, Text)
    return named and not is_symbol(node.body) and not has_dots(node.body)
