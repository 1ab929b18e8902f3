r"""The symbol under the root that scales a product: the d_k of `\sqrt{d_k}`."""

from __future__ import annotations

from vault_tools.compiler.resolve.writing.nodes import children, every, unwrap
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Letters, Name, Node, Product, Root, Scripted, Styled


def scale_name(node: Node) -> Node | None:
    r"""The symbol under a root: `\sqrt{d_k}`, `\sqrt d_k` (which TeX roots at d only), `\sqrt(D_h)`."""
    node = unwrap(node)
    if isinstance(node, Scripted) and isinstance(unwrap(node.base), Root) and node.sup is None:
        root = unwrap(node.base)
        assert isinstance(root, Root)
        return None if root.braced or root.degree is not None else Scripted(node.span, root.radicand, node.sub)
    if not isinstance(node, Root) or node.degree is not None:
        return None
    inner = unwrap(node.radicand)
    if isinstance(inner, Fence) and inner.opener == "(":
        inner = unwrap(inner.body)
    return inner if isinstance(inner, Letters | Name | Scripted | Styled) else None


def labelled_scales(side: Node) -> list[Scripted]:
    r"""The symbols with a label under roots: the d_k of `\sqrt{d_k}`."""
    roots = every(Root, side)
    found = map(scale_name, (*roots, *every(Scripted, side))) if roots else ()
    return [scale for scale in found if isinstance(scale, Scripted) and scale.sup is None]


def scale_factor(denominator: Node) -> Node | None:
    r"""The symbol under the only root of a denominator: `\sqrt{d_k}`, `\tau \sqrt{d_k}`, `\sqrt{d_k} \times c`."""
    whole = scale_name(denominator)
    denominator = unwrap(denominator)
    if whole is not None or not isinstance(denominator, Juxtaposed | Product):
        return whole
    if isinstance(denominator, Product) and any(sign not in ("cdot", "times") for sign in denominator.signs):
        return None
    parts = [part for factor in children(denominator) for part in (factor.items if isinstance(factor, Juxtaposed) else (factor,))]
    found = [symbol for part in parts if (symbol := scale_name(part)) is not None]
    return found[0] if len(found) == 1 else None
