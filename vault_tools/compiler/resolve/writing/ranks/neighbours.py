"""What factors side by side say about each other: a matrix, a transpose, a weight or a number between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.models import WEIGHTS
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, is_greek, number_of, undressed, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.attention import (
    are_key_and_value,
    at_one_place,
    beside_query,
    mixed,
    of_one_head,
    reads_state,
)
from vault_tools.compiler.resolve.writing.ranks.customs import ARRAYS
from vault_tools.compiler.resolve.writing.ranks.likeliest import is_phrase
from vault_tools.compiler.resolve.writing.ranks.looks import (
    holds_scores,
    is_bold,
    is_numbered_above,
    is_plain_lower,
    is_row,
    stacked_vectors,
)
from vault_tools.compiler.syntax_tree import Fence, Node, Scripted, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks, RuleOfTwo

WEIGHING = frozenset("aw")
"""Small letters of weights."""
ROWS_OF_PAIRS = frozenset("QKVH")
r"""Capitals that are a row for each pair of places, as in `\alpha_{ij} V_{ij}`; the costs of `\gamma_{ij} C_{ij}` are entries."""
ROWS_OF_PLACES = ROWS_OF_PAIRS | frozenset("FXZ")
r"""Letters of features at each place, as in `\sum_{i,j} \alpha_{ij} x_{ij}`; the costs of `\sum_{i,j} \gamma_{ij} c_{ij}` are entries."""
ERROR = "delta"
r"""The letter of the errors of back propagation, one number for each unit: `\sum_k w_{kj} \delta_k`."""
LABEL = "y"
"""The letter of what is to be predicted."""


def neighbours(marks: Marks, left: Node, right: Node) -> None:
    """A matrix makes its neighbours vectors or matrices, a transposed vector makes the one behind it a vector."""
    for rule in OF_ANYTHING:
        rule(marks, left, right)
    if is_symbol(right):
        for rule in OF_A_SYMBOL_BEHIND:
            rule(marks, left, right)
        for rule in OF_SYMBOLS if is_symbol(left) else ():
            rule(marks, left, right)


def _behind_bracket(marks: Marks, left: Node, right: Node) -> None:
    r"""What stands behind `(W + \Delta W)`."""
    fence = None if is_symbol(left) else _bracket(left)
    if fence is not None and _stands_by_matrix(marks, fence, right):
        marks.mark(right, "matrix_beside")


def _behind_row(marks: Marks, left: Node, right: Node) -> None:
    """A small letter behind a row of factors that is transposed."""
    if is_row(left) and not is_upper(bare(right)):
        marks.mark(right, "dotted")


def _behind_slice(marks: Marks, left: Node, right: Node) -> None:
    """The x of `W_{k,:} x`."""
    if marks.occurrence(left).colons and not is_upper(bare(right)):
        marks.mark(right, "vector")


def _behind_weights(marks: Marks, left: Node, right: Node) -> None:
    r"""`W_h x_i`, `A^{(k)} x`: one matrix of many, and a vector."""
    numbered = is_upper(bare(left)) and not is_upper(bare(right)) and is_numbered_above(marks.occurrence(left))
    if numbered or _is_weight_of_each(marks, left, right):
        marks.mark(left, "matrix")
        marks.mark(right, "matrix_beside")


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


def _entries(marks: Marks, left: Node, right: Node) -> None:
    """What the indices of two neighbours say: totals that are multiplied, a weight for each vector."""
    first, second = marks.occurrence(left), marks.occurrence(right)
    if _are_margins(left, right, first, second):
        marks.mark(left, "number")
        marks.mark(right, "number")
    if len(first.indices) != 2 or first.operations:
        return
    ordered = len(second.indices) == 2 and list(map(canonical, first.indices)) == list(map(canonical, second.indices))
    total = marks.summed.issuperset(map(canonical, first.indices)) and _add_up(left, right)
    entries = len(second.indices) == 2 and (total or _are_entries(bare(left), bare(right), ordered=ordered))
    entries = entries or word(bare(right)) == ERROR or word(bare(left)) == ERROR or _is_power(second)
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
    return places[0] != places[1] and ARRAYS.isdisjoint(letters) and not letters & {"A", "B", "I"}


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
    return marks.turns(left) and len(places) == 1 and not last.operations and places[0] in marks.left and not first.indices


def _is_label_before_product(marks: Marks, left: Node, between: Node, right: Node) -> bool:
    r"""`y_i w^\top x_i`: the label of one example before a dot product, by the letter that labels have."""
    if not all(map(is_symbol, (left, between, right))) or word(bare(left)) != LABEL or is_upper(bare(between)) or is_upper(bare(right)):
        return False
    turned = [marks.turns(symbol) for symbol in (left, between, right)]
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


def _turned(marks: Marks, left: Node, right: Node) -> None:
    """What a transpose of one of two neighbours says about both, and the identity about what it is multiplied by."""
    turned = [marks.turns(end) for end in (left, right)]
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
        return is_upper(right) and (is_upper(left) or (ordered and word(right) not in ROWS_OF_PAIRS))
    return is_greek(right) or (ordered and not is_greek(left) and word(left) not in WEIGHING)


def _add_up(left: Node, right: Node) -> bool:
    r"""The small letters of `\sum_{i,j} w_{ij} d_{ij}`, of which no index stays: entries, but for features that attention weighs."""
    attends = is_greek(bare(left)) or word(bare(left)) == "a"
    features = attends and (word(bare(right)) or "").upper() in ROWS_OF_PLACES
    return not features and not is_bold(bare(right)) and not is_upper(bare(right))


def _is_power(found: Occurrence) -> bool:
    r"""The `D_{ij}^2` of `y_{ij} D_{ij}^2`: an entry, as no vector is raised."""
    return any(operation.kind == "power" for operation in found.operations)


def _is_weighted(weight: tuple[Node, ...], indices: tuple[Node, ...]) -> bool:
    r"""`\alpha_{ij} h_j`, `\alpha_{ij} r_{ij}`: a weight for each vector; in `A_{ik} B_{kj}` both are entries."""
    return bool(indices) and {canonical(index) for index in indices} <= {canonical(index) for index in weight}


OF_ANYTHING: tuple[RuleOfTwo, ...] = (_beside_matrix, _beside_power, mixed, reads_state, _before_turned)
OF_A_SYMBOL_BEHIND: tuple[RuleOfTwo, ...] = (_behind_bracket, _behind_row, of_one_head)
OF_SYMBOLS: tuple[RuleOfTwo, ...] = (beside_query, _behind_slice, _behind_weights, _turned, _entries)
"""What is asked of two neighbours; in any order, as no rule looks at what another one marked."""
