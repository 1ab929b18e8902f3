"""What letters, words and functions stand for by custom: counts, losses and measures are numbers; inputs, weights and states are arrays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, every, is_greek, number_of, undressed, word
from vault_tools.compiler.resolve.writing.ranks.looks import is_bold
from vault_tools.compiler.syntax_tree import Accented, BigOperator, Fraction, Letters, Name, Product, Scripted, Sequence, Styled, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.kinds import Kind
    from vault_tools.compiler.resolve.writing.ranks.marks import Mark
    from vault_tools.compiler.syntax_tree import Fence, Node

ARRAYS = frozenset("HKOQUVWXYZ")
"""Capitals that are arrays by custom: inputs, weights, states."""
WEIGHTS = frozenset("WUQI") | {"Theta"}
"""Capitals that are never numbers without a word for it: weights, queries, the identity."""
NUMBERS_BY_CUSTOM = frozenset("NTLJ")
"""Capitals that are numbers by custom: how many, temperatures and lengths, losses."""
QUANTITIES = frozenset("EFGMPR")
"""Capitals of forces, energies, prices, rates and the like: numbers where all capitals of a formula are such."""
TOKENS = frozenset("D")
"""The capital of the tokens in the laws of scaling."""
COUNTERS = frozenset("nmij")
"""Small letters of counts, which no matrix is applied to."""
PROBABLE = frozenset("ASP")
"""Capitals whose exponentials and logarithms are arrays: attention, scores, probabilities."""
MEASURES = frozenset(
    {"loss", "cost", "error", "gain", "similarity", "sim", "score", "accuracy", "precision", "recall", "var", "cov", "corr", "risk", "obj",
     "objective", "gini", "entropy", "impurity", "purity", "perplexity", "likelihood", "distance", "dist", "idf", "tfidf"}
)  # fmt: skip
"""Words for what is measured by a number."""
HEADS = frozenset({"head", "heads", "Head"})
"""Words for the arrays that attention joins side by side."""
SCORE = re.compile("[a-z]?[A-Z]{2,}(@.+)?|[A-Z]@.+")
"""Abbreviations, as measures of quality are called: `AP`, `mAP`, `NDCG@k`."""


def names_a_measure(head: Node) -> bool:
    """A count, a loss, a cost, a total, an abbreviation of a measure of quality: always a number."""
    text = word(undressed(bare(head))) or ""
    if isinstance(head, Scripted) and head.sub is not None and word(head.sub) == "total":
        return True
    return text in NUMBERS_BY_CUSTOM or word(head) == "n" or SCORE.fullmatch(text) is not None or is_measured(text)


def is_measured(text: str) -> bool:
    r"""A word for what is measured by a number: `\text{sim}`, `\text{Score}`."""
    return not MEASURES.isdisjoint(text.lower().replace("_", " ").split())


def names_no_matrix(head: Node) -> bool:
    """A small letter that is not bold: a number or a vector."""
    letter = bare(head)
    if is_bold(letter) or is_transposed(head) or is_upper(letter):
        return False
    return is_greek(undressed(letter)) or len(word(undressed(letter)) or "") == 1


def is_mean(letter: Node) -> bool:
    r"""`\bar{X}`: the mean of what is measured."""
    return isinstance(letter, Accented) and letter.accent == "bar"


ROW_FUNCTIONS = frozenset({"rowmax", "rowsum", "row_max"})
MATRIX_FUNCTIONS = ROW_FUNCTIONS | {"attention", "attn", "selfattention", "multihead", "mha", "mab", "sab", "conv", "meanpool", "avgpool"}
JOINING = frozenset({"concat", "concatenate"})
OF_ENTRIES = frozenset({"softmax", "log_softmax", "sparsemax"})
"""Functions whose definitions write one entry of the vector as parameter."""
VECTOR_FUNCTIONS = frozenset({"softmax", "norm", "layernorm", "rmsnorm", "mean", "var", "logsumexp", "lse", "cos", "sparsemax", "diag"})
LAYER_NORMS = frozenset({"LN", "LayerNorm", "Layernorm", "RMSNorm", "layernorm", "rmsnorm"})
"""Functions of the features of one token: a small letter in them is a vector, also at an index."""
OF_FUNCTIONS: dict[str, tuple[Mark, ...]] = {**dict.fromkeys(MATRIX_FUNCTIONS, ("matrix",)), "diag": ("diagonal",)}
"""Marks of what functions take."""
COSTS = frozenset({
    "flops", "flop", "macs", "params", "parameters", "memory", "vram", "cache", "cost", "bytes", "latency", "complexity", "throughput",
    "mem", "time", "intensity", "bandwidth", "speedup", "overhead", "footprint", "ttft", "tpot",
})  # fmt: skip
"""Words for what is counted, in small letters."""


def taken_by(name: str, fence: Fence) -> tuple[Mark, ...]:
    """Marks of what a function takes."""
    if name == "ln" and is_symbol(fence.body):
        return ("number",)
    vector = name.lower() in VECTOR_FUNCTIONS and (name != "cos" or isinstance(fence.body, Sequence))
    return (*(("softmax",) if vector else ()), *OF_FUNCTIONS.get(name.lower(), ()))


def measures(side: Node) -> set[str]:
    r"""The H, W and M of `N = HW/M^2`: capitals with no notation but products, a quotient and written powers are what is measured."""
    letters = list(every(Letters, side))
    divided = every(Fraction, side) or any(sign == "slash" for node in every(Product, side) for sign in node.signs)
    plain = all(node.text.isupper() for node in letters) and not any(every(kind, side) for kind in (Name, Sum, BigOperator, Styled))
    powers = (node.sup is not None and node.sub is None and number_of(node.sup) is not None for node in every(Scripted, side))
    return {letter for node in letters for letter in node.text} if divided and plain and all(powers) else set()


def is_law(head: Node, side: Node, kind: Kind) -> bool:
    r"""`F = G \frac{m_1 m_2}{r^2}`, `P = \frac{F}{A}`: all capitals are letters of quantities that no book writes as matrices.

    Not with broken or negative powers of one (`L^{-1/4} G R^{-1/4}`).
    """
    powers = (number_of(node.sup) for node in every(Scripted, side) if node.sup is not None and is_upper(node.base))
    if any(power is not None and (power < 0 or power.denominator > 1) for power in powers):
        return False
    letters = {name.partition("_")[0] for name, _ in kind.names}
    return isinstance(bare(head), Letters) and len(word(bare(head)) or "") == 1 and not kind.soft and letters <= _beside(head)


def _beside(head: Node) -> frozenset[str]:
    """The capitals that are quantities beside the one on the left: for compute also tokens, `C = 6ND`."""
    return QUANTITIES | NUMBERS_BY_CUSTOM | (TOKENS if word(bare(head)) == "C" else frozenset())
