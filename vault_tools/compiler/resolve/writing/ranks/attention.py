"""Queries, keys and values: capitals at one index that are whole matrices, and what stands behind weights that are written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.models import WEIGHTS
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, every, is_euler, is_greek, number_of, texts, undressed, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.looks import is_plain_lower
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Fraction, Letters, Node, Relation, Scripted, Sequence, Sum

if TYPE_CHECKING:
    from collections.abc import Sequence as Sequence_

    from vault_tools.compiler.resolve.writing.ranks.marks import Marks
    from vault_tools.compiler.resolve.writing.statements.heads import Head
    from vault_tools.compiler.syntax_tree import Node

PAIR = 2
QUERY_AND_KEY, QUERY_AND_SUM = {"q", "k"}, ["q", "z"]
ATTENTION = frozenset("APS")
"""Capitals of attention weights and of scores."""
KEY_AND_VALUE, QUERIES_AND_KEYS = frozenset("kv"), frozenset("QK")


def beside_matrices(marks: Marks, node: Sum) -> None:
    r"""The A_i of `A_i + I`, `I - \beta_t A_t`, the `S_{t-1,h}` of `S_{t-1,h} + k_{t,h} v_{t,h}^\top`: a matrix is added to it."""
    terms = [marks.words.atoms(term) for term in node.operands]
    states = [pair for term in terms if (pair := _key_and_value(marks, term))]
    if not states and not any(map(_is_identity, terms)):
        return
    for symbol in (symbol for pair in states for symbol in pair):
        marks.mark(symbol, "dotted")
    for term in terms:
        if _is_capital(term[-1]) and all(map(_scales, term[:-1])) and len(marks.occurrence(term[-1]).indices) == 1:
            marks.mark(term[-1], "matrix")


def _is_identity(term: list[Node]) -> bool:
    r"""`0.5 I`."""
    return is_symbol(term[-1]) and word(undressed(bare(term[-1]))) == "I" and all(map(_scales, term[:-1]))


def _key_and_value(marks: Marks, term: list[Node]) -> list[Node]:
    r"""The v and the k of `\beta_t v_t k_t^\top`, which is added to the state of a head."""
    pair = [term[-2], _turned(term[-1])] if len(term) >= PAIR and _is_turned(marks, term[-1]) and not _is_turned(marks, term[-2]) else []
    return pair if pair and are_key_and_value(marks, pair[0], pair[1]) else []


def are_key_and_value(marks: Marks, left: Node, right: Node) -> bool:
    r"""The k and v of `k_{h,t} v_{h,t}^\top`, at the same place."""
    if not is_symbol(left) or not is_symbol(right) or {word(undressed(bare(end))) for end in (left, right)} != KEY_AND_VALUE:
        return False
    places = [tuple(map(canonical, marks.occurrence(end).indices)) for end in (left, right)]
    return places[0] == places[1]


def reads_normaliser(atoms: Sequence_[Node]) -> bool:
    r"""The `q_t z_t` below a state that is read, `\frac{q_t S_t}{q_t z_t}`: the dot product of a query with the keys that were added up."""
    return len(atoms) == PAIR and all(map(is_symbol, atoms)) and [(word(bare(atom)) or "").lower() for atom in atoms] == QUERY_AND_SUM


def before_stack(marks: Marks, left: Node, right: Node) -> None:
    r"""The q_t of `q_t [K; k_t]^\top`, `q_t \cdot [K_{\text{cache}}, k_t]^\top`: beside rows that are joined and turned it is a row."""
    rows = unwrap(right.base) if isinstance(right, Scripted) and is_transposed(right) else None
    joined = unwrap(rows.body) if isinstance(rows, Fence) and rows.opener == "[" else None
    matrices = [item for item in joined.items if is_symbol(item) and is_upper(bare(item))] if isinstance(joined, Sequence) else []
    if matrices and is_symbol(left) and is_plain_lower(left):
        marks.mark(left, "matrix_beside")


def gram_matrices(marks: Marks, head: Head, side: Node) -> None:
    r"""`G^{(l)} = (F^{(l)})^\top F^{(l)}`, `S_h = \frac{1}{n} K_h^\top V_h`: a capital for each index is no dot product of two rows."""
    name, atoms = head.symbol, marks.words.atoms(side)
    atoms = atoms[1:] if len(atoms) == PAIR + 1 and isinstance(atoms[0], Fraction) else atoms
    if name is None or head.is_function or not _is_capital(name) or len(atoms) != PAIR or not _is_turned(marks, atoms[0]):
        return
    pair = [_turned(atoms[0]), atoms[1]]
    if _is_turned(marks, atoms[1]) or not all(map(_is_capital, pair)):
        return
    places = {tuple(map(canonical, marks.occurrence(symbol).indices)) for symbol in (name, *pair)}
    if len(places) == 1 and len(next(iter(places))) == 1:
        for symbol in pair:
            marks.mark(symbol, "matrix")


def _is_turned(marks: Marks, node: Node) -> bool:
    r"""`F_l^\top`, `F^{(l)\top}`, `(F^l)^\top`."""
    if is_symbol(node):
        return "transpose" in [operation.kind for operation in marks.occurrence(node).operations]
    return is_transposed(node)


def _turned(node: Node) -> Node:
    r"""The `F^l` of `(F^l)^\top`; `F_l^\top` as it is."""
    fence = unwrap(node.base) if isinstance(node, Scripted) else node
    return unwrap(fence.body) if isinstance(fence, Fence) else node


def attention_of_heads(marks: Marks, function: Node, scores: Node, values: Node) -> None:
    r"""`\text{softmax}(Q_{b,h} K_{b,h}^\top) V_{b,h}`: the queries, keys and values of one head of one sequence."""
    if (word(function) or "").lower() != "softmax" or not isinstance(scores, Fence) or not is_symbol(values) or word(bare(values)) != "V":
        return
    places = [canonical(index) for index in marks.occurrence(values).indices]
    atoms = [atom for atom in symbol_atoms(scores.body, marks.words) if word(bare(atom)) in QUERIES_AND_KEYS]
    if len(places) < PAIR or not marks.left.issuperset(places) or {word(bare(atom)) for atom in atoms} != QUERIES_AND_KEYS:
        return
    if all([canonical(index) for index in marks.occurrence(atom).indices] == places for atom in atoms):
        for symbol in (*atoms, values):
            marks.mark(symbol, "matrix")


def of_each_query(marks: Marks, function: Node, scores: Node, values: Node) -> None:
    r"""`\text{softmax}(q_t K_t^\top) V_t`, `V_t^\top \text{softmax}(K_t q_t)`: the keys and values that each query meets are matrices."""
    if (word(function) or "").lower() != "softmax" or not isinstance(scores, Fence) or not is_symbol(values) or not is_upper(bare(values)):
        return
    atoms = [atom for atom in symbol_atoms(scores.body, marks.words) if at_one_place(marks, atom, values)]
    keys = [atom for atom in atoms if is_upper(bare(atom)) and word(bare(atom)) != word(bare(values))]
    if len(keys) == 1 and any(is_plain_lower(atom) for atom in atoms):
        marks.mark(keys[0], "matrix")
        marks.mark(values, "matrix")


def rows_of_weights(marks: Marks, function: Node, scores: Node, values: Node) -> None:
    r"""`\sum_j \text{softmax}(Q_t K_j^\top) V_j`: of capitals at two places, the second that of the values, each is a row."""
    if (
        (word(bare(function)) or "").lower() != "softmax"
        or not isinstance(scores, Fence)
        or not is_symbol(values)
        or not is_upper(bare(values))
    ):
        return
    atoms = [atom for atom in symbol_atoms(scores.body, marks.words) if _is_capital(atom) and marks.occurrence(atom).indices]
    places = [tuple(map(canonical, marks.occurrence(atom).indices)) for atom in (*atoms, values)]
    if len(atoms) == PAIR and places[1] == places[2] != places[0] and set(map(len, places)) == {1}:
        for symbol in (*atoms, values):
            marks.mark(symbol, "row")


def at_one_place(marks: Marks, left: Node, right: Node) -> bool:
    """Both have one index, the same."""
    places = [tuple(map(canonical, marks.occurrence(end).indices)) for end in (left, right)]
    return len(places[0]) == 1 and places[0] == places[1]


def linear_attention_of_heads(marks: Marks, atoms: list[Node]) -> None:
    r"""`Q_h (K_h^\top V_h)`, `\phi(Q_h) (\phi(K_h)^\top V_h)`: nobody multiplies one key with one value."""
    *queries, product = atoms
    if not isinstance(product, Fence) or product.opener != "(" or not queries:
        return
    symbols = [symbol for node in (*queries, product) for symbol in symbol_atoms(node, marks.words) if _is_capital(symbol)]
    places = {tuple(map(canonical, marks.occurrence(symbol).indices)) for symbol in symbols}
    if sorted(word(bare(symbol)) or "" for symbol in symbols) != ["K", "Q", "V"] or len(places) != 1:
        return
    place = next(iter(places))
    if len(place) == 1 and marks.left.issuperset(place):
        for symbol in symbols:
            marks.mark(symbol, "matrix")


def _is_capital(node: Node) -> bool:
    return is_symbol(node) and is_upper(bare(node)) and word(undressed(bare(node))) != "I"


def _scales(atom: Node) -> bool:
    r"""`0.5`, `\frac{1}{2}`, `\beta_t`."""
    return number_of(atom) is not None or (is_symbol(atom) and is_greek(bare(atom)) and not is_upper(bare(atom)))


SCORED = frozenset({"q", "k"})
"""Letters of what is scored: their products are the exponents of attention weights."""


KEYS = frozenset({"k", "K"})
WEIGHT = "a"
"""The Latin letter of attention weights."""


def values_behind(marks: Marks, atoms: list[Node]) -> None:
    """The last of several factors, at one index, is a vector where those before it are its weight."""
    values = atoms[-1]
    if len(atoms) < 2 or not _is_small(values) or len(indices := marks.occurrence(values).indices) != 1:
        return
    if _is_exponential(atoms[:-1]) or _is_score(atoms[:-1]) or _is_looked_up(atoms[:-1], canonical(indices[0])):
        marks.mark(values, "weighted")


def _is_small(node: Node) -> bool:
    r"""`h_s`, `\bar h_s`: a small Latin letter, whatever stands on it."""
    return is_symbol(node) and isinstance(undressed(bare(node)), Letters) and not is_upper(bare(node))


def _is_exponential(weight: list[Node]) -> bool:
    r"""`e^{q_i \cdot k_j}`, `\exp(q_i^\top k_j)`, or a quotient of such."""
    last = weight[-1]
    if isinstance(last, Fraction):
        last = last.numerator
    raised = isinstance(last, Scripted) and is_euler(last.base)
    called = word(weight[-2]) == "exp" if len(weight) > 1 else not isinstance(last, Fence)
    return (raised or called) and texts(last) >= SCORED


def _is_score(weight: list[Node]) -> bool:
    r"""`(q_i k_j^\top)`, `\gamma^{i-j} (q_i \cdot k_j)`, `q_i^\top k_j`: the weight of linear attention."""
    last = unwrap(weight[-1])
    if isinstance(last, Fence):
        product = last.opener == "(" and not isinstance(unwrap(last.body), Sequence | Relation)
        return texts(last) >= SCORED and (product or last.opener == "⟨")
    pair = [word(bare(node)) for node in weight[-2:]]
    return len(pair) == 2 and {*pair} == SCORED and any(map(is_transposed, weight[-2:]))


def _is_looked_up(weight: list[Node], index: str) -> bool:
    r"""`\alpha_t(s)`, `\text{softmax}(z_t)_s`: a weight at the index of what is behind it."""
    if len(weight) != 2 or not is_symbol(weight[0]):
        return False
    bracket = weight[1]
    if isinstance(bracket, Scripted):
        return (word(weight[0]) or "").lower() == "softmax" and bracket.sub is not None and canonical(bracket.sub) == index
    letter = bare(weight[0])
    weighs = (is_greek(letter) and not is_upper(letter)) or word(letter) == WEIGHT
    return weighs and isinstance(bracket, Fence) and bracket.opener == "(" and canonical(unwrap(bracket.body)) == index


def mixed(marks: Marks, left: Node, right: Node) -> None:
    """The weights of a layer before a sum are a matrix, and a vector is added up."""
    values = added_up(marks, left, right)
    if values is not None:
        marks.mark(left, "matrix")
        marks.mark(values, "matrix_beside")


def reads_state(marks: Marks, left: Node, right: Node) -> None:
    r"""The q_i of `q_i \sum_j k_j^\top v_j` and `\phi(q_i) (\sum_j \phi(k_j)^\top)`: a row before what is summed over transposed keys."""
    inside = unwrap(left.body) if isinstance(left, Fence) and left.opener == "(" else left
    total = unwrap(right.body) if isinstance(right, Fence) and right.opener == "(" else right
    if not is_symbol(inside) or word(bare(inside)) != "q" or not isinstance(total, BigOperator) or total.body is None:
        return
    turned = any(is_transposed(node) for node in every(Scripted, total.body))
    if turned and not KEYS.isdisjoint(texts(total.body)):
        marks.mark(left, "dotted")


def added_up(marks: Marks, left: Node, right: Node) -> Node | None:
    r"""The v_j of `W_O \sum_j \alpha_j v_j`, the x_j of `U_h (\sum_j x_j)`."""
    if not is_symbol(left) or word(bare(left)) not in WEIGHTS or is_transposed(left):
        return None
    total = unwrap(right.body) if isinstance(right, Fence) and right.opener == "(" else right
    if not isinstance(total, BigOperator) or total.operator != "sum" or total.body is None:
        return None
    values = marks.words.atoms(total.body)[-1]
    return values if is_plain_lower(values) and marks.occurrence(values).indices else None


def beside_query(marks: Marks, left: Node, right: Node) -> None:
    r"""`R_i q_i`, `q_t S_t`: queries and keys are vectors, so the capital at the same index is a matrix."""
    for vector, matrix in ((right, left), (left, right)):
        named = word(bare(vector)) in QUERY_AND_KEY
        if named and is_upper(bare(matrix)) and at_one_place(marks, vector, matrix) and not marks.turns(matrix):
            marks.mark(matrix, "matrix")
            marks.mark(vector, "matrix_beside")


def of_one_head(marks: Marks, left: Node, right: Node) -> None:
    r"""`A_h V_h`, `\text{softmax}(S_h) V_h`, `V_h W_h^O`: weights and values of a head, what it makes and its weights: matrices."""
    inside = unwrap(left.body) if isinstance(left, Fence) else left
    if not is_symbol(inside) or not is_upper(bare(inside)) or not is_upper(bare(right)):
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
    rows_of_weights(marks, function, scores, values)
    of_each_query(marks, function, scores, values)
    of_each_query(marks, scores, values, function)
    if word(function) != "softmax" or not is_symbol(inside) or not is_symbol(values) or word(bare(values)) != "V":
        return
    if at_one_place(marks, inside, values) and not marks.left.isdisjoint(map(canonical, marks.occurrence(values).indices)):
        marks.mark(inside, "matrix" if is_upper(bare(inside)) else "dotted")
        marks.mark(values, "matrix")
