"""What functions take and what words count, by their names: vectors, matrices, costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.syntax_tree import Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Fence

ROW_FUNCTIONS = frozenset({"rowmax", "rowsum", "row_max"})
MATRIX_FUNCTIONS = ROW_FUNCTIONS | {"attention", "attn", "selfattention", "multihead", "mha", "mab", "sab", "conv", "meanpool", "avgpool"}
JOINING = frozenset({"concat", "concatenate"})
OF_ENTRIES = frozenset({"softmax", "log_softmax", "sparsemax"})
"""Functions whose definitions write one entry of the vector as parameter."""
VECTOR_FUNCTIONS = frozenset({"softmax", "norm", "layernorm", "rmsnorm", "mean", "var", "logsumexp", "lse", "cos", "sparsemax", "diag"})
LAYER_NORMS = frozenset({"LN", "LayerNorm", "Layernorm", "RMSNorm", "layernorm", "rmsnorm"})
"""Functions of the features of one token: a small letter in them is a vector, also at an index."""
OF_FUNCTIONS = {**dict.fromkeys(MATRIX_FUNCTIONS, ("matrix",)), "diag": ("diagonal",)}
"""Marks of what functions take."""
COSTS = frozenset({
    "flops", "flop", "macs", "params", "parameters", "memory", "vram", "cache", "cost", "bytes", "latency", "complexity", "throughput",
    "mem", "time", "intensity", "bandwidth", "speedup", "overhead", "footprint", "ttft", "tpot",
})  # fmt: skip
"""Words for what is counted, in small letters."""


def taken_by(name: str, fence: Fence) -> tuple[str, ...]:
    """Marks of what a function takes."""
    if name == "ln" and is_symbol(fence.body):
        return ("number",)
    vector = name.lower() in VECTOR_FUNCTIONS and (name != "cos" or isinstance(fence.body, Sequence))
    return (*(("softmax",) if vector else ()), *OF_FUNCTIONS.get(name.lower(), ()))
