"""What the terms of a sum say about each other: biases beside products, numbers beside entries of matrices, masks beside scores."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.names.atoms import rows
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import (
    bare,
    base_of,
    every,
    is_euler,
    is_greek,
    number_of,
    scripts_moved_out,
    terms_of,
    unwrap,
    word,
)
from vault_tools.compiler.resolve.writing.ranks.attention import added_up
from vault_tools.compiler.resolve.writing.ranks.customs import WEIGHTS
from vault_tools.compiler.resolve.writing.ranks.looks import is_plain_lower
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Juxtaposed, Letters, Node, Prefix, Product, Scripted, Sequence, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks


def biases(marks: Marks, node: Sum) -> None:
    """`W x + b`: a lower-case letter added to a matrix times a vector is a vector."""
    terms = [marks.words.atoms(term) for term in node.operands]
    lone = [term[0] for term in terms if len(term) == 1 and _is_bias(term[0]) and not _is_of_pair(marks, term[0])]
    if lone and any(_transforms(marks, _factors(marks, term)) for term in terms):
        for bias in lone:
            marks.mark(bias, "dotted")
    capitals = [term[0] for term in terms if len(term) == 1 and is_symbol(term[0]) and is_upper(bare(term[0]))]
    if capitals and any(_is_map(marks, term) for term in terms):
        for bias in capitals:
            marks.mark(bias, "normed")
    weights = [term[0] for term in terms if len(term) == 2 and _weighs_entry(marks, *term)]
    weights += [value for term in terms if len(term) == 1 for value in _weighted_sum(marks, term[0])]
    if weights and any(_transforms(marks, _factors(marks, term)) for term in terms):
        for weight in weights:
            marks.mark(weight, "dotted")


def _is_map(marks: Marks, term: list[Node]) -> bool:
    """`B x`: a matrix and one small Latin letter, so a vector, and a capital added to it (`A + B x`) is one, too."""
    if len(term) != 2 or not marks.is_matrix(term[0]) or not is_plain_lower(term[1]) or is_euler(bare(term[1])):
        return False
    return not marks.occurrence(term[1]).indices


def _is_bias(term: Node) -> bool:
    return is_symbol(term) and not is_upper(bare(term)) and not is_greek(bare(term))


def _weighs_entry(marks: Marks, weight: Node, entry: Node) -> bool:
    r"""The `w_c c_i^t` of `W_h h_i + w_c c_i^t`: a vector of weights for one number, as the sum is of vectors."""
    if not is_symbol(weight) or not is_symbol(entry) or not is_plain_lower(weight) or not is_plain_lower(entry):
        return False
    return not marks.occurrence(weight).indices and len(marks.occurrence(entry).indices) > 1


def _weighted_sum(marks: Marks, term: Node) -> list[Node]:
    r"""The c_i of `W u + \sum_i p_i c_i`: what a matrix makes is a vector, and so is each of what is added to it."""
    body = term.body if isinstance(term, BigOperator) and term.operator == "sum" and term.body is not None else None
    atoms = marks.words.atoms(body) if body is not None else []
    indexed = len(atoms) == 2 and all(is_plain_lower(atom) and marks.occurrence(atom).indices for atom in atoms[1:])
    return atoms[1:] if indexed and is_symbol(atoms[0]) else []


def _is_of_pair(marks: Marks, term: Node) -> bool:
    r"""`b_{ij}`, `b_{j-i}`: a bias for each pair of positions is a number."""
    indices = marks.occurrence(term).indices
    return len(marks.left) > 1 and (len(indices) > 1 or any(isinstance(unwrap(index), Sum) for index in indices))


def _factors(marks: Marks, term: list[Node]) -> list[Node]:
    r"""The factors of a term, those of `W \cdot [h, x]` included."""
    product = unwrap(term[0]) if len(term) == 1 else None
    if not isinstance(product, Product) or not {*product.signs} <= {"cdot", "times", "ast"}:
        return term
    return [atom for operand in product.operands for atom in marks.words.atoms(operand)]


def _transforms(marks: Marks, term: list[Node]) -> bool:
    r"""`W x`, `x W`, `W [h; x]`, `W \sum_j x_j`, `f(x) W`, `X W`: what a matrix makes of a vector, or of each row."""
    if len(term) < 2 or _is_form(term):
        return False
    matrices = [marks.is_matrix(atom) for atom in term]
    if any(matrix and not _calls(*term[k : k + 2]) and _makes_vector(marks, term[k + 1 :]) for k, matrix in enumerate(matrices)):
        return True
    if any(added_up(marks, left, right) is not None for left, right in pairwise(term)):
        return True
    small = any(
        is_symbol(atom) and not is_upper(bare(atom)) and (k or (word(bare(atom)) or "") not in GREEK) for k, atom in enumerate(term)
    )
    if any(matrices) and small:
        return True
    joined = not marks.entry and any(matrix and _is_list(after) for matrix, after in zip(matrices, term[1:], strict=False))
    behind = isinstance(unwrap(term[-2]), Fence) or matrices[-2]
    return joined or (matrices[-1] and behind and (word(base_of(bare(term[-1]))) or "") in WEIGHTS)


def _calls(atom: Node, bracket: Node | None = None) -> bool:
    r"""`F(x_i)`, `F_{m-1}(x)`: nobody sets one letter in brackets to multiply it, unless with weights."""
    fence = unwrap(bracket) if bracket is not None else None
    lone = isinstance(fence, Fence) and fence.opener == "(" and is_symbol(unwrap(fence.body))
    return lone and (word(base_of(bare(atom))) or "") not in WEIGHTS


def _makes_vector(marks: Marks, behind: list[Node]) -> bool:
    r"""`\text{GELU}(W_1 x + b_1)`, `(W_1 x + b_1)`: what a matrix makes of a vector, in brackets or through a function."""
    called = len(behind) == 2 and marks.words.is_function(word(behind[0]) or "")
    fence = behind[-1] if called or len(behind) == 1 else None
    body = unwrap(fence.body) if isinstance(fence, Fence) and fence.opener == "(" else None
    terms = [*body.operands] if isinstance(body, Sum) else [body] if body is not None else []
    return any(is_plain_lower(term) or _transforms(marks, _factors(marks, marks.words.atoms(term))) for term in terms)


def _is_list(node: Node) -> bool:
    fence = unwrap(node)
    return isinstance(fence, Fence) and fence.opener == "[" and isinstance(unwrap(fence.body), Sequence)


def _is_form(term: list[Node]) -> bool:
    r"""`x^\top A x`: a number."""
    term = [atom for atom in term if number_of(atom) is None]
    ends = (term[0], term[-1]) if term else ()
    return (
        len(ends) == 2
        and is_transposed(term[0])
        and all(is_symbol(end) and not is_upper(bare(end)) for end in ends)
        and not is_transposed(term[-1])
    )


def entries_beside_bias(marks: Marks, node: Sum) -> None:
    r"""`\sum_j W_{ij} x_j + b_i`, `\sum_j w_{ij} x_j + b_i`: one entry of W x + b, so the x_j are numbers."""
    lone = [set(map(canonical, marks.occurrence(term).indices)) for term in node.operands if is_plain_lower(term)]
    for body in (term.body for term in map(unwrap, node.operands) if isinstance(term, BigOperator) and term.body is not None):
        atoms = marks.words.atoms(body)
        if len(atoms) != 2 or not _is_weight(atoms[0]) or not is_plain_lower(atoms[1]):
            continue
        weight, entry = (marks.occurrence(atom) for atom in atoms)
        rest = set(map(canonical, weight.indices)) - set(map(canonical, entry.indices))
        if len(weight.indices) == 2 and len(entry.indices) == len(rest) == 1 and rest in lone:
            marks.mark(atoms[1], "scalar")


def _is_weight(atom: Node) -> bool:
    """A capital, and the w of one neuron."""
    return is_symbol(atom) and (is_upper(bare(atom)) or word(bare(atom)) == "w")


def beside_entry(marks: Marks, node: Sum) -> None:
    r"""`S_{ij} - M_i`: what is added to an entry of a matrix is a number, too."""
    symbols = [(term, marks.occurrence(term)) for term in node.operands if is_symbol(term) and is_upper(bare(term))]
    entries = [set(map(canonical, found.indices)) for _, found in symbols if len(found.indices) == 2 and not found.operations]
    for term, found in symbols:
        if len(found.indices) == 1 and not found.operations and any({canonical(found.indices[0])} < entry for entry in entries):
            marks.mark(term, "scalar")


def shortened_size(marks: Marks, node: Sum) -> None:
    r"""The D of `|D| - 2`: nobody takes a number off a determinant."""
    match node.terms:
        case (("+", Fence(opener="|", body=body)), ("-", number)) if number_of(number) is not None and is_symbol(body):
            marks.mark(body, "scalar")


MASK = "mask"
PAIR = frozenset("ij")
"""Letters of a query and a key."""
PENALTY = 1_000
"""From here on a number takes away all weight of what it is subtracted from."""


def masks(marks: Marks, node: Sum) -> None:
    r"""The M of `S + (1 - M)(-10^9)`: what a huge number is multiplied with, to be taken from scores, is a matrix as they are."""
    for sign, term in node.terms[1:]:
        factors = _parts(term)
        negative = sign == "-" or any(map(_takes_one, factors))
        if any(is_penalty(factor, negative=negative) for factor in factors):
            for symbol in (symbol for factor in factors for symbol in lone_capitals(factor)):
                marks.mark(symbol, "joined")


def biases_of_scores(marks: Marks, node: Sum) -> None:
    r"""The `b_{i-j}` of `\frac{QK^\top}{\sqrt{d_k}} + b_{i-j}`, which has no index here: a number for each pair of rows, so a matrix."""
    if any(_is_scores(left, right) for row in rows(node, marks.words) for left, right in pairwise(row)):
        for term in node.operands:
            pair = is_plain_lower(term) and not marks.occurrence(term).indices and _letters_below(term) == PAIR
            if pair or (is_symbol(term) and word(bare(term)) == MASK):
                marks.mark(term, "matrix")


def _is_scores(left: Node, right: Node) -> bool:
    r"""`Q K^\top`."""
    capitals = all(is_symbol(symbol) and is_upper(bare(symbol)) for symbol in (left, right))
    return capitals and is_transposed(right) and not is_transposed(left)


def _letters_below(symbol: Node) -> set[str]:
    """The i and j of `b_{ij}`, `b_{i,j}`, `b_{i-j}`."""
    symbol = scripts_moved_out(symbol)
    below = symbol.sub if isinstance(symbol, Scripted) else None
    return {letter for run in every(Letters, below) for letter in run.text} if below is not None else set()


def _takes_one(factor: Node) -> bool:
    """`(M - 1)`."""
    body = unwrap(factor.body) if isinstance(factor, Fence) else factor
    return isinstance(body, Sum) and any(sign == "-" and number_of(term) == 1 for sign, term in body.terms[1:])


def entrywise_factors(marks: Marks, left: Node, right: Node) -> list[Node]:
    r"""The arrays of `x \odot y`, `M \odot S`, `(1 - M) \odot S`: a capital is one there even where it stands beside a number."""
    symbols = is_symbol(left) and is_symbol(right)
    ends = [one for end in (left, right) for one in ([end] if symbols and not is_upper(bare(end)) else lone_capitals(end))]
    return [factor for end in ends for factor in (_exponents(marks, end) if len(ends) > 1 else ()) or (end,)]


def _exponents(marks: Marks, power: Node) -> list[Node]:
    r"""The w and k_i of `e^{-(t-i) w + k_i} \odot v_i`, which decays entry by entry; the t of `e^{-\lambda t}`, a w_{ij} are numbers."""
    raised = power.sup if isinstance(power, Scripted) and is_euler(power.base) and power.sub is None else None
    terms = [_parts(term) for term in terms_of(raised)] if raised is not None else []
    lone = [parts[-1] for parts in terms if not any(map(is_symbol, parts[:-1]))]
    small = (symbol for symbol in lone if is_symbol(symbol) and not is_upper(bare(symbol)))
    return [symbol for symbol in small if len(marks.occurrence(symbol).indices) < len("ij")]


def lone_capitals(node: Node) -> list[Node]:
    """A capital without scripts, or those that are added up in a bracket."""
    node = unwrap(node) if isinstance(node, Fence) else node
    body = unwrap(node.body) if isinstance(node, Fence) and node.opener in "([" else node
    return [term for term in terms_of(body) if not isinstance(term, Scripted) and is_symbol(term) and is_upper(bare(term))]


def _parts(term: Node) -> tuple[Node, ...]:
    if isinstance(term, Product):
        return tuple(factor for operand in term.operands for factor in _parts(operand))
    return term.items if isinstance(term, Juxtaposed) else (term,)


def is_penalty(factor: Node, *, negative: bool) -> bool:
    r"""`(-10^9)`, `-1e4`, or `10^9` where it is subtracted (`negative`)."""
    factor = unwrap(factor)
    match factor:
        case Fence(opener="(", body=body, closer=")"):
            return is_penalty(body, negative=negative)
        case Prefix(operator="-", operand=body) | Sum(terms=(("-", body),)):
            return is_penalty(body, negative=True)
        case Scripted(base=base, sub=None, sup=sup) if sup is not None:
            power, exponent = number_of(base), number_of(sup)
            return negative and power is not None and power >= 10 and exponent is not None and exponent >= 3
    number = number_of(factor)
    return negative and number is not None and number >= PENALTY
