r"""Sizes with bars and without: `-\sum_k \frac{|C_k|}{|D|} \log \frac{C_k}{D}` has one number for each C_k and one for D."""

from __future__ import annotations

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap
from vault_tools.compiler.syntax_tree import Display, Fence, Fraction, Letters, Node, Scripted


def with_bare_sizes(display: Display) -> Display:
    """The display without the bars round sizes that stand without bars as well; itself where all or none have them."""
    shares = [(part, whole) for node in every(Fraction, display) if (part := _size(node.numerator)) and (whole := _size(node.denominator))]
    barred = {id(fence.body) for fence in every(Fence, display)}  # in bars, or an argument: `\mathrm{Entropy}(S_v)`
    bare = {canonical(node) for node in every(Scripted, display) if id(node) not in barred} if shares else set()
    sizes = {name for part, whole in shares if part in bare for name in (part, whole)}
    return (
        rebuilt(display, lambda node: unwrap(node.body) if isinstance(node, Fence) and _size(node) in sizes else node) if sizes else display
    )


def _size(node: Node) -> str | None:
    """The name between the bars of `|C_k|`, `|D|`."""
    fence = unwrap(node)
    body = unwrap(fence.body) if isinstance(fence, Fence) and fence.opener == "|" else None
    base = body.base if isinstance(body, Scripted) and body.sub is not None and body.sup is None else body
    return canonical(body) if body is not None and isinstance(base, Letters) and len(base.text) == 1 and is_upper(base) else None
