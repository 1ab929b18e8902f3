"""What two factors side by side say about each other: a matrix, a transpose, a dot or a weight between them."""

from __future__ import annotations

from itertools import chain

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.models import WEIGHTS, is_of_model
from vault_tools.compiler.resolve.writing.names.scripts import MEASURES, Occurrence, is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.attention import are_key_and_value, at_one_place, mixed, of_each_query
from vault_tools.compiler.resolve.writing.ranks.customs import ARRAYS, undressed
from vault_tools.compiler.resolve.writing.ranks.likeliest import is_phrase
from vault_tools.compiler.resolve.writing.ranks.looks import (
    holds_scores,
    is_bold,
    is_greek,
    is_numbered_above,
    is_plain_lower,
    is_row,
    scale_factor,
    stacked_vectors,
)
from vault_tools.compiler.resolve.writing.ranks.marks import Marks, turns
from vault_tools.compiler.resolve.writing.ranks.terms import entrywise_factors
from vault_tools.compiler.syntax_tree import (
    Fence,
    Node,
    Product,
    Scripted,
    Sum,
)

QUERY_AND_KEY = {"q", "k"}
WEIGHING = frozenset("aw")
"""Small letters of weights."""
ATTENTION = frozenset("APS")
"""Capitals of attention weights and of scores."""
ERROR = "delta"
r"""The letter of the errors of back propagation, one number for each unit: `\sum_k w_{kj} \delta_k`."""
LABEL = "y"
"""The letter of what is to be predicted."""


def joint(marks: Marks, sign: str, left: Node, right: Node) -> None:
    """What a sign says about the symbols on its two sides."""
    symbols = is_symbol(left) and is_symbol(right)
    for symbol in entrywise_factors(left, right) if sign == "odot" else ():
        marks.mark(symbol, "dotted")
    weighs = sign == "ast" and symbols and word(bare(left)) in WEIGHTS and is_plain_lower(right)  # `W * x + b`
    if sign not in ("cdot", "times", "dot", "bullet") and not weighs:
        return
    neighbours(marks, left, right)
    if symbols and marks.has_row(left) and marks.has_row(right):
        marks.mark(left, "row")
        marks.mark(right, "row")
    dotted = symbols and (_at_different_places(marks, left, right) or _are_query_and_key(left, right))
    for end in (left, right) if symbols and (dotted or sign == "cdot") else ():
        marks.mark(end, "dotted" if dotted else "cdot")


def dotted_sums(marks: Marks, left: Node, right: Node) -> None:
    r"""`q_i \cdot (k_j + a_{ij})`, `(q_i + u) \cdot k_j`: where two terms are vectors by their places, so are the others beside them."""
    terms = [_terms(left), _terms(right)]
    if max(map(len, terms)) == 1 or not all(is_symbol(term) and not is_upper(bare(term)) for side in terms for term in side):
        return
    if any(_at_different_places(marks, a, b) or _are_query_and_key(a, b) for a in terms[0] for b in terms[1]):
        for term in chain(*terms):
            marks.mark(term, "dotted")


def _terms(operand: Node) -> list[Node]:
    """The terms of a sum in brackets; anything else is one."""
    inside = unwrap(operand.body) if isinstance(operand, Fence) and operand.opener == "(" else None
    return [*inside.operands] if isinstance(inside, Sum) else [operand]


def gated(marks: Marks, left: Node, right: Node) -> None:
    r"""`(x_{t-1} - x_t) \odot \mu`: small letters that are multiplied entry by entry with a bracket, and those in it, are vectors."""
    ends = [_gate(marks, end) for end in (left, right)]
    if any(isinstance(unwrap(end), Fence) for end in ends):
        for end in ends:
            if isinstance(unwrap(end), Fence) or (is_symbol(end) and not is_upper(bare(end))):
                marks.mark(end, "dotted")


def _gate(marks: Marks, node: Node) -> Node:
    r"""The bracket of `\sigma(r_t)`, a letter at one index or at none through a function; anything else (`\sigma_\phi(x)`) as it is."""
    atoms = marks.words.atoms(node)
    called = len(atoms) == 2 and is_symbol(atoms[0]) and not is_of_model(atoms[0])
    inside = unwrap(atoms[1].body) if called and isinstance(atoms[1], Fence) else None
    lone = inside is not None and is_symbol(inside) and len(marks.occurrence(inside).indices) < 2
    return atoms[1] if lone and (marks.words.is_function(word(atoms[0]) or "") or not is_upper(bare(atoms[0]))) else node


def _at_different_places(marks: Marks, left: Node, right: Node) -> bool:
    r"""`q_i \cdot k_j`: Latin letters at different indices are vectors."""
    if is_upper(bare(left)) or is_upper(bare(right)) or is_greek(bare(left)) or is_greek(bare(right)):
        return False
    places = [frozenset(map(canonical, marks.occurrence(end).indices)) for end in (left, right)]
    return bool(places[0]) and bool(places[1]) and not places[0] & places[1]


def scaled(marks: Marks, product: Node, denominator: Node) -> None:
    r"""`\frac{s_t \cdot h_i}{\sqrt{d}}`: what is divided by the root of a width is a product of vectors."""
    product = unwrap(product)
    _projected(marks, product, unwrap(denominator))
    signs = [*product.signs] if isinstance(product, Product) else []
    scale = scale_factor(denominator) if "cdot" in signs[:1] else None
    if not isinstance(product, Product) or scale is None or word(bare(scale)) not in MEASURES:
        return
    factors = (product.first, product.rest[0][1])
    if all(is_symbol(factor) and is_plain_lower(factor) for factor in factors) and set(signs[1:]) <= {"slash"}:
        for factor in factors:
            marks.mark(factor, "dotted")


def _projected(marks: Marks, above: Node, below: Node) -> None:
    r"""The u and v of `\frac{v \cdot u}{u \cdot u}`: of numbers nobody would leave this quotient so, it is the share of v along u."""
    pairs = [_dotted(product) for product in (above, below)]
    if not all(pairs) or len(set(map(canonical, pairs[1]))) > 1 or canonical(pairs[1][0]) not in map(canonical, pairs[0]):
        return
    for symbol in (*pairs[0], *pairs[1]):
        marks.mark(symbol, "dotted")


def _dotted(product: Node) -> tuple[Node, ...]:
    r"""The two symbols of `u \cdot v`."""
    if not isinstance(product, Product) or product.signs != ("cdot",):
        return ()
    symbols = (product.first, product.rest[0][1])
    return symbols if all(is_symbol(symbol) and not is_upper(bare(symbol)) for symbol in symbols) else ()


def _are_query_and_key(left: Node, right: Node) -> bool:
    r"""`q \cdot k`, `q_i \cdot k_j`."""
    return {word(bare(left)), word(bare(right))} == QUERY_AND_KEY


def neighbours(marks: Marks, left: Node, right: Node) -> None:
    """A matrix makes its neighbours vectors or matrices, a transposed vector makes the one behind it a vector."""
    _beside_matrix(marks, left, right)
    _beside_power(marks, left, right)
    mixed(marks, left, right)
    if not is_symbol(right):
        _before_turned(marks, left, right)
        return
    capital, symbols = is_upper(bare(right)), is_symbol(left)
    fence = None if symbols else _bracket(left)
    if fence is not None and _stands_by_matrix(marks, fence, right):
        marks.mark(right, "matrix_beside")
    if capital:
        _of_one_head(marks, left, right)
    elif is_row(left):
        marks.mark(right, "dotted")
    if not symbols:
        return
    _beside_query(marks, left, right)
    first, second = marks.occurrence(left), marks.occurrence(right)
    if first.colons and not capital:
        marks.mark(right, "vector")  # `W_{k,:} x`
    if _is_weight_of_each(marks, left, right) or (not capital and is_numbered_above(first) and is_upper(bare(left))):
        marks.mark(left, "matrix")
        marks.mark(right, "matrix_beside")
    _turned(marks, left, right, [turns(first), turns(second)])
    _entries(marks, left, right, first, second)


def _before_turned(marks: Marks, left: Node, right: Node) -> None:
    r"""The q_i of `q_i (a_{ij}^K)^\top`: a small letter before a transposed one in brackets is a vector, too."""
    fence = unwrap(right.base) if isinstance(right, Scripted) and is_transposed(right) else None
    if isinstance(fence, Fence) and is_symbol(fence.body) and is_plain_lower(left) and not is_transposed(left):
        marks.mark(left, "dotted")


def _beside_power(marks: Marks, left: Node, right: Node) -> None:
    r"""The A of `A^t x_0` where t is an exponent (brackets that nobody sees say so): a matrix, and a vector beside it."""
    for power, other in ((left, right), (right, left)):
        fence = power.base if isinstance(power, Scripted) else None
        if isinstance(fence, Fence) and fence.opener == "." and is_symbol(fence.body) and is_upper(bare(fence.body)):
            marks.mark(fence.body, "matrix")
            if is_symbol(other) and not marks.occurrence(other).indices:
                marks.mark(other, "matrix_beside")


def _bracket(node: Node) -> Fence | None:
    r"""A bracket, and the one of `(K + \sigma^2 I)^{-1}`."""
    inverted = isinstance(node, Scripted) and node.sub is None and node.sup is not None and number_of(node.sup) == -1
    fence = unwrap(node.base) if isinstance(node, Scripted) and inverted else unwrap(node)
    return fence if isinstance(fence, Fence) else None


def _entries(marks: Marks, left: Node, right: Node, first: Occurrence, second: Occurrence) -> None:
    """What the indices of two neighbours say: totals that are multiplied, a weight for each vector."""
    if _are_margins(left, right, first, second):
        marks.mark(left, "number")
        marks.mark(right, "number")
    if len(first.indices) != 2 or first.operations:
        return
    ordered = len(second.indices) == 2 and list(map(canonical, first.indices)) == list(map(canonical, second.indices))
    entries = len(second.indices) == 2 and _are_entries(bare(left), bare(right), ordered=ordered)
    entries = entries or word(bare(right)) == ERROR or word(bare(left)) == ERROR
    if not entries and _is_weighted(first.indices, second.indices):
        marks.mark(right, "weighted")


def _are_margins(left: Node, right: Node, first: Occurrence, second: Occurrence) -> bool:
    r"""The totals of `E_{ij} = \frac{R_i C_j}{N}`: capitals at one index each, side by side; of vectors one would be transposed."""
    if len(first.indices) != 1 or len(second.indices) != 1 or first.operations or second.operations:
        return False
    if not is_upper(bare(left)) or not is_upper(bare(right)):
        return False
    letters = {word(undressed(bare(end))) or "" for end in (left, right)}
    places = [tuple(map(canonical, found.indices)) for found in (first, second)]
    return places[0] != places[1] and ARRAYS.isdisjoint(letters) and not letters & {"A", "B"}


def _beside_matrix(marks: Marks, left: Node, right: Node) -> None:
    """What a matrix on either side says about the other; of what is one number for each pair of places, the rows are meant."""
    if marks.is_matrix(left):
        marks.mark(right, "matrix_beside")
        if is_symbol(left) and is_symbol(right) and _is_vector_somewhere(marks, right):
            marks.mark(left, "matrix_beside")  # the `W_O^{\ell h}` of `\sum_h W_O^{\ell h} v_j`
        for vector in stacked_vectors(right):
            marks.mark(vector, "joined")
    if marks.is_matrix(right) and not marks.is_coefficient(left):
        marks.mark(left, "matrix_beside")
    for end in (left, right) if marks.entry else ():
        if is_symbol(end) and marks.has_row(end):
            marks.mark(end, "row")


def _beside_query(marks: Marks, left: Node, right: Node) -> None:
    r"""`R_i q_i`, `q_t S_t`: queries and keys are vectors, so the capital at the same index is a matrix."""
    for vector, matrix in ((right, left), (left, right)):
        named = word(bare(vector)) in QUERY_AND_KEY
        if named and is_upper(bare(matrix)) and at_one_place(marks, vector, matrix) and not turns(marks.occurrence(matrix)):
            marks.mark(matrix, "matrix")
            marks.mark(vector, "matrix_beside")


def _of_one_head(marks: Marks, left: Node, right: Node) -> None:
    r"""`A_h V_h`, `\text{softmax}(S_h) V_h`, `V_h W_h^O`: weights and values of a head, what it makes and its weights: matrices."""
    inside = unwrap(left.body) if isinstance(left, Fence) else left
    if not is_symbol(inside) or not is_upper(bare(inside)):
        return
    if not at_one_place(marks, inside, right):
        return
    first, second = marks.occurrence(inside), marks.occurrence(right)
    letters = word(bare(inside)) or "", word(bare(right)) or ""
    weighs = letters[0] in ATTENTION and letters[1] == "V"
    of_head = canonical(first.indices[0]) in marks.left and (weighs or letters[1] in WEIGHTS)
    if of_head or (letters[1] in WEIGHTS and second.name != second.base) or marks.gives_scores(first):
        marks.mark(inside, "matrix")
        marks.mark(right, "matrix")


def weighed(marks: Marks, function: Node, scores: Node, values: Node) -> None:
    r"""`\text{softmax}(s_i) V_i`, `\text{diag}(r) t`: the weights of one head, block or query, and the matrix of values behind them."""
    if (word(function) or "").lower() == "diag" and is_symbol(values):
        marks.mark(values, "matrix_beside")
        return
    inside = unwrap(scores.body) if isinstance(scores, Fence) else scores
    if isinstance(function, Scripted) and (word(function.base) or "").lower() == "softmax" and is_plain_lower(values):
        marks.mark(values, "weighted")  # `\text{softmax}_j(\dots) v_{j,h}`: one weight for each j
        return
    of_each_query(marks, function, scores, values)
    of_each_query(marks, scores, values, function)
    if word(function) != "softmax" or not is_symbol(inside) or not is_symbol(values) or word(bare(values)) != "V":
        return
    if at_one_place(marks, inside, values) and not marks.left.isdisjoint(map(canonical, marks.occurrence(values).indices)):
        marks.mark(inside, "matrix" if is_upper(bare(inside)) else "dotted")
        marks.mark(values, "matrix")


def scaling(marks: Marks, left: Node, between: Node, right: Node) -> None:
    r"""The alpha of `S_{t-1} \alpha_t (I - k k^\top)`, a letter between two matrices, and the label of `y_i w^\top x_i` are numbers."""
    if _is_label_before_product(marks, left, between, right):
        marks.mark(left, "scalar")
    if _scores_keys(marks, left, between, right):
        marks.mark(right, "row")
    if not is_symbol(between) or is_upper(bare(between)) or is_bold(bare(between)) or not marks.is_matrix(left):
        return
    if marks.is_matrix(right) or _adds_matrices(marks, right) or _adds_identity(right):
        marks.mark(between, "scalar")


def _scores_keys(marks: Marks, left: Node, between: Node, right: Node) -> bool:
    r"""`e_j = v^\top W K_j`, one number for each key: a row before a matrix and the capital of the keys at the index on the left."""
    if not all(map(is_symbol, (left, between, right))) or is_upper(bare(left)) or not marks.is_matrix(between) or word(bare(right)) != "K":
        return False
    first, last = marks.occurrence(left), marks.occurrence(right)
    places = [canonical(node) for node in last.indices]
    return turns(first) and len(places) == 1 and not last.operations and places[0] in marks.left and not first.indices


def _is_label_before_product(marks: Marks, left: Node, between: Node, right: Node) -> bool:
    r"""`y_i w^\top x_i`: the label of one example before a dot product, by the letter that labels have."""
    if not all(map(is_symbol, (left, between, right))) or word(bare(left)) != LABEL or is_upper(bare(between)) or is_upper(bare(right)):
        return False
    turned = [turns(marks.occurrence(symbol)) for symbol in (left, between, right)]
    return turned == [False, True, False] and LABEL not in (word(bare(between)), word(bare(right)))


def _is_weight_of_each(marks: Marks, left: Node, right: Node) -> bool:
    r"""The `W_h` of `W_h x_i`: weights of each head before a vector at a place of its own."""
    if word(bare(left)) not in WEIGHTS or not is_plain_lower(right):
        return False
    first, second = marks.occurrence(left), marks.occurrence(right)
    letters = {canonical(node) for node in first.indices}
    return len(letters) == 1 and not first.operations and bool(second.indices) and letters.isdisjoint(map(canonical, second.indices))


def _is_vector_somewhere(marks: Marks, symbol: Node) -> bool:
    """A small letter in bold, or a Latin one with an index."""
    return not is_upper(bare(symbol)) and (is_bold(bare(symbol)) or (is_plain_lower(symbol) and bool(marks.occurrence(symbol).indices)))


def _turned(marks: Marks, left: Node, right: Node, turned: list[bool]) -> None:
    """What a transpose of one of two neighbours says about both, and the identity about what it is multiplied by."""
    if word(right) == "I" and is_greek(bare(left)):
        marks.mark(left, "scalar")
    if turned[0]:
        marks.mark(right, "dotted")
    if all(turned) and is_upper(bare(right)):
        marks.mark(right, "matrix_beside")
    if turned[1] and not turned[0] and marks.has_row(left) and marks.has_row(right):
        marks.mark(left, "row")
        marks.mark(right, "row")
    elif turned[1] and not turned[0] and all(is_upper(bare(side)) or is_phrase(bare(side)) for side in (left, right)):
        marks.mark(left, "matrix_beside")
        marks.mark(right, "matrix_beside")
    elif turned[1] and not turned[0] and is_plain_lower(left) and is_upper(bare(right)) and at_one_place(marks, left, right):
        marks.mark(right, "matrix")
    weighs = marks.is_coefficient(left) and not are_key_and_value(marks, left, right)
    if turned[1] and not turned[0] and not is_upper(bare(left)) and not weighs and not _only_right_is_bold(left, right):
        marks.mark(left, "dotted")
    if turned[1] and not turned[0] and all(map(_is_lone_greek, (left, right))) and _at_one_step(left, right):
        marks.mark(left, "dotted")


def _is_lone_greek(node: Node) -> bool:
    return is_greek(bare(node)) and not is_upper(bare(node))


def _at_one_step(left: Node, right: Node) -> bool:
    r"""The same below both, as in `\alpha_t \beta_t^\top`: one letter before a row may scale it, but not at its step."""
    below = [node.sub if isinstance(node, Scripted) else None for node in (left, right)]
    return all(sub is not None for sub in below) and len({canonical(sub) for sub in below if sub is not None}) == 1


def _only_right_is_bold(left: Node, right: Node) -> bool:
    r"""`v\, \mathbf{x}^\top`: where vectors are bold, a plain small letter is a number."""
    return is_bold(bare(right)) and not is_bold(bare(left))


def _adds_matrices(marks: Marks, fence: Node) -> bool:
    r"""`(W + \Delta W)`, `(I - A)`."""
    body = unwrap(fence.body) if isinstance(fence, Fence) else fence
    return isinstance(body, Sum) and any(marks.is_matrix(term) for term in body.operands)


def _adds_identity(fence: Node) -> bool:
    r"""`(I - k k^\top)`."""
    fence = unwrap(fence)
    body = unwrap(fence.body) if isinstance(fence, Fence) else fence
    return isinstance(body, Sum) and any(is_symbol(term) and word(undressed(bare(term))) == "I" for term in body.operands)


def _stands_by_matrix(marks: Marks, fence: Node, right: Node) -> bool:
    r"""A phrase, whatever stands behind `(W + \Delta W)`, and the `V_i` of `\mathrm{softmax}(Q_i K_i^\top) V_i`."""
    return is_phrase(bare(right)) or _adds_matrices(marks, fence) or (is_upper(bare(right)) and holds_scores(fence, marks.words))


def _are_entries(left: Node, right: Node, *, ordered: bool) -> bool:
    r"""Letters at two indices, none the weight of the other: capitals, small ones at the same places, a Greek one behind."""
    if is_bold(right):
        return False
    if is_upper(left) or is_upper(right):
        return is_upper(left) and is_upper(right)
    return is_greek(right) or (ordered and not is_greek(left) and word(left) not in WEIGHING)


def _is_weighted(weight: tuple[Node, ...], indices: tuple[Node, ...]) -> bool:
    r"""`\alpha_{ij} h_j`, `\alpha_{ij} r_{ij}`: a weight for each vector; in `A_{ik} B_{kj}` both are entries."""
    return bool(indices) and {canonical(index) for index in indices} <= {canonical(index) for index in weight}
