r"""Widths that a formula takes as numbers: with `S = QK^T` defined apart, the d_k of `S / \sqrt{d_k}` is the length that Q and K share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.verify.domains import expressions

if TYPE_CHECKING:
    from vault_tools.compiler.tree import Dim

NAMES = re.compile(r"d|D|d_(k|q|h|head|model)")


def shared_width(program: tree.Program, name: str) -> Dim | None:
    """The length that the only product with a transpose sums over; None where `name` is no width, or there are several such lengths."""
    if not NAMES.fullmatch(name):
        return None
    lengths = {node.left.shape[-1] for node in expressions(program) if isinstance(node, tree.MatMul) and _is_of_pairs(node)}
    return next(iter(lengths)) if len(lengths) == 1 else None


def _is_of_pairs(product: tree.MatMul) -> bool:
    """`QK^T`: rows against rows."""
    return isinstance(product.right, tree.Transpose) and bool(product.left.shape)
