"""What the notation around a symbol says about its rank: transposed, beside a matrix, inside a norm, under a root.

Only preferences: declared shapes win, and contradictions make the resolver try the next rank.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.atoms import ROW_KINDS, symbol_atoms
from vault_tools.compiler.resolve.writing.names.models import is_of_model
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import (
    DECORATED,
    bare,
    children,
    every,
    is_euler,
    number_of,
    scripts_moved_out,
    terms_of,
    unwrap,
    word,
)
from vault_tools.compiler.resolve.writing.ranks.attention import (
    attention_of_heads,
    before_stack,
    beside_matrices,
    linear_attention_of_heads,
    reads_normaliser,
    values_behind,
    weighed,
)
from vault_tools.compiler.resolve.writing.ranks.customs import HEADS, JOINING, LAYER_NORMS, OF_ENTRIES, PROBABLE, taken_by
from vault_tools.compiler.resolve.writing.ranks.functions import mapped_behind_dot, mapped_vectors, times
from vault_tools.compiler.resolve.writing.ranks.looks import (
    adds_counts,
    calls,
    is_bold,
    is_concentration,
    is_monomial,
    is_of_numbers,
    is_order,
    is_scale,
    rotates,
    scaled_entries,
    set_shared,
)
from vault_tools.compiler.resolve.writing.ranks.marks import Mark, Marks, RuleOfTwo
from vault_tools.compiler.resolve.writing.ranks.neighbours import neighbours, scaling
from vault_tools.compiler.resolve.writing.ranks.signs import dotted_sums, gated, joint, scaled
from vault_tools.compiler.resolve.writing.ranks.statistics import (
    deviations,
    is_raised,
    mark_moments,
    mark_samples,
    quotients,
    raised_deviations,
)
from vault_tools.compiler.resolve.writing.ranks.terms import (
    beside_entry,
    biases,
    biases_of_scores,
    entries_beside_bias,
    masks,
    shortened_size,
)
from vault_tools.compiler.resolve.writing.spelled_out.patterns import at_letter, ends, numbered_below
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Ellipsis_,
    Fence,
    Fraction,
    Grid,
    Juxtaposed,
    Labelled,
    Letters,
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
    from collections.abc import Callable

BRACKET_LISTS: dict[str, Mark] = {"[": "joined", "⟨": "dotted"}
BARS: dict[str, Mark] = {"|": "barred", "‖": "normed", "⌊": "number", "⌈": "number"}
OF_EXPONENT: frozenset[Mark] = frozenset({"matrix", "diagonal"})
r"""Marks of what `\text{rowsum}(e^{S - m})` and `\text{diag}(e^{a - b})` take, which hold for what the exponential is of."""
NUMBERED = frozenset("ABHKMOQSUVWXZ")
r"""Capitals that are matrices also where nothing stands beside them and a number above says which of several: `\sum_h A^{(h)}`."""
WHOLE: frozenset[Mark] = frozenset({"softmax", "dotted", "normed", "joined"})
"""Marks of a product as a whole, which a small Greek letter in front only scales."""


OF_SUMS: tuple[Callable[[Marks, Sum], None], ...] = (
    biases, beside_matrices, entries_beside_bias, beside_entry, deviations, masks, biases_of_scores, shortened_size,
)  # fmt: skip
OF_QUOTIENTS: tuple[RuleOfTwo, ...] = (scaled, quotients)
OF_SIGNS: dict[str, tuple[RuleOfTwo, ...]] = {"cdot": (dotted_sums, mapped_behind_dot, before_stack), "odot": (gated,)}
OF_THREE: tuple[Callable[[Marks, Node, Node, Node], None], ...] = (scaling, weighed, attention_of_heads)
OF_ROWS: tuple[Callable[[Marks, list[Node]], None], ...] = (mapped_vectors, values_behind, linear_attention_of_heads)
"""What is asked of sums, quotients, factors with a sign between them, three factors in a row, and all of a row; of two, see neighbours.py.

In any order, as no rule looks at what another one marked.
"""


class Hints(Marks):
    """Collects marks in a walk over formulas."""

    def visit(self, node: Node, *marks: Mark) -> None:
        """Collect in a node; `marks` hold for every symbol directly in it."""
        node = unwrap(node) if type(node) is Labelled else node
        if type(node) in ROW_KINDS:
            self._row(self.words.atoms(node), marks)
            return
        match node:
            case Product():
                self._signed(node, marks)
            case Sum():
                self._terms(node, marks)
            case Fraction():
                self._fraction(node, marks)
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
                self._inside(node)

    def _inside(self, node: Node) -> None:
        r"""`\prod_l W_l`: capitals that are multiplied one after the other are matrices, unless they are numbers; P are probabilities."""
        body = node.body if isinstance(node, BigOperator) else None
        for child in (body,) if body is not None else children(node):
            self.visit(child)
        mark_samples(self, node, body)
        first = self.words.atoms(body)[0] if body is not None and isinstance(node, BigOperator) and node.operator == "prod" else None
        if isinstance(first, Scripted) and is_symbol(first) and is_upper(bare(first)) and word(bare(first)) != "P":
            self.note(self.occurrence(first).base, "matrix_beside", 1)

    def _fraction(self, node: Fraction, marks: tuple[Mark, ...]) -> None:
        numerator, denominator = node.numerator, node.denominator
        if (whole := set_shared(node)) is not None:
            self.visit(numerator)
            self.visit(whole, "scalar")
            return
        for rule in OF_QUOTIENTS:
            rule(self, numerator, denominator)
        self.visit(numerator, *marks, *(("number",) if adds_counts(numerator) else ()))
        self.visit(denominator, "number", *(("scalar",) if "scalar" in marks else ()))
        for bars in every(Fence, denominator) if isinstance(unwrap(denominator), Sum) else ():
            if bars.opener == "|" and isinstance(bars.body, Letters):
                self.visit(bars.body, "scalar")  # of a set, as in the sum of N and |V|

    def _terms(self, node: Sum, marks: tuple[Mark, ...]) -> None:
        if any(isinstance(term, Ellipsis_) for term in node.operands):
            self._listed(node.terms[0][1])
        for rule in OF_SUMS:
            rule(self, node)
        beside_number = any(number_of(term) is not None for term in node.operands)
        for term in node.operands:
            self.visit(term, *((*marks, "number") if beside_number and is_symbol(term) else marks))

    def _bracket(self, node: Fence, marks: tuple[Mark, ...]) -> None:
        """What brackets say about the symbols in them."""
        body = unwrap(node.body)
        if isinstance(body, Sequence) and node.opener in BRACKET_LISTS:
            rotated = node.opener == "[" and rotates(body)
            for symbol in symbol_atoms(body, self.words) if rotated else ():
                self.mark(symbol, "scalar")
            for item in body.items:
                self.visit(item, *(() if rotated else (BRACKET_LISTS[node.opener],)))
            place = next((k for k, item in enumerate(body.items) if isinstance(item, Ellipsis_)), 0)
            for item in body.items[:place]:
                self._listed(numbered_below(item), *(("matrix",) if word(bare(item)) in HEADS else ()))
        elif isinstance(body, Sequence) and node.opener == "(":
            for item in body.items:
                self.visit(item, *(mark for mark in marks if mark == "matrix"))
        else:
            counted = is_concentration(node) or (node.opener == "|" and isinstance(node.body, Styled) and node.body.font == "cal")
            self.visit(body, *(("scalar",) if counted else (BARS[node.opener],) if node.opener in BARS else marks))

    def _joined_list(self, body: Node) -> None:
        r"""`\mathrm{Concat}(head_1, \dots, head_h)`, `\text{concat}(K, k_t)`: what is joined are arrays."""
        items = body.items if isinstance(body, Sequence) else ()
        if any(isinstance(unwrap(item), Ellipsis_) for item in items):
            self._listed(numbered_below(items[0]), "matrix")
            return
        for item in items:
            self.visit(item, "joined")

    def _listed(self, first: Node, *marks: Mark) -> None:
        """`[Z_1, …, Z_h]`: capitals in a list are matrices, one for each number."""
        start, _ = ends(first, first)
        if start is not None:
            running = replace(self.facts, letters=self.facts.letters | {"i"})
            Hints(running, self.words, self.of).visit(at_letter(first, "i", start), *marks)
        if is_symbol(first) and is_upper(bare(first)):
            self.note(self.occurrence(first).base, "matrix_beside", 1)

    def _signed(self, node: Product, marks: tuple[Mark, ...]) -> None:
        operands = [*node.operands]
        signs = [*node.signs]
        counted = any(number_of(operand) is not None for operand in operands)
        sizes = len(operands) > 3 and all(number_of(operand) is not None or isinstance(unwrap(operand), Letters) for operand in operands)
        starred = set(signs) == {"ast"} and ("number" in marks or all(isinstance(unwrap(operand), Fraction) for operand in operands))
        if starred or (counted and (set(signs) == {"ast"} or (sizes and set(signs) <= {"cdot", "times", "ast"}))):
            for operand in operands:
                self.visit(operand, "scalar")
            return
        kept = marks if set(signs) == {"slash"} else tuple(mark for mark in marks if mark == "scalar")
        for sign, operand in zip(("", *signs), operands, strict=True):
            atoms = self.words.atoms(operand) if sign == "slash" and isinstance(operand, Juxtaposed) else []
            if any(self.is_matrix(atom) for atom in atoms[1:]):
                self.visit(atoms[0], "number")  # `1/n X^\top X`: the number divides, the matrices behind it multiply
                self._row(atoms[1:], kept)
            else:
                self.visit(operand, *(("number",) if sign == "slash" else kept))
        if signs[-1] == "slash":
            scaled(self, node, operands[-1])
            quotients(self, operands[-2], operands[-1])
        for before, sign, left, right in zip(("", *signs), signs, operands, operands[1:], strict=False):
            if before == "slash":
                continue  # the T of `x/T \cdot w` divides, and is beside nothing
            joint(self, sign, left, right)
            for rule in OF_SIGNS.get(sign, ()):
                rule(self, left, right)

    def _row(self, atoms: list[Node], marks: tuple[Mark, ...]) -> None:
        if is_monomial(atoms):
            marks = (*marks, "scalar")
        product = "number" in marks and "scalar" not in marks and not all(is_symbol(atom) and not is_transposed(atom) for atom in atoms)
        if "number" in marks and reads_normaliser(atoms):
            product, marks = False, ("dotted",)
        for k, atom in enumerate(atoms):
            scales = atom is not atoms[-1] and not WHOLE.isdisjoint(marks) and is_scale(atom) and not is_of_model(atom)
            own = tuple(mark for mark in marks if mark not in WHOLE) if scales else marks
            self._atom(atom, () if product else own, atoms[k - 1] if k else None)
        for left, right, behind in zip(atoms, atoms[1:], (*atoms[2:], None), strict=False):
            if not calls(right, behind):
                neighbours(self, left, right)
                before_stack(self, left, right)
        for three in zip(atoms, atoms[1:], atoms[2:], strict=False):
            for rule in OF_THREE:
                rule(self, *three)
        if len(atoms) > 1:
            for of_row in OF_ROWS:
                of_row(self, atoms)

    def _atom(self, atom: Node, marks: tuple[Mark, ...], before: Node | None) -> None:
        atom = scripts_moved_out(atom) if type(atom) in DECORATED else atom
        if is_symbol(atom):
            self._symbol(atom, marks)
            return
        base = unwrap(atom.base) if isinstance(atom, Scripted) else unwrap(atom)
        if isinstance(base, Fence):
            self._fence(atom, base, marks, before)
            self._exponent(atom)
        elif isinstance(atom, Scripted):
            self.visit(base, *marks)
            self._exponent(atom)
        elif type(atom) not in ROW_KINDS:  # one that is not a row again
            self.visit(atom, *marks)

    def _exponent(self, atom: Node) -> None:
        """What a bracket is raised to is a number, whatever its letter."""
        if isinstance(atom, Scripted) and atom.sup is not None and not is_transposed(atom):
            self.visit(atom.sup, "number")
            raised_deviations(self, atom)

    def _fence(self, atom: Node, fence: Fence, marks: tuple[Mark, ...], before: Node | None) -> None:
        if isinstance(atom, Scripted) and atom.sub is not None and word(atom.sub) == "F":
            self.visit(fence.body, *marks)
            return
        name = (word(before) or "") if before is not None else ""
        if name.lower() in OF_ENTRIES and (entries := scaled_entries(fence.body)):  # `\text{softmax}([s_1, s_2, s_3])`: three numbers
            for entry in entries:
                self.mark(entry, "scalar")
        mark_moments(self, before, fence.body)
        if name == "exp":
            self._times(fence.body)
            if not OF_EXPONENT.isdisjoint(marks):
                self._of_exponential(terms_of(fence.body), marks)
                return
        if name in LAYER_NORMS:
            self.mark(fence, "dotted")
        if name.lower() in JOINING:
            self._joined_list(unwrap(fence.body))
        listed = fence.opener == "(" and isinstance(unwrap(fence.body), Sequence)
        inner = [*marks, "transposed"] if not listed and is_transposed(atom) else list(marks)
        opener = "‖" if fence.opener == "|" and isinstance(atom, Scripted) and is_order(atom.sub) else fence.opener
        self.visit(Fence(fence.span, opener, fence.body, fence.closer), *inner, *taken_by(name, fence))

    def _symbol(self, atom: Node, marks: tuple[Mark, ...]) -> None:
        found = self.occurrence(atom)
        flags = self.of.setdefault(found.name, set())
        count = len(found.indices)
        flags.update([(mark, count) for mark in marks], {("used", count)})
        if self.turns(atom):
            flags.add(("transposed", count))
        if is_bold(bare(atom)):
            flags.add(("bold", count))
        if isinstance(atom, Scripted) and atom.sup is not None:
            if word(bare(atom)) in NUMBERED and count == 1 and atom.sup.span.start <= found.indices[0].span.start < atom.sup.span.end:
                flags.add(("matrix_beside", count))
            if is_raised(self, atom):
                flags.add(("scalar" if is_upper(bare(atom)) else "squared", count))
            for operation in found.operations:
                if operation.exponent is not None:
                    if number_of(operation.exponent) == -1 and is_upper(bare(atom)):
                        flags.add(("inverted", count))
                    if is_of_numbers(operation.exponent):
                        flags.add(("scalar", count))
                    self._raised(atom, operation.exponent, marks)
                    self._times(operation.exponent)

    def _raised(self, atom: Node, exponent: Node, marks: tuple[Mark, ...]) -> None:
        r"""`x^{n}`: a number; the S and m of `e^{S - m}` are what the exponential is taken of, as in `\exp(S - m)`."""
        terms = terms_of(exponent)
        if not is_euler(bare(atom)):
            self.visit(exponent, "number")
        elif times(exponent, self.words):
            self.visit(exponent)
        elif not OF_EXPONENT.isdisjoint(marks):
            self._of_exponential(terms, marks)
        elif len(terms) > 1 and is_symbol(terms[0]) and word(bare(terms[0])) in PROBABLE:
            self.visit(exponent)
        else:
            self.visit(exponent, "number")

    def _of_exponential(self, terms: tuple[Node, ...], marks: tuple[Mark, ...]) -> None:
        r"""The matrix S and the m for each of its rows of `\text{rowsum}(e^{S - m})`, the vectors of `\text{diag}(e^{a - b})`."""
        for term in terms:
            self.visit(term, "matrix" if "matrix" in marks and is_symbol(term) and is_upper(bare(term)) else "dotted")

    def _times(self, exponent: Node) -> None:
        """The t of `e^{At}` is a number."""
        for time in times(exponent, self.words):
            self.mark(time, "scalar")
