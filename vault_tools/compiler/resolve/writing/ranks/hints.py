"""What the notation around a symbol says about its rank: transposed, beside a matrix, inside a norm, under a root.

Only preferences: declared shapes win, and contradictions make the resolver try the next rank.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.indices.scopes import LetterFacts
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, children, number_of, scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.evolutions import times
from vault_tools.compiler.resolve.writing.ranks.likeliest import is_phrase
from vault_tools.compiler.resolve.writing.ranks.looks import (
    counts,
    holds_scores,
    is_bold,
    is_monomial,
    is_order,
    is_row_of_ones,
    is_share,
    listed_entries,
    stacked_vectors,
)
from vault_tools.compiler.resolve.writing.spelled_out.patterns import at_letter, ends, numbered_below
from vault_tools.compiler.syntax_tree import (
    Accented,
    BigOperator,
    Ellipsis_,
    Fence,
    Fraction,
    Grid,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Product,
    Relation,
    Root,
    Scripted,
    Sequence,
    Styled,
    Sum,
)

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.statements.heads import Head

BRACKET_LISTS = {"[": "joined", "⟨": "dotted"}
BARS = {"|": "barred", "‖": "normed", "⌊": "number", "⌈": "number"}
ROW_FUNCTIONS = frozenset({"rowmax", "rowsum", "row_max"})
MATRIX_FUNCTIONS = ROW_FUNCTIONS | {"attention", "attn", "selfattention", "multihead", "mha", "mab", "sab", "conv", "meanpool", "avgpool"}
JOINING = frozenset({"concat", "concatenate"})
OF_ENTRIES = frozenset({"softmax", "log_softmax", "sparsemax"})
"""Functions whose definitions write one entry of the vector as parameter."""
VECTOR_FUNCTIONS = frozenset({"softmax", "norm", "layernorm", "rmsnorm", "mean", "var", "logsumexp", "lse", "cos", "sparsemax", "diag"})
COSTS = frozenset(
    {"flops", "flop", "macs", "params", "parameters", "memory", "vram", "cache", "cost", "bytes", "latency", "complexity", "throughput"}
)
"""Words for what is counted, in small letters."""


@dataclass
class Hints:
    """Collected hints: symbol name -> flags."""

    facts: LetterFacts
    words: Words
    of: dict[str, set[str]] = field(default_factory=dict)

    def visit(self, node: Node, *marks: str) -> None:
        """Collect in a node; `marks` hold for every symbol directly in it."""
        node = unwrap(node) if not isinstance(node, Styled) else node
        match node:
            case Letters() | Name() | Styled() | Accented() | Juxtaposed() | Scripted():
                self._row(self.words.atoms(node), marks)
            case Product():
                self._signed(node, marks)
            case Sum():
                self._terms(node, marks)
            case Fraction(numerator=numerator, denominator=denominator):
                self.visit(numerator, *marks, *(("number",) if is_share(numerator, denominator) else ()))
                self.visit(denominator, "number")
            case Root(radicand=radicand):
                self.visit(radicand, "number")
            case Fence():
                self._bracket(node, marks)
            case Relation(first=first, rest=(("∈" | "∉", Fence(body=ends)),)):  # `x \in [a, b]` joins nothing
                self.visit(first)
                self.visit(ends)
            case Grid(rows=rows) if any(isinstance(unwrap(row[0]), Ellipsis_) for row in rows) and all(len(row) == 1 for row in rows):
                self._listed(rows[0][0])
            case _:
                for child in (node.body,) if isinstance(node, BigOperator) and node.body is not None else children(node):
                    self.visit(child)

    def _terms(self, node: Sum, marks: tuple[str, ...]) -> None:
        if any(isinstance(term, Ellipsis_) for _, term in node.terms):
            self._listed(node.terms[0][1])
        self._biases([self.words.atoms(term) for _, term in node.terms])
        self._entries_beside_bias([term for _, term in node.terms])
        self._beside_entry([term for _, term in node.terms])
        beside_number = any(number_of(term) is not None for _, term in node.terms)
        for _, term in node.terms:
            self.visit(term, *((*marks, "number") if beside_number and is_symbol(term) else marks))

    def _bracket(self, node: Fence, marks: tuple[str, ...]) -> None:
        """What brackets say about the symbols in them."""
        body = unwrap(node.body)
        if isinstance(body, Sequence) and node.opener in BRACKET_LISTS:
            for item in body.items:
                self.visit(item, BRACKET_LISTS[node.opener])
            place = next((k for k, item in enumerate(body.items) if isinstance(item, Ellipsis_)), 0)
            for item in body.items[:place]:
                self._listed(numbered_below(item))
        elif isinstance(body, Sequence) and node.opener == "(":
            for item in body.items:
                self.visit(item, *(mark for mark in marks if mark == "matrix"))
        else:
            self.visit(body, *((BARS[node.opener],) if node.opener in BARS else marks))

    def _biases(self, terms: list[list[Node]]) -> None:
        """`W x + b`: a lower-case letter added to a matrix times a vector is a vector."""
        transforms = any(
            any(self._is_matrix(atom) for atom in term)
            and any(
                is_symbol(atom) and not is_upper(bare(atom)) and (k or (word(bare(atom)) or "") not in GREEK) for k, atom in enumerate(term)
            )
            for term in terms
            if len(term) > 1
        )
        for term in terms if transforms else ():
            if len(term) == 1 and is_symbol(term[0]) and not is_upper(bare(term[0])) and not _is_greek(bare(term[0])):
                self._mark(term[0], "dotted")

    def _entries_beside_bias(self, terms: list[Node]) -> None:
        r"""`\sum_j W_{ij} x_j + b_i`: one entry of W x + b, so the x_j are numbers."""
        lone = [set(map(canonical, self._occurrence(term).indices)) for term in terms if _is_plain_lower(term)]
        for body in (term.body for term in map(unwrap, terms) if isinstance(term, BigOperator) and term.body is not None):
            atoms = self.words.atoms(body)
            if len(atoms) != 2 or not is_symbol(atoms[0]) or not is_upper(bare(atoms[0])) or not _is_plain_lower(atoms[1]):
                continue
            weight, entry = (self._occurrence(atom) for atom in atoms)
            rest = set(map(canonical, weight.indices)) - set(map(canonical, entry.indices))
            if len(weight.indices) == 2 and len(entry.indices) == len(rest) == 1 and rest in lone:
                self._mark(atoms[1], "scalar")

    def _beside_entry(self, terms: list[Node]) -> None:
        r"""`S_{ij} - M_i`: what is added to an entry of a matrix is a number, too."""
        symbols = [(term, self._occurrence(term)) for term in terms if is_symbol(term) and is_upper(bare(term))]
        entries = [set(map(canonical, found.indices)) for _, found in symbols if len(found.indices) == 2 and not found.operations]
        for term, found in symbols:
            if len(found.indices) == 1 and not found.operations and any({canonical(found.indices[0])} < entry for entry in entries):
                self._mark(term, "scalar")

    def _joined_list(self, body: Node) -> None:
        r"""`\mathrm{Concat}(head_1, \dots, head_h)`: what is joined are arrays."""
        if isinstance(body, Sequence) and any(isinstance(unwrap(item), Ellipsis_) for item in body.items):
            self._listed(numbered_below(body.items[0]), "matrix")

    def _listed(self, first: Node, *marks: str) -> None:
        """`[Z_1, …, Z_h]`: capitals in a list are matrices, one for each number."""
        start, _ = ends(first, first)
        if start is not None:
            running = replace(self.facts, letters=self.facts.letters | {"i"})
            Hints(running, self.words, self.of).visit(at_letter(first, "i", start), *marks)
        if is_symbol(first) and is_upper(bare(first)):
            self.of.setdefault(self._occurrence(first).base, set()).add("matrix_beside@1")

    def visit_side(self, side: Node, head: Head) -> None:
        r"""Collect in a side of a statement; what gives a cost (`\text{FLOPs} \approx 6ND`) is made of numbers."""
        name = word(bare(head.symbol)) if head.symbol is not None else None
        for part in listed_entries(side) or (side,):
            self.visit(part, *(("scalar",) if name is not None and name.lower() in COSTS else ()))

    def visit_head(self, head: Head) -> None:
        r"""Parameters of a function that works on vectors (`LayerNorm(x) = …`) are vectors; `\text{softmax}(x_i) = …` names an entry."""
        name = word(bare(head.symbol)) if head.symbol is not None and head.is_function else None
        function = self.words.vocabulary.function(name) if name else None
        if function is not None and function.signature.startswith("(n)"):
            for parameter in head.parameters or ():
                if not (function.name in OF_ENTRIES and isinstance(unwrap(parameter), Scripted)):
                    self.visit(parameter, "normed")

    def _signed(self, node: Product, marks: tuple[str, ...]) -> None:
        operands = [node.first, *(operand for _, operand in node.rest)]
        signs = [sign for sign, _ in node.rest]
        counted = any(number_of(operand) is not None for operand in operands)
        sizes = len(operands) > 3 and all(number_of(operand) is not None or isinstance(unwrap(operand), Letters) for operand in operands)
        if counts(operands, signs) or (counted and (set(signs) == {"ast"} or (sizes and set(signs) <= {"cdot", "times", "ast"}))):
            for operand in operands:
                self.visit(operand, "scalar")
            return
        kept = marks if set(signs) == {"slash"} else tuple(mark for mark in marks if mark == "scalar")
        for sign, operand in zip(("", *signs), operands, strict=True):
            atoms = self.words.atoms(operand) if sign == "slash" and isinstance(operand, Juxtaposed) else []
            if any(self._is_matrix(atom) for atom in atoms[1:]):
                self.visit(atoms[0], "number")  # `1/n X^\top X`: the number divides, the matrices behind it multiply
                self._row(atoms[1:], kept)
            else:
                self.visit(operand, *(("number",) if sign == "slash" else kept))
        for sign, left, right in zip(signs, operands, operands[1:], strict=False):
            self._joint(sign, self.words.atoms(left)[-1], self.words.atoms(right)[0])

    def _joint(self, sign: str, left: Node, right: Node) -> None:
        """What a sign says about the symbols on its two sides."""
        symbols = is_symbol(left) and is_symbol(right)
        if sign == "odot" and symbols:
            for end in (left, right):
                if not is_upper(bare(end)):
                    self._mark(end, "dotted")
        if sign not in ("cdot", "times", "dot", "bullet"):
            return
        self._neighbours(left, right)
        decorated = self._is_decorated(left) and self._is_decorated(right)
        dotted = decorated or (symbols and self._at_different_places(left, right))
        for end in (left, right) if symbols and (dotted or sign == "cdot") else ():
            self._mark(end, "dotted" if dotted else "cdot")

    def _at_different_places(self, left: Node, right: Node) -> bool:
        r"""`q_i \cdot k_j`: Latin letters at different indices are vectors."""
        if is_upper(bare(left)) or is_upper(bare(right)) or _is_greek(bare(left)) or _is_greek(bare(right)):
            return False
        places = [frozenset(map(canonical, self._occurrence(end).indices)) for end in (left, right)]
        return bool(places[0]) and bool(places[1]) and not places[0] & places[1]

    @staticmethod
    def _is_decorated(node: Node) -> bool:
        node = unwrap(node.base) if isinstance(node, Scripted) else node
        return isinstance(node, Styled) or (isinstance(node, Accented) and node.accent == "vec")

    def _row(self, atoms: list[Node], marks: tuple[str, ...]) -> None:
        if is_monomial(atoms):
            marks = (*marks, "scalar")
        product = "number" in marks and "scalar" not in marks and not all(is_symbol(atom) and not is_transposed(atom) for atom in atoms)
        for k, atom in enumerate(atoms):
            self._atom(atom, () if product else marks, atoms[k - 1] if k else None)
        for left, right in pairwise(atoms):
            self._neighbours(left, right)
        for function, first, again, second in zip(atoms, atoms[1:], atoms[2:], atoms[3:], strict=False):
            if is_transposed(first) and is_symbol(function) and canonical(function) == canonical(again):
                self._mark(first, "dotted")  # `\phi(q)^\top \phi(k)`
                self._mark(second, "dotted")

    def _atom(self, atom: Node, marks: tuple[str, ...], before: Node | None) -> None:
        atom = scripts_moved_out(atom)
        base = unwrap(atom.base) if isinstance(atom, Scripted) else unwrap(atom)
        if is_symbol(atom):
            self._symbol(atom, marks)
        elif isinstance(base, Fence):
            self._fence(atom, base, marks, before)
        elif isinstance(atom, Scripted):
            self.visit(base, *marks)
            if atom.sup is not None:
                self.visit(atom.sup, "number")
        elif not isinstance(atom, Styled | Accented):
            self.visit(atom, *marks)

    def _fence(self, atom: Node, fence: Fence, marks: tuple[str, ...], before: Node | None) -> None:
        if isinstance(atom, Scripted) and atom.sub is not None and word(atom.sub) == "F":
            self.visit(fence.body, *marks)
            return
        name = (word(before) or "") if before is not None else ""
        inner = list(marks)
        listed = fence.opener == "(" and isinstance(unwrap(fence.body), Sequence)
        if not listed and is_transposed(atom):
            inner.append("transposed")
        if name.lower() in VECTOR_FUNCTIONS and (name != "cos" or isinstance(fence.body, Sequence)):
            inner.append("softmax")
        if name.lower() in MATRIX_FUNCTIONS:
            inner.append("matrix")
        if name == "exp":
            self._times(fence.body)
        if name.lower() in JOINING:
            self._joined_list(unwrap(fence.body))
        opener = "‖" if fence.opener == "|" and isinstance(atom, Scripted) and is_order(atom.sub) else fence.opener
        self.visit(Fence(fence.span, opener, fence.body, fence.closer), *inner)

    def _symbol(self, atom: Node, marks: tuple[str, ...]) -> None:
        found = self._occurrence(atom)
        flags = self.of.setdefault(found.name, set())
        count = len(found.indices)
        flags.update([f"{mark}@{count}" for mark in (*marks, "used")])
        if _turns(found):
            flags.add(f"transposed@{count}")
        if is_bold(bare(atom)):
            flags.add(f"bold@{count}")
        if isinstance(atom, Scripted) and atom.sup is not None:
            for operation in found.operations:
                if operation.exponent is not None:
                    self.visit(operation.exponent, "number")
                    self._times(operation.exponent)

    def _times(self, exponent: Node) -> None:
        """The t of `e^{At}` is a number."""
        for time in times(exponent, self.words):
            self._mark(time, "scalar")

    def _occurrence(self, atom: Node) -> Occurrence:
        return self.facts.read(atom)

    def _mark(self, atom: Node, flag: str) -> None:
        if is_symbol(atom):
            found = self._occurrence(atom)
            self.of.setdefault(found.name, set()).add(f"{flag}@{len(found.indices)}")
        else:
            fence = unwrap(atom.base) if isinstance(atom, Scripted) else unwrap(atom)
            if isinstance(fence, Fence) and fence.opener in "([":
                self._mark_inside(fence, flag)

    def _mark_inside(self, fence: Fence, flag: str) -> None:
        body = unwrap(fence.body)
        terms = [term for _, term in body.terms] if isinstance(body, Sum) else [body]
        for term in terms:
            if is_symbol(term) and not is_upper(bare(term)):
                self._mark(term, flag)

    def _neighbours(self, left: Node, right: Node) -> None:
        """A matrix makes its neighbours vectors or matrices, a transposed vector makes the one behind it a vector."""
        if self._is_matrix(left):
            self._mark(right, "matrix_beside")
            for vector in stacked_vectors(right):
                self._mark(vector, "joined")
        if self._is_matrix(right) and not self._is_coefficient(left):
            self._mark(left, "matrix_beside")
        if isinstance(unwrap(left), Fence) and is_symbol(right) and self._stands_by_matrix(unwrap(left), right):
            self._mark(right, "matrix_beside")
        if is_row_of_ones(left) and is_symbol(right) and not is_upper(bare(right)):
            self._mark(right, "dotted")
        if not (is_symbol(left) and is_symbol(right)):
            return
        first, second = self._occurrence(left), self._occurrence(right)
        self._turned(left, right, [_turns(first), _turns(second)])
        entries = len(second.indices) == 2 and is_upper(bare(left)) and is_upper(bare(right)) and not is_bold(bare(right))
        if len(first.indices) == 2 and not first.operations and not entries and _is_weighted(first.indices, second.indices):
            self._mark(right, "weighted")

    def _turned(self, left: Node, right: Node, turned: list[bool]) -> None:
        """What a transpose of one of two neighbours says about both."""
        if turned[0]:
            self._mark(right, "dotted")
        if all(turned) and is_upper(bare(right)):
            self._mark(right, "matrix_beside")
        if turned[1] and not turned[0] and all(is_upper(bare(side)) or is_phrase(bare(side)) for side in (left, right)):
            self._mark(left, "matrix_beside")
            self._mark(right, "matrix_beside")
        if turned[1] and not turned[0] and not is_upper(bare(left)) and not self._is_coefficient(left):
            self._mark(left, "dotted")

    def _stands_by_matrix(self, fence: Node, right: Node) -> bool:
        r"""A phrase, whatever stands behind `(W + \Delta W)`, and the `V_i` of `\mathrm{softmax}(Q_i K_i^\top) V_i`."""
        return is_phrase(bare(right)) or self._adds_matrices(fence) or (is_upper(bare(right)) and holds_scores(fence, self.words))

    def _adds_matrices(self, fence: Node) -> bool:
        r"""`(W + \Delta W)`, `(I - A)`."""
        body = unwrap(fence.body) if isinstance(fence, Fence) else fence
        return isinstance(body, Sum) and any(self._is_matrix(term) for _, term in body.terms)

    def _is_coefficient(self, node: Node) -> bool:
        """A Greek letter or an entry of a matrix before a matrix: a number that scales it."""
        if not is_symbol(node):
            return False
        return _is_greek(bare(node)) or (not is_upper(bare(node)) and len(self._occurrence(node).indices) > 1)

    def _is_matrix(self, node: Node) -> bool:
        if not is_symbol(node) or not is_upper(bare(node)) or self.words.is_function(word(node) or ""):
            return False
        found = self._occurrence(node)
        if len(found.indices) == 1 and isinstance(unwrap(found.indices[0]), Sum):
            return True  # `S_{t-1}`: the state of the step before
        return not found.indices or bool(found.name != found.base)


def _turns(found: Occurrence) -> bool:
    """Written with a transpose."""
    return bool(found.operations) and any(operation.kind == "transpose" for operation in found.operations)


def _is_plain_lower(node: Node) -> bool:
    """A lower-case Latin letter without a font."""
    return is_symbol(node) and isinstance(unwrap(bare(node)), Letters) and not is_upper(bare(node))


def _is_weighted(weight: tuple[Node, ...], indices: tuple[Node, ...]) -> bool:
    r"""`\alpha_{ij} h_j`, `\alpha_{ij} r_{ij}`: a weight for each vector; in `A_{ik} B_{kj}` both are entries."""
    return bool(indices) and {canonical(index) for index in indices} <= {canonical(index) for index in weight}


def _is_greek(node: Node) -> bool:
    node = unwrap(node)
    while isinstance(node, Accented | Styled):
        node = unwrap(node.body)
    return isinstance(node, Name) and node.command
